//! The kernel of a query: its set operators over *leaves*, which are tags or whatever else must be
//! worked out clip by clip.
//!
//! One small program, run on three kinds of values: on bitmaps of 64 clips, to pass over clips
//! that have no frame in the answer and those that have all; on truth tables, to sweep over the
//! boundaries of a clip's ranges; and on words of 64 frames.

use std::ops::Range;

use crate::SetOp;
use crate::TagId;
use crate::query::step::Step;

/// The set operators of a plan over its leaves.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    leaves: Vec<Leaf>,
    program: Vec<Instruction>,
    /// How many values are on the stack at once.
    depth: usize,
    /// The leaves, where all are tags.
    tags: Vec<TagId>,
    /// The answer in every case, where there are few leaves.
    table: Option<Table>,
}

/// The most leaves of a truth table.
pub(crate) const TABLE_LEAVES: usize = 8;

/// A truth table: bit number c says whether a frame is in the answer where those leaves are on
/// whose bits are set in c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table([u64; 4]);

impl Table {
    /// Whether frames of this case are in the answer; only the lowest eight bits count.
    #[inline(always)]
    pub(crate) fn holds(&self, case: usize) -> bool {
        self.0[case >> 6 & 3] >> (case & 63) & 1 == 1
    }

    /// In which cases a leaf is on.
    pub(crate) fn of_leaf(leaf: usize) -> Self {
        const PATTERNS: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        Self(match leaf {
            6 => [0, u64::MAX, 0, u64::MAX],
            7 => [0, 0, u64::MAX, u64::MAX],
            low => [PATTERNS[low % 6]; 4],
        })
    }
}

/// What a kernel combines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// The frames of a tag.
    Tag(TagId),
    /// Steps of the plan that are not set operators, and what stands below them.
    Steps(Range<usize>),
}

/// Leaves behind this many are not looked for again.
const MAX_SHARED: usize = 256;

/// In postfix order, on a stack of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instruction {
    Leaf(usize),
    All,
    None,
    Not,
    Set(SetOp),
}

impl Kernel {
    /// The kernel of a plan.
    pub(crate) fn of(plan: &[Step]) -> Self {
        let mut kernel = Self {
            leaves: Vec::new(),
            program: Vec::new(),
            depth: 0,
            tags: Vec::new(),
            table: None,
        };
        // Backwards, so that what stands below a call can be skipped.
        let mut at = plan.len();
        let mut backwards = Vec::new();
        while let Some(index) = at.checked_sub(1) {
            at = index;
            match &plan[index] {
                Step::All => backwards.push(Instruction::All),
                Step::None => backwards.push(Instruction::None),
                Step::Not => backwards.push(Instruction::Not),
                Step::Set(op) => backwards.push(Instruction::Set(*op)),
                Step::Tags(tags) => kernel.push_tags(tags, &mut backwards),
                _ => {
                    at = first_step_of(plan, index);
                    let leaf = kernel.leaf(Leaf::Steps(at..index + 1));
                    backwards.push(leaf);
                }
            }
        }
        kernel.program = backwards.into_iter().rev().collect();
        kernel.depth = depth(&kernel.program);
        if kernel.leaves.len() <= TABLE_LEAVES {
            let leaves: Vec<Table> = (0..kernel.leaves.len()).map(Table::of_leaf).collect();
            kernel.table = Some(kernel.run(&leaves, &mut Vec::new()));
        }
        let tag = |leaf: &Leaf| match leaf {
            Leaf::Tag(tag) => Some(*tag),
            Leaf::Steps(_) => None,
        };
        kernel.tags = kernel.leaves.iter().filter_map(tag).collect();
        kernel
    }

    /// How many values are on the stack at once, at most.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The leaves as tags; fewer than leaves where some are not.
    pub(crate) fn tags(&self) -> &[TagId] {
        &self.tags
    }

    /// The truth table, where there are at most [`TABLE_LEAVES`] leaves.
    pub(crate) fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The truth table, where there are few leaves and all are tags.
    pub(crate) fn table_of_tags(&self) -> Option<&Table> {
        self.table()
            .filter(|_| self.tags.len() == self.leaves.len())
    }

    /// The union of tags, last instruction first.
    fn push_tags(&mut self, tags: &[TagId], backwards: &mut Vec<Instruction>) {
        if tags.is_empty() {
            backwards.push(Instruction::None);
        }
        for (index, &tag) in tags.iter().enumerate() {
            if index + 1 < tags.len() {
                backwards.push(Instruction::Set(SetOp::Union));
            }
            let leaf = self.leaf(Leaf::Tag(tag));
            backwards.push(leaf);
        }
    }

    fn leaf(&mut self, leaf: Leaf) -> Instruction {
        // The normal form holds each once; only what a plan writes out twice comes again.
        let known = self
            .leaves
            .iter()
            .take(MAX_SHARED)
            .position(|other| *other == leaf);
        Instruction::Leaf(known.unwrap_or_else(|| {
            self.leaves.push(leaf);
            self.leaves.len() - 1
        }))
    }

    pub(crate) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    pub(crate) fn program(&self) -> &[Instruction] {
        &self.program
    }

    /// Runs the program.
    #[inline(always)]
    pub(crate) fn run<V: Value>(&self, leaves: &[V], stack: &mut Vec<V>) -> V {
        stack.clear();
        for instruction in &self.program {
            let value = match *instruction {
                Instruction::Leaf(leaf) => leaves[leaf],
                Instruction::All => V::ALL,
                Instruction::None => V::ALL.not(),
                Instruction::Not => match stack.pop() {
                    Some(a) => a.not(),
                    None => V::ALL,
                },
                Instruction::Set(op) => match (stack.pop(), stack.pop()) {
                    (Some(b), Some(a)) => a.combine(op, b),
                    _ => V::ALL,
                },
            };
            stack.push(value);
        }
        stack.pop().unwrap_or(V::ALL.not())
    }
}

fn depth(program: &[Instruction]) -> usize {
    let mut depth = 0usize;
    let mut deepest = 0;
    for instruction in program {
        match instruction {
            Instruction::Leaf(_) | Instruction::All | Instruction::None => depth += 1,
            Instruction::Not => {}
            Instruction::Set(_) => depth = depth.saturating_sub(1),
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Where the operands of the step at `index` begin, or the step itself without any.
fn first_step_of(steps: &[Step], index: usize) -> usize {
    let mut wanted = steps[index].arity();
    let mut at = index;
    while wanted > 0 && at > 0 {
        at -= 1;
        wanted = wanted - 1 + steps[at].arity();
    }
    at
}

/// What a program can run on.
pub(crate) trait Value: Copy {
    /// Everything.
    const ALL: Self;
    fn not(self) -> Self;
    fn combine(self, op: SetOp, other: Self) -> Self;
}

impl Value for Table {
    const ALL: Self = Self([u64::MAX; 4]);

    fn not(self) -> Self {
        Self(self.0.map(|cases| !cases))
    }

    fn combine(self, op: SetOp, other: Self) -> Self {
        let pairs = [0, 1, 2, 3].map(|i| (self.0[i], other.0[i]));
        Self(pairs.map(|(a, b)| match op {
            SetOp::Union => a | b,
            SetOp::Intersection => a & b,
            SetOp::Difference => a & !b,
            SetOp::SymmetricDifference => a ^ b,
        }))
    }
}

/// Clips of which some frames may be in a set, and clips of which all frames must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clips {
    pub(crate) may: u64,
    pub(crate) must: u64,
}

impl Value for Clips {
    const ALL: Self = Self {
        may: u64::MAX,
        must: u64::MAX,
    };

    #[inline(always)]
    fn not(self) -> Self {
        Self {
            may: !self.must,
            must: !self.may,
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
            SetOp::Difference => self.combine(SetOp::Intersection, other.not()),
            SetOp::SymmetricDifference => Self {
                may: !((self.must & other.must) | !(self.may | other.may)),
                must: (self.must & !other.may) | (other.must & !self.may),
            },
        }
    }
}
