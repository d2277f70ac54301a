//! The normal form of a query. Queries that differ only by simple rules of logic have the same normal form.
//!
//! Every set operator becomes *and*, *xor* and *not*, as in an and-inverter graph (Kuehlmann et al. 2002). `a | b` is
//! `!(!a & !b)`, and `a - b` is `a & !b`. *Not* is a mark on an operand. Then operands are sorted, duplicates are
//! dropped, and an operand that the others imply is dropped. So `B & A` and `A & B & A` become `A & B`, and
//! `A & (A | B)` and `!!A` become `A`. The cache stores answers by normal form.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use twox_hash::XxHash3_64;

use super::node::{Function, Unary};
use super::step::Step;
use crate::algebra::SetOp;
use crate::ids::{ClipId, EventId, TagId};
use crate::resolver::Similar;
use footwork_base::Amount;

/// A query in normal form. Queries with equal normal forms have equal answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Normal {
    /// The terms, each after its operands. The last term is that of the root.
    terms: Vec<Term>,
    root: Operand,
    hash: u64,
}

/// A node of the normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// Every frame. Its complement is no frame.
    All,
    Tag(TagId),
    Event(Arc<[EventId]>),
    Near(Arc<[EventId]>, Amount),
    Clips(Arc<[ClipId]>),
    Predicate(Arc<str>),
    Similar(Similar),
    /// At least two different operands, in the order of their hashes.
    And(Vec<Operand>),
    /// At least two different operands, none complemented, in the order of their hashes.
    Xor(Vec<Operand>),
    Call(Function, Vec<Operand>),
}

/// A term, or its complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Operand {
    pub(crate) term: usize,
    pub(crate) complemented: bool,
}

impl Operand {
    pub(super) fn flip_if(self, flip: bool) -> Self {
        Self {
            complemented: self.complemented ^ flip,
            ..self
        }
    }
}

impl Hash for Normal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Normal {
    /// Returns the normal form of a query's steps.
    pub(crate) fn new(steps: &[Step]) -> Self {
        let mut builder = Builder::default();
        let mut stack: Vec<Pending> = Vec::new();
        for step in steps {
            let operands = stack.split_off(stack.len().saturating_sub(step.arity()));
            let pending = builder.apply(step, operands);
            stack.push(pending);
        }
        let root = match stack.pop() {
            Some(pending) => builder.finish(pending),
            None => builder.none(),
        };
        builder.extract(root)
    }

    pub(crate) fn term(&self, index: usize) -> &Term {
        &self.terms[index]
    }

    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    pub(crate) fn root(&self) -> Operand {
        self.root
    }

    /// Returns whether the answer for a clip depends on other clips.
    pub(crate) fn is_global(&self) -> bool {
        let picks =
            |term: &Term| matches!(term, Term::Call(Function::Unary(Unary::Pick { .. }), _));
        self.terms.iter().any(picks)
    }

    /// Returns whether the answer depends on a resolver.
    pub(crate) fn has_predicate(&self) -> bool {
        self.terms
            .iter()
            .any(|term| matches!(term, Term::Predicate(_) | Term::Similar(_)))
    }

    /// Returns the approximate size of the normal form in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let inner = self.terms.iter().map(|term| match term {
            Term::Event(ids) | Term::Near(ids, _) => size_of_val(&**ids),
            Term::Clips(ids) => size_of_val(&**ids),
            Term::Predicate(text) => text.len(),
            Term::And(operands) | Term::Xor(operands) | Term::Call(_, operands) => {
                size_of_val(operands.as_slice())
            }
            Term::All | Term::Tag(_) | Term::Similar(_) => 0,
        });
        size_of::<Self>() + size_of_val(self.terms.as_slice()) + inner.sum::<usize>()
    }
}

/// An operator that may still receive operands, so that a long chain is sorted only once.
enum Pending {
    Operand(Operand),
    And {
        operands: Vec<Operand>,
        complemented: bool,
    },
    Xor {
        operands: Vec<Operand>,
        complemented: bool,
    },
}

impl Pending {
    fn complement(self) -> Self {
        match self {
            Self::Operand(operand) => Self::Operand(operand.flip_if(true)),
            Self::And {
                operands,
                complemented,
            } => Self::And {
                operands,
                complemented: !complemented,
            },
            Self::Xor {
                operands,
                complemented,
            } => Self::Xor {
                operands,
                complemented: !complemented,
            },
        }
    }
}

/// The maximum number of rounds in which the operands of an intersection simplify each other.
const MAX_ROUNDS: usize = 8;

/// Terms without duplicates. The hash of each term does not depend on the order in which terms were added.
#[derive(Default)]
struct Builder {
    terms: Vec<Term>,
    hashes: Vec<u64>,
    known: HashMap<Term, usize>,
    unions: HashMap<Arc<[TagId]>, Operand>,
}

impl Builder {
    fn apply(&mut self, step: &Step, operands: Vec<Pending>) -> Pending {
        let mut operands = operands.into_iter();
        match (step, operands.next(), operands.next()) {
            (Step::Not, Some(a), _) => a.complement(),
            (Step::Set(op), Some(a), Some(b)) => match op {
                SetOp::Intersection => self.and(a, b),
                SetOp::Difference => self.and(a, b.complement()),
                SetOp::Union => self.and(a.complement(), b.complement()).complement(),
                SetOp::SymmetricDifference => self.xor(a, b),
            },
            (Step::Call(function), Some(a), b) => {
                let operands = [Some(a), b].into_iter().flatten();
                let operands = operands.map(|operand| self.finish(operand)).collect();
                Pending::Operand(self.intern(Term::Call(*function, operands)))
            }
            (leaf, ..) => self.leaf(leaf),
        }
    }

    fn leaf(&mut self, step: &Step) -> Pending {
        let term = match step {
            Step::Tags(tags) => return Pending::Operand(self.any_of(tags)),
            Step::Event(ids) => Term::Event(Arc::clone(ids)),
            Step::Near(ids, amount) => Term::Near(Arc::clone(ids), *amount),
            Step::Clips(clips) => Term::Clips(Arc::clone(clips)),
            Step::Predicate(text) => Term::Predicate(Arc::clone(text)),
            Step::Similar(asked) => Term::Similar(*asked),
            Step::All => Term::All,
            Step::None | Step::Not | Step::Set(_) | Step::Call(_) => {
                return Pending::Operand(self.none());
            }
        };
        Pending::Operand(self.intern(term))
    }

    /// Returns the union of tags. Each list of tags is built only once.
    fn any_of(&mut self, tags: &Arc<[TagId]>) -> Operand {
        if let [tag] = **tags {
            return self.intern(Term::Tag(tag));
        }
        if let Some(&operand) = self.unions.get(tags) {
            return operand;
        }
        let each = tags
            .iter()
            .map(|&tag| self.intern(Term::Tag(tag)).flip_if(true));
        let each = each.collect();
        let operand = self.finish_and(each).flip_if(true);
        self.unions.insert(Arc::clone(tags), operand);
        operand
    }

    fn and(&mut self, a: Pending, b: Pending) -> Pending {
        let mut operands = match a {
            Pending::And {
                operands,
                complemented: false,
            } => operands,
            other => vec![self.finish(other)],
        };
        match b {
            Pending::And {
                operands: more,
                complemented: false,
            } => operands.extend(more),
            other => operands.push(self.finish(other)),
        }
        Pending::And {
            operands,
            complemented: false,
        }
    }

    fn xor(&mut self, a: Pending, b: Pending) -> Pending {
        let (mut operands, mut complemented) = match a {
            Pending::Xor {
                operands,
                complemented,
            } => (operands, complemented),
            other => (vec![self.finish(other)], false),
        };
        match b {
            Pending::Xor {
                operands: more,
                complemented: flip,
            } => {
                operands.extend(more);
                complemented ^= flip;
            }
            other => operands.push(self.finish(other)),
        }
        Pending::Xor {
            operands,
            complemented,
        }
    }

    fn finish(&mut self, pending: Pending) -> Operand {
        match pending {
            Pending::Operand(operand) => operand,
            Pending::And {
                operands,
                complemented,
            } => self.finish_and(operands).flip_if(complemented),
            Pending::Xor {
                operands,
                complemented,
            } => self.finish_xor(operands, complemented),
        }
    }

    fn finish_and(&mut self, mut given: Vec<Operand>) -> Operand {
        self.sort(&mut given);
        given.dedup();
        let mut operands = Vec::with_capacity(given.len());
        for operand in given {
            match &self.terms[operand.term] {
                Term::And(inner) if !operand.complemented => operands.extend(inner),
                Term::All if !operand.complemented => {}
                Term::All => return self.none(),
                _ => operands.push(operand),
            }
        }
        // A round can make another round useful. A few rounds are enough for the queries that people write.
        for _ in 0..MAX_ROUNDS {
            self.sort(&mut operands);
            operands.dedup();
            if operands.windows(2).any(|pair| pair[0].term == pair[1].term) {
                return self.none();
            }
            let simpler = self.absorb(&operands);
            if simpler == operands {
                break;
            }
            operands = simpler;
        }
        self.sort(&mut operands);
        operands.dedup();
        self.intern_and(operands)
    }

    /// Returns the term of an intersection whose operands are flat, sorted and different.
    fn intern_and(&mut self, operands: Vec<Operand>) -> Operand {
        match operands.as_slice() {
            [] => self.intern(Term::All),
            [one] => *one,
            _ => self.intern(Term::And(operands)),
        }
    }

    /// Simplifies each operand `!(x & y & …)`, which is `!x | !y | …`, by the other operands. If `!x` is another
    /// operand, it implies this operand, which is dropped. If `x` is another operand, `x` is dropped from this operand.
    fn absorb(&mut self, operands: &[Operand]) -> Vec<Operand> {
        let mut simpler = Vec::with_capacity(operands.len());
        for &operand in operands {
            let inner = match &self.terms[operand.term] {
                Term::And(inner) if operand.complemented => inner,
                _ => {
                    simpler.push(operand);
                    continue;
                }
            };
            let says = |wanted: Operand| self.find(operands, wanted);
            if inner.iter().any(|&part| says(part.flip_if(true))) {
                continue;
            }
            let rest: Vec<Operand> = inner.iter().copied().filter(|&part| !says(part)).collect();
            if rest.len() == inner.len() {
                simpler.push(operand);
            } else {
                let rest = self.intern_and(rest).flip_if(true);
                match &self.terms[rest.term] {
                    Term::And(inner) if !rest.complemented => simpler.extend(inner),
                    _ => simpler.push(rest),
                }
            }
        }
        simpler
    }

    /// Returns whether `wanted` is one of the sorted operands.
    fn find(&self, operands: &[Operand], wanted: Operand) -> bool {
        let key = self.order(wanted);
        operands
            .binary_search_by_key(&key, |&operand| self.order(operand))
            .is_ok()
    }

    fn finish_xor(&mut self, given: Vec<Operand>, mut complemented: bool) -> Operand {
        let mut operands = Vec::with_capacity(given.len());
        for operand in given {
            complemented ^= operand.complemented;
            let operand = operand.flip_if(operand.complemented);
            match &self.terms[operand.term] {
                Term::All => complemented = !complemented,
                Term::Xor(inner) => operands.extend(inner),
                _ => operands.push(operand),
            }
        }
        self.sort(&mut operands);
        // `a ^ a` is empty, so only operands that occur an odd number of times stay.
        let odd = operands
            .chunk_by(|a, b| a == b)
            .filter(|same| same.len() % 2 == 1);
        let operands: Vec<Operand> = odd.map(|same| same[0]).collect();
        let operand = match operands.as_slice() {
            [] => self.none(),
            [one] => *one,
            _ => self.intern(Term::Xor(operands)),
        };
        operand.flip_if(complemented)
    }

    fn none(&mut self) -> Operand {
        self.intern(Term::All).flip_if(true)
    }

    fn order(&self, operand: Operand) -> (u64, usize, bool) {
        (
            self.hashes[operand.term],
            operand.term,
            operand.complemented,
        )
    }

    fn sort(&self, operands: &mut [Operand]) {
        operands.sort_unstable_by_key(|&operand| self.order(operand));
    }

    fn intern(&mut self, term: Term) -> Operand {
        let index = match self.known.get(&term) {
            Some(&index) => index,
            None => {
                let index = self.terms.len();
                self.hashes.push(self.hash(&term));
                self.known.insert(term.clone(), index);
                self.terms.push(term);
                index
            }
        };
        Operand {
            term: index,
            complemented: false,
        }
    }

    /// Returns a hash of a term. It uses the hashes of the operands instead of their indices.
    fn hash(&self, term: &Term) -> u64 {
        let mut hasher = XxHash3_64::new();
        std::mem::discriminant(term).hash(&mut hasher);
        match term {
            Term::And(operands) | Term::Xor(operands) | Term::Call(_, operands) => {
                if let Term::Call(function, _) = term {
                    function.hash(&mut hasher);
                }
                for operand in operands {
                    (self.hashes[operand.term], operand.complemented).hash(&mut hasher);
                }
            }
            leaf => leaf.hash(&mut hasher),
        }
        hasher.finish()
    }

    /// Returns the terms that the root needs. Their numbering depends only on these terms.
    fn extract(self, root: Operand) -> Normal {
        let mut numbers: Vec<Option<usize>> = vec![None; self.terms.len()];
        let mut terms = Vec::new();
        let mut work = vec![(root.term, false)];
        while let Some((index, operands_are_done)) = work.pop() {
            if numbers[index].is_some() {
                continue;
            }
            let term = &self.terms[index];
            if !operands_are_done {
                work.push((index, true));
                work.extend(
                    term.operands()
                        .iter()
                        .rev()
                        .map(|operand| (operand.term, false)),
                );
                continue;
            }
            numbers[index] = Some(terms.len());
            terms.push(term.renumbered(|old| numbers[old].unwrap_or(0)));
        }
        Normal {
            root: Operand {
                term: terms.len().saturating_sub(1),
                ..root
            },
            hash: self.hashes[root.term] ^ u64::from(root.complemented),
            terms,
        }
    }
}

impl Term {
    pub(crate) fn operands(&self) -> &[Operand] {
        match self {
            Self::And(operands) | Self::Xor(operands) | Self::Call(_, operands) => operands,
            _ => &[],
        }
    }

    fn renumbered(&self, number: impl Fn(usize) -> usize) -> Self {
        let mut term = self.clone();
        if let Self::And(operands) | Self::Xor(operands) | Self::Call(_, operands) = &mut term {
            for operand in operands {
                operand.term = number(operand.term);
            }
        }
        term
    }
}
