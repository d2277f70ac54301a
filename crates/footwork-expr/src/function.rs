//! The functions and operators of the language, with their numbers, names, arguments and values.

use std::sync::LazyLock;

use footwork_base::maths as m;
use footwork_base::to_f32;

/// The maximum number of arguments of a function.
pub const MAX_ARITY: usize = 5;

macro_rules! functions {
    ($(#[$meta:meta])* $seed:ident; $(#[doc = $doc:literal] $id:ident = $number:literal $name:literal ($($argument:ident),*) $value:expr;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Function {
            $(#[doc = $doc] $id = $number,)*
        }

        impl Function {
            /// All functions, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$id),*];

            /// Returns the function's number in bytecode.
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// Returns the function with this number in bytecode; `None` if there is none.
            pub const fn from_number(number: u8) -> Option<Self> {
                match number {
                    $($number => Some(Self::$id),)*
                    _ => None,
                }
            }

            /// Returns the function's name, as in texts and listings. Functions with the same name differ in their
            /// number of arguments.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)*
                }
            }

            /// Returns a short description of what the function computes.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Self::$id => $doc.trim_start(),)*
                }
            }

            /// Returns the names of the function's arguments.
            pub const fn arguments(self) -> &'static [&'static str] {
                match self {
                    $(Self::$id => &[$(stringify!($argument)),*],)*
                }
            }

            /// Returns the function's value. Surplus arguments are ignored. The bits of a NaN are arbitrary.
            #[inline(always)]
            pub(crate) fn value(self, seed: u32, arguments: [f32; MAX_ARITY]) -> f32 {
                match self {
                    $(Self::$id => <each::$id as Value>::value(seed, arguments),)*
                }
            }

            /// Passes the function to a visitor as a type, so that the visitor's loop is compiled for each function
            /// separately.
            #[inline(always)]
            pub(crate) fn visit<V: Visit>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$id => visitor.visit::<each::$id>(),)*
                }
            }
        }

        /// Each function as a type.
        pub(crate) mod each {
            use super::{MAX_ARITY, Value, m, truth};

            $(
                #[derive(Debug)]
                pub(crate) struct $id;

                impl Value for $id {
                    const ARITY: usize = [$(stringify!($argument)),*].len();

                    #[inline(always)]
                    #[allow(unused_variables, reason = "most functions have no seed")]
                    fn value($seed: u32, arguments: [f32; MAX_ARITY]) -> f32 {
                        let [$($argument,)* ..] = arguments;
                        $value
                    }
                }
            )*
        }
    };
}

/// A function as a type, with the only definition of its value.
pub(crate) trait Value {
    /// The function's number of arguments.
    const ARITY: usize;

    /// Returns the function's value. Surplus arguments are ignored. The bits of a NaN are arbitrary.
    fn value(seed: u32, arguments: [f32; MAX_ARITY]) -> f32;
}

/// Code compiled for each function separately.
pub(crate) trait Visit {
    type Output;

    fn visit<F: Value>(self) -> Self::Output;
}

#[inline(always)]
fn truth(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

functions! {
    /// A function or operator of the language.
    ///
    /// Each function has a number, which stands for it in bytecode and never changes.
    ///
    /// # Special values
    ///
    /// The table lists the values for special arguments. They are the same on every machine. An empty cell means the
    /// value of IEEE 754 arithmetic, or the limit. Every resulting NaN is 0x7fc00000. `testdata/expr/values.toml` has
    /// cases for every line.
    ///
    /// | | NaN | ±inf | ±0 | zero divisor, out of domain |
    /// |---|---|---|---|---|
    /// | `-a` | NaN | ∓inf | ∓0 | |
    /// | `!a` | 1 | 0 | 1 | |
    /// | `a + b` | NaN | `inf + -inf` is NaN | -0 for `-0 + -0` alone | |
    /// | `a - b` | NaN | `inf - inf` is NaN | -0 for `-0 - 0` alone | |
    /// | `a * b` | NaN | `inf * 0` is NaN | by the signs: `0 * -1` is -0 | |
    /// | `a / b` | NaN | `inf / inf` is NaN, `1 / -inf` is -0 | by the signs: `0 / -1` is -0 | `0 / 0` is NaN, `1 / 0` inf, `1 / -0` -inf |
    /// | `a % b` | NaN | infinite `a`: NaN; infinite `b`: `a` | a result of 0 has the sign of `a` | NaN |
    /// | `mod(a, b)` | NaN | infinite `a`: NaN; infinite `b`: `a` if the signs agree, else `b` | a result of 0 has the sign of `b`, for `a` of ±0 too | NaN |
    /// | `a < b`, `a <= b`, `a > b`, `a >= b` | 0 | as numbers | -0 equals 0 | |
    /// | `a == b` | 0 | 1 for the same | -0 equals 0 | |
    /// | `a != b` | 1 | 0 for the same | -0 equals 0 | |
    /// | `a && b`, `a \|\| b` | counts as false | counts as true | counts as false | |
    /// | `c ? a : b`, `select(c, a, b)` | `c`: false; the one of `a` and `b` that is not chosen is ignored | `c`: true | `c`: false | |
    /// | `a ^ b`, `pow(a, b)` | NaN, but `a ^ 0` and `1 ^ b` are 1 | 0 or inf as the limit is; an infinite `b` counts as even: `(-2) ^ inf` is inf; `(-1) ^ inf` is 1 | `0 ^ 0` is 1; `(-0) ^ 3` is -0, `(-0) ^ 2` 0 | `0 ^ -1` is inf, `(-0) ^ -1` -inf, `(-0) ^ -2` inf; NaN for finite `a` below 0 and a `b` that is not whole |
    /// | `sin(x)`, `tan(x)` | NaN | NaN | ±0 | see below |
    /// | `cos(x)` | NaN | NaN | 1 | see below |
    /// | `asin(x)` | NaN | NaN | ±0 | NaN outside [-1, 1] |
    /// | `acos(x)` | NaN | NaN | π/2 | NaN outside [-1, 1] |
    /// | `atan(x)` | NaN | ±π/2 | ±0 | |
    /// | `atan2(y, x)` | NaN | `y`: ±π/2; `x`: ±0 or ±π; both: ±π/4 or ±3π/4 | `y`: ±0 for positive `x` and +0, ±π for negative `x` and -0; `x`: ±π/2 | `atan2(0, 0)` is 0 |
    /// | `sqrt(x)` | NaN | inf, NaN | ±0 | NaN below 0 |
    /// | `cbrt(x)` | NaN | ±inf | ±0 | |
    /// | `exp(x)`, `exp2(x)` | NaN | inf, 0 | 1 | |
    /// | `ln(x)`, `log2(x)`, `log10(x)` | NaN | inf, NaN | -inf | NaN below 0 |
    /// | `abs(x)` | NaN | inf | 0 | |
    /// | `sign(x)` | NaN | ±1 | ±0 | |
    /// | `floor(x)`, `ceil(x)`, `round(x)`, `trunc(x)` | NaN | ±inf | ±0; a result of 0 has the sign of `x` | |
    /// | `fract(x)` | NaN | NaN | 0 | |
    /// | `min(a, b)` | ignored if the other is a number, else NaN | as numbers | -0 is below 0 | |
    /// | `max(a, b)` | ignored if the other is a number, else NaN | as numbers | -0 is below 0 | |
    /// | `clamp(x, lo, hi)` | `x`: `lo`, or `hi` if `lo` is NaN too; `lo` or `hi`: no bound on that side; all three: NaN | as numbers | -0 is below 0 | `lo` above `hi`: `hi` |
    /// | `saturate(x)` | 0 | 1, 0 | 0 | |
    /// | `lerp(a, b, t)` | NaN, but `a` at `t` = 0 and `b` at `t` = 1 whatever the other end is | an infinite end: as `a * (1 - t) + b * t`, but `a` and `b` at `t` = 0 and 1; infinite `t`: ±inf, NaN for equal ends | `a` at `t` = 0 and `b` at `t` = 1 keep their signs | |
    /// | `remap(x, from_lo, from_hi, to_lo, to_hi)` | as `lerp(to_lo, to_hi, t)` for `t = (x - from_lo) / (from_hi - from_lo)` | the same: `x`: ±inf, NaN for equal ends; `from_hi`: `to_lo`, NaN if `x` is infinite too; `from_lo`: NaN | the same | `from_lo` = `from_hi`: NaN if `x` equals them, else ±inf; `from_hi - from_lo` overflows: `to_lo`, or NaN |
    /// | `step(edge, x)` | 0 | as numbers | -0 equals 0 | |
    /// | `smoothstep(lo, hi, x)` | 0 | infinite `x`: 0 or 1; infinite `lo` or `hi`: 0 | -0 equals 0; a result of 0 is +0 | `lo` = `hi`: 0, and 1 for `x` above; `lo` above `hi`: falls |
    /// | `hypot(x, y)`, `length(x, …)` | NaN, but inf if another argument is infinite | inf | 0 | |
    /// | `deg(x)`, `rad(x)` | NaN | ±inf | ±0 | |
    /// | `wrap(x, lo, hi)` | NaN | NaN | -0 equals 0 | `lo` = `hi`: `lo`; `lo` above `hi`: as with the bounds swapped |
    /// | `hash(x)` | NaN | inf and -inf have different values | 0 and -0 have the same value | |
    /// | `noise(x)`, `noise(x, y)`, `noise(x, y, z)` | NaN | NaN | 0 if all arguments are whole numbers, as every f32 from 2^23 on is | |
    ///
    /// Powers with whole constant exponents, `x ^ -1` to `x ^ 16`, have the values of `a ^ b` at NaN, infinities and
    /// zeros: `x ^ -1` is inf at 0 and -inf at -0. `e ^ x`, with the constant e as its base, is `exp(x)`.
    ///
    /// # Accuracy
    ///
    /// [`footwork_base::maths`] lists the error of each function. It uses the same names, except for `%` (`rem`), `mod`
    /// (`modulo`), `length` (`length2` to `length4`) and `noise` (`noise1` to `noise3`).
    /// [`ProgramStep::Power`](crate::ProgramStep::Power) lists the errors of `x ^ n`. Operators round once.
    ///
    /// The errors of `sin`, `cos` and `tan` depend on the size of `x`. Up to 1e6, the error of `sin` and `cos` is at
    /// most 1.8e-7. From 1e6 to 1.2e7 it is at most 0.51 units in the last place of `x`, similar to the error from
    /// rounding `x` to f32. Beyond 1.2e7, the result is an unspecified number in [-1, 1]. Up to 1.6e6, the error of
    /// `tan` is at most 2.8 units in the last place. Beyond 1.6e6 it is larger.
    seed;
    /// `-a`.
    Negate = 0 "neg" (a) -a;
    /// `!a`: 1 if `a` is zero or NaN, else 0.
    Not = 1 "!" (a) truth(!m::is_true(a));
    /// `a + b`.
    Add = 2 "+" (a, b) a + b;
    /// `a - b`.
    Subtract = 3 "-" (a, b) a - b;
    /// `a * b`.
    Multiply = 4 "*" (a, b) a * b;
    /// `a / b`.
    Divide = 5 "/" (a, b) a / b;
    /// `a % b`: the remainder of a truncated division.
    Remainder = 6 "%" (a, b) m::rem(a, b);
    /// `a < b`: 1 or 0.
    Less = 7 "<" (a, b) truth(a < b);
    /// `a <= b`: 1 or 0.
    LessEqual = 8 "<=" (a, b) truth(a <= b);
    /// `a > b`: 1 or 0.
    Greater = 9 ">" (a, b) truth(a > b);
    /// `a >= b`: 1 or 0.
    GreaterEqual = 10 ">=" (a, b) truth(a >= b);
    /// `a == b`: 1 or 0.
    Equal = 11 "==" (a, b) truth(a == b);
    /// `a != b`: 1 or 0.
    NotEqual = 12 "!=" (a, b) truth(a != b);
    /// `a && b`: 1 or 0.
    And = 13 "&&" (a, b) truth(m::is_true(a) & m::is_true(b));
    /// `a || b`: 1 or 0.
    Or = 14 "||" (a, b) truth(m::is_true(a) | m::is_true(b));
    /// `c ? a : b`: `b` where `c` is zero or NaN, else `a`.
    Select = 15 "select" (c, a, b) m::select(c, a, b);
    /// `a ^ b`: a power, if `b` is not a small whole constant.
    Pow = 16 "^" (a, b) m::pow(a, b);
    /// Sine of radians.
    Sin = 32 "sin" (x) m::sin(x);
    /// Cosine of radians.
    Cos = 33 "cos" (x) m::cos(x);
    /// Tangent of radians.
    Tan = 34 "tan" (x) m::tan(x);
    /// Arc sine in radians.
    Asin = 35 "asin" (x) m::asin(x);
    /// Arc cosine in radians.
    Acos = 36 "acos" (x) m::acos(x);
    /// Arc tangent in radians.
    Atan = 37 "atan" (x) m::atan(x);
    /// Square root.
    Sqrt = 38 "sqrt" (x) m::sqrt(x);
    /// Cube root, of negative numbers too.
    Cbrt = 39 "cbrt" (x) m::cbrt(x);
    /// e to the power of `x`.
    Exp = 40 "exp" (x) m::exp(x);
    /// 2 to the power of `x`.
    Exp2 = 41 "exp2" (x) m::exp2(x);
    /// Natural logarithm.
    Ln = 42 "ln" (x) m::ln(x);
    /// Logarithm to base 2.
    Log2 = 43 "log2" (x) m::log2(x);
    /// Logarithm to base 10.
    Log10 = 44 "log10" (x) m::log10(x);
    /// Absolute value.
    Abs = 45 "abs" (x) m::abs(x);
    /// -1, 0 or 1.
    Sign = 46 "sign" (x) m::sign(x);
    /// The whole number at or below.
    Floor = 47 "floor" (x) m::floor(x);
    /// The whole number at or above.
    Ceil = 48 "ceil" (x) m::ceil(x);
    /// The nearest whole number, half away from zero.
    Round = 49 "round" (x) m::round(x);
    /// The whole number towards zero.
    Trunc = 50 "trunc" (x) m::trunc(x);
    /// `x - floor(x)`.
    Fract = 51 "fract" (x) m::fract(x);
    /// Bounded to [0, 1].
    Saturate = 52 "saturate" (x) m::saturate(x);
    /// Radians as degrees.
    Deg = 53 "deg" (x) m::deg(x);
    /// Degrees as radians.
    Rad = 54 "rad" (x) m::rad(x);
    /// A random number in [0, 1), the same for the same `x` and seed.
    Hash = 55 "hash" (x) m::hash(seed, x);
    /// Smooth noise in [-1, 1] along a line.
    Noise1 = 56 "noise" (x) m::noise1(seed, x);
    /// The angle of the point (x, y) in radians.
    Atan2 = 64 "atan2" (y, x) m::atan2(y, x);
    /// The remainder of a floored division.
    Modulo = 65 "mod" (a, b) m::modulo(a, b);
    /// The smaller one; a NaN is ignored if the other argument is a number.
    Min = 66 "min" (a, b) m::min(a, b);
    /// The larger one; a NaN is ignored if the other argument is a number.
    Max = 67 "max" (a, b) m::max(a, b);
    /// 1 from the edge on, else 0.
    Step = 68 "step" (edge, x) m::step(edge, x);
    /// The length of (x, y).
    Hypot = 69 "hypot" (x, y) m::hypot(x, y);
    /// The length of (x, y).
    Length2 = 70 "length" (x, y) m::length2(x, y);
    /// Smooth noise in [-1, 1] over a plane.
    Noise2 = 71 "noise" (x, y) m::noise2(seed, x, y);
    /// Bounded to [lo, hi].
    Clamp = 96 "clamp" (x, lo, hi) m::clamp(x, lo, hi);
    /// `a` at `t` = 0, `b` at `t` = 1, linear between and beyond.
    Lerp = 97 "lerp" (a, b, t) m::lerp(a, b, t);
    /// A smooth ramp from 0 at `lo` to 1 at `hi`.
    Smoothstep = 98 "smoothstep" (lo, hi, x) m::smoothstep(lo, hi, x);
    /// `x` shifted into [lo, hi) by whole lengths of the range.
    Wrap = 99 "wrap" (x, lo, hi) m::wrap(x, lo, hi);
    /// The length of (x, y, z).
    Length3 = 100 "length" (x, y, z) m::length3(x, y, z);
    /// Smooth noise in [-1, 1] in space.
    Noise3 = 101 "noise" (x, y, z) m::noise3(seed, x, y, z);
    /// The length of (x, y, z, w).
    Length4 = 102 "length" (x, y, z, w) m::length4(x, y, z, w);
    /// `x` mapped linearly from one range to another, not clamped.
    Remap = 103 "remap" (x, from_lo, from_hi, to_lo, to_hi) m::remap(x, from_lo, from_hi, to_lo, to_hi);
}

impl Function {
    /// Returns the name that calls the function in a text; `None` for an operator.
    pub const fn call_name(self) -> Option<&'static str> {
        match self {
            Self::Pow => Some("pow"),
            Self::Select => Some(self.name()),
            _ if self.number() < Self::Sin.number() => None,
            _ => Some(self.name()),
        }
    }

    /// Returns the form of a call, such as `min(a, b, …)`; `None` for an operator.
    pub fn call(self) -> Option<String> {
        let more = if self.is_variadic() { ", …" } else { "" };
        let name = self.call_name()?;
        Some(format!("{name}({}{more})", self.arguments().join(", ")))
    }

    /// Returns whether a call can have more than two arguments. They are then combined from the left.
    pub(crate) fn is_variadic(self) -> bool {
        matches!(self, Self::Min | Self::Max)
    }

    /// Returns the forms of calls with this name, such as `sin(x)`.
    pub(crate) fn usage(name: &str) -> String {
        let calls = Self::called(name).iter();
        let shown: Vec<_> = calls.filter_map(|function| function.call()).collect();
        match &shown[..] {
            [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            _ => shown.concat(),
        }
    }

    /// Returns the functions with this name, by number of arguments. The slice is empty if the name is unknown.
    ///
    /// ```
    /// use footwork_expr::Function;
    ///
    /// assert_eq!(Function::called("pow"), [Function::Pow]);
    /// assert_eq!(Function::called("noise").len(), 3);
    /// assert!(Function::called("log").is_empty());
    /// ```
    pub fn called(name: &str) -> &'static [Self] {
        let first = CALLS.names.partition_point(|known| *known < name);
        let count = CALLS.names[first..]
            .iter()
            .take_while(|known| **known == name);
        &CALLS.functions[first..first + count.count()]
    }

    /// Iterates over the names of callable functions, sorted, each name once.
    pub fn call_names() -> impl Iterator<Item = &'static str> {
        let mut last = "";
        CALLS
            .names
            .iter()
            .copied()
            .filter(move |&name| std::mem::replace(&mut last, name) != name)
    }
}

/// The functions that texts call by name, sorted by name and then by number of arguments. `names[i]` is the name of
/// `functions[i]`.
struct Calls {
    names: Vec<&'static str>,
    functions: Vec<Function>,
}

static CALLS: LazyLock<Calls> = LazyLock::new(|| {
    let all = Function::ALL.iter();
    let named = all.filter_map(|&function| Some((function.call_name()?, function)));
    let mut named: Vec<_> = named.collect();
    named.sort_by_key(|&(name, function)| (name, function.arguments().len()));
    let (names, functions) = named.into_iter().unzip();
    Calls { names, functions }
});

/// Raises a number to a whole power, by squares and products in a fixed order. Implements `x ^ 3`.
///
/// `power` must be from -1 to [`MAX_POWER`]. [`ProgramStep::Power`](crate::ProgramStep::Power) lists the errors.
#[inline(always)]
pub(crate) fn power(x: f32, power: i32) -> f32 {
    let x2 = x * x;
    match power {
        -1 => 1.0 / x,
        0 => 1.0,
        1 => x,
        2 => x2,
        3 => x2 * x,
        4 => x2 * x2,
        5 => x2 * x2 * x,
        6 => x2 * x2 * x2,
        7 => wide_power::<7>(x),
        8 => wide_power::<8>(x),
        9 => wide_power::<9>(x),
        10 => wide_power::<10>(x),
        11 => wide_power::<11>(x),
        12 => wide_power::<12>(x),
        13 => wide_power::<13>(x),
        14 => wide_power::<14>(x),
        15 => wide_power::<15>(x),
        _ => wide_power::<16>(x),
    }
}

/// Raises a number to a power from 7 to 16, by products of f64 and a single rounding. Products of f32 would be off by
/// more than 4 units in the last place. If the value is NaN, its bits are arbitrary.
#[inline(always)]
pub(crate) fn wide_power<const POWER: u32>(x: f32) -> f32 {
    let x = f64::from(x);
    let x2 = x * x;
    let x4 = x2 * x2;
    let x8 = x4 * x4;
    let low = match POWER & 3 {
        0 => 1.0,
        1 => x,
        2 => x2,
        _ => x2 * x,
    };
    let high = match POWER >> 2 {
        1 => x4,
        2 => x8,
        3 => x8 * x4,
        _ => x8 * x8,
    };
    to_f32(high * low)
}

/// The largest constant exponent of powers computed by products.
pub(crate) const MAX_POWER: i32 = 16;
/// The largest constant exponent of powers computed by products of f32.
pub(crate) const MAX_NARROW_POWER: i32 = 6;
