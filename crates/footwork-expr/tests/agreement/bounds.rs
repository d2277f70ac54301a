//! Bounds on the f32 results of an expression: interval arithmetic in f64.

use crate::calls;
use crate::tree::Tree;
use crate::walk;

/// The possible results of an expression: a range of numbers in f64 and in f32, both ends included, and whether NaN is
/// possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) numbers: Option<(f64, f64)>,
    pub(crate) nan: bool,
}

/// The allowed distance of an operation's f32 result from the exact result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Off {
    Nothing,
    /// The result is the f32 nearest to the exact result.
    Rounding,
    /// Units in the last place.
    Units(f64),
    Absolute(f64),
}

const LARGEST: f64 = f32::MAX as f64;

impl Bounds {
    pub(crate) const NAN: Self = Self {
        numbers: None,
        nan: true,
    };
    pub(crate) const EVERYTHING: Self = Self {
        numbers: Some((f64::NEG_INFINITY, f64::INFINITY)),
        nan: true,
    };

    pub(crate) fn of_value(value: f64) -> Self {
        Self::of_values(&[value], Off::Nothing)
    }

    pub(crate) fn between(lo: f64, hi: f64) -> Self {
        Self {
            numbers: Some((lo, hi)),
            nan: false,
        }
    }

    /// Returns bounds around exact values, each off by at most `off`.
    pub(crate) fn of_values(values: &[f64], off: Off) -> Self {
        let numbers = values.iter().filter(|value| !value.is_nan());
        let ends = numbers.fold(None, |ends: Option<(f64, f64)>, &value| {
            let (lo, hi) = ends.unwrap_or((value, value));
            Some((lo.min(value), hi.max(value)))
        });
        Self {
            numbers: ends.map(|ends| widened(ends, off)),
            nan: values.iter().any(|value| value.is_nan()),
        }
    }

    /// Returns the bounds widened by an absolute error.
    pub(crate) fn and_off_by(self, error: f64) -> Self {
        let off = |ends| widened(ends, Off::Absolute(error));
        let numbers = self.numbers.map(off);
        Self { numbers, ..self }
    }

    pub(crate) fn and_nan_if(self, nan: bool) -> Self {
        Self {
            nan: self.nan || nan,
            ..self
        }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        Self {
            numbers,
            nan: self.nan || other.nan,
        }
    }

    pub(crate) fn hold(&self, value: f64) -> bool {
        match self.numbers {
            _ if value.is_nan() => self.nan,
            Some((lo, hi)) => lo <= value && value <= hi,
            None => false,
        }
    }

    /// Returns whether the bounds say little: they allow different numbers, or both a number and NaN.
    pub(crate) fn are_wide(&self) -> bool {
        match self.numbers {
            None => false,
            Some(_) if self.nan => true,
            Some((lo, hi)) => lo != hi && hi - lo > 1e-3 * lo.abs().max(1.0),
        }
    }

    /// Returns whether the value counts as true; `None` if unknown.
    pub(crate) fn is_true(&self) -> Option<bool> {
        match self.numbers {
            None | Some((0.0, 0.0)) => Some(false),
            Some((lo, hi)) if lo <= 0.0 && hi >= 0.0 => None,
            Some(_) if self.nan => None,
            Some(_) => Some(true),
        }
    }

    pub(crate) fn of_truth(truth: Option<bool>) -> Self {
        match truth {
            None => Self::between(0.0, 1.0),
            Some(truth) => Self::of_value(f64::from(truth)),
        }
    }

    /// Returns the bounds of a function that returns NaN for NaN.
    pub(crate) fn map(self, function: impl FnOnce(f64, f64) -> Self) -> Self {
        match self.numbers {
            None => Self::NAN,
            Some((lo, hi)) => function(lo, hi).and_nan_if(self.nan),
        }
    }

    /// Like [`Self::map`], but for a function of two numbers.
    pub(crate) fn with(self, other: Self, function: impl FnOnce(End, End) -> Self) -> Self {
        match (self.numbers, other.numbers) {
            (Some(a), Some(b)) => function(a, b).and_nan_if(self.nan || other.nan),
            _ => Self::NAN,
        }
    }
}

/// The ends of bounds.
pub(crate) type End = (f64, f64);

/// Returns the distance between f32 numbers of this size.
fn unit(value: f64) -> f64 {
    match value.abs() {
        f64::INFINITY => 0.0,
        size => libm::exp2(libm::ilogb(size.max(1.2e-38)).into()) / 8_388_608.0,
    }
}

/// Returns the f32 nearest to a number.
#[allow(
    clippy::cast_possible_truncation,
    reason = "rounding is the purpose of this function"
)]
fn rounded(value: f64) -> f64 {
    f64::from(value as f32)
}

fn widened((lo, hi): End, off: Off) -> End {
    let (lo, hi) = match off {
        Off::Nothing => (lo, hi),
        // Rounding to f32 preserves order and leaves f32 values unchanged. Values that are not f32 were also rounded in
        // f64.
        Off::Rounding => {
            let slack = |value: f64, rounded: f64| {
                if value == rounded {
                    0.0
                } else {
                    unit(value) * 1e-6
                }
            };
            let (below, above) = (rounded(lo), rounded(hi));
            let lo = lo.min(below) - slack(lo, below);
            (lo, hi.max(above) + slack(hi, above))
        }
        Off::Units(count) => (lo - count * unit(lo), hi + count * unit(hi)),
        Off::Absolute(error) => (lo - error, hi + error),
    };
    // Values beyond the range of f32 may become infinite.
    let lo = match lo {
        f64::INFINITY => lo,
        lo if lo < -LARGEST => f64::NEG_INFINITY,
        lo => lo.min(LARGEST),
    };
    let hi = match hi {
        f64::NEG_INFINITY => hi,
        hi if hi > LARGEST => f64::INFINITY,
        hi => hi.max(-LARGEST),
    };
    (lo, hi)
}

pub(crate) fn holds_zero((lo, hi): End) -> bool {
    lo <= 0.0 && hi >= 0.0
}

pub(crate) fn holds_infinity((lo, hi): End) -> bool {
    lo == f64::NEG_INFINITY || hi == f64::INFINITY
}

/// Returns the bounds of a function whose extreme values are at the corners of its two arguments' ranges.
pub(crate) fn corners(a: End, b: End, off: Off, function: impl Fn(f64, f64) -> f64) -> Bounds {
    // An infinite end may give NaN although a value between the ends gives a number.
    let between = |(lo, hi): End| match lo.is_finite() {
        true => lo,
        false if hi.is_finite() || lo == hi => hi,
        false => 0.0,
    };
    let [a, b] = [[a.0, between(a), a.1], [b.0, between(b), b.1]];
    let all = a.iter().flat_map(|a| b.map(|b| function(*a, b)));
    Bounds::of_values(&all.collect::<Vec<_>>(), off)
}

/// Returns the bounds of an expression.
pub(crate) fn bounds(tree: &Tree, values: &[f32]) -> Bounds {
    let inner = |tree: &Tree| bounds(tree, values);
    match tree {
        Tree::Number(number) => Bounds::of_value(f64::from(*number)),
        Tree::Constant(name) => Bounds::of_value(walk::constant(name)),
        Tree::Variable(number) => Bounds::of_value(f64::from(values[*number])),
        Tree::Unary("-", a) => inner(a).map(|lo, hi| Bounds::between(-hi, -lo)),
        Tree::Unary("!", a) => Bounds::of_truth(inner(a).is_true().map(|truth| !truth)),
        Tree::Unary(_, a) => inner(a),
        Tree::Binary(operator, operands) => {
            binary(operator, inner(&operands[0]), inner(&operands[1]))
        }
        Tree::Choice(parts) => choice(inner(&parts[0]), inner(&parts[1]), inner(&parts[2])),
        Tree::Call(name, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(inner).collect();
            calls::call(name, &arguments)
        }
    }
}

pub(crate) fn choice(c: Bounds, a: Bounds, b: Bounds) -> Bounds {
    match c.is_true() {
        Some(true) => a,
        Some(false) => b,
        None => a.or(b),
    }
}

fn binary(operator: &str, a: Bounds, b: Bounds) -> Bounds {
    match operator {
        "||" => Bounds::of_truth(match (a.is_true(), b.is_true()) {
            (Some(false), other) | (other, Some(false)) => other,
            (Some(true), _) | (_, Some(true)) => Some(true),
            _ => None,
        }),
        "&&" => Bounds::of_truth(match (a.is_true(), b.is_true()) {
            (Some(true), other) | (other, Some(true)) => other,
            (Some(false), _) | (_, Some(false)) => Some(false),
            _ => None,
        }),
        "==" => Bounds::of_truth(equal(a, b)),
        "!=" => Bounds::of_truth(equal(a, b).map(|truth| !truth)),
        "<" => Bounds::of_truth(less(a, b, false)),
        "<=" => Bounds::of_truth(less(a, b, true)),
        ">" => Bounds::of_truth(less(b, a, false)),
        ">=" => Bounds::of_truth(less(b, a, true)),
        "+" => add(a, b),
        "-" => subtract(a, b),
        "*" => multiply(a, b),
        "/" => divide(a, b),
        "%" => a.with(b, remainder),
        _ => calls::power(a, b),
    }
}

pub(crate) fn less(a: Bounds, b: Bounds, or_equal: bool) -> Option<bool> {
    let (Some(a_ends), Some(b_ends)) = (a.numbers, b.numbers) else {
        return Some(false);
    };
    let (always, never) = if or_equal {
        (a_ends.1 <= b_ends.0, a_ends.0 > b_ends.1)
    } else {
        (a_ends.1 < b_ends.0, a_ends.0 >= b_ends.1)
    };
    match (always && !a.nan && !b.nan, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn equal(a: Bounds, b: Bounds) -> Option<bool> {
    let (Some(a_ends), Some(b_ends)) = (a.numbers, b.numbers) else {
        return Some(false);
    };
    let apart = a_ends.1 < b_ends.0 || b_ends.1 < a_ends.0;
    let same = a_ends.0 == a_ends.1 && a_ends == b_ends && !a.nan && !b.nan;
    match (apart, same) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        _ => None,
    }
}

pub(crate) fn add(a: Bounds, b: Bounds) -> Bounds {
    a.with(b, |a, b| corners(a, b, Off::Rounding, |a, b| a + b))
}

pub(crate) fn subtract(a: Bounds, b: Bounds) -> Bounds {
    a.with(b, |a, b| corners(a, b, Off::Rounding, |a, b| a - b))
}

pub(crate) fn multiply(a: Bounds, b: Bounds) -> Bounds {
    a.with(b, |a, b| {
        let nan = holds_zero(a) && holds_infinity(b) || holds_infinity(a) && holds_zero(b);
        corners(a, b, Off::Rounding, |a, b| a * b).and_nan_if(nan)
    })
}

pub(crate) fn divide(a: Bounds, b: Bounds) -> Bounds {
    a.with(b, |a, b| {
        let nan = holds_zero(a) && holds_zero(b) || holds_infinity(a) && holds_infinity(b);
        match holds_zero(b) {
            // Zero has two signs, so the quotient may be infinite with either sign.
            true if a == (0.0, 0.0) && b == (0.0, 0.0) => Bounds::NAN,
            true => Bounds::between(f64::NEG_INFINITY, f64::INFINITY).and_nan_if(nan),
            false => corners(a, b, Off::Rounding, |a, b| a / b).and_nan_if(nan),
        }
    })
}

/// Returns the bounds of the truncated remainder, which is exact.
fn remainder(a: End, b: End) -> Bounds {
    let nan = holds_zero(b) || holds_infinity(a);
    if a.0 == a.1 && b.0 == b.1 {
        return Bounds::of_value(libm::fmod(a.0, b.0));
    }
    let quotients = corners(a, b, Off::Nothing, |a, b| (a / b).trunc());
    let known = quotients
        .numbers
        .filter(|(lo, hi)| lo == hi && lo.abs() < 1e9);
    match known {
        Some((k, _)) if !nan && !holds_infinity(b) => corners(a, b, Off::Nothing, |a, b| a - k * b),
        _ => {
            let most = b.0.abs().max(b.1.abs());
            Bounds::between(a.0.min(0.0).max(-most), a.1.max(0.0).min(most)).and_nan_if(nan)
        }
    }
}
