//! Replaces names by ids, which prepares a query for one database.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use footwork_base::{
    ClipPattern, Diagnostic, FrameRange, Id, Name, Suggestion, TextErrorsBuilder, TextSpan, nearest,
};

use super::error::{QueryErrorKind, StaleQuery};
use super::joined::{self, Joined};
use super::kernel::Kernel;
use super::node::{GivenFrames, Node, Reach};
use super::normal::Normal;
use super::plan;
use super::step::Step;
use super::tree::Query;
use crate::database::Database;
use crate::ids::{ClipId, EventId, TagId};
use crate::names::NameTable;
use crate::resolver::Similar;
use crate::revision::Revision;

/// A query whose names have been looked up in a database.
///
/// It is valid for that database and its copies. It stays valid when frames of tags or times of events change. After a
/// clip, a tag, an event or a resolver is added, evaluating it returns [`StaleQuery`], and it must be bound again.
/// Evaluating it on another database also returns [`StaleQuery`], because ids have another meaning there. A
/// [`LiveQuery`](crate::LiveQuery) binds itself again.
#[derive(Clone, Debug)]
pub struct BoundQuery {
    written: Vec<Step>,
    plan: Vec<Step>,
    kernel: Kernel,
    normal: Arc<Normal>,
    names: Revision,
    hints: Vec<Diagnostic>,
}

impl BoundQuery {
    /// Returns the steps of the query as written, in postfix order.
    pub(crate) fn written(&self) -> &[Step] {
        &self.written
    }

    /// Returns the steps of the query as evaluated, in postfix order.
    pub(crate) fn plan(&self) -> &[Step] {
        &self.plan
    }

    /// Returns the set operators of the plan.
    pub(crate) fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    pub(crate) fn normal(&self) -> &Arc<Normal> {
        &self.normal
    }

    /// Iterates over the tags that the query reads, including the tags below each name. A tag may appear several times.
    pub fn tags(&self) -> impl Iterator<Item = TagId> {
        let tags = self.written.iter().map(|step| match step {
            Step::Tags(tags) => &tags[..],
            _ => &[],
        });
        tags.flatten().copied()
    }

    /// Returns the request of a query that is a single `similar(…)`; `None` for any other query. The places found for
    /// the request have an order, which the frames of an answer do not show.
    pub fn as_similar(&self) -> Option<Similar> {
        match self.written.as_slice() {
            [Step::Similar(asked)] => Some(*asked),
            _ => None,
        }
    }

    /// Returns hints about parts that may not mean what the author intended, such as the difference `A-B` if there is
    /// also a tag `"A-B"`.
    pub fn hints(&self) -> &[Diagnostic] {
        &self.hints
    }

    /// Returns whether the database still has the names and clips that the query was bound to. The check compares two
    /// numbers.
    #[inline]
    pub fn is_current(&self, database: &Database) -> bool {
        self.names == database.names_revision()
    }

    /// Returns an error if a query is not current.
    #[inline]
    pub(crate) fn check(&self, database: &Database) -> Result<(), StaleQuery> {
        if self.is_current(database) {
            Ok(())
        } else {
            Err(StaleQuery)
        }
    }

    /// Returns whether both queries have the same normal form, so that they share a cached answer. In the normal form,
    /// operands are sorted, duplicate and implied operands are dropped, and `a - b` is `a & !b`.
    pub fn is_same(&self, other: &Self) -> bool {
        self.normal == other.normal
    }
}

/// Binds a query as far as possible. Adds every unknown name and every wrong predicate to `errors`.
pub(super) fn bind(
    query: &Query<'_>,
    database: &Database,
    errors: &mut TextErrorsBuilder<QueryErrorKind>,
) -> BoundQuery {
    let mut binder = Binder {
        database,
        errors,
        lists: Lists::default(),
        known_tags: OnceCell::new(),
        known_events: OnceCell::new(),
        hints: Vec::new(),
    };
    let nodes = query.nodes().iter().enumerate();
    let written: Vec<Step> = nodes
        .map(|(i, node)| binder.step(node, query.span(i), query.frames_span(i)))
        .collect();
    let mut hints = binder.hints;
    hints.extend(hint_at_joined_names(query, database, errors));
    let normal = Normal::new(&written);
    let plan = plan::plan(&normal);
    BoundQuery {
        written,
        kernel: Kernel::new(&plan),
        plan,
        normal: Arc::new(normal),
        names: database.names_revision(),
        hints,
    }
}

/// Suggests quotes for an `A-B` that spells a known tag. Errors inside the `A-B` get the suggestion. If there are none,
/// the suggestion becomes a hint.
fn hint_at_joined_names(
    query: &Query<'_>,
    database: &Database,
    errors: &mut TextErrorsBuilder<QueryErrorKind>,
) -> Vec<Diagnostic> {
    let mut hints = Vec::new();
    for Joined { span, name } in joined::find(query, database) {
        let mut is_mistake = false;
        for error in errors.iter_mut() {
            let inside = span.start <= error.span.start && error.span.stop <= span.stop;
            if let (true, QueryErrorKind::UnknownTag { suggestion, .. }) = (inside, &mut error.kind)
            {
                *suggestion = Some(Suggestion::Write(name.to_string()));
                is_mistake = true;
            }
        }
        if !is_mistake {
            let message = format!("this is a difference, and {name} is a tag too");
            let hint = format!("write `{name}` in quotes for the tag");
            hints.push(Diagnostic::new(span, "joined-name", message).with_hint(hint));
        }
    }
    hints
}

/// The lists of ids that names refer to. Each list is built once.
#[derive(Default)]
struct Lists<'a> {
    tags: HashMap<(&'a str, Reach), Arc<[TagId]>>,
    events: HashMap<&'a str, Arc<[EventId]>>,
    clips: HashMap<&'a str, Arc<[ClipId]>>,
}

struct Binder<'a, 'e> {
    database: &'a Database,
    errors: &'e mut TextErrorsBuilder<QueryErrorKind>,
    lists: Lists<'a>,
    /// The names for suggestions, collected at the first error.
    known_tags: OnceCell<Vec<Name>>,
    known_events: OnceCell<Vec<Name>>,
    hints: Vec<Diagnostic>,
}

/// The maximum number of hints about clip patterns without a match. Finding a similar name takes time, and a query may
/// have thousands of patterns.
const MAX_CLIP_HINTS: usize = 8;

impl<'a> Binder<'a, '_> {
    fn step(&mut self, node: &'a Node<'_>, span: TextSpan, frames_span: TextSpan) -> Step {
        self.bind(node, span, frames_span).unwrap_or_else(|kind| {
            self.errors.push(span, kind);
            Step::None
        })
    }

    fn bind(
        &mut self,
        node: &'a Node<'_>,
        span: TextSpan,
        frames_span: TextSpan,
    ) -> Result<Step, QueryErrorKind> {
        Ok(match node {
            Node::All => Step::All,
            // The error of a missing operand has already been reported.
            Node::None | Node::Missing => Step::None,
            Node::Tag(name, reach) => Step::Tags(self.tags(name, *reach)?),
            Node::TagId(id) => Step::Tags(Arc::new([*id])),
            Node::Event(name) => Step::Event(self.events(name)?),
            Node::Near(name, amount) => Step::Near(self.events(name)?, *amount),
            Node::Clip(pattern) => {
                let clips = self.clips(pattern);
                if clips.is_empty() && self.hints.len() < MAX_CLIP_HINTS {
                    self.hints.push(self.hint_at_no_clip(pattern, span));
                }
                Step::Clips(clips)
            }
            Node::Predicate(text) => {
                self.check_predicate(text, span)?;
                Step::Predicate(text.as_ref().into())
            }
            Node::Similar(clip, frames, count) => {
                let resolver = self.database.resolver().ok_or(QueryErrorKind::NoPoses)?;
                let clip = self.one_clip(clip)?;
                for mut wrong in resolver.check_similar(clip) {
                    wrong.span = span;
                    self.errors.push(span, QueryErrorKind::Predicate(wrong));
                }
                match self.frames_in(clip, *frames) {
                    Ok(frames) => Step::Similar(Similar {
                        clip,
                        frames,
                        count: *count,
                    }),
                    Err(outside) => {
                        self.errors.push(frames_span, outside);
                        Step::None
                    }
                }
            }
            Node::Not => Step::Not,
            Node::Set(op) => Step::Set(*op),
            Node::Call(function) => Step::Call(*function),
        })
    }

    fn check_predicate(&mut self, text: &str, span: TextSpan) -> Result<(), QueryErrorKind> {
        let resolver = self.database.resolver().ok_or(QueryErrorKind::NoResolver)?;
        // The text begins after the opening brace.
        let start = span.start + 1;
        for mut inner in resolver.check(text) {
            inner.span = TextSpan::new(start + inner.span.start, start + inner.span.stop);
            self.errors
                .push(inner.span, QueryErrorKind::Predicate(inner));
        }
        Ok(())
    }

    /// Returns the clip with this name, or the only clip that the pattern matches.
    fn one_clip(&mut self, pattern: &'a str) -> Result<ClipId, QueryErrorKind> {
        if let Some(clip) = self.database.clip_by_name(pattern) {
            return Ok(clip);
        }
        let name = |clip: ClipId| self.database.clips()[clip].name.clone();
        match *self.clips(pattern) {
            [clip] => Ok(clip),
            [a, b, ..] => Err(QueryErrorKind::SeveralClips {
                pattern: pattern.to_owned(),
                names: [name(a), name(b)],
            }),
            [] => {
                let suggestion = (!self.errors.is_full()).then(|| self.suggest_for_clip(pattern));
                Err(QueryErrorKind::UnknownClip {
                    name: pattern.to_owned(),
                    suggestion: suggestion.flatten(),
                })
            }
        }
    }

    /// Returns a hint instead of an error, because a pattern may match nothing on purpose. An example is the pattern of
    /// a saved query in a library without such clips.
    fn hint_at_no_clip(&self, pattern: &str, span: TextSpan) -> Diagnostic {
        let message = format!("no clip's name matches `{pattern}`");
        let hint = Diagnostic::new(span, "no-clip", message);
        match self.suggest_for_clip(pattern) {
            Some(near) => hint.with_hint(near.to_string()),
            None => hint,
        }
    }

    /// Suggests the clip whose name without folders and extension equals the pattern. If there is none, suggests the
    /// most similar name.
    fn suggest_for_clip(&self, pattern: &str) -> Option<Suggestion> {
        let names = || {
            self.database
                .clips()
                .values()
                .map(|clip| clip.name.as_str())
        };
        let base = |name: &'a str| name.rsplit('/').next().unwrap_or(name);
        let stem = |name: &'a str| base(name).split('.').next().unwrap_or(name);
        let of_stem = names().find(|name| stem(name) == pattern);
        let near = || nearest(pattern, names().chain(names().map(base)));
        of_stem
            .or_else(near)
            .map(|name| Suggestion::Nearest(name.to_owned()))
    }

    /// Returns the given frames of a clip, or an error if the clip lacks them.
    fn frames_in(&self, clip: ClipId, given: GivenFrames) -> Result<FrameRange, QueryErrorKind> {
        let info = &self.database.clips()[clip];
        let range = match given {
            GivenFrames::At(amount) => {
                let frame = amount.in_frames(info.rate);
                FrameRange::new(frame, frame.saturating_add(1))
            }
            GivenFrames::Range(range) => Some(range),
        };
        let last = range.map_or(u32::MAX, |range| range.stop() - 1);
        range
            .filter(|range| range.stop() <= info.frames)
            .ok_or_else(|| QueryErrorKind::FrameOutside {
                frame: last,
                clip: info.name.clone(),
                clip_frames: info.frames,
            })
    }

    fn tags(&mut self, name: &'a str, reach: Reach) -> Result<Arc<[TagId]>, QueryErrorKind> {
        if let Some(tags) = self.lists.tags.get(&(name, reach)) {
            return Ok(Arc::clone(tags));
        }
        let table = self.database.tag_names();
        if table.is_known(name) {
            let tags = reached(table, name, reach);
            self.lists.tags.insert((name, reach), Arc::clone(&tags));
            return Ok(tags);
        }
        Err(QueryErrorKind::UnknownTag {
            name: name.to_owned(),
            suggestion: self.suggest_for_tag(name),
        })
    }

    fn suggest_for_tag(&self, name: &str) -> Option<Suggestion> {
        if self.errors.is_full() {
            return None;
        }
        if self.database.event_names().is_known(name) {
            return Some(Suggestion::Write(format!("event({name})")));
        }
        if super::function::find(name).is_some() {
            return Some(Suggestion::Write(format!("{name}(")));
        }
        let known = self
            .known_tags
            .get_or_init(|| self.database.tag_names().known());
        nearest_known(known, name)
    }

    fn events(&mut self, name: &'a str) -> Result<Arc<[EventId]>, QueryErrorKind> {
        if let Some(events) = self.lists.events.get(name) {
            return Ok(Arc::clone(events));
        }
        let table = self.database.event_names();
        if table.is_known(name) {
            let events = reached(table, name, Reach::Subtree);
            self.lists.events.insert(name, Arc::clone(&events));
            return Ok(events);
        }
        let known = self.known_events.get_or_init(|| table.known());
        let suggestion = (!self.errors.is_full()).then(|| nearest_known(known, name));
        Err(QueryErrorKind::UnknownEvent {
            name: name.to_owned(),
            suggestion: suggestion.flatten(),
        })
    }

    fn clips(&mut self, pattern: &'a str) -> Arc<[ClipId]> {
        if let Some(clips) = self.lists.clips.get(pattern) {
            return Arc::clone(clips);
        }
        let matcher = ClipPattern::new(pattern);
        let clips: Arc<[ClipId]> = match matcher.literal() {
            Some(literal) => self.database.clip_names().matching(literal).into(),
            None => {
                let clips = self.database.clips().iter();
                let matching = clips.filter(|(_, clip)| matcher.matches(&clip.name));
                matching.map(|(id, _)| id).collect()
            }
        };
        self.lists.clips.insert(pattern, Arc::clone(&clips));
        clips
    }
}

fn reached<I: Id, T>(table: &NameTable<I, T>, name: &str, reach: Reach) -> Arc<[I]> {
    let own = table.exact(name).filter(|_| reach != Reach::Below);
    let below = (reach != Reach::Exact).then(|| table.below(name));
    own.into_iter().chain(below.into_iter().flatten()).collect()
}

/// Returns a known name that ends in this name (`Gait.Walk` for `Walk`). If there is none, returns the most similar
/// name.
fn nearest_known(known: &[Name], name: &str) -> Option<Suggestion> {
    let ending = format!(".{name}");
    let whole = known
        .iter()
        .map(Name::as_str)
        .find(|known| known.ends_with(&ending));
    let found = whole.or_else(|| nearest(name, known.iter().map(Name::as_str)))?;
    Some(Suggestion::Nearest(found.to_owned()))
}
