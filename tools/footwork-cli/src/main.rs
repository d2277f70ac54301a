//! The `footwork` command: one file per verb under `verbs/`.
//!
//! A verb gets its arguments and gives back what to print and how to exit; nothing else prints,
//! so that standard output stays empty when something fails.

mod arguments;
mod ask;
mod bar;
mod failure;
mod input;
mod output;
mod progress;
mod scene_file;
mod shown;
mod source;
mod table;
mod until_ended;
mod verbs;
mod vocabulary;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use failure::Failure;
use output::{Done, ErrorFormat, Format, Speech};
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

/// Bad input or usage.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let speech = Speech {
        format: cli.format,
        errors: cli.errors,
    };
    let done = cli.verb.run(speech, &mut Cli::command());
    exit(done.and_then(Done::print), speech.errors)
}

fn exit(printed: Result<u8, Failure>, errors: ErrorFormat) -> ExitCode {
    match printed {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            errors.fail(&failure);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Help and version are answers; everything else that clap says is a usage error.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let text = error.render().ansi().to_string();
        return exit(Done::help(text).print(), ErrorFormat::Text);
    }
    // Arguments need not be text.
    let arguments: Vec<_> = std::env::args_os().collect();
    let json = arguments.iter().any(|argument| argument == "--errors=json")
        || arguments
            .windows(2)
            .any(|pair| pair == ["--errors", "json"]);
    let errors = if json {
        ErrorFormat::Json
    } else {
        ErrorFormat::Text
    };
    let message = error.render().to_string();
    let message = message.trim_start_matches("error: ").trim_end();
    exit(Err(Failure::plain("usage", message)), errors)
}
