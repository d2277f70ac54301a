//! Kicks as clips: the path of the root until the foot meets the ball, and the place of the ball at that time.

use footwork::matching::{ClipId, Motion, Place, PoseId, PoseSource};
use footwork_base::Id;

use crate::ball::BALL_RADIUS_M;
use crate::figure::Figure;
use crate::flat::{self, Flat};
use crate::labelled::{Labelled, Poses};
use crate::setup::FRAME_SECS;

/// The event that marks a foot meeting the ball.
pub(crate) const CONTACT_EVENT: &str = "Kick.Contact";
/// The queries for kicks with the left and with the right foot.
pub(crate) const KICKS: [&str; 2] = ["Kick.Left", "Kick.Right"];
/// The query for hard kicks.
pub(crate) const SHOTS: &str = "Strike.Shot";
/// The minimum number of frames played before the contact of a kick.
pub(crate) const MIN_LEAD: u32 = 12;
/// The gap between the surface of the ball and the foot that meets it.
const BEFORE_FOOT_M: f64 = 0.02;

/// A clip with a kick in it, at the rate of the index.
#[derive(Clone, Debug)]
pub(crate) struct KickClip {
    pub(crate) clip: ClipId,
    /// 0 for the left foot, 1 for the right.
    pub(crate) foot: usize,
    /// The frame of the contact.
    pub(crate) contact: f64,
    /// Whether it is a hard kick.
    pub(crate) is_shot: bool,
    /// The first frame of the kick.
    pub(crate) first: u32,
    /// For each frame, the motion of the root from that frame to the contact: its displacement, relative to the root
    /// at that frame, and its turn.
    ways: Vec<(Flat, f64)>,
    /// The position of the ball at the contact, relative to the root: its distances to the left and ahead, in metres.
    pub(crate) ball_m: Flat,
    /// The direction in which the foot moves at the contact, relative to the heading of the root.
    pub(crate) foot_heading_rad: f64,
}

impl KickClip {
    /// Returns the motion of the root from a frame to the contact: its displacement, relative to the root at that
    /// frame, and its turn.
    pub(crate) fn way_from(&self, frame: f64) -> (Flat, f64) {
        let at = (frame - f64::from(self.first)).clamp(0.0, (self.ways.len() - 1) as f64);
        let here = place(at.floor());
        let there = (here + 1).min(self.ways.len() - 1);
        let part = at - at.floor();
        let ((a, turn), (b, then)) = (self.ways[here], self.ways[there]);
        (flat::lerp(a, b, part), turn + (then - turn) * part)
    }

    /// Returns the velocity of the root at a frame, relative to its heading.
    pub(crate) fn speed_at(&self, frame: f64) -> Flat {
        let (a, _) = self.way_from(frame);
        let (b, _) = self.way_from(frame + 1.0);
        flat::scale(flat::sub(a, b), 1.0 / FRAME_SECS)
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a list, from 0"
)]
fn place(at: f64) -> usize {
    at as usize
}

/// Finds all kicks, mirrored ones included.
///
/// # Errors
/// Returns the mistakes in the tags, or an error if no kick has a contact.
pub(crate) fn find(
    motion: &Labelled,
    figure: &Figure,
) -> Result<Vec<KickClip>, (&'static str, String)> {
    let database = &motion.tags;
    let query = |text: &'static str| {
        let found = database.query(text);
        found.map_err(|errors| (text, errors.to_string()))
    };
    let (kicks, shots) = ([query(KICKS[0])?, query(KICKS[1])?], query(SHOTS)?);
    let missing = || (CONTACT_EVENT, "no such event is declared".to_owned());
    let contact = motion.event(CONTACT_EVENT).ok_or_else(missing)?;
    let mut found = Vec::new();
    let poses = &motion.poses;
    for (index, &id) in motion.tagged().iter().enumerate() {
        let Some(clip) = ClipId::from_index(index) else {
            continue;
        };
        let indexed = &poses.index().clips()[index];
        let per_frame = poses.index().schema().rate().as_f64() / indexed.rate().as_f64();
        for &at in database.event_times(contact, id) {
            let frame = place(at.round());
            for (foot, kicks) in kicks.iter().enumerate() {
                let range = kicks.ranges(id).iter();
                let mut range =
                    range.filter(|range| range.contains(u32::try_from(frame).unwrap_or(0)));
                let Some(range) = range.next() else { continue };
                let shots = shots.ranges(id).iter();
                let mut shots =
                    shots.filter(|range| range.contains(u32::try_from(frame).unwrap_or(0)));
                let span = Span {
                    clip,
                    foot,
                    first: f64::from(range.start()) * per_frame,
                    contact: at * per_frame,
                };
                found.push(span.kick(poses, figure, shots.next().is_some()));
            }
        }
    }
    if found.is_empty() {
        Err((KICKS[1], "no kick has a contact".to_owned()))
    } else {
        Ok(found)
    }
}

/// The frames of a kick.
struct Span {
    clip: ClipId,
    foot: usize,
    first: f64,
    contact: f64,
}

impl Span {
    fn kick(&self, poses: &Poses, figure: &Figure, is_shot: bool) -> KickClip {
        let first = place(self.first.ceil());
        let last = place(self.contact.round());
        let mut motion = Motion::new(figure.joint_count());
        let pose = |frame: usize, motion: &mut Motion| {
            let frame = u32::try_from(frame).unwrap_or(0);
            let pose = PoseId {
                clip: self.clip,
                frame,
                mirrored: false,
            };
            poses.motion(pose, 0.0, motion);
        };
        let mut ways = vec![([0.0; 2], 0.0)];
        for frame in (first..last).rev() {
            pose(frame, &mut motion);
            let [left, ahead, turn] = motion.root_velocity.map(f64::from);
            let turn = turn * FRAME_SECS;
            let step = flat::to_pitch(0.5 * turn, flat::scale([left, ahead], FRAME_SECS));
            let (way, turned) = ways[ways.len() - 1];
            let way = flat::add(step, flat::to_pitch(turn, way));
            ways.push((way, turn + turned));
        }
        ways.reverse();
        // The positions of the foot one frame before the contact, at it and one frame after it.
        let mut feet = [[0.0; 2]; 3];
        let mut place_ = Place::default();
        for (at, frame) in [last - 1, last, last + 1].into_iter().enumerate() {
            pose(frame, &mut motion);
            let [ankle, toe] = figure.foot_m(&motion, &place_, self.foot);
            let middle = [0, 1, 2].map(|axis| f64::from(ankle[axis] + toe[axis]) * 0.5);
            feet[at] = flat::below(middle);
            let [left, ahead, turn] = motion.root_velocity.map(f64::from);
            let step = flat::to_pitch(place_.heading_rad, flat::scale([left, ahead], FRAME_SECS));
            if at == 1 {
                // From here on, positions are relative to the root at the contact.
                let (here, heading) = (place_.position_m, place_.heading_rad);
                feet = feet.map(|foot| flat::to_body(heading, flat::sub(foot, here)));
                place_ = Place::default();
                place_.position_m = flat::to_pitch(0.0, flat::scale([left, ahead], FRAME_SECS));
                place_.heading_rad = turn * FRAME_SECS;
            } else {
                place_.position_m = flat::add(place_.position_m, step);
                place_.heading_rad += turn * FRAME_SECS;
            }
        }
        let way = flat::sub(feet[2], feet[0]);
        let along = flat::direction(way).unwrap_or([0.0, 1.0]);
        KickClip {
            clip: self.clip,
            foot: self.foot,
            contact: self.contact,
            is_shot,
            first: u32::try_from(first).unwrap_or(0),
            ways,
            ball_m: flat::add(feet[1], flat::scale(along, BALL_RADIUS_M + BEFORE_FOOT_M)),
            foot_heading_rad: flat::heading(along),
        }
    }
}
