//! Tests of the program behind `cargo xtask match`: a real process that serves a match until its standard input ends.
#![allow(
    clippy::unwrap_used,
    reason = "a test says what it expects by unwrapping"
)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/football");

fn program(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_footwork-football"));
    command.args(words).args(["--no-open", "--port", "0"]);
    command
}

#[test]
fn a_match_is_served_until_its_input_ends() {
    let mut child = program(&[SAMPLES, "--humans", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    let rest = line.trim_end().strip_prefix("http://127.0.0.1:");
    let (port, token) = rest.and_then(|rest| rest.split_once("/#")).unwrap();
    assert!(
        port.parse::<u16>().unwrap() > 0 && token.len() == 32,
        "{line}"
    );
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["no/such/folder"], "no/such/folder"),
        (&[empty], "error: "),
        (
            &[SAMPLES, "--a-side", "7"],
            "a_side is 7; it must be 5 or 11",
        ),
        (&[SAMPLES, "--leaves", "20001"], "20001 is not in 0..=20000"),
        (&[SAMPLES, "--humans", "3"], "3 is not in 0..=2"),
        (&[SAMPLES, "--humans", "-1"], "-1 is not in 0..=2"),
        (&[SAMPLES, "--half", "-1"], "-1 is not in 1..=3600"),
    ];
    for (words, said) in cases {
        let ran = program(words).stdin(Stdio::null()).output().unwrap();
        let stderr = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(
            (ran.status.code(), &*ran.stdout),
            (Some(2), &b""[..]),
            "{words:?}"
        );
        assert!(stderr.contains(said), "{words:?}: {stderr}");
    }
}
