//! The `footwork` command: one file per verb under `verbs/`.
//!
//! A verb gets its arguments and gives back what to print and how to exit; nothing else prints,
//! so that standard output stays empty when something fails.

mod bar;
mod failure;
mod output;
mod table;
mod verbs;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, ValueEnum};

use failure::Failure;
use output::{Done, Format};
use verbs::Verb;

/// Tag, query and check a library of motion clips.
#[derive(Parser)]
#[command(name = "footwork", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,

    /// How to print the answer.
    #[arg(long, global = true, value_enum, default_value_t = Format::Table)]
    format: Format,

    /// How to print errors.
    #[arg(long, global = true, value_enum, default_value_t = ErrorFormat::Text)]
    errors: ErrorFormat,
}

/// How errors are printed on standard error.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ErrorFormat {
    /// For people: the line, carets under the place, a hint.
    Text,
    /// For programs: one JSON object.
    Json,
}

/// Bad input or usage.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let errors = cli.errors;
    let done = cli.verb.run(cli.format, &mut Cli::command());
    match done.and_then(Done::print) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => fail(&failure, errors),
    }
}

fn fail(failure: &Failure, errors: ErrorFormat) -> ExitCode {
    match errors {
        ErrorFormat::Text => output::to_stderr(&failure.to_text()),
        ErrorFormat::Json => output::to_stderr(&failure.to_json()),
    }
    ExitCode::from(BAD_INPUT)
}

/// Help and version are answers; everything else that clap says is a usage error.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let text = error.render().ansi().to_string();
        return match Done::text(text).print() {
            Ok(code) => ExitCode::from(code),
            Err(failure) => fail(&failure, ErrorFormat::Text),
        };
    }
    let arguments: Vec<_> = std::env::args().collect();
    let json = arguments.iter().any(|argument| argument == "--errors=json")
        || arguments
            .windows(2)
            .any(|pair| pair == ["--errors", "json"]);
    if json {
        let message = error.render().to_string();
        return fail(
            &Failure::plain("usage", message.trim_end()),
            ErrorFormat::Json,
        );
    }
    output::to_stderr(&error.render().ansi().to_string());
    ExitCode::from(BAD_INPUT)
}
