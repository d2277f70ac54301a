//! Retargeting with planted feet, found by contact detection, and hands that touch.

use footwork_base::FrameRange;
use footwork_clip::{Clip, Planted, RetargetError, RetargetOptions, RetargetTarget, Retargeted};
use footwork_events::ContactOptions;

use crate::detect::foot_contacts;

/// Returns the clip on another skeleton. Feet stay planted where they stand in the source, hands touch what they touch
/// in the source, and no joint sinks deeper into the ground than in the source. See
/// [`Clip::retargeted`](footwork_clip::Clip::retargeted); `rest_frame` is [`RetargetOptions::rest_frame`].
///
/// # Errors
/// If one of the skeletons does not fit.
pub fn retarget(
    clip: &Clip,
    onto: &RetargetTarget,
    rest_frame: Option<u32>,
) -> Result<Retargeted, RetargetError> {
    // The contacts of a loop cover three rounds, and only the middle round counts.
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
    let options = RetargetOptions {
        rest_frame,
        planted,
        keeps_touches: true,
    };
    clip.retargeted(onto, &options)
}
