//! Compiles text to a [`Program`].

mod fold;
mod names;
mod number;
mod operator;
mod parse;
mod token;

use footwork_base::TextSpan;

use crate::error::{ErrorList, ExprErrorKind, ExprErrors};
use crate::limits::MAX_TEXT_BYTES;
use crate::program::{Program, VerifyError};
use fold::Steps;
use names::Variables;

/// Compiles an expression in the given variables. The program takes the values of the variables in the same order.
///
/// # The language
///
/// The table lists operators from the loosest to the tightest. All group to the left except `? :`
/// and `^`.
///
/// | grammar | |
/// |---|---|
/// | expression := or ['?' expression ':' expression] | `c ? a : b` groups to the right |
/// | or := and ('\|\|' and)* | 1 if either is true, else 0 |
/// | and := equal ('&&' equal)* | 1 if both are true, else 0 |
/// | equal := order [('==' \| '!=') order] | one only: `a == b == c` is an error |
/// | order := sum [('<' \| '<=' \| '>' \| '>=') sum] | one only: `a < b < c` is an error |
/// | sum := product (('+' \| '-') product)* | |
/// | product := unary (('*' \| '/' \| '%') unary)* | `%` truncates, `mod` floors |
/// | unary := ('-' \| '+' \| '!') unary \| power | `-2^2` is -4 |
/// | power := atom ['^' unary] | `2^3^2` is 512, `2^-1` is 0.5 |
/// | atom := number \| name \| call \| '(' expression ')' | |
/// | call := function '(' expression (',' expression)* ')' | see [`Function`](crate::Function) |
/// | name := part ('.' part)* | a part is an identifier or a JSON string: `"left hand".height` |
/// | number := (digits ['.' \[digits\]] \| '.' digits) ['e' ['-' \| '+'] digits] | `10`, `.5`, `5.`, `1.5e-3`: decimal, rounded once to f32 |
///
/// A number is false if it is zero or NaN. Both sides of `&&`, `||` and `? :` are always evaluated. The constants are
/// `pi`, `tau` and `e`. A product needs its `*`, and there is no assignment. `min` and `max` take two or more
/// arguments. `x ^ n` and `pow(x, n)` are computed as products if `n` is a whole constant from -1 to 16.
///
/// Constant parts are computed at compile time, with the same results as at run time.
///
/// ```
/// use footwork_expr::{Compiler, StackMachine, compile};
///
/// let program = compile("-x ^ 2 + max(x, 1, 2)", &["x"]).unwrap();
/// assert_eq!(program.postfix(&["x"]), "x ^2 neg x 1 max 2 max +");
/// assert_eq!(StackMachine::new(&program).run(&[3.0]), [-6.0]);
///
/// // A force is a program with three outputs.
/// let force = Compiler::new(&["x", "z"]).seed(7).compile_all(&["-z", "0.5", "x"]).unwrap();
/// assert_eq!(StackMachine::new(&force).run(&[1.0, 2.0]), [-2.0, 0.5, 1.0]);
/// assert_eq!(force.constant(1), Some(0.5));
///
/// let errors = compile("sin(tt) + * 2", &["t"]).unwrap_err();
/// let shown: Vec<_> = errors.iter().map(ToString::to_string).collect();
/// assert_eq!(shown, ["unknown name `tt`", "expected a number, a name or `(` before `*`"]);
/// assert_eq!(errors.iter().next().unwrap().hint().unwrap(), "did you mean `t`?");
/// ```
///
/// # Errors
/// Returns all errors, in the order of the text.
pub fn compile(text: &str, variables: &[&str]) -> Result<Program, ExprErrors> {
    Compiler::new(variables).compile(text)
}

/// A compiler for expressions that share their variables.
#[derive(Clone, Debug)]
pub struct Compiler<'a> {
    variables: Variables<'a>,
    seed: u32,
}

impl<'a> Compiler<'a> {
    /// Creates a compiler for expressions in the given variables.
    ///
    /// Each variable is a [`Name`](footwork_base::Name) in its canonical spelling, such as `t` or `"left hand".height`.
    /// All names must differ. The names of functions and constants are not allowed, nor are `log`, `and`, `or` and
    /// `not`. Compiling reports names that break these rules.
    pub fn new(variables: &'a [&'a str]) -> Self {
        Self {
            variables: Variables::new(variables),
            seed: 0,
        }
    }

    /// Sets the seed of `hash` and `noise`, 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u32) -> Self {
        self.seed = seed;
        self
    }

    /// Compiles one expression.
    ///
    /// # Errors
    /// Returns all errors, in the order of the text.
    pub fn compile(&self, text: &str) -> Result<Program, ExprErrors> {
        self.compile_all(&[text])
    }

    /// Compiles several expressions into one program, with one output for each expression.
    ///
    /// # Errors
    /// Returns all errors, in the order of the texts. Each error has the index of its text.
    pub fn compile_all(&self, texts: &[&str]) -> Result<Program, ExprErrors> {
        let mut errors = ErrorList::for_texts(texts.len());
        for kind in self.variables.errors() {
            errors.push(TextSpan::default(), kind);
        }
        let mut steps = Steps::new(self.seed, texts);
        for (number, text) in texts.iter().enumerate() {
            errors.begin_text(number);
            if text.len() > MAX_TEXT_BYTES {
                errors.push(first_too_many(text), ExprErrorKind::TooLong);
                continue;
            }
            parse::parse(text, &self.variables, &mut steps, &mut errors);
            if let Some(span) = steps.overflow() {
                errors.push(span, ExprErrorKind::TooManySteps);
                break;
            }
            if errors.is_full() {
                break;
            }
        }
        errors.finish()?;
        let variables = u32::try_from(self.variables.len()).unwrap_or(u32::MAX);
        let made = Program::from_steps(steps.into_steps(), variables, self.seed);
        // Every operator has its operands, so the only possible error is a missing output.
        made.map_err(|error| {
            let kind = match error {
                VerifyError::NoOutput => ExprErrorKind::NoOutput,
                _ => ExprErrorKind::TooManySteps,
            };
            ExprErrors::from_one(TextSpan::default(), kind)
        })
    }
}

/// Returns the span of the first character past the maximum length.
fn first_too_many(text: &str) -> TextSpan {
    let stop = (MAX_TEXT_BYTES + 1..).find(|&at| text.is_char_boundary(at));
    let fitting = &text[..stop.unwrap_or(text.len())];
    let last = fitting.chars().next_back().map_or(0, char::len_utf8);
    TextSpan::new(fitting.len() - last, fitting.len())
}
