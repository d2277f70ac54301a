//! A sweep over the boundaries of a few short lists of ranges at once.
//!
//! At each boundary some leaves start or stop; which ones are on is the number of a case, and the
//! truth table of the query, one bit a case, says whether the frame is in the answer.

use super::kernel::{TABLE_LEAVES, Table};

/// What stands behind the last boundary of each list, twice.
pub(super) const END: u32 = u32::MAX;

/// Writes the boundaries of the answer, starts and stops in turn, to `out` and returns how many
/// there are.
///
/// `lists` holds the boundaries of the leaves that are on some frames, each list ending in two
/// [`END`]s; `starts` says where each begins, `bits` which bit of the case it flips, and `case`
/// which leaves are on all frames.
#[must_use]
#[inline(always)]
pub(super) fn sweep(
    lists: &[u32],
    starts: &[usize],
    bits: &[usize],
    case: usize,
    table: &Table,
    clip_frames: u32,
    out: &mut Vec<u32>,
) -> usize {
    // A boundary of the answer is one of a list, or an end of the clip.
    if out.len() < lists.len() + 2 {
        out.resize(lists.len() + 2, 0);
    }
    macro_rules! merge {
        ($($count:literal)*) => {
            match (starts.len(), starts, bits) {
                $(($count, starts, bits) => match (starts.first_chunk(), bits.first_chunk()) {
                    (Some(starts), Some(bits)) => {
                        merge::<$count>(lists, *starts, bits, case, table, clip_frames, out)
                    }
                    _ => 0,
                })*
                _ => 0,
            }
        };
    }
    const { assert!(TABLE_LEAVES == 8) };
    merge!(0 1 2 3 4 5 6 7 8)
}

/// The merge for `K` lists; returns how many boundaries it wrote.
#[inline(always)]
fn merge<const K: usize>(
    lists: &[u32],
    mut at: [usize; K],
    bits: &[usize; K],
    mut case: usize,
    table: &Table,
    clip_frames: u32,
    out: &mut [u32],
) -> usize {
    // The next boundary of each list and the one after it, so that stepping never waits for memory.
    let (mut next, mut after) = ([0; K], [0; K]);
    for list in 0..K {
        (next[list], after[list]) = (lists[at[list]], lists[at[list] + 1]);
    }
    let mut is_in = table.holds(case);
    let mut length = usize::from(is_in);
    out[0] = 0;
    loop {
        let mut frame = END;
        for &boundary in &next {
            frame = frame.min(boundary);
        }
        if frame >= clip_frames {
            break;
        }
        for list in 0..K {
            let here = next[list] == frame;
            case ^= bits[list] & usize::from(here).wrapping_neg();
            at[list] += usize::from(here);
            next[list] = if here { after[list] } else { next[list] };
            after[list] = lists[at[list] + 1];
        }
        let was_in = is_in;
        is_in = table.holds(case);
        // Written in any case, and kept where it changes something.
        out[length] = frame;
        length += usize::from(was_in != is_in);
    }
    out[length] = clip_frames;
    length += usize::from(is_in);
    // What frame 0 began by itself a leaf that starts there may have ended at once.
    if length >= 2 && out[1] == 0 {
        out.copy_within(2..length, 0);
        length -= 2;
    }
    length
}
