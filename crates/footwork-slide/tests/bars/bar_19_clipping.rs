//! Bar 19: compares the quadratic program with clipping by one plane after the other. Some scenes favour the program,
//! others clipping.
//!
//! `docs/design/quadratic-program.md` has the table that these tests print with `--nocapture`.

use footwork_slide::{Shape, World};

use crate::bar_16_kits::{funnel, kit};
use crate::clipping::Clipping;
use crate::scenes::{self, Random, STEP, Sheet, as_floor, quad};
use crate::walk::{BOX, CAPSULE, Walk, gap, length, times, world_of};

/// The method that moves the body.
enum Body {
    Program(Box<Walk>),
    Clipping(Box<Clipping>),
}

impl Body {
    /// Returns two bodies at the same start: the first is moved by a [`Walk`], the second by [`Clipping`].
    fn both(world: &World, shape: Shape, at: [f64; 3]) -> [Self; 2] {
        [
            Self::Program(Box::new(Walk::new(world.clone(), shape, at))),
            Self::Clipping(Box::new(Clipping::new(world.clone(), shape, at))),
        ]
    }

    fn step(&mut self, wanted: [f64; 3]) -> [f64; 3] {
        match self {
            Self::Program(walk) => walk.step(wanted).0,
            Self::Clipping(body) => body.step(wanted),
        }
    }

    fn position(&self) -> [f64; 3] {
        match self {
            Self::Program(walk) => walk.state.position,
            Self::Clipping(body) => body.position,
        }
    }
}

/// The result of a walk along x.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The number of steps that cover less than 0.8 of the wanted length.
    short: usize,
    /// The covered distance, as a share of the wanted distance.
    whole: f64,
    /// The largest sideways drift, in metres.
    sideways_m: f64,
}

fn along_x(body: &mut Body, wanted: [f64; 3], steps: usize) -> Way {
    let start = body.position();
    let mut way = Way {
        short: 0,
        whole: 0.0,
        sideways_m: 0.0,
    };
    for _ in 0..steps {
        let share = body.step(wanted)[0] / wanted[0];
        way.short += usize::from(share < 0.8);
        way.whole += share / steps as f64;
        way.sideways_m = most(way.sideways_m, (body.position()[2] - start[2]).abs());
    }
    way
}

fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

fn most(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// Walks over rough floors. Each move points into the floor by `degrees`. Returns for each method the number of short
/// steps, the number of floors with a short step, the smallest share of the wanted distance, and the largest and the
/// mean sideways drift in millimetres.
fn rough_floors(shape: Shape, degrees: f64, seeds: u64) -> [[f64; 5]; 2] {
    let (sine, cosine) = libm::sincos(f64::to_radians(degrees));
    let wanted = [STEP * cosine, -STEP * sine, 0.0];
    let mut rows = [[0.0, 0.0, 1.0, 0.0, 0.0]; 2];
    for seed in 0..seeds {
        let sheet = Sheet {
            noise: 2e-3,
            ..Sheet::BAR
        };
        let world = world_of(&sheet.triangles(&mut Random(seed), as_floor));
        let bodies = Body::both(&world, shape, [-5.5, 0.905, 0.3]);
        for (row, mut body) in rows.iter_mut().zip(bodies) {
            let way = along_x(&mut body, wanted, 168);
            row[0] += way.short as f64;
            row[1] += f64::from(u8::from(way.short > 0));
            row[2] = least(row[2], way.whole);
            row[3] = most(row[3], way.sideways_m * 1e3);
            row[4] += way.sideways_m * 1e3 / seeds as f64;
        }
    }
    rows
}

/// With the program, the capsule has two short steps at 85°, both on one floor of a hundred. With clipping it has 140,
/// on fifteen floors.
#[test]
fn rough_floors_shorten_fewer_steps_than_with_clipping() {
    for shape in [BOX, CAPSULE] {
        for degrees in [45.0, 60.0, 75.0, 85.0] {
            let [program, clipping] = rough_floors(shape, degrees, 100);
            println!("{shape:?}, {degrees}°: {program:.3?}, clipping {clipping:.3?}");
            assert!(program[0] <= if degrees > 80.0 { 2.0 } else { 0.0 });
            assert!((0..2).all(|at| program[at] <= clipping[at]));
            assert!(
                program[2] >= clipping[2] && program[3] <= clipping[3] && program[4] <= clipping[4]
            );
        }
    }
}

#[test]
fn prints_how_far_funnels_are_walked() {
    for shape in [BOX, CAPSULE] {
        let (mut ahead, mut behind) = (vec![], vec![]);
        let mut jitter = [0.0; 2];
        for seed in 0..60 {
            let (triangles, width, z) = funnel(&mut Random(seed));
            let bodies = Body::both(&world_of(&triangles), shape, [-4.5, 0.0, z]);
            let mut at = [0.0; 2];
            for (who, mut body) in bodies.into_iter().enumerate() {
                let mut last = 0.0;
                for step in 0..180 {
                    let moved = body.step([STEP, 0.0, 0.0]);
                    last += if step >= 120 { length(moved) } else { 0.0 };
                }
                at[who] = body.position()[0];
                if width < 0.6 {
                    jitter[who] = most(jitter[who], last);
                }
            }
            if at[0] > at[1] + 0.01 {
                ahead.push((seed, width, at));
            }
            if at[1] > at[0] + 0.01 {
                behind.push((seed, width, at));
            }
        }
        println!(
            "funnels {shape:?}: jitter {jitter:?} ahead {} {ahead:?}\n behind {} {behind:?}",
            ahead.len(),
            behind.len()
        );
    }
}

#[test]
fn prints_how_far_leaning_funnels_are_walked() {
    for shape in [BOX, CAPSULE] {
        for down in [0.0, 0.05] {
            let (mut ahead, mut behind) = (vec![], vec![]);
            let mut jitter = [0.0; 2];
            for seed in 0..200 {
                let random = &mut Random(seed);
                let (triangles, lean) = leaning(random);
                let z = random.between(-0.4, 0.4);
                let bodies = Body::both(&world_of(&triangles), shape, [-4.5, 0.91, z]);
                let mut at = [0.0; 2];
                for (who, mut body) in bodies.into_iter().enumerate() {
                    let mut last = 0.0;
                    for step in 0..180 {
                        let moved = body.step([STEP, -down, 0.0]);
                        last += if step >= 120 { length(moved) } else { 0.0 };
                    }
                    at[who] = body.position()[0];
                    if at[who] < 0.5 {
                        jitter[who] = most(jitter[who], last);
                    }
                }
                if at[0] > at[1] + 0.05 {
                    ahead.push((seed, lean, at));
                }
                if at[1] > at[0] + 0.05 {
                    behind.push((seed, lean, at));
                }
            }
            println!(
                "leaning {shape:?} {down}: jitter {jitter:?} ahead {} {ahead:?}\n behind {} {behind:?}",
                ahead.len(),
                behind.len()
            );
        }
    }
}

/// Returns a floor, and two walls that narrow along +x and lean.
fn leaning(random: &mut Random) -> (Vec<scenes::Triangle>, [f64; 2]) {
    let width = random.between(0.5, 0.9);
    let mut triangles = quad([-8.0, 0.0, -6.0], [24.0, 0.0, 0.0], [0.0, 0.0, 12.0]).to_vec();
    let mut leans = [0.0; 2];
    for (at, side) in [1.0, -1.0].into_iter().enumerate() {
        let lean = libm::tan(random.between(-30.0, 30.0_f64).to_radians());
        let spread = random.between(0.5, 2.5);
        leans[at] = lean;
        let end = side * width / 2.0;
        let up = [0.0, 6.0, side * 6.0 * lean];
        triangles.extend(quad(
            [-4.0, 0.0, end + side * spread],
            [4.0, 0.0, -side * spread],
            up,
        ));
        triangles.extend(quad([0.0, 0.0, end], [2.0, 0.0, 0.0], up));
    }
    (triangles, leans)
}

#[test]
fn prints_jitter_and_gaps_in_corners() {
    for shape in [BOX, CAPSULE] {
        let mut jitter = [0.0; 2];
        let mut count = [0; 2];
        let mut off = [0.0; 2];
        let mut more = [0; 2];
        for degrees in 20..=170 {
            for heading in -4..=4 {
                let (heading, degrees) = (f64::from(heading) / 4.25, f64::from(degrees));
                let (triangles, normals) = scenes::corner(degrees);
                let half = (degrees / 2.0).to_radians();
                let turn = heading * (std::f64::consts::FRAC_PI_2 - half);
                let wanted = times([libm::cos(turn), 0.0, libm::sin(turn)], STEP);
                let start = 0.5 + 0.43 / libm::sin(half);
                let bodies = Body::both(&world_of(&triangles), shape, [-start, 0.0, 0.0]);
                for (who, mut body) in bodies.into_iter().enumerate() {
                    let mut last = 0.0;
                    for step in 0..300 {
                        let moved = body.step(wanted);
                        last += if step >= 240 { length(moved) } else { 0.0 };
                    }
                    jitter[who] = most(jitter[who], last);
                    count[who] += usize::from(last > 1e-3);
                    for normal in normals {
                        let gap = gap(&shape, body.position(), normal);
                        off[who] = most(off[who], gap);
                        more[who] += usize::from(gap > 0.006);
                    }
                }
            }
        }
        println!(
            "corners {shape:?}: jitter {jitter:?} runs {count:?} gap {off:?} gaps>6mm {more:?}"
        );
    }
}

#[test]
fn kits_catch_no_body() {
    for shape in [BOX, CAPSULE] {
        let mut catches = [0; 2];
        let mut shortest = [1.0; 2];
        for which in 0..6 {
            let world = world_of(&kit(which));
            for degrees in [0.0, 17.0, 45.0, 90.0] {
                let (sine, cosine) = libm::sincos(f64::to_radians(degrees));
                let at = [-4.0 * cosine, 0.905, -4.0 * sine];
                for (who, mut body) in Body::both(&world, shape, at).into_iter().enumerate() {
                    for _ in 0..90 {
                        let moved = body.step([STEP * cosine, -0.05, STEP * sine]);
                        let ahead = (moved[0] * cosine + moved[2] * sine) / STEP;
                        catches[who] += usize::from(ahead < 0.99);
                        shortest[who] = least(shortest[who], ahead);
                    }
                }
            }
        }
        assert_eq!(catches[0], 0);
        println!("kits {shape:?}: {catches:?} {shortest:?}");
    }
}

/// With the program, no step along a groove is short. Clipping has steps at least as short as the program's shortest.
#[test]
fn grooves_shorten_no_step() {
    for shape in [BOX, CAPSULE] {
        let mut short = [0; 2];
        let mut shortest = [1.0; 2];
        let mut whole = [0.0; 2];
        let count = 60;
        for seed in 0..count {
            let random = &mut Random(seed);
            let sides = [0, 1].map(|_| random.between(20.0, 78.0));
            let tilt = libm::tan(random.between(-20.0, 20.0_f64).to_radians());
            let mut triangles = Vec::new();
            for (side, degrees) in [1.0, -1.0].into_iter().zip(sides) {
                let rise = libm::tan(f64::to_radians(degrees));
                let mut from = -12.0;
                while from < 12.0 {
                    let cell = random.between(0.3, 2.5);
                    triangles.extend(quad(
                        [from, from * tilt, 0.0],
                        [cell, cell * tilt, 0.0],
                        [0.0, 6.0 * rise, side * 6.0],
                    ));
                    from += cell;
                }
            }
            random.shuffle(&mut triangles);
            let heading = random.between(-60.0, 60.0_f64).to_radians();
            let world = world_of(&triangles);
            let wanted = [STEP * libm::cos(heading), -0.05, STEP * libm::sin(heading)];
            // Lowers the body until it rests.
            for (who, mut body) in Body::both(&world, shape, [-4.0, 4.0, 0.0])
                .into_iter()
                .enumerate()
            {
                for _ in 0..100 {
                    body.step([0.0, -0.1, 0.0]);
                }
                // The component of the wanted move along the crease of the two slopes.
                let unit = 1.0 / (1.0 + tilt * tilt);
                let ideal = (wanted[0] + wanted[1] * tilt) * unit;
                let mut way = 0.0;
                for _ in 0..60 {
                    let ahead = body.step(wanted)[0] / ideal;
                    short[who] += usize::from(ahead < 0.8);
                    shortest[who] = least(shortest[who], ahead);
                    way += ahead / 60.0;
                }
                whole[who] += way / count as f64;
            }
        }
        assert!(short[0] == 0 && shortest[0] >= shortest[1]);
        println!("grooves {shape:?}: short {short:?} shortest {shortest:?} whole {whole:?}");
    }
}
