//! `cargo xtask match`: builds the page of the football match, and opens it. The page needs no server.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::browse;
use crate::cargo::Cargo;
use crate::web::{Lack, MATCH, Web};

/// The message that says what works without the page.
const WITHOUT: &str = "\
The page is built once, and again when its sources change. Without a page, this plays a match and prints a summary:

  cargo run -q --release -p footwork-football --example headless -- --seconds 300 --seed 7
";

const USAGE: &str = "\
cargo xtask match [options]

Builds what is missing and opens a football match in a browser. The page works without a server.

  --a-side N      footballers in a team, the keeper among them: 5 or 11
  --humans N      how many humans play, 0 to 2: the first for the red team, the second for the blue team
  --seed N        the seed of all random numbers
  --half SECS     the length of a half in seconds
  --leaves N      how many leaves and grains of dust there are
  --paused        begin paused, instead of waiting for a key of a player
  --tour          begin with the tour of one minute
  --no-open       do not open a browser

Prints one line, the address of the page.
";

/// The options with a number.
const NUMBERS: &[&str] = &["--a-side", "--humans", "--seed", "--half", "--leaves"];
/// The options without one.
const FLAGS: &[&str] = &["--paused", "--tour"];

/// Builds the missing parts and opens the match.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> ExitCode {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let opens = !args.iter().any(|arg| arg == "--no-open");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let query = match query(&args) {
        Ok(query) => query,
        Err(problem) => {
            eprint!("error: {problem}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let web = Web::new(cargo, MATCH);
    match web.module(cargo).and_then(|()| web.built()) {
        Ok(()) => {}
        Err(Lack::Tool(tool)) => {
            eprint!("error: the page of the match needs {tool}\n\n{WITHOUT}");
            return ExitCode::from(2);
        }
        Err(Lack::Failed(outcome)) => return outcome.exit_code(),
    }
    let address = format!("{}{query}", browse::address(&web.dist().join("index.html")));
    println!("{address}");
    if opens && let Err(error) = open(&cargo.root().join("target"), &address) {
        eprintln!("warning: no browser was opened ({error}); open the address above");
    }
    ExitCode::SUCCESS
}

/// Opens an address through a page that redirects to it, because programs that open files drop the part after a
/// `?`.
fn open(target: &Path, address: &str) -> std::io::Result<()> {
    let page = target.join("match.html");
    let address = address.replace('&', "&amp;");
    fs::write(
        &page,
        format!("<!doctype html><meta http-equiv=\"refresh\" content=\"0; url={address}\">\n"),
    )?;
    browse::open(&page)
}

/// Returns the options as the query of an address. The error says which option is wrong, before anything is built.
fn query(args: &[&str]) -> Result<String, String> {
    let mut parts = Vec::new();
    let mut rest = args.iter();
    while let Some(&arg) = rest.next() {
        let (name, value) = match arg.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (arg, None),
        };
        if arg == "--no-open" {
            continue;
        }
        let plain = name.trim_start_matches('-');
        if FLAGS.contains(&arg) {
            parts.push(plain.to_owned());
        } else if NUMBERS.contains(&name) {
            let value = value.or_else(|| rest.next().copied()).unwrap_or_default();
            if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(format!("{name} needs a whole number, got `{value}`"));
            }
            parts.push(format!("{plain}={value}"));
        } else {
            return Err(format!("there is no option {arg}"));
        }
    }
    Ok(if parts.is_empty() {
        String::new()
    } else {
        format!("?{}", parts.join("&"))
    })
}

#[cfg(test)]
mod tests {
    use super::{FLAGS, NUMBERS, USAGE, query};

    #[test]
    fn options_become_the_query_of_the_address() {
        let check = |args: &[&str], expected: Result<&str, &str>| {
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(query(args), expected, "{args:?}");
        };
        check(&[], Ok(""));
        check(&["--no-open"], Ok(""));
        check(
            &["--seed=3", "--half", "60", "--paused"],
            Ok("?seed=3&half=60&paused"),
        );
        check(&["--bogus=1"], Err("there is no option --bogus=1"));
        check(&["samples"], Err("there is no option samples"));
        check(&["--humans"], Err("--humans needs a whole number, got ``"));
        check(
            &["--half", "-1"],
            Err("--half needs a whole number, got `-1`"),
        );
    }

    #[test]
    fn help_names_every_option_and_no_other() {
        let said = USAGE.lines().filter_map(|line| line.strip_prefix("  --"));
        let mut said: Vec<&str> = said.filter_map(|line| line.split(' ').next()).collect();
        let options = NUMBERS.iter().chain(FLAGS).chain(&["--no-open"]);
        let mut options: Vec<&str> = options.map(|name| &name[2..]).collect();
        said.sort_unstable();
        options.sort_unstable();
        assert_eq!(said, options);
    }
}
