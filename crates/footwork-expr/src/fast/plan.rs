//! The code to run for each block of lanes, given which inputs are slices.
//!
//! Scalar code computes everything that depends on no slice, once per call. Instructions on lanes compute the
//! rest, and read slices in place. An operation reads a number directly if a loop is compiled for that. Otherwise
//! it reads the lanes of a register, which each call fills once with the number.

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
    /// The variables whose inputs are slices, rising.
    pub(super) varying: Vec<u32>,
    /// Computes the numbers.
    pub(super) code: AnyCode,
    /// The numbers that are the same for all lanes.
    pub(super) numbers: Vec<f32>,
    /// Registers filled with a number: the register, and the index of the number.
    pub(super) filled: Vec<(u32, u32)>,
    pub(super) instructions: Vec<LaneInstruction>,
    /// Outputs that no instruction writes, and where they come from.
    pub(super) copies: Vec<(u32, Source)>,
    pub(super) registers: u32,
}

impl Plan {
    /// Plans a graph for inputs that are slices for the `varying` variables, and single numbers for all others.
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

/// Returns for each node whether it differs from lane to lane.
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

/// Returns for each node the output that its operation can write directly, if that output is the node's only use.
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
    /// The registers filled with a number, by its node.
    filled: Vec<Option<u32>>,
    /// The filled registers, each with the index of its number.
    fillings: Vec<(u32, u32)>,
    /// The nodes whose numbers are needed.
    numbers: Vec<Id>,
    registers: Registers,
}

impl Planning<'_> {
    /// Returns where the lanes or the number of a node are.
    fn source(&mut self, id: Id) -> Source {
        if let Some(source) = self.sources[id as usize] {
            return source;
        }
        let source = match self.graph.node(id) {
            Node::Variable(number) if self.varies[id as usize] => Source::Input(number),
            _ => {
                self.numbers.push(id);
                // Invariant: there are not more nodes than `Id`s.
                Source::Same(u32::try_from(self.numbers.len() - 1).unwrap_or(u32::MAX))
            }
        };
        self.sources[id as usize] = Some(source);
        source
    }

    /// Assigns registers to the numbers needed as lanes. The numbers keep their registers throughout, so this
    /// comes first.
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
        // The target is taken before sources are freed, so it is never one of them.
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

/// Returns whether the loops of an operation are compiled for numbers too.
fn takes_numbers(operation: Operation) -> bool {
    use Function::{Add, Divide, Multiply, Subtract};
    match operation {
        Operation::Call(function) => matches!(function, Add | Subtract | Multiply | Divide),
        _ => operation.arity() == 3 || operation == Operation::Horner,
    }
}
