//! The machine's Node and npm, and whether they are new enough for the page.

use std::path::Path;
use std::process::Command;

use crate::program::said;

/// The versions that vite, which builds the page, supports: 20.19 and later 20s, 22.12 and later 22s, and everything above.
const WANTED: &str = "Node 20.19, 22.12 or newer, with npm";

/// The npm of a Node that is new enough.
pub(crate) struct Npm {
    program: &'static str,
}

impl Npm {
    /// Finds both programs and checks Node's version. The error names what to install.
    pub(crate) fn find() -> Result<Self, String> {
        // On Windows npm is a script, and Windows finds scripts only by their full name.
        let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let version = |program: &str| said(Command::new(program).arg("--version"));
        judge(version("node").as_deref(), version(program).is_some())?;
        Ok(Self { program })
    }

    /// Returns npm as a command for a folder.
    pub(crate) fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(self.program);
        command.current_dir(folder);
        command
    }
}

/// Checks that both programs exist and that Node is new enough. `node` is Node's output for `--version`, `None` if Node is
/// missing.
fn judge(node: Option<&str>, has_npm: bool) -> Result<(), String> {
    match node {
        None => Err(WANTED.to_owned()),
        Some(version) if !is_new_enough(version) => {
            Err(format!("{WANTED} (this one is {version})"))
        }
        Some(_) if !has_npm => Err("npm, which belongs to Node".to_owned()),
        Some(_) => Ok(()),
    }
}

/// Returns whether a version such as `v20.19.4` is new enough.
fn is_new_enough(version: &str) -> bool {
    let mut numbers = version
        .trim_start_matches('v')
        .split('.')
        .map_while(|part| part.parse::<u32>().ok());
    match (numbers.next(), numbers.next()) {
        (Some(20), Some(minor)) => minor >= 19,
        (Some(22), Some(minor)) => minor >= 12,
        (Some(major), _) => major > 22,
        (None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{WANTED, is_new_enough, judge};

    #[test]
    fn versions() {
        let check = |version, expected| assert_eq!(is_new_enough(version), expected, "{version}");
        check("v20.19.0", true);
        check("v20.18.9", false);
        check("v18.20.1", false);
        check("v21.7.0", false);
        check("v22.11.0", false);
        check("v22.12.0", true);
        check("v24.0.0", true);
        check("v23.0.0-nightly2024", true);
        check("", false);
        check("node", false);
    }

    #[test]
    fn the_error_names_the_missing_program() {
        assert_eq!(judge(None, false), Err(WANTED.to_owned()));
        let old = judge(Some("v18.19.0"), true).unwrap_err();
        assert!(old.starts_with(WANTED) && old.contains("v18.19.0"), "{old}");
        assert!(judge(Some("v20.20.2"), false).unwrap_err().contains("npm"));
        assert_eq!(judge(Some("v20.20.2"), true), Ok(()));
    }
}
