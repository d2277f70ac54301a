//! Finds differences `A-B` that may have been intended as the tag `"A-B"`.

use std::collections::BTreeSet;

use footwork_base::{Name, TextSpan};

use super::node::{Node, Reach};
use super::tree::Query;
use crate::algebra::SetOp;
use crate::database::Database;

/// A difference written without spaces whose text is the name of a known tag.
pub(super) struct Joined {
    /// The whole difference.
    pub(super) span: TextSpan,
    /// The tag with that name, in the spelling of queries.
    pub(super) name: Name,
}

/// Returns all such differences in a parsed query.
pub(super) fn find(query: &Query<'_>, database: &Database) -> Vec<Joined> {
    let mut found = Vec::new();
    let most = database.tag_names().max_dashes();
    if most == 0 {
        return found;
    }
    let nodes = || query.nodes().iter().enumerate();
    let minus: BTreeSet<usize> = nodes()
        .filter(|(_, node)| matches!(node, Node::Set(SetOp::Difference)))
        .map(|(index, _)| query.span(index).start)
        .collect();
    // Leaves are in the order of the text.
    let tags: Vec<(&str, TextSpan)> = nodes()
        .filter_map(|(index, node)| match node {
            Node::Tag(name, Reach::Subtree) => Some((name.as_ref(), query.span(index))),
            _ => None,
        })
        .collect();
    for (first, &(name, mut span)) in tags.iter().enumerate() {
        let mut joined = name.to_owned();
        for &(next, next_span) in tags[first + 1..].iter().take(most) {
            let follows = next_span.start == span.stop + 1 && minus.contains(&span.stop);
            let Some(name) = join(&joined, next).filter(|_| follows) else {
                break;
            };
            span = span.hull(next_span);
            joined = name.as_str().to_owned();
            if database.tag_names().is_known(&joined) {
                found.push(Joined { span, name });
            }
        }
    }
    found
}

/// Joins `a.b` and `c.d` to `a."b-c".d`.
fn join(before: &str, after: &str) -> Option<Name> {
    let (before, after): (Name, Name) = (before.parse().ok()?, after.parse().ok()?);
    let mut parts: Vec<String> = before.parts().map(Into::into).collect();
    let mut after = after.parts();
    let last = parts.last_mut()?;
    *last = format!("{last}-{}", after.next()?);
    parts.extend(after.map(Into::into));
    Name::from_parts(parts.iter().map(String::as_str))
}
