//! `footwork match`: a real process that serves a match, and ends with its standard input.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::run::{Library, footwork, root, valid, words};

#[test]
fn a_match_is_served_until_its_input_ends() {
    let samples = root().join("samples/football");
    let mut child = Command::new(cargo_bin!("footwork"))
        .arg("match")
        .arg(samples)
        .args([
            "--port",
            "0",
            "--no-open",
            "--format",
            "json",
            "--humans",
            "2",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    let said = valid(&line, "match");
    let (port, token) = (&said["port"], said["token"].as_str().unwrap());
    assert_eq!(said["url"], format!("http://127.0.0.1:{port}/#{token}"));
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_match_without_a_browser_prints_its_figures_and_replays() {
    let samples = root().join("samples/football").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cup.match").display().to_string();
    let call = ["match", &samples, "--headless", "--format", "json"];
    let play = |more: &[&str]| {
        let ran = footwork(&[&call[..], more].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        valid(&ran.stdout, "match-headless")
    };
    let played = play(&["--seconds", "3", "--seed", "2", "--record", &file]);
    assert_eq!(played["frames"], 180);
    assert_eq!(play(&["--replay", &file]), played);
    assert_ne!(
        play(&["--seconds", "3", "--seed", "3"])["hash"],
        played["hash"]
    );
}

#[test]
fn what_cannot_be_played_is_refused() {
    let library = Library::new();
    let samples = root().join("samples/football").display().to_string();
    let cases = [
        ("match no/such/folder".to_owned(), "no-library"),
        (format!("match {}", library.path()), "no-cast"),
        (format!("match {samples} --a-side 7"), "no-match"),
        (format!("match {samples} --leaves 20001"), "usage"),
        (format!("match {samples} --humans 3"), "usage"),
        (format!("match {samples} --headless --humans 99"), "usage"),
        (format!("match {samples} --headless --humans 1"), "no-match"),
    ];
    for (call, code) in cases {
        let call = format!("{call} --no-open --port 0 --errors json");
        let ran = footwork(&words(&call));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{call}");
        assert!(
            ran.stderr.contains(&format!("\"{code}\"")),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn numbers_below_zero_are_refused_for_what_they_are() {
    for (option, range) in [
        ("--half -1", "-1 is not in 1..=3600"),
        ("--headless --seconds -1", "-1 is not in 1..=7200"),
        ("--humans -1", "-1 is not in 0..=2"),
    ] {
        let ran = footwork(&words(&format!("match samples/football {option}")));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{option}");
        assert!(ran.stderr.contains(range), "{option}: {}", ran.stderr);
    }
}
