//! Every function over special arguments, in blocks of every size.

use footwork_expr::{Function, Program, ProgramStep};

use crate::numbers::SPECIAL;
use crate::programs::{VARIABLES, Values, check};
use crate::random::Random;

/// Returns a program that calls the function with the variables 0, 1, … as its arguments.
pub(crate) fn program_of(function: Function) -> Program {
    let count = u32::try_from(function.arguments().len()).unwrap();
    let arguments = (0..count).map(ProgramStep::Variable);
    Program::from_steps(arguments.chain([ProgramStep::Call(function)]), 5, 9).unwrap()
}

/// Returns all pairs of special numbers in the first two columns, and random special numbers in the other columns.
pub(crate) fn grid() -> Values {
    let (mut random, mut fifth) = (Random(5), Random(6));
    let mut columns: [Vec<f32>; VARIABLES] = Default::default();
    for &a in SPECIAL {
        for &b in SPECIAL {
            let (c, d) = (random.pick(SPECIAL), random.pick(SPECIAL));
            let row = [a, b, c, d, fifth.pick(SPECIAL)];
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(value);
            }
        }
    }
    Values::of_columns(columns)
}

#[test]
fn functions_agree_on_special_numbers() {
    let values = grid();
    for &function in Function::ALL {
        check(&program_of(function), &values, &[1, 13, 256, 4096]);
    }
}

#[test]
fn powers_agree_on_special_numbers() {
    let values = grid();
    for power in -1..=16 {
        let steps = [ProgramStep::Variable(0), ProgramStep::Power(power)];
        let program = Program::from_steps(steps, 4, 0).unwrap();
        check(&program, &values, &[100]);
    }
}

/// Covers each choice of constant arguments; every other argument is the same variable.
#[test]
fn functions_of_constants_and_of_one_variable() {
    let values = grid();
    for &function in Function::ALL {
        let count = function.arguments().len();
        for constants in 0..1_u32 << count {
            let mut random = Random(u64::from(constants));
            let arguments = (0..count).map(|number| match constants >> number & 1 {
                1 => ProgramStep::Float(random.pick(SPECIAL)),
                _ => ProgramStep::Variable(0),
            });
            let steps: Vec<ProgramStep> = arguments.chain([ProgramStep::Call(function)]).collect();
            check(&Program::from_steps(steps, 4, 1).unwrap(), &values, &[512]);
        }
    }
}

#[test]
fn every_block_size() {
    let values = Values::new(&mut Random(3), 300);
    let text = "noise(x, y) + fract(z) * x % y - (x < y ? sin(z) : mod(t, z)) + atan2(x, t)";
    let program = footwork_expr::compile(text, &["x", "y", "z", "t"]).unwrap();
    let sizes: Vec<usize> = (1..=130)
        .chain([255, 256, 257, 299, 300, 4095, 4096])
        .collect();
    check(&program, &values, &sizes);
}

/// Covers formulas that the evaluator combines or rewrites, next to constants and inputs that are the same for all
/// lanes.
#[test]
fn combined_operations() {
    let values = grid();
    let mixed = |seed| Values::new(&mut Random(seed), 70);
    for text in [
        "((x * y + z) * t + 1) * x - y",
        "((2 * x + 3) * x - 5) * x + 7",
        "(z * (x * y + t) + 2) * 3 + x",
        "(x * y + z) * (z * t + x) + y",
        "clamp(x, 0, 1) * (y - x) + x",
        "clamp(x, -0, 1) + clamp(y, 0, 1)",
        "x * y - z * t",
        "(x + y) * (z - t) + (x - y) * (z + t)",
        "x * y * z + t",
        "-x / y * 3 + -(z * -t)",
        "x / 4 - y / 3 - 1e-40 / z",
        "x - 0 + (y + -0) * 1 - z * -1",
        "x != y ? x ^ 7 : x ^ -1 - y ^ 5",
        "remap(x, 0, 10, y, z) >= remap(x, 0, 10, y, t)",
    ] {
        let program = footwork_expr::compile(text, &["x", "y", "z", "t"]).unwrap();
        check(&program, &values, &[300]);
        for seed in 0..10 {
            check(&program, &mixed(seed), &[16, 64]);
        }
    }
}
