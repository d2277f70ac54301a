//! The quality of walking: jitter in corners, catches on flat walls, roughness, and overlaps in crowds.

use super::crowd::Crowd;
use super::moves::{circle, circle_start, corner};
use super::peers::{Engine, PEERS, Peer};
use super::scenes::{Random, STEP, Sheet, Triangle, as_floor, as_wall, terrain};
use super::vector::{add, dot};
use crate::figure;
use crate::report::{Bar, Block, Outcome, Table};

/// The number of steps into a corner.
const STEPS: usize = 300;
/// The number of steps in the last second.
const LAST: usize = 60;
/// Movement in the last second above which a run jitters, in metres.
const JITTER: f64 = 1e-3;
/// The shortest step back that counts, in metres: more than the rounding of f32.
const BACK: f64 = 1e-6;
/// The share of the ideal step below which a step is a catch.
const CATCH: f64 = 0.5;
/// The number of steps of the crowds.
const CROWD_STEPS: usize = 150;
const SEEDS: u64 = 4;

/// The bar for movement in the last second in a corner, in metres.
const CORNER_BAR: Bar = Bar::at_most(1e-5).printed(millimetres);
/// The bar for the number of steps back.
const BACK_BAR: Bar = Bar::at_most(0.0).printed(|steps| format!("{steps}"));
/// The bar for the shortest step along a flat surface, as a share of the ideal one.
const FLAT_BAR: Bar = Bar::at_least(0.999).printed(share);
/// The bar for the whole way along a rough surface, as a share of the ideal one.
const ROUGH_BAR: Bar = Bar::at_least(0.99).printed(share);
/// The bar for the deepest overlap of two people, in metres.
const DEEP_BAR: Bar = Bar::at_most(1e-3).printed(millimetres);

/// The results of one of [`PEERS`].
struct Found {
    jittering: usize,
    runs: usize,
    worst: f64,
    reversed: usize,
    flat: [Along; 2],
    /// The shortest way at ±0.5 mm and ±2 mm, as a share of the ideal one.
    rough: [f64; 2],
    /// The deepest overlaps of 22 and of 220 people, in metres.
    deepest: [f64; 2],
    terrain: f64,
}

/// The results of walks along a surface at several angles.
struct Along {
    shortest: f64,
    whole: f64,
    catches: usize,
}

/// Measures all contenders.
pub(super) fn measure(losses: &mut Vec<String>) -> Outcome<Vec<Block>> {
    let found: Vec<Found> = PEERS
        .iter()
        .map(|&peer| find(peer))
        .collect::<Result<_, _>>()?;
    let mut corners = Table::new(
        "Corners, of 20° to 170° by tens, three headings each, five seconds",
        "contender | runs with jitter | worst way in the last second | steps back",
    );
    let mut surfaces = Table::new(
        "Along walls and floors of 2,760 triangles, at 5°, 45° and 85°, as shares of the ideal",
        "contender | flat wall: shortest step, whole | catches | flat floor: shortest step, whole | catches \
         | rough ±0.5 mm: whole | rough ±2 mm: whole",
    );
    let mut others = Table::new(
        "Deepest overlap of two people; way over rolling ground",
        "contender | 22 people | 220 people | way on terrain of 10⁴",
    );
    for (peer, found) in PEERS.iter().zip(&found) {
        let name = peer.name();
        corners.row([
            name.to_owned(),
            format!("{} of {}", found.jittering, found.runs),
            millimetres(found.worst),
            found.reversed.to_string(),
        ]);
        let [wall, floor] = &found.flat;
        let along = |along: &Along| format!("{:.3}, {:.3}", along.shortest, along.whole);
        surfaces.row([
            name.to_owned(),
            along(wall),
            wall.catches.to_string(),
            along(floor),
            floor.catches.to_string(),
            share(found.rough[0]),
            share(found.rough[1]),
        ]);
        let [few, many] = found.deepest.map(millimetres);
        others.row([name.to_owned(), few, many, share(found.terrain)]);
    }
    for (peer, found) in PEERS
        .iter()
        .zip(&found)
        .filter(|(peer, _)| peer.engine == Engine::Ours)
    {
        let (name, none) = (format!("bar, {}", peer.name()), String::new);
        let mut judge = |bar: Bar, what: &str, found: f64| {
            bar.judge(&format!("{}, {what}", peer.name()), found, losses)
        };
        corners.row([
            name.clone(),
            none(),
            judge(
                CORNER_BAR,
                "way in the last second in a corner",
                found.worst,
            ),
            judge(BACK_BAR, "steps back", found.reversed as f64),
        ]);
        let [wall, floor] = found.flat.each_ref().map(|along| along.shortest);
        surfaces.row([
            name.clone(),
            judge(FLAT_BAR, "shortest step on a flat wall", wall),
            none(),
            judge(FLAT_BAR, "shortest step on a flat floor", floor),
            none(),
            judge(
                ROUGH_BAR,
                "whole way on a surface of ±0.5 mm",
                found.rough[0],
            ),
            judge(ROUGH_BAR, "whole way on a surface of ±2 mm", found.rough[1]),
        ]);
        others.row([
            name,
            judge(DEEP_BAR, "overlap of 22 people", found.deepest[0]),
            judge(DEEP_BAR, "overlap of 220 people", found.deepest[1]),
            none(),
        ]);
    }
    Ok(vec![
        Block::Table(corners),
        Block::Table(surfaces),
        Block::Table(others),
        Block::Text(format!(
            "Jitter is more than 1 mm of movement in the last second. A step back goes more than 1 µm against the wanted \
             direction. A catch is a step shorter than half its ideal length. Figures are the worst of several surfaces, \
             angles and {SEEDS} seeds of roughness. Crowds run for {CROWD_STEPS} steps. Negative overlaps are gaps."
        )),
    ])
}

fn millimetres(metres: f64) -> String {
    format!("{} mm", figure::plain(metres * 1e3))
}

fn share(share: f64) -> String {
    format!("{share:.3}")
}

fn find(peer: Peer) -> Outcome<Found> {
    let mut found = Found {
        jittering: 0,
        runs: 0,
        worst: 0.0,
        reversed: 0,
        flat: [
            along(peer, &sheet(2, 0.0, as_wall), &WALL)?,
            along(peer, &sheet(3, 0.0, as_floor), &FLOOR)?,
        ],
        rough: [rough(peer, 0.5e-3)?, rough(peer, 2e-3)?],
        deepest: [deepest(peer, 22)?, deepest(peer, 220)?],
        terrain: 0.0,
    };
    for degrees in (20..=170).step_by(10) {
        for heading in [-3, 0, 3] {
            let run = corner(f64::from(degrees), f64::from(heading) / 4.25);
            let (last, reversed) = walk_into(peer, &run)?;
            found.runs += 1;
            found.jittering += usize::from(last > JITTER);
            found.worst = found.worst.max(last);
            found.reversed += reversed;
        }
    }
    let ground = terrain(71, &mut Random(7));
    let start = circle_start(&ground);
    found.terrain = circle(&mut *peer.bodies(&ground, &[start])?, start);
    Ok(found)
}

/// Walks into a corner. Returns the movement in the last second, in metres, and the number of steps back.
fn walk_into(
    peer: Peer,
    (triangles, start, wanted): &(Vec<Triangle>, [f64; 3], [f64; 3]),
) -> Outcome<(f64, usize)> {
    let mut bodies = peer.bodies(triangles, &[*start])?;
    let (mut last, mut reversed) = (0.0, 0);
    for step in 0..STEPS {
        let before = bodies.position(0);
        bodies.step(0, *wanted);
        let moved = add(bodies.position(0), before, -1.0);
        reversed += usize::from(dot(moved, *wanted) < -BACK * STEP);
        if step >= STEPS - LAST {
            last += dot(moved, moved).sqrt();
        }
    }
    Ok((last, reversed))
}

/// A surface to walk along.
struct Surface {
    normal: [f64; 3],
    start: [f64; 3],
    direction: [f64; 3],
}

const WALL: Surface = Surface {
    normal: [-1.0, 0.0, 0.0],
    start: [-0.305, 0.0, -5.5],
    direction: [0.0, 0.0, 1.0],
};

const FLOOR: Surface = Surface {
    normal: [0.0, 1.0, 0.0],
    start: [-5.5, 0.905, 0.3],
    direction: [1.0, 0.0, 0.0],
};

fn sheet(seed: u64, noise: f64, place: fn([f64; 3]) -> [f64; 3]) -> Vec<Triangle> {
    let sheet = Sheet {
        noise,
        ..Sheet::BAR
    };
    sheet.triangles(&mut Random(seed), place)
}

/// Walks along a surface at several angles. Returns the worst results and the number of all catches.
fn along(peer: Peer, triangles: &[Triangle], surface: &Surface) -> Outcome<Along> {
    let mut found = Along {
        shortest: f64::INFINITY,
        whole: f64::INFINITY,
        catches: 0,
    };
    let mut bodies = peer.bodies(triangles, &[surface.start])?;
    for degrees in [5.0_f64, 45.0, 85.0] {
        let angle = degrees.to_radians();
        let (into, ideal) = (libm::sin(angle) * STEP, libm::cos(angle) * STEP);
        let wanted = [0, 1, 2].map(|i| ideal * surface.direction[i] - into * surface.normal[i]);
        // Walk ten metres, or 900 steps if they cover less.
        let steps = (0..900)
            .take_while(|&step| f64::from(step) * ideal < 10.0 - ideal)
            .count();
        bodies.put(0, surface.start);
        let mut whole = 0.0;
        for _ in 0..steps {
            let before = bodies.position(0);
            bodies.step(0, wanted);
            let moved = add(bodies.position(0), before, -1.0);
            let share = dot(moved, surface.direction) / ideal;
            found.shortest = found.shortest.min(share);
            found.catches += usize::from(share < CATCH);
            whole += share / steps as f64;
        }
        found.whole = found.whole.min(whole);
    }
    Ok(found)
}

/// Returns the shortest way on rough surfaces, as a share of the ideal one.
fn rough(peer: Peer, noise: f64) -> Outcome<f64> {
    let mut worst = f64::INFINITY;
    for seed in 0..SEEDS {
        let wall = along(peer, &sheet(seed, noise, as_wall), &WALL)?;
        let floor = along(peer, &sheet(seed, noise, as_floor), &FLOOR)?;
        worst = worst.min(wall.whole).min(floor.whole);
    }
    Ok(worst)
}

fn deepest(peer: Peer, count: usize) -> Outcome<f64> {
    let mut crowd = Crowd::new(count);
    let mut bodies = peer.bodies(&[], &crowd.places)?;
    let mut deepest = f64::NEG_INFINITY;
    for _ in 0..CROWD_STEPS {
        crowd.step(&mut *bodies);
        deepest = crowd.deepest(peer.kind, &*bodies).max(deepest);
    }
    Ok(deepest)
}
