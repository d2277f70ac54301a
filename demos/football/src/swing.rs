//! A kick that is being made: the root drifts to where the foot will meet the ball, and the leg reaches for what is left.

use footwork::matching::{Motion, Place};
use footwork_base::to_f32;

use crate::ball::{BALL_RADIUS_M, Ball};
use crate::figure::Figure;
use crate::flat;
use crate::kicks::KickClip;
use crate::setup::FRAME_SECS;

/// The leg reaches within this number of frames before the contact, and lets go within as many after it.
const REACH_FRAMES: f64 = 8.0;
const LETS_GO_FRAMES: f64 = 12.0;
/// It reaches no farther than this.
const MAX_REACH_M: f64 = 0.3;
/// The footballer runs on for this number of frames after the contact.
const FOLLOW_FRAMES: f64 = 16.0;
/// The root drifts no faster than this.
const MAX_DRIFT_MPS: f64 = 1.6;
const MAX_TURN_RADPS: f64 = 3.0;
/// A ball that is so far from where it was to be met is left alone, unless the leg swings already; a nearer one too, if drift
/// and reach cannot make up for it any more. What is still to be turned moves the foot by so much for each radian.
const LEFT_M: f64 = 0.9;
const TURNS_M: f64 = 0.8;

/// Where a swing is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Swing {
    /// Of the kicks of the cast.
    pub(crate) kick: usize,
    /// The frame of the clip.
    frame: f64,
    /// The heading of the root at the contact.
    heading_rad: f64,
    /// Where the leg reaches at the contact, from where the clip has it.
    reach_m: [f64; 3],
    /// Whether the contact has just been.
    is_contact: bool,
}

/// What a swing asks of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lead {
    /// To be here.
    On(Place),
    /// The ball is gone.
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

    /// All numbers that decide its future.
    pub(crate) fn numbers(&self) -> [f64; 7] {
        let [x, y, z] = self.reach_m;
        let is_contact = f64::from(u8::from(self.is_contact));
        let (kick, heading) = (self.kick as f64, self.heading_rad);
        [kick, self.frame, heading, x, y, z, is_contact]
    }

    /// Whether the contact was passed in the last frame, and by how many seconds.
    pub(crate) fn contact_secs(&self, kick: &KickClip) -> Option<f64> {
        self.is_contact
            .then_some((self.frame - kick.contact) * FRAME_SECS)
    }

    /// Whether the clip has been played far enough.
    pub(crate) fn is_over(&self, kick: &KickClip) -> bool {
        self.frame > kick.contact + FOLLOW_FRAMES
    }

    /// Goes on to a frame of the clip. Returns where the root should be, which is at `place` now.
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
        // Turn first, as that moves where the foot gets to.
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

    /// How far the leg reaches at the contact, and which share of that now.
    pub(crate) fn reach(&self, kick: &KickClip) -> Option<(f32, [f32; 3])> {
        let left = kick.contact - self.frame;
        let share = match left >= 0.0 {
            true => 1.0 - left / REACH_FRAMES,
            false => 1.0 + left / LETS_GO_FRAMES,
        };
        let share = if self.is_contact { 1.0 } else { share };
        (share > 0.0).then(|| (to_f32(share), self.reach_m.map(to_f32)))
    }
}

/// How far a foot, from its ankle to its toes, is from the surface of a ball; below 0 it is inside.
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
