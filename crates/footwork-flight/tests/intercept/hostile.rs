//! Tests the cache with callers who change everything from frame to frame. Players suddenly get another place,
//! velocity, reach or height. They swap places, come and go. Time goes back. Paths are read twice or not at all, and a
//! second path is in use.

use footwork_flight::{
    BallPath, BallState, Busy, BusyWith, Heights, InterceptCache, InterceptSearch, Player,
    PlayerId, Prediction, PredictionOptions, ReachModel,
};

use crate::cached::{Tally, compare};
use footwork_testkit::Random;

use crate::kicks::{count, kick};
use crate::people::{least, most, player};

const STEP_SECS: f64 = 1.0 / 240.0;
const FRAMES: u32 = 200;

fn one_in(random: &mut Random, times: u64) -> bool {
    random.bits().is_multiple_of(times)
}

/// Returns a random index in a list of this length.
fn place(random: &mut Random, length: usize) -> usize {
    usize::try_from(random.bits() % length as u64).unwrap()
}

/// A flight, its physics, and the path read from it.
struct Ball {
    physics: footwork_flight::BallPhysics<footwork_flight::Statics>,
    flight: Prediction<BallState>,
    path: BallPath,
}

impl Ball {
    fn new(number: u64) -> Self {
        let kick = kick(number);
        let flight =
            Prediction::new(&kick.physics, &kick.state, PredictionOptions::default()).unwrap();
        Self {
            physics: kick.physics,
            flight,
            path: BallPath::default(),
        }
    }

    fn kick(&mut self, number: u64, now: f64, steps: u64) {
        let mut state = kick(number).state;
        state.position = self.path.position_at(now).unwrap_or(state.position);
        state.position[1] = most(state.position[1], 0.12);
        state.steps = steps;
        self.flight.restart(&self.physics, &state).unwrap();
    }

    fn go_on(&mut self, now: f64, random: &mut Random) {
        if !one_in(random, 4) {
            self.flight.advance(now);
        }
        let steps = u32::try_from(random.bits() % 500).unwrap();
        self.flight.advance_steps(&self.physics, steps);
        // Between two frames of the cache, the path is read up to twice, or not at all.
        for _ in 0..random.bits() % 3 {
            self.path.read(&self.flight);
            self.flight.advance_steps(&self.physics, 40);
        }
    }
}

fn change(player: &mut Player, model: ReachModel, now: f64, dt: f64, random: &mut Random) {
    match player.id.number() % 3 {
        0 => crate::monotone::moves_simply(player, now - dt, dt, random),
        1 if model == ReachModel::Full && dt > 0.0 => {
            crate::monotone::moves_fully(player, now - dt, dt, random);
        }
        _ => {}
    }
    match random.bits() % 90 {
        0 => player.position = random.vector(30.0),
        1 => {
            player.busy = Some(Busy {
                until_secs: now + random.between(-1.0, 2.0),
                with: BusyWith::Fall,
            });
        }
        2 => player.busy = None,
        3 => player.top_speed_mps = random.between(0.0, 10.0),
        4 => player.stamina = random.between(0.0, 1.0),
        5 => player.facing = random.vector(1.0),
        6 => player.velocity = random.vector(9.0),
        7 => player.reaction_end_secs = now + random.between(-0.1, 0.4),
        8 => player.reach_m = random.between(0.0, 1.5),
        9 => player.heights = Heights::same(random.between(0.11, 2.5)),
        10 => player.facing = [0.0; 3],
        11 => player.velocity = [0.0; 3],
        12 => player.acceleration_mps2 = random.between(1.0, 9.0),
        13 => player.turn_secs = random.between(0.0, 1.0),
        14 => player.top_speed_mps = 0.0,
        15 => player.reach_m *= 0.9,
        16 => player.heights = Heights::same(0.9 * player.heights.hands_m),
        _ => {}
    }
}

fn come_and_go(players: &mut Vec<Player>, next: &mut u32, random: &mut Random) {
    if one_in(random, 50) && players.len() > 1 {
        players.remove(place(random, players.len()));
    }
    if one_in(random, 40) && players.len() < 9 {
        *next += 1;
        let new = player(*next, [0.0; 3], random);
        players.insert(place(random, players.len() + 1), new);
    }
    if one_in(random, 80) && players.len() > 1 {
        players.swap(0, 1);
    }
    if one_in(random, 200) {
        let index = place(random, players.len());
        players[index].id = PlayerId::new(1000 + *next);
    }
}

fn play(number: u64, model: ReachModel, tally: &mut Tally) {
    let mut random = Random::new(number ^ 0xdead_beef);
    let mut balls = [Ball::new(2 * number), Ball::new(2 * number + 1)];
    let (mut which, mut steps, mut next) = (0, 0_u64, 6);
    let mut players: Vec<Player> = (0..6).map(|id| player(id, [0.0; 3], &mut random)).collect();
    let mut cache = InterceptCache::new(model);
    let mut search = InterceptSearch::new(model);
    for _ in 0..FRAMES {
        let before = steps;
        steps += match random.bits() % 30 {
            0 => 0,
            1 => random.bits() % 200,
            _ => random.bits() % 10,
        };
        let is_back = one_in(&mut random, 150);
        if is_back {
            steps = steps.saturating_sub(random.bits() % 500);
        }
        let now = steps as f64 * STEP_SECS;
        if is_back || one_in(&mut random, 25) {
            let kick = random.bits() % 1000;
            balls[which].kick(kick, now, steps);
        }
        if one_in(&mut random, 25) {
            which = 1 - which;
        }
        balls[which].go_on(now, &mut random);
        let dt = most(now - before as f64 * STEP_SECS, 0.0);
        for player in &mut players {
            change(player, model, now, least(dt, 0.05), &mut random);
        }
        come_and_go(&mut players, &mut next, &mut random);
        disturb(&mut cache, &balls[which].path, &players, now, &mut random);
        let path = &balls[which].path;
        let updated = cache.update(path, &players, now);
        assert_eq!(search.run(path, &players, now), updated);
        if updated.is_err() {
            // The path has not been read for a long time, and ends before now.
            continue;
        }
        for (index, player) in players.iter().enumerate() {
            tally.frames += 1;
            compare(model, path, player, index, now, (&cache, &search), tally);
        }
    }
    tally.searches += cache.searches();
}

/// Makes invalid calls to the cache, and clones it.
fn disturb(
    cache: &mut InterceptCache,
    path: &BallPath,
    players: &[Player],
    now: f64,
    random: &mut Random,
) {
    match random.bits() % 400 {
        0 => {
            let mut wrong = players.to_vec();
            let index = place(random, players.len());
            wrong[index].position[0] = f64::NAN;
            assert!(cache.update(path, &wrong, now).is_err());
            assert!(cache.moment(index).is_none());
        }
        1 => assert!(cache.update(path, players, f64::NAN).is_err()),
        2 => drop(cache.update(path, players, f64::INFINITY)),
        3 => drop(cache.update(path, &[], now)),
        4 => *cache = cache.clone(),
        5 => cache.clear(),
        _ => {}
    }
}

fn check(model: ReachModel) {
    let mut tally = Tally::default();
    let frames = count(60_000, 4_000_000);
    let mut number = 0;
    while tally.frames < frames {
        play(number, model, &mut tally);
        number += 1;
    }
    println!("{model:?}: {tally:?}");
    assert!(tally.grazes * 2_000 <= tally.frames, "{tally:?}");
    assert!(tally.found * 10 > tally.frames, "{tally:?}");
    assert!(tally.searches < tally.frames, "{tally:?}");
}

#[test]
fn the_cache_of_the_simple_model_equals_a_search_in_spite_of_every_change() {
    check(ReachModel::Simple);
}

#[test]
fn the_cache_of_the_full_model_equals_a_search_in_spite_of_every_change() {
    check(ReachModel::Full);
}
