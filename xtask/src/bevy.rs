//! The workspace of the plugin for Bevy. The soak lints and tests it.

use std::path::Path;
use std::process::Command;

use crate::cargo::Cargo;
use crate::outcome::Outcome;

const MANIFEST: &str = "integrations/bevy/Cargo.toml";

/// The package whose examples and tests render.
const RENDERED: &str = "bevy_footwork_rendered";

/// The folders in which systems list their Vulkan drivers.
const DRIVERS: [&str; 2] = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

/// Lints the plugin, its tests and its examples, and runs the tests; `filter` picks tests by name. Tests that render are skipped
/// on a machine that cannot.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    // Avian needs all of Bevy. Bevy's manifest asks for a newer compiler than this repository, but Bevy compiles with
    // the same one.
    let with_avian = ["--features", "avian", "--ignore-rust-version"];
    for features in [&[][..], &with_avian] {
        match checked(cargo, MANIFEST, features, filter) {
            Outcome::Pass => {}
            other => return other,
        }
    }
    if let Some(lack) = lack() {
        return cargo.missing(lack);
    }
    // Bevy's manifest asks for a newer compiler than this repository, but Bevy compiles with the same one.
    checked(
        cargo,
        MANIFEST,
        &["--package", RENDERED, "--ignore-rust-version"],
        filter,
    )
}

/// Lints and tests a package of a workspace of its own.
pub(crate) fn checked(
    cargo: &Cargo,
    manifest: &str,
    package: &[&str],
    filter: &[String],
) -> Outcome {
    let of = [&["--manifest-path", manifest, "--locked"], package].concat();
    if cargo.has("clippy") {
        let rest = ["--all-targets", "--", "-D", "warnings"];
        match cargo.run(&[&["clippy"], &of[..], &rest].concat(), &[]) {
            Outcome::Pass => {}
            other => return other,
        }
    }
    let mut args = vec!["test"];
    args.extend(of);
    args.push("--");
    args.extend(filter.iter().map(String::as_str));
    cargo.run(&args, &[])
}

/// Returns what this machine lacks to compile and render the examples.
fn lack() -> Option<&'static str> {
    let libudev = Command::new("pkg-config")
        .args(["--exists", "libudev"])
        .status();
    if !libudev.is_ok_and(|status| status.success()) {
        return Some("libudev (Debian's libudev-dev)");
    }
    let is_listed = |folder: &&str| {
        Path::new(folder)
            .read_dir()
            .is_ok_and(|mut all| all.next().is_some())
    };
    let has_driver = DRIVERS.iter().any(is_listed);
    (!has_driver).then_some("a Vulkan driver (Debian's mesa-vulkan-drivers)")
}
