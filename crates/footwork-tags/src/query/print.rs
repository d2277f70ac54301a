//! The canonical text of a query, with symbols, single spaces, the fewest parentheses, and operands
//! in the written order.

use std::fmt;

use footwork_base::{Amount, quote};

use super::node::{Binary, Function, Node, Reach, Unary};
use super::parse::precedence;
use super::token::is_reserved;
use super::tree::Query;
use crate::algebra::SetOp;

const UNARY: u8 = 4;
const ATOM: u8 = 5;

impl fmt::Display for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The operands that wait for their operator, each with the precedence of its own operator.
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
            // Appends to the left operand, so that a long chain is not copied for every operator.
            let binds = precedence(*op);
            let mut text = wrap(String::new(), a, binds);
            text.extend([' ', symbol(*op), ' ']);
            (wrap(text, b, binds + 1), binds)
        }
        (Node::Call(function), Some((first, _)), second) => {
            let second = second
                .map(|(text, _)| format!(", {text}"))
                .unwrap_or_default();
            let (name, arguments) = function.parts();
            (format!("{name}({first}{second}{arguments})"), ATOM)
        }
        (leaf, ..) => (print_leaf(leaf), ATOM),
    }
}

/// Returns `before` followed by the operand. The operand is in parentheses if its precedence is
/// below `at_least`.
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
        Node::Similar(clip, frames, count) => {
            format!("similar({}, {frames}, {count})", quote(clip))
        }
        Node::Missing | Node::Not | Node::Set(_) | Node::Call(_) => "?".to_owned(),
    }
}

/// Returns a canonical name, quoted if it is a reserved word of the language.
fn spelled(name: &str) -> String {
    if is_reserved(name) {
        quote(name)
    } else {
        name.to_owned()
    }
}

impl Function {
    /// Returns the name, and the text of the arguments after the queries, with a comma before each
    /// argument.
    fn parts(self) -> (&'static str, String) {
        let amount = |n: Amount| format!(", {n}");
        let amounts = |before: Amount, after: Amount| {
            if before == after {
                amount(before)
            } else {
                format!(", {before}, {after}")
            }
        };
        match self {
            Self::Unary(function) => match function {
                Unary::First(n) => ("first", amount(n)),
                Unary::Last(n) => ("last", amount(n)),
                Unary::Longer(n) => ("longer", amount(n)),
                Unary::Shorter(n) => ("shorter", amount(n)),
                Unary::Nth(k) => ("nth", format!(", {k}")),
                Unary::Pick { count, seed } => ("pick", format!(", {count}, {seed}")),
                Unary::Grow { before, after } => ("grow", amounts(before, after)),
                Unary::Shrink { before, after } => ("shrink", amounts(before, after)),
                Unary::Close(n) => ("close", amount(n)),
                Unary::Starts => ("starts", String::new()),
                Unary::Ends => ("ends", String::new()),
                Unary::Before(n) => ("before", amount(n)),
                Unary::After(n) => ("after", amount(n)),
                Unary::Clips => ("clips", String::new()),
            },
            Self::Binary(function) => match function {
                Binary::Overlapping => ("overlapping", String::new()),
                Binary::Within => ("within", String::new()),
                Binary::Containing => ("containing", String::new()),
                Binary::Then(n) => ("then", amount(n)),
                Binary::FollowedBy(n) => ("followed_by", amount(n)),
                Binary::Until(n) => ("until", amount(n)),
                Binary::Since(n) => ("since", amount(n)),
            },
        }
    }
}
