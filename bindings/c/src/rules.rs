//! The rules of searches.

use footwork::matching::Rules;

use crate::door::{Grows, call, fill_sized, size_field};
use crate::error::{fw_error, fw_status};

/// The rules of searches and jumps. Set `size`, then call `fw_rules_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_rules {
    /// `sizeof(fw_rules)`.
    pub size: u32,
    /// The matcher does not jump to poses of the playing clip within this number of frames of the playing pose.
    pub avoid_near_frames: u32,
    /// The time between searches, in seconds; 0 searches at every update.
    pub every_secs: f32,
    /// The minimum time between jumps, in seconds, unless the pose must be left.
    pub dwell_secs: f32,
    /// The cost by which a pose must be better than playing on.
    pub stay_bonus: f32,
    /// A pose must also be better by this share of the cost of playing on, from 0 to 1. It is added to `stay_bonus`.
    pub stay_share: f32,
    /// How long a clip may play on after it has left the filter, in seconds.
    pub overrun_secs: f32,
    /// The time after a jump in which the matcher does not jump to poses near its target again, in seconds.
    pub reselect_secs: f32,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_rules {
    const NAME: &'static str = "fw_rules";
}
/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_rules_default(rules: *mut fw_rules, error: *mut fw_error) -> fw_status {
    call!(error, {
        fill_sized(rules, rules_to_c(&Rules::default()))?;
    })
}

pub(crate) fn rules_of(from: &fw_rules) -> Rules {
    Rules {
        every_secs: from.every_secs,
        dwell_secs: from.dwell_secs,
        stay_bonus: from.stay_bonus,
        stay_share: from.stay_share,
        overrun_secs: from.overrun_secs,
        avoid_near_frames: from.avoid_near_frames,
        reselect_secs: from.reselect_secs,
    }
}

pub(crate) fn rules_to_c(from: &Rules) -> fw_rules {
    fw_rules {
        size: size_field::<fw_rules>(),
        avoid_near_frames: from.avoid_near_frames,
        every_secs: from.every_secs,
        dwell_secs: from.dwell_secs,
        stay_bonus: from.stay_bonus,
        stay_share: from.stay_share,
        overrun_secs: from.overrun_secs,
        reselect_secs: from.reselect_secs,
    }
}
