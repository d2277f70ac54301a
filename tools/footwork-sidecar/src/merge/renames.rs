//! Finds renamed tags and events, so that the other side's edits of the old name apply to the new name.
//!
//! A sidecar does not record renames, so they are inferred by comparing lines without their names. If a side removed
//! all lines of a name, and exactly one other name gained all or part of the lines, the name counts as renamed. The
//! rename is applied to all three versions before they are merged. If several names qualify, or the sides renamed
//! differently, guessing could lose edits, so the names become one conflict instead. Names that only one side changed
//! are merged without this step.
//!
//! | the lines of one side, for a name that the other changed too | result |
//! |---|---|
//! | all are gone, and one other name gained some of them | the other side's edits go to that name |
//! | all are gone; several names qualify, or the other removed or renamed them too | one conflict of these names |
//! | some moved to another name, and the other changed just those | one conflict of both names |
//! | comparing all changed names would take more than 2^20 pairs | one conflict of all changed names |
//!
//! Names whose spans were all placed by rules never cause a conflict; the spans follow a rename if it is clear.
//!
//! Invariant of the result: no name of a rename is in an unclear group, no name is both old and new, and unclear groups
//! are disjoint.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, Name};

use super::parts::{NameOf, by_name};
use super::three::Three;
use crate::frames::FrameSet;
use crate::sidecar::{Line, Sidecar, TagSpan};

/// The renames of a merge.
#[derive(Default)]
pub(super) struct Renames {
    to: BTreeMap<Name, Name>,
    /// Disjoint groups of names between which lines moved in unclear ways.
    pub(super) unclear: Vec<BTreeSet<Name>>,
}

impl Renames {
    pub(super) fn find(sides: &Three<Sidecar>, name_of: NameOf) -> Self {
        let names = by_name(sides, name_of);
        let names = names
            .into_iter()
            .map(|(name, lines)| (name, lines.map(|lines| Content::from_lines(lines))));
        let names: Names<'_> = names.collect();
        let mut views = [
            View::new(&names, |sides| &sides.ours, |sides| &sides.theirs),
            View::new(&names, |sides| &sides.theirs, |sides| &sides.ours),
        ];
        let mut found = Self::default();
        if views.iter().any(View::has_too_many_pairs) {
            found.unclear = vec![views.iter().flat_map(View::moving).cloned().collect()];
            return found;
        }
        views.iter_mut().for_each(View::trace);
        let [ours, theirs] = views;
        ours.find(&theirs, &mut found);
        theirs.find(&ours, &mut found);
        found.keep_clear();
        found
    }

    /// Returns the sidecar with the new names in place of the old ones.
    pub(super) fn apply(&self, sidecar: &Sidecar, name_of: NameOf) -> Sidecar {
        let lines = sidecar.lines().iter().map(|line| {
            let new = name_of(line).and_then(|name| self.to.get(name));
            new.map_or_else(|| line.clone(), |new| with_name(line, new))
        });
        Sidecar::from_lines(lines.collect()).in_order()
    }

    /// Moves contradictory renames from `to` to `unclear`, until the invariant holds.
    fn keep_clear(&mut self) {
        loop {
            let is_unclear = |name: &Name| self.unclear.iter().any(|names| names.contains(name));
            let (doubtful, clear) = std::mem::take(&mut self.to)
                .into_iter()
                .partition::<Vec<_>, _>(|(old, new)| is_unclear(old) || is_unclear(new));
            self.to = clear.into_iter().collect();
            // A name that is the new name of one rename and the old name of another.
            let chained = self.to.iter().find(|(_, new)| self.to.contains_key(*new));
            let chained = chained.map(|(old, new)| BTreeSet::from([old.clone(), new.clone()]));
            if doubtful.is_empty() && chained.is_none() {
                break;
            }
            let doubtful = doubtful
                .into_iter()
                .map(|(old, new)| BTreeSet::from([old, new]));
            self.unclear.extend(doubtful.chain(chained));
        }
        let mut apart: Vec<BTreeSet<Name>> = Vec::new();
        for mut names in std::mem::take(&mut self.unclear) {
            while let Some(at) = apart.iter().position(|other| !other.is_disjoint(&names)) {
                names.append(&mut apart.swap_remove(at));
            }
            apart.push(names);
        }
        apart.sort();
        self.unclear = apart;
    }
}

fn with_name(line: &Line, new: &Name) -> Line {
    let name = new.clone();
    match line.clone() {
        Line::Tag(span) => Line::Tag(TagSpan { name, ..span }),
        Line::Not { range, .. } => Line::Not { name, range },
        Line::Event { time, data, .. } => Line::Event { name, time, data },
        Line::Kept(kept) => Line::Kept(kept.renamed(name)),
        Line::By(by) => Line::By(by.renamed(name)),
        line => line,
    }
}

type Names<'a> = BTreeMap<&'a Name, Three<Content>>;

/// The lines of one name on a side, without the name.
#[derive(Clone, Debug, Default, PartialEq)]
struct Content {
    lines: BTreeSet<Bare>,
    /// The frames of hand-made spans.
    frames: FrameSet,
    not: FrameSet,
}

/// A line without its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bare {
    Tag(FrameRange),
    ByRule(FrameRange),
    Not(FrameRange),
    Event(u64, Option<String>),
}

impl Content {
    fn from_lines(lines: &[&Line]) -> Self {
        let bare = lines.iter().filter_map(|line| match line {
            Line::Tag(span) if span.by_rule => Some(Bare::ByRule(span.range)),
            Line::Tag(span) => Some(Bare::Tag(span.range)),
            Line::Not { range, .. } => Some(Bare::Not(*range)),
            Line::Event { time, data, .. } => Some(Bare::Event(time.to_bits(), data.clone())),
            _ => None,
        });
        let lines: BTreeSet<Bare> = bare.collect();
        let of = |pick: fn(&Bare) -> Option<FrameRange>| {
            FrameSet::from_spans(lines.iter().filter_map(pick))
        };
        let frames = of(|bare| match bare {
            Bare::Tag(range) => Some(*range),
            _ => None,
        });
        let not = of(|bare| match bare {
            Bare::Not(range) => Some(*range),
            _ => None,
        });
        Self { lines, frames, not }
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns whether rules made all lines of the name.
    fn is_of_rules(&self) -> bool {
        self.lines
            .iter()
            .all(|line| matches!(line, Bare::ByRule(_)))
    }

    fn without(&self, other: &Self) -> Self {
        Self {
            lines: &self.lines - &other.lines,
            frames: self.frames.difference(&other.frames),
            not: self.not.difference(&other.not),
        }
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            lines: &self.lines & &other.lines,
            frames: self.frames.intersection(&other.frames),
            not: self.not.intersection(&other.not),
        }
    }

    /// Returns whether the two contents have spans that share frames, hand-made or not, or equal events.
    fn meets(&self, other: &Self) -> bool {
        let spans = |content: &Self| {
            FrameSet::from_spans(content.lines.iter().filter_map(|line| match line {
                Bare::Tag(range) | Bare::ByRule(range) => Some(*range),
                _ => None,
            }))
        };
        !spans(self).intersection(&spans(other)).is_empty() || !self.lines.is_disjoint(&other.lines)
    }
}

/// The outcome of the search for the lines of a lost name.
enum Target<'a> {
    Nowhere,
    One(&'a Name),
    Unclear(Vec<&'a Name>),
}

type Side = fn(&Three<Content>) -> &Content;

/// The changes of one side.
struct View<'a> {
    names: &'a Names<'a>,
    own: Side,
    other: Side,
    /// The names that gained content, each with that content.
    gained: Vec<(&'a Name, Content)>,
    /// The names that both sides changed.
    disputed: Vec<&'a Name>,
    /// The names that lost all lines.
    lost: Vec<&'a Name>,
    /// For each lost name, the outcome of the search for its lines.
    gone: BTreeMap<&'a Name, Target<'a>>,
}

/// The maximum number of pairs of names to compare, because an untrusted sidecar may have any number of names.
const MAX_PAIRS: usize = 1 << 20;

impl<'a> View<'a> {
    fn new(names: &'a Names<'a>, own: Side, other: Side) -> Self {
        let gained = names.iter().filter_map(|(name, sides)| {
            let gained = own(sides).without(&sides.base);
            (!gained.is_empty()).then_some((*name, gained))
        });
        let names_that = |is: &dyn Fn(&Three<Content>) -> bool| -> Vec<&'a Name> {
            let such = names.iter().filter(|(_, sides)| is(sides));
            such.map(|(name, _)| *name).collect()
        };
        Self {
            names,
            own,
            other,
            gained: gained.collect(),
            disputed: names_that(&|sides| {
                let base = &sides.base;
                !base.is_empty() && own(sides) != base && other(sides) != base
            }),
            lost: names_that(&|sides| !sides.base.is_empty() && own(sides).is_empty()),
            gone: BTreeMap::new(),
        }
    }

    /// Returns whether finding renames would compare more than [`MAX_PAIRS`] pairs of names.
    fn has_too_many_pairs(&self) -> bool {
        let (lost, gained) = (self.lost.len(), self.gained.len());
        !self.disputed.is_empty()
            && (lost + self.disputed.len()).saturating_mul(lost + gained) > MAX_PAIRS
    }

    /// Returns the names that may be renames of each other.
    fn moving(&self) -> impl Iterator<Item = &'a Name> {
        let gained = self.gained.iter().map(|(name, _)| *name);
        let names = self.disputed.iter().chain(&self.lost).copied();
        names.chain(gained)
    }

    /// Finds where the lines of the lost names went, if there is a name that both sides changed.
    fn trace(&mut self) {
        if self.disputed.is_empty() {
            return;
        }
        let gone = self.lost.iter();
        self.gone = gone
            .map(|name| (*name, self.target(&self.names[name].base)))
            .collect();
    }

    /// Finds the names that gained the lines of a lost name: names that gained all lines, else names that gained some,
    /// else names that gained lines on the same frames.
    fn target(&self, had: &Content) -> Target<'a> {
        let names_that = |is: &dyn Fn(&Content) -> bool| -> Vec<&'a Name> {
            let such = self.gained.iter().filter(|(_, gained)| is(gained));
            such.map(|(name, _)| *name).collect()
        };
        let all = names_that(&|gained| had.lines.is_subset(&gained.lines));
        let some = names_that(&|gained| !had.lines.is_disjoint(&gained.lines));
        match (all.as_slice(), some.as_slice()) {
            ([one], _) | (_, [one]) => return Target::One(one),
            (_, []) => {}
            _ if had.is_of_rules() => return Target::Nowhere,
            _ => return Target::Unclear(some),
        }
        // The lines may have been both renamed and edited.
        let likely = names_that(&|gained| !gained.and(had).frames.is_empty());
        if likely.is_empty() {
            Target::Nowhere
        } else {
            Target::Unclear(likely)
        }
    }

    fn find(&self, other: &Self, found: &mut Renames) {
        for name in &self.disputed {
            match self.gone.get(name) {
                Some(target) => self.rename(name, target, other, found),
                None => self.moved(name, &self.names[name], found),
            }
        }
    }

    fn rename(&self, old: &'a Name, target: &Target<'a>, other: &Self, found: &mut Renames) {
        let mut unclear = |names: &[&Name]| {
            let names = names.iter().copied().chain([old]);
            found.unclear.push(names.cloned().collect());
        };
        let new = match target {
            Target::Nowhere => return,
            Target::One(new) => *new,
            Target::Unclear(names) => return unclear(names),
        };
        match other.gone.get(old) {
            None => {}
            Some(Target::One(same)) if *same == new => {}
            Some(Target::One(another)) => return unclear(&[new, another]),
            Some(Target::Unclear(names)) => return unclear(&[names.as_slice(), &[new]].concat()),
            Some(Target::Nowhere) if self.names[old].base.is_of_rules() => return,
            Some(Target::Nowhere) => return unclear(&[new]),
        }
        let (was, becomes) = (&self.names[old], &self.names[new]);
        let side = self.other;
        if was.base.meets(&becomes.base) || side(was).meets(side(becomes)) {
            return unclear(&[new]);
        }
        // Two names became one, so it is not clear to which of them a line belongs.
        for (twin, target) in &self.gone {
            let is_same = matches!(target, Target::One(other) if *other == new);
            if *twin != old && is_same && self.names[twin].base.meets(&was.base) {
                return unclear(&[new, twin]);
            }
        }
        found.to.insert(old.clone(), new.clone());
    }

    /// Finds lines of a name that moved to other names, if the other side removed or changed the same lines.
    fn moved(&self, name: &'a Name, sides: &Three<Content>, found: &mut Renames) {
        let left = sides.base.without((self.own)(sides));
        let dropped = sides.base.without((self.other)(sides));
        for (to, gained) in &self.gained {
            let disputed = left.and(gained).and(&dropped);
            let disputed = disputed.without((self.other)(&self.names[to]));
            let by_hand = !disputed.is_of_rules();
            if by_hand || !disputed.frames.is_empty() || !disputed.not.is_empty() {
                let names = [name.clone(), (*to).clone()];
                found.unclear.push(names.into());
            }
        }
    }
}
