//! How xtask calls programs other than cargo: it prints the command, and the output goes straight to the terminal.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::outcome::Outcome;

/// Runs a program to its end. The error is the outcome of a step whose program failed or could not start.
pub(crate) fn passed(mut command: Command) -> Result<(), Outcome> {
    let line = line_of(&command);
    println!("$ {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Outcome::Fail(format!("{line}: {status}"))),
        Err(error) => Err(Outcome::Fail(format!("{line}: {error}"))),
    }
}

/// Returns a command as a user would type it, without the folder of its program.
pub(crate) fn line_of(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_stem()
        .unwrap_or_default();
    let words = [program].into_iter().chain(command.get_args());
    words
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns a program's standard output, trimmed. `None` if it cannot start or fails.
pub(crate) fn said(command: &mut Command) -> Option<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{line_of, passed, said};
    use crate::outcome::Outcome;

    #[test]
    fn a_missing_program_fails_without_output() {
        let started = passed(Command::new("no-such-program"));
        assert!(matches!(started, Err(Outcome::Fail(_))));
        assert_eq!(said(&mut Command::new("no-such-program")), None);
    }

    #[test]
    fn a_command_is_printed_as_it_would_be_typed() {
        let mut command = Command::new("bin/footwork");
        command.args(["query", "samples"]);
        assert_eq!(line_of(&command), "footwork query samples");
    }
}
