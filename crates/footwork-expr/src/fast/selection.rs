//! Selects the operations that compute a graph. A function with a single use becomes part of the operation that uses
//! it.

use crate::function::Function;

use super::graph::Graph;
use super::node::{Id, Node};
use super::operation::{MAX_ARGUMENTS, Operation};

/// An operation that computes a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selected {
    pub(super) operation: Operation,
    pub(super) node: Id,
    pub(super) arguments: [Id; MAX_ARGUMENTS],
}

impl Selected {
    /// Returns the nodes that the operation reads.
    pub(super) fn arguments(&self) -> &[Id] {
        &self.arguments[..self.operation.arity()]
    }
}

/// How a node is used.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    /// The number of uses, counted up to 2.
    count: u8,
    /// Whether the node needs no separate operation, because its value is known or another operation computes it.
    elsewhere: bool,
    /// Whether the value of the node is known without an operation.
    known: bool,
    /// The index of the node's operation.
    place: u32,
}

/// The kind of data that operations run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// One set of values.
    Single,
    /// The lanes of a block.
    Lanes,
}

/// Returns the operations that the results need, in an order in which they can run. Nodes for which `is_known` returns
/// true need no operation.
pub(super) fn select(
    graph: &Graph,
    results: &[Id],
    purpose: Purpose,
    is_known: impl Fn(Id) -> bool,
) -> Vec<Selected> {
    let nodes = graph.nodes();
    let mut uses = vec![Use::default(); nodes.len()];
    for &id in results {
        // A result counts as used twice, so that it keeps its own operation.
        uses[id as usize].count = 2;
    }
    let mut most = 0;
    for (id, node) in graph.ids().zip(nodes).rev() {
        let own = &mut uses[id as usize];
        own.known = is_known(id);
        own.elsewhere = own.known || node.is_leaf();
        if own.count > 0 && !own.elsewhere {
            most += 1;
            for &argument in node.arguments() {
                let count = &mut uses[argument as usize].count;
                *count = (*count + 1).min(2);
            }
        }
    }
    let mut selection = Selection {
        purpose,
        uses,
        selected: Vec::with_capacity(most),
    };
    for (id, node) in graph.ids().zip(nodes) {
        let own = selection.uses[id as usize];
        if own.count == 0 || own.elsewhere {
            continue;
        }
        match *node {
            Node::Call(function, arguments) => selection.add(id, function, arguments),
            Node::Power(power, [x]) => {
                selection.push(id, Operation::Power(power), [x, 0, 0, 0, 0]);
            }
            Node::Variable(_) | Node::Constant(_) => {}
        }
    }
    let Selection {
        mut selected, uses, ..
    } = selection;
    selected.retain(|operation| !uses[operation.node as usize].elsewhere);
    selected
}

/// An operation and its arguments.
type Combined = (Operation, [Id; MAX_ARGUMENTS]);

struct Selection {
    purpose: Purpose,
    uses: Vec<Use>,
    selected: Vec<Selected>,
}

impl Selection {
    fn add(&mut self, node: Id, function: Function, [a, b, c, d]: [Id; 4]) {
        let combined = match function {
            Function::Add | Function::Subtract | Function::Multiply => {
                self.combined(function, a, b)
            }
            Function::Select => self.select(a, b, c),
            _ if self.purpose == Purpose::Single => self.of(function, a),
            _ => None,
        };
        let alone = (Operation::Call(function), [a, b, c, d, 0]);
        let (operation, arguments) = combined.unwrap_or(alone);
        self.push(node, operation, arguments);
    }

    fn push(&mut self, node: Id, operation: Operation, arguments: [Id; MAX_ARGUMENTS]) {
        // Invariant: the number of operations fits an `Id`.
        self.uses[node as usize].place = u32::try_from(self.selected.len()).unwrap_or(u32::MAX);
        self.selected.push(Selected {
            operation,
            node,
            arguments,
        });
    }

    /// Returns the operation of a node; `None` unless the node is used exactly once.
    fn single(&self, id: Id) -> Option<Selected> {
        let own = self.uses[id as usize];
        let is_single = own.count == 1 && !own.elsewhere;
        is_single.then(|| self.selected[own.place as usize])
    }

    /// Returns the function and the arguments of a node. `None` unless the node is used exactly once and its operation
    /// is a single function.
    fn function(&self, id: Id) -> Option<(Function, [Id; MAX_ARGUMENTS])> {
        match self.single(id)? {
            Selected {
                operation: Operation::Call(function),
                arguments,
                ..
            } => Some((function, arguments)),
            _ => None,
        }
    }

    fn absorb(&mut self, id: Id) {
        self.uses[id as usize].elsewhere = true;
    }

    fn combined(&mut self, last: Function, left: Id, right: Id) -> Option<Combined> {
        if let Some((first, [a, b, ..])) = self.function(left)
            && let Some((third, [c, d, ..])) = self.function(right)
            && let Some(operation) = Operation::double(first, last, third)
        {
            self.absorb(left);
            self.absorb(right);
            return Some((operation, [a, b, c, d, 0]));
        }
        for (inner, other) in [(right, left), (left, right)] {
            if let Some(pair) = self.single(inner)
                && let Some(operation) = pair.operation.triple(last)
            {
                self.absorb(inner);
                let [a, b, c, ..] = pair.arguments;
                return Some((operation, [a, b, c, other, 0]));
            }
        }
        for (inner, other, is_left) in [(right, left, false), (left, right, true)] {
            if let Some((first, [a, b, ..])) = self.function(inner)
                && let Some(operation) = Operation::pair(first, last, is_left)
            {
                self.absorb(inner);
                if operation == Operation::MultiplyAdd {
                    for (inner, x) in [(a, b), (b, a)] {
                        if let Some(horner) = self.horner(inner, x, other) {
                            return Some(horner);
                        }
                    }
                }
                return Some((operation, [a, b, other, 0, 0]));
            }
        }
        if self.purpose == Purpose::Single {
            for (inner, other) in [(right, left), (left, right)] {
                if let Some((function, [x, ..])) = self.function(inner)
                    && let Some(operation) = Operation::around(last, function)
                {
                    self.absorb(inner);
                    return Some((operation, [x, other, 0, 0, 0]));
                }
            }
        }
        None
    }

    /// Combines `inner * x + constant` into one operation if `inner` is itself a product plus a number.
    fn horner(&mut self, inner: Id, x: Id, constant: Id) -> Option<Combined> {
        let step = self.single(inner)?;
        if step.operation != Operation::MultiplyAdd || self.uses[x as usize].known {
            return None;
        }
        self.absorb(inner);
        let [a, b, c, ..] = step.arguments;
        Some((Operation::Horner, [a, b, c, x, constant]))
    }

    fn of(&mut self, outer: Function, argument: Id) -> Option<Combined> {
        let (inner, arguments) = self.function(argument)?;
        let operation = Operation::of(outer, inner)?;
        self.absorb(argument);
        Some((operation, arguments))
    }

    fn select(&mut self, condition: Id, a: Id, b: Id) -> Option<Combined> {
        let (comparison, [left, right, ..]) = self.function(condition)?;
        let operation = Operation::select_by(comparison)?;
        self.absorb(condition);
        Some((operation, [left, right, a, b, 0]))
    }
}
