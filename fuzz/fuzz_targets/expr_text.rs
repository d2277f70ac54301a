//! Compiles any text as an expression. A compiled expression runs on extreme values. The stack
//! machine, the evaluator and blocks of lanes give the same results. The expression lists its
//! steps, and reads back from its bytes. Every mistake has a place inside the text.

#![no_main]

use footwork_expr::{Compiler, Evaluator, ExprErrors, Input, Program, StackMachine, compile};
use libfuzzer_sys::{Corpus, fuzz_target};

const VARIABLES: [&str; 5] = ["x", "y", "t", "hand.left", "\"left hand\".height"];

/// Values for the variables. Each test takes five consecutive values, starting at one of the first
/// ten.
const VALUES: [f32; 14] = [
    1.5,
    -0.0,
    f32::NAN,
    -2.0,
    f32::INFINITY,
    1e-45,
    0.0,
    3.0,
    f32::NEG_INFINITY,
    1e38,
    -1.0,
    0.3,
    8_388_608.5,
    -7.25,
];

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(data) else {
        return Corpus::Reject;
    };
    match compile(text, &VARIABLES) {
        Ok(program) => {
            check_program(&program);
            check_twice(text, &program);
        }
        Err(errors) => check_errors(text, &errors),
    }
    Corpus::Keep
});

fn check_program(program: &Program) {
    assert_eq!(program.output_count(), 1);
    let again = Program::from_bytes(&program.to_bytes());
    assert_eq!(again.as_ref(), Ok(program));
    let postfix = program.postfix_words(&VARIABLES);
    assert_eq!(postfix.count(), program.step_count());
    assert!(program.listing(&VARIABLES).lines().count() > program.step_count());

    let mut machine = StackMachine::new(program);
    let mut evaluator = Evaluator::new(program);
    let mut expected = Vec::new();
    for values in VALUES.windows(VARIABLES.len()) {
        let found = machine.run(values)[0];
        assert!(!found.is_nan() || found.to_bits() == 0x7fc0_0000);
        assert_eq!(found.to_bits(), evaluator.value(values).to_bits());
        if let Some(constant) = program.constant(0) {
            assert_eq!(constant.to_bits(), found.to_bits());
        }
        expected.push(found.to_bits());
    }
    let inputs: Vec<Input<'_>> = (0..VARIABLES.len())
        .map(|variable| Input::Slice(&VALUES[variable..][..expected.len()]))
        .collect();
    let mut found = vec![0.0; expected.len()];
    let done = evaluator.block(&inputs, &mut [&mut found]);
    assert_eq!(done, Ok(()));
    assert!(found.iter().map(|value| value.to_bits()).eq(expected));
}

/// Checks that the text, compiled for two outputs, gives the same steps twice. Skips texts that are
/// then too long.
fn check_twice(text: &str, program: &Program) {
    if let Ok(twice) = Compiler::new(&VARIABLES).compile_all(&[text, text]) {
        assert_eq!(twice.output_count(), 2);
        let once = &program.words()[..program.words().len() - 1];
        let (first, rest) = twice.words().split_at(once.len());
        assert_eq!(first, once);
        assert_eq!(rest, program.words());
    }
}

fn check_errors(text: &str, errors: &ExprErrors) {
    assert!(errors.len() > 0);
    for error in errors.iter() {
        let inside = text.get(error.span.start..error.span.stop);
        assert!(
            inside.is_some(),
            "{:?} is not a span of whole characters inside the text",
            error.span
        );
        assert_eq!(error.text, 0);
        let diagnostic = error.to_diagnostic();
        assert!(!diagnostic.message.is_empty());
        let has_hint = diagnostic.hint.is_some_and(|hint| !hint.is_empty());
        assert!(has_hint || diagnostic.code == "too-many-errors");
    }
    assert!(!errors.to_string().is_empty());
}
