//! The launch of a kick: the velocity and spin that take the ball to its target.

use footwork::flight::{BallParams, BallState, KickStyle, KickTarget, kick_to};

use crate::ball::{BALL_RADIUS_M, Ball, Launch};
use crate::event::KickKind;
use crate::flat::{self, Flat};
use crate::intent::KickWish;

/// The hardest kick.
pub(crate) const MAX_KICK_MPS: f64 = 26.0;
/// The lowest speed of a rolling pass.
const MIN_PASS_MPS: f64 = 4.0;

/// Returns the launch of a kick from the current position of the ball.
pub(crate) fn launch(ball: &Ball, wish: &KickWish) -> Launch {
    match wish.kind {
        KickKind::Pass | KickKind::Through => along_ground(ball, wish),
        KickKind::Lob | KickKind::Shot | KickKind::Clearance => through_air(ball, wish),
    }
}

/// Returns a quick estimate of the launch, for comparing many kicks.
pub(crate) fn sketch(ball: &Ball, wish: &KickWish) -> Launch {
    match wish.kind {
        KickKind::Pass | KickKind::Through => along_ground(ball, wish),
        KickKind::Lob | KickKind::Shot | KickKind::Clearance => thrown(ball, wish),
    }
}

/// Estimates the time until the ball arrives, in seconds.
pub(crate) fn way_secs(ball: &Ball, wish: &KickWish) -> f64 {
    let far = flat::distance(flat::below(wish.to), ball.place());
    match wish.kind {
        KickKind::Pass | KickKind::Through => {
            let ([x, _, z], _) = along_ground(ball, wish);
            2.0 * far / (flat::length([x, z]) + wish.speed_mps)
        }
        KickKind::Lob | KickKind::Shot | KickKind::Clearance => flight_secs(far, wish),
    }
}

/// Returns the launch of a ball that rolls from the start, slowed down by rolling and, roughly, by drag.
fn along_ground(ball: &Ball, wish: &KickWish) -> Launch {
    let way = flat::sub(flat::below(wish.to), ball.place());
    let far = flat::length(way);
    let rolling = BallParams::default().rolling_mps2;
    // Drag slows it down a little more.
    let drag = 1.0 + 0.012 * far;
    let speed = (wish.speed_mps * wish.speed_mps + 2.0 * rolling * far).sqrt() * drag;
    let speed = speed.clamp(MIN_PASS_MPS, MAX_KICK_MPS);
    let along = flat::direction(way).unwrap_or([1.0, 0.0]);
    rolling_at(flat::scale(along, speed))
}

/// Returns the launch of a ball that rolls with this velocity.
pub(crate) fn rolling_at([x, z]: Flat) -> Launch {
    let spin = [z / BALL_RADIUS_M, 0.0, -x / BALL_RADIUS_M];
    ([x, 0.0, z], spin)
}

/// Returns the launch of a lofted ball, solved with drag. If there is no solution, returns the launch in a vacuum.
fn through_air(ball: &Ball, wish: &KickWish) -> Launch {
    let way = flat::sub(flat::below(wish.to), ball.place());
    let after_secs = flight_secs(flat::length(way), wish);
    let target = KickTarget {
        place: wish.to,
        after_secs,
        within_m: 0.2,
        max_mps: MAX_KICK_MPS,
        style: KickStyle::Air,
    };
    let state = *ball.state();
    let launch = |velocity| -> Option<BallState> { state.kick(velocity, [0.0; 3]).ok() };
    if let Some(kick) = kick_to(ball.physics(), launch, &target) {
        return (kick.velocity, [0.0; 3]);
    }
    thrown(ball, wish)
}

/// Returns the launch of a lofted ball in a vacuum.
fn thrown(ball: &Ball, wish: &KickWish) -> Launch {
    let from = ball.position();
    let way = flat::sub(flat::below(wish.to), ball.place());
    let after_secs = flight_secs(flat::length(way), wish);
    let [vx, vz] = flat::scale(way, 1.0 / after_secs);
    let rise = wish.to[1] - from[1];
    let vy = rise / after_secs + 0.5 * BallParams::default().gravity_mps2 * after_secs;
    ([vx, vy.min(0.5 * MAX_KICK_MPS), vz], [0.0; 3])
}

fn flight_secs(far_m: f64, wish: &KickWish) -> f64 {
    (far_m / wish.speed_mps.max(1.0)).clamp(0.1, 4.0)
}
