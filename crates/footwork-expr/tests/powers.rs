//! The accuracy of `x ^ n` by products, compared with f64.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_expr::{StackMachine, compile};

/// Each power and its largest error in units in the last place, as documented for `ProgramStep::Power`.
const STATED: [(i32, f64); 18] = [
    (-1, 0.5),
    (0, 0.0),
    (1, 0.0),
    (2, 0.5),
    (3, 1.29),
    (4, 1.91),
    (5, 2.93),
    (6, 3.44),
    (7, 0.501),
    (8, 0.501),
    (9, 0.501),
    (10, 0.501),
    (11, 0.501),
    (12, 0.501),
    (13, 0.501),
    (14, 0.501),
    (15, 0.501),
    (16, 0.501),
];

/// Returns the power in f64, which is exact except for its last bits.
fn exact(x: f32, power: i32) -> f64 {
    let product = (0..power.abs()).fold(1.0, |product, _| product * f64::from(x));
    if power < 0 { 1.0 / product } else { product }
}

/// Returns the distance between the two f32 around a number.
fn unit(value: f64) -> f64 {
    let exponent = (value.abs().to_bits() >> 52).clamp(1023 - 126, 1023 + 127);
    f64::from_bits((exponent - 23) << 52)
}

/// Returns the largest error over `numbers`. It must not exceed the documented error.
fn check(power: i32, stated: f64, numbers: impl Iterator<Item = f32>) -> f64 {
    let program = compile(&format!("x ^ {power}"), &["x"]).unwrap();
    let mut machine = StackMachine::new(&program);
    let mut worst = 0.0;
    for x in numbers {
        let found = machine.run(&[x])[0];
        let exact = exact(x, power);
        if found.is_infinite() {
            // An infinite result is right if the exact result is too large within the documented error.
            let size = exact.abs() + stated * unit(exact);
            assert!(size >= f64::from(f32::MAX), "{x:e} ^ {power} is {found:e}");
            continue;
        }
        let off = (f64::from(found) - exact).abs() / unit(exact);
        assert!(
            off <= stated,
            "{x:e} ^ {power} is {found:e}, {off} units off"
        );
        worst = if off > worst { off } else { worst };
    }
    worst
}

/// Tests numbers of every exponent.
#[test]
fn powers_are_as_exact_as_stated() {
    for (power, stated) in STATED {
        let finite = 0..0x7f80_0000_u32;
        let numbers = finite.step_by(65_521 / 3).map(f32::from_bits);
        check(power, stated, numbers.clone());
        check(power, stated, numbers.map(|x| -x));
        let near = (0..0x0080_0000_u32).step_by(101);
        check(
            power,
            stated,
            near.map(|bits| f32::from_bits(0x3f80_0000 | bits)),
        );
    }
}

/// Tests all fractions with one exponent, because the exponent does not change the error. The documented errors are
/// tight.
#[test]
#[ignore = "a minute"]
fn documented_errors_are_tight_for_every_fraction() {
    for (power, stated) in STATED {
        let all = 0x3f80_0000..0x4080_0000_u32;
        let worst = check(power, stated, all.map(f32::from_bits));
        println!("x ^ {power}: {worst:.4} units in the last place");
        assert!(worst > stated - 0.02, "x ^ {power}: {worst}");
    }
}
