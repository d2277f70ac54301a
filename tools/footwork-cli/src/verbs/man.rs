//! `footwork man [VERB]`: prints a manual page.

use clap_mangen::Man;

use crate::failure::Failure;
use crate::output::Done;

/// Print the manual page of the command or of a verb.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  footwork man > ~/.local/share/man/man1/footwork.1\n  footwork man query | man -l -"
)]
pub(crate) struct Args {
    /// The verb; without one, the page of the command itself.
    verb: Option<String>,
}

pub(crate) fn run(args: &Args, command: &mut clap::Command) -> Result<Done, Failure> {
    command.build();
    let page = match &args.verb {
        None => command.clone(),
        Some(name) => {
            let verb = command
                .find_subcommand(name)
                .filter(|verb| !verb.is_hide_set());
            verb.ok_or_else(|| {
                Failure::plain("unknown-verb", format!("there is no verb `{name}`"))
            })?
            .clone()
        }
    };
    let mut text = Vec::new();
    // Writing to a vector cannot fail.
    let _ = Man::new(page).render(&mut text);
    Ok(Done::bytes(text))
}
