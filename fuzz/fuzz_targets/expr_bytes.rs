//! Reads any bytes as a compiled expression. An accepted program runs on extreme values with the
//! same results in the stack machine and the evaluator. Writing it gives the same bytes.
//!
//! Each input is read twice: once as the bytes of a program, and once as its words.

#![no_main]

use footwork_expr::{Evaluator, Program, StackMachine};
use libfuzzer_sys::fuzz_target;

/// Values for the variables. They repeat until every variable has a value.
const VALUES: [f32; 7] = [0.5, -0.0, f32::NAN, f32::NEG_INFINITY, 3.0, -1e38, 1e-45];

/// The maximum number of variables of a program that is run, to save memory.
const MAX_VARIABLES: usize = 1 << 16;

fuzz_target!(|data: &[u8]| {
    match Program::from_bytes(data) {
        Ok(program) => {
            assert_eq!(program.to_bytes(), data);
            check(&program);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let (words, _) = data.as_chunks::<4>();
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    match Program::from_words(words.clone(), 9, 1) {
        Ok(program) => {
            assert_eq!(program.words(), words);
            check(&program);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn check(program: &Program) {
    let again = Program::from_bytes(&program.to_bytes());
    assert_eq!(again.as_ref(), Ok(program));
    let steps = Program::from_steps(
        program.steps(),
        u32::try_from(program.variable_count()).unwrap_or(u32::MAX),
        program.seed(),
    );
    assert_eq!(steps.as_ref(), Ok(program));
    assert_eq!(program.postfix_words(&["x"]).count(), program.step_count());
    assert!(program.listing(&["x"]).lines().count() > program.step_count());
    if program.variable_count() > MAX_VARIABLES {
        return;
    }
    let values = VALUES.iter().copied().cycle();
    let values: Vec<f32> = values.take(program.variable_count()).collect();
    let mut machine = StackMachine::new(program);
    let found: Vec<u32> = machine.run(&values).iter().map(|v| v.to_bits()).collect();
    assert_eq!(found.len(), program.output_count());
    let mut fast = vec![0.0; found.len()];
    Evaluator::new(program).values_into(&values, &mut fast);
    assert!(
        fast.iter()
            .map(|value| value.to_bits())
            .eq(found.iter().copied())
    );
    for (output, bits) in found.into_iter().enumerate() {
        assert!(!f32::from_bits(bits).is_nan() || bits == 0x7fc0_0000);
        if let Some(constant) = program.constant(output).filter(|_| output < 64) {
            assert_eq!(constant.to_bits(), bits);
        }
    }
}
