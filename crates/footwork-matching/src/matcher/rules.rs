//! The rules of jumps, and the poses that they exclude from a search.

use footwork_base::FrameRange;

use crate::index::Index;
use crate::matcher::{MAX_RECENT_JUMPS, MatcherState};
use crate::motion_clip::{ClipEnd, ClipId};
use crate::pose_id::{PoseId, PoseRange, Twins};

/// When a matcher looks for a pose, and which it does not jump to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// It looks this often, from 0: at every update. 0.1 s by default.
    pub every_secs: f32,
    /// After a jump it plays on for so long, unless the pose must not go on. 0.2 s by default.
    pub dwell_secs: f32,
    /// A pose has to be better than playing on by more than this cost. 0 by default.
    pub stay_bonus: f32,
    /// It also has to be better by more than this share of what playing on costs, from 0 to 1: a jump is seen, and a pose
    /// that is hardly better is not worth it, however dear all poses are. 0.2 by default.
    pub stay_share: f32,
    /// A clip that played in what the filter allows, and leaves it, goes on for so long at most while a better pose is
    /// looked for. 0.2 s by default; 0 leaves at once, which jumps at every frame where what is allowed is short.
    pub overrun_secs: f32,
    /// Poses of the clip that plays, within this number of frames at the rate of the index, are not jumped to: they look like
    /// the one that plays, and what follows is the same. 12 by default.
    pub avoid_near_frames: u32,
    /// Poses near those that were jumped to within this time are not jumped to again; at most [`MAX_RECENT_JUMPS`] are
    /// remembered. 0 by default.
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
    /// If one is negative or not finite, or a share above 1.
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

/// A rule has a negative number, or none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RulesError {
    /// The name of the field.
    pub name: &'static str,
    /// What it is set to.
    pub value: f32,
}

footwork_base::display! { RulesError:
    Self { name, value } => "the rule `{name}` is {value}; it has to be 0 or a positive number, and a share at most 1";
}

impl std::error::Error for RulesError {}

/// A rule that keeps a pose from being jumped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// [`Rules::avoid_near_frames`].
    Near,
    /// [`Rules::reselect_secs`].
    Reselect,
}

/// Two ranges for each pose, as what is near in a loop may go on past its end.
const MAX_RANGES: usize = 2 * (1 + MAX_RECENT_JUMPS);

/// The poses that the rules exclude, without an allocation.
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

    fn push(&mut self, index: &Index, pose: PoseId, near: u32, rule: Rule) {
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
        let twins = match pose.mirrored {
            true => Twins::Mirrored,
            false => Twins::Original,
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

    pub(super) fn ranges(&self) -> &[PoseRange] {
        &self.ranges[..self.count]
    }

    pub(super) fn rule(&self, place: usize) -> Rule {
        self.rules[place]
    }
}
