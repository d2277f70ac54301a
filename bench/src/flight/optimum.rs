//! The smallest possible number of samples, and the number with a fixed step.

use footwork_flight::{BallState, BallStep, Rest, StepEvents};

const RADIUS: f64 = 0.11;

/// A moment of the simulated flight.
pub(super) struct Point {
    secs: f64,
    pub(super) position: [f64; 3],
    velocity: [f64; 3],
    is_touch: bool,
}

/// Returns every step and every touch until the ball rests.
pub(super) fn truth<B: BallStep<State = BallState>>(
    physics: &B,
    start: &BallState,
    steps: u32,
) -> Vec<Point> {
    let (mut state, mut events) = (*start, StepEvents::default());
    let point = |state: &BallState| Point {
        secs: state.secs(),
        position: state.position,
        velocity: state.velocity,
        is_touch: false,
    };
    let mut points = vec![point(&state)];
    for _ in 0..steps {
        let before = state.secs();
        physics.step(&mut state, &mut events);
        points.extend(events.touches.iter().map(|touch| Point {
            secs: before + (state.secs() - before) * touch.fraction,
            position: touch.position,
            velocity: touch.velocity,
            is_touch: true,
        }));
        points.push(point(&state));
        if events.rest != Rest::Moving {
            break;
        }
    }
    points
}

fn reaches(from: &Point, to: &Point) -> bool {
    let secs = to.secs - from.secs;
    let off =
        [0, 1, 2].map(|axis| from.position[axis] + from.velocity[axis] * secs - to.position[axis]);
    off.iter().map(|x| x * x).sum::<f64>() <= RADIUS * RADIUS
}

/// Returns the smallest possible number of samples; every touch needs one. Tracks how far each number of samples can reach.
pub(super) fn fewest(points: &[Point]) -> usize {
    let (mut samples, mut start) = (1, 0);
    while start + 1 < points.len() {
        let stop = (start + 1..points.len()).find(|&at| points[at].is_touch);
        let stop = stop.unwrap_or(points.len() - 1);
        let (mut begun, mut frontier) = (start, start);
        while frontier < stop && points[stop].secs > points[start].secs {
            let reach = |from: usize| {
                let beyond = (from + 1..=stop).find(|&at| !reaches(&points[from], &points[at]));
                beyond.map_or(stop, |at| at - 1)
            };
            // A sample always reaches the next step.
            let next = (begun..=frontier).map(reach).max().unwrap_or(stop);
            (begun, frontier) = (frontier + 1, next.max(frontier + 1));
            samples += 1;
        }
        start = stop;
    }
    samples
}

/// Returns the number of samples that the longest fixed step needs to stay within the same
/// tolerance as the optimum.
pub(super) fn fixed(points: &[Point]) -> usize {
    let steps: Vec<usize> = (0..points.len())
        .filter(|&at| !points[at].is_touch)
        .collect();
    let fits = |every: usize| {
        (0..steps.len()).step_by(every).all(|step| {
            let stop = steps.get(step + every).copied().unwrap_or(points.len() - 1);
            (steps[step]..=stop).all(|at| reaches(&points[steps[step]], &points[at]))
        })
    };
    let every = (1..240).rev().find(|&every| fits(every)).unwrap_or(1);
    steps.len().div_ceil(every) + 1
}
