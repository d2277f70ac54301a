//! `footwork state`: the state of work on clips.

use serde_json::json;

use crate::run::{Library, footwork, valid};

#[test]
fn states_are_shown_set_and_removed() {
    let library = Library::new();
    let lib = library.path();
    let shown = footwork(&["state", lib]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    assert!(shown.stdout.contains("run.bvh"), "{}", shown.stdout);
    let end = shown.stdout.lines().last().unwrap();
    assert!(
        end.starts_with("0 of 2 clips done or reviewed, 0.00 s of "),
        "{end}"
    );

    let by = ["--by", "Ann", "--on", "2026-11-26", "--format", "json"];
    let set = [&["state", lib, "run", "--set", "done"], &by[..]].concat();
    let said = valid(&footwork(&set).stdout, "state");
    assert_eq!(said["changed"], true);
    assert_eq!(said["clips"].as_array().unwrap().len(), 1);
    let clip = &said["clips"][0];
    let signed = (&clip["state"], &clip["by"], &clip["on"]);
    assert_eq!(
        signed,
        (&json!("done"), &json!("Ann"), &json!("2026-11-26"))
    );
    let text = String::from_utf8(library.read("run.bvh.tags")).unwrap();
    assert!(
        text.ends_with("state done by \"Ann\" on 2026-11-26\n"),
        "{text}"
    );
    assert_eq!(valid(&footwork(&set).stdout, "state")["changed"], false);

    let to = ["--for", "Ben", "--format", "json"];
    let given = footwork(&[&["state", lib, "run", "--set", "done"], &to[..]].concat());
    assert_eq!(valid(&given.stdout, "state")["clips"][0]["for"], "Ben");
    let text = String::from_utf8(library.read("run.bvh.tags")).unwrap();
    assert!(text.ends_with("state done for \"Ben\"\n"), "{text}");

    let back = footwork(&["state", lib, "run", "--set", "automatic"]);
    assert_eq!(back.code, 0, "{}", back.stderr);
    assert!(back.stdout.contains("untouched"), "{}", back.stdout);
    let undone = footwork(&["undo", lib]);
    assert!(
        undone.stdout.contains("state automatic run.bvh"),
        "{}",
        undone.stdout
    );

    for (args, code) in [
        (&["--set", "finished"][..], "bad-state"),
        (&["--set", "done", "--on", "tomorrow"], "bad-day"),
    ] {
        let refused = footwork(&[&["state", lib, "run"], args].concat());
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
        assert!(refused.stderr.contains(code), "{}", refused.stderr);
    }
    // Without a clip, `--set` would apply to all clips, which is seldom intended.
    assert_eq!(footwork(&["state", lib, "--set", "done"]).code, 2);
}
