//! One-line maths such as `sin(t) + 0.1 * cos(10 * t)`, compiled to bytecode.
//!
//! After N. Frykholm, *A Tiny Expression Language* (Bitsquid). Text becomes a [`Program`], the
//! portable bytecode of a stack machine. It runs on that machine, which is the reference, or on
//! the fast one, for one set of values or over arrays. Both give the same bits, on every processor.
//!
//! ```
//! use footwork_expr::{StackMachine, compile};
//!
//! let program = compile("clamp(speed / 4, 0, 1) ^ 2", &["speed"]).unwrap();
//! let mut machine = StackMachine::new(&program);
//! assert_eq!(machine.run(&[2.0]), [0.25]);
//! assert_eq!(machine.run(&[9.0]), [1.0]);
//! ```
//!
//! All numbers are f32. Comparisons and logic give 0 or 1; zero and NaN are false. What each function
//! and operator gives at NaN, infinities, zeros and out of its domain is in the table of [`function`],
//! how exact it is in that of [`footwork_base::maths`]. Every NaN that comes out is 0x7fc00000.
//!
//! # Time
//!
//! An f32 has 24 bits. After an hour `10 * t` is 36,000, where the next number is 0.004 away, and
//! `sin(10 * t)` moves in steps; after a day it stutters. Wrap the time before it is an f32: give
//! `t` modulo the length of the loop, worked out in f64 or in frames. Where that cannot be had,
//! `sin(wrap(10 * t, 0, tau))` is no better: what is lost is lost in `t`.
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
