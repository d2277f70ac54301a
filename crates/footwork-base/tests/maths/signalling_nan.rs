//! Bounds of a signalling NaN. On ARM, `saturate` once returned 1 for it, and so did `clamp` with the literals 0
//! and 1.
//!
//! A compiler turns a bound into an instruction of its own only if it knows the bound, so bounds are literals here.
//! Each form runs on one number, and in a loop at every SIMD level. The oracle compares bits as integers only.

use std::hint::black_box;

use footwork_base::maths::{clamp, max, min, saturate, smoothstep};
use footwork_base::{SimdLevel, SimdWork, SupportedLevel};

use super::inputs::{SPECIALS, all_exponents};

const NAN: u32 = 0x7fc0_0000;

fn is_nan(bits: u32) -> bool {
    bits & 0x7fff_ffff > 0x7f80_0000
}

/// Returns a key that orders the bits like their numbers, with -0 below +0.
fn key(bits: u32) -> u32 {
    match bits >> 31 {
        0 => bits | 0x8000_0000,
        _ => !bits,
    }
}

/// Selects one of two numbers. The result is NaN only if both numbers are NaN.
fn plain(a: u32, b: u32, takes_b: fn(u32, u32) -> bool) -> u32 {
    match (is_nan(a), is_nan(b)) {
        (true, true) => NAN,
        (true, false) => b,
        (false, true) => a,
        (false, false) if takes_b(key(a), key(b)) => b,
        (false, false) => a,
    }
}

fn plain_max(a: u32, b: u32) -> u32 {
    plain(a, b, |a, b| b > a)
}

fn plain_min(a: u32, b: u32) -> u32 {
    plain(a, b, |a, b| b < a)
}

/// Applies a function to many numbers in a loop.
struct Loop<'a, F> {
    function: F,
    from: &'a [f32],
    to: &'a mut [f32],
}

impl<F: Fn(f32) -> f32> SimdWork for Loop<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (to, &x) in self.to.iter_mut().zip(self.from) {
            *to = (self.function)(x);
        }
    }
}

fn check(name: &str, function: impl Fn(f32) -> f32 + Copy, expected: impl Fn(u32) -> u32) {
    let inputs: Vec<f32> = SPECIALS
        .into_iter()
        .chain(all_exponents(64))
        .chain((-2_000i16..4_000).map(|i| f32::from(i) / 1_000.0))
        .collect();
    let same = |how: &str, x: f32, found: f32| {
        let expected = expected(x.to_bits());
        assert!(
            found.to_bits() == expected,
            "{name} of {:08x} is {:08x}, not {expected:08x}: {how}",
            x.to_bits(),
            found.to_bits()
        );
    };
    for &x in &inputs {
        same("one number", x, function(black_box(x)));
    }
    for level in SimdLevel::available() {
        let mut found = vec![7.0; inputs.len()];
        let work = Loop {
            function,
            from: &inputs,
            to: &mut found,
        };
        SupportedLevel::new(level)
            .expect("every listed level is available")
            .run(work);
        for (&x, found) in inputs.iter().zip(found) {
            same(&format!("{level:?}"), x, found);
        }
    }
}

macro_rules! check_bounds {
    ($($lo:literal $hi:literal;)*) => {$(
        let (lo, hi) = (f32::to_bits($lo), f32::to_bits($hi));
        check(
            concat!("clamp to ", $lo, " and ", $hi),
            |x| clamp(x, $lo, $hi),
            |x| plain_min(plain_max(x, lo), hi),
        );
        check(
            concat!("bounds ", $hi, ", then ", $lo),
            |x| max(min(x, $hi), $lo),
            |x| plain_max(plain_min(x, hi), lo),
        );
    )*};
}

#[test]
fn literal_bounds_agree_with_the_oracle() {
    check_bounds! {
        0.0 1.0;
        -0.0 1.0;
        0.0 0.0;
        -0.0 0.0;
        0.0 -0.0;
        -1.0 -0.0;
        -1.0 1.0;
        0.25 2.5;
        -1e-40 1e-40;
        -3e38 3e38;
        1.0 0.0;
    }
}

#[test]
fn saturate_of_nan_is_zero() {
    let zero = 0.0f32.to_bits();
    let expected = |x| plain_min(plain_max(x, zero), 1.0f32.to_bits());
    check("saturate", saturate, expected);
    check("saturate of NaN", |_| saturate(f32::NAN), |_| zero);
    check("saturate of 0/0", |x| saturate((x - x) / (x - x)), |_| zero);
}

#[test]
fn smoothstep_of_nan_is_zero() {
    let check = |x: f32, expected: f32| {
        let found = [
            smoothstep(0.0, 1.0, black_box(x)),
            smoothstep(black_box(0.0), black_box(1.0), black_box(x)),
        ];
        let bits = x.to_bits();
        assert_eq!(
            found.map(f32::to_bits),
            [expected.to_bits(); 2],
            "at {bits:08x}"
        );
    };
    for nan in [NAN, 0xffc0_1234, 0x7f80_0001, u32::MAX] {
        check(f32::from_bits(nan), 0.0);
    }
    check(-0.0, 0.0);
    check(f32::NEG_INFINITY, 0.0);
    check(0.5, 0.5);
    check(f32::INFINITY, 1.0);
}
