//! The `footwork` command: tag, query and check a library of motion clips.
//!
//! Each subcommand is a verb with its own file or folder under `src/verbs/`. A verb receives its arguments, and returns
//! what to print and how to exit. The output is printed only after the verb has succeeded, so it stays empty if the
//! verb fails. Only `watch` and `studio`, which keep running, print as they go.
//!
//! To add a verb, write `src/verbs/NAME.rs` with a struct `Args` for clap and `run(&Args, Speech) -> Result<Done, Failure>`,
//! name both in `src/verbs.rs`, describe its JSON in `testdata/schema/`, and test it as people run it in `tests/command/`. Add
//! a call of the verb, with the name of that schema, to `tests/command/attack/calls.rs`, and a row to `docs/guides/command.md`.
//! Tests require the call and the row for every verb. They compare the call's answer with the schema. They also run the call in
//! a library that another user prepared, on names with control characters, and on a compiled library. A verb must refuse a
//! compiled library unless `tests/command/compile.rs` lists the verb.
//!
//! The files, in the order in which a call passes through them:
//!
//! | file | what |
//! |---|---|
//! | `src/verbs.rs` | the list of verbs |
//! | `src/arguments.rs` | names, frames and times as arguments |
//! | `src/frames.rs` | a range of frames as an argument |
//! | `src/source.rs`, `src/compiled_name.rs` | opening a folder of clips, or a compiled library, and telling them apart |
//! | `src/reading.rs` | whether a verb could read everything it needs, and what follows if not |
//! | `src/plausible.rs` | refusing clips whose up axis or size does not fit the body |
//! | `src/derived.rs` | making and writing clips from others, for `cut` and the verbs that write edited copies |
//! | `src/tagdb.rs`, `src/pose_file.rs` | naming and writing compiled libraries, and their compressed motion |
//! | `src/ask.rs` | the text of a query, bound to the names of a library |
//! | `src/input.rs` | standard input, and files named by arguments |
//! | `src/scene_file.rs`, `src/scene_file/` | JSON scenes of `sim`: `fields` checks limits while it reads, `tail` and `key_place` show mistakes in their lines |
//! | `src/vocabulary.rs` | notes on tags that are not in the vocabulary |
//! | `src/progress.rs` | a bar for long work |
//! | `src/table.rs` | rows of typed cells as text, CSV or JSON |
//! | `src/bar.rs` | the frames of a clip as a bar of text |
//! | `src/output_file.rs` | writing output files without replacing files that a verb must keep |
//! | `src/output.rs` | the answer in the requested format, notes, and the exit code |
//! | `src/failure.rs` | errors in the input, with carets and hints |
//! | `src/shown.rs` | control characters as pictures |

mod arguments;
mod ask;
mod bar;
mod compiled_name;
mod derived;
mod failure;
mod frames;
mod input;
mod output;
mod output_file;
mod plausible;
mod pose_file;
mod progress;
mod reading;
mod scene_file;
mod shown;
mod source;
mod table;
mod tagdb;
mod verbs;
mod vocabulary;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use failure::Failure;
use output::{Done, ErrorFormat, FormatArg, Speech};
use verbs::Verb;

/// Tag, query and check a library of motion clips.
#[derive(Parser)]
#[command(name = "footwork", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,

    /// How to print the answer.
    #[arg(long, global = true, value_enum, default_value_t = FormatArg::Table)]
    format: FormatArg,

    /// How to print errors.
    #[arg(long, global = true, value_enum, default_value_t = ErrorFormat::Text)]
    errors: ErrorFormat,
}

/// The exit code if a part of the input that the verb needs could not be read, or if a check found a fault.
const INCOMPLETE: u8 = 1;

/// The exit code for bad input or usage.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let (format, findings) = cli.format.formats();
    if findings.is_some() && !matches!(cli.verb, Verb::Check(_)) {
        let message = "--format sarif, junit and github are only for `check`";
        return exit(Err(Failure::plain("usage", message)), cli.errors);
    }
    let speech = Speech {
        format,
        findings,
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
            ExitCode::from(if failure.is_incomplete() {
                INCOMPLETE
            } else {
                BAD_INPUT
            })
        }
    }
}

/// Prints help or the version as the answer, and every other message of clap as a usage error.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let text = error.render().ansi().to_string();
        return exit(Done::help(text).print(), ErrorFormat::Text);
    }
    // Arguments may be invalid UTF-8.
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
