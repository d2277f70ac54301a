//! The plan: the steps with which a query in normal form is evaluated.
//!
//! A complement becomes a difference if there is a set from which to subtract. A union of tags becomes one step.

use std::sync::Arc;

use super::normal::{Normal, Operand, Term};
use super::step::Step;
use crate::algebra::SetOp;

/// The remaining work, in reverse order.
enum Work {
    Operand(Operand),
    Step(Step),
}

/// Returns the steps of a normal form, in postfix order.
pub(super) fn plan(normal: &Normal) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut work = vec![Work::Operand(normal.root())];
    while let Some(next) = work.pop() {
        match next {
            Work::Step(step) => steps.push(step),
            Work::Operand(operand) => {
                let parts = expand(normal, operand);
                work.extend(parts.into_iter().rev());
            }
        }
    }
    steps
}

/// Splits an operand into simpler work. The work is returned in postfix order.
fn expand(normal: &Normal, operand: Operand) -> Vec<Work> {
    let leaf = match normal.term(operand.term) {
        Term::All if operand.complemented => return vec![Work::Step(Step::None)],
        Term::All => Step::All,
        Term::Tag(tag) => Step::Tags(Arc::new([*tag])),
        Term::Event(ids) => Step::Event(Arc::clone(ids)),
        Term::Near(ids, amount) => Step::Near(Arc::clone(ids), *amount),
        Term::Clips(clips) => Step::Clips(Arc::clone(clips)),
        Term::Predicate(text) => Step::Predicate(Arc::clone(text)),
        Term::Similar(asked) => Step::Similar(*asked),
        Term::And(operands) => return and(normal, operands, operand.complemented),
        Term::Xor(operands) => {
            let mut work = Vec::new();
            chain(&mut work, operands, SetOp::SymmetricDifference);
            return complement_if(work, operand.complemented);
        }
        Term::Call(function, operands) => {
            let mut work: Vec<Work> = operands.iter().copied().map(Work::Operand).collect();
            work.push(Work::Step(Step::Call(*function)));
            return complement_if(work, operand.complemented);
        }
    };
    complement_if(vec![Work::Step(leaf)], operand.complemented)
}

/// Writes `(a | b) & c & !d & !e` as `(a | b) & c - (d | e)`. If there is no set from which to subtract, writes
/// `!d & !e` as `!(d | e)`.
fn and(normal: &Normal, operands: &[Operand], complemented: bool) -> Vec<Work> {
    let mut kept: Vec<Operand> = Vec::new();
    let mut taken = Vec::new();
    for &operand in operands {
        if !operand.complemented {
            kept.push(operand);
        } else if is_union(normal, operand) {
            // The union goes first, so that the other operands are combined with it without a copy.
            kept.insert(0, operand);
        } else {
            taken.push(operand.flip_if(true));
        }
    }
    let mut work = Vec::new();
    if kept.is_empty() {
        unite(normal, &mut work, &taken);
        return complement_if(work, !complemented);
    }
    chain(&mut work, &kept, SetOp::Intersection);
    if !taken.is_empty() {
        unite(normal, &mut work, &taken);
        work.push(Work::Step(Step::Set(SetOp::Difference)));
    }
    complement_if(work, complemented)
}

/// Returns whether an operand is `!(!a & !b)`, which is `a | b`.
fn is_union(normal: &Normal, operand: Operand) -> bool {
    match normal.term(operand.term) {
        Term::And(inner) => operand.complemented && inner.iter().all(|part| part.complemented),
        _ => false,
    }
}

/// Writes the union of operands, with their tags as one step.
fn unite(normal: &Normal, work: &mut Vec<Work>, operands: &[Operand]) {
    let tag = |operand: &Operand| match normal.term(operand.term) {
        Term::Tag(tag) => Some(*tag),
        _ => None,
    };
    let tags: Vec<_> = operands.iter().filter_map(tag).collect();
    let others: Vec<Operand> = operands
        .iter()
        .filter(|o| tag(o).is_none())
        .copied()
        .collect();
    chain(work, &others, SetOp::Union);
    if !tags.is_empty() {
        work.push(Work::Step(Step::Tags(tags.into())));
        if !others.is_empty() {
            work.push(Work::Step(Step::Set(SetOp::Union)));
        }
    }
}

/// Writes operands joined by one operator.
fn chain(work: &mut Vec<Work>, operands: &[Operand], op: SetOp) {
    for (index, &operand) in operands.iter().enumerate() {
        work.push(Work::Operand(operand));
        if index > 0 {
            work.push(Work::Step(Step::Set(op)));
        }
    }
}

fn complement_if(mut work: Vec<Work>, complemented: bool) -> Vec<Work> {
    if complemented {
        work.push(Work::Step(Step::Not));
    }
    work
}
