//! The frames on which the feet touch the ground.

use footwork_clip::{Clip, Side};
use footwork_events::ContactOptions;

use super::strikes::foot_contacts;

/// Returns, for the left and the right foot, whether it touches the ground on each frame; `None` for a foot that the
/// skeleton lacks.
///
/// A contact across the seam of a loop counts as one contact. The last frame of a loop coincides with its first, so
/// both have the same value. If the options are invalid, no frame has a contact.
///
/// ```
/// use footwork_clip::{Limits, read_clip};
/// use footwork_pipeline::contact_frames;
///
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
/// # let bytes = std::fs::read(path).unwrap();
/// let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
/// let [left, right] = contact_frames(&walk, &Default::default()).map(Option::unwrap);
/// // A walking character always has a foot on the ground, and sometimes both.
/// assert!(left.iter().zip(&right).all(|(left, right)| *left || *right));
/// assert!(left.iter().zip(&right).any(|(left, right)| *left && *right));
/// assert_eq!(left.first(), left.last());
/// ```
pub fn contact_frames(clip: &Clip, options: &ContactOptions) -> [Option<Vec<bool>>; 2] {
    let feet = clip.skeleton().feet();
    // A loop is searched as several rounds, and the second one counts.
    let first = clip.round_frames().unwrap_or(0);
    [Side::Left, Side::Right].map(|side| {
        let foot = feet.iter().find(|foot| foot.side == side)?;
        let mut frames = vec![false; clip.frame_count() as usize];
        for contact in foot_contacts(clip, foot, options) {
            let inside = |end: u32| (end.saturating_sub(first) as usize).min(frames.len());
            let (start, stop) = (inside(contact.range.start()), inside(contact.range.stop()));
            frames[start..stop].fill(true);
        }
        Some(frames)
    })
}
