//! A kick in progress: the root drifts to where the foot will meet the ball, and the leg reaches over the remaining
//! distance.

use footwork::matching::{Motion, Place};
use footwork_base::to_f32;

use crate::ball::{BALL_RADIUS_M, Ball};
use crate::figure::Figure;
use crate::flat;
use crate::kicks::KickClip;
use crate::setup::FRAME_SECS;

/// The number of frames before the contact over which the leg reaches for the ball.
const REACH_FRAMES: f64 = 8.0;
/// The number of frames after the contact over which the leg returns to the clip.
const LETS_GO_FRAMES: f64 = 12.0;
/// The longest reach.
const MAX_REACH_M: f64 = 0.3;
/// The number of frames for which the clip plays on after the contact.
const FOLLOW_FRAMES: f64 = 16.0;
/// The fastest drift of the root.
const MAX_DRIFT_MPS: f64 = 1.6;
/// The fastest turn of the root.
const MAX_TURN_RADPS: f64 = 3.0;
/// A kick is given up if the ball is farther than this from the meeting point, or farther than drift and reach can
/// bridge. Once the leg swings, no kick is given up.
const LEFT_M: f64 = 0.9;
/// The turn moves the foot too. For each radian that the root has yet to turn, the allowed distance is this much
/// longer.
const TURNS_M: f64 = 0.8;

/// The progress of a swing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Swing {
    /// The kick, by its index in the cast.
    pub(crate) kick: usize,
    /// The frame of the clip.
    frame: f64,
    /// The heading of the root at the contact.
    heading_rad: f64,
    /// The reach of the leg at the contact, relative to the clip.
    reach_m: [f64; 3],
    /// Whether the contact was in the last frame.
    is_contact: bool,
}

/// The motion of the root that a swing asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lead {
    /// Move to this place.
    On(Place),
    /// Give up: the ball is gone.
    Off,
}

impl Swing {
    pub(crate) fn new(kick: usize, heading_rad: f64, frame: f64) -> Self {
        Self {
            kick,
            frame,
            heading_rad,
            reach_m: [0.0; 3],
            is_contact: false,
        }
    }

    /// Returns all numbers that decide its future.
    pub(crate) fn numbers(&self) -> [f64; 7] {
        let [x, y, z] = self.reach_m;
        let is_contact = f64::from(u8::from(self.is_contact));
        let (kick, heading) = (self.kick as f64, self.heading_rad);
        [kick, self.frame, heading, x, y, z, is_contact]
    }

    /// Returns how many seconds ago the contact was, if it was in the last frame.
    pub(crate) fn contact_secs(&self, kick: &KickClip) -> Option<f64> {
        self.is_contact
            .then_some((self.frame - kick.contact) * FRAME_SECS)
    }

    /// Returns whether the clip has been played far enough.
    pub(crate) fn is_over(&self, kick: &KickClip) -> bool {
        self.frame > kick.contact + FOLLOW_FRAMES
    }

    /// Advances to a frame of the clip. Returns the intended place of the root, which is now at `place`.
    pub(crate) fn lead(&mut self, kick: &KickClip, ball: &Ball, place: Place, frame: f64) -> Lead {
        self.is_contact = self.frame < kick.contact && frame >= kick.contact;
        self.frame = frame;
        let left = kick.contact - frame;
        if left < -1e-9 && !self.is_contact {
            return Lead::On(place);
        }
        let left = left.max(0.0);
        let at = ball.position_at(ball.secs() + left * FRAME_SECS);
        let (way, turn) = kick.way_from(frame);
        // Turn first, since the turn moves the foot.
        let off = flat::wrapped(self.heading_rad - turn - place.heading_rad);
        let most = MAX_TURN_RADPS * FRAME_SECS;
        let heading_rad = place.heading_rad + (off / (left + 1.0)).clamp(-most, most);
        let meets = flat::add(
            flat::add(place.position_m, flat::to_pitch(heading_rad, way)),
            flat::to_pitch(heading_rad + turn, kick.ball_m),
        );
        let missing = flat::sub(flat::below(at), meets);
        let drifts_m = MAX_DRIFT_MPS * FRAME_SECS * left;
        let made_up_m = drifts_m + MAX_REACH_M + TURNS_M * off.abs();
        if flat::length(missing) > LEFT_M.min(made_up_m) && left > REACH_FRAMES {
            return Lead::Off;
        }
        let drift = flat::scale(missing, 1.0 / (left + 1.0));
        let drift = flat::at_most(drift, MAX_DRIFT_MPS * FRAME_SECS);
        let rest = flat::at_most(flat::sub(missing, drift), MAX_REACH_M);
        let rise = (at[1] - BALL_RADIUS_M).clamp(0.0, MAX_REACH_M);
        self.reach_m = [rest[0], rise, rest[1]];
        Lead::On(Place {
            position_m: flat::add(place.position_m, drift),
            heading_rad,
        })
    }

    /// Returns the current share of the reach, and the reach at the contact; `None` while the leg does not reach.
    pub(crate) fn reach(&self, kick: &KickClip) -> Option<(f32, [f32; 3])> {
        let left = kick.contact - self.frame;
        let share = if left >= 0.0 {
            1.0 - left / REACH_FRAMES
        } else {
            1.0 + left / LETS_GO_FRAMES
        };
        let share = if self.is_contact { 1.0 } else { share };
        (share > 0.0).then(|| (to_f32(share), self.reach_m.map(to_f32)))
    }
}

/// Returns the distance of a foot, from its ankle to its toes, from the surface of a ball; negative inside it.
pub(crate) fn gap_m(
    figure: &Figure,
    motion: &Motion,
    place: &Place,
    foot: usize,
    ball: [f64; 3],
) -> f64 {
    let [ankle, toe] = figure
        .foot_m(motion, place, foot)
        .map(|at| at.map(f64::from));
    let along = [0, 1, 2].map(|axis| toe[axis] - ankle[axis]);
    let to = [0, 1, 2].map(|axis| ball[axis] - ankle[axis]);
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let part = (dot(to, along) / dot(along, along).max(1e-9)).clamp(0.0, 1.0);
    let off = [0, 1, 2].map(|axis| to[axis] - along[axis] * part);
    dot(off, off).sqrt() - BALL_RADIUS_M
}
