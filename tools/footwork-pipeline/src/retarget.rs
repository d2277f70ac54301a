//! Retargeting with planted feet, found by contact detection.

use std::sync::Arc;

use footwork_base::FrameRange;
use footwork_clip::{Clip, Planted, RetargetError, Retargeted, Skeleton};
use footwork_events::ContactOptions;

use crate::detect::foot_contacts;

/// Returns the clip on another skeleton, with feet planted where they stand in the source; see
/// [`Clip::retargeted`](footwork_clip::Clip::retargeted).
///
/// # Errors
/// If one of the skeletons does not fit.
pub fn retarget(clip: &Clip, onto: &Arc<Skeleton>) -> Result<Retargeted, RetargetError> {
    // The contacts of a loop cover three rounds, and the middle one counts.
    let first = clip.round_frames().unwrap_or(0);
    let mut planted = Vec::new();
    for foot in clip.skeleton().feet() {
        let contacts = foot_contacts(clip, &foot, &ContactOptions::default());
        for contact in contacts {
            let start = contact.range.start().saturating_sub(first);
            let stop = contact.range.stop().saturating_sub(first);
            let frames = FrameRange::new(start, stop);
            planted.extend(frames.map(|frames| Planted {
                side: foot.side,
                frames,
            }));
        }
    }
    clip.retargeted(onto, &planted)
}
