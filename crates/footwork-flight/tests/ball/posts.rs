//! A step always covers its full duration, wherever the ball starts: at posts, crossbars and boards, in corners, in
//! wedges.

use std::cell::Cell;

use footwork_flight::{
    BallParams, BallPhysics, BallState, BallStep, Contact, Field, HitId, Rest, SLOP_M, STEP_SECS,
    Shape, StaticWorld, Statics, StepEvents,
};
use footwork_testkit::Random;

use crate::flights::ball;
use crate::scenery::{block, capsule, floor, plane, world};

const RADIUS_M: f64 = 0.11;
/// The maximum number of impacts in one step.
const MAX_IMPACTS: usize = 8;
/// The highest permitted cost of a step, as a multiple of the cost of a step in free flight.
pub(crate) const MAX_COST: u32 = 50;

/// The cost of steps: sweeps through the world and evaluations of forces. A step in free flight takes one sweep and
/// four evaluations.
#[derive(Default)]
struct Cost {
    sweeps: Cell<u32>,
    forces: Cell<u32>,
}

struct Counted<'a>(&'a Cost, Statics);

impl StaticWorld for Counted<'_> {
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact> {
        self.0.sweeps.set(self.0.sweeps.get() + 1);
        self.1.sweep(from, motion, radius)
    }

    fn push_out(&self, at: [f64; 3], radius: f64) -> Option<[f64; 3]> {
        self.1.push_out(at, radius)
    }

    fn enters(&self, from: [f64; 3], to: [f64; 3], radius: f64) -> bool {
        self.1.enters(from, to, radius)
    }

    fn is_flat(&self, hit: HitId, normal: [f64; 3]) -> bool {
        self.1.is_flat(hit, normal)
    }
}

impl Field for Counted<'_> {
    fn force(&self, _: [f64; 3], _: [f64; 3], _: f64) -> [f64; 3] {
        self.0.forces.set(self.0.forces.get() + 1);
        [0.0; 3]
    }

    fn is_steady(&self) -> bool {
        true
    }
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn lower(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

fn higher(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    length([0, 1, 2].map(|axis| a[axis] - b[axis]))
}

fn direction(random: &mut Random) -> [f64; 3] {
    let way = random.vector(1.0);
    way.map(|x| x / length(way))
}

/// Returns the energy per mass, including that of the spin and the height.
fn energy(params: &BallParams, state: &BallState) -> f64 {
    let squares = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>();
    let spin = squares(state.spin) * params.radius_m * params.radius_m / 3.0;
    0.5 * squares(state.velocity) + params.gravity_mps2 * state.position[1] + spin
}

/// Returns the depth of a ball in a shape, computed from the distance between them.
fn depth(at: [f64; 3], radius: f64, shape: &Shape) -> f64 {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    match *shape {
        Shape::Plane { normal, offset_m } => radius - (dot(at, normal) - offset_m) / length(normal),
        Shape::Box { min, max } => {
            let beyond = [0, 1, 2].map(|axis| higher(min[axis] - at[axis], at[axis] - max[axis]));
            let apart = length(beyond.map(|x| higher(x, 0.0)));
            let inside = beyond.into_iter().fold(f64::NEG_INFINITY, higher);
            radius - if apart > 0.0 { apart } else { inside }
        }
        Shape::Capsule { a, b, radius_m } => {
            let axis = [0, 1, 2].map(|k| b[k] - a[k]);
            let from = [0, 1, 2].map(|k| at[k] - a[k]);
            let share = (dot(from, axis) / dot(axis, axis)).clamp(0.0, 1.0);
            radius + radius_m - length([0, 1, 2].map(|k| from[k] - axis[k] * share))
        }
    }
}

/// The outcome of a flight.
pub(crate) struct Fallen {
    pub(crate) end: BallState,
    /// The lowest height of the ball, in metres.
    pub(crate) lowest_m: f64,
    /// The highest cost of a step, as a multiple of the cost of a step in free flight.
    pub(crate) most: u32,
}

/// Steps a ball and checks every step: the depth in each shape, the motion in free flight, and the energy.
pub(crate) fn fall(params: BallParams, shapes: &[Shape], start: BallState, steps: u32) -> Fallen {
    let (cost, free) = (Cost::default(), Cost::default());
    let physics = BallPhysics::with_field(
        params,
        Counted(&cost, world(shapes)),
        Counted(&free, world(shapes)),
    )
    .unwrap();
    let mut state = start;
    physics.push_out(&mut state);
    state.is_placed = false;
    let mut events = StepEvents::default();
    let (mut most, mut least) = (0, energy(&params, &state));
    let (mut lowest_m, mut slack) = (state.position[1], 1e-3);
    for step in 1..=steps {
        let before = state;
        cost.sweeps.set(0);
        free.forces.set(0);
        physics.step(&mut state, &mut events);
        most = most.max(cost.sweeps.get()).max(free.forces.get() / 4);
        let context = || format!("step {step}: {before:?} to {state:?}, {events:?}");
        assert_eq!(state.steps, before.steps + 1, "{}", context());
        let numbers = [state.position, state.velocity, state.spin];
        assert!(
            numbers.as_flattened().iter().all(|x| x.abs() < 1e4),
            "{}",
            context()
        );
        assert!(events.touches.len() <= MAX_IMPACTS, "{}", context());
        for shape in shapes {
            let [then, now] =
                [before, state].map(|state| depth(state.position, params.radius_m, shape));
            let limit = 1e-8 + if then > SLOP_M { then } else { SLOP_M };
            assert!(
                now <= limit,
                "the ball is {now} m deep in {shape:?}: {}",
                context()
            );
        }
        // Its velocity moves a ball in the air that touches nothing, and gravity pulls it.
        if events.touches.is_empty() && before.ground.is_none() && state.ground.is_none() {
            let mean = [0, 1, 2].map(|axis| 0.5 * (before.velocity[axis] + state.velocity[axis]));
            let to = [0, 1, 2].map(|axis| before.position[axis] + mean[axis] * STEP_SECS);
            assert!(apart(to, state.position) < 1e-4, "{}", context());
            let pulled = before.velocity[1] - params.gravity_mps2 * STEP_SECS;
            assert!(
                (state.velocity[1] - pulled).abs() < 1e-2 * (1.0 + length(before.velocity)),
                "{}",
                context()
            );
        }
        // If a ball stays in place without being at rest, obstacles hold it from all sides, so it has almost no
        // velocity.
        if state.position == before.position && events.rest == Rest::Moving {
            assert!(length(state.velocity) < 0.1, "{}", context());
        }
        let now = energy(&params, &state);
        if now > least + slack {
            // Energy may grow by more than the tolerance only in a step that starts with the ball overlapping an
            // obstacle, which pushes the ball out. From then on the tolerance is that of a touch.
            let overlaps = physics.world().push_out(before.position, params.radius_m);
            assert!(overlaps.is_some(), "{least} to {now}, {}", context());
            (least, slack) = (now, 5e-2);
        }
        least = lower(least, now);
        lowest_m = lower(lowest_m, state.position[1]);
    }
    Fallen {
        end: state,
        lowest_m,
        most,
    }
}

/// The ball used to hang at a post at y = 1.959, with a velocity of -0.9 m/s: `testdata/flight/post_touching.json`.
#[test]
fn a_ball_released_against_a_post_falls() {
    let post = capsule([52.5, 0.0, 3.72], [52.5, 2.5, 3.72], 0.06);
    for z in [3.55, 3.550_000_1] {
        let start = ball([52.5, 2.0, z], [0.0; 3]);
        let fallen = fall(BallParams::default(), &[floor(), post], start, 480);
        assert!(fallen.lowest_m < 0.12, "{:?}", fallen.end);
        assert!(
            fallen.most <= 8,
            "a step cost {} times a step in free flight",
            fallen.most
        );
    }
}

/// Ten directions around a post, some with rounded components.
const TURNS: [[f64; 2]; 10] = [
    [1.0, 0.0],
    [0.8, 0.6],
    [0.6, 0.8],
    [0.0, 1.0],
    [-0.6, 0.8],
    [-0.8, 0.6],
    [-1.0, 0.0],
    [-0.8, -0.6],
    [0.0, -1.0],
    [0.6, -0.8],
];

/// The balls start next to, above, below and inside posts and crossbars.
#[test]
fn ninety_balls_at_posts_and_crossbars_fall_or_rest() {
    let left = ([52.5, 0.0, -3.72], [52.5, 2.5, -3.72]);
    let right = ([52.5, 0.0, 3.72], [52.5, 2.5, 3.72]);
    let bar = ([52.5, 2.5, -3.72], [52.5, 2.5, 3.72]);
    let shapes: Vec<Shape> = std::iter::once(floor())
        .chain([left, right, bar].map(|(a, b)| capsule(a, b, 0.06)))
        .collect();
    let reach = RADIUS_M + 0.06;
    let mut most = 0;
    let mut placements = 0;
    for (number, [cosine, sine]) in (0..).zip(TURNS) {
        for away in [reach, reach + 1e-7, 0.3 * reach] {
            let centres = [
                [52.5 + away * cosine, 2.0, -3.72 + away * sine],
                [
                    52.5 + away * cosine,
                    0.5 + 0.1 * f64::from(number),
                    3.72 + away * sine,
                ],
                [
                    52.5 + away * cosine,
                    2.5 + away * sine,
                    0.3 * f64::from(number) - 1.5,
                ],
            ];
            for at in centres {
                placements += 1;
                let fallen = fall(BallParams::default(), &shapes, ball(at, [0.0; 3]), 720);
                most = most.max(fallen.most);
                let end = fallen.end;
                let rests = end.ground.is_some() && length(end.velocity) == 0.0;
                assert!(rests || fallen.lowest_m < 0.12, "{at:?} to {end:?}");
            }
        }
    }
    println!("a step at a post costs at most {most} times a step in free flight");
    assert_eq!(placements, 90);
    assert!(
        most <= MAX_COST,
        "a step cost {most} times a step in free flight"
    );
}

/// Returns a scene of posts, bars, boards, corners and wedges around the origin, and a ball at one of them.
fn scene(random: &mut Random) -> (BallParams, Vec<Shape>, BallState) {
    let params = match random.below(4) {
        0 => BallParams::ideal(),
        _ => BallParams {
            restitution: random.between(0.0, 1.0),
            air_density: 0.0,
            ..BallParams::default()
        },
    };
    let mut shapes = vec![floor()];
    let mut places = Vec::new();
    for _ in 0..1 + random.below(3) {
        let at = [random.between(-0.6, 0.6), 0.0, random.between(-0.6, 0.6)];
        let (shape, middle, away) = match random.below(6) {
            0 | 1 => (
                capsule(at, [at[0], 2.5, at[2]], 0.06),
                [at[0], random.between(0.1, 2.6), at[2]],
                0.06,
            ),
            2 => {
                let y = random.between(0.05, 2.5);
                (
                    capsule([at[0], y, -3.7], [at[0], y, 3.7], 0.06),
                    [at[0], y, at[2]],
                    0.06,
                )
            }
            3 => {
                let to = [
                    at[0] + random.between(-1.0, 1.0),
                    2.0,
                    at[2] + random.between(-1.0, 1.0),
                ];
                (
                    capsule(at, to, 0.06),
                    [0, 1, 2].map(|axis| 0.5 * (at[axis] + to[axis])),
                    0.06,
                )
            }
            4 => {
                let [x, y] = [random.between(0.02, 0.5), random.between(0.05, 1.0)];
                let board = block([at[0], 0.0, -2.0], [at[0] + x, y, 2.0]);
                (board, [at[0], random.between(0.0, y), at[2]], 0.0)
            }
            _ => {
                let way = direction(random);
                let normal = [way[0], 0.5 * way[1], way[2]];
                (plane(normal, -0.4 * length(normal)), at, 0.0)
            }
        };
        shapes.push(shape);
        places.push((middle, away));
    }
    let (middle, away) = places[random.below(places.len())];
    let way = direction(random);
    // The ball touches the obstacle exactly along an axis, or is some distance away from it or inside it.
    let [way, gap] = match random.below(4) {
        0 => [[1.0, 0.0, 0.0], [RADIUS_M + away; 3]],
        1 => [[0.0, 0.0, -1.0], [RADIUS_M + away; 3]],
        2 => [way, [RADIUS_M + away + 1e-7 * random.unit(); 3]],
        _ => [way, [0.3 * random.unit(); 3]],
    };
    let at = [0, 1, 2].map(|axis| middle[axis] + way[axis] * gap[axis]);
    let speed = [0.0, 0.5, 5.0, 30.0][random.below(4)];
    let velocity = random.vector(speed);
    let spin = [0.0, 60.0][random.below(2)];
    let spin = random.vector(spin);
    (params, shapes, ball(at, velocity).with_spin(spin).unwrap())
}

fn check_scenes(cases: u64) {
    let mut most = 0;
    for case in 0..cases {
        let (params, shapes, start) = scene(&mut Random::for_case("posts", case));
        let run = || fall(params, &shapes, start, 240).most;
        let cost = std::panic::catch_unwind(run)
            .unwrap_or_else(|_| panic!("case {case}: {params:?}, {shapes:?}, {start:?}"));
        most = most.max(cost);
    }
    println!("a step costs at most {most} times a step in free flight");
    assert!(
        most <= MAX_COST,
        "a step cost {most} times a step in free flight"
    );
}

#[test]
fn any_step_at_an_obstacle_consumes_its_time_and_gains_no_energy() {
    check_scenes(1000);
}

#[test]
#[ignore = "100,000 scenes: `cargo xtask soak` runs it"]
fn any_step_of_100_000_scenes_consumes_its_time_and_gains_no_energy() {
    check_scenes(100_000);
}
