//! Where jumps may land in the spans of a query.

use footwork_base::{FrameRange, Id, to_u32};

use crate::index::Index;
use crate::motion_clip::ClipEnd;
use crate::pose_id::PoseSpan;

impl Index {
    /// Returns the parts of spans from which a clip plays on for at least `runway_secs` within its span, or, in spans shorter than
    /// twice that, the first halves. A filter made from them lets jumps land only there. The end of a span that continues beyond
    /// the seam of a loop is kept. The spans of a clip follow each other in order, as the ranges that a
    /// query finds do.
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
            // The last frame of a loop repeats its first.
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
