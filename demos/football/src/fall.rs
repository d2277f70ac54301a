//! Falls: a footballer tackled at a run rolls over the ground and rises, if there is a clip of a roll.

use footwork::matching::{ClipId, Filter, PoseSpan, Twins};
use footwork_base::{FrameRange, Id};

use crate::labelled::Labelled;
use crate::setup::FRAME_SECS;

/// The query that finds falls.
const FALLS: &str = "Roll";
/// A search may start a fall within this many frames of its beginning.
const FIRST_FRAMES: u32 = 4;

/// A fall and the rise after it, in frames at the rate of the index.
#[derive(Clone, Debug)]
pub(crate) struct FallClip {
    pub(crate) clip: ClipId,
    first: f64,
    last: f64,
    filter: Filter,
}

impl FallClip {
    /// Returns the poses from which the fall can start.
    pub(crate) fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Returns the duration in seconds.
    pub(crate) fn secs(&self) -> f64 {
        (self.last - self.first) * FRAME_SECS
    }

    /// Returns whether the fall is over at a frame of its clip.
    pub(crate) fn is_over(&self, frame: f64) -> bool {
        frame >= self.last
    }
}

/// Finds all falls; none if the tag is missing.
pub(crate) fn find(motion: &Labelled) -> Vec<FallClip> {
    let Ok(falls) = motion.tags.query(FALLS) else {
        return Vec::new();
    };
    let index = motion.index();
    let clips = motion.tagged().iter().zip(index.clips());
    let found = clips.enumerate().filter_map(|(place, (&id, indexed))| {
        let clip = ClipId::from_index(place)?;
        let range = falls.ranges(id).iter().next()?;
        let per_frame = index.schema().rate().as_f64() / indexed.rate().as_f64();
        let start = range.start();
        let frames = FrameRange::new(start, range.stop().min(start + FIRST_FRAMES))?;
        let span = PoseSpan {
            clip,
            frames,
            twins: Twins::Both,
        };
        // The last frames may have no known future, so the fall ends just before them.
        let last = f64::from(range.stop()) * per_frame - 2.0;
        Some(FallClip {
            clip,
            first: f64::from(start) * per_frame,
            last,
            filter: Filter::masked(index, [span]),
        })
    });
    found.filter(|fall| fall.filter.pose_count() > 0).collect()
}
