//! `footwork expr 'E'`: evaluates an expression.

mod functions;
mod plot;

use footwork::base::{Diagnostic, Name, Suggestion, TextSpan};
use footwork_sidecar::Finding;

use footwork::expr::{
    Compiler, Evaluator, ExprError, ExprErrorKind, ExprErrors, MAX_TEXT_BYTES, Program,
    ProgramStep, compile, shortest_decimal,
};
use serde::Serialize;

use crate::arguments::parse_name;
use crate::failure::Failure;
use crate::input;
use crate::output::{Done, Format, Speech, note};
use crate::table::{Cell, Table, cells};
use plot::{Curve, to_json};

/// Evaluate an expression, show its bytecode, or plot it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork expr 'sin(t) + 0.1 * cos(10 * t)' --var t=0.5
  footwork expr 'sin(t) + 0.1 * cos(10 * t)' --var t=0.5 --bytecode
  footwork expr 'smoothstep(0, 2, x) * speed' --var speed=4 --plot x=-1..3
  echo '2 * sin(pi / 2)' | footwork expr -
  footwork expr --functions

Operators, from the loosest to the tightest: c ? a : b, ||, &&, == !=, < <= > >=, + -, * / %,
the signs - + !, ^. Constants: pi, tau, e. Names with characters other than letters, digits and
underscores are quoted: \"left hand\".height")]
pub(crate) struct Args {
    /// The expression; `-` reads it from standard input.
    #[arg(
        value_name = "EXPRESSION",
        allow_hyphen_values = true,
        required_unless_present = "functions"
    )]
    text: Option<String>,

    /// The value of a variable: an expression without variables, such as `pi / 2`, or inf, -inf or
    /// NaN.
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,

    /// Show what the stack machine does, step by step.
    #[arg(long)]
    bytecode: bool,

    /// Draw the values over a range of one variable. CSV and JSON have 101 values.
    #[arg(long, value_name = "NAME=FROM..TO")]
    plot: Option<String>,

    /// The seed of `hash` and `noise`.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u32,

    /// List the functions.
    #[arg(long, conflicts_with_all = ["text", "variables", "bytecode", "plot", "seed"])]
    functions: bool,
}

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<serde_json::Value>,
    constant: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    postfix: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plot: Option<plot::Json>,
}

/// A compiled expression, with the values of its variables.
struct Ready {
    program: Program,
    names: Vec<String>,
    values: Vec<f32>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let text = match args.text.as_deref() {
        None => return functions::list(speech),
        Some("-") => input::read("expression", MAX_TEXT_BYTES)?,
        Some(text) => text.to_owned(),
    };
    let mut names = Vec::new();
    let mut values = Vec::new();
    for argument in &args.variables {
        let (name, value) = assignment("--var", argument)?;
        names.push(name.to_string());
        values.push(constant("--var", argument, value)?);
    }
    let range = match &args.plot {
        Some(argument) => Some(range(argument)?),
        None => None,
    };
    if let Some((name, from, _)) = &range {
        names.push(name.to_string());
        values.push(*from);
    }
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let program = Compiler::new(&known).seed(args.seed).compile(&text);
    let ready = Ready {
        program: program.map_err(|errors| failure(&text, &errors))?,
        names,
        values,
    };
    speech.note(&ready.unused());
    match range {
        Some((name, from, to)) => {
            let mut curve = Curve::new(&name, from, to, ready.function());
            show_plot(&ready, &mut curve, args.bytecode, speech.format)
        }
        None => show_value(&ready, args.bytecode, speech),
    }
}

impl Ready {
    fn value(&self) -> f32 {
        Evaluator::new(&self.program).value(&self.values)
    }

    /// Returns the value of the expression as a function of its last variable.
    fn function(&self) -> impl FnMut(f32) -> f32 {
        let mut evaluator = Evaluator::new(&self.program);
        let mut values = self.values.clone();
        move |x| {
            if let Some(last) = values.last_mut() {
                *last = x;
            }
            evaluator.value(&values)
        }
    }

    /// Returns notes on variables that the expression does not use.
    fn unused(&self) -> Vec<Finding> {
        let is_used = |number: usize| {
            let mut steps = self.program.steps();
            steps.any(|step| matches!(step, ProgramStep::Variable(used) if used as usize == number))
        };
        let unused = (0..)
            .zip(&self.names)
            .filter(|(number, _)| !is_used(*number));
        let note = |(_, name): (usize, &String)| {
            let message = format!("the expression does not use the variable `{name}`");
            note("expression", "unused-variable", message)
        };
        unused.map(note).collect()
    }

    fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    fn is_constant(&self) -> bool {
        self.program.constant(0).is_some()
    }

    /// Returns the answer without a value and without a plot.
    fn answer(&self, bytecode: bool) -> Answer {
        let names = self.names();
        Answer {
            value: None,
            constant: self.is_constant(),
            postfix: bytecode.then(|| self.program.postfix_words(&names).collect()),
            plot: None,
        }
    }

    /// Returns the bytecode as text for people; empty if `bytecode` is false.
    fn heading(&self, bytecode: bool) -> String {
        let names = self.names();
        if bytecode {
            format!(
                "{}\n\n{}\n",
                self.program.postfix(&names),
                self.program.listing(&names)
            )
        } else {
            String::new()
        }
    }
}

fn show_value(ready: &Ready, bytecode: bool, speech: Speech) -> Result<Done, Failure> {
    let value = ready.value();
    let answer = Answer {
        value: Some(to_json(value)),
        ..ready.answer(bytecode)
    };
    let csv = || {
        let postfix = || ready.program.postfix(&ready.names());
        let postfix = bytecode.then(|| ("postfix", Cell::from(postfix())));
        let [shown, constant] = cells![shortest_decimal(value), ready.is_constant()];
        let fixed = [("value", shown), ("constant", constant)];
        let (header, row): (Vec<&str>, Vec<Cell>) = fixed.into_iter().chain(postfix).unzip();
        let mut table = Table::new(header);
        table.row(row);
        table.csv()
    };
    let text = || format!("{}{}\n", ready.heading(bytecode), shortest_decimal(value));
    speech.answer(&answer, csv, text)
}

fn show_plot(
    ready: &Ready,
    curve: &mut Curve<'_>,
    bytecode: bool,
    format: Format,
) -> Result<Done, Failure> {
    match format {
        Format::Json => Done::json(&Answer {
            plot: Some(curve.json()),
            ..ready.answer(bytecode)
        }),
        Format::Csv if bytecode => Err(Failure::plain(
            "usage",
            "CSV cannot hold both a plot and bytecode; use --format json",
        )),
        Format::Csv => Ok(Done::csv(curve.csv())),
        Format::Table => Ok(Done::text(ready.heading(bytecode) + &curve.draw())),
    }
}

/// Parses `NAME=VALUE`. Returns the name, and the span of the value.
fn assignment(option: &str, argument: &str) -> Result<(Name, TextSpan), Failure> {
    let wrong = || {
        let (shape, example) = usage(option);
        let message = format!("`{argument}` is not {shape}");
        Failure::plain("bad-variable", message).hint(format!("write {option} '{example}'"))
    };
    let length = match Name::scan(argument) {
        Some(Ok(name)) if argument[name.length..].starts_with('=') => name.length,
        _ => match argument.split_once('=') {
            // The text before `=` is not a valid name.
            Some((name, _)) => return Err(parse_name(name).err().unwrap_or_else(wrong)),
            None => return Err(wrong()),
        },
    };
    let name = parse_name(&argument[..length])?;
    Ok((name, TextSpan::new(length + 1, argument.len())))
}

/// Returns the form of an option's value, and an example of it.
fn usage(option: &str) -> (&'static str, &'static str) {
    match option {
        "--plot" => ("NAME=FROM..TO", "x=0..10"),
        _ => ("NAME=VALUE", "x=1.5"),
    }
}

/// Evaluates an expression without variables that is a part of an argument.
fn constant(option: &str, argument: &str, span: TextSpan) -> Result<f32, Failure> {
    let text = span.slice(argument);
    match text.trim().to_ascii_lowercase().as_str() {
        "inf" | "+inf" | "infinity" => return Ok(f32::INFINITY),
        "-inf" | "-infinity" => return Ok(f32::NEG_INFINITY),
        "nan" => return Ok(f32::NAN),
        _ => {}
    }
    let program = compile(text, &[]).map_err(|errors| {
        let errors = errors.iter().map(|error| {
            let mut error = error.to_diagnostic();
            let start = span.start;
            error.span = TextSpan::new(start + error.span.start, start + error.span.stop);
            error
        });
        Failure::in_text(option, argument, errors)
    })?;
    Ok(Evaluator::new(&program).value(&[]))
}

/// Parses `NAME=FROM..TO`.
fn range(argument: &str) -> Result<(Name, f32, f32), Failure> {
    let option = "--plot";
    let (name, value) = assignment(option, argument)?;
    let wrong = |message: String| {
        let hint = format!("write {option} '{}'", usage(option).1);
        Failure::plain("bad-range", message).hint(hint)
    };
    let Some(dots) = value.slice(argument).find("..") else {
        return Err(wrong(format!("`{argument}` has no range")));
    };
    let dots = value.start + dots;
    let from = constant(option, argument, TextSpan::new(value.start, dots))?;
    let to = constant(option, argument, TextSpan::new(dots + 2, value.stop))?;
    let what = match from < to {
        true if from.is_finite() && to.is_finite() => return Ok((name, from, to)),
        true => "infinite",
        false if from > to => "reversed",
        false => "empty",
    };
    Err(wrong(format!("the range from {from} to {to} is {what}")))
}

/// Returns all mistakes of an expression. A mistake in a variable has no place in the text.
fn failure(text: &str, errors: &ExprErrors) -> Failure {
    let (of_variables, in_text): (Vec<_>, Vec<_>) =
        errors.iter().partition(|error| !error.is_in_text());
    let of_variables = of_variables
        .into_iter()
        .map(|error| Failure::plain(error.code(), error.to_string()).maybe_hint(error.hint()));
    let in_text = Failure::in_text("expression", text, in_text.into_iter().map(diagnostic));
    of_variables.rfold(in_text, |rest, first| first.and(rest))
}

/// Describes a mistake. For an unknown name, adds the hint that it may be a variable without a value.
fn diagnostic(error: &ExprError) -> Diagnostic {
    let mut diagnostic = error.to_diagnostic();
    if let ExprErrorKind::UnknownName { name, suggestion } = &error.kind {
        let give = format!("give --var {}", shell_word(name));
        diagnostic.hint = Some(match suggestion {
            Suggestion::Nearest(near) => format!("did you mean `{near}`? Or {give}"),
            Suggestion::Instead(instead) => format!("{instead}, or {give}"),
            _ => give,
        });
    }
    diagnostic
}

/// Returns `x=…`, in quotes if a shell needs them.
fn shell_word(name: &str) -> String {
    if name.contains('"') {
        format!("'{name}=…'")
    } else {
        format!("{name}=…")
    }
}
