//! The result bits of all functions and of two formulas, as hashes that must not change.

use footwork_expr::{Function, compile};

use crate::functions::{grid, program_of};
use crate::programs::{Values, check};
use crate::random::Random;

const E0: &str = "sin(t)+0.1*cos(10*t)";
const E1: &str =
    "(-z/(sqrt(x*x+z*z)+0.5))*12*exp(-0.08*(x*x+z*z))*max(0,1-y/20)+0.8*sin(3*t+0.4*y)-0.3*x";

/// Returns the FNV-1a hash of the bits.
fn hash(columns: &[Vec<u32>]) -> String {
    let bytes = columns.iter().flatten().flat_map(|bits| bits.to_le_bytes());
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.fold(0xcbf2_9ce4_8422_2325, step))
}

fn usual() -> Values {
    let mut random = Random(11);
    let mut column = || {
        (0..4000)
            .map(|_| (random.bits() as f32 / 4.3e9 - 0.5) * 40.0)
            .collect()
    };
    Values::of_columns([(); 5].map(|()| column()))
}

fn found() -> String {
    let mut text = String::from(
        "# Written by hand from what `tests/fast/golden.rs` prints: FNV-1a of the bits of results.\n",
    );
    let grid = grid();
    let mut line = |name: &str, hash: &str| {
        text.push_str(&format!("{name} = \"{hash}\"\n"));
    };
    for &function in Function::ALL {
        let hash = hash(&check(&program_of(function), &grid, &[64]));
        line(&format!("{function:?}"), &hash);
    }
    for (name, formula) in [("E0", E0), ("E1", E1)] {
        let program = compile(formula, &["x", "y", "z", "t"]).unwrap();
        line(name, &hash(&check(&program, &usual(), &[64])));
    }
    text
}

#[test]
fn golden_bits() {
    let golden = include_str!("../../../../testdata/expr/golden.toml");
    let found = found();
    assert!(
        found == golden,
        "the bits have changed; they are now\n{found}"
    );
}
