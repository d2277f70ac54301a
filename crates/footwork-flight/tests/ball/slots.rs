//! In slots hardly wider than the ball and on bulging surfaces, the ball enters no shape and falls to the ground. It
//! rests only in hollows and on flat ground.

use std::path::Path;

use footwork_flight::{
    BallParams, BallPhysics, BallStep, Contact, HitId, Shape, StaticWorld, Statics, StepEvents,
};
use footwork_testkit::Random;
use serde_json::Value;

use crate::flights::ball;
use crate::posts::{MAX_COST, fall};
use crate::scenery::{block, capsule, floor, plane, world};

const RADIUS_M: f64 = 0.11;
/// The ball has come down once the height of its centre above the ground is below this, in metres.
const DOWN_M: f64 = 0.1101;

fn point(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|axis| value[axis].as_f64().unwrap())
}

/// The ball used to roll down a post and through the ground: `testdata/flight/slot_*.json`.
#[test]
fn a_ball_in_a_slot_stops_at_the_ground() {
    for name in ["slot_floor", "slot_box", "slot_tall", "slot_foot"] {
        let path = format!("../../testdata/flight/{name}.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let text = std::fs::read_to_string(path).unwrap();
        let scene: Value = serde_json::from_str(&text).unwrap();
        let list = |key: &str| {
            scene["statics"][key]
                .as_array()
                .cloned()
                .unwrap_or_default()
        };
        let planes = list("planes");
        let planes = planes
            .iter()
            .map(|x| plane(point(&x["normal"]), x["offset"].as_f64().unwrap()));
        let boxes = list("boxes");
        let boxes = boxes
            .iter()
            .map(|x| block(point(&x["min"]), point(&x["max"])));
        let posts = list("capsules");
        let posts = posts.iter().map(|x| {
            capsule(
                point(&x["a"]),
                point(&x["b"]),
                x["radius"].as_f64().unwrap(),
            )
        });
        let shapes: Vec<Shape> = planes.chain(boxes).chain(posts).collect();
        let [at, velocity] = ["position", "velocity"].map(|key| point(&scene["ball"][key]));
        let fallen = fall(BallParams::default(), &shapes, ball(at, velocity), 2400);
        let down = RADIUS_M - 1e-4..DOWN_M;
        assert!(
            down.contains(&fallen.lowest_m),
            "{name}: {}",
            fallen.lowest_m
        );
    }
}

/// Checks slots that are wider than the ball by 1e-12 to 1e-3 m, above a floor or a thin board.
fn check_slots(cases: u64) {
    let mut most = 0;
    for case in 0..cases {
        let random = &mut Random::for_case("slots", case);
        let params = BallParams {
            restitution: [0.7, 0.0, 0.85, 1.0][random.below(4)],
            settle_speed_mps: [2.7, 0.0][random.below(2)],
            ..BallParams::default()
        };
        let wider = [1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4][random.below(9)]
            * random.between(1.0, 10.0);
        let radius = random.between(0.02, 0.2);
        let (half, top) = (RADIUS_M + 0.5 * wider, random.between(0.5, 3.0));
        let mut shapes = vec![floor()];
        if random.below(3) == 0 {
            shapes.insert(0, plane([0.0, 1.0, 0.0], -50.0));
            shapes[1] = block([-30.0, -0.02, -30.0], [30.0, 0.0, 30.0]);
        }
        let foot = -random.between(0.0, 1.0);
        let is_upright = random.below(4) > 0;
        for side in [-1.0, 1.0] {
            let z = side * (half + radius);
            let lean = side * random.between(0.0, 0.01) * f64::from(u8::from(random.below(4) == 0));
            shapes.push(match random.below(5) {
                0 => plane([0.0, 0.0, -side], -half),
                1 => {
                    let far = side * (half + 0.3);
                    let (low, high) = if side < 0.0 {
                        (far, -half)
                    } else {
                        (half, far)
                    };
                    block([-2.0, foot, low], [2.0, top, high])
                }
                _ if is_upright => capsule([0.0, foot, z], [0.0, top, z + lean], radius),
                _ => capsule([-3.0, top, z], [3.0, top, z], radius),
            });
        }
        let at = [
            random.between(-0.005, 0.005) * f64::from(u8::from(random.below(2) == 0)),
            top + random.between(-0.4, 0.3),
            random.between(-0.5, 0.5) * wider,
        ];
        let speed = [0.0, 0.5, 5.0, 60.0][random.below(4)];
        let velocity = random.vector(speed);
        let turn = [0.0, 30.0, 900.0][random.below(3)];
        let spin = random.vector(turn);
        let start = ball(at, velocity).with_spin(spin).unwrap();
        let run = || fall(params, &shapes, start, 480).most;
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
fn a_ball_in_any_slot_enters_nothing() {
    check_slots(1000);
}

#[test]
#[ignore = "100,000 slots: `cargo xtask soak` runs it"]
fn a_ball_in_any_of_100_000_slots_enters_nothing() {
    check_slots(100_000);
}

/// A step of this ball used to cost 92 times as much as a step in free flight.
#[test]
fn a_step_of_a_ball_that_rattles_in_a_slot_costs_at_most_50_free_steps() {
    let params = BallParams {
        radius_m: 0.105,
        restitution: 0.85,
        settle_speed_mps: 0.0,
        ..BallParams::default()
    };
    let post = |z| capsule([20.0, 0.0, z], [20.0, 1.02, z], 0.02);
    let at = [19.998_580_935_740_158, 0.931_747_204_868_473_5, 1.395];
    let spin = [
        -373.572_246_522_325_04,
        -250.121_959_673_881_74,
        893.242_846_436_025_7,
    ];
    let start = ball(at, [0.0; 3]).with_spin(spin).unwrap();
    let shapes = [floor(), post(1.52), post(1.269_999_999)];
    let most = fall(params, &shapes, start, 480).most;
    assert!(
        most <= MAX_COST,
        "a step cost {most} times a step in free flight"
    );
}

/// Returns a bar along z at the height 2.5 m.
fn bar(x: f64) -> Shape {
    capsule([x, 2.5, -3.7], [x, 2.5, 3.7], 0.06)
}

#[test]
fn a_ball_rolls_off_bulging_surfaces() {
    let edge = block([-0.2, 0.0, -3.0], [0.0, 0.9, 3.0]);
    // Angles from a thousandth of a degree to 9.7°.
    for sine in [2e-5, 2e-3, 0.02, 0.05, 0.09, 0.168] {
        let cosine = f64::sqrt(1.0 - sine * sine);
        let on = |reach: f64, y: f64| ball([reach * sine, y + reach * cosine, 0.0], [0.0; 3]);
        for (shape, start) in [(bar(0.0), on(0.17, 2.5)), (edge, on(RADIUS_M, 0.9))] {
            let fallen = fall(BallParams::default(), &[floor(), shape], start, 2400);
            assert!(
                fallen.lowest_m < DOWN_M,
                "{sine} on {shape:?}: {:?}",
                fallen.end
            );
        }
    }
}

#[test]
fn a_ball_rests_in_a_hollow_and_on_the_flat() {
    let board = block([-0.2, 0.0, -3.0], [0.0, 0.9, 3.0]);
    for (shapes, at) in [
        (vec![floor(), bar(-0.1), bar(0.1)], [0.01, 2.65, 0.0]),
        (vec![floor(), board], [-0.1, 1.1, 0.0]),
    ] {
        let fallen = fall(BallParams::default(), &shapes, ball(at, [0.0; 3]), 4800);
        assert!(fallen.lowest_m > 0.9, "{:?}", fallen.end);
        assert_eq!(fallen.end.velocity, [0.0; 3], "{:?}", fallen.end);
    }
}

/// A floor, and a wall at x = 1 that sweeps miss and only `enters` finds.
struct Missed(Statics);

impl StaticWorld for Missed {
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact> {
        self.0.sweep(from, motion, radius)
    }

    fn enters(&self, _: [f64; 3], to: [f64; 3], radius: f64) -> bool {
        to[0] + radius > 1.0
    }

    fn is_flat(&self, _: HitId, _: [f64; 3]) -> bool {
        true
    }
}

/// At the end of a step the ball overlaps nothing, even if the sweeps missed an obstacle.
#[test]
fn a_ball_that_would_enter_a_missed_wall_stops_before_it() {
    let physics = BallPhysics::new(BallParams::default(), Missed(world(&[floor()]))).unwrap();
    let mut state = ball([0.0, RADIUS_M, 0.0], [6.0, 0.0, 0.0]);
    let mut events = StepEvents::default();
    for _ in 0..240 {
        physics.step(&mut state, &mut events);
        assert!(state.position[0] + RADIUS_M <= 1.0, "{state:?}");
    }
    assert!(state.position[0] + RADIUS_M > 1.0 - 1e-6, "{state:?}");
    assert_eq!(state.velocity, [0.0; 3]);
}
