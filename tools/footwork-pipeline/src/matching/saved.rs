//! Opens a saved index with its library, and converts poses to frames of clips.

use footwork_base::FrameRate;
use footwork_library::Library;
use footwork_matching::{Index, PoseId};
use footwork_tags::ClipId;
use thiserror::Error;

use super::PoseIndex;

/// Why an index does not belong to a library.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StaleIndex {
    /// The library has no clip of this name.
    #[error("the index has poses of {clip}, which is not in the library; build the index again")]
    NoClip {
        /// The name.
        clip: String,
    },
    /// The length or the rate of a clip has changed since it was indexed.
    #[error(
        "{clip} had {indexed_frames} frames at {indexed_rate} per second when it was indexed, and has {frames} at \
         {rate} now; build the index again"
    )]
    Changed {
        /// Its name.
        clip: String,
        /// The clip's number of frames when it was indexed.
        indexed_frames: u32,
        /// The clip's rate when it was indexed.
        indexed_rate: FrameRate,
        /// The clip's current number of frames.
        frames: u32,
        /// The clip's current rate.
        rate: FrameRate,
    },
}

impl PoseIndex {
    /// Uses an index that was [built](Self::build) earlier, such as one from a file, with the library that it was built
    /// from. The result has no findings.
    ///
    /// # Errors
    /// If the library lacks a clip of the index, or the clip's length or rate has changed. Other changes to a clip are
    /// not detected; the index keeps the old poses.
    pub fn from_index(index: Index, library: &Library) -> Result<Self, StaleIndex> {
        let clips = index.clips().iter().map(|indexed| {
            let clip = indexed.name().to_owned();
            let Some(id) = library.database().clip_by_name(&clip) else {
                return Err(StaleIndex::NoClip { clip });
            };
            let entry = &library.clips()[id];
            if (indexed.source_frames(), indexed.rate()) != (entry.frames, entry.rate) {
                return Err(StaleIndex::Changed {
                    clip,
                    indexed_frames: indexed.source_frames(),
                    indexed_rate: indexed.rate(),
                    frames: entry.frames,
                    rate: entry.rate,
                });
            }
            Ok(id)
        });
        let clips: Vec<ClipId> = clips.collect::<Result<_, _>>()?;
        Ok(Self {
            index,
            clips,
            findings: Vec::new(),
        })
    }

    /// Returns the frame nearest in time to a pose, at the clip's own rate; the later one in a tie. `None` if the index
    /// does not have the pose.
    pub fn frame(&self, pose: PoseId) -> Option<u32> {
        let indexed = self.index.clips().get(pose.clip.number() as usize)?;
        (pose.frame < indexed.frame_count()).then_some(())?;
        Some(
            nearest_frame(pose.frame, self.index.schema().rate(), indexed.rate())
                .min(last(indexed)),
        )
    }
}

fn last(indexed: &footwork_matching::IndexedClip) -> u32 {
    indexed.source_frames().saturating_sub(1)
}

/// Returns the frame at rate `to` that is nearest in time to a frame at rate `from`; the later one in a tie.
pub(crate) fn nearest_frame(frame: u32, from: FrameRate, to: FrameRate) -> u32 {
    let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
    let per = product(from.numerator(), to.denominator());
    let each = product(to.numerator(), from.denominator());
    let doubled = u128::from(frame)
        .saturating_mul(2)
        .saturating_mul(each)
        .saturating_add(per);
    u32::try_from(doubled / per.saturating_mul(2)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use footwork_base::FrameRate;

    use super::nearest_frame;

    #[test]
    fn frames_are_converted_to_the_nearest_frame_of_another_rate() {
        let rate = |number, per| FrameRate::new(number, per).unwrap();
        let check =
            |frame, from, to, expected| assert_eq!(nearest_frame(frame, from, to), expected);
        check(7, rate(60, 1), rate(60, 1), 7);
        check(7, rate(60, 1), rate(30, 1), 4);
        check(6, rate(60, 1), rate(30, 1), 3);
        check(7, rate(30, 1), rate(60, 1), 14);
        check(10, rate(60, 1), rate(24_000, 1001), 4);
        check(u32::MAX, rate(1, 1), rate(60, 1), u32::MAX);
    }
}
