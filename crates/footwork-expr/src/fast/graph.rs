//! A program as a graph in which nothing is computed twice.
//!
//! One pass over the program keeps a stack of nodes. Each value that a step would push becomes a node, and equal nodes
//! are merged. A node is rewritten only if its result has the same bits for all inputs, except that a NaN may become
//! another NaN.

use footwork_base::maths::canonical;

use crate::function::{Function, MAX_ARITY, MAX_NARROW_POWER, power as power_of};
use crate::program::{Program, ProgramStep};

use super::node::{Id, Node};
use super::sharing::Sharing;

/// A program as a graph.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    outputs: Vec<Id>,
    seed: u32,
}

impl Graph {
    /// Builds the graph of a program, in time linear in its steps.
    pub(super) fn new(program: &Program) -> Self {
        let steps = program.step_count();
        let mut builder = Builder {
            nodes: Vec::with_capacity(steps + 1),
            sharing: Sharing::new(steps),
            seed: program.seed(),
        };
        let mut stack: Vec<Id> = Vec::with_capacity(program.stack_depth());
        for step in program.steps() {
            let first = stack.len() - step.arity();
            let id = match step {
                ProgramStep::Variable(number) => builder.node(Node::Variable(number)),
                ProgramStep::Float(value) => builder.constant(value),
                ProgramStep::Power(whole) => builder.power(stack[first], whole),
                ProgramStep::Call(function) => {
                    let mut arguments = [0; MAX_ARITY];
                    arguments[..stack.len() - first].copy_from_slice(&stack[first..]);
                    builder.call(function, arguments)
                }
            };
            stack.truncate(first);
            stack.push(id);
        }
        Self {
            nodes: builder.nodes,
            outputs: stack,
            seed: program.seed(),
        }
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn ids(&self) -> std::ops::Range<Id> {
        // Invariant: a program has at most 65,535 steps, each of a few nodes, so the number of nodes fits.
        0..Id::try_from(self.nodes.len()).unwrap_or(Id::MAX)
    }

    pub(super) fn node(&self, id: Id) -> Node {
        self.nodes[id as usize]
    }

    /// Returns the results, in the order of the outputs.
    pub(super) fn outputs(&self) -> &[Id] {
        &self.outputs
    }

    pub(super) fn seed(&self) -> u32 {
        self.seed
    }
}

struct Builder {
    nodes: Vec<Node>,
    sharing: Sharing,
    seed: u32,
}

impl Builder {
    /// Returns the index of `node`, adding it if no node is equal to it.
    fn node(&mut self, node: Node) -> Id {
        self.sharing.place(&mut self.nodes, node)
    }

    fn constant(&mut self, value: f32) -> Id {
        self.node(Node::Constant(canonical(value).to_bits()))
    }

    fn value(&self, id: Id) -> Option<f32> {
        match self.nodes[id as usize] {
            Node::Constant(bits) => Some(f32::from_bits(bits)),
            _ => None,
        }
    }

    /// Returns whether the node is this constant, with the same sign of zero.
    fn is(&self, id: Id, value: f32) -> bool {
        self.nodes[id as usize] == Node::Constant(value.to_bits())
    }

    /// Returns the node that `id` negates; `None` if `id` is not a negation.
    fn negated(&self, id: Id) -> Option<Id> {
        match self.nodes[id as usize] {
            Node::Call(Function::Negate, [inner, ..]) => Some(inner),
            _ => None,
        }
    }

    fn one(&mut self, function: Function, x: Id) -> Id {
        self.call(function, [x, 0, 0, 0, 0])
    }

    fn two(&mut self, function: Function, a: Id, b: Id) -> Id {
        self.call(function, [a, b, 0, 0, 0])
    }

    /// Adds the products of [`crate::function::power`], in the same order.
    fn power(&mut self, x: Id, whole: i32) -> Id {
        if let Ok(power) = u32::try_from(whole)
            && whole > MAX_NARROW_POWER
        {
            return match self.value(x) {
                Some(value) => self.constant(power_of(value, whole)),
                None => self.node(Node::Power(power, [x])),
            };
        }
        let mut times = |a, b| self.two(Function::Multiply, a, b);
        match whole {
            -1 => {
                let one = self.constant(1.0);
                self.two(Function::Divide, one, x)
            }
            0 => self.constant(1.0),
            1 => x,
            2 => times(x, x),
            3 | 5 => {
                let x2 = times(x, x);
                let even = if whole == 5 { times(x2, x2) } else { x2 };
                times(even, x)
            }
            _ => {
                let x2 = times(x, x);
                let x4 = times(x2, x2);
                if whole == 4 { x4 } else { times(x4, x2) }
            }
        }
    }

    /// Returns a node for the call of a function. If all arguments are constants, the node is a constant. Otherwise it
    /// is the call, perhaps simplified to a node with the same bits.
    fn call(&mut self, function: Function, arguments: [Id; MAX_ARITY]) -> Id {
        let count = function.arguments().len();
        let mut values = [0.0; MAX_ARITY];
        let known = (0..count).all(|i| match self.value(arguments[i]) {
            Some(value) => {
                values[i] = value;
                true
            }
            None => false,
        });
        if known {
            return self.constant(function.value(self.seed, values));
        }
        let [a, b, c, d, e] = arguments;
        match function {
            Function::Negate => match self.negated(a) {
                Some(inner) => inner,
                None => self.plain(function, arguments),
            },
            Function::Add => self.add(a, b),
            Function::Subtract => self.subtract(a, b),
            Function::Multiply => self.multiply(a, b),
            Function::Divide => self.divide(a, b),
            Function::Greater => self.two(Function::Less, b, a),
            Function::GreaterEqual => self.two(Function::LessEqual, b, a),
            Function::Remap => {
                let x = self.two(Function::Subtract, a, b);
                let length = self.two(Function::Subtract, c, b);
                let t = self.two(Function::Divide, x, length);
                self.call(Function::Lerp, [d, e, t, 0, 0])
            }
            // Both functions give the same result for every number and for NaN.
            Function::Clamp if self.is(b, 0.0) && self.is(c, 1.0) => {
                self.one(Function::Saturate, a)
            }
            Function::Equal
            | Function::NotEqual
            | Function::And
            | Function::Or
            | Function::Min
            | Function::Max => self.commutative(function, a, b),
            _ => self.plain(function, arguments),
        }
    }

    fn plain(&mut self, function: Function, [a, b, c, d, _]: [Id; MAX_ARITY]) -> Id {
        self.node(Node::Call(function, [a, b, c, d]))
    }

    /// Orders the arguments of a commutative function, constants last.
    fn commutative(&mut self, function: Function, a: Id, b: Id) -> Id {
        let swap = match (self.value(a), self.value(b)) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            _ => a > b,
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.plain(function, [a, b, 0, 0, 0])
    }

    /// `a + (-b)` and `a - b` are the same, even in the sign of a zero.
    fn add(&mut self, a: Id, b: Id) -> Id {
        match (self.negated(a), self.negated(b)) {
            (_, Some(b)) => self.subtract(a, b),
            (Some(a), None) => self.subtract(b, a),
            (None, None) => self.commutative(Function::Add, a, b),
        }
    }

    /// Subtracting a constant becomes adding its negation.
    fn subtract(&mut self, a: Id, b: Id) -> Id {
        if let Some(inner) = self.negated(b) {
            return self.add(a, inner);
        }
        match self.value(b) {
            Some(value) => {
                let minus = self.constant(-value);
                self.add(a, minus)
            }
            None => self.plain(Function::Subtract, [a, b, 0, 0, 0]),
        }
    }

    /// Moves signs out of a product. Rounding is symmetric around zero, so the result stays the same.
    fn multiply(&mut self, a: Id, b: Id) -> Id {
        match (self.negated(a), self.negated(b)) {
            (Some(a), Some(b)) => self.multiply(a, b),
            (Some(a), None) => self.minus(Function::Multiply, a, b),
            (None, Some(b)) => self.minus(Function::Multiply, b, a),
            (None, None) => match (self.value(a), self.value(b)) {
                (Some(1.0), _) => b,
                (_, Some(1.0)) => a,
                (Some(-1.0), _) => self.one(Function::Negate, b),
                (_, Some(-1.0)) => self.one(Function::Negate, a),
                _ => self.commutative(Function::Multiply, a, b),
            },
        }
    }

    /// Moves signs out of a quotient, and turns division by a power of two into a product.
    fn divide(&mut self, a: Id, b: Id) -> Id {
        match (self.negated(a), self.negated(b)) {
            (Some(a), Some(b)) => self.divide(a, b),
            (Some(a), None) => self.minus(Function::Divide, a, b),
            (None, Some(b)) => {
                let quotient = self.divide(a, b);
                self.one(Function::Negate, quotient)
            }
            (None, None) => match self.value(b).and_then(exact_inverse) {
                Some(inverse) => {
                    let inverse = self.constant(inverse);
                    self.multiply(a, inverse)
                }
                None => self.plain(Function::Divide, [a, b, 0, 0, 0]),
            },
        }
    }

    /// Returns the product or quotient of `-a` and `b`.
    fn minus(&mut self, function: Function, a: Id, b: Id) -> Id {
        match self.value(b) {
            Some(value) => {
                let minus = self.constant(-value);
                self.two(function, a, minus)
            }
            None => {
                let result = self.two(function, a, b);
                self.one(Function::Negate, result)
            }
        }
    }
}

/// Returns one divided by a power of two, if that is exact and not subnormal.
fn exact_inverse(value: f32) -> Option<f32> {
    let power_of_two = value.to_bits() & 0x007f_ffff == 0;
    let inverse = 1.0 / value;
    (power_of_two && value.is_normal() && inverse.is_normal()).then_some(inverse)
}
