//! Three-way merge of sidecars: what two people made of one sidecar, as one.
//!
//! ```
//! use footwork_library::{Sidecar, merge};
//!
//! let sidecar = |tags: &str| {
//!     let text = format!("footwork-tags 1\nclip a.bvh\n{tags}");
//!     Sidecar::read("a.bvh.tags", text.as_bytes()).unwrap().0
//! };
//! let base = sidecar("tag Gait.Run 10 20\n");
//! // One moves the start, the other the stop.
//! let merged = merge(&base, &sidecar("tag Gait.Run 12 20\n"), &sidecar("tag Gait.Run 10 30\n"));
//! assert_eq!(merged.sidecar, sidecar("tag Gait.Run 12 30\n"));
//! assert_eq!(merged.conflicts, []);
//!
//! // Both move the stop.
//! let merged = merge(&base, &sidecar("tag Gait.Run 10 25\n"), &sidecar("tag Gait.Run 10 30\n"));
//! let said = "tag Gait.Run: `tag Gait.Run 10 20` became `tag Gait.Run 10 25` in ours \
//!             and `tag Gait.Run 10 30` in theirs";
//! assert_eq!(merged.conflicts[0].to_string(), said);
//! ```
//!
//! Spans are merged frame by frame, so that different edits of one tag go together; only where both
//! sides moved the same end of a span to different places, somebody has to choose. Everything else
//! is merged line by line.

mod conflict;
mod ends;
mod events;
mod followers;
mod header;
mod lists;
mod markers;
mod spans;
mod three;

use std::collections::BTreeMap;

use footwork_base::Name;

use crate::{Line, Sidecar, TagSpan};

pub use conflict::{Conflict, Item};
use three::Three;

/// What a merge gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The merged sidecar, its lines in canonical order. Where there are conflicts it holds the
    /// lines of both sides.
    pub sidecar: Sidecar,
    /// What somebody has to choose between, in canonical order.
    pub conflicts: Vec<Conflict>,
    /// The merged sidecar without the lines of conflicts.
    agreed: Sidecar,
}

/// Merges what two sides made of one sidecar. A side that has none is [`Sidecar::default()`], and
/// so is the base of a sidecar that both sides made.
///
/// A side that changed nothing gives way to the other, exactly; so does one that made the same
/// changes.
pub fn merge(base: &Sidecar, ours: &Sidecar, theirs: &Sidecar) -> Merged {
    let sides = Three { base, ours, theirs }.map(|sidecar| sidecar.in_order());
    if let Some(settled) = sides.settled() {
        return Merged {
            sidecar: settled.clone(),
            conflicts: Vec::new(),
            agreed: settled.clone(),
        };
    }
    let mut parts = Parts::default();
    header::merge(&sides, &mut parts);
    for (name, lines) in by_name(&sides, name_of_tag) {
        spans::merge(name, lines, &mut parts);
    }
    let rate = [&sides.base, &sides.ours, &sides.theirs];
    let rate = rate.into_iter().find_map(Sidecar::rate);
    for (name, lines) in by_name(&sides, name_of_event) {
        events::merge(name, lines, rate, &mut parts);
    }
    let Parts {
        lines: agreed,
        mut conflicts,
    } = parts;
    conflicts.sort_by(|a, b| a.key().cmp(&b.key()));
    let mut all = agreed.clone();
    all.extend(conflicts.iter().flat_map(Conflict::both));
    Merged {
        sidecar: followers::place(all, &sides),
        agreed: followers::place(agreed, &sides),
        conflicts,
    }
}

impl Merged {
    /// The text of the merged sidecar. Each conflict stands at its place as git would write it,
    /// between `<<<<<<< ours`, `=======` and `>>>>>>> theirs`; such a file is no sidecar until
    /// somebody has chosen.
    pub fn to_bytes(&self) -> Vec<u8> {
        markers::write(&self.agreed, &self.conflicts)
    }
}

/// What is merged so far.
#[derive(Default)]
struct Parts {
    /// Known lines, in any order but for notes.
    lines: Vec<Line>,
    conflicts: Vec<Conflict>,
}

impl Parts {
    fn conflict(&mut self, item: Item, lines: Three<Vec<Line>>) {
        let Three { base, ours, theirs } = lines;
        self.conflicts.push(Conflict {
            item,
            base,
            ours,
            theirs,
        });
    }
}

fn name_of_tag(line: &Line) -> Option<&Name> {
    match line {
        Line::Tag(TagSpan { name, .. }) | Line::Not { name, .. } => Some(name),
        _ => None,
    }
}

fn name_of_event(line: &Line) -> Option<&Name> {
    match line {
        Line::Event { name, .. } => Some(name),
        _ => None,
    }
}

/// The lines of each name.
fn by_name(
    sides: &Three<Sidecar>,
    name_of: fn(&Line) -> Option<&Name>,
) -> BTreeMap<&Name, Three<Vec<&Line>>> {
    let mut groups: BTreeMap<&Name, Three<Vec<&Line>>> = BTreeMap::new();
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
