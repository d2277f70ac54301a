//! What the extremes of channels decide: the lowest and highest value that an expression can have on a clip.
//!
//! Most clips decide a predicate such as `{ speed > 4 }` by their extremes alone. The bounds of an expression follow
//! from the bounds of its operands, step by step. Bounds are never too narrow; functions without a rule below have no
//! bounds.

use footwork_clip::Window;
use footwork_expr::{Function, ProgramStep};
use serde::{Deserialize, Serialize};

use super::expression::{Expression, Operand};

/// The maximum distance by which rounding can move a mean out of the bounds of its numbers, as a share of the larger
/// bound.
const MEAN_ROUNDING: f32 = 1e-4;

/// Bounds of a set of numbers. If all of them are NaN, `low` is above `high`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Bounds {
    low: f32,
    high: f32,
    /// Whether some numbers may be NaN.
    has_nan: bool,
}

/// Whether a number may be true (neither zero nor NaN), and whether it may be false.
#[derive(Clone, Copy)]
struct Truth {
    may_hold: bool,
    may_fail: bool,
}

impl Bounds {
    /// Any number.
    const ANY: Self = Self {
        low: f32::NEG_INFINITY,
        high: f32::INFINITY,
        has_nan: true,
    };

    /// NaN alone.
    pub(super) const NAN: Self = Self {
        low: f32::INFINITY,
        high: f32::NEG_INFINITY,
        has_nan: true,
    };

    /// Computes bounds from numbers.
    pub(super) fn of(values: &[f32]) -> Self {
        let none = Self {
            has_nan: false,
            ..Self::NAN
        };
        values.iter().fold(none, |bounds, &value| Self {
            low: bounds.low.min(value),
            high: bounds.high.max(value),
            has_nan: bounds.has_nan || value.is_nan(),
        })
    }

    /// Returns whether numbers within the bounds are all true, or all false; `None` if they may be either.
    pub(super) fn decided(self) -> Option<bool> {
        match self.truth() {
            Truth {
                may_hold: true,
                may_fail: true,
            } => None,
            Truth { may_hold, .. } => Some(may_hold),
        }
    }

    fn exactly(value: f32) -> Self {
        Self::of(&[value])
    }

    fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    fn truth(self) -> Truth {
        let is_number = self.low <= self.high;
        Truth {
            may_hold: is_number && (self.low != 0.0 || self.high != 0.0),
            may_fail: self.has_nan || (self.low <= 0.0 && self.high >= 0.0),
        }
    }

    fn negated(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
            ..self
        }
    }

    fn plus(self, other: Self) -> Self {
        if !self.is_finite() || !other.is_finite() {
            return Self::ANY;
        }
        Self {
            low: self.low + other.low,
            high: self.high + other.high,
            has_nan: self.has_nan || other.has_nan,
        }
    }

    fn times(self, other: Self) -> Self {
        if !self.is_finite() || !other.is_finite() {
            return Self::ANY;
        }
        let corners = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        Self {
            has_nan: self.has_nan || other.has_nan,
            ..Self::of(&corners)
        }
    }

    fn magnitude(self) -> Self {
        let (low, high) = (self.low, self.high);
        if low >= 0.0 || low > high {
            self
        } else if high <= 0.0 {
            self.negated()
        } else {
            Self {
                low: 0.0,
                high: high.max(-low),
                ..self
            }
        }
    }

    /// Returns bounds of the smaller of two numbers; it is NaN only if both numbers are.
    fn smaller(self, other: Self) -> Self {
        let mut high = self.high.min(other.high);
        if self.has_nan {
            high = high.max(other.high);
        }
        if other.has_nan {
            high = high.max(self.high);
        }
        Self {
            low: self.low.min(other.low),
            high,
            has_nan: self.has_nan && other.has_nan,
        }
    }

    fn less(self, other: Self) -> Truth {
        Truth {
            may_hold: self.low < other.high,
            may_fail: self.has_nan || other.has_nan || self.high >= other.low,
        }
    }

    fn less_or_equal(self, other: Self) -> Truth {
        Truth {
            may_hold: self.low <= other.high,
            may_fail: self.has_nan || other.has_nan || self.high > other.low,
        }
    }

    fn equal(self, other: Self) -> Truth {
        let is_one = self.low == self.high && other.low == other.high && self.low == other.low;
        Truth {
            may_hold: self.low <= other.high && other.low <= self.high,
            may_fail: self.has_nan || other.has_nan || !is_one,
        }
    }

    /// Returns the bounds of a window over numbers within these bounds.
    fn over(self, window: Window) -> Self {
        match window {
            // Windows replace infinities by the largest finite numbers.
            Window::Lag(_) | Window::Lead(_) | Window::Lowest(_) | Window::Highest(_)
                if self.low <= self.high =>
            {
                Self {
                    low: self.low.clamp(f32::MIN, f32::MAX),
                    high: self.high.clamp(f32::MIN, f32::MAX),
                    ..self
                }
            }
            Window::Lag(_) | Window::Lead(_) | Window::Lowest(_) | Window::Highest(_) => self,
            Window::Mean(_) if self.is_finite() => {
                let margin = self.low.abs().max(self.high.abs()) * MEAN_ROUNDING;
                Self {
                    low: self.low - margin,
                    high: self.high + margin,
                    ..self
                }
            }
            Window::Mean(_) | Window::Rate => Self::ANY,
        }
    }
}

impl Truth {
    fn not(self) -> Self {
        Self {
            may_hold: self.may_fail,
            may_fail: self.may_hold,
        }
    }

    /// Returns the bounds of 1 for true and 0 for false.
    fn bounds(self) -> Bounds {
        Bounds {
            low: if self.may_fail { 0.0 } else { 1.0 },
            high: if self.may_hold { 1.0 } else { 0.0 },
            has_nan: false,
        }
    }
}

impl Expression {
    /// Returns the bounds of the expression on a clip, given the bounds of its channels there.
    pub(super) fn bounds(&self, channels: &[Bounds]) -> Bounds {
        let operand = |operand: &Operand| match operand {
            Operand::Channel(number) => channels[*number],
            Operand::Data(_) => Bounds::ANY,
            Operand::Window(window, of) => of.bounds(channels).over(*window),
        };
        let mut stack: Vec<Bounds> = Vec::new();
        for step in self.program.steps() {
            let arguments = stack.split_off(stack.len().saturating_sub(step.arity()));
            stack.push(match (step, &arguments[..]) {
                (ProgramStep::Variable(number), _) => {
                    let variable = self.operands.get(number as usize);
                    variable.map_or(Bounds::ANY, operand)
                }
                (ProgramStep::Float(value), _) => Bounds::exactly(value),
                (ProgramStep::Call(function), &[a]) => of_one(function, a),
                (ProgramStep::Call(function), &[a, b]) => of_two(function, a, b),
                (ProgramStep::Call(_) | ProgramStep::Power(_), _) => Bounds::ANY,
            });
        }
        stack.pop().unwrap_or(Bounds::ANY)
    }
}

fn of_one(function: Function, a: Bounds) -> Bounds {
    match function {
        Function::Negate => a.negated(),
        Function::Not => a.truth().not().bounds(),
        Function::Abs => a.magnitude(),
        _ => Bounds::ANY,
    }
}

fn of_two(function: Function, a: Bounds, b: Bounds) -> Bounds {
    let truth = match function {
        Function::Add => return a.plus(b),
        Function::Subtract => return a.plus(b.negated()),
        Function::Multiply => return a.times(b),
        Function::Min => return a.smaller(b),
        Function::Max => return a.negated().smaller(b.negated()).negated(),
        Function::Less => a.less(b),
        Function::LessEqual => a.less_or_equal(b),
        Function::Greater => b.less(a),
        Function::GreaterEqual => b.less_or_equal(a),
        Function::Equal => a.equal(b),
        Function::NotEqual => a.equal(b).not(),
        Function::And => {
            let (a, b) = (a.truth(), b.truth());
            Truth {
                may_hold: a.may_hold && b.may_hold,
                may_fail: a.may_fail || b.may_fail,
            }
        }
        Function::Or => {
            let (a, b) = (a.truth(), b.truth());
            Truth {
                may_hold: a.may_hold || b.may_hold,
                may_fail: a.may_fail && b.may_fail,
            }
        }
        _ => return Bounds::ANY,
    };
    truth.bounds()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use footwork_base::FrameRate;
    use footwork_testkit::Random;

    use super::*;
    use crate::predicate::{Payloads, Predicate, holding};

    const CHANNELS: [&str; 3] = ["speed", "height", "turn"];

    /// Returns a random expression of this depth.
    fn text(random: &mut Random, depth: u32) -> String {
        if depth == 0 {
            return match random.below(4) {
                0 if random.one_in(8) => "3e38".to_owned(),
                0 => format!("{:.1}", random.between(0.0, 3.0)),
                _ => (*random.pick(&CHANNELS)).to_owned(),
            };
        }
        let a = text(random, depth - 1);
        let b = text(random, depth - 1);
        match random.below(12) {
            0 => format!("-({a})"),
            1 => format!("!({a})"),
            2 => format!("abs({a})"),
            3 => format!("min({a}, {b})"),
            4 => format!("max({a}, {b})"),
            5 => format!("mean({a}, 5)"),
            6 => {
                let window = *random.pick(&["lag", "lead", "lowest", "highest"]);
                format!("{window}({a}, 3)")
            }
            7 => format!("sqrt({a}) + rate({b})"),
            _ => {
                let operator =
                    *random.pick(&["+", "-", "*", "<", "<=", ">", ">=", "==", "!=", "&&", "||"]);
                format!("({a}) {operator} ({b})")
            }
        }
    }

    /// Returns numbers of one kind: constant, small, of any sign, or with special values.
    #[allow(clippy::cast_possible_truncation, reason = "any f32 will do")]
    fn numbers(random: &mut Random) -> Arc<[f32]> {
        let kind = random.below(6);
        let constant = random.between(-3.0, 3.0) as f32;
        let mut number = || match kind {
            0 => constant,
            1 => random.unit() as f32,
            2 => random.between(-3.0, 3.0) as f32,
            3 => *random.pick(&[0.0, -0.0, 1.0, f32::NAN]),
            4 => f32::INFINITY,
            _ => *random.pick(&[
                f32::INFINITY,
                f32::NEG_INFINITY,
                f32::NAN,
                f32::MAX,
                1e-45,
                2.0,
            ]),
        };
        (0..20).map(|_| number()).collect()
    }

    #[test]
    fn bounds_contain_every_value_and_decide_like_the_frames() {
        let names = CHANNELS.map(str::to_owned);
        let rate = FrameRate::new(30, 1).unwrap();
        let mut decided = [0; 2];
        for case in 0..20_000 {
            let mut random = Random::for_case("bounds", case);
            let depth = 1 + random.below_32(3);
            let text = text(&mut random, depth);
            let predicate = Predicate::compile(&text, &names, &Payloads::default()).unwrap();
            let values: Vec<_> = predicate
                .channels
                .iter()
                .map(|_| numbers(&mut random))
                .collect();
            let bounds: Vec<Bounds> = values.iter().map(|values| Bounds::of(values)).collect();
            let bounds = predicate.expression.bounds(&bounds);
            let found = predicate
                .values(values.iter().cloned().map(Some), rate, 20)
                .unwrap();
            for &value in &found {
                let is_within = if value.is_nan() {
                    bounds.has_nan
                } else {
                    bounds.low <= value && value <= bounds.high
                };
                assert!(is_within, "{text}: {value} is not in {bounds:?}");
            }
            if let Some(holds) = bounds.decided() {
                decided[usize::from(holds)] += 1;
                let frames = holding(&found).frame_count();
                assert_eq!(frames, if holds { 20 } else { 0 }, "{text}");
            }
        }
        assert!(decided.iter().all(|count| *count > 1_000), "{decided:?}");
    }
}
