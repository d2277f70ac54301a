//! `cargo xtask cross`: the test suites on another processor under qemu, or on Windows under wine.
//!
//! The leaf crates promise the same bits on every processor. Their golden hashes and comparisons of evaluators prove that only
//! for the processors that run them. The crates that read and write files are tested for Windows.

use std::env;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::program::said;

/// The leaf crates, the crate below them, and the crates that read and write files.
const SUITES: &[&str] = &[
    "base", "tags", "events", "expr", "slide", "flight", "matching", "clip", "sidecar", "store",
];

/// A processor and system other than this machine's.
struct Target {
    name: &'static str,
    /// The environment variable from which cargo reads the linker.
    linker_variable: &'static str,
    /// The environment variable from which cargo reads the runner.
    runner_variable: &'static str,
    linker: &'static str,
    /// Debian's package of the linker.
    linker_package: &'static str,
    /// The program that runs the target's tests; `None` if only the environment can give one.
    runner: Option<&'static str>,
    /// The target's C library, in which the runner looks for shared libraries.
    c_library: Option<&'static str>,
}

const ARM: Target = Target {
    name: "aarch64-unknown-linux-gnu",
    linker_variable: "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER",
    runner_variable: "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
    linker: "aarch64-linux-gnu-gcc",
    linker_package: "gcc-aarch64-linux-gnu",
    runner: Some("qemu-aarch64"),
    c_library: Some("/usr/aarch64-linux-gnu"),
};

const WINDOWS: Target = Target {
    name: "x86_64-pc-windows-gnu",
    linker_variable: "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER",
    runner_variable: "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER",
    linker: "x86_64-w64-mingw32-gcc",
    linker_package: "gcc-mingw-w64-x86-64-win32",
    runner: None,
    c_library: None,
};

/// Runs the named suites, or all of them, for ARM, or for Windows with `--windows`. Prints a table at the end, and a list of
/// skipped tests with the reasons. Doc tests do not run.
pub(crate) fn run(cargo: &Cargo, names: &[String]) -> Outcome {
    let (target, names) = match names.split_first() {
        Some((first, rest)) if first == "--windows" => (&WINDOWS, rest),
        _ => (&ARM, names),
    };
    let suites = match chosen(names) {
        Ok(suites) => suites,
        Err(problem) => return Outcome::Fail(problem),
    };
    let is_this_one = match target.runner {
        Some(_) => cfg!(all(target_arch = "aarch64", target_os = "linux")),
        None => cfg!(windows),
    };
    if is_this_one {
        return Outcome::Skip("`cargo xtask test` runs for this processor already".to_owned());
    }
    let setup = match Setup::find(target) {
        Ok(setup) => setup,
        Err(missing) => {
            println!("cargo xtask cross needs");
            missing.iter().for_each(|tool| println!("  {tool}"));
            println!("On Debian, `.ci/cross <folder>` installs all of it.");
            return cargo.missing("a tool that `cargo xtask cross` needs");
        }
    };
    let done: Vec<Done> = suites.iter().map(|name| setup.run(cargo, name)).collect();
    print!("\n{}", table(&done));
    let failed = done.iter().filter(|suite| suite.fault.is_some()).count();
    match failed {
        0 => Outcome::Pass,
        _ => Outcome::Fail(format!("suites that failed: {failed}")),
    }
}

/// Returns the suites with these names, or all suites if there are no names. The error names the first unknown suite.
fn chosen(names: &[String]) -> Result<Vec<&'static str>, String> {
    if names.is_empty() {
        return Ok(SUITES.to_vec());
    }
    let suite = |name: &String| {
        let known = SUITES.iter().copied().find(|suite| suite == name);
        known.ok_or_else(|| format!("there is no suite `{name}`, only {}", SUITES.join(", ")))
    };
    names.iter().map(suite).collect()
}

/// How cargo compiles and runs tests for the target.
struct Setup {
    target: &'static str,
    /// Whether the standard library is built from its sources, because the toolchain has none for the target.
    builds_library: bool,
    /// The environment variables that cargo needs in addition to the caller's.
    env: Vec<(&'static str, String)>,
}

impl Setup {
    /// Finds the installed tools. The error lists the missing ones and how to install them.
    fn find(target: &Target) -> Result<Self, Vec<String>> {
        let name = target.name;
        let mut missing = Vec::new();
        let mut env = Vec::new();
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let sysroot = said(Command::new(rustc).args(["--print", "sysroot"])).unwrap_or_default();
        let rustlib = Path::new(&sysroot).join("lib").join("rustlib");
        let is_built = rustlib.join(name).join("lib").is_dir();
        let sources = rustlib.join("src").join("rust").join("library");
        if !is_built && !sources.join("Cargo.lock").is_file() {
            missing.push(format!(
                "the standard library for {name}: `rustup target add {name}`; or its sources: `rustup component add \
                 rust-src`, or Debian's rust-web-src with rustc-web as RUSTC"
            ));
        }
        if !is_built {
            // A stable cargo builds the library only if unstable features are enabled.
            env.push(("RUSTC_BOOTSTRAP", "1".to_owned()));
        }
        if env::var_os("CARGO_TARGET_DIR").is_none() {
            env.push(("CARGO_TARGET_DIR", "target/cross".to_owned()));
        }
        if env::var_os(target.linker_variable).is_none() {
            let linker = target.linker;
            if !starts(linker) {
                missing.push(format!(
                    "a linker: {linker}, or another in {}; Debian's {}",
                    target.linker_variable, target.linker_package
                ));
            }
            env.push((target.linker_variable, linker.to_owned()));
        }
        if env::var_os(target.runner_variable).is_none() {
            match (target.runner, target.c_library) {
                (Some(runner), Some(library)) => {
                    if !starts(runner) {
                        missing.push(format!(
                            "{runner}, or another runner in {}; Debian's qemu-user",
                            target.runner_variable
                        ));
                    }
                    if !Path::new(library).join("lib").is_dir() {
                        missing.push(format!("{library}: Debian's libc6-dev-arm64-cross"));
                    }
                    env.push((target.runner_variable, format!("{runner} -L {library}")));
                }
                _ => missing.push(format!(
                    "a program that runs tests for Windows, in {}: `.ci/cross` makes one from Debian's wine64",
                    target.runner_variable
                )),
            }
        }
        if missing.is_empty() {
            Ok(Self {
                target: name,
                builds_library: !is_built,
                env,
            })
        } else {
            Err(missing)
        }
    }

    /// Runs one suite, in release because qemu is slow.
    fn run(&self, cargo: &Cargo, name: &'static str) -> Done {
        println!("\n== {name}");
        let start = Instant::now();
        let package = format!("footwork-{name}");
        let mut args = vec!["test", "--release", "--target", self.target];
        if self.builds_library {
            args.push("-Zbuild-std=std,panic_unwind,proc_macro,test");
        }
        args.extend(["--package", &package, "--all-features", "--lib", "--tests"]);
        // Shows the messages of tests that skip something.
        args.extend(["--no-fail-fast", "--", "--show-output"]);
        let env: Vec<(&str, &str)> = self.env.iter().map(|(name, to)| (*name, &**to)).collect();
        let mut counts = Counts::default();
        let outcome = cargo.run_seeing(&args, &env, |line| counts.add(line));
        let fault = match outcome {
            Outcome::Pass if counts.passed == 0 => Some("no test ran".to_owned()),
            Outcome::Pass => None,
            Outcome::Skip(reason) | Outcome::Fail(reason) => Some(reason),
        };
        Done {
            name,
            fault,
            counts,
            time: start.elapsed(),
        }
    }
}

fn starts(program: &str) -> bool {
    said(Command::new(program).arg("--version")).is_some()
}

/// A suite that has run.
struct Done {
    name: &'static str,
    /// Why it did not pass.
    fault: Option<String>,
    counts: Counts,
    time: Duration,
}

/// The number of tests of a suite by result.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
    /// The tests, or parts of tests, that did not run, with the reasons.
    skipped: Vec<String>,
    /// The test whose output the runner is printing.
    shown: String,
}

impl Counts {
    /// Adds a line of a test runner's output: its totals (`test result: ok. 3 passed; 0 failed; 1 ignored; …`), an ignored
    /// test, or a test's message about what it skips.
    fn add(&mut self, line: &str) {
        let shown = line.strip_prefix("---- ");
        if let Some(shown) = shown.and_then(|line| line.strip_suffix(" stdout ----")) {
            shown.clone_into(&mut self.shown);
        } else if let Some(why) = line.strip_prefix("skipped: ") {
            self.skip(&self.shown.clone(), why);
        } else if let Some((test, why)) = line.split_once(" ... ignored") {
            let test = test.strip_prefix("test ").unwrap_or(test);
            let why = match why.trim_start_matches(", ") {
                "" => "ignored without a reason",
                why => why,
            };
            self.skip(test, why);
        }
        let sum = line.strip_prefix("test result: ");
        let Some((_, parts)) = sum.and_then(|sum| sum.split_once(". ")) else {
            return;
        };
        for (number, what) in parts.split("; ").filter_map(|part| part.split_once(' ')) {
            let to = match what {
                "passed" => &mut self.passed,
                "failed" => &mut self.failed,
                "ignored" => &mut self.ignored,
                _ => continue,
            };
            *to += number.parse::<u64>().unwrap_or(0);
        }
    }

    fn skip(&mut self, test: &str, why: &str) {
        let skipped = format!("{test}: {why}");
        if !self.skipped.contains(&skipped) {
            self.skipped.push(skipped);
        }
    }
}

fn table(done: &[Done]) -> String {
    let mut out = "suite    result  passed  failed  ignored  seconds\n".to_owned();
    for suite in done {
        let Counts {
            passed,
            failed,
            ignored,
            ..
        } = suite.counts;
        let (result, fault) = match &suite.fault {
            None => ("pass", ""),
            Some(fault) => ("FAIL", fault.as_str()),
        };
        let line = format!(
            "{:7}  {result:6}  {passed:6}  {failed:6}  {ignored:7}  {:7.1}  {fault}",
            suite.name,
            suite.time.as_secs_f64()
        );
        out.push_str(line.trim_end());
        out.push('\n');
    }
    for suite in done {
        for skipped in &suite.counts.skipped {
            _ = writeln!(out, "skipped in {}: {skipped}", suite.name);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Counts, Done, SUITES, chosen, table};

    const SUM: &str = "test result: FAILED. 30 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.5s";

    #[test]
    fn the_sums_of_test_runners_add_up() {
        let mut counts = Counts::default();
        for line in [
            "running 33 tests",
            "test a::b ... ignored, minutes",
            "test a::c ... ok",
            "---- a::c stdout ----",
            "skipped: no such thing here",
            "skipped: no such thing here",
            SUM,
            "test d ... ignored",
            "a test result: ok. 9 passed",
            SUM,
        ] {
            counts.add(line);
        }
        let expected = Counts {
            passed: 60,
            failed: 2,
            ignored: 4,
            skipped: [
                "a::b: minutes",
                "a::c: no such thing here",
                "d: ignored without a reason",
            ]
            .map(str::to_owned)
            .to_vec(),
            shown: "a::c".to_owned(),
        };
        assert_eq!(counts, expected);
    }

    #[test]
    fn suites_are_picked_by_name() {
        let check = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            chosen(&names)
        };
        assert_eq!(check(&[]), Ok(SUITES.to_vec()));
        assert_eq!(check(&["expr", "base"]), Ok(vec!["expr", "base"]));
        let problem = check(&["base", "studio"]).unwrap_err();
        assert!(
            problem.starts_with("there is no suite `studio`, only base,"),
            "{problem}"
        );
    }

    #[test]
    fn the_table_shows_each_suite() {
        let done = |name, fault: Option<&str>, passed, failed| Done {
            name,
            fault: fault.map(str::to_owned),
            counts: Counts {
                passed,
                failed,
                ignored: 1,
                skipped: vec![format!("a::b: {name} is long")],
                shown: String::new(),
            },
            time: Duration::from_millis(61_250),
        };
        let done = [
            done("base", None, 120, 0),
            done("flight", Some("cargo test: exit status: 101"), 7, 2),
        ];
        let expected = "\
suite    result  passed  failed  ignored  seconds
base     pass       120       0        1     61.2
flight   FAIL         7       2        1     61.2  cargo test: exit status: 101
skipped in base: a::b: base is long
skipped in flight: a::b: flight is long
";
        assert_eq!(table(&done), expected);
    }
}
