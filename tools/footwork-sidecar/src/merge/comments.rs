//! Comments of `footwork.toml`, which a merge by keys loses.

use std::collections::BTreeMap;

use super::lists::{merged_counts, take_one};
use super::three::Three;

/// Returns `merged` with the comment lines that a three-way merge of their counts keeps. A new comment is placed
/// behind the line that it followed on its side.
pub(super) fn carry(merged: &str, texts: &Three<&str>) -> String {
    let mut wanted = merged_counts(texts.map(|text| text.lines().filter(|line| is_comment(line))));
    let mut lines: Vec<&str> = Vec::new();
    for line in merged.lines() {
        if !is_comment(line) || take_one(&mut wanted, &line) {
            lines.push(line);
        }
    }
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for line in &lines {
        *known.entry(line).or_default() += 1;
    }
    for side in [texts.ours, texts.theirs] {
        let mut before = None;
        for line in side.lines() {
            let is_there = known.get(line).is_some_and(|count| *count > 0);
            if is_comment(line) && !is_there && take_one(&mut wanted, &line) {
                let place =
                    before.and_then(|before| lines.iter().rposition(|other| *other == before));
                lines.insert(place.map_or(0, |place| place + 1), line);
                before = Some(line);
            } else if is_there && !line.trim().is_empty() {
                before = Some(line);
            }
        }
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Returns whether a comment that theirs added is missing from the text.
pub(super) fn are_lost(merged: &str, base: &str, theirs: &str) -> bool {
    let mut new = theirs
        .lines()
        .filter(|line| !base.lines().any(|other| other == *line));
    new.any(|line| {
        let comment = line.rfind('#').map(|at| line[at..].trim_end());
        comment.is_some_and(|comment| !merged.contains(comment))
    })
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}
