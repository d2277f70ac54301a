//! Names that a side changed: what the other side did to the old name belongs to the new one.
//!
//! | what a side did with the lines of a name that the other side changed as well | what is made of it |
//! |---|---|
//! | all are gone, and one name gained some of them | the other's edits go to that name |
//! | all are gone, and it is not clear to which name, or the other removed them all, or renamed them too | one conflict of these names |
//! | some went to another name, and just those the other changed | one conflict of both names |
//!
//! Spans that only rules made are never in dispute, and go with their name where it is clear.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, Name};

use super::parts::{NameOf, by_name};
use super::three::Three;
use crate::frames::FrameSet;
use crate::sidecar::{Line, Sidecar, TagSpan};

/// Which names are to be taken for which others.
#[derive(Default)]
pub(super) struct Renames {
    to: BTreeMap<Name, Name>,
    /// Names whose lines went from one to the other in ways that nobody can tell; no name is in two
    /// of them.
    pub(super) unclear: Vec<BTreeSet<Name>>,
}

impl Renames {
    pub(super) fn find(sides: &Three<Sidecar>, name_of: NameOf) -> Self {
        let names = by_name(sides, name_of);
        let names = names
            .into_iter()
            .map(|(name, lines)| (name, lines.map(|lines| Content::from_lines(lines))));
        let names: Names<'_> = names.collect();
        let [ours, theirs] = [
            View::new(&names, |sides| &sides.ours, |sides| &sides.theirs),
            View::new(&names, |sides| &sides.theirs, |sides| &sides.ours),
        ];
        let mut found = Self::default();
        ours.find(&theirs, &mut found);
        theirs.find(&ours, &mut found);
        found.keep_clear();
        found
    }

    /// The sidecar with each name by its new one.
    pub(super) fn apply(&self, sidecar: &Sidecar, name_of: NameOf) -> Sidecar {
        let lines = sidecar.lines().iter().map(|line| {
            let new = name_of(line).and_then(|name| self.to.get(name));
            new.map_or_else(|| line.clone(), |new| with_name(line, new))
        });
        Sidecar::from_lines(lines.collect()).in_order()
    }

    /// Leaves in `to` only what nothing else contradicts.
    fn keep_clear(&mut self) {
        loop {
            let is_unclear = |name: &Name| self.unclear.iter().any(|names| names.contains(name));
            let (doubtful, clear) = std::mem::take(&mut self.to)
                .into_iter()
                .partition::<Vec<_>, _>(|(old, new)| is_unclear(old) || is_unclear(new));
            self.to = clear.into_iter().collect();
            // A name that is old and new at once.
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
        line => line,
    }
}

type Names<'a> = BTreeMap<&'a Name, Three<Content>>;

/// What a side says of a name, without the name.
#[derive(Clone, Debug, Default, PartialEq)]
struct Content {
    lines: BTreeSet<Bare>,
    /// The frames that people gave it.
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

    /// Whether nothing of it was made by people.
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

    /// Whether spans of both, of rules or not, share frames, or events are the same.
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

/// Where the lines of a name went.
enum Target<'a> {
    Nowhere,
    One(&'a Name),
    Unclear(Vec<&'a Name>),
}

type Side = fn(&Three<Content>) -> &Content;

/// What one side did.
struct View<'a> {
    names: &'a Names<'a>,
    own: Side,
    other: Side,
    /// What is new under each name.
    gained: Vec<(&'a Name, Content)>,
    /// Where the names went of which nothing is left.
    gone: BTreeMap<&'a Name, Target<'a>>,
}

impl<'a> View<'a> {
    fn new(names: &'a Names<'a>, own: Side, other: Side) -> Self {
        let gained = names.iter().filter_map(|(name, sides)| {
            let gained = own(sides).without(&sides.base);
            (!gained.is_empty()).then_some((*name, gained))
        });
        let mut view = Self {
            names,
            own,
            other,
            gained: gained.collect(),
            gone: BTreeMap::new(),
        };
        let gone = names
            .iter()
            .filter(|(_, sides)| !sides.base.is_empty() && own(sides).is_empty());
        view.gone = gone
            .map(|(name, sides)| (*name, view.target(&sides.base)))
            .collect();
        view
    }

    /// Which names gained what a name had.
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
        // Renamed and edited, or something else.
        let likely = names_that(&|gained| !gained.and(had).frames.is_empty());
        match likely.is_empty() {
            true => Target::Nowhere,
            false => Target::Unclear(likely),
        }
    }

    fn find(&self, other: &Self, found: &mut Renames) {
        for (name, sides) in self.names {
            let (own, others, base) = ((self.own)(sides), (self.other)(sides), &sides.base);
            if base.is_empty() || own == base || others == base {
                continue;
            }
            match self.gone.get(name) {
                Some(target) => self.rename(name, target, other, found),
                None => self.moved(name, sides, found),
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
        // Two names became one, and nobody knows of which a line is.
        for (twin, target) in &self.gone {
            let is_same = matches!(target, Target::One(other) if *other == new);
            if *twin != old && is_same && self.names[twin].base.meets(&was.base) {
                return unclear(&[new, twin]);
            }
        }
        found.to.insert(old.clone(), new.clone());
    }

    /// Part of a name went to others.
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
