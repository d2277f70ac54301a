//! One-line maths such as `sin(t) + 0.1 * cos(10 * t)`, written by designers and run per frame or per
//! particle.
//!
//! The design follows N. Frykholm, *A Tiny Expression Language* (Bitsquid). [`compile()`] turns text into a
//! [`Program`], which is portable bytecode for a stack machine. The documentation of [`compile()`] describes the
//! language. An [`Evaluator`] runs a program, for one set of values or over arrays. The slow [`StackMachine`] defines
//! the results of a program. Both give the same bits on every processor.
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
//! All numbers are f32. Comparisons and logic give 0 or 1; zero and NaN are false. [`Function`] lists the results of
//! each function and operator for NaN, infinities, zeros and arguments outside its domain. [`footwork_base::maths`]
//! lists the errors of the functions. Every NaN in a result is 0x7fc00000.
//!
//! # Time
//!
//! An f32 has 24 bits of precision. After an hour `10 * t` is 36,000 and the next f32 is 0.004 away, so `sin(10 * t)`
//! moves in steps. After a day it stutters. Before you convert the time to f32, wrap it by a period after which the
//! whole expression repeats. `sin(wrap(10 * t, 0, tau))` does not help, because `t` has already lost the precision.
//!
//! ```
//! use footwork_expr::{Evaluator, compile};
//!
//! let mut wave = Evaluator::new(&compile("sin(10 * t)", &["t"]).unwrap());
//! // The time is an hour and a frame. The wave repeats after tau seconds.
//! let secs: f64 = 3600.0 + 1.0 / 60.0;
//! let mut error = |t: f64| f64::from(wave.value(&[t as f32])) - (10.0 * secs).sin();
//! assert!(error(secs % std::f64::consts::TAU).abs() < 5e-6);
//! assert!(error(secs).abs() > 5e-4);
//! ```
//!
//! # From text to numbers
//!
//! The table lists the files in `crates/footwork-expr/src/`, in the order of the data. To add a function,
//! add a line to `function.rs` and the code that computes it to [`footwork_base::maths`].
//!
//! | file | step |
//! |---|---|
//! | `function.rs` | the one table of functions and operators: number, name, arguments, value |
//! | `limits.rs`, `error.rs` | how large a text may be; everything that can be wrong with it |
//! | `compile/token.rs`, with `number.rs`, `operator.rs` | text to tokens |
//! | `compile/parse.rs`, with `call.rs` | tokens to steps in postfix order, by Dijkstra's shunting yard |
//! | `compile/names.rs` | what names mean, and suggestions for unknown ones |
//! | `compile/fold.rs` | steps whose operands are constant become constants |
//! | `program.rs`, `program/` | the bytecode: its bytes, its check, its listing, its constant outputs |
//! | `stack.rs` | the stack machine |
//! | `fast/node.rs`, `graph.rs`, `sharing.rs` | the program as a graph in which nothing is computed twice |
//! | `fast/operation.rs`, `pairs.rs`, `selection.rs` | which instructions compute the graph |
//! | `fast/registers.rs`, `code.rs`, `scalar.rs` | code for one set of values, and how it runs |
//! | `fast/plan.rs` | what runs once per call, and what for every block of lanes |
//! | `fast/lanes.rs`, `machine.rs` | how blocks run, compiled for each SIMD level |
//! | `fast/evaluator.rs`, `input.rs` | the fast machine as callers see it |

mod compile;
mod error;
mod fast;
mod function;
mod limits;
mod program;
mod stack;

pub use compile::{Compiler, compile};
pub use error::{ExprError, ExprErrorKind, ExprErrors};
pub use fast::{BlockError, Evaluator, Input};
pub use footwork_base::SimdLevel;
pub use function::{Function, MAX_ARITY};
pub use limits::{MAX_NESTING, MAX_STEPS, MAX_TEXT_BYTES};
pub use program::{Program, ProgramStep, ReadError, VerifyError, shortest_decimal};
pub use stack::StackMachine;
