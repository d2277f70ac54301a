//! The kernel of a query: its set operators over *leaves*, which are tags and steps evaluated clip by clip.
//!
//! The engine runs this small program on two kinds of values. Bitmaps of 64 clips show which clips have no frame or all
//! frames in the answer. The other clips are evaluated on words of 64 frames.

use std::ops::Range;

use super::clip_set::ClipSet;
use super::step::{Step, first_step_of};
use crate::algebra::SetOp;
use crate::ids::TagId;

/// The set operators of a plan over its leaves.
///
/// Values are numbered: [`NONE`], [`ALL`], the leaves, then the results of the chains.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    leaves: Vec<Leaf>,
    chains: Vec<Chain>,
    /// The number of values.
    operands: usize,
    /// The number of the value that is the answer.
    answer: usize,
    /// A range of blocks that contains all frames of the answer.
    span: Range<usize>,
}

/// The number of the value with no frame.
pub(crate) const NONE: usize = 0;
/// The number of the value with all frames.
pub(crate) const ALL: usize = 1;
/// The number of the first leaf's value.
pub(crate) const FIRST_LEAF: usize = 2;

/// Sets the value `to` to `first`, combined with each value of `rest` in turn.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) to: usize,
    pub(crate) first: usize,
    /// Whether no other chain reads `first`, so that its memory can be reused.
    pub(crate) takes_first: bool,
    pub(crate) rest: Vec<(SetOp, usize)>,
}

/// An input of a kernel.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    /// The frames of a tag.
    Tag(TagId),
    /// All frames of some clips.
    Clips(ClipSet),
    /// A step of the plan that is not a set operator, with the steps below it.
    Steps(Range<usize>),
}

/// Only this many leaves, the first ones, are searched for duplicates.
const MAX_SHARED: usize = 256;

/// An instruction of a program in postfix order, which works on a stack of values.
#[derive(Clone, Copy)]
enum Instruction {
    Leaf(usize),
    All,
    None,
    Not,
    Set(SetOp),
}

impl Kernel {
    /// Returns the kernel of a plan.
    pub(crate) fn new(plan: &[Step]) -> Self {
        let mut kernel = Self {
            leaves: Vec::new(),
            chains: Vec::new(),
            operands: FIRST_LEAF,
            answer: NONE,
            span: 0..0,
        };
        // Read the plan backwards, so that the steps below a call can be skipped.
        let mut at = plan.len();
        let mut backwards = Vec::new();
        while let Some(index) = at.checked_sub(1) {
            at = index;
            match &plan[index] {
                Step::All => backwards.push(Instruction::All),
                Step::None => backwards.push(Instruction::None),
                Step::Not => backwards.push(Instruction::Not),
                Step::Set(op) => backwards.push(Instruction::Set(*op)),
                Step::Tags(tags) => kernel.push_tags(plan, tags, &mut backwards),
                Step::Clips(clips) if clips.is_empty() => backwards.push(Instruction::None),
                Step::Clips(clips) => {
                    let leaf = kernel.leaf(plan, Leaf::Clips(ClipSet::new(clips)));
                    backwards.push(leaf);
                }
                _ => {
                    at = first_step_of(plan, index);
                    let leaf = kernel.leaf(plan, Leaf::Steps(at..index + 1));
                    backwards.push(leaf);
                }
            }
        }
        kernel.number(backwards.into_iter().rev());
        kernel.span = kernel.span_of_answer();
        kernel
    }

    /// Runs the program on spans of blocks. The span of a value contains every block in which the value may have a
    /// frame.
    fn span_of_answer(&self) -> Range<usize> {
        const EVERYWHERE: Range<usize> = 0..usize::MAX;
        let mut spans = vec![EVERYWHERE; self.operands];
        spans[NONE] = 0..0;
        for (leaf, span) in self.leaves.iter().zip(&mut spans[FIRST_LEAF..]) {
            if let Leaf::Clips(clips) = leaf {
                *span = clips.span();
            }
        }
        for chain in &self.chains {
            let mut span = spans[chain.first].clone();
            for (op, other) in &chain.rest {
                let other = spans[*other].clone();
                span = match op {
                    SetOp::Difference => span,
                    SetOp::Intersection => {
                        let start = span.start.max(other.start);
                        start..span.end.min(other.end).max(start)
                    }
                    _ if span.is_empty() => other,
                    _ if other.is_empty() => span,
                    SetOp::Union | SetOp::SymmetricDifference => {
                        span.start.min(other.start)..span.end.max(other.end)
                    }
                };
            }
            spans[chain.to] = span;
        }
        spans[self.answer].clone()
    }

    /// Numbers the values of a program. The result of an operator is numbered by its place on the stack.
    fn number(&mut self, program: impl Iterator<Item = Instruction>) {
        let first_made = FIRST_LEAF + self.leaves.len();
        self.operands = first_made;
        let mut stack = Vec::new();
        for instruction in program {
            let (op, b) = match instruction {
                Instruction::Leaf(leaf) => {
                    stack.push(FIRST_LEAF + leaf);
                    continue;
                }
                Instruction::All => {
                    stack.push(ALL);
                    continue;
                }
                Instruction::None => {
                    stack.push(NONE);
                    continue;
                }
                Instruction::Not => (SetOp::SymmetricDifference, ALL),
                Instruction::Set(op) => (op, stack.pop().unwrap_or(NONE)),
            };
            let (mut a, mut b) = (stack.pop().unwrap_or(NONE), b);
            let to = first_made + stack.len();
            self.operands = self.operands.max(to + 1);
            stack.push(to);
            let made_last = self.chains.last().map(|chain| chain.to);
            if made_last == Some(b) && op != SetOp::Difference {
                (a, b) = (b, a);
            }
            let mut rest = vec![(op, b)];
            let is_union = |chain: &mut Chain| {
                chain.to == b && chain.rest.iter().all(|(op, _)| *op == SetOp::Union)
            };
            if op == SetOp::Difference
                && let Some(union) = self.chains.pop_if(is_union)
            {
                // `a - (b | c)` is `a - b - c`.
                rest = vec![(op, union.first)];
                rest.extend(union.rest.iter().map(|(_, other)| (op, *other)));
            }
            match self.chains.last_mut() {
                Some(chain) if chain.to == a => {
                    chain.to = to;
                    chain.rest.append(&mut rest);
                }
                _ => self.chains.push(Chain {
                    to,
                    first: a,
                    takes_first: false,
                    rest,
                }),
            }
        }
        self.answer = stack.pop().unwrap_or(NONE);
        let mut reads = vec![0; self.operands];
        for chain in &self.chains {
            reads[chain.first] += 1;
            chain.rest.iter().for_each(|(_, other)| reads[*other] += 1);
        }
        for chain in &mut self.chains {
            // The result of a chain is read once before another value takes its place on the stack.
            chain.takes_first = chain.first >= first_made || reads[chain.first] == 1;
        }
    }

    /// Pushes the instructions for a union of tags, last instruction first.
    fn push_tags(&mut self, plan: &[Step], tags: &[TagId], backwards: &mut Vec<Instruction>) {
        if tags.is_empty() {
            backwards.push(Instruction::None);
        }
        for (index, &tag) in tags.iter().enumerate() {
            if index + 1 < tags.len() {
                backwards.push(Instruction::Set(SetOp::Union));
            }
            let leaf = self.leaf(plan, Leaf::Tag(tag));
            backwards.push(leaf);
        }
    }

    fn leaf(&mut self, plan: &[Step], leaf: Leaf) -> Instruction {
        // The normal form has no duplicates, but the plan repeats a shared term at each use.
        let is_same = |other: &Leaf| match (other, &leaf) {
            (Leaf::Tag(other), Leaf::Tag(tag)) => other == tag,
            (Leaf::Clips(other), Leaf::Clips(clips)) => other == clips,
            (Leaf::Steps(other), Leaf::Steps(steps)) => plan[other.clone()] == plan[steps.clone()],
            _ => false,
        };
        let known = self.leaves.iter().take(MAX_SHARED).position(is_same);
        Instruction::Leaf(known.unwrap_or_else(|| {
            self.leaves.push(leaf);
            self.leaves.len() - 1
        }))
    }

    pub(crate) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// Iterates over the leaves that are tags.
    #[inline(always)]
    pub(crate) fn tags(&self) -> impl Iterator<Item = TagId> {
        self.leaves.iter().filter_map(|leaf| match leaf {
            Leaf::Tag(tag) => Some(*tag),
            Leaf::Clips(_) | Leaf::Steps(_) => None,
        })
    }

    pub(crate) fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// Returns the first value that is not a leaf.
    pub(crate) fn first_made(&self) -> usize {
        FIRST_LEAF + self.leaves.len()
    }

    /// Returns the number of values.
    pub(crate) fn operands(&self) -> usize {
        self.operands
    }

    /// Returns a range of blocks that contains all frames of the answer. It may extend past the last block.
    pub(crate) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the number of the value that is the answer.
    pub(crate) fn answer(&self) -> usize {
        self.answer
    }

    /// Runs the program on bitmaps of clips, writing all values to `values`.
    #[inline(always)]
    pub(crate) fn run(
        &self,
        mut leaf: impl FnMut(usize) -> Clips,
        values: &mut Vec<Clips>,
    ) -> Clips {
        values.clear();
        values.resize(self.operands, Clips::NONE);
        values[ALL] = Clips::ALL;
        for (number, value) in values[FIRST_LEAF..]
            .iter_mut()
            .take(self.leaves.len())
            .enumerate()
        {
            *value = leaf(number);
        }
        for chain in &self.chains {
            let mut value = values[chain.first];
            for &(op, other) in &chain.rest {
                value = value.combine(op, values[other]);
            }
            values[chain.to] = value;
        }
        values[self.answer]
    }
}

/// Two bitmaps of clips, one bit per clip: clips that may have a frame in a set, and clips whose frames are all in the
/// set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clips {
    pub(crate) may: u64,
    pub(crate) must: u64,
}

impl Clips {
    pub(crate) const NONE: Self = Self { may: 0, must: 0 };
    pub(crate) const ALL: Self = Self {
        may: u64::MAX,
        must: u64::MAX,
    };
    /// The clips of a leaf evaluated clip by clip.
    pub(crate) const UNKNOWN: Self = Self {
        may: u64::MAX,
        must: 0,
    };

    /// Returns the bitmaps of a set with all frames of the given clips and no frame of any other.
    #[inline(always)]
    pub(crate) fn whole(clips: u64) -> Self {
        Self {
            may: clips,
            must: clips,
        }
    }

    #[inline(always)]
    fn combine(self, op: SetOp, other: Self) -> Self {
        match op {
            SetOp::Union => Self {
                may: self.may | other.may,
                must: self.must | other.must,
            },
            SetOp::Intersection => Self {
                may: self.may & other.may,
                must: self.must & other.must,
            },
            SetOp::Difference => Self {
                may: self.may & !other.must,
                must: self.must & !other.may,
            },
            SetOp::SymmetricDifference => Self {
                may: !((self.must & other.must) | !(self.may | other.may)),
                must: (self.must & !other.may) | (other.must & !self.may),
            },
        }
    }
}
