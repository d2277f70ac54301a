//! The accepted numbers and lengths of arrays, and the errors for others.

use footwork_expr::{BlockError, Evaluator, Function, Input, Program, ProgramStep, compile};

use crate::programs::{Values, check};
use crate::random::Random;

fn evaluator(text: &str) -> Evaluator {
    Evaluator::new(&compile(text, &["x", "y"]).unwrap())
}

#[test]
fn wrong_arrays_are_errors() {
    let (three, four) = ([1.0; 3], [1.0; 4]);
    let check = |inputs: &[Input<'_>], outputs: &mut [&mut [f32]], expected: BlockError, text| {
        let error = evaluator("x + y").block(inputs, outputs).unwrap_err();
        assert_eq!((error, error.to_string().as_str()), (expected, text));
    };
    let (x, y) = (Input::Slice(&three), Input::Slice(&four));
    let error = BlockError::Inputs {
        expected: 2,
        found: 1,
    };
    check(
        &[x],
        &mut [&mut [0.0; 3]],
        error,
        "there are 2 variables and 1 inputs",
    );
    let error = BlockError::Outputs {
        expected: 1,
        found: 0,
    };
    check(
        &[x, x],
        &mut [],
        error,
        "there are 1 outputs, and slices for 0",
    );
    let error = BlockError::Outputs {
        expected: 1,
        found: 2,
    };
    let two: &mut [&mut [f32]] = &mut [&mut [0.0; 3], &mut [0.0; 3]];
    check(&[x, x], two, error, "there are 1 outputs, and slices for 2");
    let error = BlockError::InputLength {
        index: 1,
        expected: 3,
        found: 4,
    };
    let text = "input 1 has 4 values, the outputs have 3";
    check(&[x, y], &mut [&mut [0.0; 3]], error, text);

    let both =
        Program::from_steps([ProgramStep::Variable(0), ProgramStep::Variable(0)], 1, 0).unwrap();
    let outputs: &mut [&mut [f32]] = &mut [&mut [0.0; 3], &mut [0.0; 2]];
    let error = Evaluator::new(&both).block(&[x], outputs).unwrap_err();
    let expected = BlockError::OutputLength {
        index: 1,
        expected: 3,
        found: 2,
    };
    assert_eq!(error, expected);
    assert_eq!(
        error.to_string(),
        "output 1 has 2 values, the first one has 3"
    );
}

#[test]
fn empty_arrays_are_accepted() {
    evaluator("x + y")
        .block(&[Input::Slice(&[]); 2], &mut [&mut []])
        .unwrap();
}

#[test]
fn the_choice_of_slices_may_change() {
    let mut evaluator = evaluator("x * 2 + sin(y)");
    let (x, y) = ([1.0, 2.0, 3.0], [0.5, 0.25, 0.125]);
    for (x_varies, y_varies) in [(true, true), (false, true), (true, false), (false, false)] {
        let input = |varies, values| {
            if varies {
                Input::Slice(values)
            } else {
                Input::Uniform(values[0])
            }
        };
        let mut out = [0.0; 3];
        let inputs = [input(x_varies, &x), input(y_varies, &y)];
        evaluator.block(&inputs, &mut [&mut out]).unwrap();
        for i in 0..3 {
            let values = [
                x[if x_varies { i } else { 0 }],
                y[if y_varies { i } else { 0 }],
            ];
            assert_eq!(out[i], evaluator.value(&values));
        }
    }
}

#[test]
#[should_panic(expected = "the expression has 2 variables, 1 values were given")]
fn too_few_values_panic() {
    evaluator("x").value(&[1.0]);
}

/// The outputs are an input, a number, equal to another output, or part of another output.
#[test]
fn outputs_of_all_kinds_are_computed() {
    let steps = [
        ProgramStep::Variable(0),
        ProgramStep::Float(f32::from_bits(0xffc0_0001)),
        ProgramStep::Variable(0),
        ProgramStep::Variable(1),
        ProgramStep::Call(Function::Add),
        ProgramStep::Variable(1),
        ProgramStep::Variable(0),
        ProgramStep::Call(Function::Add),
        ProgramStep::Variable(0),
        ProgramStep::Variable(1),
        ProgramStep::Call(Function::Add),
        ProgramStep::Variable(2),
        ProgramStep::Call(Function::Multiply),
    ];
    let program = Program::from_steps(steps, 4, 0).unwrap();
    for seed in 0..20 {
        check(&program, &Values::new(&mut Random(seed), 50), &[7, 64]);
    }
}

/// The program needs more registers than an 8-bit index can number.
#[test]
fn more_than_256_registers_work() {
    let mut steps = Vec::new();
    for number in 0..1000 {
        steps.extend([
            ProgramStep::Variable(number % 4),
            ProgramStep::Float(number as f32),
        ]);
        steps.push(ProgramStep::Call(Function::Hypot));
    }
    steps.extend([ProgramStep::Call(Function::Subtract); 999]);
    let program = Program::from_steps(steps, 4, 0).unwrap();
    check(&program, &Values::new(&mut Random(1), 20), &[16]);
}

/// Unused variables take no memory.
#[test]
fn billions_of_unused_variables_take_no_memory() {
    let program = Program::from_steps([ProgramStep::Float(2.0)], u32::MAX, 0).unwrap();
    let mut evaluator = Evaluator::new(&program);
    let error = evaluator.block(&[], &mut [&mut [0.0]]).unwrap_err();
    let expected = u32::MAX as usize;
    assert_eq!(error, BlockError::Inputs { expected, found: 0 });
}

/// All nodes of the program are different and kept. If the time were not linear, the test would take minutes.
#[test]
fn the_longest_program_agrees_with_the_stack_machine() {
    let pairs = 65_535 / 3;
    let mut steps = Vec::new();
    for number in 0..pairs {
        steps.push(ProgramStep::Float(number as f32));
        steps.push(ProgramStep::Variable(0));
    }
    let mut left = 65_535 - steps.len();
    while left > 0 {
        steps.push(ProgramStep::Call(Function::Divide));
        left -= 1;
    }
    let program = Program::from_steps(steps, 4, 0).unwrap();
    let mut machine = footwork_expr::StackMachine::new(&program);
    let mut outputs = vec![0.0; program.output_count()];
    Evaluator::new(&program).values_into(&[3.0; 4], &mut outputs);
    assert_eq!(outputs, machine.run(&[3.0; 4]));
}
