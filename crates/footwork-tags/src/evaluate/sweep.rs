//! A sweep over the boundaries of a few short lists of ranges at once.
//!
//! At each boundary some leaves start or stop; which ones are on is a number, and the truth table
//! of the query, one bit for each such number, says whether the frame is in the answer.

/// The most leaves that a sweep takes: a truth table has 64 bits.
pub(super) const MAX_LEAVES: usize = 6;

/// What each leaf is in the 64 cases of a truth table: leaf i is on where bit i of the case is.
pub(super) const CASES: [u64; MAX_LEAVES] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// What stands behind the last boundary of each list.
pub(super) const END: u32 = u32::MAX;

/// Replaces `out` by the boundaries of the answer, starts and stops in turn.
///
/// `lists` holds the boundaries of all leaves, each list ending in [`END`]; `starts` says where
/// each begins.
#[inline(always)]
pub(super) fn sweep(
    lists: &[u32],
    starts: &[usize],
    table: u64,
    clip_frames: u32,
    out: &mut Vec<u32>,
) {
    out.clear();
    // A boundary of the answer is one of a list, or an end of the clip.
    out.resize(lists.len() + 2, 0);
    let length = match *starts {
        [a] => merge(lists, [a], table, clip_frames, out),
        [a, b] => merge(lists, [a, b], table, clip_frames, out),
        [a, b, c] => merge(lists, [a, b, c], table, clip_frames, out),
        [a, b, c, d] => merge(lists, [a, b, c, d], table, clip_frames, out),
        [a, b, c, d, e] => merge(lists, [a, b, c, d, e], table, clip_frames, out),
        [a, b, c, d, e, f] => merge(lists, [a, b, c, d, e, f], table, clip_frames, out),
        _ => 0,
    };
    out.truncate(length);
}

/// The merge for `K` lists; returns how many boundaries it wrote.
#[inline(always)]
fn merge<const K: usize>(
    lists: &[u32],
    mut at: [usize; K],
    table: u64,
    clip_frames: u32,
    out: &mut [u32],
) -> usize {
    let mut next = at.map(|start| lists[start]);
    let mut on = 0u32;
    let mut is_in = table & 1;
    let mut length = 0;
    out[0] = 0;
    length += usize::from(is_in == 1);
    loop {
        let frame = next.iter().copied().fold(END, u32::min);
        if frame >= clip_frames {
            break;
        }
        for leaf in 0..K {
            let here = next[leaf] == frame;
            on ^= u32::from(here) << leaf;
            at[leaf] += usize::from(here);
            next[leaf] = lists[at[leaf]];
        }
        let was_in = is_in;
        is_in = table >> on & 1;
        // Written in any case, and kept where it changes something. A start and a stop at the same
        // frame can only be the clip's first.
        out[length] = frame;
        length += usize::from(was_in != is_in);
    }
    out[length] = clip_frames;
    length += usize::from(is_in == 1);
    // A leaf that starts on frame 0 may end what began there.
    if length >= 2 && out[0] == 0 && out[1] == 0 {
        out.copy_within(2..length, 0);
        length -= 2;
    }
    length
}
