//! Bounds of a signalling NaN. The evaluator replaces `clamp(x, 0, 1)` by `saturate(x)`. On ARM, the two once gave
//! different results for such a NaN: `saturate` gave 1, and `clamp` gave 0.
//!
//! Each form of two bounds runs with variable and with constant arguments, on single values and on arrays. An oracle
//! gives the expected results.

use std::cmp::Ordering;

use footwork_expr::{Function, Program, ProgramStep, compile};

use crate::functions::program_of;
use crate::numbers::SPECIAL;
use crate::programs::{VARIABLES, Values, check};

/// Returns `x` clamped to the range from 0 to 1, or `of_nan` if `x` is NaN.
fn bounded(x: f32, of_nan: f32) -> f32 {
    match (x.partial_cmp(&0.0), x.partial_cmp(&1.0)) {
        (None, _) => of_nan,
        (Some(Ordering::Greater), Some(Ordering::Less)) => x,
        (Some(Ordering::Greater), _) => 1.0,
        _ => 0.0,
    }
}

/// Checks the program on all special numbers, first as a variable and then as a constant.
fn check_program(shown: &str, program: &Program, of_nan: f32) {
    let column = SPECIAL.to_vec();
    let values = Values::of_columns([(); VARIABLES].map(|()| column.clone()));
    let expected: Vec<u32> = column
        .iter()
        .map(|&x| bounded(x, of_nan).to_bits())
        .collect();
    let found = check(program, &values, &[1, 4, 16, 4096]);
    assert_eq!(found.concat(), expected, "{shown}");
    for (&x, expected) in column.iter().zip(expected) {
        let steps = program.steps().map(|step| match step {
            ProgramStep::Variable(_) => ProgramStep::Float(x),
            step => step,
        });
        let constant = Program::from_steps(steps, 4, 0).unwrap();
        let found = check(&constant, &values, &[16]);
        assert!(
            found[0].iter().all(|&bits| bits == expected),
            "{shown} of {x:e}"
        );
    }
}

#[test]
fn every_form_of_two_bounds_agrees_with_the_oracle() {
    for (text, of_nan) in [
        ("saturate(x)", 0.0),
        ("clamp(x, 0, 1)", 0.0),
        ("clamp(x, 0, 2 - 1)", 0.0),
        ("min(max(x, 0), 1)", 0.0),
        ("max(min(x, 1), 0)", 1.0),
        ("x > 0 ? x < 1 ? x : 1 : 0", 0.0),
        ("x < 1 ? x > 0 ? x : 0 : 1", 1.0),
        ("x >= 1 ? 1 : x > 0 ? x : 0", 0.0),
        ("(x > 0 ? x : 0) < 1 ? (x > 0 ? x : 0) : 1", 0.0),
    ] {
        check_program(text, &compile(text, &["x"]).unwrap(), of_nan);
    }
    check_program("saturate", &program_of(Function::Saturate), 0.0);
}
