//! Names with bytes that do something to a terminal, or that are no text.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::attack::calls;
use crate::run::{Library, footwork, valid};

/// One clip, with escape sequences, a tab and a newline in its name.
fn odd() -> (Library, &'static str) {
    let library = Library::new();
    let clip = "esc\x1b[31m\t\nb\u{202e}.bvh";
    library.write(clip, &library.read("run.bvh"));
    std::fs::remove_file(format!("{}/run.bvh", library.path())).unwrap();
    (library, clip)
}

#[test]
fn csv_and_json_have_names_as_they_are() {
    let (library, clip) = odd();
    let csv = footwork(&["query", library.path(), "all", "--format", "csv"]).stdout;
    assert!(csv.contains(&format!("\n\"{clip}\",0,60\n")), "{csv:?}");
    let json = footwork(&["query", library.path(), "all", "--format", "json"]).stdout;
    assert_eq!(valid(&json, "query")["clips"][0]["clip"], clip);
}

#[test]
fn tables_and_findings_show_names_in_one_line() {
    let (library, clip) = odd();
    let lib = library.path();
    let shown = "esc␛[31m␉␊b\u{fffd}.bvh";
    for arguments in [
        &["query", lib, "all"][..],
        &["info", lib],
        &["timeline", lib],
        &["check", lib],
    ] {
        let table = footwork(arguments).stdout;
        assert!(
            arguments[0] == "check" || table.contains(shown),
            "{table:?}"
        );
        assert!(!table.contains(['\x1b', '\t', '\u{202e}']), "{table:?}");
    }
    for call in calls::all(lib, lib) {
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        let ran = footwork(&call);
        // CSV has names as they are.
        let is_for_people = !ran.stdout.starts_with("clip,");
        let said = ran.stderr
            + if is_for_people {
                ran.stdout.as_str()
            } else {
                ""
            };
        assert!(!said.contains(['\x1b', '\u{202e}']), "{call:?}: {said:?}");
    }
    library.write(clip, b"HIERARCHY");
    let ran = footwork(&["query", lib, "all"]);
    let said = format!("{shown}:1:10: error[");
    assert!(ran.stderr.starts_with(&said), "{:?}", ran.stderr);
    let table = footwork(&["check", lib]).stdout;
    assert!(table.starts_with(&format!("{shown}\n")), "{table:?}");
}

#[test]
fn arguments_that_are_no_text_are_a_usage_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for more in [&[][..], &["--errors", "json"], &["--errors=json"]] {
        let mut command = Command::new(cargo_bin!("footwork"));
        command
            .args(["query", "s.tagdb"])
            .arg(OsStr::from_bytes(b"\xff"));
        let ran = command.args(more).output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(
            (ran.status.code(), ran.stdout.len()),
            (Some(2), 0),
            "{said}"
        );
        match more {
            [] => assert!(said.starts_with("error[usage]"), "{said}"),
            _ => assert_eq!(valid(&said, "errors")["errors"][0]["code"], "usage"),
        }
    }
}
