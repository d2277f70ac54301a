//! `footwork completions SHELL`: prints a completion script.

use clap_complete::Shell;

use crate::output::Done;

/// Print the completion script of a shell.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  footwork completions bash > ~/.local/share/bash-completion/completions/footwork"
)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(args: &Args, command: &mut clap::Command) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "footwork", &mut script);
    Done::bytes(script)
}
