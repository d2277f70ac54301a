//! The evaluator agrees with the stack machine on random programs and random numbers.

use crate::programs::{Values, check, program};
use crate::random::{Random, cases, seed};

fn agree(test: &str, cases: u64, steps: usize, rows: usize) {
    for case in 0..cases {
        let mut random = Random::of_case(test, case);
        let program = program(&mut random, steps);
        let rows = random.below(rows);
        let values = Values::new(&mut random, rows);
        let size = random.pick(&[1, 2, 3, 7, 8, 16, 31, 32, 64, 256, 4096]);
        check(&program, &values, &[size]);
    }
    println!("{test}: {cases} cases, seed {}", seed());
}

#[test]
fn random_programs() {
    agree("random programs", 20_000, 30, 40);
}

#[test]
fn long_programs() {
    agree("long programs", 100, 3_000, 40);
}

/// `cargo xtask soak` runs a million programs.
#[test]
#[ignore = "minutes"]
fn many_random_programs() {
    agree("many programs", cases(100_000, 1_000_000), 40, 80);
}
