//! The reference flight: every step and every touch, with curves between them.

use footwork_flight::{BallState, BallStep, Rest, StepEvents};

/// A point of the reference flight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) secs: f64,
    pub(crate) position: [f64; 3],
    /// The velocities just before and just after the point.
    pub(crate) velocities: [[f64; 3]; 2],
    pub(crate) is_touch: bool,
}

/// Returns all points until the ball rests, or the points of the first `steps` steps if it does not rest by then.
pub(crate) fn truth<B: BallStep<State = BallState>>(
    physics: &B,
    start: &BallState,
    steps: u32,
) -> Vec<Point> {
    let mut state = *start;
    let mut events = StepEvents::default();
    let mut points = vec![Point {
        secs: state.secs(),
        position: state.position,
        velocities: [state.velocity; 2],
        is_touch: false,
    }];
    for _ in 0..steps {
        let before = state.secs();
        physics.step(&mut state, &mut events);
        for touch in &events.touches {
            points.push(Point {
                secs: before + (state.secs() - before) * touch.fraction,
                position: touch.position,
                velocities: [touch.velocity_before, touch.velocity],
                is_touch: true,
            });
        }
        points.push(Point {
            secs: state.secs(),
            position: state.position,
            velocities: [state.velocity; 2],
            is_touch: false,
        });
        if events.rest != Rest::Moving {
            break;
        }
    }
    points
}

/// Returns the time and the position at a fraction between two points, on the cubic through both.
pub(crate) fn between(from: &Point, to: &Point, share: f64) -> (f64, [f64; 3]) {
    let secs = to.secs - from.secs;
    let rest = 1.0 - share;
    let position = [0, 1, 2].map(|axis| {
        let (p, q) = (from.position[axis], to.position[axis]);
        let (v, w) = (
            from.velocities[1][axis] * secs,
            to.velocities[0][axis] * secs,
        );
        let ends = rest * rest * (1.0 + 2.0 * share) * p + share * share * (3.0 - 2.0 * share) * q;
        ends + share * rest * (rest * v - share * w)
    });
    (from.secs + share * secs, position)
}

pub(crate) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let squares = [0, 1, 2].map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]));
    squares.iter().sum::<f64>().sqrt()
}
