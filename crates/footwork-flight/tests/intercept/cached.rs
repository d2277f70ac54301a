//! The cache has the same results as a full search in every frame.

use footwork_flight::{
    BallPath, Busy, BusyWith, InterceptCache, InterceptSearch, Player, Prediction,
    PredictionOptions, ReachModel,
};

use footwork_testkit::Random;

use crate::flights::finished;
use crate::kicks::{count, kick};
use crate::monotone::{moves_fully, moves_simply};
use crate::people::{most, player};

const FRAME_SECS: f64 = 1.0 / 60.0;
const PLAYERS: u32 = 8;
const FRAMES: u32 = 180;

/// The activity of a player in a match. Only the first three stay within the models.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Habit {
    Runs,
    Wanders,
    Stops,
    Sprints,
    GetsBusy,
    Teleports,
    RootMotion,
}

const HABITS: [Habit; 8] = [
    Habit::Runs,
    Habit::Wanders,
    Habit::Stops,
    Habit::Sprints,
    Habit::GetsBusy,
    Habit::Teleports,
    Habit::RootMotion,
    Habit::Runs,
];

fn toward(player: &Player, place: Option<[f64; 3]>) -> Option<[f64; 2]> {
    let place = place?;
    let (x, z) = (place[0] - player.position[0], place[2] - player.position[2]);
    let distance = (x * x + z * z).sqrt();
    (distance > 1e-3).then_some([x / distance, z / distance])
}

/// Runs a player straight to the ball, at the highest speed that the model allows.
fn run(
    model: ReachModel,
    player: &mut Player,
    to: Option<[f64; 3]>,
    now: f64,
    random: &mut Random,
) {
    let Some([x, z]) = toward(player, to) else {
        return;
    };
    match model {
        ReachModel::Simple => {
            let free = most(now + FRAME_SECS - most(player.ready_secs(), now), 0.0);
            let way = player.top_speed_mps * player.stamina * free;
            player.position[0] += x * way;
            player.position[2] += z * way;
        }
        ReachModel::Full => {
            // The runner faces the place. A runner who turns there in this frame breaks the model, which the cache must
            // notice.
            player.facing = [x, 0.0, z];
            moves_fully(player, now, FRAME_SECS, random);
        }
    }
}

fn live(
    habit: Habit,
    model: ReachModel,
    player: &mut Player,
    to: Option<[f64; 3]>,
    now: f64,
    random: &mut Random,
) {
    let rarely = random.bits().is_multiple_of(40);
    match habit {
        Habit::Sprints if rarely => {
            player.top_speed_mps = random.between(5.0, 10.0);
            player.stamina = random.between(0.4, 1.0);
        }
        Habit::GetsBusy if rarely => {
            player.busy = random.bits().is_multiple_of(2).then(|| Busy {
                until_secs: now + random.between(0.0, 1.0),
                with: BusyWith::Kick,
            });
        }
        Habit::Teleports if rarely => player.position = random.vector(40.0),
        Habit::RootMotion if random.bits().is_multiple_of(5) => {
            let [x, _, z] = random.vector(0.5);
            player.position[0] += x;
            player.position[2] += z;
        }
        _ => {}
    }
    match habit {
        Habit::Stops if now > 0.6 => player.velocity = [0.0; 3],
        Habit::Wanders | Habit::RootMotion | Habit::Teleports => match model {
            ReachModel::Simple => moves_simply(player, now, FRAME_SECS, random),
            ReachModel::Full => moves_fully(player, now, FRAME_SECS, random),
        },
        _ => run(model, player, to, now, random),
    }
}

/// The numbers of frames in which the cache and a full search agree, and in which they differ because the ball only
/// grazes the reach.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) frames: u64,
    pub(crate) grazes: u64,
    edges: u64,
    pub(crate) found: u64,
    pub(crate) searches: u64,
}

/// Plays a kick and, a second or two later, another kick. Compares the cache with a full search for every player in
/// every frame.
fn play(number: u64, model: ReachModel, tally: &mut Tally) {
    let mut random = Random::new(number ^ 0xcac4e);
    let mut ball = kick(number);
    let mut flight =
        Prediction::new(&ball.physics, &ball.state, PredictionOptions::default()).unwrap();
    let near = ball.state.position;
    let mut players: Vec<Player> = (0..PLAYERS)
        .map(|id| player(id, near, &mut random))
        .collect();
    let mut path = BallPath::default();
    let mut cache = InterceptCache::new(model);
    let mut search = InterceptSearch::new(model);
    let touch = 60 + random.bits() % 60;
    for frame in 0..FRAMES {
        let now = f64::from(frame) * FRAME_SECS;
        if u64::from(frame) == touch {
            let mut state = kick(number + 1).state;
            state.position = path.position_at(now).unwrap_or(state.position);
            state.position[1] = most(state.position[1], 0.12);
            state.steps = u64::from(frame) * 4;
            ball.state = state;
            flight.restart(&ball.physics, &state).unwrap();
        }
        flight.advance(now);
        flight.advance_steps(&ball.physics, 300);
        if path.known_secs() < flight.known_secs() || frame % 30 == 0 || u64::from(frame) == touch {
            path.read(&flight);
        }
        cache.update(&path, &players, now).unwrap();
        search.run(&path, &players, now).unwrap();
        for index in 0..players.len() {
            tally.frames += 1;
            compare(
                model,
                &path,
                &players[index],
                index,
                now,
                (&cache, &search),
                tally,
            );
            let to = cache.moment(index).map(|moment| moment.position);
            live(
                HABITS[index],
                model,
                &mut players[index],
                to,
                now,
                &mut random,
            );
        }
    }
    tally.searches += cache.searches();
}

pub(crate) fn compare(
    model: ReachModel,
    path: &BallPath,
    player: &Player,
    index: usize,
    now: f64,
    (cache, search): (&InterceptCache, &InterceptSearch),
    tally: &mut Tally,
) {
    let kept = cache.intercept(index, path, player);
    let anew = search.intercepts()[index];
    tally.found += u64::from(kept.is_some());
    match (kept, anew.first) {
        (None, None) => return,
        (Some(kept), Some(anew)) if (kept.secs - anew.secs).abs() < 1e-6 => {
            assert!(
                (kept.effort - anew.effort).abs() < 1e-4,
                "{kept:?} {anew:?}"
            );
            assert!(
                (kept.difficulty - anew.difficulty).abs() < 1e-4,
                "{kept:?} {anew:?}"
            );
            assert_eq!(kept.kind, anew.kind, "{kept:?} {anew:?}");
            // At the edge of the reach, rounding decides whether the player could have been there earlier.
            tally.edges += u64::from((kept.wait_secs - anew.wait_secs).abs() > 1e-4);
            return;
        }
        _ => {}
    }
    // Only one of the two searches found the ball, so the ball must graze the reach by less than rounding errors.
    let slack_at = |secs: f64| {
        let at = path.position_at(secs).unwrap();
        model.slack(player, now, secs, at).unwrap().unwrap()
    };
    let kept_secs = kept.map_or(f64::INFINITY, |kept| kept.secs);
    let anew_secs = anew.first.map_or(f64::INFINITY, |anew| anew.secs);
    let slack = if kept_secs < anew_secs {
        slack_at(kept_secs)
    } else {
        let window = search.windows(index)[0];
        slack_at(0.5 * (window.from_secs + window.to_secs))
    };
    assert!(
        slack.abs() <= 2e-9,
        "{slack} m, {now} s: {kept:?} {anew:?} {player:?}"
    );
    tally.grazes += 1;
}

fn check(model: ReachModel) {
    let mut tally = Tally::default();
    let frames = count(20_000, 1_000_000);
    let mut number = 0;
    while tally.frames < frames {
        play(number, model, &mut tally);
        number += 1;
    }
    println!("{model:?}: {tally:?}");
    assert!(
        (tally.grazes + tally.edges) * 5_000 <= tally.frames,
        "{tally:?}"
    );
    // The cache saves searches, and the players found the ball often enough.
    assert!(
        tally.found * 3 > tally.frames && tally.searches < tally.frames,
        "{tally:?}"
    );
}

#[test]
fn the_cache_of_the_simple_model_equals_a_full_search() {
    check(ReachModel::Simple);
}

/// The shortcuts of the cache for the full model change no result.
#[test]
fn the_cache_of_the_full_model_equals_a_full_search() {
    check(ReachModel::Full);
}

/// A jump can use up the slack of the last check even if it is shorter than the distance that the player could have run
/// since the last search.
#[test]
fn a_jump_between_two_checks_is_noticed() {
    let mut ball = kick(0);
    ball.state.position = [0.0, 0.11, 0.0];
    ball.state.velocity = [9.0, 11.0, 0.0];
    let flight = finished(&ball.physics, &ball.state, PredictionOptions::default());
    let path = BallPath::from_prediction(&flight);
    let mut random = Random::new(1);
    let mut lost = 0;
    for jump in 1..110 {
        let mut player = player(1, [0.0; 3], &mut random);
        (player.busy, player.reaction_end_secs) = (None, 0.0);
        player.position = [16.0, 0.0, 6.0];
        let mut cache = InterceptCache::new(ReachModel::Simple);
        for frame in 0..jump + 20 {
            let now = f64::from(frame) * FRAME_SECS;
            if frame == jump {
                player.position[2] += 0.98 * player.top_speed_mps * player.stamina * now;
            }
            cache.update(&path, &[player], now).unwrap();
            let anew = footwork_flight::first_intercept(&path, &player, ReachModel::Simple, now);
            let [kept, anew] = [
                cache.moment(0).map(|kept| kept.secs),
                anew.unwrap().map(|a| a.secs),
            ];
            match (kept, anew) {
                (Some(kept), Some(anew)) => {
                    assert!((kept - anew).abs() < 1e-6, "jump {jump}, frame {frame}");
                }
                _ => assert_eq!(kept, anew, "jump {jump}, frame {frame}"),
            }
            lost += u32::from(frame == jump && cache.searches() > 1);
        }
    }
    assert!(lost > 20, "{lost}");
}
