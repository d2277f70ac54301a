//! One-line maths such as `sin(t) + 0.1 * cos(10 * t)`, compiled to bytecode.
//!
//! After N. Frykholm, *A Tiny Expression Language* (Bitsquid). Text becomes a [`Program`], the
//! portable bytecode of a stack machine. An [`Evaluator`] runs it, for one set of values or over
//! arrays. The [`StackMachine`] says what a program means, slowly: both give the same bits, on every
//! processor.
//!
//! ```
//! use footwork_expr::{Evaluator, Input, compile};
//!
//! let program = compile("clamp(speed / 4, 0, 1) ^ 2", &["speed"]).unwrap();
//! let mut weight = Evaluator::new(&program);
//! assert_eq!(weight.value(&[2.0]), 0.25);
//!
//! let mut weights = [0.0; 3];
//! let speeds = Input::Slice(&[1.0, 2.0, 9.0]);
//! weight.block(&[speeds], &mut [&mut weights]).unwrap();
//! assert_eq!(weights, [0.0625, 0.25, 1.0]);
//! ```
//!
//! All numbers are f32. Comparisons and logic give 0 or 1; zero and NaN are false. What each function
//! and operator gives at NaN, infinities, zeros and out of its domain is in the table of [`function`],
//! how exact it is in that of [`footwork_base::maths`]. Every NaN that comes out is 0x7fc00000.
//!
//! # Time
//!
//! An f32 has 24 bits. After an hour `10 * t` is 36,000, where the next number is 0.004 away, and
//! `sin(10 * t)` moves in steps; after a day it stutters. Wrap the time before it is an f32, by a
//! period after which everything in the expression is as it was. `sin(wrap(10 * t, 0, tau))` is no
//! better than `sin(10 * t)`: what is lost is lost in `t`.
//!
//! ```
//! use footwork_expr::{Evaluator, compile};
//!
//! let mut wave = Evaluator::new(&compile("sin(10 * t)", &["t"]).unwrap());
//! // An hour and a frame. The wave is the same after tau seconds.
//! let secs: f64 = 3600.0 + 1.0 / 60.0;
//! let mut error = |t: f64| f64::from(wave.value(&[t as f32])) - (10.0 * secs).sin();
//! assert!(error(secs % std::f64::consts::TAU).abs() < 5e-6);
//! assert!(error(secs).abs() > 5e-4);
//! ```
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
