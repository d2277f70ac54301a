//! Random programs over random numbers.

use crate::numbers::{Random, soak};
use crate::programs::{Values, check, program};

fn agree(cases: u64, steps: usize, rows: usize) {
    for case in 0..cases {
        let mut random = Random::new(case);
        let program = program(&mut random, steps);
        let rows = random.below(rows);
        let values = Values::new(&mut random, rows);
        let size = random.of(&[1, 2, 3, 7, 8, 16, 31, 32, 64, 256, 4096]);
        check(&program, &values, &[size]);
    }
}

#[test]
fn random_programs() {
    agree(20_000, 30, 40);
}

#[test]
fn long_programs() {
    agree(100, 3_000, 40);
}

#[test]
#[ignore = "minutes"]
fn a_million_random_programs() {
    agree(if soak() { 1_000_000 } else { 100_000 }, 40, 80);
}
