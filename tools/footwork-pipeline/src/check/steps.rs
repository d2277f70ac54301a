//! Clips whose feet step without a contact with the ground.
//!
//! Without contacts there is no gait and no foot slide to measure, and no strike to detect, so a faulty clip would pass in
//! silence. Feet step if they are lifted above each other by turns.

use footwork_base::FrameRange;
use footwork_clip::{Side, UnitChoice};

use super::fault::Fault;
use crate::measure::Measurer;

/// The code of this check.
pub(super) const NO_CONTACTS: &str = "no-contacts";

/// A foot is lifted above the other if its mean height is larger by more than this share of the body's size (5 cm).
const LIFT_SHARE: f64 = 0.03;

/// The minimum number of lifts by turns: two strides of one foot around one of the other.
const MIN_LIFTS: usize = 3;

/// Returns the fault of a clip whose feet step while one or both never touch the ground.
pub(super) fn no_contacts(measurer: &Measurer<'_>, size_m: f64) -> Option<Fault> {
    let clip = measurer.motion().clip();
    // Contacts are found by lengths of a person; another size has a finding of its own.
    if !UnitChoice::is_plausible(size_m) {
        return None;
    }
    let touching = measurer.touching_feet()?;
    if touching.iter().all(|(_, touches)| *touches) {
        return None;
    }
    let lifts = lifts(measurer, LIFT_SHARE * size_m);
    if lifts < MIN_LIFTS {
        return None;
    }
    let name = |side: Side| match side {
        Side::Left => "left",
        Side::Right => "right",
    };
    let without = touching.iter().filter(|(_, touches)| !touches);
    let without: Vec<&str> = without.map(|(side, _)| name(*side)).collect();
    let which = match without.as_slice() {
        [one] => format!("the {one} foot never touches"),
        _ => "neither foot touches".to_owned(),
    };
    Some(Fault {
        code: NO_CONTACTS,
        span: FrameRange::new(0, clip.frame_count()),
        joint: None,
        message: format!(
            "its feet step by turns, but {which} the ground, so its gait and its foot slide cannot be measured; the root may \
             travel at another speed than the feet, or the feet may swing in the air"
        ),
    })
}

/// Returns how many times the feet are lifted by turns.
fn lifts(measurer: &Measurer<'_>, least_m: f64) -> usize {
    let motion = measurer.motion();
    let feet = motion.clip().skeleton().feet();
    let height_of = |side: Side| -> Option<Vec<f64>> {
        let foot = feet.iter().find(|foot| foot.side == side)?;
        let mut heights = vec![0.0; motion.clip().frame_count() as usize];
        for &joint in &foot.joints {
            let places = motion.positions().joint(joint);
            for (height, [_, y, _]) in heights.iter_mut().zip(places) {
                *height += y / foot.joints.len() as f64;
            }
        }
        Some(heights)
    };
    let Some((left, right)) = height_of(Side::Left).zip(height_of(Side::Right)) else {
        return 0;
    };
    let above = left.iter().zip(&right).map(|(left, right)| left - right);
    let lifted = above
        .filter(|above| above.abs() > least_m)
        .map(|above| above > 0.0);
    let mut last = None;
    lifted
        .filter(|side| last.replace(*side) != Some(*side))
        .count()
}
