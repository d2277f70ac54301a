//! Names to ids: a query made ready for one database.

use std::sync::Arc;

use footwork_base::{Diagnostic, Id, Name, TextSpan, nearest};

use super::error::Suggestion;
use super::joined::{self, Joined};
use super::node::{Function, Node, Reach};
use super::normal::Normal;
use super::{Amount, Query, QueryError, QueryErrorKind, plan};
use crate::evaluate::kernel::Kernel;
use crate::names::NameTable;
use crate::pattern::ClipPattern;
use crate::revision::Revision;
use crate::{ClipId, Database, EventId, SetOp, TagId};

/// A query whose names were looked up in a database.
///
/// It stays right while clips' frames change. Tags, events and clips that are added later are not
/// in it: [`is_current`](Self::is_current) says whether to bind again.
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
    /// The query as it was written, in postfix order.
    pub(crate) fn written(&self) -> &[Step] {
        &self.written
    }

    /// The query as it is evaluated, in postfix order.
    pub(crate) fn plan(&self) -> &[Step] {
        &self.plan
    }

    /// The set operators of the plan.
    pub(crate) fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    pub(crate) fn normal(&self) -> &Arc<Normal> {
        &self.normal
    }

    /// What is no mistake and yet may not be what was meant, with its place in the text: a
    /// difference such as `A-B` where there is a tag `"A-B"`.
    pub fn hints(&self) -> &[Diagnostic] {
        &self.hints
    }

    /// Whether the database's names and clips are still those that the query was bound to.
    pub fn is_current(&self, database: &Database) -> bool {
        self.names == database.names_revision()
    }

    /// Whether both plainly mean the same: after sorting operands, dropping duplicates, absorbing
    /// and taking `a - b` for `a & !b`. Such queries share one cached answer.
    pub fn is_same(&self, other: &Self) -> bool {
        self.normal == other.normal
    }
}

/// A node whose names are ids.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    All,
    None,
    /// Frames that any of these tags holds for.
    Tags(Vec<TagId>),
    Event(Vec<EventId>),
    Near(Vec<EventId>, Amount),
    /// Whole clips: those with these ids, rising.
    Clips(Vec<ClipId>),
    /// Frames that the database's resolver answers for.
    Predicate(String),
    Not,
    Set(SetOp),
    Call(Function),
}

impl Step {
    /// How many operands stand before it.
    pub(crate) fn arity(&self) -> usize {
        match self {
            Self::Not => 1,
            Self::Set(_) => 2,
            Self::Call(function) => function.arity(),
            _ => 0,
        }
    }
}

/// Binds what can be bound, with every name that is unknown and every wrong predicate.
pub(super) fn bind(query: &Query<'_>, database: &Database) -> (BoundQuery, Vec<QueryError>) {
    let mut errors = Vec::new();
    let mut written = Vec::with_capacity(query.nodes().len());
    for (index, node) in query.nodes().iter().enumerate() {
        let step = bind_node(node, query.span(index), database, &mut errors);
        written.push(step.unwrap_or_else(|kind| {
            errors.push(QueryError::new(query.span(index), kind));
            Step::None
        }));
    }
    let hints = hint_at_joined_names(query, database, &mut errors);
    let normal = Normal::of(&written);
    let plan = plan::plan(&normal);
    let bound = BoundQuery {
        written,
        kernel: Kernel::of(&plan),
        plan,
        normal: Arc::new(normal),
        names: database.names_revision(),
        hints,
    };
    (bound, errors)
}

/// Says of each `A-B` that spells a known tag how to write that tag: beside the errors inside it,
/// or, where there are none, as a hint.
fn hint_at_joined_names(
    query: &Query<'_>,
    database: &Database,
    errors: &mut [QueryError],
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
            hints.push(Diagnostic {
                span,
                code: "joined-name",
                message: format!("this is a difference, and {name} is a tag too"),
                hint: Some(format!("write `{name}` in quotes for the tag")),
            });
        }
    }
    hints
}

fn bind_node(
    node: &Node<'_>,
    span: TextSpan,
    database: &Database,
    errors: &mut Vec<QueryError>,
) -> Result<Step, QueryErrorKind> {
    Ok(match node {
        Node::All => Step::All,
        // A missing operand has its own error already.
        Node::None | Node::Missing => Step::None,
        Node::Tag(name, reach) => Step::Tags(tags(name, *reach, database)?),
        Node::TagId(id) => Step::Tags(vec![*id]),
        Node::Event(name) => Step::Event(events(name, database)?),
        Node::Near(name, amount) => Step::Near(events(name, database)?, *amount),
        Node::Clip(pattern) => Step::Clips(clips(pattern, database)),
        Node::Predicate(text) => {
            let resolver = database.resolver().ok_or(QueryErrorKind::NoResolver)?;
            // The text begins behind the brace.
            let start = span.start + 1;
            errors.extend(resolver.check(text).into_iter().map(|mut inner| {
                inner.span = TextSpan::new(start + inner.span.start, start + inner.span.stop);
                QueryError::new(inner.span, QueryErrorKind::Predicate(inner))
            }));
            Step::Predicate(text.clone().into_owned())
        }
        Node::Not => Step::Not,
        Node::Set(op) => Step::Set(*op),
        Node::Call(function) => Step::Call(*function),
    })
}

fn tags(name: &str, reach: Reach, database: &Database) -> Result<Vec<TagId>, QueryErrorKind> {
    let table = database.tag_names();
    if table.is_known(name) {
        return Ok(reached(table, name, reach));
    }
    let suggestion = if database.event_names().is_known(name) {
        Some(Suggestion::Write(format!("event({name})")))
    } else if super::function::find(name).is_some() {
        Some(Suggestion::Write(format!("{name}(")))
    } else {
        nearest_known(table, name)
    };
    Err(QueryErrorKind::UnknownTag {
        name: name.to_owned(),
        suggestion,
    })
}

fn events(name: &str, database: &Database) -> Result<Vec<EventId>, QueryErrorKind> {
    let table = database.event_names();
    if table.is_known(name) {
        return Ok(reached(table, name, Reach::Subtree));
    }
    Err(QueryErrorKind::UnknownEvent {
        name: name.to_owned(),
        suggestion: nearest_known(table, name),
    })
}

fn reached<I: Id, T>(table: &NameTable<I, T>, name: &str, reach: Reach) -> Vec<I> {
    let own = table.exact(name).filter(|_| reach != Reach::Below);
    let below = (reach != Reach::Exact).then(|| table.below(name));
    own.into_iter().chain(below.into_iter().flatten()).collect()
}

fn nearest_known<I: Id, T>(table: &NameTable<I, T>, name: &str) -> Option<Suggestion> {
    let known = table.known();
    let found = nearest(name, known.iter().map(Name::as_str))?;
    Some(Suggestion::Nearest(found.to_owned()))
}

fn clips(pattern: &str, database: &Database) -> Vec<ClipId> {
    let pattern = ClipPattern::new(pattern);
    let matching = database.clips().iter();
    matching
        .filter(|(_, clip)| pattern.matches(&clip.name))
        .map(|(id, _)| id)
        .collect()
}
