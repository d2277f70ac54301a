//! A ball that starts inside something is pushed out along the shortest free way.

use footwork_flight::{
    BallParams, BallPhysics, BallStep, FlightEnd, Shape, StaticWorld, Statics, StepEvents,
};

use footwork_testkit::Random;

use crate::flights::{ball, dense, finished};
use crate::scenery::{self, block, capsule, floor};

fn world(shapes: &[Shape]) -> BallPhysics<Statics> {
    BallPhysics::new(BallParams::default(), scenery::world(shapes)).unwrap()
}

/// Returns the position to which a ball that starts at `at` is pushed out.
fn out_of(physics: &BallPhysics<Statics>, at: [f64; 3]) -> [f64; 3] {
    let mut ball = ball(at, [0.0; 3]);
    physics.push_out(&mut ball);
    ball.position
}

fn check(physics: &BallPhysics<Statics>, at: [f64; 3], expected: [f64; 3]) {
    let found = out_of(physics, at);
    for axis in 0..3 {
        let off = (found[axis] - expected[axis]).abs();
        assert!(off < 1e-9, "{at:?}: {found:?}, not {expected:?}");
    }
}

#[test]
fn a_ball_leaves_through_the_nearest_free_face() {
    let physics = world(&[floor(), block([0.0; 3], [2.0; 3])]);
    check(&physics, [1.2, 1.0, 1.0], [2.11, 1.0, 1.0]);
    check(&physics, [0.2, 1.0, 1.0], [-0.11, 1.0, 1.0]);
    check(&physics, [1.0, 1.8, 1.0], [1.0, 2.11, 1.0]);
    check(&physics, [1.0, 1.0, 1.9], [1.0, 1.0, 2.11]);
    // The ball is low in the box, but the way down is blocked by the ground.
    check(&physics, [1.3, 0.3, 1.0], [2.11, 0.3, 1.0]);
    // The ball is below the ground and in the box.
    check(&physics, [1.3, -0.5, 1.0], [2.11, 0.11, 1.0]);
    check(&physics, [20.0, -3.0, 0.0], [20.0, 0.11, 0.0]);
    check(&physics, [20.0, 0.05, 0.0], [20.0, 0.11, 0.0]);
    check(&physics, [20.0, 0.11, 0.0], [20.0, 0.11, 0.0]);
    // No way leads out between two stacked boxes.
    let tower = world(&[
        floor(),
        block([0.0; 3], [2.0; 3]),
        block([0.0, 2.0, 0.0], [2.0, 4.0, 2.0]),
    ]);
    check(&tower, [1.3, 1.9, 1.0], [2.11, 1.9, 1.0]);
}

#[test]
fn a_ball_leaves_a_post_on_any_side() {
    let post = capsule([5.0, 0.0, 0.0], [5.0, 2.0, 0.0], 0.06);
    let physics = world(&[floor(), post]);
    check(&physics, [5.01, 1.0, 0.0], [5.17, 1.0, 0.0]);
    let found = out_of(&physics, [5.0, 1.0, 0.0]);
    let away = ((found[0] - 5.0) * (found[0] - 5.0) + found[2] * found[2]).sqrt();
    assert!((away - 0.17).abs() < 1e-9 && found[1] == 1.0, "{found:?}");
    // The ball overlaps a bar on the ground, and must not be pushed down into the ground.
    let bar = capsule([0.0, 0.06, -5.0], [0.0, 0.06, 5.0], 0.06);
    let physics = world(&[floor(), bar]);
    let found = out_of(&physics, [0.0, 0.05, 0.0]);
    assert!(
        found[1] > 0.1099 && physics.world().push_out(found, 0.11).is_none(),
        "{found:?}"
    );
}

#[test]
fn no_random_ball_stays_inside() {
    let mut random = Random::new(3);
    for number in 0..300 {
        let mut shapes = vec![floor()];
        for _ in 0..number % 4 + 1 {
            let min = [random.between(-2.0, 1.0), 0.0, random.between(-2.0, 1.0)];
            let max = [0, 1, 2].map(|axis| min[axis] + random.between(0.05, 2.0));
            shapes.push(block(min, max));
            let a = [random.between(-2.0, 2.0), random.between(0.0, 2.0), 0.0];
            let b = [random.between(-2.0, 2.0), random.between(0.0, 2.0), 1.0];
            shapes.push(Shape::Capsule {
                a,
                b,
                radius_m: 0.3,
            });
        }
        let physics = world(&shapes);
        let found = out_of(&physics, random.vector(2.0));
        assert_eq!(physics.world().push_out(found, 0.11), None, "{number}");
    }
}

/// A prediction starts at the place to which the ball is pushed out, so that even its first sample is right.
#[test]
fn the_first_sample_is_where_the_ball_is_pushed_out() {
    let physics = world(&[floor(), block([0.0; 3], [2.0; 3])]);
    for velocity in [[0.0; 3], [0.0, 5.0, 0.0], [-3.0, 0.0, 1.0]] {
        let ball = ball([1.2, 1.0, 1.0], velocity);
        let flight = finished(&physics, &ball, dense());
        assert_eq!(flight.end(), Some(FlightEnd::Rest));
        assert_eq!(flight.samples()[0].position, [2.11, 1.0, 1.0]);
        let (mut live, mut events) = (ball, StepEvents::default());
        for moment in flight.dense().skip(1) {
            physics.step(&mut live, &mut events);
            assert_eq!(live.position, moment.position);
            assert!(live.position[0] > 2.1 || live.position[2] > 2.1, "{live:?}");
        }
        for moment in flight.dense() {
            let near = flight.position_at(moment.secs).unwrap();
            let off = [0, 1, 2].map(|axis| near[axis] - moment.position[axis]);
            assert!(off.iter().map(|x| x * x).sum::<f64>() <= 0.11 * 0.11);
        }
    }
}
