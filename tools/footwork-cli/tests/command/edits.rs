//! `tag` and `event`: sidecars after an edit, and refused edits.

use crate::run::{Library, footwork, valid, words};

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
fn a_new_sidecar_has_a_header_and_quotes_odd_names() {
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
    let add = format!("event add {lib} Foot.Left run 1.5 --format json");
    let added = footwork(&words(&add)).stdout;
    assert_eq!(valid(&added, "edit-event")["time"], 1.5);
}

#[test]
fn bad_edits_change_nothing() {
    let library = Library::new();
    let lib = library.path();
    let refused = |arguments: &[&str], code: &str| {
        let ran = footwork(&[arguments, &["--errors", "json"]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        let errors = valid(&ran.stderr, "errors");
        assert_eq!(errors["errors"][0]["code"], code, "{arguments:?}");
    };
    refused(
        &["tag", "add", lib, "very tired", "run", "0", "3"],
        "bad-name",
    );
    for (arguments, code) in [
        ("tag add LIB Gait.Run run 20 10", "bad-range"),
        ("tag add LIB Gait.Run run 5 5", "bad-range"),
        ("tag add LIB Gait.Run run 50 61", "outside-clip"),
        ("tag add LIB Gait.Run run 0 99999999s", "outside-clip"),
        ("tag add LIB Gait.Run run -1 3", "bad-frame"),
        ("tag add LIB Gait.Run run nan 3", "bad-frame"),
        ("tag add LIB Gait.Run run 0 inf", "bad-frame"),
        ("tag add LIB Gait.Run runn 0 3", "unknown-clip"),
        ("event add LIB Foot.Left run 60", "outside-clip"),
        ("event add LIB Foot.Left run -0.5", "bad-time"),
        ("event add LIB Foot.Left run NaN", "bad-time"),
        ("event add LIB Foot.Left run 1e999", "bad-time"),
        ("event add LIB Foot.Left run 1e1", "bad-time"),
        ("event add LIB Foot.Left run 1e-1s", "bad-time"),
    ] {
        refused(&words(&arguments.replace("LIB", lib)), code);
    }
    assert!(!library.has("run.bvh.tags"));
}

#[test]
fn a_sidecar_that_cannot_be_read_is_not_replaced() {
    let library = Library::new();
    library.write("run.bvh.tags", b"footwork-tags 9\ntag Future 1 2 3\n");
    let ran = footwork(&["tag", "add", library.path(), "Gait.Run", "run", "1", "2"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("newer-version"), "{}", ran.stderr);
    assert_eq!(
        library.read("run.bvh.tags"),
        b"footwork-tags 9\ntag Future 1 2 3\n"
    );
}

#[test]
fn edits_by_simultaneous_commands_are_all_kept() {
    const WRITERS: usize = 20;
    let library = Library::new();
    let tags: Vec<_> = (0..WRITERS).map(|n| format!("T{n:02}")).collect();
    std::thread::scope(|scope| {
        for tag in &tags {
            scope.spawn(|| {
                let ran = footwork(&["tag", "add", library.path(), tag, "run", "1", "2"]);
                assert_eq!(ran.code, 0, "{}", ran.stderr);
                assert!(ran.stdout.contains("now holds"), "{}", ran.stdout);
            });
        }
    });
    let text = String::from_utf8(library.read("run.bvh.tags")).unwrap();
    let lines: Vec<_> = text.lines().skip(5).collect();
    let expected: Vec<_> = tags.iter().map(|tag| format!("tag {tag} 1 2")).collect();
    assert_eq!(lines, expected);
}

#[test]
fn times_of_events_are_exact() {
    let library = Library::new();
    let clip = |period| {
        let run = String::from_utf8(library.read("run.bvh")).unwrap();
        run.replace("0.0333333", period)
    };
    library.write("fifty.bvh", clip("0.02").as_bytes());
    library.write("ntsc.bvh", clip("0.0333667").as_bytes());
    for (clip, time, frame) in [
        ("fifty", "0.14s", "7"),
        ("fifty", "140ms", "7"),
        ("fifty", "0.145s", "7.25"),
        ("ntsc", "1.001s", "30"),
        ("ntsc", "13.25", "13.25"),
    ] {
        let event = |verb| ["event", verb, library.path(), "Hit", clip, time];
        let expected = format!("event Hit {frame}");
        check(
            &library,
            &event("add"),
            &format!("{clip}.bvh.tags"),
            &[&expected],
        );
        check(&library, &event("remove"), &format!("{clip}.bvh.tags"), &[]);
    }
}

#[test]
fn a_removal_names_the_remaining_tags_below() {
    let library = Library::new();
    let lib = library.path();
    for (tag, start) in [("Gait.Run", "0"), ("Gait.Walk", "5"), ("Gait.Sneak", "20")] {
        footwork(&["tag", "add", lib, tag, "run", start, "30"]);
    }
    let said = |start, stop| footwork(&["tag", "remove", lib, "Gait", "run", start, stop]).stdout;
    let nothing = "run.bvh: nothing to change";
    assert_eq!(said("0", "5"), format!("{nothing}; Gait.Run holds there\n"));
    assert_eq!(
        said("0", "60"),
        format!("{nothing}; Gait.Run, Gait.Sneak and Gait.Walk hold there\n")
    );
    assert_eq!(said("30", "60"), format!("{nothing}\n"));
}

#[test]
fn answers_as_csv_have_a_header() {
    let library = Library::new();
    let lib = library.path();
    let png = format!("{lib}/run.png");
    for (arguments, expected) in [
        (
            ["tag", "add", lib, "Gait.Run", "run", "1", "2"].as_slice(),
            "changed,clip,tag,start,stop\ntrue,run.bvh,Gait.Run,1,2\n",
        ),
        (
            &["event", "add", lib, "Foot.Left", "run", "1.5"],
            "changed,clip,event,time\ntrue,run.bvh,Foot.Left,1.5\n",
        ),
        (
            &["strip", lib, "run", "-o", &png],
            &format!("clip,file\nrun.bvh,{png}\n"),
        ),
    ] {
        let ran = footwork(&[arguments, &["--format", "csv"]].concat());
        assert_eq!(ran.stdout, expected);
    }
}

#[test]
fn a_strip_replaces_only_a_picture() {
    let library = Library::new();
    let lib = library.path();
    let clip = library.read("run.bvh");
    let strip = |file: &str| footwork(&["strip", lib, "run", "-o", &format!("{lib}/{file}")]).code;
    assert_eq!(strip("run.bvh"), 2);
    assert_eq!(library.read("run.bvh"), clip);
    library.write("empty.png", b"");
    assert_eq!(strip("empty.png"), 2);
    assert_eq!(strip("walks"), 2);
    assert_eq!(strip("new.png"), 0);
    let png = library.read("new.png");
    library.write("new.png", &png[..8]);
    assert_eq!(strip("new.png"), 0);
    assert_eq!(library.read("new.png"), png);
}

#[test]
fn an_unknown_clip_is_refused_with_the_nearest_name() {
    let library = Library::new();
    let check = |name: &str, hint: &str| {
        let ran = footwork(&["tag", "add", library.path(), "Gait.Run", name, "0", "3"]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(hint), "{}", ran.stderr);
    };
    // A short mistyped name gets a suggestion too.
    check("rnu", "did you mean run?");
    check("run.bhv", "did you mean run.bvh?");
    check("walks/wlak one.bvh", "did you mean walks/walk one.bvh?");
    check("wlak one", "did you mean walk one?");
}
