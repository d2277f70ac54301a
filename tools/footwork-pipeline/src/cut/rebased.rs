//! The lines of a sidecar for a range of its clip, with frames counted from the start of the piece.

use footwork_base::FrameRange;
use footwork_sidecar::{Line, Sidecar, TagSpan};

/// Returns the lines of the piece: the state and the notes, and the spans, `not` lines and events within these frames.
///
/// The state is copied, because a clip that is done or reviewed is done or reviewed on all its frames. A reference is
/// not copied, because it names a file in the clip's library. `kept` lines are not copied, because the second labeller
/// has no such piece to compare with.
pub(super) fn rebased(sidecar: &Sidecar, range: FrameRange) -> Vec<Line> {
    let inside = |span: FrameRange| {
        let inside = span.intersection(range)?;
        FrameRange::new(
            inside.start() - range.start(),
            inside.stop() - range.start(),
        )
    };
    let line = |line: &Line| match line {
        Line::State(_) | Line::Note(_) => Some(line.clone()),
        Line::Tag(span) => Some(Line::Tag(TagSpan {
            range: inside(span.range)?,
            ..span.clone()
        })),
        Line::Not { name, range } => Some(Line::Not {
            name: name.clone(),
            range: inside(*range)?,
        }),
        Line::Event { name, time, data } => Some(Line::Event {
            name: name.clone(),
            time: time_inside(*time, range)?,
            data: data.clone(),
        }),
        _ => None,
    };
    sidecar.lines().iter().filter_map(line).collect()
}

/// Returns a time relative to the first frame of the range, with the same decimal places, so that 13.1 minus 12 is 1.1.
/// `None` if it is outside the range.
fn time_inside(time: f64, range: FrameRange) -> Option<f64> {
    if !(f64::from(range.start())..f64::from(range.stop())).contains(&time) {
        return None;
    }
    let text = time.to_string();
    let places = text.split_once('.').map_or(0, |(_, places)| places.len());
    let moved = time - f64::from(range.start());
    Some(format!("{moved:.places$}").parse().unwrap_or(moved))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inside_moves_along() {
        let text = b"footwork-tags 1\nclip a.bvh\nframes 90\nstate reviewed by \"Ann\" on 2026-11-26\n\
                     reference kick.mp4\nnote \"left shoe\"\ntag Gait.Run 0 12\n\
                     tag Gait.Run 8 40 rule\ntag Gait.Run 40 60\ntag Turn 12 13\nnot Gait.Walk 30 90\n\
                     event Foot 11.99\nevent Foot 12\nevent Foot 13.1 data {\"wet\":true}\nevent Foot 36\n\
                     kept Turn ours 12 13 theirs none\n";
        let (sidecar, _) = Sidecar::read("a.tags", text).unwrap();
        let range = FrameRange::new(12, 36).unwrap();
        let lines: Vec<String> = rebased(&sidecar, range)
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
        ];
        assert_eq!(lines, expected);
    }
}
