//! Which kick arrives at a place at a time: found by shooting with the physics that moves the ball.

use crate::step::{BallStep, StepEvents};
use crate::vector::{DVec3, is_within, length, vector};

/// Where and when a kick should arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KickTarget {
    /// Where the ball's centre should be, in metres.
    pub place: [f64; 3],
    /// How long after the kick, in seconds; from 0.05 to 20.
    pub after_secs: f64,
    /// How far off it may be, in metres.
    pub within_m: f64,
    /// The fastest kick, in metres a second.
    pub most_mps: f64,
}

/// A kick that arrives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kick {
    /// The velocity of the ball at the kick, in metres a second.
    pub velocity: [f64; 3],
    /// How far from the place it then is, in metres.
    pub off_m: f64,
}

const MOST_ROUNDS: usize = 16;
const MOST_HALVINGS: usize = 6;
/// By how much a velocity is changed to see what that does, in metres a second.
const NUDGE_MPS: f64 = 1e-3;

/// The velocity with which a ball arrives at a place at a time, or `None` if none is found that is slow enough.
///
/// `launch` makes the state of a ball that is kicked with a velocity, with whatever spin the kick gives it. The solver starts
/// with the parabola in a vacuum and improves it by Newton's method with differences of whole flights, each one flown by `physics`,
/// so that air, spin, wind, bounces and posts count; half a step where a whole one is no better. It is for decisions, not for every
/// frame: up to 170 flights, mostly less than 20.
///
/// ```
/// use footwork_flight::{BallParams, BallPhysics, BallState, KickTarget, Pitch, kick_to};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let target = KickTarget {
///     place: [28.0, 1.8, 6.0],
///     after_secs: 1.7,
///     within_m: 0.02,
///     most_mps: 35.0,
/// };
/// let launch = |velocity| BallState::new([0.0, 0.11, 0.0], velocity, [0.0, 40.0, 0.0]).ok();
/// let kick = kick_to(&physics, launch, &target).unwrap();
/// assert!(kick.off_m < 0.02);
/// // Drag and lift: more than the parabola.
/// assert!(kick.velocity[0] > 28.0 / 1.7);
///
/// let hurry = KickTarget { after_secs: 0.5, ..target };
/// assert_eq!(kick_to(&physics, launch, &hurry), None);
/// ```
pub fn kick_to<B: BallStep>(
    physics: &B,
    launch: impl Fn([f64; 3]) -> Option<B::State>,
    target: &KickTarget,
) -> Option<Kick> {
    let &KickTarget {
        place,
        after_secs,
        within_m,
        most_mps,
    } = target;
    if !((0.05..=20.0).contains(&after_secs) && is_within(place, f64::MAX)) {
        return None;
    }
    let mut events = StepEvents::default();
    let mut miss = |velocity: DVec3| {
        let mut state = launch(velocity.to_array())?;
        let arrives = fly(physics, &mut state, after_secs, &mut events);
        is_within(arrives.to_array(), f64::MAX).then(|| arrives - vector(place))
    };
    let start = vector(physics.motion(&launch([0.0; 3])?).position);
    let fall = DVec3::new(0.0, 0.5 * 9.81 * after_secs, 0.0);
    let mut velocity = (vector(place) - start) / after_secs + fall;
    let mut off = miss(velocity)?;
    for _ in 0..MOST_ROUNDS {
        if length(off) <= within_m {
            break;
        }
        let nudges = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * NUDGE_MPS);
        let mut columns = [DVec3::ZERO; 3];
        for (column, nudge) in columns.iter_mut().zip(nudges) {
            *column = (miss(velocity + nudge)? - off) / NUDGE_MPS;
        }
        let mut change = solve(columns, off).unwrap_or(off / after_secs);
        let mut is_better = false;
        for _ in 0..MOST_HALVINGS {
            if let Some(next) = miss(velocity - change)
                && next.length_squared() < off.length_squared()
            {
                velocity -= change;
                off = next;
                is_better = true;
                break;
            }
            change *= 0.5;
        }
        if !is_better {
            break;
        }
    }
    let off_m = length(off);
    (off_m <= within_m && length(velocity) <= most_mps).then(|| Kick {
        velocity: velocity.to_array(),
        off_m,
    })
}

/// Where the ball is after some seconds, between two steps on the line between them.
fn fly<B: BallStep>(
    physics: &B,
    state: &mut B::State,
    secs: f64,
    events: &mut StepEvents,
) -> DVec3 {
    let start = physics.motion(state).secs;
    let mut before = physics.motion(state);
    // Invariant: a step is at least 10 µs for a prediction, but a physics may say anything.
    for _ in 0..200_000 {
        physics.step(state, events);
        let now = physics.motion(state);
        if now.secs - start >= secs || now.secs <= before.secs {
            let share = (secs - (before.secs - start)) / (now.secs - before.secs);
            return vector(before.position)
                + (vector(now.position) - vector(before.position)) * share;
        }
        before = now;
    }
    vector(before.position)
}

/// The x with `columns · x = right`; `None` where the columns lie in a plane.
fn solve([a, b, c]: [DVec3; 3], right: DVec3) -> Option<DVec3> {
    let volume = a.dot(b.cross(c));
    let sizes = length(a) * length(b) * length(c);
    (volume.abs() > 1e-9 * sizes).then(|| {
        DVec3::new(
            right.dot(b.cross(c)),
            a.dot(right.cross(c)),
            a.dot(b.cross(right)),
        ) / volume
    })
}
