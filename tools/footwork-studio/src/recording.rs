//! The open recording of a character, matched with the clips of the library.

use footwork_base::to_f32;
use footwork_matching::{
    Decision, IndexedClip, PoseId, RecordedSearch, Recording, Rule, Source, Trigger,
};
use footwork_tags::Database;

use crate::api::{PoseCost, RecordedClip, RecordedPose, RecordingHeader, SearchRow};

/// The number of values per frame in the answer.
const NUMBERS: usize = 9;

/// A recording in the form in which it was opened.
#[derive(Debug)]
pub(crate) struct OpenRecording {
    pub(crate) name: String,
    pub(crate) revision: u32,
    pub(crate) recording: Recording,
}

/// Returns why a recording does not belong to the library with these clips; `None` if it does.
pub(crate) fn other_library(recording: &Recording, database: &Database) -> Option<String> {
    let clips = recording.clips();
    let known = clips
        .iter()
        .filter(|clip| problem(clip, database).is_none());
    if known.count() > 0 {
        return None;
    }
    let first = clips.first()?;
    let why = problem(first, database)?;
    Some(format!("the recording is of another library: {why}"))
}

/// Returns why the library's clip of the same name cannot be shown for a clip of a recording; `None` if it can be.
fn problem(clip: &IndexedClip, database: &Database) -> Option<String> {
    let name = clip.name();
    let Some(found) = database.clip_by_name(name) else {
        return Some(format!("the library has no clip named {name}"));
    };
    let own = &database.clips()[found];
    let (frames, recorded) = (own.frames, clip.source_frames());
    (frames != recorded || own.rate != clip.rate()).then(|| {
        format!(
            "{name} has {frames} frames at {} per second, and {recorded} at {} in the recording",
            own.rate,
            clip.rate()
        )
    })
}

fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Waits => "waits",
        Decision::PlaysOn => "plays on",
        Decision::Dwells => "dwells",
        Decision::Stays => "stays",
        Decision::Jumps => "jumps",
        Decision::NoneAllowed => "none allowed",
        Decision::Holds => "holds",
    }
}

fn trigger_name(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Due => "due",
        Trigger::Input => "input",
        Trigger::Filter => "filter",
        Trigger::Forbidden => "forbidden",
        Trigger::End => "end",
    }
}

impl OpenRecording {
    /// Returns the header of the answer. `database` has the clips of the library, and `stamp` identifies its tags.
    pub(crate) fn header(&self, database: &Database, stamp: Option<u64>) -> RecordingHeader {
        let recording = &self.recording;
        let clips = recording.clips().iter().map(|clip| RecordedClip {
            name: clip.name().to_owned(),
            problem: problem(clip, database),
        });
        let groups = recording.schema().groups().iter();
        let tags = recording.stamps().tags;
        let filters = recording.filters().iter();
        RecordingHeader {
            name: self.name.clone(),
            revision: self.revision,
            frames: small(recording.frames().len()),
            first_frame: recording.first_frame(),
            origin: self.origin(),
            clips: clips.collect(),
            groups: groups.map(|group| group.name.clone()).collect(),
            filters: filters.map(|filter| filter.name.clone()).collect(),
            decisions: Decision::ALL.map(decision_name).to_vec(),
            searches: recording.searches().iter().map(|it| self.row(it)).collect(),
            has_other_tags: tags.zip(stamp).map(|(tags, stamp)| tags != stamp),
        }
    }

    /// Returns the values of all frames.
    pub(crate) fn numbers(&self) -> Vec<f32> {
        let frames = self.recording.frames();
        let origin = self.origin();
        let mut secs = 0.0;
        let mut numbers = Vec::with_capacity(frames.len() * NUMBERS);
        for (place, frame) in frames.iter().enumerate() {
            if place > 0 {
                secs += f64::from(frame.dt_secs);
            }
            let at = [0, 1, 2].map(|axis| to_f32(frame.root.position_m[axis] - origin[axis]));
            let pose = self.pose(frame.pose);
            let decision = Decision::ALL.iter().position(|it| *it == frame.decision);
            numbers.extend(at);
            numbers.extend([
                to_f32(frame.root.heading_rad),
                to_f32(secs),
                number(pose.clip),
                signed(number(pose.frame), pose.mirrored),
                frame.blend,
                signed(number(small(decision.unwrap_or(0))), frame.was_moved),
            ]);
        }
        numbers
    }

    /// Returns the place of the first frame.
    fn origin(&self) -> [f64; 3] {
        let first = self.recording.frames().first();
        first.map_or([0.0; 3], |frame| frame.root.position_m)
    }

    /// Returns a pose of the recording. Its frame is counted at the rate of its clip.
    fn pose(&self, pose: PoseId) -> RecordedPose {
        let clip = &self.recording.clips()[pose.clip.number() as usize];
        let secs = f64::from(pose.frame) / self.recording.schema().rate().as_f64();
        let last = clip.source_frames().saturating_sub(1);
        let frame = (secs * clip.rate().as_f64())
            .round()
            .clamp(0.0, f64::from(last));
        RecordedPose {
            clip: pose.clip.number(),
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a frame of the clip"
            )]
            frame: frame as u32,
            mirrored: pose.mirrored,
        }
    }

    fn row(&self, search: &RecordedSearch) -> SearchRow {
        let cost = |pose, cost, groups: &[f32]| PoseCost {
            pose: self.pose(pose),
            cost: finite(cost),
            groups: groups.iter().copied().map(finite).collect(),
        };
        let alone = |found: footwork_matching::Match| cost(found.pose, found.cost, &[]);
        let candidates = search.candidates.iter();
        SearchRow {
            frame: small(search.frame),
            trigger: search.trigger.map(trigger_name),
            decision: decision_name(search.decision),
            filter: search.filter.map(small),
            from: self.pose(search.from),
            to: self.pose(search.to),
            continuing: search
                .continuing
                .map(|whole| cost(search.from, whole, &search.continuing_groups)),
            limit: search.limit.map(finite),
            candidates: candidates
                .map(|it| cost(it.found.pose, it.found.cost, &it.group_costs))
                .collect(),
            discarded: search.discarded.map(|(found, _)| alone(found)),
            rule: search.discarded.map(|(_, rule)| match rule {
                Rule::Near => "near",
                Rule::Reselect => "reselect",
            }),
            forbidden: search.forbidden.map(alone),
            wanted: self.trajectory(&search.goal, |_| true),
            got: self.trajectory(&search.trajectory, |source| {
                matches!(
                    source,
                    Source::TrajectoryPosition { .. } | Source::TrajectoryDirection { .. }
                )
            }),
        }
    }

    /// Returns the points of a trajectory, read from the features of the groups for which `has` is true.
    fn trajectory(&self, features: &[f32], has: impl Fn(&Source) -> bool) -> Vec<[f32; 2]> {
        let mut rest = features;
        for group in self.recording.schema().groups() {
            if !has(&group.source) {
                continue;
            }
            let Some((own, after)) = rest.split_at_checked(group.source.feature_count()) else {
                break;
            };
            if let Source::TrajectoryPosition { .. } = group.source {
                return own.as_chunks().0.to_vec();
            }
            rest = after;
        }
        Vec::new()
    }
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Converts the index of a clip or a frame to a float. The index is below 2²⁴, so the float is exact.
fn number(whole: u32) -> f32 {
    to_f32(f64::from(whole))
}

fn signed(number: f32, is_negative: bool) -> f32 {
    if is_negative { -1.0 - number } else { number }
}

/// Returns a cost as a finite number, because JSON has no infinity.
fn finite(cost: f32) -> f32 {
    cost.min(f32::MAX)
}
