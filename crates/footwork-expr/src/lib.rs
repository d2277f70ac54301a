//! One-line maths such as `sin(t) + 0.1 * cos(10 * t)`, compiled to bytecode.
//!
//! After N. Frykholm, *A Tiny Expression Language* (Bitsquid). Text becomes a [`Program`], the
//! portable bytecode of a stack machine. It runs on that machine, which is the reference, or on
//! the fast one, for one set of values or over arrays. Both give the same bits, on every processor.
//!
//! | module | what |
//! |---|---|
//! | [`mod@compile`] | the language, and text to a program |
//! | [`function`] | the functions and operators, and what each gives |
//! | [`program`] | the bytecode |
//! | [`stack`] | the machine that defines what a program means |
//! | [`fast`] | the machine that runs it fast, over arrays too |
//! | [`error`] | what can be wrong with a text, and what would be right |

pub mod compile;
pub mod error;
pub mod fast;
pub mod function;
pub mod program;
pub mod stack;

pub use compile::{Compiler, compile};
pub use error::{ExprError, ExprErrorKind, ExprErrors};
pub use fast::{BlockError, Evaluator, Input, SimdLevel};
pub use function::Function;
pub use program::{Program, Step};
pub use stack::StackMachine;
