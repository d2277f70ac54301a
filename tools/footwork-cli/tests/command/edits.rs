//! `tag` and `event`: what stands in the sidecar afterwards, and what is refused.

use crate::run::{Library, footwork, valid};

#[track_caller]
fn check(library: &Library, arguments: &[&str], file: &str, lines: &[&str]) {
    let ran = footwork(arguments);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = String::from_utf8(library.read(file)).unwrap();
    let items: Vec<&str> = text.lines().skip(5).collect();
    assert_eq!(items, lines, "{arguments:?}");
}

#[test]
fn tags_are_painted_and_trimmed() {
    let library = Library::new();
    let lib = library.path();
    let file = "run.bvh.tags";
    let tag = |verb, start, stop| ["tag", verb, lib, "Gait.Run", "run", start, stop];
    check(
        &library,
        &tag("add", "10", "20"),
        file,
        &["tag Gait.Run 10 20"],
    );
    check(
        &library,
        &tag("add", "0.9s", "30"),
        file,
        &["tag Gait.Run 10 20", "tag Gait.Run 27 30"],
    );
    check(
        &library,
        &tag("add", "20", "27"),
        file,
        &["tag Gait.Run 10 30"],
    );
    let split = ["tag Gait.Run 10 15", "tag Gait.Run 20 30"];
    check(&library, &tag("remove", "500ms", "20"), file, &split);
    check(&library, &tag("remove", "15", "18"), file, &split);
    check(&library, &tag("remove", "0", "60"), file, &[]);
}

#[test]
fn a_new_sidecar_has_its_header_and_odd_names_are_quoted() {
    let library = Library::new();
    let name = r#"Style."very tired""#;
    let ran = footwork(&["tag", "add", library.path(), name, "walk one", "1", "2"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = String::from_utf8(library.read("walks/walk one.bvh.tags")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (header, items) = lines.split_at(5);
    let [
        "footwork-tags 1",
        r#"clip "walk one.bvh""#,
        "frames 40",
        "rate 30",
        hash,
    ] = header
    else {
        panic!("{text}");
    };
    assert!(hash.starts_with("hash xxh3:"), "{text}");
    assert_eq!(items, [r#"tag Style."very tired" 1 2"#]);
}

#[test]
fn events_are_added_once_and_removed() {
    let library = Library::new();
    let event = |verb, time| ["event", verb, library.path(), "Foot.Left", "run", time];
    let file = "run.bvh.tags";
    check(
        &library,
        &event("add", "13.25"),
        file,
        &["event Foot.Left 13.25"],
    );
    check(
        &library,
        &event("add", "13.25"),
        file,
        &["event Foot.Left 13.25"],
    );
    let two = ["event Foot.Left 3", "event Foot.Left 13.25"];
    check(&library, &event("add", "0.1s"), file, &two);
    check(&library, &event("remove", "14"), file, &two);
    check(
        &library,
        &event("remove", "3"),
        file,
        &["event Foot.Left 13.25"],
    );
}

#[test]
fn answers_follow_their_schemas() {
    let library = Library::new();
    let lib = library.path();
    let add = [
        "tag", "add", lib, "Gait.Run", "run", "1", "2", "--format", "json",
    ];
    assert_eq!(valid(&footwork(&add).stdout, "edit-tag")["changed"], true);
    assert_eq!(valid(&footwork(&add).stdout, "edit-tag")["changed"], false);
    let add = [
        "event",
        "add",
        lib,
        "Foot.Left",
        "run",
        "1.5",
        "--format",
        "json",
    ];
    assert_eq!(valid(&footwork(&add).stdout, "edit-event")["time"], 1.5);
}

#[test]
fn bad_edits_change_nothing() {
    let library = Library::new();
    let lib = library.path();
    for (arguments, code) in [
        (
            ["tag", "add", lib, "Gait.Run", "run", "20", "10"].as_slice(),
            "bad-range",
        ),
        (
            &["tag", "add", lib, "Gait.Run", "run", "5", "5"],
            "bad-range",
        ),
        (
            &["tag", "add", lib, "Gait.Run", "run", "50", "61"],
            "outside-clip",
        ),
        (
            &["tag", "add", lib, "Gait.Run", "run", "0", "99999999s"],
            "outside-clip",
        ),
        (
            &["tag", "add", lib, "Gait.Run", "run", "-1", "3"],
            "bad-frame",
        ),
        (
            &["tag", "add", lib, "Gait.Run", "run", "nan", "3"],
            "bad-frame",
        ),
        (
            &["tag", "add", lib, "Gait.Run", "run", "0", "inf"],
            "bad-frame",
        ),
        (
            &["tag", "add", lib, "very tired", "run", "0", "3"],
            "bad-name",
        ),
        (
            &["tag", "add", lib, "Gait.Run", "runn", "0", "3"],
            "unknown-clip",
        ),
        (
            &["event", "add", lib, "Foot.Left", "run", "60"],
            "outside-clip",
        ),
        (
            &["event", "add", lib, "Foot.Left", "run", "-0.5"],
            "outside-clip",
        ),
        (
            &["event", "add", lib, "Foot.Left", "run", "NaN"],
            "bad-time",
        ),
        (
            &["event", "add", lib, "Foot.Left", "run", "1e999"],
            "bad-time",
        ),
    ] {
        let ran = footwork(&[arguments, &["--errors", "json"]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        let errors = valid(&ran.stderr, "errors");
        assert_eq!(errors["errors"][0]["code"], code, "{arguments:?}");
    }
    assert!(!library.has("run.bvh.tags"));
}

#[test]
fn a_sidecar_that_cannot_be_read_is_not_replaced() {
    let library = Library::new();
    library.write("run.bvh.tags", b"footwork-tags 9\ntag Future 1 2 3\n");
    let ran = footwork(&["tag", "add", library.path(), "Gait.Run", "run", "1", "2"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("newer-version"), "{}", ran.stderr);
    assert_eq!(
        library.read("run.bvh.tags"),
        b"footwork-tags 9\ntag Future 1 2 3\n"
    );
}
