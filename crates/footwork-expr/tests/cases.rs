//! Runs the cases of `testdata/expr` on every evaluator.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_base::to_f32;
use footwork_expr::{Evaluator, Function, Program, ProgramStep, StackMachine, compile};
use serde::Deserialize;

/// An evaluator that runs a program on one set of values.
type Machine = fn(&Program, &[f32]) -> Vec<f32>;

/// The name and the function of each evaluator.
const MACHINES: &[(&str, Machine)] = &[("stack", run_on_stack), ("fast", run_fast)];

fn run_on_stack(program: &Program, values: &[f32]) -> Vec<f32> {
    StackMachine::new(program).run(values).to_vec()
}

fn run_fast(program: &Program, values: &[f32]) -> Vec<f32> {
    let mut outputs = vec![0.0; program.output_count()];
    Evaluator::new(program).values_into(values, &mut outputs);
    outputs
}

fn read(file: &str) -> String {
    let path = format!("{}/../../testdata/expr/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[derive(Deserialize)]
struct Values {
    case: Vec<ValueCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueCase {
    name: Option<String>,
    expr: String,
    #[serde(default)]
    variables: Vec<String>,
    #[serde(default)]
    rows: Vec<Vec<f64>>,
    #[serde(default)]
    near: Vec<Vec<f64>>,
    constant: Option<bool>,
    postfix: Option<String>,
}

/// Returns whether a result is within 4 units in the last place or 2e-7.
fn is_near(found: f32, expected: f64) -> bool {
    let size = found.abs();
    // The distance to the next smaller number, which exists even for the largest number.
    let unit = f64::from(size) - f64::from(f32::from_bits(size.to_bits().saturating_sub(1)));
    let off = (f64::from(found) - expected).abs();
    off <= 4.0 * unit || off <= 2e-7
}

#[test]
fn values() {
    let cases: Values = toml::from_str(&read("values.toml")).unwrap();
    let mut wrong = Vec::new();
    for case in &cases.case {
        let shown = format!("{} ({})", case.expr, case.name.as_deref().unwrap_or(""));
        let variables: Vec<&str> = case.variables.iter().map(String::as_str).collect();
        let program = compile(&case.expr, &variables).unwrap_or_else(|e| panic!("{shown}: {e}"));
        let constant = case.constant.unwrap_or(variables.is_empty());
        assert_eq!(program.constant(0).is_some(), constant, "{shown}");
        assert_eq!(program.constants().is_some(), constant, "{shown}");
        if let Some(postfix) = &case.postfix {
            assert_eq!(&program.postfix(&variables), postfix, "{shown}");
        }
        assert!(case.rows.len() + case.near.len() > 0, "{shown} has no row");
        let exact = case.rows.iter().map(|row| (row, true));
        for (row, is_exact) in exact.chain(case.near.iter().map(|row| (row, false))) {
            let (expected, values) = row.split_last().unwrap();
            assert_eq!(values.len(), variables.len(), "{shown}: {row:?}");
            let values: Vec<f32> = values.iter().copied().map(to_f32).collect();
            let run = MACHINES
                .iter()
                .map(|(machine, run)| (*machine, run(&program, &values)[0]));
            let constant = program.constant(0).map(|value| ("constant", value));
            for (machine, found) in run.chain(constant) {
                let right = match is_exact {
                    true if expected.is_nan() => found.to_bits() == 0x7fc0_0000,
                    true => found.to_bits() == to_f32(*expected).to_bits(),
                    false => is_near(found, *expected),
                };
                if !right {
                    wrong.push(format!("{shown}, {machine}: {row:?} gives {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every function in [`Function::ALL`] and every operator has cases with NaN, both infinities and both zeros for each
/// argument.
#[test]
fn every_function_has_cases_of_special_values() {
    let cases: Values = toml::from_str(&read("values.toml")).unwrap();
    let powers = (-1..=16)
        .filter(|power| *power != 0)
        .map(ProgramStep::Power);
    let calls = Function::ALL.iter().copied().map(ProgramStep::Call);
    let mut missing = Vec::new();
    for call in calls.chain(powers) {
        let count = u32::try_from(call.arity()).unwrap();
        let steps = (0..count).map(ProgramStep::Variable).chain([call]);
        let program = Program::from_steps(steps, count, 0).unwrap();
        let is_of = |case: &&ValueCase| {
            let variables: Vec<&str> = case.variables.iter().map(String::as_str).collect();
            compile(&case.expr, &variables).is_ok_and(|found| found == program)
        };
        let rows = || cases.case.iter().filter(is_of).flat_map(|case| &case.rows);
        for argument in 0..call.arity() {
            let is_tested = |is: fn(f64) -> bool| rows().any(|row| is(row[argument]));
            let kinds = [
                is_tested(f64::is_nan),
                is_tested(f64::is_infinite),
                is_tested(|value| value.to_bits() == 0.0_f64.to_bits()),
                is_tested(|value| value.to_bits() == (-0.0_f64).to_bits()),
            ];
            if kinds != [true; 4] {
                missing.push(format!("{call:?}, argument {argument}: {kinds:?}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[derive(Deserialize)]
struct Precedence {
    case: Vec<PrecedenceCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrecedenceCase {
    expr: String,
    r#as: String,
    postfix: String,
}

#[test]
fn precedence() {
    let cases: Precedence = toml::from_str(&read("precedence.toml")).unwrap();
    let variables = ["a", "b", "c", "d"];
    let values = [-1.5, 0.0, 2.0, 3.0];
    for case in &cases.case {
        let compiled =
            |text: &str| compile(text, &variables).unwrap_or_else(|e| panic!("{text}: {e}"));
        let (program, grouped) = (compiled(&case.expr), compiled(&case.r#as));
        assert_eq!(program.postfix(&variables), case.postfix, "{}", case.expr);
        assert_eq!(grouped, program, "{}", case.expr);
        let expected = run_on_stack(&grouped, &values)[0].to_bits();
        for (machine, run) in MACHINES {
            let found = run(&program, &values)[0].to_bits();
            assert_eq!(found, expected, "{}, {machine}", case.expr);
        }
    }
}

#[derive(Deserialize)]
struct Errors {
    case: Vec<ErrorCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorCase {
    expr: String,
    errors: Vec<ErrorFields>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorFields {
    code: String,
    at: String,
    message: String,
    hint: String,
}

#[test]
fn errors() {
    let cases: Errors = toml::from_str(&read("errors.toml")).unwrap();
    for case in cases.case {
        let errors = compile(&case.expr, &["x", "y", "speed"]).expect_err(&case.expr);
        let found = errors.iter().map(|error| ErrorFields {
            code: error.code().to_owned(),
            at: error.span.slice(&case.expr).to_owned(),
            message: error.to_string(),
            hint: error.hint().unwrap_or_default(),
        });
        assert_eq!(found.collect::<Vec<_>>(), case.errors, "{}", case.expr);
    }
}
