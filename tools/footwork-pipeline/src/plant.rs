//! Planted feet: during each contact with the ground, a foot stays where it stands.
//!
//! A standing foot slides a little in recorded motion, and in blended, retargeted or edited motion too. For each
//! contact, [`plant_feet`] measures how far the standing part of the foot moves from frame to frame, and moves the foot
//! back by that distance. The standing part then stays in one place, while the foot still rolls from heel to toe. The
//! leg follows by two-bone inverse kinematics. Around a contact the correction fades in and out. If a leg is too short
//! to reach its foot's place, the pelvis drops. A foot below the floor, at y = 0, is lifted onto the floor.
//!
//! Frames without a contact nearby keep their bits.

mod legs;
mod offsets;

use std::sync::Arc;

use footwork_clip::{Clip, ClipParts, Finding, Motion};
use footwork_events::ContactOptions;
use thiserror::Error;

use crate::detect::contact_frames;

use legs::Legs;
use offsets::{Offsets, offsets};

/// The default time in which a foot eases into and out of a corrected contact, in seconds.
pub const EASE_SECS: f64 = 0.1;

/// Returns the frames on which the left and the right foot stand, for [`plant_feet`]; `None` for an unknown foot.
///
/// The frames are those of [`contact_frames`] on which the foot is at most 6 cm above the ground and moves at most at
/// 0.5 m/s: a higher or faster foot is landing or leaving, and must not be held.
pub fn standing_frames(clip: &Clip) -> [Option<Vec<bool>>; 2] {
    let options = ContactOptions {
        lift_height_m: 0.06,
        touch_speed_mps: 0.5,
        lift_speed_mps: 0.5,
        close_secs: 0.0,
        ..ContactOptions::default()
    };
    contact_frames(clip, &options)
}

/// Why feet cannot be planted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlantError {
    /// A leg or foot is not known.
    #[error("its legs are not known: no joint is its {role}")]
    NoLegs {
        /// The role that has no joint.
        role: &'static str,
    },
    /// The body steps in place, so its feet slide over the ground on purpose.
    #[error("it steps in place, so its feet slide over the ground by design")]
    InPlace,
    /// The motion gets farther from the origin than a clip can hold.
    #[error("the motion goes farther than a clip can hold")]
    TooFar,
}

/// A clip whose feet stay where they stand.
#[derive(Clone, Debug)]
pub struct PlantedFeet {
    /// The motion.
    pub clip: Clip,
    /// The number of contacts.
    pub contacts: usize,
    /// The largest speed of a standing foot along the ground before planting, in m/s.
    pub before_mps: f64,
    /// The largest speed of a standing foot along the ground after planting, in m/s.
    pub after_mps: f64,
    /// The largest distance by which a foot was moved, in metres.
    pub moved_m: f64,
    /// The largest distance by which the pelvis drops, in metres.
    pub drop_m: f64,
}

impl PlantedFeet {
    /// Returns a finding that reports the numbers of this struct.
    pub fn finding(&self) -> Finding {
        let [before, after] = [self.before_mps, self.after_mps].map(|speed| 100.0 * speed);
        let [moved, drop] = [self.moved_m, self.drop_m].map(|length| 100.0 * length);
        Finding {
            code: "planted-feet",
            position: None,
            message: format!(
                "in {} contacts the standing feet slid at up to {before:.1} cm/s, and now at up to {after:.1}; feet moved by up to {moved:.1} cm, and the pelvis drops by up to {drop:.1} cm",
                self.contacts
            ),
        }
    }
}

/// Holds each foot in place during its contacts. `contacts` says for the left and the right foot on which frames it
/// stands, as [`standing_frames`] returns it. A foot with `None` is unchanged.
///
/// In a loop, a contact continues across the seam, and the last frame stays equal to the first one of the next round.
///
/// # Errors
/// If a leg is not known, or if the body steps in place.
pub fn plant_feet(
    clip: &Clip,
    contacts: &[Option<Vec<bool>>; 2],
    ease_secs: f64,
) -> Result<PlantedFeet, PlantError> {
    let motion = Motion::new(clip);
    if motion.steps_in_place() {
        return Err(PlantError::InPlace);
    }
    let legs = Legs::new(clip)?;
    let ease = (ease_secs * clip.rate().as_f64()).max(1.0);
    let sides: Vec<Offsets> = legs
        .feet
        .iter()
        .zip(contacts)
        .map(|(foot, contacts)| offsets(&motion, foot, contacts.as_deref().unwrap_or(&[]), ease))
        .collect();
    let mut made = PlantedFeet {
        clip: clip.clone(),
        contacts: sides.iter().map(|side| side.contacts).sum(),
        before_mps: sides.iter().map(|side| side.skate_mps).fold(0.0, f64::max),
        after_mps: 0.0,
        moved_m: 0.0,
        drop_m: 0.0,
    };
    let mut poser = legs.poser(clip);
    for frame in 0..clip.frame_count() {
        let index = frame as usize;
        let wanted = [0, 1].map(|side| sides[side].at(index));
        if wanted.iter().all(|offset| offset.move_m == [0.0; 3]) {
            continue;
        }
        made.drop_m = made.drop_m.max(poser.pose(frame, wanted));
        for offset in wanted {
            let square: f64 = offset.move_m.iter().map(|x| x * x).sum();
            made.moved_m = made.moved_m.max(square.sqrt());
        }
    }
    let planted = Clip::new(ClipParts {
        skeleton: Arc::clone(clip.skeleton()),
        rate: clip.rate(),
        looping: clip.is_looping(),
        root_positions: poser.root_positions,
        rotations: poser.rotations,
        translations: poser.translations,
    });
    let planted = planted.map_err(|_| PlantError::TooFar)?;
    made.clip = planted
        .with_travelling_joint(clip.travelling_joint())
        .with_heading(clip.heading());
    let motion = Motion::new(&made.clip);
    let after = legs.feet.iter().zip(contacts).map(|(foot, contacts)| {
        offsets(&motion, foot, contacts.as_deref().unwrap_or(&[]), ease).skate_mps
    });
    let after_mps = after.fold(0.0, f64::max);
    drop(motion);
    Ok(PlantedFeet { after_mps, ..made })
}
