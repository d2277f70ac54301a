//! The canonical text of a query: symbols, single spaces, fewest parentheses, order as written.

use std::fmt;

use footwork_base::quote;

use super::node::{Function, Node, Reach};
use super::parse::precedence;
use super::token::is_reserved;
use super::tree::Query;
use crate::algebra::SetOp;

const UNARY: u8 = 4;
const ATOM: u8 = 5;

impl fmt::Display for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Operands waiting for their operator, each with how tightly its own operator binds.
        let mut operands: Vec<(String, u8)> = Vec::new();
        for node in self.nodes() {
            let first = operands.len().saturating_sub(node.arity());
            let printed = print(node, operands.drain(first..).collect());
            operands.push(printed);
        }
        f.write_str(operands.last().map_or("", |(text, _)| text))
    }
}

impl Query<'_> {
    /// Returns the canonical text of every node with its operands, in postfix order.
    pub(crate) fn subtexts(&self) -> Vec<String> {
        let mut operands: Vec<(String, u8)> = Vec::new();
        let mut texts = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            let first = operands.len().saturating_sub(node.arity());
            let printed = print(node, operands.drain(first..).collect());
            texts.push(printed.0.clone());
            operands.push(printed);
        }
        texts
    }
}

fn print(node: &Node<'_>, operands: Vec<(String, u8)>) -> (String, u8) {
    let mut operands = operands.into_iter();
    match (node, operands.next(), operands.next()) {
        (Node::Not, Some(operand), _) => (wrap("!".to_owned(), operand, UNARY), UNARY),
        (Node::Set(op), Some(a), Some(b)) => {
            // Appends to the left operand, so that a long chain is not copied at every operator.
            let binds = precedence(*op);
            let mut text = wrap(String::new(), a, binds);
            text.extend([' ', symbol(*op), ' ']);
            (wrap(text, b, binds + 1), binds)
        }
        (Node::Call(function), Some((first, _)), second) => {
            let second = second
                .map(|(text, _)| format!(", {text}"))
                .unwrap_or_default();
            (
                format!("{}({first}{second}{function})", function.name()),
                ATOM,
            )
        }
        (leaf, ..) => (print_leaf(leaf), ATOM),
    }
}

/// Returns `before` and the operand, in parentheses if it binds less tightly than `at_least`.
fn wrap(before: String, (text, binds): (String, u8), at_least: u8) -> String {
    match (binds < at_least, before.is_empty()) {
        (true, _) => format!("{before}({text})"),
        (false, true) => text,
        (false, false) => before + &text,
    }
}

fn symbol(op: SetOp) -> char {
    match op {
        SetOp::Union => '|',
        SetOp::Intersection => '&',
        SetOp::Difference => '-',
        SetOp::SymmetricDifference => '^',
    }
}

fn print_leaf(node: &Node<'_>) -> String {
    match node {
        Node::All => "all".to_owned(),
        Node::None => "none".to_owned(),
        Node::Tag(name, Reach::Subtree) => spelled(name),
        Node::Tag(name, Reach::Exact) => format!("exact({})", spelled(name)),
        Node::Tag(name, Reach::Below) => format!("{name}.*"),
        Node::TagId(id) => format!("tag#{}", id.number()),
        Node::Event(name) => format!("event({})", spelled(name)),
        Node::Near(name, amount) => format!("near({}, {amount})", spelled(name)),
        Node::Clip(pattern) => format!("clip({})", quote(pattern)),
        Node::Predicate(text) => format!("{{{text}}}"),
        Node::Missing | Node::Not | Node::Set(_) | Node::Call(_) => "?".to_owned(),
    }
}

/// Returns a canonical name, quoted if it is a word of the language.
fn spelled(name: &str) -> String {
    if is_reserved(name) {
        quote(name)
    } else {
        name.to_owned()
    }
}

impl Function {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::First(_) => "first",
            Self::Last(_) => "last",
            Self::Longer(_) => "longer",
            Self::Shorter(_) => "shorter",
            Self::Nth(_) => "nth",
            Self::Pick { .. } => "pick",
            Self::Grow { .. } => "grow",
            Self::Shrink { .. } => "shrink",
            Self::Close(_) => "close",
            Self::Starts => "starts",
            Self::Ends => "ends",
            Self::Before(_) => "before",
            Self::After(_) => "after",
            Self::Overlapping => "overlapping",
            Self::Within => "within",
            Self::Containing => "containing",
            Self::Then(_) => "then",
            Self::Until(_) => "until",
            Self::Since(_) => "since",
            Self::Clips => "clips",
        }
    }
}

/// The arguments after the queries, each with a comma before it.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(n)
            | Self::Last(n)
            | Self::Longer(n)
            | Self::Shorter(n)
            | Self::Close(n)
            | Self::Before(n)
            | Self::After(n)
            | Self::Then(n)
            | Self::Until(n)
            | Self::Since(n) => write!(f, ", {n}"),
            Self::Nth(k) => write!(f, ", {k}"),
            Self::Pick { count, seed } => write!(f, ", {count}, {seed}"),
            Self::Grow { before, after } | Self::Shrink { before, after } if before == after => {
                write!(f, ", {before}")
            }
            Self::Grow { before, after } | Self::Shrink { before, after } => {
                write!(f, ", {before}, {after}")
            }
            Self::Starts
            | Self::Ends
            | Self::Overlapping
            | Self::Within
            | Self::Containing
            | Self::Clips => Ok(()),
        }
    }
}
