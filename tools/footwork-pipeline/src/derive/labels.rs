//! The sidecar lines copied to a derived clip.

use footwork_sidecar::{Line, Sidecar, TagSpan};

use super::frame_map::FrameMap;

/// Returns the lines of the derived clip: the state and the notes, and the spans, `not` lines and events at their new
/// frames. A `by` line follows a span that is whole in the derived clip.
///
/// The state is copied, because a clip that is done or reviewed is done or reviewed on all its frames. A reference is
/// not copied, because it names a file in the clip's library. `kept` lines are not copied, because the second labeller
/// has no such clip to compare with.
pub(super) fn carried(sidecar: &Sidecar, map: &FrameMap) -> Vec<Line> {
    let line = |line: &Line| match line {
        Line::State(_) | Line::Note(_) => Some(line.clone()),
        Line::Tag(span) => Some(Line::Tag(TagSpan {
            range: map.span(span.range)?,
            ..span.clone()
        })),
        Line::Not { name, range } => Some(Line::Not {
            name: name.clone(),
            range: map.span(*range)?,
        }),
        Line::Event { name, time, data } => Some(Line::Event {
            name: name.clone(),
            time: map.time(*time)?,
            data: data.clone(),
        }),
        Line::By(by) => {
            let is_whole = by.range().intersection(map.range()) == Some(by.range());
            let range = map.span(by.range()).filter(|_| is_whole)?;
            Some(Line::By(by.clone().at(range)))
        }
        _ => None,
    };
    sidecar.lines().iter().filter_map(line).collect()
}

/// Returns the number of tag spans within the mapped range that are too short to get a frame.
pub(super) fn lost_spans(sidecar: &Sidecar, map: &FrameMap) -> usize {
    let inside = sidecar
        .tags()
        .filter(|span| span.range.intersection(map.range()).is_some());
    inside.filter(|span| map.span(span.range).is_none()).count()
}

#[cfg(test)]
mod tests {
    use footwork_base::FrameRange;

    use super::*;

    #[test]
    fn labels_inside_the_range_are_copied_to_their_new_frames() {
        let text = b"footwork-tags 1\nclip a.bvh\nframes 90\nstate reviewed by \"Ann\" on 2026-11-26\n\
                     reference kick.mp4\nnote \"left shoe\"\ntag Gait.Run 0 12\n\
                     tag Gait.Run 8 40 rule\ntag Gait.Run 40 60\ntag Turn 12 13\nnot Gait.Walk 30 90\n\
                     event Foot 11.99\nevent Foot 12\nevent Foot 13.1 data {\"wet\":true}\nevent Foot 36\n\
                     kept Turn ours 12 13 theirs none\n\
                     by learned 0.91 Gait.Run 40 60\nby learned 0.87 Turn 12 13\n";
        let (sidecar, _) = Sidecar::read("a.tags", text).unwrap();
        let range = FrameRange::new(12, 36).unwrap();
        let lines: Vec<String> = carried(&sidecar, &FrameMap::of_range(range))
            .iter()
            .map(Line::to_string)
            .collect();
        let expected = [
            "state reviewed by \"Ann\" on 2026-11-26",
            "note \"left shoe\"",
            "tag Gait.Run 0 24 rule",
            "tag Turn 0 1",
            "not Gait.Walk 18 24",
            "event Foot 0",
            "event Foot 1.1 data {\"wet\":true}",
            "by learned 0.87 Turn 0 1",
        ];
        assert_eq!(lines, expected);
    }
}
