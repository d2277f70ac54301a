//! Register code for one set of values, and how it is run.

use footwork_base::maths::canonical;

use super::graph::{Graph, Id, MOST_ARGUMENTS, Node};
use super::operation::Operation;
use super::registers::{Lifetimes, Registers};
use super::selection::{Selected, select};

/// Takes numbers from registers and leaves one in a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub(super) operation: Operation,
    pub(super) to: u32,
    pub(super) from: [u32; MOST_ARGUMENTS],
}

/// A variable that is used, and its register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    pub(super) variable: u32,
    pub(super) register: u32,
}

/// Instructions, and what must be in which registers before.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
    pub(super) loads: Vec<Load>,
    pub(super) constants: Vec<(u32, f32)>,
    /// The registers of the results.
    pub(super) results: Vec<u32>,
    pub(super) registers: u32,
    pub(super) seed: u32,
}

impl Code {
    /// Code that works out these nodes of a graph.
    pub(super) fn new(graph: &Graph, results: &[Id]) -> Self {
        let operations = select(graph, results, |_| false);
        let mut allocation = Allocation {
            graph,
            places: vec![None; graph.nodes().len()],
            registers: Registers::default(),
            loads: Vec::with_capacity(4),
            constants: Vec::with_capacity(4),
        };
        let needed = operations.iter().flat_map(Selected::arguments);
        for &id in needed.chain(results) {
            allocation.place_leaf(id);
        }
        let lifetimes = Lifetimes::new(graph.nodes().len(), &operations, results);
        let instructions = (0..)
            .zip(&operations)
            .map(|(at, operation)| allocation.instruction(at, operation, &lifetimes))
            .collect();
        Self {
            instructions,
            results: results.iter().map(|&id| allocation.place(id)).collect(),
            loads: allocation.loads,
            constants: allocation.constants,
            registers: allocation.registers.count(),
            seed: graph.seed(),
        }
    }
}

struct Allocation<'a> {
    graph: &'a Graph,
    places: Vec<Option<u32>>,
    registers: Registers,
    loads: Vec<Load>,
    constants: Vec<(u32, f32)>,
}

impl Allocation<'_> {
    /// Variables and constants keep their registers.
    fn place_leaf(&mut self, id: Id) {
        if self.places[id as usize].is_some() {
            return;
        }
        let register = match self.graph.node(id) {
            Node::Variable(variable) => {
                let register = self.registers.take();
                self.loads.push(Load { variable, register });
                register
            }
            Node::Constant(bits) => {
                let register = self.registers.take();
                self.constants.push((register, f32::from_bits(bits)));
                register
            }
            Node::Call(..) => return,
        };
        self.places[id as usize] = Some(register);
    }

    fn place(&self, id: Id) -> u32 {
        // Every node stands behind what it needs.
        self.places[id as usize].unwrap_or(0)
    }

    fn instruction(&mut self, at: u32, operation: &Selected, lifetimes: &Lifetimes) -> Instruction {
        let mut from = [0; MOST_ARGUMENTS];
        for (from, &id) in from.iter_mut().zip(operation.arguments()) {
            *from = self.place(id);
        }
        for (number, &id) in operation.arguments().iter().enumerate() {
            let is_first = !operation.arguments()[..number].contains(&id);
            let is_leaf = !matches!(self.graph.node(id), Node::Call(..));
            if is_first && !is_leaf && lifetimes.ends_at(id, at) {
                self.registers.give_back(self.place(id));
            }
        }
        let to = self.registers.take();
        self.places[operation.node as usize] = Some(to);
        Instruction {
            operation: operation.operation,
            to,
            from,
        }
    }
}

/// The registers of few: an index of eight bits is always inside.
const FEW: usize = 256;

/// Room for the registers of some code, which holds its constants.
#[derive(Clone, Debug)]
pub(super) enum File {
    /// As many as most code needs.
    Few(Box<[f32; FEW]>),
    /// As many as it takes.
    Many(Vec<f32>),
}

impl File {
    /// Room for this code.
    pub(super) fn new(code: &Code) -> Self {
        let mut file = if code.registers as usize <= FEW {
            Self::Few(Box::new([0.0; FEW]))
        } else {
            Self::Many(vec![0.0; code.registers as usize])
        };
        for &(register, value) in &code.constants {
            match &mut file {
                Self::Few(few) => few.put(register, value),
                Self::Many(many) => many.put(register, value),
            }
        }
        file
    }

    /// Runs the code for which it was made, on the values that `value` gives for variables.
    #[inline(always)]
    pub(super) fn run(&mut self, code: &Code, value: impl Fn(u32) -> f32) {
        match self {
            Self::Few(few) => run(code, &mut **few, value),
            Self::Many(many) => run(code, &mut **many, value),
        }
    }

    /// A result, with its NaN made canonical.
    #[inline(always)]
    pub(super) fn result(&self, register: u32) -> f32 {
        canonical(match self {
            Self::Few(few) => few.take(register),
            Self::Many(many) => many.take(register),
        })
    }
}

/// Registers that are read and written by their numbers.
pub(super) trait ByNumber {
    fn take(&self, register: u32) -> f32;
    fn put(&mut self, register: u32, value: f32);
}

impl ByNumber for [f32; FEW] {
    #[inline(always)]
    fn take(&self, register: u32) -> f32 {
        self[(register & 0xff) as usize]
    }

    #[inline(always)]
    fn put(&mut self, register: u32, value: f32) {
        self[(register & 0xff) as usize] = value;
    }
}

impl ByNumber for [f32] {
    #[inline(always)]
    fn take(&self, register: u32) -> f32 {
        self[register as usize]
    }

    #[inline(always)]
    fn put(&mut self, register: u32, value: f32) {
        self[register as usize] = value;
    }
}

impl ByNumber for Vec<f32> {
    #[inline(always)]
    fn take(&self, register: u32) -> f32 {
        self[register as usize]
    }

    #[inline(always)]
    fn put(&mut self, register: u32, value: f32) {
        self[register as usize] = value;
    }
}

#[inline(always)]
fn run<R: ByNumber + ?Sized>(code: &Code, registers: &mut R, value: impl Fn(u32) -> f32) {
    for load in &code.loads {
        registers.put(load.register, value(load.variable));
    }
    for instruction in &code.instructions {
        let result = super::scalar::value(instruction, registers, code.seed);
        registers.put(instruction.to, result);
    }
}
