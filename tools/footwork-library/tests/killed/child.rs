//! The process that the tests kill.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::acts::{acts, perform};
use crate::desk::Desk;

const ROOT: &str = "FOOTWORK_KILLED_LIBRARY";
const SEED: &str = "FOOTWORK_KILLED_SEED";
/// The number of acts, after which the process exits by itself.
pub(crate) const ACTS: usize = 12;

/// The line that reports that the library is open and, from then on, that an act is done.
const LINE: &str = "acknowledged";

/// A process that makes the edits for a seed.
pub(crate) struct Editor {
    child: Child,
    lines: io::Lines<BufReader<ChildStdout>>,
    /// The number of lines received from the process.
    heard: usize,
}

impl Editor {
    pub(crate) fn start(root: &Path, seed: u64) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "child::edits_until_it_is_killed", "--ignored"])
            .args(["--nocapture", "--test-threads=1"])
            .env(ROOT, root)
            .env(SEED, seed.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = child.stdout.take().unwrap();
        Self {
            child,
            lines: BufReader::new(stdout).lines(),
            heard: 0,
        }
    }

    /// Waits until the process has written this many lines or has exited.
    pub(crate) fn wait_for(&mut self, count: usize) {
        while self.heard < count {
            match self.lines.next() {
                Some(line) => self.heard += usize::from(line.unwrap() == LINE),
                None => return,
            }
        }
    }

    /// Kills the process. Returns the number of acts that it acknowledged, or `None` if it had not yet reported the
    /// open library.
    pub(crate) fn kill(mut self) -> Option<usize> {
        self.child.kill().unwrap();
        self.wait_for(usize::MAX);
        let status = self.child.wait().unwrap();
        // A process that exited by itself must have done all acts.
        assert!(
            status.code().is_none_or(|code| code == 0 || !cfg!(unix)),
            "{status}"
        );
        self.heard.checked_sub(1)
    }
}

/// Not a test: this is the process that [`Editor`] starts. In an ordinary test run it does nothing.
#[test]
#[ignore = "a part of the tests that kill it"]
fn edits_until_it_is_killed() {
    let Some(root) = env::var_os(ROOT) else {
        return;
    };
    let seed = env::var(SEED).unwrap().parse().unwrap();
    let mut library = Desk::open(Path::new(&root));
    acknowledge();
    for act in acts(seed, ACTS) {
        perform(&mut library, &act).unwrap();
        acknowledge();
    }
}

/// Prints [`LINE`] as a whole line, even after text of the test runner, and flushes it.
fn acknowledge() {
    let mut stdout = io::stdout().lock();
    stdout.write_all(format!("\n{LINE}\n").as_bytes()).unwrap();
    stdout.flush().unwrap();
}
