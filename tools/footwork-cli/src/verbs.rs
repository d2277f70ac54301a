//! The verbs of the command, one file each.

mod blendspace;
mod check;
mod compile;
mod completions;
mod cut;
mod event;
mod events;
mod export;
mod expr;
mod import;
mod info;
mod language;
mod merge_driver;
mod plot;
mod query;
mod query_text;
mod rebase;
mod rules;
mod scatter;
mod sim;
mod source;
mod standard_input;
mod strip;
mod studio;
mod tag;
mod timeline;
mod turn;
mod until_ended;
mod vocabulary;
mod watch;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use footwork::base::Name;
use footwork::tags::{Amount, ClipId};
use footwork_library::Library;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::progress;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Verb {
    Info(info::Args),
    Query(query::Args),
    Timeline(timeline::Args),
    Strip(strip::Args),
    Tag(tag::Args),
    Event(event::Args),
    Events(events::Args),
    Rules(rules::Args),
    Check(check::Args),
    Cut(cut::Args),
    Blendspace(blendspace::Args),
    Undo(turn::UndoArgs),
    Redo(turn::RedoArgs),
    Rebase(rebase::Args),
    Import(import::Args),
    Export(export::Args),
    Compile(compile::Args),
    Watch(watch::Args),
    Studio(studio::Args),
    MergeDriver(merge_driver::Args),
    Expr(expr::Args),
    Sim(sim::Args),
    Completions(completions::Args),
}

impl Verb {
    pub(crate) fn run(self, speech: Speech, command: &mut clap::Command) -> Result<Done, Failure> {
        match self {
            Self::Info(args) => info::run(&args, speech),
            Self::Query(args) => query::run(&args, speech),
            Self::Timeline(args) => timeline::run(&args, speech),
            Self::Strip(args) => strip::run(&args, speech),
            Self::Tag(args) => tag::run(&args, speech),
            Self::Event(args) => event::run(&args, speech),
            Self::Events(args) => events::run(&args, speech),
            Self::Rules(args) => rules::run(&args, speech),
            Self::Check(args) => check::run(&args, speech),
            Self::Cut(args) => cut::run(&args, speech),
            Self::Blendspace(args) => blendspace::run(&args, speech),
            Self::Undo(args) => turn::undo(&args, speech),
            Self::Redo(args) => turn::redo(&args, speech),
            Self::Rebase(args) => rebase::run(&args, speech),
            Self::Import(args) => import::run(&args, speech),
            Self::Export(args) => export::run(&args, speech),
            Self::Compile(args) => compile::run(&args, speech),
            Self::Watch(args) => watch::run(&args, speech),
            Self::Studio(args) => studio::run(&args, speech),
            Self::MergeDriver(args) => merge_driver::run(&args, speech),
            Self::Expr(args) => expr::run(&args, speech),
            Self::Sim(args) => sim::run(&args, speech),
            Self::Completions(args) => Ok(completions::run(&args, command)),
        }
    }
}

/// The library that a verb works on.
#[derive(clap::Args)]
struct LibraryArg {
    /// The folder of clips.
    #[arg(value_name = "LIBRARY")]
    library: PathBuf,
}

impl LibraryArg {
    /// The folder; a compiled library is refused, as it has not what this verb needs.
    fn folder(&self) -> Result<&Path, Failure> {
        only_folder(&self.library)
    }

    /// Opens it, and says on standard error what is wrong in it.
    fn open(&self, speech: Speech) -> Result<Library, Failure> {
        let library = Library::open_with(self.folder()?, progress::bars())?;
        speech.errors.note(library.findings());
        Ok(library)
    }
}

/// The same path, unless a compiled library is there.
fn only_folder(path: &Path) -> Result<&Path, Failure> {
    match source::is_compiled_file(path) {
        true => Err(source::needs_folder(path, "clip files and no sidecars")),
        false => Ok(path),
    }
}

/// The name of a tag or an event, as the command line gives it.
fn parse_name(text: &str) -> Result<Name, Failure> {
    text.parse::<Name>().map_err(|error| {
        let hint = error.suggestion.map(|name| format!("write '{name}'"));
        let message = format!("`{text}` is not a name: identifiers or JSON strings joined by dots");
        Failure::plain("bad-name", &message).hint(hint)
    })
}

/// A frame number or a time, at the rate of a clip.
fn parse_frame(text: &str, library: &Library, clip: ClipId) -> Result<u32, Failure> {
    let amount: Amount = text.parse().map_err(|_| {
        let message = format!("`{text}` is not a frame (12) or a time (0.5s, 200ms)");
        Failure::plain("bad-frame", &message)
    })?;
    Ok(amount.in_frames(library.clips()[clip].rate))
}
