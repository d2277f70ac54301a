//! How far results are from exact ones, against f64 functions of libm.
//!
//! The everyday tests try every exponent and random numbers; the ignored ones try every f32, and are
//! where the numbers in the module's table come from.

use footwork_base::maths;

use super::inputs::{Random, all_exponents};

/// A function of one number and the errors that its documentation states.
struct Case {
    name: &'static str,
    ours: fn(f32) -> f32,
    exact: fn(f64) -> f64,
    /// The error must be below this many ulps …
    ulps: f64,
    /// … or else below this.
    absolute: f64,
    /// The sizes for which this holds.
    up_to: f32,
}

const fn case(name: &'static str, ours: fn(f32) -> f32, exact: fn(f64) -> f64, ulps: f64) -> Case {
    Case {
        name,
        ours,
        exact,
        ulps,
        absolute: 0.0,
        up_to: f32::INFINITY,
    }
}

const SIN: Case = Case {
    absolute: 2e-7,
    up_to: 1e6,
    ..case("sin", maths::sin, libm::sin, 2.0)
};
const COS: Case = Case {
    absolute: 2e-7,
    up_to: 1e6,
    ..case("cos", maths::cos, libm::cos, 2.0)
};
const TAN: Case = Case {
    up_to: 1.6e6,
    ..case("tan", maths::tan, libm::tan, 3.0)
};
const ASIN: Case = case("asin", maths::asin, libm::asin, 2.5);
const ACOS: Case = case("acos", maths::acos, libm::acos, 1.5);
const ATAN: Case = case("atan", maths::atan, libm::atan, 2.0);
const SQRT: Case = case("sqrt", maths::sqrt, libm::sqrt, 0.501);
const CBRT: Case = case("cbrt", maths::cbrt, libm::cbrt, 0.501);
const EXP: Case = case("exp", maths::exp, libm::exp, 1.0);
const EXP2: Case = case("exp2", maths::exp2, libm::exp2, 1.5);
const LN: Case = case("ln", maths::ln, libm::log, 1.0);
const LOG2: Case = case("log2", maths::log2, libm::log2, 2.0);
const LOG10: Case = case("log10", maths::log10, libm::log10, 0.501);
const DEG: Case = case(
    "deg",
    maths::deg,
    |x| x * (180.0 / std::f64::consts::PI),
    1.0,
);
const RAD: Case = case(
    "rad",
    maths::rad,
    |x| x * (std::f64::consts::PI / 180.0),
    1.0,
);

const CASES: [Case; 15] = [
    SIN, COS, TAN, ASIN, ACOS, ATAN, SQRT, CBRT, EXP, EXP2, LN, LOG2, LOG10, DEG, RAD,
];

/// The error in ulps of the exact result, and the error itself. Where one is NaN and the other is not, or
/// an infinity is wrong, both are infinite.
fn error(y: f32, exact: f64) -> (f64, f64) {
    if y.is_nan() || exact.is_nan() {
        let error = if y.is_nan() && exact.is_nan() {
            0.0
        } else {
            f64::INFINITY
        };
        return (error, error);
    }
    // An exact result of 2^128 or more counts as that, and infinity stands for it.
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

/// Checks numbers against a case and gives the largest errors, in ulps and absolute.
fn check(case: &Case, numbers: impl Iterator<Item = f32>) -> [(f64, f32); 2] {
    let mut worst = [(0.0, 0.0); 2];
    for x in numbers {
        if x.abs() > case.up_to && x.is_finite() {
            continue;
        }
        let y = (case.ours)(x);
        let exact = (case.exact)(f64::from(x));
        let (ulps, absolute) = error(y, exact);
        assert!(
            ulps <= case.ulps || absolute <= case.absolute,
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
fn of_one_number() {
    for case in &CASES {
        let mut random = Random(21);
        check(case, all_exponents(48));
        check(case, (0..10_000).map(|_| random.between(-20.0, 20.0)));
        check(case, (0..5_000).map(|_| random.between(-1.0, 1.0)));
        check(case, (0..5_000).map(|_| random.between(-1e6, 1e6)));
        check(case, (0..10_000).map(|_| random.any()));
    }
}

/// Every f32; prints the largest errors.
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
    every_ln: LN, every_log2: LOG2, every_log10: LOG10,
}

#[test]
fn of_more_numbers() {
    let mut random = Random(23);
    for i in 0..200_000u32 {
        let (x, y) = if i.is_multiple_of(2) {
            (random.any(), random.any())
        } else {
            (random.between(-20.0, 20.0), random.between(-20.0, 20.0))
        };
        if x.is_nan() || y.is_nan() {
            continue;
        }
        let (wide_x, wide_y) = (f64::from(x), f64::from(y));
        let hypot = libm::hypot(wide_x, wide_y);
        let length3 = libm::hypot(hypot, 1.0);
        // Near 1, where logarithms are small and powers large.
        let (base, power) = (1.0 + y * 1e-4, x * 1e3);
        let near_one = libm::pow(base.into(), power.into());
        let results = [
            (
                "atan2",
                maths::atan2(x, y),
                libm::atan2(wide_x, wide_y),
                1.8,
            ),
            ("pow", maths::pow(x, y), libm::pow(wide_x, wide_y), 0.501),
            ("pow near 1", maths::pow(base, power), near_one, 0.501),
            ("hypot", maths::hypot(x, y), hypot, 0.501),
            ("length3", maths::length3(x, y, 1.0), length3, 0.501),
        ];
        for (name, ours, exact, stated) in results {
            let (ulps, _) = error(ours, exact);
            assert!(
                ulps <= stated,
                "{name} of {x:e}, {y:e} is {ours:e}, {ulps} ulps off"
            );
        }
    }
}
