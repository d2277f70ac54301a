//! Code for a register machine that evaluates one set of values at a time.

use super::graph::Graph;
use super::node::{Id, Node};
use super::operation::MAX_ARGUMENTS;
use super::registers::{Lifetimes, Registers};
use super::scalar::{Index, Last, Room, ScalarInstruction, choose_run};
use super::selection::{Purpose, Selected, select};

/// Up to this number of variables, all values are copied to the first registers, including values of unused variables.
const MAX_IN_ORDER: usize = 8;

/// A used variable and its register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load<I> {
    pub(super) variable: u32,
    pub(super) register: I,
}

/// Instructions, and the registers that they work on.
#[derive(Clone, Debug)]
pub(super) struct Code<I: Index> {
    instructions: Vec<ScalarInstruction<I>>,
    /// The used variables, in rising order.
    loads: Vec<Load<I>>,
    /// The registers of the results.
    results: Vec<I>,
    /// Whether the last instruction computes the first result.
    ends_with_first: bool,
    /// The number of variables, if each variable is in the register with its own number; `None` if variables are loaded
    /// one by one.
    in_order: Option<usize>,
    room: Box<Room<I>>,
}

impl<I: Index> Code<I> {
    /// Creates code that computes the nodes `results` of a graph. With `in_order`, each of the first `in_order`
    /// variables is in the register with its own number.
    fn new(graph: &Graph, results: &[Id], in_order: Option<usize>) -> Self {
        let operations = select(graph, results, Purpose::Single, |_| false);
        let mut allocation = Allocation {
            graph,
            places: vec![None; graph.nodes().len()],
            registers: Registers::default(),
            in_order: in_order.unwrap_or(0),
            loads: Vec::with_capacity(4),
            room: Box::new(Room::new(graph.seed())),
            last: None,
        };
        for _ in 0..allocation.in_order {
            allocation.registers.take();
        }
        let needed = operations.iter().flat_map(Selected::arguments);
        for &id in needed.chain(results) {
            allocation.place_leaf(id);
        }
        let lifetimes = Lifetimes::new(graph.nodes().len(), &operations, results);
        let mut instructions = Vec::with_capacity(operations.len());
        for (at, operation) in (0..).zip(&operations) {
            instructions.push(allocation.instruction(at, operation, &lifetimes));
        }
        let first = results.first().copied();
        let ends_with_first = first.is_some() && first == allocation.last;
        let results = results.iter().map(|&id| allocation.place(id)).collect();
        let Allocation {
            mut loads,
            mut room,
            registers,
            ..
        } = allocation;
        loads.sort_unstable_by_key(|load| load.variable);
        room.hold(registers.count());
        Self {
            instructions,
            loads,
            results,
            ends_with_first,
            in_order,
            room,
        }
    }

    /// Loads each variable from `value`, runs, and returns the first result.
    #[inline(always)]
    fn run(&mut self, value: impl Fn(u32) -> f32) -> f32 {
        for load in &self.loads {
            self.room.put(load.register, value(load.variable));
        }
        self.run_loaded()
    }

    /// Runs on the values in the registers and returns the first result.
    #[inline(always)]
    fn run_loaded(&mut self) -> f32 {
        let room = &mut *self.room;
        let mut last = 0.0;
        for instruction in &self.instructions {
            last = (instruction.run)(instruction, room, last);
        }
        if self.ends_with_first {
            last
        } else {
            self.results.first().map_or(0.0, |&first| room.take(first))
        }
    }
}

struct Allocation<'a, I: Index> {
    graph: &'a Graph,
    places: Vec<Option<I>>,
    registers: Registers,
    in_order: usize,
    loads: Vec<Load<I>>,
    room: Box<Room<I>>,
    /// The node of the previous instruction.
    last: Option<Id>,
}

impl<I: Index> Allocation<'_, I> {
    /// Gives a variable or a constant a register, which it keeps until the end.
    fn place_leaf(&mut self, id: Id) {
        if self.places[id as usize].is_some() {
            return;
        }
        let register = match self.graph.node(id) {
            Node::Call(..) | Node::Power(..) => return,
            Node::Variable(variable) => {
                let register = match variable {
                    variable if (variable as usize) < self.in_order => variable,
                    _ => self.registers.take(),
                };
                let register = I::from_number(register);
                self.loads.push(Load { variable, register });
                register
            }
            Node::Constant(bits) => {
                let count = self.registers.take();
                self.room.hold(count + 1);
                self.room.put(I::from_number(count), f32::from_bits(bits));
                I::from_number(count)
            }
        };
        self.places[id as usize] = Some(register);
    }

    fn place(&self, id: Id) -> I {
        let place = self.places[id as usize];
        // Invariant: the nodes that a node needs come before it.
        debug_assert!(place.is_some(), "node {id} has no register");
        place.unwrap_or(I::from_number(0))
    }

    fn instruction(
        &mut self,
        at: u32,
        operation: &Selected,
        lifetimes: &Lifetimes,
    ) -> ScalarInstruction<I> {
        let arguments = operation.arguments();
        let mut from = [I::from_number(0); MAX_ARGUMENTS];
        let mut last = 0;
        for (number, &id) in arguments.iter().enumerate() {
            from[number] = self.place(id);
            last |= Last::from(self.last == Some(id)) << number;
            let is_first = !arguments[..number].contains(&id);
            if is_first && !self.graph.node(id).is_leaf() && lifetimes.ends_at(id, at) {
                self.registers.give_back(from[number].number());
            }
        }
        let to = I::from_number(self.registers.take());
        self.places[operation.node as usize] = Some(to);
        self.last = Some(operation.node);
        ScalarInstruction {
            run: choose_run(operation.operation, last),
            to,
            from,
        }
    }
}

/// Code whose register numbers are as short as possible.
#[derive(Clone, Debug)]
pub(super) enum AnyCode {
    /// For up to 256 registers, which suffice for nearly all formulas.
    Short(Code<u8>),
    /// For more than 256 registers.
    Long(Code<u32>),
}

impl AnyCode {
    /// Creates code that computes the nodes `results` of a graph.
    pub(super) fn new(graph: &Graph, results: &[Id]) -> Self {
        // There are at most as many registers as nodes.
        if graph.nodes().len() <= 256 {
            Self::Short(Code::new(graph, results, None))
        } else {
            Self::Long(Code::new(graph, results, None))
        }
    }

    /// Creates code that computes the outputs of a graph. For a few variables, the code does not load values one by
    /// one.
    pub(super) fn of_outputs(graph: &Graph, variables: usize) -> Self {
        if variables <= MAX_IN_ORDER && graph.nodes().len() + variables <= 256 {
            Self::Short(Code::new(graph, graph.outputs(), Some(variables)))
        } else {
            Self::new(graph, graph.outputs())
        }
    }

    /// Copies the values to the first registers, runs, and returns the first result. Returns `None` if the code does
    /// not keep this number of values in order.
    #[inline(always)]
    pub(super) fn run_in_order(&mut self, values: &[f32]) -> Option<f32> {
        match self {
            Self::Short(code) if code.in_order == Some(values.len()) => {
                for (register, &value) in code.room.first().iter_mut().zip(values) {
                    *register = value;
                }
                Some(code.run_loaded())
            }
            _ => None,
        }
    }

    /// Loads each variable from `value`, runs, and returns the first result.
    #[inline(always)]
    pub(super) fn run(&mut self, value: impl Fn(u32) -> f32) -> f32 {
        match self {
            Self::Short(code) => code.run(value),
            Self::Long(code) => code.run(value),
        }
    }

    /// Returns a result of the last run.
    #[inline(always)]
    pub(super) fn result(&self, number: usize) -> f32 {
        match self {
            Self::Short(code) => code.room.take(code.results[number]),
            Self::Long(code) => code.room.take(code.results[number]),
        }
    }

    /// Returns the variables that the code reads, in rising order.
    pub(super) fn variables(&self) -> impl Iterator<Item = u32> {
        let (short, long) = match self {
            Self::Short(code) => (code.loads.as_slice(), [].as_slice()),
            Self::Long(code) => ([].as_slice(), code.loads.as_slice()),
        };
        let short = short.iter().map(|load| load.variable);
        short.chain(long.iter().map(|load| load.variable))
    }
}
