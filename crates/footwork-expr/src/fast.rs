//! The fast machine: register code for one set of values, or for blocks of many.
//!
//! | step | what |
//! |---|---|
//! | `graph`, `sharing` | the program as a graph in which nothing is worked out twice |
//! | `operation`, `pairs`, `selection` | which instructions work it out |
//! | `registers`, `code`, `scalar` | code for one set of values, and how it runs |
//! | `plan` | what is done once a call and what for each block of lanes |
//! | `lanes`, `machine`, `dispatch` | how blocks run, compiled for each set of SIMD instructions |
//!
//! Whatever the path, the bits are those of the [`StackMachine`](crate::StackMachine).

mod block;
mod code;
mod dispatch;
mod graph;
mod lanes;
mod machine;
mod operation;
mod pairs;
mod plan;
mod registers;
mod scalar;
mod selection;
mod sharing;

pub use block::{BlockError, Input};
pub use footwork_base::SimdLevel;

use crate::Program;
use code::AnyCode;
use footwork_base::SupportedLevel;
use footwork_base::maths::canonical;
use graph::Graph;
use plan::Plan;

/// How many lanes all registers have together, so that they stay in the nearest cache.
const LANES_IN_CACHE: usize = 6144;
/// The fewest lanes of a block where nothing else is said.
const LEAST_BLOCK_SIZE: usize = 64;
/// How many lanes fill a line of the cache.
const LEAST_ALIGNED: usize = 16;
/// The most lanes of a block.
const MAX_BLOCK_SIZE: usize = 4096;
/// The most lanes of all registers together, whatever the size of a block was said to be: 4 MiB. Only
/// programs of very many registers take more, for the smallest blocks.
const MAX_LANES: usize = 1 << 20;

/// Runs a program fast.
///
/// It needs the program only to be made. Running allocates nothing but where [`block`](Self::block)
/// says so.
///
/// ```
/// use footwork_expr::{Compiler, Evaluator, compile};
///
/// let program = compile("sin(t) + 0.5", &["t"]).unwrap();
/// let mut evaluator = Evaluator::new(&program);
/// assert_eq!(evaluator.value(&[0.0]), 0.5);
///
/// // Several outputs share what they have in common.
/// let whirl = Compiler::new(&["x", "z"]).compile_all(&["-z / hypot(x, z)", "x / hypot(x, z)"]);
/// let mut force = [0.0; 2];
/// Evaluator::new(&whirl.unwrap()).values_into(&[3.0, 4.0], &mut force);
/// assert_eq!(force, [-0.8, 0.6]);
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    graph: Graph,
    code: AnyCode,
    variables: usize,
    plan: Option<Plan>,
    /// The lanes of the plan's registers.
    room: Vec<f32>,
    /// How many lanes a block has, if that was said.
    block_size: Option<usize>,
    level: SupportedLevel,
}

impl Evaluator {
    /// An evaluator of a program, with the best instructions that this processor has.
    pub fn new(program: &Program) -> Self {
        let graph = Graph::new(program);
        Self {
            code: AnyCode::new(&graph, graph.outputs()),
            graph,
            variables: program.variable_count(),
            plan: None,
            room: Vec::new(),
            block_size: None,
            level: SupportedLevel::detect(),
        }
    }

    /// The same with these instructions, for tests and comparisons: the results are equal. `None`
    /// where the processor has them not.
    pub fn with_level(self, level: SimdLevel) -> Option<Self> {
        Some(Self {
            level: SupportedLevel::new(level)?,
            ..self
        })
    }

    /// The same with blocks of so many lanes, 1 to 4,096: the results are equal. Other numbers are
    /// brought into that range; programs of more than 256 registers may have smaller blocks.
    #[must_use]
    pub fn with_block_size(self, lanes: usize) -> Self {
        Self {
            block_size: Some(lanes.clamp(1, MAX_BLOCK_SIZE)),
            ..self
        }
    }

    /// The first output for these values of the variables. Values past the last variable count for
    /// nothing. Allocates nothing.
    ///
    /// # Panics
    /// When there are fewer values than variables.
    #[inline]
    pub fn value(&mut self, values: &[f32]) -> f32 {
        self.run(values);
        // Programs have at least one output.
        canonical(self.code.result(0))
    }

    /// All outputs for these values of the variables, in the order in which they were named, as many
    /// as `outputs` has room for; what is left of `outputs` stays as it is. Values past the last
    /// variable count for nothing. Allocates nothing.
    ///
    /// # Panics
    /// When there are fewer values than variables.
    pub fn values_into(&mut self, values: &[f32], outputs: &mut [f32]) {
        self.run(values);
        let count = self.graph.outputs().len();
        for (place, output) in outputs.iter_mut().take(count).enumerate() {
            *output = canonical(self.code.result(place));
        }
    }

    #[inline(always)]
    fn run(&mut self, values: &[f32]) {
        let variables = self.variables;
        assert!(
            values.len() >= variables,
            "the expression has {variables} variables, {} values were given",
            values.len()
        );
        self.code.run(|variable| values[variable as usize]);
    }
}
