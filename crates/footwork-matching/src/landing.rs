//! Shortens the spans of a query to the frames in which jumps may land.

use footwork_base::{FrameRange, Id, to_u32};

use crate::index::Index;
use crate::motion_clip::ClipEnd;
use crate::pose_id::PoseSpan;

impl Index {
    /// Returns the parts of spans in which jumps may land. The last `runway_secs` of each span are left out. If a span
    /// is shorter than twice `runway_secs`, its second half is left out instead. A span that continues beyond the seam
    /// of a loop keeps its end. Pass the spans of each clip in order, as in the result of a query.
    pub fn landing_spans<I: IntoIterator<Item = PoseSpan>>(
        &self,
        spans: I,
        runway_secs: f64,
    ) -> impl Iterator<Item = PoseSpan> + use<'_, I> {
        let mut first: Option<PoseSpan> = None;
        spans.into_iter().filter_map(move |span| {
            let clip = self.clips().get(span.clip.index())?;
            let first = match first {
                Some(first) if first.clip == span.clip => first,
                _ => *first.insert(span),
            };
            let (start, stop) = (span.frames.start(), span.frames.stop());
            // The last frame of a loop repeats its first frame.
            let round = clip.source_frames().saturating_sub(1);
            let goes_on = clip.end() == ClipEnd::Loop && stop >= round && first.frames.start() == 0;
            let runway = to_u32((runway_secs * clip.rate().as_f64()).ceil());
            let kept = if goes_on {
                stop
            } else {
                stop - runway.min((stop - start) / 2)
            };
            let frames = FrameRange::new(start, kept)?;
            Some(PoseSpan { frames, ..span })
        })
    }
}
