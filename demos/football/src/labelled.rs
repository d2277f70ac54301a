//! Motion with tags: the poses of clips, and which of their frames a query finds.

use footwork::events::EventTrack;
use footwork::matching::{ClipEnd, Index, PoseSpan, Twins};
use footwork::poses::{PoseFile, SkeletonId};
use footwork::tags::{ClipId, Database, EventId, RangeSet};
use footwork::{CommonClips, CompressedPoses, common_clips, pose_spans};

use crate::cast_error::CastError;

/// The events that mark the left and the right foot coming down.
const FOOT_EVENTS: [&str; 2] = ["Foot.Left", "Foot.Right"];

/// The motion of all footballers, decoded from its file pose by pose.
pub(crate) type Poses = CompressedPoses<Box<PoseFile<Vec<u8>>>>;

/// Poses, and the tags of their clips.
#[derive(Debug)]
pub(crate) struct Labelled {
    pub(crate) poses: Poses,
    pub(crate) tags: Database,
    common: CommonClips,
    /// For each clip of the index, the same clip in the tags.
    tagged: Vec<ClipId>,
}

impl Labelled {
    /// Reads the bytes of both files.
    pub(crate) fn new(tags: Vec<u8>, poses: Vec<u8>) -> Result<Self, CastError> {
        let tags = Database::from_bytes(tags)?;
        let file = PoseFile::open(poses)?;
        file.verify()?;
        let poses = CompressedPoses::new(Box::new(file), SkeletonId::new(0))?;
        let common = common_clips(&tags, poses.index())?;
        let tagged = poses.index().clips().iter().map(|clip| {
            let found = tags.clip_by_name(clip.name());
            found.ok_or_else(|| CastError::Untagged {
                clip: clip.name().to_owned(),
            })
        });
        Ok(Self {
            tagged: tagged.collect::<Result<_, _>>()?,
            poses,
            tags,
            common,
        })
    }

    /// Returns the index of the poses.
    pub(crate) fn index(&self) -> &Index {
        self.poses.index()
    }

    /// Returns, for each clip of the index, the same clip in the tags.
    pub(crate) fn tagged(&self) -> &[ClipId] {
        &self.tagged
    }

    /// Returns the event with a name.
    pub(crate) fn event(&self, name: &str) -> Option<EventId> {
        let mut known = self.tags.events();
        known
            .find(|(known, _)| known.as_str() == name)
            .map(|(_, event)| event)
    }

    /// Converts the frames that a query found to spans in which a jump can land and still play on
    /// for a while.
    pub(crate) fn landing_spans<'a>(
        &'a self,
        found: &'a RangeSet,
        runway_secs: f64,
    ) -> impl Iterator<Item = PoseSpan> + 'a {
        let spans = pose_spans(found, move |clip| self.common.in_index(clip), Twins::Both);
        self.index().landing_spans(spans, runway_secs)
    }

    /// Returns the strikes of the left and the right foot in each clip of the index.
    pub(crate) fn strikes(&self) -> Result<Vec<[EventTrack; 2]>, CastError> {
        let [left, right] = FOOT_EVENTS.map(|name| {
            let found = self.event(name);
            found.ok_or(CastError::NoEvent { name })
        });
        let (left, right) = (left?, right?);
        (0..self.tagged.len())
            .map(|place| Ok([self.track(place, left)?, self.track(place, right)?]))
            .collect()
    }

    /// Returns the times of an event in a clip of the index, in seconds.
    fn track(&self, place: usize, event: EventId) -> Result<EventTrack, CastError> {
        let (clip, indexed) = (self.tagged[place], &self.index().clips()[place]);
        let rate = self.tags.clips()[clip].rate;
        let secs = |frame: f64| frame * rate.denominator() as f64 / rate.numerator() as f64;
        let frames = self.tags.event_times(event, clip).iter().copied();
        let track = if indexed.end() == ClipEnd::Loop {
            // In a loop, the last frame is the first one.
            let round = f64::from(indexed.source_frames() - 1);
            EventTrack::looped(
                frames.map(|frame| secs(frame % round)).collect(),
                secs(round),
            )
        } else {
            EventTrack::new(frames.map(secs).collect())
        };
        track.map_err(|error| CastError::Track {
            clip: indexed.name().to_owned(),
            error,
        })
    }
}
