//! `cargo xtask match`: builds what a football match in a browser needs, and opens it. Besides cargo it needs only Node.

use std::process::ExitCode;

use crate::cargo::Cargo;
use crate::web::{Lack, MATCH, Web};

/// The message that says what works without the page.
const WITHOUT: &str = "\
Node builds the page once, and again when its sources change. Install it from https://nodejs.org or your system's
packages, and run this command again.

Without a page, this plays a match and prints a summary:

  cargo run -q --release -p footwork-football --example headless -- --seconds 300 --seed 7
";

/// The output of `--help`. The program prints the same text, but this verb needs no build to print it.
const USAGE: &str = include_str!("../../demos/football/src/usage.txt");

/// Builds the missing parts and opens the match. `args` go to its program.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> ExitCode {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    if let Some(unknown) = unknown_option(args) {
        eprint!("error: there is no option {unknown}\n\n{USAGE}");
        return ExitCode::from(2);
    }
    let web = Web::new(cargo, MATCH);
    match web.built() {
        Ok(()) => {}
        Err(Lack::Tool(tool)) => {
            eprint!("error: the page of the match needs {tool}\n\n{WITHOUT}");
            return ExitCode::from(2);
        }
        Err(Lack::Failed(outcome)) => return outcome.exit_code(),
    }
    let run = ["run", "--release", "--package", "footwork-football", "--"];
    let args = args.iter().map(String::as_str);
    let command: Vec<&str> = run.into_iter().chain(args).collect();
    cargo.run(&command, &[]).exit_code()
}

/// Returns the first option that the program does not have, so that a typo fails before the build starts.
fn unknown_option(args: &[String]) -> Option<&str> {
    let options = args.iter().filter_map(|arg| arg.split('=').next());
    let mut options = options.filter(|option| option.starts_with("--"));
    options.find(|option| !USAGE.split_whitespace().any(|word| word == *option))
}

#[cfg(test)]
mod tests {
    use super::unknown_option;

    #[test]
    fn a_mistyped_option_is_found_before_anything_is_built() {
        let unknown = |args: &[&str]| {
            let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
            unknown_option(&args).map(str::to_owned)
        };
        assert_eq!(
            unknown(&["samples/football", "--seed=3", "--half", "60"]),
            None
        );
        assert_eq!(
            unknown(&["--seed", "3", "--bogus=1"]).as_deref(),
            Some("--bogus")
        );
    }
}
