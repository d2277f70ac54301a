//! Merges the header and the notes.

use super::conflict::ConflictItem;
use super::content::{Counting, is_content};
use super::lists::merged_list;
use super::parts::Parts;
use super::three::Three;
use crate::sidecar::{Line, Sidecar};

type Test = fn(&Line) -> bool;

/// Merges the header and the notes.
///
/// A side without a sidecar counts as having the header of the base, so that tags that the other side added still have
/// a header. If the sides number different frames, the lines that say so belong to the conflict of all tags and events.
pub(super) fn merge(sides: &Three<Sidecar>, counting: Counting, parts: &mut Parts) {
    let or_base = |side| match Sidecar::lines(side) {
        [] => &sides.base,
        _ => side,
    };
    let headers = Three {
        base: &sides.base,
        ours: or_base(&sides.ours),
        theirs: or_base(&sides.theirs),
    };
    let is_of: [(&str, Test); 5] = [
        ("footwork-tags", |line| matches!(line, Line::Version)),
        ("clip", |line| matches!(line, Line::Clip(_))),
        ("frames", |line| matches!(line, Line::Frames(_))),
        ("rate", |line| matches!(line, Line::Rate(_))),
        ("hash", |line| matches!(line, Line::Hash(_))),
    ];
    for (keyword, is) in is_of {
        let lines = headers.map(|side| lines_that(side, is));
        let is_apart = matches!(counting, Counting::Apart(_));
        if is_apart
            && [&lines.ours, &lines.theirs]
                .iter()
                .any(|l| l.iter().any(is_content))
        {
            continue;
        }
        match lines.settled() {
            Some(lines) => parts.lines.extend_from_slice(lines),
            None => parts.conflict(ConflictItem::Header(keyword), lines),
        }
    }
    let notes = sides.map(|side| lines_that(side, |line| matches!(line, Line::Note(_))));
    parts.lines.extend(merged_list(&notes, Line::to_string));
}

fn lines_that(sidecar: &Sidecar, is: Test) -> Vec<Line> {
    let lines = sidecar.lines().iter().filter(|line| is(line));
    lines.cloned().collect()
}
