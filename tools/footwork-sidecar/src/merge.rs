//! Three-way merge of sidecars: combines two people's versions of one sidecar.
//!
//! ```
//! use footwork_sidecar::{Sidecar, merge};
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
//! # How it works
//!
//! 1. If only one side changed anything, its version is the result. So is either version if both sides made the same
//!    changes.
//! 2. `content.rs` checks that all three versions number the same frames. If not, tags and events cannot be compared.
//! 3. `renames.rs` finds tags and events that one side renamed, and applies the new names to all three versions.
//! 4. `spans.rs` merges the spans of each tag frame by frame, so that different edits of one tag combine. If both
//!    sides moved the same end of a span to different places, that is a conflict. `events.rs` pairs events by time.
//! 5. Header, notes, `kept` and `by` lines and unknown lines are merged line by line; if both sides changed the state,
//!    the less finished state wins.
//!
//! Invariant: if ours and theirs are swapped, the conflicts are the same with their sides swapped.

mod conflict;
mod content;
mod ends;
mod events;
mod followers;
mod islands;
mod layers;
mod parts;
mod reference;
mod renames;
mod settings;
mod spans;
mod state;
mod three;

use std::collections::BTreeSet;

use footwork_base::Name;

use crate::sidecar::{Line, Sidecar, TagSpan, best, by_hand};

pub use conflict::{Conflict, ConflictItem, RebasedSide};
use content::{Counting, is_content};
use parts::{ByName, Parts, by_name, settled_or_apart};
use renames::Renames;
pub use settings::{KeyConflict, MergedSettings, merge_settings};
use three::{Three, merged_list};

/// The result of a merge.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedSidecar {
    /// The merged sidecar, its lines in canonical order. For conflicts, it holds the lines of both sides, but never
    /// frame numbers of two versions of the clip; see [`merge()`].
    pub sidecar: Sidecar,
    /// The conflicts for the user to resolve, in canonical order.
    pub conflicts: Vec<Conflict>,
    /// The merged sidecar without the lines that conflict.
    agreed: Sidecar,
}

/// Merges two sides' versions of one sidecar. For a side without a sidecar, pass [`Sidecar::default()`]. If both sides
/// created the sidecar, pass the default as the base.
///
/// If only one side changed anything, or both made the same changes, the result is exactly that side.
///
/// All tags and events form a single conflict if one side was rebased, so that its frames have new numbers, and the
/// other side changed tags or events on the old frames. The merged sidecar then holds the lines of the rebased side,
/// and the changes of the other side as notes. If both sides were rebased, to different content, the merged sidecar
/// holds the lines of ours.
pub fn merge(base: &Sidecar, ours: &Sidecar, theirs: &Sidecar) -> MergedSidecar {
    let sides = Three { base, ours, theirs }.map(|sidecar| sidecar.in_order());
    if let Some(settled) = sides.settled() {
        return MergedSidecar {
            sidecar: settled.clone(),
            conflicts: Vec::new(),
            agreed: settled.clone(),
        };
    }
    let counting = content::counting(&sides);
    if counting != Counting::Alike {
        return merge_counted(&sides, counting, &Unclear::default());
    }
    let tags = Renames::find(&sides, name_of_tag);
    let events = Renames::find(&sides, name_of_event);
    let sides = sides.map(|side| {
        let side = tags.apply(side, name_of_any_tag);
        events.apply(&side, name_of_event)
    });
    let unclear = Unclear {
        tags: tags.unclear,
        events: events.unclear,
    };
    merge_counted(&sides, counting, &unclear)
}

/// Merges two sidecars whose common base is not known.
///
/// Keeps the lines of both sidecars, including header lines, notes and unknown lines that only one of them has. Every
/// tag or event that differs between them is a conflict. Equal sidecars have no conflicts.
///
/// ```
/// use footwork_sidecar::{Sidecar, merge_without_base};
///
/// let sidecar = |tags: &str| {
///     let text = format!("footwork-tags 1\nclip a.bvh\n{tags}");
///     Sidecar::read("a.bvh.tags", text.as_bytes()).unwrap().0
/// };
/// let ours = sidecar("tag Gait.Run 10 20\ntag Turn 0 5\n");
/// let merged = merge_without_base(&ours, &sidecar("tag Turn 0 5\n"));
/// assert_eq!(merged.conflicts[0].item.to_string(), "tag Gait.Run");
/// ```
pub fn merge_without_base(ours: &Sidecar, theirs: &Sidecar) -> MergedSidecar {
    let base = &Sidecar::default();
    let sides = Three { base, ours, theirs }.map(|sidecar| sidecar.in_order());
    let counting = match content::counting(&sides) {
        Counting::Apart(moved) => Counting::Apart(moved),
        Counting::Alike | Counting::BaseApart => Counting::BaseApart,
    };
    merge_counted(&sides, counting, &Unclear::default())
}

/// Groups of names whose renames are unclear; each group is one conflict.
#[derive(Default)]
struct Unclear {
    tags: Vec<BTreeSet<Name>>,
    events: Vec<BTreeSet<Name>>,
}

fn merge_counted(sides: &Three<Sidecar>, counting: Counting, unclear: &Unclear) -> MergedSidecar {
    let mut parts = Parts::default();
    merge_header(sides, counting, &mut parts);
    match counting {
        Counting::Alike => {
            let rate = [&sides.base, &sides.ours, &sides.theirs];
            let rate = rate.into_iter().find_map(Sidecar::rate);
            let mut tags = by_name(sides, name_of_tag);
            together(&mut tags, &unclear.tags, ConflictItem::Tag, &mut parts);
            for (name, lines) in tags {
                spans::merge(name, lines, rate, &mut parts);
            }
            let mut events = by_name(sides, name_of_event);
            together(
                &mut events,
                &unclear.events,
                ConflictItem::Event,
                &mut parts,
            );
            for (name, lines) in events {
                events::merge(name, lines, rate, &mut parts);
            }
        }
        Counting::BaseApart => {
            for (name, lines) in by_name(sides, name_of_tag) {
                both_or_conflict(ConflictItem::Tag(name.clone()), &lines, &mut parts);
            }
            for (name, lines) in by_name(sides, name_of_event) {
                both_or_conflict(ConflictItem::Event(name.clone()), &lines, &mut parts);
            }
        }
        Counting::Apart(moved) => content::conflict(moved, sides, &mut parts),
    }
    let Parts {
        lines: agreed,
        mut conflicts,
    } = parts;
    conflicts.sort_by(|a, b| a.key().cmp(&b.key()));
    let mut all = agreed.clone();
    for conflict in &conflicts {
        match conflict.item {
            ConflictItem::Content(moved) => all.extend(content::kept(moved, sides)),
            _ => all.extend(conflict.both()),
        }
    }
    let by = merged_provenance(sides, &all);
    all.extend(by.iter().cloned());
    let agreed = [agreed, by].concat();
    MergedSidecar {
        sidecar: followers::place(all, sides),
        agreed: followers::place(agreed, sides),
        conflicts,
    }
}

/// Takes the lines of each group of names out of `lines` and merges them as one item.
fn together<'a>(
    lines: &mut ByName<'a>,
    unclear: &[BTreeSet<Name>],
    item: fn(Name) -> ConflictItem,
    parts: &mut Parts,
) {
    for names in unclear {
        let mut all: Three<Vec<&'a Line>> = Three::default();
        let mut called = None;
        for name in names {
            let of_name = lines.remove(name).unwrap_or_default();
            if !of_name.base.is_empty() {
                called = called.or(Some(name));
            }
            all.base.extend(of_name.base);
            all.ours.extend(of_name.ours);
            all.theirs.extend(of_name.theirs);
        }
        for lines in [&mut all.base, &mut all.ours, &mut all.theirs] {
            lines.sort_by(|a, b| a.key().cmp(&b.key()));
        }
        if let Some(name) = called.or(names.first()) {
            settled_or_apart(item(name.clone()), &all, parts);
        }
    }
}

/// Keeps the lines of a name if they are the same on both sides, or else adds a conflict.
fn both_or_conflict(item: ConflictItem, lines: &Three<Vec<&Line>>, parts: &mut Parts) {
    let lines = lines.map(|lines| lines.iter().copied().cloned().collect());
    if lines.ours == lines.theirs {
        parts.lines.extend(lines.ours)
    } else {
        parts.conflict(item, lines)
    }
}

impl MergedSidecar {
    /// Returns the text of the merged sidecar. Each conflict is written as git would write it, between `<<<<<<< ours`,
    /// `=======` and `>>>>>>> theirs`. A file with conflicts cannot be read as a sidecar until they are resolved.
    pub fn to_bytes(&self) -> Vec<u8> {
        conflict::write_with_markers(&self.agreed, &self.conflicts)
    }
}

fn name_of_tag(line: &Line) -> Option<&Name> {
    match line {
        Line::Tag(TagSpan { name, .. }) | Line::Not { name, .. } => Some(name),
        _ => None,
    }
}

/// Also returns the tags of lines that follow the spans of a tag.
fn name_of_any_tag(line: &Line) -> Option<&Name> {
    match line {
        Line::Kept(kept) => Some(kept.tag()),
        Line::By(by) => Some(by.tag()),
        line => name_of_tag(line),
    }
}

fn name_of_event(line: &Line) -> Option<&Name> {
    match line {
        Line::Event { name, .. } => Some(name),
        _ => None,
    }
}

type Test = fn(&Line) -> bool;

/// Merges the header, the notes and the `kept` lines.
///
/// A side without a sidecar counts as having the base's header, so that tags added by the other side still have a
/// header. If the sides number different frames, the header lines that say so are part of the conflict of all tags and
/// events.
fn merge_header(sides: &Three<Sidecar>, counting: Counting, parts: &mut Parts) {
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
    let states = headers.map(|side| lines_that(side, |line| matches!(line, Line::State(_))));
    parts.lines.extend(state::merged(&states));
    let references =
        headers.map(|side| lines_that(side, |line| matches!(line, Line::Reference(_))));
    parts.lines.extend(reference::merged(&references));
    let notes = sides.map(|side| lines_that(side, |line| matches!(line, Line::Note(_))));
    parts.lines.extend(merged_list(&notes, Line::to_string));
    // A `kept` line may no longer match a difference, because frames were renumbered or labels changed. Such a line
    // does no harm.
    let kept = sides.map(|side| lines_that(side, |line| matches!(line, Line::Kept(_))));
    let mut kept = merged_list(&kept, Line::to_string);
    kept.sort_by_key(Line::to_string);
    parts.lines.extend(kept);
}

/// Merges the `by` lines, and drops each whose span a side has, but not the merged lines.
fn merged_provenance(sides: &Three<Sidecar>, merged: &[Line]) -> Vec<Line> {
    let lines = sides.map(|side| lines_that(side, |line| matches!(line, Line::By(_))));
    let mut lines = merged_list(&lines, Line::to_string);
    lines.sort_by_key(Line::to_string);
    let spans: BTreeSet<_> = by_hand(merged).collect();
    let of_sides = [&sides.base, &sides.ours, &sides.theirs];
    let had: BTreeSet<_> = of_sides.iter().flat_map(|s| by_hand(s.lines())).collect();
    lines.retain(|line| match line {
        Line::By(by) => {
            let span = (by.tag(), by.range());
            spans.contains(&span) || !had.contains(&span)
        }
        _ => true,
    });
    // Two labellers may have accepted the same span from programs that knew different labels.
    let provenance = lines.iter().filter_map(|line| match line {
        Line::By(by) => Some(by),
        _ => None,
    });
    let best: BTreeSet<String> = best(provenance).values().map(ToString::to_string).collect();
    lines.retain(|line| !matches!(line, Line::By(by) if !best.contains(&by.to_string())));
    lines
}

fn lines_that(sidecar: &Sidecar, is: Test) -> Vec<Line> {
    let lines = sidecar.lines().iter().filter(|line| is(line));
    lines.cloned().collect()
}
