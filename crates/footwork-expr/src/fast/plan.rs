//! Plans the code for each block of lanes, given which inputs are slices.
//!
//! Scalar code computes every node that does not depend on a slice, once per call. Instructions on lanes compute the
//! other nodes, and read slices in place. An operation reads a number directly if a loop is compiled for that.
//! Otherwise it reads the lanes of a register, which is filled with the number once per call.

use super::code::AnyCode;
use super::graph::Graph;
use super::node::{Id, Node};
use super::operation::{MAX_ARGUMENTS, Operation};
use super::registers::{Lifetimes, Registers};
use super::selection::{Purpose, Selected, select};
use crate::function::Function;

/// The source of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The lanes of a register.
    Register(u32),
    /// The lanes of an input.
    Input(u32),
    /// One number for all lanes, by its index in the plan.
    Same(u32),
}

/// The destination of a result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// The lanes of a register.
    Register(u32),
    /// An output.
    Output(u32),
}

/// An instruction on lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneInstruction {
    pub(super) operation: Operation,
    pub(super) to: Target,
    pub(super) from: [Source; MAX_ARGUMENTS],
}

/// The instructions for each block, and the code that runs before them.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The variables whose inputs are slices, in rising order.
    pub(super) varying: Vec<u32>,
    /// The scalar code that computes the numbers.
    pub(super) code: AnyCode,
    /// The numbers that are the same for all lanes.
    pub(super) numbers: Vec<f32>,
    /// For each register filled with a number, the register and the index of the number.
    pub(super) filled: Vec<(u32, u32)>,
    pub(super) instructions: Vec<LaneInstruction>,
    /// For each output that no instruction writes, the output and its source.
    pub(super) copies: Vec<(u32, Source)>,
    pub(super) registers: u32,
}

impl Plan {
    /// Plans a graph. The inputs of the `varying` variables are slices, and those of all other variables are single
    /// numbers.
    pub(super) fn new(graph: &Graph, varying: Vec<u32>) -> Self {
        let varies = varies(graph, &varying);
        let outputs: Vec<Id> = graph.outputs().to_vec();
        let roots: Vec<Id> = outputs
            .iter()
            .copied()
            .filter(|&id| varies[id as usize])
            .collect();
        let operations = select(graph, &roots, Purpose::Lanes, |id| !varies[id as usize]);
        let mut planning = Planning {
            graph,
            varies: &varies,
            lifetimes: Lifetimes::new(graph.nodes().len(), &operations, &roots),
            sources: vec![None; graph.nodes().len()],
            filled: vec![None; graph.nodes().len()],
            fillings: Vec::new(),
            numbers: Vec::new(),
            registers: Registers::default(),
        };
        planning.fill(&operations);
        let direct = direct_outputs(graph, &operations);
        let mut instructions = Vec::with_capacity(operations.len());
        for (at, operation) in (0..).zip(&operations) {
            let output = direct[operation.node as usize];
            instructions.push(planning.instruction(at, operation, output));
        }
        let mut copies = Vec::new();
        for (number, &id) in (0..).zip(&outputs) {
            if direct[id as usize].is_none() {
                copies.push((number, planning.source(id)));
            }
        }
        Self {
            varying,
            code: AnyCode::new(graph, &planning.numbers),
            numbers: vec![0.0; planning.numbers.len()],
            filled: planning.fillings,
            instructions,
            copies,
            registers: planning.registers.count(),
        }
    }
}

/// Returns, for each node, whether its value differs from lane to lane.
fn varies(graph: &Graph, varying: &[u32]) -> Vec<bool> {
    let mut varies = Vec::with_capacity(graph.nodes().len());
    for node in graph.nodes() {
        let depends = node.arguments().iter().any(|&id| varies[id as usize]);
        varies.push(match node {
            Node::Variable(number) => varying.binary_search(number).is_ok(),
            Node::Constant(_) => false,
            Node::Call(..) | Node::Power(..) => depends,
        });
    }
    varies
}

/// Returns, for each node, the output that its operation can write directly. `None` unless that output is the node's
/// only use.
fn direct_outputs(graph: &Graph, operations: &[Selected]) -> Vec<Option<u32>> {
    let mut direct = vec![None; graph.nodes().len()];
    let mut uses = vec![0_u32; graph.nodes().len()];
    for (number, &id) in (0..).zip(graph.outputs()) {
        uses[id as usize] += 1;
        direct[id as usize] = Some(number);
    }
    for &id in operations.iter().flat_map(Selected::arguments) {
        uses[id as usize] += 1;
    }
    let mut is_result = vec![false; graph.nodes().len()];
    for operation in operations {
        is_result[operation.node as usize] = true;
    }
    for at in 0..direct.len() {
        if uses[at] != 1 || !is_result[at] {
            direct[at] = None;
        }
    }
    direct
}

struct Planning<'a> {
    graph: &'a Graph,
    varies: &'a [bool],
    lifetimes: Lifetimes,
    sources: Vec<Option<Source>>,
    /// For each node, the register filled with its number.
    filled: Vec<Option<u32>>,
    /// The filled registers, each with the index of its number.
    fillings: Vec<(u32, u32)>,
    /// The nodes whose numbers the instructions need.
    numbers: Vec<Id>,
    registers: Registers,
}

impl Planning<'_> {
    /// Returns the source of a node: its lanes or its number.
    fn source(&mut self, id: Id) -> Source {
        if let Some(source) = self.sources[id as usize] {
            return source;
        }
        let source = match self.graph.node(id) {
            Node::Variable(number) if self.varies[id as usize] => Source::Input(number),
            _ => {
                self.numbers.push(id);
                // Invariant: the number of nodes fits an `Id`.
                Source::Same(u32::try_from(self.numbers.len() - 1).unwrap_or(u32::MAX))
            }
        };
        self.sources[id as usize] = Some(source);
        source
    }

    /// Assigns registers to the numbers needed as lanes. These registers stay in use until the end, so they are
    /// assigned first.
    fn fill(&mut self, operations: &[Selected]) {
        let operations = operations.iter().filter(|o| !takes_numbers(o.operation));
        for &id in operations.flat_map(Selected::arguments) {
            if !self.varies[id as usize]
                && self.filled[id as usize].is_none()
                && let Source::Same(number) = self.source(id)
            {
                let register = self.registers.take();
                self.filled[id as usize] = Some(register);
                self.fillings.push((register, number));
            }
        }
    }

    fn instruction(
        &mut self,
        at: u32,
        operation: &Selected,
        output: Option<u32>,
    ) -> LaneInstruction {
        let mut from = [Source::Same(0); MAX_ARGUMENTS];
        for (from, &id) in from.iter_mut().zip(operation.arguments()) {
            *from = match self.filled[id as usize] {
                Some(register) if !takes_numbers(operation.operation) => Source::Register(register),
                _ => self.source(id),
            };
        }
        if operation.operation.commutes() && matches!(from[0], Source::Same(_)) {
            from.swap(0, 1);
        }
        // The target register is taken before the source registers are freed, so it is never one of them.
        let to = match output {
            Some(output) => Target::Output(output),
            None => {
                let register = self.registers.take();
                self.sources[operation.node as usize] = Some(Source::Register(register));
                Target::Register(register)
            }
        };
        for (number, &id) in operation.arguments().iter().enumerate() {
            let is_first = !operation.arguments()[..number].contains(&id);
            if let Some(Source::Register(register)) = self.sources[id as usize]
                && is_first
                && self.lifetimes.ends_at(id, at)
            {
                self.registers.give_back(register);
            }
        }
        LaneInstruction {
            operation: operation.operation,
            to,
            from,
        }
    }
}

/// Returns whether the loops of an operation are compiled for number arguments too.
fn takes_numbers(operation: Operation) -> bool {
    use Function::{Add, Divide, Multiply, Subtract};
    match operation {
        Operation::Call(function) => matches!(function, Add | Subtract | Multiply | Divide),
        _ => operation.arity() == 3 || operation == Operation::Horner,
    }
}
