//! Allocates registers: which register holds which node, and for how long.

use super::node::Id;
use super::selection::Selected;

/// The lifetime of a node that is kept until the program ends.
const FOREVER: u32 = u32::MAX;

/// For each node, the last operation that needs it.
pub(super) struct Lifetimes(Vec<u32>);

impl Lifetimes {
    /// Finds the lifetimes of nodes. Results live until the program ends.
    pub(super) fn new(nodes: usize, operations: &[Selected], results: &[Id]) -> Self {
        let mut last = vec![0; nodes];
        for (at, operation) in (0..).zip(operations) {
            for &argument in operation.arguments() {
                last[argument as usize] = at;
            }
        }
        for &result in results {
            last[result as usize] = FOREVER;
        }
        Self(last)
    }

    /// Returns whether no later operation needs the node.
    pub(super) fn ends_at(&self, node: Id, operation: u32) -> bool {
        self.0[node as usize] == operation
    }
}

/// Allocates registers and reuses freed ones.
#[derive(Debug, Default)]
pub(super) struct Registers {
    free: Vec<u32>,
    count: u32,
}

impl Registers {
    /// Returns a free register. The register freed last comes first, because it is most likely in
    /// the cache.
    pub(super) fn take(&mut self) -> u32 {
        match self.free.pop() {
            Some(register) => register,
            None => {
                self.count += 1;
                self.count - 1
            }
        }
    }

    pub(super) fn give_back(&mut self, register: u32) {
        self.free.push(register);
    }

    /// Returns the number of registers in use or free.
    pub(super) fn count(&self) -> u32 {
        self.count
    }
}
