//! Which operations work out a graph: functions that are used once go into those that use them.

use crate::Function;

use super::graph::{Graph, Id, MOST_ARGUMENTS, Node};
use super::operation::Operation;

/// An operation, whose result is that of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selected {
    pub(super) operation: Operation,
    pub(super) node: Id,
    pub(super) arguments: [Id; MOST_ARGUMENTS],
}

impl Selected {
    /// The nodes that it needs.
    pub(super) fn arguments(&self) -> &[Id] {
        &self.arguments[..self.operation.arity()]
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    /// How often it is used, up to 2. 0: not at all.
    count: u8,
    /// It needs no operation of its own: it is worked out elsewhere, or within another one.
    elsewhere: bool,
    /// Its operation is more than its function.
    combined: bool,
}

/// The operations that the results need, in an order in which they can be done.
///
/// Nodes for which `is_known` says so are not worked out.
pub(super) fn select(
    graph: &Graph,
    results: &[Id],
    is_known: impl Fn(Id) -> bool,
) -> Vec<Selected> {
    let nodes = graph.nodes();
    let mut uses = vec![Use::default(); nodes.len()];
    for &id in results {
        // Twice, so that it keeps an operation of its own.
        uses[id as usize].count = 2;
    }
    let mut most = 0;
    for at in (0..nodes.len()).rev() {
        if uses[at].count == 0 {
            continue;
        }
        let Node::Call(..) = nodes[at] else {
            uses[at].elsewhere = true;
            continue;
        };
        if is_known(place(at)) {
            uses[at].elsewhere = true;
            continue;
        }
        most += 1;
        for &argument in nodes[at].arguments() {
            let count = &mut uses[argument as usize].count;
            *count = (*count + 1).min(2);
        }
    }

    let mut selection = Selection { graph, uses };
    let mut operations = vec![None; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        if let Node::Call(function, arguments) = *node
            && selection.uses[at].count > 0
            && !selection.uses[at].elsewhere
        {
            operations[at] = Some(selection.operation(place(at), function, arguments));
        }
    }
    let mut selected = Vec::with_capacity(most);
    for (operation, uses) in operations.into_iter().zip(&selection.uses) {
        if let Some(operation) = operation
            && !uses.elsewhere
        {
            selected.push(operation);
        }
    }
    selected
}

fn place(at: usize) -> Id {
    // Nodes are counted by `Id`s.
    Id::try_from(at).unwrap_or(Id::MAX)
}

struct Selection<'a> {
    graph: &'a Graph,
    uses: Vec<Use>,
}

impl Selection<'_> {
    fn operation(&mut self, node: Id, function: Function, arguments: [Id; 4]) -> Selected {
        let combined = match function {
            Function::Add | Function::Subtract | Function::Multiply => {
                self.pair(function, arguments)
            }
            Function::Select => self.select(arguments),
            _ => None,
        };
        let (operation, arguments) = match combined {
            Some(combined) => {
                self.uses[node as usize].combined = true;
                combined
            }
            None => (Operation::Call(function), arguments),
        };
        Selected {
            operation,
            node,
            arguments,
        }
    }

    /// The function of a node that nothing else needs and that is no combination itself.
    fn single(&self, id: Id) -> Option<(Function, [Id; 4])> {
        let uses = self.uses[id as usize];
        match self.graph.node(id) {
            Node::Call(function, arguments)
                if uses.count == 1 && !uses.elsewhere && !uses.combined =>
            {
                Some((function, arguments))
            }
            _ => None,
        }
    }

    fn absorb(&mut self, id: Id) {
        self.uses[id as usize].elsewhere = true;
    }

    fn pair(
        &mut self,
        second: Function,
        [left, right, ..]: [Id; 4],
    ) -> Option<(Operation, [Id; 4])> {
        if second == Function::Add
            && left != right
            && let Some((Function::Multiply, [a, b, ..])) = self.single(left)
            && let Some((Function::Multiply, [c, d, ..])) = self.single(right)
        {
            self.absorb(left);
            self.absorb(right);
            return Some((Operation::Products, [a, b, c, d]));
        }
        for (inner, other, is_left) in [(right, left, false), (left, right, true)] {
            if let Some((first, [a, b, ..])) = self.single(inner)
                && let Some(operation) = Operation::pair(first, second, is_left)
            {
                self.absorb(inner);
                return Some((operation, [a, b, other, 0]));
            }
        }
        None
    }

    fn select(&mut self, [condition, a, b, _]: [Id; 4]) -> Option<(Operation, [Id; 4])> {
        let (comparison, [left, right, ..]) = self.single(condition)?;
        let operation = Operation::select_by(comparison)?;
        self.absorb(condition);
        Some((operation, [left, right, a, b]))
    }
}
