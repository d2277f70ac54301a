//! The fast evaluator: register code for one set of values, or for blocks of many values.
//!
//! A stack machine spends most of its time on the stack and on the choice of the next operation. So the program becomes
//! a graph in which equal parts share one node. Operations that often occur together, such as a product and a sum,
//! become one instruction. One set of values runs as a list of function pointers on registers. Arrays run in blocks,
//! which are so small that all registers stay in the nearest cache. An instruction is then a loop over lanes, chosen
//! once per block. Values that depend on no array are computed once per call.
//!
//! Invariant: on every path, the bits are those of the [`StackMachine`](crate::StackMachine). Nodes are rewritten only
//! if that changes no bit, and a fused instruction rounds at every step.

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
