//! The steps of `cargo xtask test`, in order. A new step is one line in `TEST` and one function below it.

use std::thread;

use crate::advisories;
use crate::cargo::Cargo;
use crate::duplicates;
use crate::licences;
use crate::outcome::Outcome;
use crate::python;
use crate::report::Step;
use crate::site;
use crate::tidy;
use crate::wasm;
use crate::web;

#[rustfmt::skip]
pub(crate) const TEST: &[Step] = &[
    Step { name: "format", run: format },
    Step { name: "tidy", run: tidy::run },
    Step { name: "licences", run: licences::check },
    Step { name: "duplicates", run: duplicates::check },
    Step { name: "advisories", run: advisories::check },
    // Before the first build: crates that embed a built page are recompiled after every change of the page.
    Step { name: "web", run: web::test },
    Step { name: "lints", run: lints },
    Step { name: "tests", run: tests },
    Step { name: "doc tests", run: doc_tests },
    Step { name: "docs", run: docs },
    Step { name: "bench builds", run: bench_builds },
    Step { name: "fuzz builds", run: fuzz_builds },
    Step { name: "browser", run: web::browser_tests },
    // After the last step that needs the build of `tests`: building a wheel makes pyo3 in that build stale.
    Step { name: "python", run: python::test },
    Step { name: "wasm", run: wasm::run },
    Step { name: "site", run: site::test },
];

const DENY_WARNINGS: &[&str] = &["--", "-D", "warnings"];

fn format(cargo: &Cargo) -> Outcome {
    if !cargo.has("fmt") {
        return cargo.missing("rustfmt");
    }
    cargo.run(&["fmt", "--all", "--check"], &[])
}

fn lints(cargo: &Cargo) -> Outcome {
    if !cargo.has("clippy") {
        return cargo.missing("clippy");
    }
    let all = ["--workspace", "--all-targets", "--all-features"];
    cargo.run(&[&["clippy"], &all[..], DENY_WARNINGS].concat(), &[])
}

fn tests(cargo: &Cargo) -> Outcome {
    let all = ["--workspace", "--all-features", "--no-fail-fast"];
    if cargo.has("nextest") {
        // Tests spend half their time waiting for other programs, the disk or a clock.
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = (2 * cores).to_string();
        let run = ["nextest", "run", "--test-threads", &threads];
        return cargo.run(&[&run, &all[..]].concat(), &[]);
    }
    if cargo.ci() {
        return cargo.missing("cargo-nextest");
    }
    println!("cargo-nextest is not installed; using cargo test");
    cargo.run(&[&["test", "--all-targets"], &all[..]].concat(), &[])
}

fn doc_tests(cargo: &Cargo) -> Outcome {
    let args = [
        "test",
        "--doc",
        "--workspace",
        "--all-features",
        "--no-fail-fast",
    ];
    cargo.run(&args, &[])
}

fn docs(cargo: &Cargo) -> Outcome {
    let args = ["doc", "--no-deps", "--workspace", "--all-features"];
    cargo.run(&args, &[("RUSTDOCFLAGS", "-D warnings")])
}

/// Runs a cargo command in a workspace of its own. Skipped if its manifest is missing.
fn of_its_own(
    cargo: &Cargo,
    manifest: &str,
    command: &str,
    after: &[&str],
    env: &[(&str, &str)],
) -> Outcome {
    if !cargo.root().join(manifest).is_file() {
        return Outcome::Skip(format!("there is no {manifest}"));
    }
    let args = [command, "--manifest-path", manifest, "--all-targets"];
    cargo.run(&[&args[..], after].concat(), env)
}

/// Builds the bench workspace without running it: timings belong to `cargo xtask bench`.
fn bench_builds(cargo: &Cargo) -> Outcome {
    let (command, after) = if cargo.has("clippy") {
        ("clippy", DENY_WARNINGS)
    } else {
        ("check", &[][..])
    };
    of_its_own(cargo, "bench/Cargo.toml", command, after, &[])
}

/// Checks the fuzz targets without running them, so that no change of an interface breaks them unnoticed.
fn fuzz_builds(cargo: &Cargo) -> Outcome {
    // Nothing is linked, so the fuzzer's C++ is not needed.
    let no_fuzzer = [("CUSTOM_LIBFUZZER_PATH", "not-linked/libfuzzer.a")];
    of_its_own(cargo, "fuzz/Cargo.toml", "check", &[], &no_fuzzer)
}

#[cfg(test)]
mod tests {
    use super::TEST;

    #[test]
    fn every_step_has_a_name_of_its_own() {
        let mut names: Vec<_> = TEST.iter().map(|step| step.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TEST.len());
    }
}
