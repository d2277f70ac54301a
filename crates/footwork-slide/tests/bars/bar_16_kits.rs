//! Bar 16: a body walks to the end of a funnel and over kits of tiles without catching on seams, and a crowd passes a
//! gap.

use footwork_slide::{Filter, Label, Mover, MoverState, ObstacleId, Outcome, Pose, Volume};

use crate::is_soak;
use crate::scenes::{HEIGHT, RADIUS, Random, STEP, Triangle, cuboid, quad};
use crate::walk::{BOX, CAPSULE, Walk, add_box, length, sub, world_of};

/// Returns two walls that narrow along +x towards a gap around z = 0, which may be wider or narrower than the body.
/// Also returns the width of the gap and the z at which the body starts.
pub(crate) fn funnel(random: &mut Random) -> (Vec<Triangle>, f64, f64) {
    let width = random.between(0.5, 0.9);
    let [left, right] = [0, 1].map(|_| random.between(0.5, 2.5));
    let mut triangles = Vec::new();
    for (side, spread) in [(1.0, left), (-1.0, right)] {
        let end = side * width / 2.0;
        triangles.extend(quad(
            [-4.0, -3.0, end + side * spread],
            [4.0, 0.0, -side * spread],
            [0.0, 6.0, 0.0],
        ));
        triangles.extend(quad([0.0, -3.0, end], [2.0, 0.0, 0.0], [0.0, 6.0, 0.0]));
    }
    (triangles, width, random.between(-0.4, 0.4))
}

/// A body goes through the gap if it fits. Otherwise it comes to rest where it touches both walls, without jitter.
#[test]
fn a_body_walks_to_the_end_of_a_funnel() {
    let count = if is_soak() { 600 } else { 60 };
    for seed in 0..count {
        let (triangles, width, z) = funnel(&mut Random(seed));
        for shape in [BOX, CAPSULE] {
            let mut walk = Walk::new(world_of(&triangles), shape, [-4.5, 0.0, z]);
            let mut last = 0.0;
            for step in 0..180 {
                let (moved, _) = walk.step([STEP, 0.0, 0.0]);
                assert!(
                    moved[0] >= -1e-9,
                    "funnel {seed}, {shape:?}, step {step} leads back by {moved:?}"
                );
                last += if step >= 120 { length(moved) } else { 0.0 };
            }
            let x = walk.state.position[0];
            let fits = width > 0.62;
            match fits {
                true => assert!(x > 1.0, "funnel {seed} of {width} m, {shape:?}: {x}"),
                false if width < 0.6 => {
                    assert!(
                        x < 0.3 && last < 1e-5,
                        "funnel {seed} of {width} m, {shape:?}: {x}, {last}"
                    );
                }
                false => {}
            }
        }
    }
}

/// Returns one of six kits: floors of tiles whose triangles are cut, wound and welded differently.
pub(crate) fn kit(which: usize) -> Vec<Triangle> {
    let mut random = Random(which as u64);
    let mut triangles = Vec::new();
    for row in -6..6 {
        for column in -6..6 {
            let (x, z) = (f64::from(column), f64::from(row));
            match which {
                // Boxes side by side, with their inner walls.
                0 => triangles.extend(cuboid([x, -0.2, z], [x + 1.0, 0.0, z + 1.0])),
                // Flat tiles.
                1 => triangles.extend(quad([x, 0.0, z], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0])),
                // Tiles whose corners are not at the corners of their neighbours.
                2 => {
                    let shift = if row % 2 == 0 { 0.37 } else { 0.0 };
                    triangles.extend(quad([x + shift, 0.0, z], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]));
                }
                // Boxes with gaps of up to a hundredth of a millimetre, and tops whose heights differ by up to the same
                // amount.
                3 => {
                    let [a, b] = [0, 1].map(|_| random.between(-5e-6, 5e-6));
                    triangles.extend(cuboid(
                        [x + 5e-6, -0.2, z + 5e-6],
                        [x + 1.0 - 5e-6, a, z + 1.0 + b],
                    ));
                }
                // Tiles that overlap.
                4 => triangles.extend(quad(
                    [x - 0.1, 0.0, z - 0.1],
                    [1.2, 0.0, 0.0],
                    [0.0, 0.0, 1.2],
                )),
                // Boxes of two heights with their tops in one plane.
                _ => {
                    let depth = if (row + column) % 2 == 0 { -0.2 } else { -1.0 };
                    triangles.extend(cuboid([x, depth, z], [x + 1.0, 0.0, z + 1.0]));
                }
            }
        }
    }
    random.shuffle(&mut triangles);
    triangles
}

#[test]
fn a_body_does_not_catch_on_the_seams_of_a_kit() {
    for which in 0..6 {
        let world = world_of(&kit(which));
        for shape in [BOX, CAPSULE] {
            for degrees in [0.0, 17.0, 45.0, 90.0] {
                let (sine, cosine) = libm::sincos(f64::to_radians(degrees));
                let mut walk = Walk::new(world.clone(), shape, [-4.0 * cosine, 0.905, -4.0 * sine]);
                for step in 0..90 {
                    let (moved, outcome) = walk.step([STEP * cosine, -0.05, STEP * sine]);
                    let ahead = moved[0] * cosine + moved[2] * sine;
                    let told = format!("kit {which}, {shape:?} at {degrees}°, step {step}");
                    assert!(
                        ahead > 0.99 * STEP && outcome != Outcome::Blocked,
                        "{told}: {moved:?}"
                    );
                    let feet = walk.state.position[1] - 0.905;
                    assert!(feet.abs() < 1e-3, "{told}: {feet}");
                }
            }
        }
    }
}

/// Twenty-two people walk through a gap of 1.5 m.
#[test]
fn a_crowd_goes_through_a_gap() {
    let mut world = footwork_slide::World::new();
    for side in [-1.0, 1.0] {
        add_box(&mut world, [0.2, 2.0, 5.0], [0.0, 0.0, side * 5.75]);
    }
    let half_axis_m = HEIGHT / 2.0 - RADIUS;
    let body = Volume::Capsule {
        radius_m: RADIUS,
        half_axis_m,
    };
    let mut people: Vec<(ObstacleId, Mover, MoverState)> = (0..22)
        .map(|index| {
            let at = [
                -2.0 - 0.8 * f64::from(index / 5),
                0.0,
                0.8 * f64::from(index % 5 - 2),
            ];
            let pose = Pose::at(at).unwrap();
            let id = world.add_volume(body, pose, Label::default()).unwrap();
            (id, Mover::new(CAPSULE).unwrap(), MoverState::at(at))
        })
        .collect();
    let config = footwork_slide::MoveConfig::default();
    for step in 0..1800 {
        world.begin_step();
        let places: Vec<[f64; 3]> = people.iter().map(|(_, _, state)| state.position).collect();
        for (id, mover, state) in &mut people {
            let at = state.position;
            // All people walk to the gap and then on. Bodies that do not yield form an arch in front of the gap and
            // stand there forever, so a body waits if another is close ahead.
            let to_gap = |[x, _, z]: [f64; 3]| length([0.5 - x, 0.0, z]);
            let is_through = at[0] >= 0.3;
            let mut others = places.iter().filter(|other| other[0] < 0.3);
            let is_behind =
                |other: &[f64; 3]| to_gap(*other) < to_gap(at) && length(sub(*other, at)) < 0.7;
            let to = match is_through {
                true => [5.0, 0.0],
                false if others.any(is_behind) => [0.0; 2],
                false => [0.5 - at[0], -at[2]],
            };
            let speed = 0.05 / length([to[0], 0.0, to[1]]).clamp(0.05, 9.0);
            let me = *id;
            let others = |other, _: &Label| other != me;
            let filter = Filter {
                accept: Some(&others),
                ..Filter::default()
            };
            let wanted = [(to[0] * speed) as f32, 0.0, (to[1] * speed) as f32];
            let moved = mover.move_by(&world, state, wanted, &filter, &config);
            *state = moved.unwrap().state;
            world
                .move_to(me, Pose::at(state.position).unwrap())
                .unwrap();
        }
        for (index, (_, _, one)) in people.iter().enumerate() {
            for (_, _, other) in &people[..index] {
                let apart = length(sub(one.position, other.position));
                assert!(
                    apart > 2.0 * f64::from(RADIUS) - 1e-3,
                    "step {step}: two people are {apart} m apart"
                );
            }
        }
    }
    let through = people
        .iter()
        .filter(|(_, _, state)| state.position[0] > 0.6)
        .count();
    assert_eq!(through, 22);
}
