//! Counts allocations to show that functions documented not to allocate do not.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_expr::{Compiler, Evaluator, Function, Input, Program, ProgramStep, StackMachine};
use footwork_testkit::allocations;

fn program() -> Program {
    let texts = [
        "sin(x) + noise(x, y) * clamp(z, 0, y) % 3",
        "x < y ? z : length(x, y, z)",
    ];
    Compiler::new(&["x", "y", "z"]).compile_all(&texts).unwrap()
}

#[test]
fn running_allocates_nothing() {
    let program = program();
    let mut stack = StackMachine::new(&program);
    let mut evaluator = Evaluator::new(&program);
    let mut outputs = [0.0; 2];
    let (made, ()) = allocations(|| {
        for number in 0..10 {
            let values = [number as f32, 2.0, 3.0];
            assert_eq!(stack.run(&values)[0], evaluator.value(&values));
            evaluator.values_into(&values, &mut outputs);
            assert_eq!(outputs[1], stack.run(&values)[1]);
        }
    });
    assert_eq!(made.count, 0);
}

/// Warm calls allocate nothing, even after a short first call.
#[test]
fn warm_blocks_allocate_nothing() {
    let evaluator = Evaluator::new(&program());
    warm_blocks(evaluator.clone(), [5000, 5000, 1, 0, 4999, 17]);
    warm_blocks(evaluator.clone(), [1, 5000, 2, 17, 5000, 1]);
    warm_blocks(evaluator.clone(), [0, 1, 5000, 4096, 0, 300]);
    for size in [1, 17, 1000, 4096] {
        let evaluator = evaluator.clone().with_block_size(size);
        warm_blocks(evaluator, [3, 15, 16, 17, 4097, 5000]);
    }
}

/// Checks that only the first call allocates.
fn warm_blocks(mut evaluator: Evaluator, lengths: [usize; 6]) {
    let x: Vec<f32> = (0..5000).map(|number| number as f32 * 0.01).collect();
    let (mut first, mut second) = (vec![0.0; 5000], vec![0.0; 5000]);
    let mut run = |lanes: usize, z: f32| {
        let inputs = [
            Input::Slice(&x[..lanes]),
            Input::Uniform(z),
            Input::Uniform(z),
        ];
        let outputs: &mut [&mut [f32]] = &mut [&mut first[..lanes], &mut second[..lanes]];
        evaluator.block(&inputs, outputs)
    };
    for (call, lanes) in lengths.into_iter().enumerate() {
        let (made, done) = allocations(|| run(lanes, lanes as f32));
        assert!(done.is_ok());
        assert_eq!(
            made.count > 0,
            call == 0,
            "{made:?} in call {call} of {lengths:?}"
        );
    }
}

/// A program with thousands of registers runs in smaller blocks than requested.
#[test]
fn large_blocks_of_many_registers_take_bounded_memory() {
    let mut steps = Vec::new();
    for number in 0..5_000 {
        steps.extend([ProgramStep::Variable(0), ProgramStep::Float(number as f32)]);
        steps.push(ProgramStep::Call(Function::Hypot));
    }
    steps.extend([ProgramStep::Call(Function::Subtract); 4_999]);
    let program = Program::from_steps(steps, 1, 0).unwrap();
    let mut evaluator = Evaluator::new(&program).with_block_size(4096);
    let inputs = [Input::Slice(&[1.0])];
    let (made, ()) = allocations(|| {
        evaluator.block(&inputs, &mut [&mut [0.0]]).unwrap();
    });
    assert!(made.bytes < 16 << 20, "{made:?}");
}

/// The program declares 2^32 - 1 variables and uses one of them, with a large index.
#[test]
fn declared_variables_take_no_memory_until_used() {
    let steps = [
        ProgramStep::Variable(16_000_000),
        ProgramStep::Call(Function::Sin),
    ];
    let program = Program::from_steps(steps, u32::MAX, 0).unwrap();
    let (made, ()) = allocations(|| drop(Evaluator::new(&program)));
    assert!(made.bytes < 8192, "{made:?}");
}
