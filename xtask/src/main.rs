//! The one automation of the project: `cargo xtask <verb>`.
//!
//! It depends on no crate of the workspace, so that it still builds and reports when one of them does not.
//!
//! Its tests are unit tests on purpose. A test under `tests/` would make cargo build the binary again while it is
//! running, and Windows cannot replace a running file.

mod advisories;
mod animsmith;
mod bench;
mod bevy;
mod bindings;
mod blender;
mod browse;
mod c_package;
mod cargo;
mod cross;
mod duplicates;
mod football;
mod lack;
mod licences;
mod metadata;
mod notices;
mod onnx;
mod outcome;
mod parry;
mod program;
mod python;
mod release;
mod report;
mod root;
mod site;
mod soak;
mod steps;
mod studio;
mod tidy;
mod wasm;
mod wasm_module;
mod web;

use std::process::ExitCode;

use crate::cargo::Cargo;

const HELP: &str = "\
cargo xtask <verb>

  studio [lib]    view, query and tag a library in the browser, samples/ by default; builds what is missing;
                  further arguments go to `footwork studio`
  match [options] play a football match in the browser; builds what is missing; `match --help` lists the options
  site [--open]   write the site into target/site: home, the match, the playground, a character to steer, the documentation and the
                  benchmarks, as files that need no server; checks its links; --open opens it in a browser
  test            run every check: format, house rules, licences, duplicates, advisories, the pages of the studio and of the
                  match, lints, tests, doc tests, docs, builds of bench and fuzz targets, both pages in a browser, Python,
                  the package for browsers, and the site; continues after a failure and ends with a table
  page            build the page of the studio and pack it for clones
  bench [args]    run the comparisons in bench/ and rewrite bench/RESULTS.md; args go to the bench binary
  soak [filter]   run all tests in release, at their largest sizes; a filter picks tests by name
  cross [suite]   run the tests of the leaves, clip, sidecar and store, or the named suites, for ARM under qemu: the same bits
                  on every processor, golden hashes included; with `--windows`, for Windows under wine; lists missing tools and
                  how to install them
  c-package <folder>
                  build the library for C and C++ in release and put it into a folder, with headers, for CMake and pkg-config
  release --check [step]
                  check a version before it is published: manifests, packages, `cargo install` from them, the studio without
                  Node, sizes, linked crates and their licences, the public API, and the packages for C, Python and Node in
                  empty folders; publishes nothing
  release --archive <name>
                  build and pack the download: command, library for C, completions, manual page and licences
  notices <what> <file>
                  write the licences of all crates linked into the `command`, `library`, `python` or `archive`
  bindings        write footwork.h, the declarations and classes of C# and TypeScript, and the table of twins, from the C crate
  wasm            build the package for browsers and Node, with its pages, and test all of it
  tidy [--lower]  check the house rules alone; --lower lowers the baseline of the prose rule to the current counts

With CI set in the environment, `test` and `cross` fail if a tool is missing, instead of skipping the step that needs it.
Only advisories are still skipped.
";

/// The verb on the command line.
#[derive(Debug, PartialEq, Eq)]
enum Verb {
    Help,
    Studio,
    Match,
    Site,
    Test,
    Page,
    Bench,
    Soak,
    Cross,
    CPackage,
    Release,
    Notices,
    Bindings,
    Wasm,
    Tidy,
}

/// Splits the command line into a verb and its arguments. The error is the message for the user.
fn parse(args: &[String]) -> Result<(Verb, &[String]), String> {
    let Some((name, rest)) = args.split_first() else {
        return Err("no verb given".to_owned());
    };
    let verb = match name.as_str() {
        "help" | "--help" | "-h" => return Ok((Verb::Help, &[])),
        "studio" => Verb::Studio,
        "match" => Verb::Match,
        "site" => Verb::Site,
        "test" => Verb::Test,
        "page" => Verb::Page,
        "bench" => Verb::Bench,
        "soak" => Verb::Soak,
        "cross" => Verb::Cross,
        "c-package" => Verb::CPackage,
        "release" => Verb::Release,
        "notices" => Verb::Notices,
        "bindings" => Verb::Bindings,
        "wasm" => Verb::Wasm,
        "tidy" => Verb::Tidy,
        other => return Err(format!("there is no verb `{other}`")),
    };
    let has_own_help = matches!(verb, Verb::Bench | Verb::Match);
    if rest.iter().any(|arg| arg == "--help" || arg == "-h") && !has_own_help {
        return Ok((Verb::Help, &[]));
    }
    match (verb, rest) {
        (Verb::Tidy, [only]) if only == "--lower" => Ok((Verb::Tidy, rest)),
        (Verb::Site, [only]) if only == "--open" => Ok((Verb::Site, rest)),
        (
            Verb::Test | Verb::Site | Verb::Page | Verb::Tidy | Verb::Bindings | Verb::Wasm,
            [first, ..],
        ) => Err(format!("`{name}` takes no arguments, got `{first}`")),
        (verb, rest) => Ok((verb, rest)),
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let (verb, rest) = match parse(&args) {
        Ok(parsed) => parsed,
        Err(problem) => {
            eprint!("error: {problem}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    if verb == Verb::Help {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let root = match root::find() {
        Ok(root) => root,
        Err(problem) => {
            eprintln!("error: {problem}");
            return ExitCode::from(2);
        }
    };
    let cargo = Cargo::new(root);
    let outcome = match verb {
        Verb::Studio => return studio::run(&cargo, rest),
        Verb::Match => return football::run(&cargo, rest),
        Verb::Site => return site::run(&cargo, rest),
        Verb::Release => return release::run(&cargo, rest),
        Verb::Help | Verb::Test => return report::run("test", steps::TEST, &cargo),
        Verb::Page => web::pack(&cargo),
        Verb::Bench => bench::run(&cargo, rest),
        Verb::Soak => soak::run(&cargo, rest),
        Verb::Cross => cross::run(&cargo, rest),
        Verb::CPackage => c_package::run(&cargo, rest),
        Verb::Notices => notices::run(&cargo, rest),
        Verb::Bindings => bindings::run(&cargo),
        Verb::Wasm => wasm::run(&cargo),
        Verb::Tidy if rest.is_empty() => tidy::run(&cargo),
        Verb::Tidy => tidy::lower(&cargo),
    };
    outcome.exit_code()
}

#[cfg(test)]
mod tests {
    use super::{HELP, Verb, parse};

    fn check(line: &str, expected: Result<(Verb, &[&str]), &str>) {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let expected = expected
            .map(|(verb, rest)| (verb, rest.iter().map(|&arg| arg.to_owned()).collect()))
            .map_err(str::to_owned);
        let actual = parse(&args).map(|(verb, rest)| (verb, rest.to_vec()));
        assert_eq!(actual, expected, "{line}");
    }

    #[test]
    fn verbs_take_the_arguments_they_document() {
        check("test", Ok((Verb::Test, &[])));
        check("tidy", Ok((Verb::Tidy, &[])));
        check("bench", Ok((Verb::Bench, &[])));
        check(
            "bench masks --help",
            Ok((Verb::Bench, &["masks", "--help"])),
        );
        check("soak kill", Ok((Verb::Soak, &["kill"])));
        check("bindings", Ok((Verb::Bindings, &[])));
        check("cross", Ok((Verb::Cross, &[])));
        check("cross base expr", Ok((Verb::Cross, &["base", "expr"])));
        check("studio", Ok((Verb::Studio, &[])));
        check(
            "studio clips --no-open",
            Ok((Verb::Studio, &["clips", "--no-open"])),
        );
        check("studio --help", Ok((Verb::Help, &[])));
        check("match", Ok((Verb::Match, &[])));
        check("site --open", Ok((Verb::Site, &["--open"])));
        check("match --help", Ok((Verb::Match, &["--help"])));
        check("match --humans 2", Ok((Verb::Match, &["--humans", "2"])));
        check("--help", Ok((Verb::Help, &[])));
        check("test --help", Ok((Verb::Help, &[])));
    }

    #[test]
    fn unknown_verbs_and_arguments_are_named() {
        check("", Err("no verb given"));
        check("bake", Err("there is no verb `bake`"));
        check("tidy now", Err("`tidy` takes no arguments, got `now`"));
    }

    #[test]
    fn help_lists_every_verb() {
        for verb in [
            "studio",
            "match",
            "site",
            "test",
            "page",
            "bench",
            "soak",
            "cross",
            "c-package",
            "release",
            "notices",
            "bindings",
            "wasm",
            "tidy",
        ] {
            assert!(
                HELP.lines().any(|line| line.trim_start().starts_with(verb)),
                "{verb}"
            );
        }
    }
}
