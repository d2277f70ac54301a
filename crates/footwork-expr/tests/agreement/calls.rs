//! The bounds of calls.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::bounds::{
    Bounds, End, Off, add, choice, corners, divide, holds_infinity, holds_zero, less, multiply,
    subtract,
};
use crate::walk;

/// An error bound for all functions.
const NEAR: Off = Off::Units(3.0);
/// An error bound for the functions that are nearly correctly rounded.
const NEAREST: Off = Off::Units(0.51);

pub(crate) fn call(name: &str, arguments: &[Bounds]) -> Bounds {
    match (name, arguments) {
        ("min", [first, rest @ ..]) => rest.iter().fold(*first, |a, b| smaller(a, *b)),
        ("max", [first, rest @ ..]) => rest.iter().fold(*first, |a, b| larger(a, *b)),
        ("length" | "hypot", all) => length(all),
        ("noise", all) => all.iter().fold(Bounds::between(-1.0, 1.0), |noise, a| {
            let is_number = a.numbers.is_some_and(|(lo, hi)| lo < hi || lo.is_finite());
            if is_number {
                noise.and_nan_if(a.nan || a.numbers.is_some_and(holds_infinity))
            } else {
                Bounds::NAN
            }
        }),
        ("sin" | "cos", [x]) => x.map(|lo, hi| wave(name, lo, hi)),
        ("tan", [x]) => x.map(tangent),
        ("saturate", [x]) => clamp(*x, Bounds::of_value(0.0), Bounds::of_value(1.0)),
        (_, [x]) => x.map(|lo, hi| one(name, lo, hi)),
        ("atan2", [y, x]) => y.with(*x, arc),
        ("pow", [a, b]) => power(*a, *b),
        ("mod", [a, b]) => a.with(*b, modulo),
        ("step", [edge, x]) => Bounds::of_truth(less(*edge, *x, true)),
        ("clamp", [x, lo, hi]) => clamp(*x, *lo, *hi),
        ("lerp", [a, b, t]) => lerp(*a, *b, *t),
        ("smoothstep", [lo, hi, x]) => {
            let t = divide(subtract(*x, *lo), subtract(*hi, *lo));
            let t = clamp(t, Bounds::of_value(0.0), Bounds::of_value(1.0));
            let twice = multiply(Bounds::of_value(2.0), t);
            multiply(multiply(t, t), subtract(Bounds::of_value(3.0), twice))
        }
        ("select", [c, a, b]) => choice(*c, *a, *b),
        ("wrap", [x, lo, hi]) => wrap(*x, *lo, *hi),
        ("remap", [x, from_lo, from_hi, to_lo, to_hi]) => {
            let t = divide(subtract(*x, *from_lo), subtract(*from_hi, *from_lo));
            lerp(*to_lo, *to_hi, t)
        }
        _ => panic!("{name} of {}", arguments.len()),
    }
}

/// Returns the bounds of a monotonic function, which may have steps.
fn one(name: &str, lo: f64, hi: f64) -> Bounds {
    let between =
        |lo: f64, hi: f64, off| Bounds::of_values(&[walk::one(name, lo), walk::one(name, hi)], off);
    let within = |least: f64, most: f64, off| {
        if lo > most || hi < least {
            Bounds::NAN
        } else {
            between(lo.max(least), hi.min(most), off).and_nan_if(lo < least || hi > most)
        }
    };
    match name {
        "sqrt" => within(0.0, f64::INFINITY, Off::Rounding),
        "ln" | "log2" | "log10" => within(0.0, f64::INFINITY, NEAR),
        "asin" | "acos" => within(-1.0, 1.0, NEAR),
        "abs" if holds_zero((lo, hi)) => Bounds::between(0.0, hi.max(-lo)),
        "abs" | "sign" | "floor" | "ceil" | "round" | "trunc" => between(lo, hi, Off::Nothing),
        "fract" if lo == hi => between(lo, hi, Off::Rounding),
        "fract" => {
            if lo.floor() == hi.floor() {
                between(lo, hi, Off::Rounding)
            } else {
                Bounds::between(0.0, 1.0).and_nan_if(holds_infinity((lo, hi)))
            }
        }
        "hash" => Bounds::between(0.0, 1.0),
        _ => between(lo, hi, NEAR),
    }
}

/// Returns the bounds of a sine or cosine. Their values change no faster than their argument.
fn wave(name: &str, lo: f64, hi: f64) -> Bounds {
    if lo == hi && lo.is_infinite() {
        return Bounds::NAN;
    }
    let nan = holds_infinity((lo, hi));
    if nan || hi - lo > TAU || lo.abs().max(hi.abs()) > 1e6 {
        return Bounds::between(-1.0, 1.0).and_nan_if(nan);
    }
    let middle = walk::one(name, lo + (hi - lo) / 2.0);
    let off = (hi - lo) / 2.0 + 2e-7;
    Bounds::between((middle - off).max(-1.0), (middle + off).min(1.0))
}

fn tangent(lo: f64, hi: f64) -> Bounds {
    if lo == hi && lo.is_infinite() {
        return Bounds::NAN;
    }
    let turns = |x: f64| ((x - FRAC_PI_2) / PI).floor();
    let nan = holds_infinity((lo, hi));
    let is_far = lo.abs().max(hi.abs()) > 1.6e6;
    if nan || is_far || turns(lo) != turns(hi) {
        Bounds::between(f64::NEG_INFINITY, f64::INFINITY).and_nan_if(nan)
    } else {
        Bounds::of_values(&[walk::one("tan", lo), walk::one("tan", hi)], NEAR)
    }
}

fn arc(y: End, x: End) -> Bounds {
    // The result jumps at the negative x axis.
    if x.0 <= 0.0 && holds_zero(y) {
        Bounds::between(-PI, PI).and_off_by(1e-6)
    } else {
        corners(y, x, NEAR, libm::atan2)
    }
}

/// Returns the bounds of the smaller value. If one value is NaN, the result is the other value.
fn smaller(a: Bounds, b: Bounds) -> Bounds {
    beside(a, b, f64::min)
}

fn larger(a: Bounds, b: Bounds) -> Bounds {
    beside(a, b, f64::max)
}

fn beside(a: Bounds, b: Bounds, pick: fn(f64, f64) -> f64) -> Bounds {
    let both = match (a.numbers, b.numbers) {
        (Some(a), Some(b)) => Some((pick(a.0, b.0), pick(a.1, b.1))),
        _ => None,
    };
    let both = Bounds {
        numbers: both,
        nan: a.nan && b.nan,
    };
    let only = |of: Bounds, is_possible: bool| Bounds {
        numbers: of.numbers.filter(|_| is_possible),
        nan: false,
    };
    both.or(only(a, b.nan)).or(only(b, a.nan))
}

fn clamp(x: Bounds, lo: Bounds, hi: Bounds) -> Bounds {
    smaller(larger(x, lo), hi)
}

fn lerp(a: Bounds, b: Bounds, t: Bounds) -> Bounds {
    let one = Bounds::of_value(1.0);
    let half = |a| multiply(Bounds::of_value(0.5), a);
    let half_length = subtract(half(b), half(a));
    let from = |end, from_end| {
        let step = multiply(half_length, from_end);
        add(end, add(step, step))
    };
    let from_a = from(a, t);
    let from_b = from(b, subtract(t, one));
    let found = match less(t, Bounds::of_value(0.5), false) {
        Some(true) => from_a,
        Some(false) => from_b,
        None => from_a.or(from_b),
    };
    // If interpolating from the nearer end gives NaN, the weighted sum is the result.
    let weighted = add(multiply(a, subtract(one, t)), multiply(b, t));
    let found = if found.nan {
        Bounds {
            nan: false,
            ..found
        }
        .or(weighted)
    } else {
        found
    };
    // At `t` = 0 and 1, the result is exactly `a` and `b`.
    let at = |value: f64| t.numbers.is_some_and(|(lo, hi)| lo <= value && value <= hi);
    match (t.numbers, t.nan) {
        (Some((0.0, 0.0)), false) => a,
        (Some((1.0, 1.0)), false) => b,
        _ => [(0.0, a), (1.0, b)]
            .into_iter()
            .filter(|(value, _)| at(*value))
            .fold(found, |found, (_, end)| found.or(end)),
    }
}

/// Returns the bounds of a length. It is infinite if any part is infinite, even if another part is
/// NaN.
fn length(all: &[Bounds]) -> Bounds {
    let sizes: Vec<Bounds> = all
        .iter()
        .map(|a| a.map(|lo, hi| one("abs", lo, hi)))
        .collect();
    let is_infinite = |a: &Bounds| !a.nan && a.numbers.is_some_and(|(lo, _)| lo == f64::INFINITY);
    let nan = sizes.iter().any(|a| a.nan) && !sizes.iter().any(is_infinite);
    let ends: Option<Vec<End>> = sizes.iter().map(|a| a.numbers).collect();
    let Some(ends) = ends else {
        let longest = sizes.iter().filter_map(|a| a.numbers).any(holds_infinity);
        return Bounds {
            numbers: longest.then_some((f64::INFINITY, f64::INFINITY)),
            nan,
        };
    };
    let least = ends.iter().fold(0.0, |sum, (lo, _)| libm::hypot(sum, *lo));
    let most = ends.iter().fold(0.0, |sum, (_, hi)| libm::hypot(sum, *hi));
    Bounds::of_values(&[least, most], NEAREST).and_nan_if(nan)
}

fn modulo(a: End, b: End) -> Bounds {
    if a.0 == a.1 && b.0 == b.1 {
        return Bounds::of_values(&[walk::two("mod", a.0, b.0)], Off::Rounding);
    }
    let nan = holds_zero(b) || holds_infinity(a);
    let quotients = corners(a, b, Off::Nothing, |a, b| (a / b).floor());
    let known = quotients
        .numbers
        .filter(|(lo, hi)| lo == hi && lo.abs() < 1e6);
    match known {
        Some((k, _)) if !nan && !holds_infinity(b) => {
            corners(a, b, Off::Rounding, |a, b| a - k * b)
        }
        _ => {
            let (lo, hi) = (a.0.min(b.0).min(0.0), a.1.max(b.1).max(0.0));
            Bounds::between(lo, hi).and_nan_if(nan)
        }
    }
}

fn wrap(x: Bounds, lo: Bounds, hi: Bounds) -> Bounds {
    let (Some(a), Some(b), Some(c)) = (x.numbers, lo.numbers, hi.numbers) else {
        return Bounds::NAN;
    };
    let nan = [a, b, c].into_iter().any(holds_infinity) || x.nan || lo.nan || hi.nan;
    let turns = (a.0 - b.0) / (c.0 - b.0);
    let is_point = a.0 == a.1 && b.0 == b.1 && c.0 == c.1;
    // At the end of a round, neighbouring values wrap to opposite ends of the range.
    let is_inside = turns.abs() < 1e6 && (turns - turns.round()).abs() > 1e-7;
    if is_point && is_inside && !nan {
        return Bounds::of_values(&[walk::three("wrap", a.0, b.0, c.0)], NEAREST);
    }
    Bounds::between(b.0.min(c.0), b.1.max(c.1)).and_nan_if(nan)
}

/// Returns the bounds of a power. Its error is one rounding, or a few roundings if it is computed
/// by products.
pub(crate) fn power(a: Bounds, b: Bounds) -> Bounds {
    // With the constant e as its base, a power is an exponential. With a variable of the same
    // value, it is not.
    let e = f64::from(std::f32::consts::E);
    if a.numbers.is_some_and(|(lo, hi)| lo <= e && hi >= e) && !a.nan {
        return power_of_any(a, b).or(b.map(|lo, hi| one("exp", lo, hi)));
    }
    power_of_any(a, b)
}

fn power_of_any(a: Bounds, b: Bounds) -> Bounds {
    // pow(NaN, 0) and pow(1, NaN) are 1.
    let one = a.nan && b.numbers.is_none_or(holds_zero)
        || b.nan && a.numbers.is_none_or(|(lo, hi)| lo <= 1.0 && hi >= 1.0);
    let found = match (a.numbers, b.numbers) {
        (Some(a), Some(b)) => power_of_numbers(a, b),
        _ => Bounds::NAN,
    };
    let found = found.and_nan_if(a.nan || b.nan);
    let is_zero = |b: &Bounds| !b.nan && b.numbers == Some((0.0, 0.0));
    match one {
        _ if is_zero(&b) => Bounds::of_value(1.0),
        true => found.or(Bounds::of_value(1.0)),
        false => found,
    }
}

fn power_of_numbers(a: End, b: End) -> Bounds {
    // `x ^ 6` is computed with three products.
    let off = Off::Units(4.0);
    if a.0 == a.1 && b.0 == b.1 && a.0 != 0.0 {
        return Bounds::of_value(libm::pow(a.0, b.0))
            .or(Bounds::of_values(&[libm::pow(a.0, b.0)], off));
    }
    if a.0 > 0.0 {
        return corners(a, b, off, libm::pow);
    }
    let is_whole = b.0 == b.1 && b.0.is_finite() && b.0.trunc() == b.0;
    match is_whole {
        true if !holds_zero(a) => corners(a, b, off, libm::pow),
        true if b.0 > 0.0 => {
            let zero = Bounds::of_value(0.0);
            corners(a, b, off, libm::pow).or(zero)
        }
        _ => Bounds::EVERYTHING,
    }
}
