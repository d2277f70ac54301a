//! Measures the errors of results against the f64 functions of libm, which count as exact.
//!
//! The limits are those of the table in the docs of `footwork_base::maths`. The everyday tests check them on every
//! exponent and on random numbers. The ignored tests check them on every f32.

use std::f64::consts::PI;

use footwork_base::maths;

use super::inputs::{Random, all_exponents};

/// A function of one number, and its error in the table of `maths`: in ulps, or absolute.
struct Case {
    name: &'static str,
    ours: fn(f32) -> f32,
    exact: fn(f64) -> f64,
    stated: Stated,
    /// The largest size of an argument for which the error holds.
    up_to: f32,
}

#[derive(Clone, Copy)]
enum Stated {
    Ulps(f64),
    Absolute(f64),
}

const fn case(name: &'static str, ours: fn(f32) -> f32, exact: fn(f64) -> f64, ulps: f64) -> Case {
    Case {
        name,
        ours,
        exact,
        stated: Stated::Ulps(ulps),
        up_to: f32::INFINITY,
    }
}

const SIN: Case = Case {
    stated: Stated::Absolute(1.8e-7),
    up_to: 1e6,
    ..case("sin", maths::sin, libm::sin, 0.0)
};
const SIN_TO_100: Case = Case {
    stated: Stated::Absolute(1.2e-7),
    up_to: 100.0,
    ..SIN
};
const COS: Case = Case {
    stated: Stated::Absolute(1.7e-7),
    up_to: 1e6,
    ..case("cos", maths::cos, libm::cos, 0.0)
};
const COS_TO_100: Case = Case {
    stated: Stated::Absolute(1.2e-7),
    up_to: 100.0,
    ..COS
};
const TAN: Case = Case {
    up_to: 1.6e6,
    ..case("tan", maths::tan, libm::tan, 2.8)
};
const ASIN: Case = case("asin", maths::asin, libm::asin, 2.4);
const ACOS: Case = case("acos", maths::acos, libm::acos, 1.2);
const ATAN: Case = case("atan", maths::atan, libm::atan, 1.7);
const SQRT: Case = case("sqrt", maths::sqrt, libm::sqrt, 0.5);
const CBRT: Case = case("cbrt", maths::cbrt, libm::cbrt, 0.501);
const EXP: Case = case("exp", maths::exp, libm::exp, 0.99);
const EXP2: Case = case("exp2", maths::exp2, libm::exp2, 1.2);
const LN: Case = case("ln", maths::ln, libm::log, 0.91);
const LOG2: Case = case("log2", maths::log2, libm::log2, 2.0);
const LOG10: Case = case("log10", maths::log10, libm::log10, 0.501);
const DEG: Case = case("deg", maths::deg, |x| x * (180.0 / PI), 0.7);
const RAD: Case = case("rad", maths::rad, |x| x * (PI / 180.0), 0.63);

const CASES: [Case; 17] = [
    SIN, SIN_TO_100, COS, COS_TO_100, TAN, ASIN, ACOS, ATAN, SQRT, CBRT, EXP, EXP2, LN, LOG2,
    LOG10, DEG, RAD,
];

/// The limits for functions of several numbers, as in the table of `maths`.
const ATAN2_ULPS: f64 = 1.8;
const POW_ULPS: f64 = 0.501;
const LENGTH_ULPS: f64 = 0.501;

/// Returns the error in ulps of the exact result, and the absolute error. Both are infinite if only one of the results
/// is NaN. An infinity counts as 2^128.
fn error(y: f32, exact: f64) -> (f64, f64) {
    if y.is_nan() || exact.is_nan() {
        let error = if y.is_nan() && exact.is_nan() {
            0.0
        } else {
            f64::INFINITY
        };
        return (error, error);
    }
    // An exact result of 2^128 or more counts as 2^128. So does infinity.
    let beyond = f64::from_bits((1023 + 128) << 52);
    let held = |v: f64| {
        if v.abs() > beyond {
            beyond.copysign(v)
        } else {
            v
        }
    };
    let size = held(exact).abs();
    let exponent = (size.to_bits() >> 52).clamp(1023 - 126, 1023 + 127);
    let ulp = f64::from_bits((exponent - 23) << 52);
    let error = (held(f64::from(y)) - held(exact)).abs();
    (error / ulp, error)
}

/// Checks that the errors for `numbers` are within those of a case. Returns the largest errors, in ulps and absolute,
/// with their arguments.
fn check(case: &Case, numbers: impl Iterator<Item = f32>) -> [(f64, f32); 2] {
    let mut worst = [(0.0, 0.0); 2];
    for x in numbers {
        if x.abs() > case.up_to && x.is_finite() {
            continue;
        }
        let y = (case.ours)(x);
        let exact = (case.exact)(f64::from(x));
        let (ulps, absolute) = error(y, exact);
        let holds = match case.stated {
            Stated::Ulps(stated) => ulps <= stated,
            Stated::Absolute(stated) => absolute <= stated,
        };
        assert!(
            holds,
            "{}({x:e}) is {y:e}, {ulps} ulps or {absolute:e} from {exact:e}",
            case.name
        );
        if ulps > worst[0].0 {
            worst[0] = (ulps, x);
        }
        if absolute > worst[1].0 {
            worst[1] = (absolute, x);
        }
    }
    worst
}

#[test]
fn functions_of_one_number_are_within_the_stated_errors() {
    for case in &CASES {
        let mut random = Random(21);
        check(case, all_exponents(48));
        check(case, (0..10_000).map(|_| random.between(-20.0, 20.0)));
        check(case, (0..5_000).map(|_| random.between(-1.0, 1.0)));
        check(case, (0..5_000).map(|_| random.between(-1e6, 1e6)));
        check(case, (0..10_000).map(|_| random.any()));
    }
}

/// Checks a case on every f32, and prints the largest errors.
fn exhaust(case: &Case) {
    let worst = check(case, (0..=u32::MAX).map(f32::from_bits));
    let [(ulps, at), (absolute, there)] = worst;
    println!(
        "{}: {ulps:.3} ulps at {at:e}, {absolute:.3e} at {there:e}",
        case.name
    );
}

macro_rules! exhaustive {
    ($($name:ident: $case:ident),* $(,)?) => {
        $(
            #[test]
            #[ignore = "takes minutes: every f32"]
            fn $name() {
                exhaust(&$case);
            }
        )*
    };
}

exhaustive! {
    every_sin: SIN, every_cos: COS, every_tan: TAN, every_asin: ASIN, every_acos: ACOS,
    every_atan: ATAN, every_sqrt: SQRT, every_cbrt: CBRT, every_exp: EXP, every_exp2: EXP2,
    every_ln: LN, every_log2: LOG2, every_log10: LOG10, every_deg: DEG, every_rad: RAD,
    every_sin_to_100: SIN_TO_100, every_cos_to_100: COS_TO_100,
}

/// Checks `count` sets of random arguments.
fn many_numbers(seed: u64, count: u32) {
    let mut random = Random(seed);
    for i in 0..count {
        let mut next = || match i % 2 {
            0 => random.any(),
            _ => random.between(-20.0, 20.0),
        };
        let [x, y, z, w] = [(); 4].map(|()| next());
        let wide = [x, y, z, w].map(f64::from);
        if wide.iter().any(|x| x.is_nan()) {
            continue;
        }
        let length = |count: usize| {
            let numbers = wide[..count].iter();
            numbers.fold(0.0, |sum, &x| libm::hypot(sum, x))
        };
        // The base is near 1, so its logarithm is small, and the power is large.
        let (base, power) = (1.0 + y * 1e-4, x * 1e3);
        let near_one = libm::pow(base.into(), power.into());
        let [wide_x, wide_y, ..] = wide;
        let results = [
            (
                "atan2",
                maths::atan2(x, y),
                libm::atan2(wide_x, wide_y),
                ATAN2_ULPS,
            ),
            ("pow", maths::pow(x, y), libm::pow(wide_x, wide_y), POW_ULPS),
            ("pow near 1", maths::pow(base, power), near_one, POW_ULPS),
            ("hypot", maths::hypot(x, y), length(2), LENGTH_ULPS),
            ("length2", maths::length2(x, y), length(2), LENGTH_ULPS),
            ("length3", maths::length3(x, y, z), length(3), LENGTH_ULPS),
            (
                "length4",
                maths::length4(x, y, z, w),
                length(4),
                LENGTH_ULPS,
            ),
        ];
        for (name, ours, exact, stated) in results {
            let (ulps, _) = error(ours, exact);
            assert!(
                ulps <= stated,
                "{name} of {x:e}, {y:e}, {z:e}, {w:e} is {ours:e}, {ulps} ulps off"
            );
        }
    }
}

#[test]
fn functions_of_several_numbers_are_within_the_stated_errors() {
    many_numbers(23, 200_000);
}

#[test]
#[ignore = "takes minutes"]
fn functions_of_several_numbers_are_within_the_stated_errors_in_many_cases() {
    many_numbers(29, 100_000_000);
}
