//! Laws that hold for all numbers.

use footwork_base::maths;

use super::functions::{FUNCTIONS, for_each_result};
use super::inputs::{Random, SPECIALS, all_exponents};

const ROUNDS: usize = 200_000;

#[test]
fn every_nan_result_is_canonical() {
    for &(name, function) in FUNCTIONS {
        for_each_result(function, |y| {
            assert!(
                !y.is_nan() || y.to_bits() == 0x7fc0_0000,
                "{name} gave {:08x}",
                y.to_bits()
            );
        });
    }
}

type One = fn(f32) -> f32;

/// Each function for single numbers, with its version for loops over many numbers.
const ONES: [(&str, One, One); 4] = [
    ("sin", maths::sin_one, maths::sin),
    ("cos", maths::cos_one, maths::cos),
    ("exp", maths::exp_one, maths::exp),
    ("ln", maths::ln_one, maths::ln),
];

fn one_is_as_many(x: f32) {
    for (name, one, many) in ONES {
        let (one, many) = (one(x), many(x));
        assert_eq!(
            one.to_bits(),
            many.to_bits(),
            "{name}({x:e}) is {one:e} and {many:e}"
        );
    }
}

#[test]
fn single_number_functions_have_the_same_bits() {
    let mut random = Random(37);
    let near = (0..ROUNDS).map(|_| random.between(-100.0, 100.0));
    SPECIALS
        .into_iter()
        .chain(all_exponents(1000))
        .chain(near)
        .for_each(one_is_as_many);
}

#[test]
#[ignore = "a minute: every f32"]
fn single_number_functions_have_the_same_bits_for_every_f32() {
    (0..=u32::MAX).map(f32::from_bits).for_each(one_is_as_many);
}

#[test]
fn pow_one_has_the_bits_of_pow() {
    let mut random = Random(31);
    let check = |x: f32, y: f32| {
        let (one, any) = (maths::pow_one(x, y), maths::pow(x, y));
        assert_eq!(
            one.to_bits(),
            any.to_bits(),
            "pow_one({x:e}, {y:e}) is {one:e}"
        );
    };
    for x in SPECIALS.into_iter().chain(all_exponents(1)) {
        SPECIALS.into_iter().for_each(|y| check(x, y));
    }
    (0..ROUNDS).for_each(|_| check(random.any(), random.between(-9.0, 9.0)));
    (0..ROUNDS).for_each(|_| check(random.any(), random.any()));
}

/// Sine and cosine stay in [-1, 1] for every number. Up to 1.2e7, their error is less than half an ulp of the argument
/// plus 2e-7, up to rounding.
#[test]
fn sine_and_cosine_of_large_numbers() {
    let mut random = Random(3);
    let many = (0..ROUNDS).map(|_| random.any());
    for x in all_exponents(64).chain(many).filter(|x| x.is_finite()) {
        let (sin, cos) = (maths::sin(x), maths::cos(x));
        assert!(
            sin.abs() <= 1.0 && cos.abs() <= 1.0,
            "at {x:e}: {sin} {cos}"
        );
        assert_eq!(maths::sin(-x).to_bits(), (-sin).to_bits(), "sine is odd");
        assert_eq!(maths::cos(-x).to_bits(), cos.to_bits(), "cosine is even");
        if x.abs() <= 1.2e7 {
            let above = f32::from_bits(x.abs().to_bits() + 1);
            let bound = f64::from(above - x.abs()) * 0.51 + 2e-7;
            assert!(
                (f64::from(sin) - libm::sin(x.into())).abs() < bound,
                "sin({x:e})"
            );
            assert!(
                (f64::from(cos) - libm::cos(x.into())).abs() < bound,
                "cos({x:e})"
            );
        }
    }
}

#[test]
fn remainders_are_those_of_c() {
    let mut random = Random(5);
    let check = |x: f32, y: f32| {
        let expected = maths::canonical(libm::fmodf(x, y));
        let r = maths::rem(x, y);
        assert_eq!(
            r.to_bits(),
            expected.to_bits(),
            "rem({x:e}, {y:e}) is {r:e}, not {expected:e}"
        );
        if maths::is_near(x, y) {
            assert_eq!(
                maths::rem_near(x, y).to_bits(),
                r.to_bits(),
                "rem_near({x:e}, {y:e})"
            );
            let (near, whole) = (maths::modulo_near(x, y), maths::modulo(x, y));
            assert_eq!(near.to_bits(), whole.to_bits(), "modulo_near({x:e}, {y:e})");
        } else {
            assert!((x / y).abs() >= 536_870_911.0, "{x:e} / {y:e} is near");
        }
    };
    for x in SPECIALS {
        SPECIALS.iter().for_each(|&y| check(x, y));
        all_exponents(2).for_each(|y| check(x, y));
        all_exponents(2).for_each(|y| check(y, x));
    }
    for _ in 0..ROUNDS / 4 {
        check(random.any(), random.any());
        check(random.between(-1e6, 1e6), random.between(-10.0, 10.0));
        let y = random.between(0.1, 10.0);
        check(y * random.between(0.0, 5e8).trunc(), y);
    }
}

#[test]
fn wrapping_stays_in_the_range() {
    let mut random = Random(7);
    for _ in 0..ROUNDS {
        let (x, a, b) = (random.any(), random.any(), random.between(-4.0, 4.0));
        let v = maths::wrap(x, a, b);
        if x.is_finite() && a.is_finite() {
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            assert!(
                low <= v && (v < high || low == high),
                "wrap({x:e}, {a:e}, {b:e}) is {v:e}"
            );
        } else {
            assert!(v.is_nan());
        }
    }
}

#[test]
fn wrapping_goes_by_whole_turns() {
    let mut random = Random(8);
    for _ in 0..ROUNDS {
        let (x, low) = (random.between(-1e6, 1e6), random.between(-10.0, 10.0));
        let high = low + random.between(0.1, 10.0);
        let span = f64::from(high) - f64::from(low);
        let turns = (f64::from(maths::wrap(x, low, high)) - f64::from(x)) / span;
        let off = (turns - turns.round()).abs() * span;
        assert!(off < 2e-6, "wrap({x:e}, {low:e}, {high:e}) is {off:e} off");
    }
}

/// At `t` = 0 and 1, the result is exactly `a` and `b`, even if the other end is NaN.
#[test]
fn lerp_gives_its_ends_exactly() {
    let mut random = Random(9);
    let check = |a: f32, b: f32| {
        let ends = [
            maths::lerp(a, b, 0.0),
            maths::lerp(a, b, -0.0),
            maths::lerp(b, a, 1.0),
        ];
        let expected = maths::canonical(a).to_bits();
        assert_eq!(ends.map(f32::to_bits), [expected; 3], "{a:e}, {b:e}");
    };
    for a in SPECIALS {
        SPECIALS.iter().for_each(|&b| check(a, b));
    }
    for _ in 0..ROUNDS {
        check(random.any(), random.any());
        check(random.between(-1e3, 1e3), random.between(-1e3, 1e3));
    }
}

#[test]
fn lerp_is_near_the_exact_result() {
    let mut random = Random(10);
    let huge = |random: &mut Random| random.between(-1.7e38, 1.7e38) * 2.0;
    for round in 0..ROUNDS {
        let t = random.between(-2.0, 3.0);
        let (a, b, t) = match round % 3 {
            0 => (random.between(-1e3, 1e3), random.between(-1e3, 1e3), t),
            1 => (random.any(), random.any(), t),
            // The difference of the ends may overflow, but the result does not.
            _ => (
                huge(&mut random),
                huge(&mut random),
                random.between(0.0, 1.0),
            ),
        };
        if !a.is_finite() || !b.is_finite() {
            continue;
        }
        assert_eq!(maths::lerp(a, a, t), a);
        let exact = f64::from(a) + (f64::from(b) - f64::from(a)) * f64::from(t);
        if exact.abs() >= f64::from(f32::MAX) {
            continue;
        }
        let size = f64::from(a.abs()) + f64::from(b.abs()) + exact.abs();
        let off = (f64::from(maths::lerp(a, b, t)) - exact).abs();
        // The bound allows for roundings, including roundings of numbers too small to be halved exactly.
        assert!(
            off <= size * 2e-7 + 4e-45,
            "lerp({a:e}, {b:e}, {t:e}) is {off:e} off"
        );
        let found = maths::lerp(a, b, t);
        let between = maths::min(a, b) <= found && found <= maths::max(a, b);
        assert!(
            between || !(0.0..=1.0).contains(&t),
            "lerp({a:e}, {b:e}, {t:e}) is outside"
        );
    }
}

/// As `t` rises, the result falls at most by a rounding error.
#[test]
fn lerp_rises_with_t() {
    let mut random = Random(11);
    for _ in 0..ROUNDS / 100 {
        let (a, b) = (random.between(-1e3, 1e3), random.between(-1e3, 1e3));
        let (a, b) = (maths::min(a, b), maths::max(a, b));
        let mut last = a;
        for step in 0..=100 {
            let t = step as f32 / 100.0;
            let now = maths::lerp(a, b, t);
            assert!(now >= last - 1.3e-4, "lerp({a:e}, {b:e}, {t})");
            last = now;
        }
    }
}

#[test]
fn remap_gives_its_ends_exactly() {
    let mut random = Random(12);
    for _ in 0..ROUNDS {
        let (from_lo, from_hi) = (random.any(), random.any());
        let (to_lo, to_hi) = (random.any(), random.any());
        let length = from_hi - from_lo;
        if length.is_finite() && length != 0.0 {
            let at = |x| maths::remap(x, from_lo, from_hi, to_lo, to_hi).to_bits();
            let ends = [at(from_lo), at(from_hi)];
            assert_eq!(
                ends,
                [to_lo, to_hi].map(|end| maths::canonical(end).to_bits())
            );
        }
    }
}

#[test]
fn rounding_is_exact() {
    let mut random = Random(11);
    let many = (0..ROUNDS).map(|_| random.any());
    let halves = (-5_000i16..5_000).map(|i| f32::from(i) * 0.5);
    for x in all_exponents(64)
        .chain(many)
        .chain(halves)
        .filter(|x| !x.is_nan())
    {
        let ours = [
            maths::floor(x),
            maths::ceil(x),
            maths::trunc(x),
            maths::round(x),
        ];
        // Does not use std's `x.round()`, which returns 1 for 0.49999997 on windows-gnu. The differences and sums used
        // here are exact.
        let away = if (x - x.trunc()).abs() >= 0.5 {
            1.0_f32.copysign(x)
        } else {
            0.0
        };
        let nearest = (x.trunc() + away).copysign(x);
        let exact = [x.floor(), x.ceil(), x.trunc(), nearest];
        assert_eq!(ours.map(f32::to_bits), exact.map(f32::to_bits), "of {x:e}");
    }
}

/// The name of a function, the function, its expected mean, and its least and largest result.
type Spread = (&'static str, fn(f32, f32, f32) -> f32, f64, f32, f32);

/// Noise and hash stay in their ranges, are not constant, and have the expected mean.
#[test]
fn noise_and_hash_are_spread() {
    let mut random = Random(13);
    let functions: [Spread; 4] = [
        ("hash", |x, _, _| maths::hash(1, x), 0.5, 0.0, 1.0),
        ("noise1", |x, _, _| maths::noise1(1, x), 0.0, -1.0, 1.0),
        ("noise2", |x, y, _| maths::noise2(1, x, y), 0.0, -1.0, 1.0),
        (
            "noise3",
            |x, y, z| maths::noise3(1, x, y, z),
            0.0,
            -1.0,
            1.0,
        ),
    ];
    for (name, f, mean, lo, hi) in functions {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..ROUNDS {
            let mut next = || random.between(-1e3, 1e3);
            let v = f(next(), next(), next());
            assert!(
                lo <= v && v <= hi && (name != "hash" || v < 1.0),
                "{name} gave {v}"
            );
            sum += f64::from(v);
            squares += f64::from(v) * f64::from(v);
        }
        let count = ROUNDS as f64;
        assert!(
            (sum / count - mean).abs() < 0.02,
            "the mean of {name} is {}",
            sum / count
        );
        let deviation = (squares / count - mean * mean).sqrt();
        assert!(deviation > 0.15, "the deviation of {name} is {deviation}");
    }
}

/// Small steps change the noise only a little, at lattice points too.
#[test]
fn noise_is_continuous() {
    let mut random = Random(17);
    for _ in 0..ROUNDS / 10 {
        let (x, y, z) = (
            random.between(-50.0, 50.0),
            random.between(-50.0, 50.0),
            random.between(-50.0, 50.0),
        );
        let whole = x.round();
        for (a, b) in [(x, x + 1e-3), (whole - 5e-4, whole + 5e-4)] {
            assert!((maths::noise1(2, a) - maths::noise1(2, b)).abs() < 6e-3);
            assert!((maths::noise2(2, a, y) - maths::noise2(2, b, y)).abs() < 6e-3);
            assert!((maths::noise3(2, y, z, a) - maths::noise3(2, y, z, b)).abs() < 6e-3);
        }
    }
}
