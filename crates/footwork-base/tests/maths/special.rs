//! The bits of every function's results at zeros, infinities, NaN and outside its domain. The cases are in
//! `testdata/maths/special.txt`.

use std::collections::BTreeSet;

use footwork_base::maths::{NAN, cbrt, exp2, log2, log10, pow};

use super::functions::{FUNCTIONS, Function};

const CASES: &str = include_str!("../../../../testdata/maths/special.txt");

#[track_caller]
fn check(call: &str, result: f32, expected: f32) {
    assert_eq!(
        result.to_bits(),
        expected.to_bits(),
        "{call} is {result:e}, not {expected:e}"
    );
}

/// Returns the name, the arguments and the result of a line like `min(0, -0) = -0`.
fn parse(line: &str) -> Option<(&str, Vec<f32>, f32)> {
    let (call, result) = line.split_once(" = ")?;
    let (name, arguments) = call.strip_suffix(')')?.split_once('(')?;
    let arguments: Result<Vec<f32>, _> = arguments.split(", ").map(str::parse).collect();
    Some((name, arguments.ok()?, result.parse().ok()?))
}

fn call(name: &str, arguments: &[f32]) -> Option<f32> {
    let (_, function) = FUNCTIONS.iter().find(|(known, _)| *known == name)?;
    match (function, arguments) {
        (Function::One(f), &[a]) => Some(f(a)),
        (Function::Two(f), &[a, b]) => Some(f(a, b)),
        (Function::Three(f), &[a, b, c]) => Some(f(a, b, c)),
        (Function::Four(f), &[a, b, c, d]) => Some(f(a, b, c, d)),
        (Function::Five(f), &[a, b, c, d, e]) => Some(f(a, b, c, d, e)),
        _ => None,
    }
}

#[test]
fn every_case_gives_the_listed_bits() {
    let mut seen = BTreeSet::new();
    let lines = CASES.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((name, arguments, expected)) = parse(line) else {
            panic!("not a case: {line}");
        };
        let Some(result) = call(name, &arguments) else {
            panic!("no such function: {line}");
        };
        check(line, result, if expected.is_nan() { NAN } else { expected });
        seen.insert(name);
    }
    let known: BTreeSet<&str> = FUNCTIONS.iter().map(|&(name, _)| name).collect();
    assert_eq!(seen, known, "every function has a case");
}

#[test]
fn nan_arguments_give_nan() {
    for &(name, function) in FUNCTIONS {
        if let Function::One(f) = function
            && name != "saturate"
        {
            for bits in [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xffff_ffff] {
                check(name, f(f32::from_bits(bits)), NAN);
            }
        }
    }
}

#[test]
fn whole_powers_and_roots_are_exact() {
    for k in -149i16..=127 {
        let power = f32::from_bits(if k < -126 {
            1 << (k + 149)
        } else {
            u32::try_from(k + 127).unwrap() << 23
        });
        check(&format!("exp2 of {k}"), exp2(f32::from(k)), power);
        check(&format!("log2 of {k}"), log2(power), f32::from(k));
        check(&format!("pow 2  of {k}"), pow(2.0, f32::from(k)), power);
    }
    let mut ten = 1.0;
    for k in 0..=10i16 {
        check(&format!("log10 of {k}"), log10(ten), f32::from(k));
        check(&format!("pow 10  of {k}"), pow(10.0, f32::from(k)), ten);
        ten *= 10.0;
    }
    for n in 0..=2_000i16 {
        let root = f32::from(n);
        check(&format!("pow 2nd of {n}"), pow(root, 2.0), root * root);
        let cube = root * root * root;
        if n <= 256 {
            check(&format!("cbrt of {cube}"), cbrt(cube), root);
        }
    }
}
