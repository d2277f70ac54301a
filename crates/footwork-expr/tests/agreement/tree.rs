//! Random expressions as trees, and their texts.

use crate::random::Random;

pub(crate) const VARIABLES: [&str; 4] = ["x", "y", "hand.left", "speed"];

/// Values for the variables.
pub(crate) fn values(random: &mut Random) -> [f32; 4] {
    [(); 4].map(|()| random.number())
}

impl Random {
    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Returns a number in [-1, 1).
    fn around_zero(&mut self) -> f32 {
        self.bits() as f32 / 2_147_483_648.0 - 1.0
    }

    /// Returns an ordinary number, sometimes a very large or very small number, or NaN.
    fn number(&mut self) -> f32 {
        match self.below(60) {
            0..12 | 40.. => self.around_zero() * 10.0,
            12..20 => self.around_zero(),
            20..26 => (self.around_zero() * 8.0).round(),
            26..30 => self.pick(&[0.5, 1.0, 2.0, -1.0, 0.25, 3.0]),
            30..33 => self.around_zero() * 1000.0,
            33 => self.around_zero() * 1e20,
            34 => self.around_zero() * 1e-20,
            35 => self.pick(&[1e38, -3e38, f32::MAX, 1e-38, 1e-44]),
            36 | 37 => self.pick(&[0.0, -0.0]),
            38 => self.pick(&[f32::INFINITY, f32::NEG_INFINITY]),
            _ => f32::NAN,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Tree {
    /// Any number; negative ones and NaN take several words.
    Number(f32),
    Constant(&'static str),
    Variable(usize),
    Unary(&'static str, Box<Tree>),
    Binary(&'static str, Box<[Tree; 2]>),
    Choice(Box<[Tree; 3]>),
    Call(&'static str, Vec<Tree>),
}

/// Each function with its smallest and largest tested number of arguments.
const FUNCTIONS: [(&str, usize, usize); 51] = [
    ("sin", 1, 1),
    ("cos", 1, 1),
    ("tan", 1, 1),
    ("asin", 1, 1),
    ("acos", 1, 1),
    ("atan", 1, 1),
    ("atan2", 2, 2),
    ("sqrt", 1, 1),
    ("cbrt", 1, 1),
    ("exp", 1, 1),
    ("exp2", 1, 1),
    ("ln", 1, 1),
    ("log2", 1, 1),
    ("log10", 1, 1),
    ("pow", 2, 2),
    ("abs", 1, 1),
    ("sign", 1, 1),
    ("floor", 1, 1),
    ("ceil", 1, 1),
    ("round", 1, 1),
    ("trunc", 1, 1),
    ("fract", 1, 1),
    ("mod", 2, 2),
    ("min", 2, 4),
    ("max", 2, 4),
    ("clamp", 3, 3),
    ("saturate", 1, 1),
    ("lerp", 3, 3),
    ("remap", 5, 5),
    ("step", 2, 2),
    ("smoothstep", 3, 3),
    ("select", 3, 3),
    ("hypot", 2, 2),
    ("length", 2, 4),
    ("deg", 1, 1),
    ("rad", 1, 1),
    ("wrap", 3, 3),
    ("hash", 1, 1),
    ("noise", 1, 3),
    // Listed again, so that they are drawn more often.
    ("sin", 1, 1),
    ("cos", 1, 1),
    ("sqrt", 1, 1),
    ("exp", 1, 1),
    ("clamp", 3, 3),
    ("saturate", 1, 1),
    ("max", 2, 2),
    ("abs", 1, 1),
    ("floor", 1, 1),
    ("atan2", 2, 2),
    ("lerp", 3, 3),
    ("min", 2, 2),
];

/// The binary operators by precedence, loosest first.
const LEVELS: [&[&str]; 6] = [
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The precedence of `? :`, below all [`LEVELS`].
const CHOICE: usize = 0;
/// The precedence of signs, above all [`LEVELS`]. Powers and atoms are higher.
const UNARY: usize = 7;
const POWER: usize = 8;
const ATOM: usize = 9;

impl Tree {
    pub(crate) fn random(random: &mut Random, depth: usize) -> Self {
        if depth == 0 || random.one_in(5) {
            return match random.below(8) {
                0..2 => Self::Number(random.number().abs()),
                2 => Self::Constant(random.pick(&["pi", "tau", "e"])),
                _ => Self::Variable(random.below(VARIABLES.len())),
            };
        }
        let operand = |random: &mut Random| Self::random(random, depth - 1);
        match random.below(20) {
            0..9 => {
                let level = match random.below(8) {
                    0 => random.below(4),
                    1..5 => 4,
                    _ => 5,
                };
                let operator = random.pick(LEVELS[level]);
                let operands = [operand(random), operand(random)];
                Self::Binary(operator, Box::new(operands))
            }
            9 => {
                let exponent = match random.below(3) {
                    0 => operand(random),
                    _ => Self::Number(
                        random.pick(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 0.5]),
                    ),
                };
                let exponent = if random.one_in(5) {
                    Self::Unary("-", Box::new(exponent))
                } else {
                    exponent
                };
                Self::Binary("^", Box::new([operand(random), exponent]))
            }
            10..12 => Self::Unary(
                random.pick(&["-", "-", "!", "+"]),
                Box::new(operand(random)),
            ),
            12 => Self::Choice(Box::new([(); 3].map(|()| operand(random)))),
            _ => {
                let (name, fewest, most) = random.pick(&FUNCTIONS);
                let count = fewest + random.below(most - fewest + 1);
                Self::Call(name, (0..count).map(|_| operand(random)).collect())
            }
        }
    }

    /// Returns the tree with about one in `share` variables replaced by its value. Exponents are
    /// left alone, because `x ^ 3` is computed in another way than `x ^ y`.
    pub(crate) fn with_numbers(&self, values: &[f32], random: &mut Random, share: usize) -> Self {
        if let Self::Variable(number) = self
            && random.one_in(share)
        {
            return Self::Number(values[*number]);
        }
        let mut inner = |tree: &Self| tree.with_numbers(values, random, share);
        match self {
            Self::Number(_) | Self::Constant(_) | Self::Variable(_) => self.clone(),
            Self::Unary(operator, a) => Self::Unary(operator, Box::new(inner(a))),
            Self::Binary("^", operands) => {
                let [base, exponent] = &**operands;
                Self::Binary("^", Box::new([inner(base), exponent.clone()]))
            }
            Self::Binary(operator, operands) => {
                let [a, b] = &**operands;
                Self::Binary(operator, Box::new([inner(a), inner(b)]))
            }
            Self::Choice(parts) => Self::Choice(Box::new([0, 1, 2].map(|i| inner(&parts[i])))),
            Self::Call("pow", arguments) => {
                let base = inner(&arguments[0]);
                Self::Call("pow", vec![base, arguments[1].clone()])
            }
            Self::Call(name, arguments) => Self::Call(name, arguments.iter().map(inner).collect()),
        }
    }

    /// Returns the tree as text, with the necessary parentheses and sometimes redundant ones.
    pub(crate) fn text(&self, random: &mut Random) -> String {
        let mut text = String::new();
        self.write(CHOICE, random, &mut text);
        text
    }

    fn level(&self) -> usize {
        match self {
            Self::Choice(_) => CHOICE,
            Self::Binary("^", _) => POWER,
            Self::Binary(operator, _) => {
                let level = LEVELS.iter().position(|level| level.contains(operator));
                level.unwrap() + 1
            }
            Self::Unary(..) => UNARY,
            Self::Number(_) | Self::Constant(_) | Self::Variable(_) | Self::Call(..) => ATOM,
        }
    }

    fn write(&self, loosest: usize, random: &mut Random, text: &mut String) {
        let parenthesis = self.level() < loosest || random.one_in(12);
        text.push_str(if parenthesis { "(" } else { "" });
        self.write_bare(random, text);
        text.push_str(if parenthesis { ")" } else { "" });
        if random.one_in(10) {
            text.push(' ');
        }
    }

    fn write_bare(&self, random: &mut Random, text: &mut String) {
        match self {
            Self::Number(value) => text.push_str(&number(*value, random)),
            Self::Constant(name) => text.push_str(name),
            Self::Variable(number) if VARIABLES[*number] == "hand.left" => {
                text.push_str(random.pick(&["hand.left", "\"hand\".left", "hand.\"l\\u0065ft\""]));
            }
            Self::Variable(number) => text.push_str(VARIABLES[*number]),
            Self::Unary(operator, a) => {
                text.push_str(operator);
                a.write(UNARY, random, text);
            }
            Self::Binary(operator, operands) => {
                let level = self.level();
                let (left, right) = match *operator {
                    "^" => (ATOM, UNARY),
                    "==" | "!=" | "<" | "<=" | ">" | ">=" => (level + 1, level + 1),
                    _ => (level, level + 1),
                };
                operands[0].write(left, random, text);
                text.push_str(operator);
                operands[1].write(right, random, text);
            }
            Self::Choice(parts) => {
                parts[0].write(CHOICE + 1, random, text);
                text.push('?');
                parts[1].write(CHOICE, random, text);
                text.push(':');
                parts[2].write(CHOICE, random, text);
            }
            Self::Call(name, arguments) => {
                text.push_str(name);
                text.push_str(random.pick(&["(", "(", " ("]));
                for (index, argument) in arguments.iter().enumerate() {
                    text.push_str(if index > 0 { "," } else { "" });
                    argument.write(CHOICE, random, text);
                }
                text.push(')');
            }
        }
    }
}

/// Returns a number as a text that is an atom.
fn number(value: f32, random: &mut Random) -> String {
    if value.is_nan() {
        return random.pick(&["(0/0)", "(-(0/0))", "sqrt(-1)"]).to_owned();
    }
    let size = match value.abs() {
        f32::INFINITY => "(1/0)".to_owned(),
        size => match random.below(3) {
            0 => format!("{size:e}"),
            1 => format!("{size:?}").trim_start_matches('0').to_owned(),
            _ => size.to_string(),
        },
    };
    let size = match size.as_str() {
        "" | "." | ".0" => "0",
        size => size,
    };
    if value.is_sign_negative() {
        format!("(-{size})")
    } else {
        size.to_owned()
    }
}
