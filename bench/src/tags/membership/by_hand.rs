//! Membership tests as users would write them without the calls for single frames.

use std::sync::Arc;

use footwork_base::Id;
use footwork_tags::{CachedRanges, ClipId};

use crate::tags::workload::Workload;

/// Returns whether an answer holds on a frame, by binary search, as users would write it without a
/// live query.
pub(super) fn searched(answer: &CachedRanges, clip: ClipId, frame: u32) -> bool {
    let ranges = answer.ranges(clip);
    let found = ranges.binary_search_by(|range| {
        if range.stop() <= frame {
            std::cmp::Ordering::Less
        } else if range.start() > frame {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Equal
        }
    });
    found.is_ok()
}

/// A bit mask for each clip, as a user would write it.
pub(super) struct ByHand {
    starts: Vec<usize>,
    words: Vec<u64>,
}

impl ByHand {
    pub(super) fn new(workload: &Workload, answers: &[Arc<CachedRanges>]) -> Self {
        let mut starts = Vec::new();
        let mut end = 0;
        for clip in workload.database.clips().values() {
            starts.push(end);
            end += clip.frames as usize;
        }
        let mut words = vec![0; end];
        for (column, answer) in answers.iter().enumerate() {
            for (clip, ranges) in answer.iter() {
                let start = starts[clip.index()];
                for range in ranges {
                    let frames = start + range.start() as usize..start + range.stop() as usize;
                    words[frames]
                        .iter_mut()
                        .for_each(|word| *word |= 1 << column);
                }
            }
        }
        Self { starts, words }
    }

    pub(super) fn word(&self, clip: ClipId, frame: u32) -> u64 {
        self.words[self.starts[clip.index()] + frame as usize]
    }
}
