//! `--since REV`: which clips changed since a revision of git.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use footwork_library::Library;
use footwork_sidecar::SETTINGS_FILE;

use crate::failure::Failure;

/// The files of a library whose content differs from a revision, relative to its root.
pub(super) struct Changed(BTreeSet<String>);

impl Changed {
    /// Asks git. Untracked files count as changed.
    pub(super) fn since(revision: &str, library: &Library) -> Result<Self, Failure> {
        if revision.starts_with('-') || revision.is_empty() {
            let message = format!("--since: `{revision}` is no revision");
            return Err(Failure::plain("bad-revision", message));
        }
        let root = library.root();
        let diff = [
            "diff",
            "--name-only",
            "--relative",
            "--no-ext-diff",
            "--no-textconv",
            "--no-renames",
            "-z",
            revision,
            "--",
            ".",
        ];
        let mut files = names(root, &diff)?;
        let untracked = ["ls-files", "--others", "--exclude-standard", "-z"];
        files.extend(names(root, &untracked)?);
        Ok(Self(files))
    }

    /// Returns whether a clip, its sidecar or the settings changed, or the file that a finding is about.
    pub(super) fn has(&self, name: &str, library: &Library) -> bool {
        if self.0.contains(SETTINGS_FILE) || self.0.contains(name) {
            return true;
        }
        let clip = library.database().clip_by_name(name);
        clip.is_some_and(|clip| {
            let entry = &library.clips()[clip];
            [entry.file_name(), entry.sidecar_name().as_str()]
                .iter()
                .any(|file| self.0.contains(*file))
        })
    }
}

/// Runs git, and returns the names that it prints, each ended by a zero byte. Programs that a stranger's repository names
/// do not run.
fn names(root: &Path, arguments: &[&str]) -> Result<BTreeSet<String>, Failure> {
    let safe = [
        "-c",
        "core.fsmonitor=false",
        "-c",
        "core.hooksPath=/dev/null",
    ];
    let mut git = Command::new("git");
    git.arg("--no-optional-locks")
        .args(safe)
        .arg("-C")
        .arg(root);
    let out = git.args(arguments).output().map_err(|error| {
        Failure::plain(
            "no-git",
            format!("--since needs git, which did not run: {error}"),
        )
    })?;
    if !out.status.success() {
        let said = String::from_utf8_lossy(&out.stderr);
        let first = said.lines().next().unwrap_or("git failed");
        let message = format!("--since: {first}");
        return Err(Failure::plain("bad-revision", message));
    }
    let names = out.stdout.split(|byte| *byte == 0);
    let names = names.filter(|name| !name.is_empty());
    Ok(names
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect())
}
