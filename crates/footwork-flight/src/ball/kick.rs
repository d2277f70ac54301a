//! Finds the kick that arrives at a place at a time. Trial kicks use the same physics as the ball.

use crate::ball::step::{BallMotion, BallStep, StepEvents, TouchKind};
use crate::vector::{DVec3, is_within, length, vector};

/// How a ball reaches its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum KickStyle {
    /// Any of the three styles below; the slowest kick wins.
    #[default]
    Any,
    /// A level kick that rolls along the ground without a bounce.
    Roll,
    /// A kick with at least one bounce, off the ground or anything else.
    Bounce,
    /// A kick that touches nothing on its way.
    Air,
}

/// Where and when a kick should arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KickTarget {
    /// The target for the centre of the ball, in metres.
    pub place: [f64; 3],
    /// The time from the kick to the target, in seconds from 0.05 to 20.
    pub after_secs: f64,
    /// The largest acceptable miss, in metres.
    pub within_m: f64,
    /// The fastest acceptable kick, in metres per second.
    pub max_mps: f64,
    /// How the ball should reach the target.
    pub style: KickStyle,
}

/// A kick that hits its target.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kick {
    /// The velocity of the ball at the kick, in metres per second.
    pub velocity: [f64; 3],
    /// How far the ball misses the target, in metres.
    pub off_m: f64,
    /// How the ball reaches the target; never [`KickStyle::Any`].
    pub style: KickStyle,
}

/// The largest number of Newton steps.
const MAX_ROUNDS: usize = 16;
/// The largest number of times that one Newton step is halved.
const MAX_HALVINGS: usize = 6;
/// The change of velocity for a finite difference, in metres per second.
const NUDGE_MPS: f64 = 1e-3;
/// Gravity in the first guess, in metres per second squared.
const FALL_MPS2: f64 = 9.81;
/// Rolling resistance in the first guess, in metres per second squared.
const ROLL_MPS2: f64 = 0.6;

/// Returns the kick with which a ball arrives at a place at a time; `None` if no kick within the limits of the target
/// is found, or if a number of the target is out of range.
///
/// `launch` returns the state of the ball after a kick with this velocity, including the spin of the kick. For a ball
/// in play, it is `|velocity| ball.kick(velocity, spin).ok()`.
///
/// The solver starts from a parabola in vacuum, a parabola that bounces halfway, or a rolling ball. It refines this
/// kick by damped Newton steps on finite differences of whole flights. `physics` steps each flight, so it includes air,
/// spin, wind, bounces and posts. A call takes up to 145 flights per style, usually fewer than 20, so call it for
/// decisions and not in every frame.
///
/// For [`KickStyle::Air`], a trial that touches something early continues as if nothing were there. This measures by
/// how much the trial falls short. The returned kick touches nothing.
///
/// ```
/// use footwork_flight::{BallParams, BallPhysics, BallState, KickStyle, KickTarget, Pitch, kick_to};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let target = KickTarget {
///     place: [28.0, 1.8, 6.0],
///     after_secs: 1.7,
///     within_m: 0.02,
///     max_mps: 35.0,
///     style: KickStyle::Air,
/// };
/// let launch = |velocity| BallState::new(0.0, [0.0, 0.11, 0.0], velocity).ok()?.with_spin([0.0, 40.0, 0.0]).ok();
/// let kick = kick_to(&physics, launch, &target).unwrap();
/// assert!(kick.off_m < 0.02);
/// // Because of drag and lift, the kick is faster than that of the parabola.
/// assert!(kick.velocity[0] > 28.0 / 1.7);
///
/// let hurry = KickTarget { after_secs: 0.5, ..target };
/// assert_eq!(kick_to(&physics, launch, &hurry), None);
/// // A rolling ball does not arrive at head height.
/// let roll = KickTarget { style: KickStyle::Roll, ..target };
/// assert_eq!(kick_to(&physics, launch, &roll), None);
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
        max_mps,
        style,
    } = target;
    if !((0.05..=20.0).contains(&after_secs) && is_within(place, f64::MAX)) {
        return None;
    }
    let start = vector(physics.motion(&launch([0.0; 3])?).position);
    let mut shooter = Shooter {
        physics,
        launch,
        place: vector(place),
        after_secs,
        within_m,
        events: StepEvents::default(),
    };
    let styles = [KickStyle::Roll, KickStyle::Bounce, KickStyle::Air];
    let tried = styles
        .into_iter()
        .filter(|one| style == KickStyle::Any || style == *one);
    let found = tried.filter_map(|one| {
        let (velocity, shot) =
            shooter.solve(first_guess(start, vector(place), after_secs, one), one)?;
        // After a trial through the air has touched something, the rest of its flight is a guess.
        let is_whole = one != KickStyle::Air || shot.style == KickStyle::Air;
        let has_style = shot.style == one || (style == KickStyle::Any && is_whole);
        let is_fine = has_style && length(velocity) <= max_mps;
        is_fine.then(|| Kick {
            velocity: velocity.to_array(),
            off_m: length(shot.off),
            style: shot.style,
        })
    });
    let speed = |kick: &Kick| length(vector(kick.velocity));
    found.min_by(|a, b| speed(a).total_cmp(&speed(b)))
}

fn first_guess(start: DVec3, place: DVec3, secs: f64, style: KickStyle) -> DVec3 {
    let level = (place - start) / secs;
    match style {
        KickStyle::Roll => {
            let flat = DVec3::new(level.x, 0.0, level.z);
            let speed = length(flat);
            let more = 0.5 * ROLL_MPS2 * secs;
            flat * if speed > 0.0 { 1.0 + more / speed } else { 1.0 }
        }
        // The ball goes up and down in slightly more than half of the time, and up again in the rest.
        KickStyle::Bounce => {
            DVec3::new(level.x, 0.0, level.z) + DVec3::Y * (0.5 * FALL_MPS2 * 0.55 * secs)
        }
        _ => level + DVec3::Y * (0.5 * FALL_MPS2 * secs),
    }
}

/// The end of a trial kick relative to the target, and the style of the trial.
#[derive(Clone, Copy)]
struct Shot {
    off: DVec3,
    style: KickStyle,
}

/// Shoots trial kicks and corrects them.
struct Shooter<'a, B: BallStep, F> {
    physics: &'a B,
    launch: F,
    place: DVec3,
    after_secs: f64,
    within_m: f64,
    events: StepEvents,
}

impl<B: BallStep, F: Fn([f64; 3]) -> Option<B::State>> Shooter<'_, B, F> {
    /// Returns where a ball kicked with this velocity is at the target time, and its style; `None` if the ball cannot
    /// be launched, or if its position is not finite. `wanted` is the style to try.
    fn shoot(&mut self, velocity: DVec3, wanted: KickStyle) -> Option<Shot> {
        let mut state = (self.launch)(velocity.to_array())?;
        let (secs, events) = (self.after_secs, &mut self.events);
        let (arrives, style) = fly(self.physics, &mut state, (secs, wanted), events);
        let is_there = is_within(arrives.to_array(), f64::MAX);
        is_there.then(|| Shot {
            off: arrives - self.place,
            style,
        })
    }

    /// Returns the velocity that hits the target and the end of its flight; `None` if the search from `guess` finds
    /// none. A rolling ball is kicked level.
    fn solve(&mut self, guess: DVec3, style: KickStyle) -> Option<(DVec3, Shot)> {
        let mut velocity = guess;
        let mut shot = self.shoot(velocity, style)?;
        for _ in 0..MAX_ROUNDS {
            if length(shot.off) <= self.within_m {
                break;
            }
            let mut columns = [DVec3::X, DVec3::Y, DVec3::Z];
            let mut off = shot.off;
            for axis in [0, 1, 2] {
                if axis == 1 && style == KickStyle::Roll {
                    off.y = 0.0;
                    continue;
                }
                let nudge = columns[axis] * NUDGE_MPS;
                columns[axis] = (self.shoot(velocity + nudge, style)?.off - shot.off) / NUDGE_MPS;
            }
            let mut change = solve(columns, off).unwrap_or(off / self.after_secs);
            if style == KickStyle::Roll {
                change.y = 0.0;
            }
            let mut is_better = false;
            for _ in 0..MAX_HALVINGS {
                if let Some(next) = self.shoot(velocity - change, style)
                    && next.off.length_squared() < shot.off.length_squared()
                {
                    velocity -= change;
                    shot = next;
                    is_better = true;
                    break;
                }
                change *= 0.5;
            }
            if !is_better {
                break;
            }
        }
        (length(shot.off) <= self.within_m).then_some((velocity, shot))
    }
}

/// Returns where the ball is after `secs` seconds, interpolated between two steps, and the style of its flight. If the
/// wanted style is [`KickStyle::Air`], a ball that touches something continues as if nothing were there.
fn fly<B: BallStep>(
    physics: &B,
    state: &mut B::State,
    (secs, wanted): (f64, KickStyle),
    events: &mut StepEvents,
) -> (DVec3, KickStyle) {
    let start = physics.motion(state).secs;
    let mut style = KickStyle::Air;
    let mut before = physics.motion(state);
    let mut pull = DVec3::NEG_Y * FALL_MPS2;
    // The number of steps is bounded, because the times of a custom physics may never reach the end.
    for _ in 0..200_000 {
        events.clear();
        physics.step(state, events);
        for touch in &events.touches {
            style = match (style, touch.kind) {
                (KickStyle::Air, TouchKind::Roll) if before.velocity[1] <= 0.0 => KickStyle::Roll,
                (KickStyle::Roll, TouchKind::Roll) => KickStyle::Roll,
                _ => KickStyle::Bounce,
            };
        }
        if wanted == KickStyle::Air && style != KickStyle::Air {
            let left_secs = secs - (before.secs - start);
            return (unhindered(&before, pull, left_secs), style);
        }
        let now = physics.motion(state);
        if now.secs - start >= secs || now.secs <= before.secs {
            let share = (secs - (before.secs - start)) / (now.secs - before.secs);
            let way = vector(now.position) - vector(before.position);
            return (vector(before.position) + way * share, style);
        }
        pull = (vector(now.velocity) - vector(before.velocity)) / (now.secs - before.secs);
        before = now;
    }
    (vector(before.position), style)
}

/// Returns where a ball with constant acceleration is after `secs` seconds.
fn unhindered(from: &BallMotion, acceleration: DVec3, secs: f64) -> DVec3 {
    vector(from.position) + (vector(from.velocity) + acceleration * (0.5 * secs)) * secs
}

/// Solves `columns · x = right` by Cramer's rule; `None` if the columns are coplanar.
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
