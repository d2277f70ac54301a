//! `--since REV`: which clips changed since a revision of git.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use footwork_library::Library;
use footwork_sidecar::SETTINGS_FILE;

use crate::failure::Failure;

/// What differs between the library and a revision.
pub(super) struct Changed {
    /// Files of the library, relative to its root.
    files: BTreeSet<String>,
    /// Whether a `.bin` file changed. The program does not know which glTF files refer to it.
    has_buffers: bool,
}

impl Changed {
    /// Asks git for the files that differ from a revision. Untracked files count as changed.
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
        let has_buffers = files.iter().any(|file| has_extension(file, "bin"));
        Ok(Self { files, has_buffers })
    }

    /// Returns whether the settings, the file called `name`, or the file or sidecar of the clip called `name` changed.
    /// A changed `.bin` changes all `.gltf` files.
    pub(super) fn has(&self, name: &str, library: &Library) -> bool {
        if self.files.contains(SETTINGS_FILE) || self.files.contains(name) {
            return true;
        }
        let clip = library.database().clip_by_name(name);
        clip.is_some_and(|clip| {
            let entry = &library.clips()[clip];
            if self.has_buffers && has_extension(entry.file_name(), "gltf") {
                return true;
            }
            [entry.file_name(), entry.sidecar_name().as_str()]
                .iter()
                .any(|file| self.files.contains(*file))
        })
    }
}

fn has_extension(file: &str, extension: &str) -> bool {
    let own = Path::new(file).extension();
    own.is_some_and(|own| own.eq_ignore_ascii_case(extension))
}

/// Runs git, and returns the names that it prints, each ended by a zero byte. No hook, file monitor, external diff or
/// text conversion runs; filters in the settings of git may run.
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
