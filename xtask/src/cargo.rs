//! How xtask calls cargo: in the root folder, printing each command, with one rule for missing tools.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::outcome::Outcome;

/// How to build a program that another program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Build {
    /// Builds it with the whole workspace, as the step `tests` does. Building the program alone selects other features and
    /// recompiles half of the workspace.
    Tested,
    /// Builds it with the whole workspace in release, as `soak` does.
    Soaked,
    /// Builds it alone in release, with the features that users get.
    Measured,
}

/// The cargo that runs xtask, and the folder to run it in.
pub(crate) struct Cargo {
    program: OsString,
    root: PathBuf,
    ci: bool,
}

impl Cargo {
    /// Reads `CARGO` and `CI` from the environment.
    pub(crate) fn new(root: PathBuf) -> Self {
        let ci = env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
        Self {
            program: env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            root,
            ci,
        }
    }

    /// Returns the repository's root folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns whether a cargo subcommand is installed, which means that it answers to `--version`.
    pub(crate) fn has(&self, subcommand: &str) -> bool {
        Command::new(&self.program)
            .args([subcommand, "--version"])
            .current_dir(&self.root)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    /// Returns the outcome of a step that lacks a tool: a skip for a user, a failure in CI.
    pub(crate) fn missing(&self, tool: &str) -> Outcome {
        let reason = format!("{tool} is not installed");
        if self.ci {
            Outcome::Fail(reason)
        } else {
            Outcome::Skip(reason)
        }
    }

    /// Returns whether a missing tool is a failure.
    pub(crate) fn ci(&self) -> bool {
        self.ci
    }

    /// Returns cargo's target folder.
    pub(crate) fn target(&self) -> PathBuf {
        let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        self.root.join(target)
    }

    /// Builds the `footwork` command and returns its path.
    pub(crate) fn footwork(&self, how: Build) -> Result<PathBuf, Outcome> {
        self.program("footwork-cli", "footwork", how)
    }

    /// Builds a program of a package and returns its path.
    pub(crate) fn program(
        &self,
        package: &str,
        name: &str,
        how: Build,
    ) -> Result<PathBuf, Outcome> {
        self.built(how, package, &["--bin", name], &[name])
    }

    /// Builds an example of a package and returns its path.
    pub(crate) fn example(
        &self,
        package: &str,
        name: &str,
        how: Build,
    ) -> Result<PathBuf, Outcome> {
        self.built(how, package, &["--example", name], &["examples", name])
    }

    /// Runs a build and returns the path of the program, which is below the profile's folder.
    fn built(
        &self,
        how: Build,
        package: &str,
        what: &[&str],
        place: &[&str],
    ) -> Result<PathBuf, Outcome> {
        let measured = [&["build", "--package", package, "--release"], what].concat();
        let (args, folder) = match how {
            Build::Tested => (vec!["test", "--no-run"], "debug"),
            Build::Soaked => (vec!["test", "--no-run", "--release", "--tests"], "release"),
            Build::Measured => (measured, "release"),
        };
        let all: &[&str] = match how {
            Build::Tested | Build::Soaked => &["--workspace", "--all-features"],
            Build::Measured => &[],
        };
        match self.run(&[&args[..], &["--quiet"], all].concat(), &[]) {
            Outcome::Pass => {}
            other => return Err(other),
        }
        let place = place.iter().collect::<PathBuf>();
        let program = self.target().join(folder).join(place);
        Ok(PathBuf::from(format!(
            "{}{}",
            program.display(),
            env::consts::EXE_SUFFIX
        )))
    }

    /// Runs cargo and returns its standard output.
    pub(crate) fn said(&self, args: &[&str]) -> Result<String, Outcome> {
        self.said_with(args, &[])
    }

    /// Runs cargo with additional environment variables, and returns its standard output.
    pub(crate) fn said_with(&self, args: &[&str], env: &[(&str, &str)]) -> Result<String, Outcome> {
        let output = self
            .command(args, env)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output();
        match output {
            Ok(output) if output.status.success() => {
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            }
            Ok(output) => Err(Outcome::Fail(format!(
                "cargo {}: {}",
                args[0], output.status
            ))),
            Err(e) => Err(Outcome::Fail(format!("cannot start cargo: {e}"))),
        }
    }

    /// Returns cargo as a command for another folder.
    pub(crate) fn outside(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(folder);
        command
    }

    /// Runs cargo with its output going straight to the terminal.
    pub(crate) fn run(&self, args: &[&str], env: &[(&str, &str)]) -> Outcome {
        ended(args, self.command(args, env).status())
    }

    /// Runs cargo, and calls `see` with each line of standard output as it appears.
    pub(crate) fn run_seeing(
        &self,
        args: &[&str],
        env: &[(&str, &str)],
        mut see: impl FnMut(&str),
    ) -> Outcome {
        let mut command = self.command(args, env);
        let status = command
            .stdout(Stdio::piped())
            .spawn()
            .and_then(|mut child| {
                if let Some(out) = child.stdout.take() {
                    for line in BufReader::new(out).split(b'\n') {
                        let line = line?;
                        let line = String::from_utf8_lossy(&line);
                        println!("{line}");
                        see(&line);
                    }
                }
                child.wait()
            });
        ended(args, status)
    }

    /// Returns cargo as a command for the root folder, after printing it.
    fn command(&self, args: &[&str], env: &[(&str, &str)]) -> Command {
        let assignments = env
            .iter()
            .map(|(name, value)| format!("{name}=\"{value}\" "))
            .collect::<String>();
        println!("$ {assignments}cargo {}", args.join(" "));
        let mut command = Command::new(&self.program);
        command
            .args(args)
            .envs(env.iter().copied())
            .current_dir(&self.root);
        command
    }
}

fn ended(args: &[&str], status: io::Result<ExitStatus>) -> Outcome {
    match status {
        Ok(status) if status.success() => Outcome::Pass,
        Ok(status) => Outcome::Fail(format!("cargo {}: {status}", args[0])),
        Err(e) => Outcome::Fail(format!("cannot start cargo: {e}")),
    }
}

#[cfg(test)]
mod tests {
    use super::Cargo;
    use crate::outcome::Outcome;

    fn cargo(ci: bool) -> Cargo {
        Cargo {
            program: "cargo".into(),
            root: ".".into(),
            ci,
        }
    }

    #[test]
    fn a_missing_tool_is_a_skip_for_a_user_and_a_failure_in_ci() {
        let reason = || "rustfmt is not installed".to_owned();
        assert_eq!(cargo(false).missing("rustfmt"), Outcome::Skip(reason()));
        assert_eq!(cargo(true).missing("rustfmt"), Outcome::Fail(reason()));
    }

    #[test]
    fn a_program_that_cannot_start_is_a_failure() {
        let nowhere = Cargo {
            program: "no-such-cargo-program".into(),
            ..cargo(false)
        };
        assert!(!nowhere.has("fmt"));
        assert!(matches!(nowhere.run(&["fmt"], &[]), Outcome::Fail(_)));
    }
}
