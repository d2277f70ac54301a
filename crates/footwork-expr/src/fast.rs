//! The fast machine: register code for one set of values, or for blocks of many.
//!
//! Whatever the path, the bits are those of the [`StackMachine`](crate::StackMachine).

mod code;
mod evaluator;
mod graph;
mod input;
mod lanes;
mod machine;
mod node;
mod operation;
mod pairs;
mod plan;
mod registers;
mod scalar;
mod selection;
mod sharing;

pub use evaluator::Evaluator;
pub use input::{BlockError, Input};
