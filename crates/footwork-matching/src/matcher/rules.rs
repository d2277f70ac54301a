//! The rules of jumps, and the poses that the rules exclude from a search.

use footwork_base::FrameRange;

use crate::index::Index;
use crate::matcher::{MAX_RECENT_JUMPS, MatcherState};
use crate::motion_clip::{ClipEnd, ClipId};
use crate::pose_id::{PoseId, PoseRange, Twins};

/// The rules of a matcher: when it searches, and to which poses it does not jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The time between searches, in seconds. 0 searches in every update. 0.1 s by default.
    pub every_secs: f32,
    /// The shortest time between jumps, in seconds, unless the playing pose must be left. 0.2 s by default.
    pub dwell_secs: f32,
    /// The first margin, a cost. A jump needs a pose that is better than playing on by more than this. 0 by default.
    pub stay_bonus: f32,
    /// The second margin, a share of the cost of playing on, from 0 to 1. It is added to the first margin. A jump is
    /// visible, so a slightly better pose does not justify one, even if all costs are high. Neither margin applies if
    /// the clip is outside the filter. 0.2 by default.
    pub stay_share: f32,
    /// The time that a clip may play on after it leaves the filter, in seconds. It must have played inside the filter.
    /// The matcher searches for a better pose during this time. 0.2 s by default. With 0 it leaves the clip
    /// immediately, so it jumps in every frame if the allowed ranges are short.
    pub overrun_secs: f32,
    /// The matcher does not jump to poses of the playing clip within this number of frames, at the rate of the index.
    /// Such poses look like the playing pose and continue in the same way. 12 by default.
    pub avoid_near_frames: u32,
    /// For this time after a jump, in seconds, the matcher does not jump again to poses near the jump's target. It
    /// considers at most the last [`MAX_RECENT_JUMPS`] jumps. 0 by default.
    pub reselect_secs: f32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            every_secs: 0.1,
            dwell_secs: 0.2,
            stay_bonus: 0.0,
            stay_share: 0.2,
            overrun_secs: 0.2,
            avoid_near_frames: 12,
            reselect_secs: 0.0,
        }
    }
}

impl Rules {
    /// Checks that the numbers are in range.
    ///
    /// # Errors
    /// Returns an error if a number is negative or not finite, or if a share is above 1.
    pub fn check(&self) -> Result<(), RulesError> {
        for (name, value) in [
            ("every_secs", self.every_secs),
            ("dwell_secs", self.dwell_secs),
            ("stay_bonus", self.stay_bonus),
            ("stay_share", self.stay_share),
            ("overrun_secs", self.overrun_secs),
            ("reselect_secs", self.reselect_secs),
        ] {
            let is_share = name != "stay_share" || value <= 1.0;
            if !(value >= 0.0 && value.is_finite() && is_share) {
                return Err(RulesError { name, value });
            }
        }
        Ok(())
    }
}

/// A rule is out of range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RulesError {
    /// The name of the field.
    pub name: &'static str,
    /// The rejected value.
    pub value: f32,
}

footwork_base::display! { RulesError:
    Self { name, value } => "the rule `{name}` is {value}; expected a finite number from 0, and at most 1 for a share";
}

impl std::error::Error for RulesError {}

/// A rule that excludes poses as jump targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// [`Rules::avoid_near_frames`].
    Near,
    /// [`Rules::reselect_secs`].
    Reselect,
}

/// The number of candidates that a recording notes for a search.
pub(crate) const CANDIDATES: usize = 4;

/// The maximum number of ranges. A pose needs two, because the frames near it may wrap around the end of a loop. A
/// recording also excludes the candidates that it has already noted.
const MAX_RANGES: usize = 2 * (1 + MAX_RECENT_JUMPS + CANDIDATES);

/// The poses that the rules exclude, stored without an allocation.
#[derive(Clone, Copy)]
pub(super) struct Exclusions {
    ranges: [PoseRange; MAX_RANGES],
    rules: [Rule; MAX_RANGES],
    count: usize,
}

impl Exclusions {
    pub(super) fn new(rules: &Rules, state: &MatcherState, index: &Index) -> Self {
        let nowhere = PoseRange {
            clip: ClipId::new(u32::MAX),
            frames: FrameRange::from_first(0, 1),
            twins: Twins::Both,
        };
        let mut exclusions = Self {
            ranges: [nowhere; MAX_RANGES],
            rules: [Rule::Near; MAX_RANGES],
            count: 0,
        };
        exclusions.push(index, state.pose, rules.avoid_near_frames, Rule::Near);
        for (pose, ago_secs) in state.recent.iter().flatten() {
            if *ago_secs < f64::from(rules.reselect_secs) {
                exclusions.push(index, *pose, rules.avoid_near_frames, Rule::Reselect);
            }
        }
        exclusions
    }

    pub(super) fn push(&mut self, index: &Index, pose: PoseId, near: u32, rule: Rule) {
        let Some(clip) = index.clips().get(pose.clip.number() as usize) else {
            return;
        };
        let frames = clip.frame_count();
        let (start, stop) = (
            pose.frame.saturating_sub(near),
            pose.frame.saturating_add(near),
        );
        self.add(pose, start, stop.min(frames.saturating_sub(1)), rule);
        if clip.end() == ClipEnd::Loop {
            if near > pose.frame {
                let wrapped = frames.saturating_sub(near - pose.frame);
                self.add(pose, wrapped, frames - 1, rule);
            }
            if stop >= frames {
                self.add(pose, 0, (stop - frames).min(frames - 1), rule);
            }
        }
    }

    /// Excludes the frames from `first` to `last`.
    fn add(&mut self, pose: PoseId, first: u32, last: u32, rule: Rule) {
        let frames = FrameRange::new(first, last.saturating_add(1));
        let (Some(frames), true) = (frames, self.count < MAX_RANGES) else {
            return;
        };
        let twins = if pose.mirrored {
            Twins::Mirrored
        } else {
            Twins::Original
        };
        let clip = pose.clip;
        self.ranges[self.count] = PoseRange {
            clip,
            frames,
            twins,
        };
        self.rules[self.count] = rule;
        self.count += 1;
    }

    /// Removes all exclusions.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn ranges(&self) -> &[PoseRange] {
        &self.ranges[..self.count]
    }

    pub(super) fn rule(&self, place: usize) -> Rule {
        self.rules[place]
    }
}
