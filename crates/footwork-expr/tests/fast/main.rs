//! The fast evaluator gives the bits of the stack machine, on every path.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod agreement;
mod arrays;
mod functions;
mod golden;
mod numbers;
mod programs;
#[path = "../agreement/random.rs"]
mod random;
mod shapes;
mod signalling_nan;
