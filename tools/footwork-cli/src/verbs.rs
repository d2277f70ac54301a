//! The verbs of the command, one file or folder each.

mod agree;
mod blendspace;
mod check;
mod compile;
mod completions;
mod cut;
mod diff;
mod event;
mod events;
mod expect;
mod export;
mod expr;
mod fix;
mod ground;
mod import;
mod info;
mod loop_clips;
mod man;
mod measure;
mod merge_driver;
mod mirror;
mod propose;
mod query;
mod rebase;
mod recover;
mod report;
mod resample;
mod retarget;
mod root;
mod rules;
mod sim;
mod state;
mod strip;
mod studio;
mod tag;
mod timeline;
mod trim;
mod undo;
mod watch;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::{Done, Speech};

/// The verbs.
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
    Propose(propose::Args),
    Check(check::Args),
    State(state::Args),
    Agree(agree::Args),
    Cut(cut::Args),
    Retarget(retarget::Args),
    Resample(resample::Args),
    Mirror(mirror::Args),
    Trim(trim::Args),
    Root(root::Args),
    Loop(loop_clips::Args),
    Ground(ground::Args),
    Blendspace(blendspace::Args),
    Measure(measure::Args),
    Expect(expect::Args),
    Report(report::Args),
    Fix(fix::Args),
    Diff(diff::Args),
    Undo(undo::UndoArgs),
    Redo(undo::RedoArgs),
    Recover(recover::Args),
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
    Man(man::Args),
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
            Self::Propose(args) => propose::run(&args, speech),
            Self::Check(args) => check::run(&args, speech),
            Self::State(args) => state::run(&args, speech),
            Self::Agree(args) => agree::run(&args, speech),
            Self::Cut(args) => cut::run(&args, speech),
            Self::Retarget(args) => retarget::run(&args, speech),
            Self::Resample(args) => resample::run(&args, speech),
            Self::Mirror(args) => mirror::run(&args, speech),
            Self::Trim(args) => trim::run(&args, speech),
            Self::Root(args) => root::run(&args, speech),
            Self::Loop(args) => loop_clips::run(&args, speech),
            Self::Ground(args) => ground::run(&args, speech),
            Self::Blendspace(args) => blendspace::run(&args, speech),
            Self::Measure(args) => measure::run(&args, speech),
            Self::Expect(args) => expect::run(&args, speech),
            Self::Report(args) => report::run(&args, speech),
            Self::Diff(args) => diff::run(&args, speech),
            Self::Fix(args) => fix::run(&args, speech),
            Self::Undo(args) => undo::undo(&args, speech),
            Self::Redo(args) => undo::redo(&args, speech),
            Self::Recover(args) => recover::run(&args, speech),
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
            Self::Man(args) => man::run(&args, command),
        }
    }
}
