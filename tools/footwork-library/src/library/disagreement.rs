//! Compares a sidecar with its clip.

use footwork_base::{FrameRange, Name};

use crate::clip_entry::ClipEntry;

/// A line of a sidecar that disagrees with its clip.
pub struct Disagreement<'a> {
    /// A stable name of the kind, such as `stale-hash`.
    pub code: &'static str,
    /// The frames, if the disagreement is about particular frames.
    pub span: Option<FrameRange>,
    /// The tag or event, if the disagreement is about one.
    pub tag: Option<&'a Name>,
    /// The value in the sidecar and the value in the clip.
    pub message: String,
}

/// Returns the lines of a clip's labels, in the header or of spans and events, that disagree with the clip.
pub fn disagreements(entry: &ClipEntry) -> Vec<Disagreement<'_>> {
    let Some(sidecar) = entry.labels() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut report = |code, span, tag, message| {
        found.push(Disagreement {
            code,
            span,
            tag,
            message,
        });
    };
    if let Some(other) = sidecar.clip().filter(|clip| *clip != entry.base_name()) {
        let own = entry.base_name();
        let message = format!("its header names the clip {other}, but it lies next to {own}");
        report("other-clip", None, None, message);
    }
    let frames = entry.frames;
    if let Some(was) = sidecar.frames().filter(|was| *was != frames) {
        let message = format!("its header has {was} frames, but the clip has {frames}");
        report("stale-frames", None, None, message);
    }
    if let Some(was) = sidecar.rate().filter(|was| *was != entry.rate) {
        let rate = entry.rate;
        let message = format!("its header has the rate {was}, but the clip has {rate}");
        report("stale-rate", None, None, message);
    }
    if let Some(was) = sidecar.hash().filter(|was| *was != entry.hash) {
        let hash = entry.hash;
        let message = format!(
            "the clip has changed since it was tagged: its hash was {was} and is now {hash}"
        );
        report("stale-hash", None, None, message);
    }
    let outside = || sidecar.tags().filter(|span| span.range.stop() > frames);
    // In a changed clip, many spans may lie outside the clip; a single message covers all of them.
    let is_one_message = entry.is_of_another_version(sidecar) && outside().nth(1).is_some();
    if is_one_message {
        let (spans, last) = (outside(), outside().map(|span| span.range.stop()).max());
        let message = format!(
            "{} spans reach past the clip's {frames} frames, up to {}; the parts outside are left out",
            spans.count(),
            last.unwrap_or(frames)
        );
        report("span-outside", None, None, message);
    }
    for span in outside().filter(|_| !is_one_message) {
        let message = format!(
            "{} {} reaches past the clip's {frames} frames; the part outside is left out",
            span.name, span.range
        );
        report("span-outside", Some(span.range), Some(&span.name), message);
    }
    let is_outside = |time: f64| time >= f64::from(frames);
    for (name, time) in sidecar.events().filter(|(_, time)| is_outside(*time)) {
        let message =
            format!("{name} at frame {time} is past the clip's {frames} frames; it is left out");
        report("event-outside", None, Some(name), message);
    }
    found
}
