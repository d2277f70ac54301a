//! A clip that is being checked.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, Name};
use footwork_tags::Ranges;

use super::report::About;
use footwork_library::ClipEntry;

/// A clip with the frames of its tags, as queries see them.
pub(super) struct Subject<'a> {
    pub(super) entry: &'a ClipEntry,
    pub(super) tags: BTreeMap<&'a Name, Ranges>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(entry: &'a ClipEntry) -> Self {
        let mut spans: BTreeMap<&Name, Vec<FrameRange>> = BTreeMap::new();
        for span in entry.tags() {
            spans.entry(&span.name).or_default().push(span.range);
        }
        let inside =
            |(name, spans): (_, Vec<_>)| (name, Ranges::from_iter(spans).clamped(entry.frames));
        Self {
            entry,
            tags: spans.into_iter().map(inside).collect(),
        }
    }

    /// Returns the subject of a finding about this clip.
    pub(super) fn about<'b>(
        &'b self,
        span: Option<FrameRange>,
        tag: Option<&'b Name>,
    ) -> About<'b> {
        About {
            clip: &self.entry.name,
            span,
            tag,
            joint: None,
        }
    }

    /// Returns the first of the clip's tags that holds on a frame and satisfies the condition.
    pub(super) fn tag_at(
        &self,
        frame: u32,
        mut fits: impl FnMut(&Name) -> bool,
    ) -> Option<&'a Name> {
        let holds = |(name, ranges): (&&'a Name, &Ranges)| {
            Some(*name).filter(|name| ranges.contains(frame) && fits(name))
        };
        self.tags.iter().find_map(holds)
    }
}

/// Formats a count as `1 frame` or `2 frames`.
pub(super) fn frames(count: u32) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} frame{plural}")
}
