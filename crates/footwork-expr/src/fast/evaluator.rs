//! The interface of the fast evaluator, for one set of values or for whole arrays.

use footwork_base::maths::{NAN, canonical};
use footwork_base::{SimdLevel, SupportedLevel};

use crate::program::Program;

use super::code::AnyCode;
use super::graph::Graph;
use super::input::{BlockError, Input};
use super::machine::Machine;
use super::plan::Plan;

/// The maximum number of lanes, in all registers together, that stay in the nearest cache.
const MAX_CACHED_LANES: usize = 6144;
/// The minimum number of lanes of a block of default size.
const MIN_BLOCK_LANES: usize = 64;
/// The number of lanes in a cache line.
const LANES_PER_LINE: usize = 16;
/// The maximum number of lanes of a block.
const MAX_BLOCK_LANES: usize = 4096;
/// The maximum number of lanes in all registers together (4 MiB), for any requested block size. Only programs with
/// thousands of registers exceed it. Their blocks then have the minimum size.
const MAX_REGISTER_LANES: usize = 1 << 20;

/// The fast evaluator of programs.
///
/// The program is needed only by [`new`](Self::new). Running allocates nothing, except as [`block`](Self::block)
/// describes.
///
/// ```
/// use footwork_expr::{Compiler, Evaluator, compile};
///
/// let program = compile("sin(t) + 0.5", &["t"]).unwrap();
/// let mut evaluator = Evaluator::new(&program);
/// assert_eq!(evaluator.value(&[0.0]), 0.5);
///
/// // Two outputs share their common subexpressions.
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
    /// The requested number of lanes in a block; `None` for the default.
    block_size: Option<usize>,
    level: SupportedLevel,
}

impl Evaluator {
    /// Creates an evaluator of a program, with the best instructions of this processor.
    pub fn new(program: &Program) -> Self {
        let graph = Graph::new(program);
        Self {
            code: AnyCode::of_outputs(&graph, program.variable_count()),
            graph,
            variables: program.variable_count(),
            plan: None,
            room: Vec::new(),
            block_size: None,
            level: SupportedLevel::detect(),
        }
    }

    /// Returns the evaluator at the SIMD level `level`, for tests and comparisons; `None` if the processor lacks the
    /// level. Every level gives the same results.
    pub fn with_level(self, level: SimdLevel) -> Option<Self> {
        Some(Self {
            level: SupportedLevel::new(level)?,
            ..self
        })
    }

    /// Returns the evaluator with blocks of `lanes` lanes, clamped to the range from 1 to 4,096. Every block size gives
    /// the same results. Programs with more than 256 registers may have smaller blocks.
    #[must_use]
    pub fn with_block_size(self, lanes: usize) -> Self {
        Self {
            block_size: Some(lanes.clamp(1, MAX_BLOCK_LANES)),
            ..self
        }
    }

    /// Returns the first output for the values of the variables, given in the order of declaration. Values past the
    /// last variable are ignored. Allocates nothing.
    ///
    /// # Panics
    /// Panics if there are fewer values than variables.
    #[inline]
    pub fn value(&mut self, values: &[f32]) -> f32 {
        canonical(self.run(values))
    }

    /// Writes the outputs for the values of the variables, given in the order of declaration. If `outputs` is too
    /// short, only the first outputs are written. Elements past the last output keep their values. Values past the last
    /// variable are ignored. Allocates nothing.
    ///
    /// # Panics
    /// Panics if there are fewer values than variables.
    pub fn values_into(&mut self, values: &[f32], outputs: &mut [f32]) {
        self.run(values);
        let count = self.graph.outputs().len();
        for (place, output) in outputs.iter_mut().take(count).enumerate() {
            *output = canonical(self.code.result(place));
        }
    }

    /// Runs and returns the first output. Every program has one.
    #[inline(always)]
    fn run(&mut self, values: &[f32]) -> f32 {
        match self.code.run_in_order(values) {
            Some(first) => first,
            None => self.run_loading(values),
        }
    }

    /// Runs on any number of values, loading variables one by one.
    #[inline(never)]
    fn run_loading(&mut self, values: &[f32]) -> f32 {
        let variables = self.variables;
        assert!(
            values.len() >= variables,
            "the expression has {variables} variables, {} values were given",
            values.len()
        );
        self.code.run(|variable| values[variable as usize])
    }

    /// Computes the outputs for arrays. `outputs[k][i]` is output `k` for the `i`th values of the inputs. Each number has the
    /// same bits as the result of [`value`](Self::value).
    ///
    /// Subexpressions that depend on no slice are computed once. Inputs past the last variable are ignored.
    ///
    /// The first call allocates memory for whole blocks, even for short arrays. A call also allocates if an input has
    /// changed from a slice to a single value or back since the previous call. No other call allocates.
    ///
    /// ```
    /// use footwork_expr::{Evaluator, Input, compile};
    ///
    /// let program = compile("height * sin(t)", &["t", "height"]).unwrap();
    /// let times: Vec<f32> = (0..1000).map(|i| i as f32 * 0.01).collect();
    /// let mut heights = vec![0.0; 1000];
    ///
    /// let mut evaluator = Evaluator::new(&program);
    /// let inputs = [Input::Slice(&times), Input::Uniform(2.0)];
    /// evaluator.block(&inputs, &mut [&mut heights]).unwrap();
    /// assert_eq!(heights[700], evaluator.value(&[times[700], 2.0]));
    /// ```
    ///
    /// # Errors
    /// Returns an error if there are fewer inputs than variables, or if the number of output slices is not the number
    /// of outputs. Also returns an error if two slices differ in length, including inputs past the last variable. After
    /// an error, the outputs are unchanged.
    pub fn block(
        &mut self,
        inputs: &[Input<'_>],
        outputs: &mut [&mut [f32]],
    ) -> Result<(), BlockError> {
        let lanes = self.check(inputs, outputs)?;
        if !self.is_planned_for(inputs) {
            self.plan = None;
        }
        let (graph, code) = (&self.graph, &self.code);
        let plan = self
            .plan
            .get_or_insert_with(|| Plan::new(graph, varying(code, inputs)));
        let registers = plan.registers as usize;
        let whole = whole_block(registers, self.block_size);
        let room = registers * whole + LANES_PER_LINE;
        if self.room.len() < room {
            self.room.resize(room, 0.0);
        }
        plan.code.run(|variable| match inputs[variable as usize] {
            Input::Uniform(value) => value,
            Input::Slice(_) => {
                // Invariant: the code computes only subexpressions without slices, and loads only their variables.
                debug_assert!(false, "variable {variable} is a slice");
                NAN
            }
        });
        for (place, number) in plan.numbers.iter_mut().enumerate() {
            *number = plan.code.result(place);
        }
        let aligned = self.room.as_ptr().align_offset(64).min(LANES_PER_LINE);
        let machine = Machine {
            registers: &mut self.room[aligned..],
            plan,
            block: whole.min(lanes.next_multiple_of(LANES_PER_LINE)),
            total: lanes,
            seed: self.graph.seed(),
            level: self.level,
            inputs,
            outputs,
        };
        machine.run();
        Ok(())
    }

    /// Returns the number of lanes, which all slices must share.
    fn check(&self, inputs: &[Input<'_>], outputs: &[&mut [f32]]) -> Result<usize, BlockError> {
        if inputs.len() < self.variables {
            return Err(BlockError::Inputs {
                expected: self.variables,
                found: inputs.len(),
            });
        }
        let count = self.graph.outputs().len();
        let Some(first) = outputs.first().filter(|_| outputs.len() == count) else {
            return Err(BlockError::Outputs {
                expected: count,
                found: outputs.len(),
            });
        };
        let expected = first.len();
        for (index, slice) in outputs.iter().enumerate() {
            if slice.len() != expected {
                return Err(BlockError::OutputLength {
                    index,
                    expected,
                    found: slice.len(),
                });
            }
        }
        for (index, input) in inputs.iter().enumerate() {
            if let Input::Slice(slice) = input
                && slice.len() != expected
            {
                return Err(BlockError::InputLength {
                    index,
                    expected,
                    found: slice.len(),
                });
            }
        }
        Ok(expected)
    }

    /// Returns whether the last plan fits these inputs.
    fn is_planned_for(&self, inputs: &[Input<'_>]) -> bool {
        let Some(plan) = &self.plan else {
            return false;
        };
        let mut varying = plan.varying.iter();
        for variable in self.code.variables() {
            let varies = matches!(inputs[variable as usize], Input::Slice(_));
            if varies && varying.next() != Some(&variable) {
                return false;
            }
        }
        varying.next().is_none()
    }
}

/// Returns the used variables whose inputs are slices.
fn varying(code: &AnyCode, inputs: &[Input<'_>]) -> Vec<u32> {
    let variables = code.variables();
    variables
        .filter(|&variable| matches!(inputs[variable as usize], Input::Slice(_)))
        .collect()
}

/// Returns the number of lanes in each block of a call, except for the last block.
fn whole_block(registers: usize, wanted: Option<usize>) -> usize {
    let fitting = |lanes: usize| {
        let fitting = lanes / registers.max(1);
        (fitting - fitting % LANES_PER_LINE).max(MIN_BLOCK_LANES)
    };
    match wanted {
        Some(wanted) => wanted.min(fitting(MAX_REGISTER_LANES)),
        None => fitting(MAX_CACHED_LANES),
    }
}
