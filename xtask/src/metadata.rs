//! Cargo's metadata about the packages of the workspace, and about all packages linked into one of them.

use std::path::PathBuf;

use serde_json::Value;

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// A package as its manifest describes it.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) licence: String,
    /// Names separated by commas.
    pub(crate) authors: String,
    /// Its `rust-version`.
    pub(crate) oldest_rust: Option<String>,
    pub(crate) repository: String,
    pub(crate) manifest: PathBuf,
    /// Whether it is downloaded, from a registry or with git.
    pub(crate) foreign: bool,
    /// Whether it may be published.
    pub(crate) published: bool,
}

/// Returns the packages of the workspace, sorted by name.
pub(crate) fn own(cargo: &Cargo) -> Result<Vec<Package>, Outcome> {
    let all = read(cargo, &["metadata", "--format-version", "1", "--no-deps"])?;
    Ok(packages(&all))
}

/// Returns the packages `into` and all packages linked into them on any target, sorted by name, without packages that
/// only tests or builds need.
pub(crate) fn linked(cargo: &Cargo, into: &[&str]) -> Result<Vec<Package>, Outcome> {
    let all = packages(&read(
        cargo,
        &["metadata", "--format-version", "1", "--locked"],
    )?);
    let format = [
        "--prefix",
        "none",
        "--no-dedupe",
        "--edges",
        "normal",
        "--format",
        "{p}",
        "--target",
        "all",
    ];
    let mut tree = vec!["tree", "--locked"];
    for name in into {
        tree.extend(["--package", name]);
    }
    let lines = cargo.said(&[&tree[..], &format].concat())?;
    // `name v1.2.3`, perhaps followed by text in parentheses.
    let is_named = |package: &Package| {
        lines.lines().any(|line| {
            let mut words = line.split_whitespace();
            words.next() == Some(&package.name)
                && words.next().and_then(|version| version.strip_prefix('v'))
                    == Some(&package.version)
        })
    };
    Ok(all.into_iter().filter(is_named).collect())
}

fn read(cargo: &Cargo, args: &[&str]) -> Result<Value, Outcome> {
    let text = cargo.said(args)?;
    serde_json::from_str(&text).map_err(|error| Outcome::Fail(format!("cargo metadata: {error}")))
}

fn packages(all: &Value) -> Vec<Package> {
    let packages = all["packages"].as_array();
    let mut packages: Vec<Package> = packages.into_iter().flatten().map(package).collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    packages
}

fn package(value: &Value) -> Package {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let authors = value["authors"].as_array().into_iter().flatten();
    let authors = authors.filter_map(Value::as_str);
    Package {
        name: text("name"),
        version: text("version"),
        licence: text("license"),
        authors: authors.collect::<Vec<_>>().join(", "),
        oldest_rust: value["rust_version"].as_str().map(str::to_owned),
        repository: text("repository"),
        manifest: text("manifest_path").into(),
        foreign: value["source"].is_string(),
        // An empty list of registries is `publish = false`.
        published: value["publish"].as_array().is_none_or(|to| !to.is_empty()),
    }
}
