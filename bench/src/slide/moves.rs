//! The time of a whole move.

use super::crowd::Crowd;
use super::peers::{Bodies, Engine, Kind, PEERS, Peer};
use super::scenes::{self, Random, STEP, Triangle};
use crate::figure;
use crate::measure::{Contender, Timing, cpu_time, in_turn, median_secs};
use crate::report::{Bar, Block, Outcome, Table};

/// The radius of the circle on terrain, in metres.
const CIRCLE: f64 = 15.0;
/// The number of steps in one round of the circle.
const ROUND: usize = 1131;
/// The downward part of a step on terrain, in metres, which keeps the body on the ground.
const DOWN: f64 = 0.05;
/// The number of steps into each corner.
const CORNER_STEPS: usize = 100;
/// The numbers of people and of steps of each crowd.
const CROWD_STEPS: [(usize, usize); 2] = [(22, 90), (220, 15)];
/// The number of steps of the crowd that presses together.
const PRESS_STEPS: usize = 90;

/// The bar on terrain, as a share of the time of rapier's box.
const TERRAIN_SHARE: f64 = 1.0 / 20.0;
/// The bar in crowds, as a share of the time of rapier's body of the same shape.
const CROWD_SHARE: f64 = 1.0 / 100.0;
/// The bar for a move in the crowd of 22.
const CROWD_SECS: f64 = 2.5e-6;
/// The bar for a move on a million triangles.
const MILLION_SECS: f64 = 3e-6;
/// The bar for building a world from a million triangles.
const BUILD_SECS: f64 = 1.5;

/// The timings of one scene by [`PEERS`].
struct Times {
    scene: &'static str,
    timings: Vec<Timing>,
    moves: usize,
}

impl Times {
    fn secs_of(&self, engine: Engine, kind: Kind) -> f64 {
        median_secs(&self.timings, Peer { engine, kind }.name()) / self.moves as f64
    }
}

/// Measures every contender in every scene.
pub(super) fn measure(losses: &mut Vec<String>) -> Outcome<Vec<Block>> {
    let ten_thousand = scenes::terrain(71, &mut Random(7));
    let (million, dense) = (million(), scenes::terrain(707, &mut Random(7)));
    let (far, made_far) = terrain("10⁶ triangles, 500 m", &million)?;
    let (fine, made_fine) = terrain("10⁶ triangles, one sheet", &dense)?;
    let (near, _) = terrain("terrain of 10⁴", &ten_thousand)?;
    let mut all = vec![near, corners()?];
    for (count, steps) in CROWD_STEPS {
        let scene = match count {
            22 => "crowd of 22",
            _ => "crowd of 220",
        };
        all.push(crowd(scene, || Crowd::new(count), steps)?);
    }
    all.push(crowd("22 who press", || Crowd::pressing(22), PRESS_STEPS)?);
    all.extend([far, fine]);
    Ok(vec![
        Block::Table(times(&all)),
        Block::Table(bars(&all, [made_far, made_fine], losses)),
        Block::Text(format!(
            "The box measures 0.6 by 1.8 by 0.6 m, and the capsule is as wide and as high. A step is {:.1} mm (5 m/s at \
             60 Hz), without gravity and independent of the step before. All bodies keep 5 mm from obstacles; the other \
             settings, rapier's and ours, are the defaults. On terrain the bodies walk a circle with a radius of \
             {CIRCLE} m around the middle, {:.0} mm down in each step. The terrains are 10,082 triangles on 50 m by 50 \
             m, a hundred such terrains side by side, and a million triangles in one sheet of that size. Corners are of \
             20° to 170°, with {CORNER_STEPS} steps into each at three headings, most of them at rest. In crowds each \
             person runs to a random place, for {} steps with 22 people and {} with 220, or all 22 press towards the \
             middle; the time includes moving a body's obstacle for the others. Clipping works as in `PM_SlideMove` of \
             Quake III, with our sweeps over a grid.",
            STEP * 1e3,
            DOWN * 1e3,
            CROWD_STEPS[0].1,
            CROWD_STEPS[1].1,
        )),
    ])
}

/// Returns a hundred terrains side by side. Bodies walk on the one in the middle.
fn million() -> Vec<Triangle> {
    let mut random = Random(7);
    let tiles = (0..100).flat_map(|tile| {
        let (row, column) = (f64::from(tile / 10 - 5), f64::from(tile % 10 - 5));
        let triangles = scenes::terrain(71, &mut random);
        let moved = move |[x, y, z]: [f64; 3]| [x + 50.0 * column, y, z + 50.0 * row];
        triangles
            .into_iter()
            .map(move |triangle| triangle.map(moved))
    });
    tiles.collect()
}

/// Returns the start of the circle, above every vertex within a metre.
pub(super) fn circle_start(triangles: &[Triangle]) -> [f64; 3] {
    let near = |at: &&[f64; 3]| (at[0] - CIRCLE).abs() < 1.0 && at[2].abs() < 1.0;
    let high = (triangles.iter().flatten().filter(near))
        .fold(-1.0, |high, at| if at[1] > high { at[1] } else { high });
    [CIRCLE, high + 0.91, 0.0]
}

/// Walks the circle. Returns the distance covered over ground as a share of the wanted distance.
pub(super) fn circle(bodies: &mut dyn Bodies, start: [f64; 3]) -> f64 {
    bodies.put(0, start);
    let mut way = 0.0;
    for step in 0..ROUND {
        let angle = step as f64 * STEP / CIRCLE;
        let [x, _, z] = bodies.position(0);
        bodies.step(
            0,
            [-libm::sin(angle) * STEP, -DOWN, libm::cos(angle) * STEP],
        );
        let [to_x, _, to_z] = bodies.position(0);
        way += ((to_x - x) * (to_x - x) + (to_z - z) * (to_z - z)).sqrt();
    }
    way / (ROUND as f64 * STEP)
}

/// Returns the walls of a corner, the start of a body and its step into the corner. The headings -1 and 1 lead straight into
/// either wall.
pub(super) fn corner(degrees: f64, heading: f64) -> (Vec<Triangle>, [f64; 3], [f64; 3]) {
    let (triangles, _) = scenes::corner(degrees);
    let half = (degrees / 2.0).to_radians();
    let turn = heading * (std::f64::consts::FRAC_PI_2 - half);
    let wanted = [libm::cos(turn) * STEP, 0.0, libm::sin(turn) * STEP];
    let start = [-(0.5 + 0.43 / libm::sin(half)), 0.0, 0.0];
    (triangles, start, wanted)
}

/// Returns the times of moves, and the seconds that Footwork and rapier need to build their worlds from the triangles.
fn terrain(scene: &'static str, triangles: &[Triangle]) -> Outcome<(Times, [f64; 2])> {
    let start = circle_start(triangles);
    let mut made = [f64::NAN; 2];
    let mut bodies = Vec::new();
    for peer in PEERS {
        let mut secs = Vec::new();
        let of = match peer.engine {
            Engine::Ours => Some(0),
            Engine::Rapier => Some(1),
            Engine::Adapted | Engine::Quake => None,
        };
        let tries = match (of, peer.kind) {
            (Some(_), Kind::Box) => 3,
            _ => 1,
        };
        for last in (0..tries).rev() {
            let before = cpu_time();
            let made = peer.bodies(triangles, &[start])?;
            secs.push(cpu_time().saturating_sub(before).as_secs_f64());
            if last == 0 {
                bodies.push((peer, made));
            }
        }
        secs.sort_by(f64::total_cmp);
        if let (Some(of), &[_, median, _]) = (of, secs.as_slice()) {
            made[of] = median;
        }
    }
    let contenders = bodies
        .iter_mut()
        .map(|(peer, bodies)| Contender::new(peer.name(), move || circle(&mut **bodies, start)));
    let timings = in_turn(contenders.collect());
    let times = Times {
        scene,
        timings,
        moves: ROUND,
    };
    Ok((times, made))
}

fn corners() -> Outcome<Times> {
    let mut runs = Vec::new();
    for degrees in [20.0, 50.0, 80.0, 110.0, 140.0, 170.0] {
        for heading in [-0.7, 0.0, 0.7] {
            runs.push(corner(degrees, heading));
        }
    }
    let mut all = Vec::new();
    for peer in PEERS {
        let bodies = |(triangles, start, _): &(Vec<Triangle>, [f64; 3], [f64; 3])| {
            peer.bodies(triangles, &[*start])
        };
        let bodies: Vec<_> = runs.iter().map(bodies).collect::<Result<_, _>>()?;
        all.push((peer, bodies));
    }
    let contenders = all.iter_mut().map(|(peer, bodies)| {
        let runs = &runs;
        Contender::new(peer.name(), move || {
            for ((_, start, wanted), bodies) in runs.iter().zip(&mut *bodies) {
                bodies.put(0, *start);
                for _ in 0..CORNER_STEPS {
                    bodies.step(0, *wanted);
                }
            }
        })
    });
    let timings = in_turn(contenders.collect());
    Ok(Times {
        scene: "corners",
        timings,
        moves: runs.len() * CORNER_STEPS,
    })
}

fn crowd(scene: &'static str, begin: impl Fn() -> Crowd, steps: usize) -> Outcome<Times> {
    let mut all = Vec::new();
    for peer in PEERS {
        all.push((peer, peer.bodies(&[], &begin().places)?));
    }
    let contenders = all.iter_mut().map(|(peer, bodies)| {
        let begin = &begin;
        Contender::new(peer.name(), move || {
            let mut crowd = begin();
            for (who, &place) in crowd.places.iter().enumerate() {
                bodies.put(who, place);
            }
            for _ in 0..steps {
                crowd.step(&mut **bodies);
            }
        })
    });
    let timings = in_turn(contenders.collect());
    Ok(Times {
        scene,
        timings,
        moves: begin().places.len() * steps,
    })
}

fn times(all: &[Times]) -> Table {
    let mut table = Table::with_head(
        "The time of a move (± half the distance between the quartiles)",
        ["contender"]
            .into_iter()
            .chain(all.iter().map(|times| times.scene))
            .map(str::to_owned),
    );
    for (index, peer) in PEERS.iter().enumerate() {
        table.row_of(peer.name(), all, |times| {
            times.timings[index].cell(times.moves as f64)
        });
    }
    table
}

fn bars(all: &[Times], made: [[f64; 2]; 2], losses: &mut Vec<String>) -> Table {
    let head = "what | ours | bar | rapier3d, the same shape";
    let mut table = Table::new("The bars of a move", head);
    let mut row = |what: String, ours: f64, bar: f64, peer: f64| {
        let judged = Bar::secs(bar).judge(&what, ours, losses);
        table.row([what, figure::secs(ours), judged, figure::secs(peer)]);
    };
    let [near, _, crowd, _, press, far, _] = all else {
        return table;
    };
    let both = |times: &Times, kind| {
        let [ours, peer] = [Engine::Ours, Engine::Rapier].map(|engine| times.secs_of(engine, kind));
        (ours, peer)
    };
    let box_bar = TERRAIN_SHARE * near.secs_of(Engine::Rapier, Kind::Box);
    let kinds = [(Kind::Box, "box"), (Kind::Capsule, "capsule")];
    for (kind, told) in kinds {
        let (time, peer) = both(near, kind);
        row(
            format!("terrain of 10⁴, {told}, 1/20 of rapier's box"),
            time,
            box_bar,
            peer,
        );
    }
    for (kind, told) in kinds {
        let (time, peer) = both(crowd, kind);
        row(format!("crowd of 22, {told}"), time, CROWD_SECS, peer);
        let bar = CROWD_SHARE * peer;
        row(
            format!("crowd of 22, {told}, 1/100 of rapier's time"),
            time,
            bar,
            peer,
        );
        let (time, peer) = both(press, kind);
        let bar = CROWD_SHARE * peer;
        row(
            format!("22 pressing together, {told}, 1/100 of rapier's time"),
            time,
            bar,
            peer,
        );
    }
    for (kind, told) in kinds {
        let (time, peer) = both(far, kind);
        row(
            format!("10⁶ triangles on 500 m, {told}"),
            time,
            MILLION_SECS,
            peer,
        );
    }
    for ([ours, peer], told) in made.into_iter().zip(["500 m", "one sheet"]) {
        row(
            format!("build a world of 10⁶ triangles on {told}"),
            ours,
            BUILD_SECS,
            peer,
        );
    }
    table
}
