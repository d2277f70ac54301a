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

/// What `--help` prints: nothing is built for it, so it stands here.
const USAGE: &str = "\
cargo xtask match [options]

Builds what is missing and opens a football match in a browser. Options are those of `footwork match`:

  --a-side N      footballers in a team, the keeper among them: 5 or 11
  --humans N      how many humans play, 0 to 2
  --seed N        the seed of all chance
  --half SECS     how long a half is
  --leaves N      how many leaves and grains of dust there are
  --port N        the port; 0 is any free one
  --no-open       do not open a browser
  --paused        begin paused, instead of waiting for a key of a player
  --headless      play without a browser, by itself, and print figures and a hash of everything
  --seconds SECS  with --headless: how long to play
  --record FILE   with --headless: write what came into each frame
  --replay FILE   with --headless: play a recording again; it must end as it did

Before them may stand a library of clips; samples/football is the usual one.
";

/// Builds what is missing and opens the match; `args` are options for `footwork match`.
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

/// The options of every command.
const OF_ALL: [&str; 2] = ["--format", "--errors"];

/// The first option that `footwork match` does not have. A mistake is not to wait for a build.
fn unknown_option(args: &[String]) -> Option<&str> {
    let options = args.iter().filter_map(|arg| arg.split('=').next());
    let mut options = options.filter(|option| option.starts_with("--"));
    options.find(|option| {
        !OF_ALL.contains(option) && !USAGE.split_whitespace().any(|word| word == *option)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{USAGE, unknown_option};

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

    /// The flags of `footwork match`, as its sources declare them: fields with `#[arg(long…)]`.
    fn flags() -> Vec<String> {
        let mut flags = Vec::new();
        for file in ["match_.rs", "match_/headless.rs"] {
            let root = concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../tools/footwork-cli/src/verbs/"
            );
            let text = fs::read_to_string(format!("{root}{file}")).unwrap();
            let mut is_long = false;
            for line in text.lines().map(str::trim) {
                is_long |= line.starts_with("#[arg(long");
                let field = line.trim_start_matches("pub(super) ").split_once(": ");
                if let Some((field, _)) = field.filter(|_| is_long && !line.starts_with('#')) {
                    flags.push(format!("--{}", field.replace('_', "-")));
                    is_long = false;
                }
            }
        }
        flags
    }

    #[test]
    fn help_names_every_flag_and_no_other() {
        let said = USAGE.lines().filter_map(|line| line.strip_prefix("  --"));
        let mut said: Vec<_> = said
            .filter_map(|line| Some(format!("--{}", line.split_whitespace().next()?)))
            .collect();
        let mut flags = flags();
        assert!(flags.len() > 8, "{flags:?}");
        said.sort();
        flags.sort();
        assert_eq!(said, flags);
    }
}
