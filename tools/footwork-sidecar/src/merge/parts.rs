//! The intermediate state of a merge, and the grouping of lines by name.

use std::collections::BTreeMap;

use footwork_base::Name;

use super::conflict::{Conflict, ConflictItem};
use super::three::{Three, take_one};
use crate::sidecar::{Line, Sidecar};

/// The merged lines and the conflicts so far.
#[derive(Default)]
pub(super) struct Parts {
    /// The known lines, in any order except that notes keep theirs.
    pub(super) lines: Vec<Line>,
    pub(super) conflicts: Vec<Conflict>,
}

impl Parts {
    pub(super) fn conflict(&mut self, item: ConflictItem, lines: Three<Vec<Line>>) {
        let Three { base, ours, theirs } = lines;
        self.conflicts.push(Conflict {
            item,
            base,
            ours,
            theirs,
        });
    }
}

/// Adds the lines of a name to the merge if at most one side changed them, or both changed them in the same way.
/// Otherwise adds only the lines that both sides have, and a conflict with all others.
pub(super) fn settled_or_apart(item: ConflictItem, lines: &Three<Vec<&Line>>, parts: &mut Parts) {
    if let Some(settled) = lines.settled() {
        parts.lines.extend(settled.iter().copied().cloned());
        return;
    }
    let mut both: BTreeMap<String, usize> = BTreeMap::new();
    let mut ours: BTreeMap<String, usize> = BTreeMap::new();
    for line in &lines.ours {
        *ours.entry(line.to_string()).or_default() += 1;
    }
    for line in &lines.theirs {
        if take_one(&mut ours, &line.to_string()) {
            *both.entry(line.to_string()).or_default() += 1;
            parts.lines.push((*line).clone());
        }
    }
    let lines = lines.map(|lines| {
        let mut both = both.clone();
        let others = lines.iter();
        let others = others.filter(|line| !take_one(&mut both, &line.to_string()));
        others.copied().cloned().collect()
    });
    parts.conflict(item, lines);
}

pub(super) type NameOf = fn(&Line) -> Option<&Name>;
pub(super) type ByName<'a> = BTreeMap<&'a Name, Three<Vec<&'a Line>>>;

/// Groups the lines by name.
pub(super) fn by_name(sides: &Three<Sidecar>, name_of: NameOf) -> ByName<'_> {
    let mut groups = ByName::new();
    for line in sides.base.lines() {
        if let Some(name) = name_of(line) {
            groups.entry(name).or_default().base.push(line);
        }
    }
    for line in sides.ours.lines() {
        if let Some(name) = name_of(line) {
            groups.entry(name).or_default().ours.push(line);
        }
    }
    for line in sides.theirs.lines() {
        if let Some(name) = name_of(line) {
            groups.entry(name).or_default().theirs.push(line);
        }
    }
    groups
}
