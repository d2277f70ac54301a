//! `cargo xtask match`: from a clone to a football match in a browser, with nothing else to install than Node.

use std::process::ExitCode;

use crate::cargo::Cargo;
use crate::web::{Lack, MATCH, Web};

/// What works without the page.
const WITHOUT: &str = "\
Its page is built with that once, and again when its sources change. Install it from https://nodejs.org or your system's
packages, and run this command again.

Without a page, a match can be played and summed up:

  cargo run -q --release -p footwork-cli -- match --headless --seconds 300 --seed 7
";

/// Builds what is missing and opens the match; `args` are options for `footwork match`.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> ExitCode {
    let web = Web::new(cargo, MATCH);
    match web.built() {
        Ok(()) => {}
        Err(Lack::Tool(tool)) => {
            eprint!("error: the page of the match needs {tool}\n\n{WITHOUT}");
            return ExitCode::from(2);
        }
        Err(Lack::Failed(outcome)) => return outcome.exit_code(),
    }
    let mut command = vec![
        "run",
        "--package",
        "footwork-cli",
        "--release",
        "--",
        "match",
    ];
    command.extend(args.iter().map(String::as_str));
    let page = web.dist();
    let page = page.to_string_lossy();
    cargo
        .run(&command, &[("FOOTWORK_MATCH_PAGE", page.as_ref())])
        .exit_code()
}
