//! Finding the players who can take the ball: a search of all windows compared with a scan of 100 positions per second, and a
//! cache compared with a search every frame.

use footwork_flight::{
    BallPath, BallPhysics, InterceptCache, InterceptSearch, Player, PlayerId, ReachModel,
    SampleReading, StaticWorld, Statics, first_intercept,
};

use super::{kicks, prediction};
use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::random::Random;
use crate::report::{Bar, Outcome, Table};

const PLAYERS: u32 = 22;
const KICKS: usize = 20;
const FRAMES: u32 = 120;
const FRAME_SECS: f64 = 1.0 / 60.0;

const SCAN: &str = "a scan of 100 positions a second, all windows";
const SCAN_FIRST: &str = "the same, up to the first";
const SEARCH: &str = "ours: `InterceptSearch`, the simple model, all windows";
const SEARCH_CHORDS: &str = "the same with samples read as chords";
const SEARCH_FULL: &str = "ours with the full model";
const CACHED: &str = "ours: `InterceptCache`, the simple model";
const CACHED_FULL: &str = "the same with the full model";
const WANDERED: &str = "all 22 wander: a full search with the full model";
const WANDERED_CACHED: &str = "all 22 wander: `InterceptCache`, the full model";
const WANDERED_MOMENTS: &str = "the same, its update alone";

/// The bars of a search: its speed as a multiple of that of the scan, and its time.
const SEARCH_BARS: [Bar; 2] = [Bar::at_least(7.0), Bar::secs(10e-6)];
/// The bars of a search from the cache, of the same two kinds.
const CACHED_BARS: [Bar; 2] = [Bar::at_least(50.0), Bar::secs(1.5e-6)];
/// The bar of the cache if all players wander: its speed as a multiple of that of a search.
const WANDERED_BAR: Bar = Bar::at_least(5.0);

/// A kick with its path, the array for the scan, and the players of every frame.
struct Scene {
    path: BallPath,
    chords: BallPath,
    array: Vec<[f64; 3]>,
    frames: Vec<Vec<Player>>,
    wandering: Vec<Vec<Player>>,
}

fn players(random: &mut Random, kick: [f64; 3]) -> Vec<Player> {
    (0..PLAYERS)
        .map(|id| {
            let place = match id {
                // The keepers are at the goals, the others on the pitch and near the kick.
                0 | 1 => [if id == 0 { -50.0 } else { 50.0 }, 0.0, 0.0],
                2..=5 => [0, 1, 2].map(|axis| kick[axis] + random.around_zero(15.0)),
                _ => [random.around_zero(50.0), 0.0, random.around_zero(32.0)],
            };
            let mut player = Player::new(PlayerId::new(id), [place[0], 0.0, place[2]]);
            player.reaction_end_secs = 0.1 + random.around_zero(0.1);
            player.top_speed_mps = 7.5 + random.around_zero(1.0);
            player.facing = [random.around_zero(1.0), 0.0, random.around_zero(1.0)];
            player
        })
        .collect()
}

/// Returns the players of every frame: half of them run to their first place to take the ball, and
/// the others to a new random place in each frame.
fn frames(path: &BallPath, start: Vec<Player>, random: &mut Random) -> Vec<Vec<Player>> {
    let mut cache = InterceptCache::new(ReachModel::Simple);
    let mut now = start;
    (0..FRAMES)
        .map(|frame| {
            let secs = f64::from(frame) * FRAME_SECS;
            let before = now.clone();
            let _ = cache.update(path, &before, secs);
            for (index, player) in now.iter_mut().enumerate() {
                if secs < player.ready_secs() {
                    continue;
                }
                let goal = match cache.moment(index) {
                    Some(moment) if index % 2 == 0 => moment.position,
                    _ => [random.around_zero(50.0), 0.0, random.around_zero(32.0)],
                };
                let (x, z) = (goal[0] - player.position[0], goal[2] - player.position[2]);
                let distance = (x * x + z * z).sqrt();
                let way = player.top_speed_mps * FRAME_SECS;
                let share = if distance > way { way / distance } else { 1.0 };
                player.position[0] += x * share;
                player.position[2] += z * share;
                player.velocity = [x, 0.0, z].map(|x| x * share / FRAME_SECS);
            }
            before
        })
        .collect()
}

/// Returns the players of every frame, all wandering: each keeps a course for about a second, turns to it
/// and accelerates along it, as the full model allows.
fn wandering(start: Vec<Player>, random: &mut Random) -> Vec<Vec<Player>> {
    let mut now = start;
    let mut courses = vec![(0.0, [1.0, 0.0], 0.0); now.len()];
    let frames = (0..FRAMES).map(|frame| {
        let secs = f64::from(frame) * FRAME_SECS;
        let before = now.clone();
        for (player, (until, course, pace)) in now.iter_mut().zip(&mut courses) {
            // Moving before the player is ready would break the model.
            if secs < player.ready_secs() {
                continue;
            }
            if secs >= *until {
                let turn = random.around_zero(std::f64::consts::PI);
                *until = secs + 0.9 + random.around_zero(0.6);
                *course = [libm::cos(turn), libm::sin(turn)];
                *pace = 0.5 + random.around_zero(0.5);
            }
            let [fx, _, fz] = player.facing;
            let faces = libm::atan2(fz, fx);
            let off = libm::remainder(
                libm::atan2(course[1], course[0]) - faces,
                std::f64::consts::TAU,
            );
            let most = std::f64::consts::PI / player.turn_secs * FRAME_SECS;
            let faces = faces + off.clamp(-most, most);
            let [vx, _, vz] = player.velocity;
            let wanted = player.top_speed_mps * *pace * libm::cos(off).max(0.0);
            let change = [wanted * course[0] - vx, wanted * course[1] - vz];
            let size = (change[0] * change[0] + change[1] * change[1]).sqrt();
            let most = 0.9 * player.acceleration_mps2 * FRAME_SECS;
            let share = if size > most { most / size } else { 1.0 };
            let after = [vx + change[0] * share, vz + change[1] * share];
            player.position[0] += 0.5 * (vx + after[0]) * FRAME_SECS;
            player.position[2] += 0.5 * (vz + after[1]) * FRAME_SECS;
            player.velocity = [after[0], 0.0, after[1]];
            player.facing = [libm::cos(faces), 0.0, libm::sin(faces)];
        }
        before
    });
    frames.collect()
}

fn scenes(physics: &BallPhysics<Statics>) -> Outcome<Vec<Scene>> {
    let mut random = Random::new(0x5ea6c4);
    let mut scenes = Vec::new();
    for kick in kicks::kicks(KICKS)? {
        let mut flight = prediction(physics, &kick.state, SampleReading::Velocity)?;
        flight.finish(physics);
        let path = BallPath::from_prediction(&flight);
        let at = |index: u32| path.position_at(f64::from(index) * 0.01);
        let array = (0..1000).map_while(at).collect();
        let start = players(&mut random, kick.state.position);
        let wandering = wandering(start.clone(), &mut random);
        let frames = frames(&path, start, &mut random);
        let mut chords = prediction(physics, &kick.state, SampleReading::Chord)?;
        chords.finish(physics);
        scenes.push(Scene {
            path,
            chords: BallPath::from_prediction(&chords),
            array,
            frames,
            wandering,
        });
    }
    Ok(scenes)
}

/// Tests every position in turn for a player. Returns the first index and the number of windows.
fn scan(array: &[[f64; 3]], player: &Player, now_secs: f64, is_first: bool) -> (Option<u32>, u32) {
    let ready = player.ready_secs().max(now_secs);
    let (mut first, mut windows, mut was_in) = (None, 0, false);
    for (index, [x, y, z]) in (0_u32..).zip(array) {
        let secs = f64::from(index) * 0.01;
        let radius = player.reach_m + player.top_speed_mps * player.stamina * (secs - ready);
        let (dx, dz) = (x - player.position[0], z - player.position[2]);
        let is_in =
            secs >= ready && *y <= player.heights.hands_m && dx * dx + dz * dz <= radius * radius;
        if is_in && !was_in {
            windows += 1;
            if first.is_none() {
                first = Some(index);
                if is_first {
                    break;
                }
            }
        }
        was_in = is_in;
    }
    (first, windows)
}

fn scanned(scenes: &[Scene], is_first: bool) -> usize {
    every_frame(
        scenes,
        |scene| &scene.frames,
        |scene, players, now_secs| {
            let found = players.iter().map(|player| {
                let (first, windows) = scan(&scene.array, player, now_secs, is_first);
                (first.unwrap_or(0) + windows) as usize
            });
            found.sum()
        },
    )
}

/// Measures 22 players, once and every frame.
pub(super) fn run(physics: &BallPhysics<Statics>, losses: &mut Vec<String>) -> Outcome<[Table; 2]> {
    let scenes = scenes(physics)?;
    let agreement = agreement(physics, &scenes)?;
    let times = times(&scenes, losses)?;
    Ok([times, agreement])
}

fn searched(
    search: &mut InterceptSearch,
    scenes: &[Scene],
    path: fn(&Scene) -> &BallPath,
) -> usize {
    every_frame(
        scenes,
        |scene| &scene.frames,
        |scene, players, now_secs| match search.run(path(scene), players, now_secs) {
            Ok(()) => search
                .intercepts()
                .iter()
                .filter(|found| found.first.is_some())
                .count(),
            Err(_) => 0,
        },
    )
}

fn wandered(search: &mut InterceptSearch, scenes: &[Scene]) -> usize {
    let wandering =
        |scene: &Scene, players: &[Player], now| match search.run(&scene.path, players, now) {
            Ok(()) => usize::from(search.intercepts()[0].first.is_some()),
            Err(_) => 0,
        };
    every_frame(scenes, |scene| &scene.wandering, wandering)
}

fn every_frame(
    scenes: &[Scene],
    frames: fn(&Scene) -> &Vec<Vec<Player>>,
    mut frame: impl FnMut(&Scene, &[Player], f64) -> usize,
) -> usize {
    let mut sum = 0;
    for scene in scenes {
        for (number, players) in (0_u32..).zip(frames(scene)) {
            sum += frame(scene, players, f64::from(number) * FRAME_SECS);
        }
    }
    sum
}

fn cached(
    cache: &mut InterceptCache,
    scenes: &[Scene],
    frames: fn(&Scene) -> &Vec<Vec<Player>>,
) -> usize {
    every_frame(scenes, frames, |scene, players, now| {
        if now == 0.0 {
            cache.clear();
        }
        match cache.update(&scene.path, players, now) {
            Ok(()) => usize::from(cache.moment(0).is_some()),
            Err(_) => 0,
        }
    })
}

/// Works like a game loop: an update, then every player's first intercept. Returns the number of intercepts.
fn cached_intercepts(cache: &mut InterceptCache, scenes: &[Scene]) -> usize {
    every_frame(
        scenes,
        |scene| &scene.wandering,
        |scene, players, now| {
            if now == 0.0 {
                cache.clear();
            }
            match cache.update(&scene.path, players, now) {
                Ok(()) => (0..)
                    .zip(players)
                    .filter(|(index, player)| {
                        cache
                            .player_intercept(*index, &scene.path, player)
                            .first
                            .is_some()
                    })
                    .count(),
                Err(_) => 0,
            }
        },
    )
}

fn times(scenes: &[Scene], losses: &mut Vec<String>) -> Outcome<Table> {
    let mut searches = [
        ReachModel::Simple,
        ReachModel::Simple,
        ReachModel::Full,
        ReachModel::Full,
    ]
    .map(InterceptSearch::new);
    let [simple, chords, full, wander] = &mut searches;
    let mut cache = InterceptCache::new(ReachModel::Simple);
    let [mut cache_full, mut cache_wander, mut cache_moments] =
        [ReachModel::Full; 3].map(InterceptCache::new);
    let timings = in_turn(vec![
        Contender::new(SCAN, || scanned(scenes, false)),
        Contender::new(SCAN_FIRST, || scanned(scenes, true)),
        Contender::new(SEARCH, || searched(simple, scenes, |scene| &scene.path)),
        Contender::new(SEARCH_CHORDS, || {
            searched(chords, scenes, |scene| &scene.chords)
        }),
        Contender::new(SEARCH_FULL, || searched(full, scenes, |scene| &scene.path)),
        Contender::new(CACHED, || cached(&mut cache, scenes, |scene| &scene.frames)),
        Contender::new(CACHED_FULL, || {
            cached(&mut cache_full, scenes, |scene| &scene.frames)
        }),
        Contender::new(WANDERED, || wandered(wander, scenes)),
        Contender::new(WANDERED_CACHED, || {
            cached_intercepts(&mut cache_wander, scenes)
        }),
        Contender::new(WANDERED_MOMENTS, || {
            cached(&mut cache_moments, scenes, |scene| &scene.wandering)
        }),
    ]);
    let units = f64::from(FRAMES) * scenes.len() as f64;
    let title =
        format!("{PLAYERS} players, a path of 10 s: time per frame at 60 frames per second");
    let mut table = Table::new(title, "what | a frame | ± | times a scan | bar");
    let scan_secs = median_secs(&timings, SCAN);
    for timing in &timings {
        let ratio = scan_secs / timing.median_secs;
        let bars = match timing.name {
            SEARCH => Some(SEARCH_BARS),
            CACHED => Some(CACHED_BARS),
            _ => None,
        };
        let bar = bars.map(|[times, secs]| {
            let what = format!("{}, times faster than the scan", timing.name);
            let times = times.judge(&what, ratio, losses);
            let secs = secs.judge(timing.name, timing.median_secs / units, losses);
            format!("{times}, {secs}")
        });
        let bar = match timing.name {
            WANDERED_CACHED => {
                let times = median_secs(&timings, WANDERED) / timing.median_secs;
                let judged = WANDERED_BAR.judge(WANDERED_CACHED, times, losses);
                Some(format!("{judged} that search, {}", figure::plain(times)))
            }
            _ => bar,
        };
        let more = [figure::plain(ratio), bar.unwrap_or_default()];
        table.row(timing.cells(units).into_iter().chain(more));
    }
    Ok(table)
}

/// Compares first intercepts with those of other searches.
fn agreement(physics: &BallPhysics<Statics>, scenes: &[Scene]) -> Outcome<Table> {
    let [mut fine, mut dense, mut chords, mut array] = [(); 4].map(|()| Differences::default());
    for (scene, kick) in scenes.iter().zip(kicks::kicks(KICKS)?) {
        let options = footwork_flight::PredictionOptions {
            dense: true,
            ..Default::default()
        };
        let mut flight = footwork_flight::Prediction::new(physics, &kick.state, options)?;
        flight.finish(physics);
        let every_step = BallPath::from_steps(flight.dense(), |at| physics.world().ground_m(at));
        let Some(players) = scene.frames.first() else {
            continue;
        };
        for player in players {
            let first = |path: &BallPath| {
                let found = first_intercept(path, player, ReachModel::Simple, 0.0);
                found.map(|found| found.map(|first| first.secs))
            };
            let ours = first(&scene.path)?;
            dense.add(ours, first(&every_step)?);
            chords.add(first(&scene.chords)?, first(&every_step)?);
            fine.add(ours, fine_first(&scene.path, player));
            let index = scan(&scene.array, player, 0.0, true).0;
            array.add(ours, index.map(|index| f64::from(index) * 0.01));
        }
    }
    if fine.worst() > 1e-6 || fine.mismatches * 1000 > fine.total() {
        return Err(format!("the search differs from the fine scan: {}", fine.worst()).into());
    }
    let title = "First intercepts of the simple model, how far from those of another search";
    let head = "against | median | p99 | worst | found by one alone";
    let mut table = Table::new(title, head);
    for (name, mut differences) in [
        (
            "a fine scan over the same lines, ends bisected (bar: 1 µs)",
            fine,
        ),
        ("every step of the physics", dense),
        ("every step of the physics, samples read as chords", chords),
        ("the scan of 100 positions a second", array),
    ] {
        differences.secs.sort_by(f64::total_cmp);
        let at = |share: usize| {
            let index = (differences.secs.len() * share / 100).min(differences.secs.len() - 1);
            figure::secs(differences.secs[index])
        };
        table.row([
            name.to_owned(),
            at(50),
            at(99),
            figure::secs(differences.worst()),
            format!("{} of {}", differences.mismatches, differences.total()),
        ]);
    }
    Ok(table)
}

#[derive(Default)]
struct Differences {
    secs: Vec<f64>,
    mismatches: usize,
}

impl Differences {
    fn add(&mut self, ours: Option<f64>, theirs: Option<f64>) {
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => self.secs.push((ours - theirs).abs()),
            (None, None) => {}
            _ => self.mismatches += 1,
        }
    }

    fn worst(&self) -> f64 {
        self.secs.iter().copied().fold(0.0, f64::max)
    }

    fn total(&self) -> usize {
        self.secs.len() + self.mismatches
    }
}

/// Returns the first intercept in seconds, by a scan in steps of 0.2 ms and a bisection.
fn fine_first(path: &BallPath, player: &Player) -> Option<f64> {
    let is_in = |secs: f64| {
        let Some([x, y, z]) = path.position_at(secs) else {
            return false;
        };
        let radius = player.reach_m + player.top_speed_mps * (secs - player.ready_secs());
        let (dx, dz) = (x - player.position[0], z - player.position[2]);
        secs >= player.ready_secs()
            && y <= player.heights.hands_m
            && (dx * dx + dz * dz).sqrt() <= radius
    };
    let ready = player.ready_secs().max(0.0);
    let hit = (0..50_000)
        .map(|index| ready + f64::from(index) * 0.0002)
        .find(|&secs| is_in(secs))?;
    if hit == ready {
        return Some(ready);
    }
    let (mut out, mut hit) = (hit - 0.0002, hit);
    for _ in 0..40 {
        let middle = 0.5 * (out + hit);
        if is_in(middle) {
            hit = middle;
        } else {
            out = middle;
        }
    }
    Some(hit)
}
