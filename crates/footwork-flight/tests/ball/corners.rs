//! Balls in places where simple steps get stuck: corners, edges, slopes, gaps.

use footwork_flight::{
    BallParams, BallPhysics, BallState, BallStep, Rest, Shape, StepEvents, TouchKind,
};

use crate::flights::ball;
use crate::scenery::{block, capsule, floor, plane, world};

/// Returns the default ball after `secs` seconds among shapes, and the number of its touches.
fn run(shapes: &[Shape], state: BallState, secs: f64) -> (BallState, usize) {
    run_with(BallParams::default(), shapes, state, secs)
}

fn run_with(
    params: BallParams,
    shapes: &[Shape],
    state: BallState,
    secs: f64,
) -> (BallState, usize) {
    let physics = BallPhysics::new(params, world(shapes)).unwrap();
    let (mut state, mut events) = (state, StepEvents::default());
    let mut touches = 0;
    while state.secs() < secs {
        physics.step(&mut state, &mut events);
        touches += events.touches.len();
    }
    (state, touches)
}

/// A rolling ball that wind presses against a wall continues along the wall without a series of small bounces.
#[test]
fn a_ball_rolls_along_a_wall() {
    let wall = plane([0.0, 0.0, 1.0], -1.0);
    let params = BallParams {
        wind_mps: [0.0, 0.0, -12.0],
        ..BallParams::default()
    };
    let (state, touches) = run_with(
        params,
        &[floor(), wall],
        ball([0.0, 0.11, 0.0], [6.0, 0.0, 0.0]),
        4.0,
    );
    assert!(state.position[0] > 6.0, "{state:?}");
    assert!((state.position[2] + 0.89).abs() < 1e-3, "{state:?}");
    assert!(touches < 12, "too many touches: {touches}");
}

/// A ball rolls off an edge and falls.
#[test]
fn a_ball_rolls_off_an_edge_and_falls() {
    let table = block([-5.0, 0.0, -5.0], [0.0, 2.0, 5.0]);
    let (state, _) = run(
        &[floor(), table],
        ball([-1.0, 2.11, 0.0], [3.5, 0.0, 0.0]),
        0.6,
    );
    assert!(
        state.position[0] > 0.2 && state.position[1] < 2.05,
        "{state:?}"
    );
    assert_eq!(state.ground, None);
}

/// A slow ball tips over the edge of a table; its centre never comes closer to the table than the ball's radius.
#[test]
fn a_slow_ball_rolls_over_an_edge() {
    let table = block([-5.0, 0.0, -5.0], [0.0, 2.0, 5.0]);
    let physics = BallPhysics::new(BallParams::default(), world(&[floor(), table])).unwrap();
    let mut state = ball([-0.05, 2.11, 0.0], [0.6, 0.0, 0.0]);
    let mut events = StepEvents::default();
    for _ in 0..480 {
        physics.step(&mut state, &mut events);
        let [x, y, _] = state.position;
        let beyond = [
            if x > 0.0 { x } else { 0.0 },
            if y > 2.0 { y - 2.0 } else { 0.0 },
        ];
        let distance = (beyond[0] * beyond[0] + beyond[1] * beyond[1]).sqrt();
        assert!(distance > 0.1095, "{state:?}");
    }
    assert!(state.position[1] < 1.0, "{state:?}");
}

/// A ball rests on a gentle slope and rolls down a steeper one.
#[test]
fn a_gentle_slope_holds_a_ball_and_a_steeper_one_does_not() {
    let slope = |rise: f64| plane([-rise, 1.0, 0.0], 0.0);
    let start = |rise: f64| ball([0.0, 0.11 * (1.0 + rise * rise).sqrt(), 0.0], [0.0; 3]);
    // Up to 9.8 degrees, the acceleration down the slope, 3/5 of g sin, is less than the rolling resistance of 1 m/s².
    let (flat, _) = run(&[slope(0.16)], start(0.16), 5.0);
    assert_eq!(flat.velocity, [0.0; 3]);
    let (steep, _) = run(&[slope(0.19)], start(0.19), 5.0);
    assert!(steep.position[0] < -0.3, "{steep:?}");
}

/// On a slope of 30 degrees, a rolling ball accelerates at 3/5 of g sin, as any spherical shell does, minus the rolling
/// resistance.
#[test]
fn a_slope_speeds_a_ball_up_by_the_formula() {
    let (sine, cosine) = (0.5, 0.75_f64.sqrt());
    let slope = plane([sine, cosine, 0.0], 0.0);
    let params = BallParams {
        air_density: 0.0,
        ..BallParams::default()
    };
    let start = ball([0.11 * sine, 0.11 * cosine, 0.0], [0.0; 3]);
    let (state, _) = run_with(params, &[slope], start, 2.0);
    let speed = state.velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
    let exact = (0.6 * 9.81 * sine - 1.0) * 2.0;
    assert!((speed - exact).abs() < 0.02, "{speed}, {exact}");
}

/// In a groove of two slopes a ball rolls along the groove.
#[test]
fn a_ball_rolls_along_a_groove() {
    let sides = [1.0, -1.0].map(|z| plane([0.0, 1.0, z], 0.0));
    let height = 0.11 * 2.0_f64.sqrt();
    let (state, touches) = run(
        &sides,
        ball([0.0, height + 0.2, 0.02], [4.0, 0.0, 0.0]),
        3.0,
    );
    assert!(state.position[0] > 1.5, "{state:?}");
    assert!(
        (state.position[1] - height).abs() < 0.02 && state.position[2].abs() < 0.02,
        "{state:?}"
    );
    assert!(touches < 60, "too many touches: {touches}");
}

/// A ball neither passes nor gets lost between two posts that are closer together than its diameter.
#[test]
fn a_ball_neither_passes_nor_gets_lost_in_a_gap_that_is_too_small() {
    let post = |z| capsule([2.0, 0.0, z], [2.0, 3.0, z], 0.06);
    let posts = [floor(), post(-0.15), post(0.15)];
    for speed in [2.0, 30.0, 200.0] {
        let (state, touches) = run(&posts, ball([0.0, 0.5, 0.0], [speed, 0.0, 0.0]), 3.0);
        assert!(state.position[0] < 2.0 && touches > 0, "{state:?}");
    }
}

/// A ball that starts inside shapes is pushed out. A ball below the ground is pushed up.
#[test]
fn a_ball_that_starts_inside_is_pushed_out() {
    let (state, _) = run(&[floor()], ball([0.0, -0.5, 0.0], [1.0, 0.0, 0.0]), 1.0);
    assert!((state.position[1] - 0.11).abs() < 1e-6, "{state:?}");
    let block = block([-1.0, 0.0, -1.0], [1.0, 1.0, 1.0]);
    let (state, _) = run(&[floor(), block], ball([0.2, 0.9, 0.0], [0.0; 3]), 2.0);
    assert!((state.position[1] - 1.11).abs() < 1e-6, "{state:?}");
}

/// A ball far from the origin moves like a ball near the origin.
#[test]
fn far_from_the_origin_the_ball_moves_the_same() {
    let near = run(&[floor()], ball([0.0, 2.0, 0.0], [5.0, 3.0, 1.0]), 8.0).0;
    let far = run(&[floor()], ball([1e5, 2.0, -1e5], [5.0, 3.0, 1.0]), 8.0).0;
    assert!((far.position[0] - 1e5 - near.position[0]).abs() < 1e-6);
    assert_eq!(far.position[1].to_bits(), near.position[1].to_bits());
}

/// A ball set on the ground in motion touches it once, then rolls until it rests.
#[test]
fn a_ball_set_on_the_ground_rolls_after_one_touch() {
    let physics = BallPhysics::new(BallParams::default(), world(&[floor()])).unwrap();
    let mut state = ball([0.0, 0.11, 0.0], [2.0, 0.0, 0.0]);
    let (mut events, mut kinds) = (StepEvents::default(), Vec::new());
    while events.rest == Rest::Moving {
        physics.step(&mut state, &mut events);
        kinds.extend(events.touches.iter().map(|touch| touch.kind));
        assert!(state.secs() < 20.0);
    }
    assert_eq!(kinds, [TouchKind::Roll]);
    assert_eq!((state.velocity, state.spin), ([0.0; 3], [0.0; 3]));
}
