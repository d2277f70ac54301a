//! A clip with an unreadable sidecar never silently counts as untagged. Commands that need its tags are refused, and
//! commands that do not need its tags report the sidecar.

use crate::run::{Library, Ran, footwork};

const RUN: &str = "run.bvh.tags";

/// Returns a library with a rule, in which the sidecar of `run` is broken.
fn broken() -> Library {
    let library = Library::new();
    let lib = library.path();
    assert_eq!(
        footwork(&["tag", "add", lib, "Gait.Walk", "walk one", "0", "4"]).code,
        0
    );
    let config =
        library.text("footwork.toml") + "[rules]\n\"Direction.Turn\" = \"{ speed > 0 }\"\n";
    library.write("footwork.toml", config.as_bytes());
    library.write(RUN, b"these are no tags\n");
    library
}

fn run(library: &Library, arguments: &[&str]) -> Ran {
    let lib = library.path();
    let place = |argument: &&str| match *argument {
        "LIB" => lib.to_owned(),
        other => other.replace("LIB/", &format!("{lib}/")),
    };
    let arguments: Vec<String> = arguments.iter().map(place).collect();
    footwork(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn commands_that_need_the_tags_are_refused_with_file_and_reason() {
    let library = broken();
    library.write("tags.csv", b"clip,tag,start,stop\nrun,Gait.Run,8,9\n");
    let before = library.snapshot();
    for arguments in [
        &["rebase", "LIB", "run"][..],
        &["rebase", "LIB", "run", "--write"],
        &["rebase", "LIB", "run", "--keep-frames"],
        &["rebase", "LIB", "run", "--keep-frames", "--write"],
        &["rules", "LIB", "--write"],
        &["tag", "add", "LIB", "Gait.Run", "run", "8", "9"],
        &["tag", "remove", "LIB", "Gait.Run", "run", "8", "9"],
        &["tag", "apply", "LIB", "Gait.Run", "--where", "Gait.Walk"],
        &["event", "add", "LIB", "Foot.Left", "run", "3"],
        &[
            "events", "detect", "LIB", "--of", "all", "--at", "starts", "--name", "Start",
            "--write",
        ],
        &["import", "LIB", "LIB/tags.csv", "--from", "csv"],
        &[
            "import",
            "LIB",
            "LIB/tags.csv",
            "--from",
            "csv",
            "--dry-run",
        ],
        &["compile", "LIB", "-o", "LIB/out.tagdb"],
        &["tag", "rename", "LIB", "Gait.Run", "Gait.Sprint"],
        &["export", "LIB", "--to", "csv"],
        &["export", "LIB", "--to", "csv", "--clips", "run*"],
        &["cut", "LIB", "all", "-o", "LIB/pieces"],
    ] {
        let ran = run(&library, arguments);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (1, ""),
            "{arguments:?}: {}",
            ran.stderr
        );
        // The finding from opening the library gives the reason, and the refusal repeats it.
        assert!(
            ran.stderr.matches("run.bvh").count() >= 2,
            "{arguments:?}: {}",
            ran.stderr
        );
        assert_eq!(library.snapshot(), before, "{arguments:?}");
    }
}

#[test]
fn commands_that_work_without_the_tags_report_it() {
    let library = broken();
    for (arguments, code) in [
        (&["query", "LIB", "Gait"][..], 1),
        (&["query", "LIB", "Gait", "--clips", "walks/*"], 0),
        (&["query", "LIB", "Gait", "--partial"], 0),
        (&["info", "LIB"], 1),
        (&["timeline", "LIB", "Gait"], 1),
        (&["check", "LIB"], 1),
        (&["rules", "LIB"], 1),
        (
            &[
                "events", "detect", "LIB", "--of", "all", "--at", "starts", "--name", "Start",
            ],
            1,
        ),
        (&["compile", "LIB", "-o", "LIB/out.tagdb", "--partial"], 0),
        (
            &[
                "tag",
                "rename",
                "LIB",
                "Gait.Walk",
                "Gait.Sprint",
                "--partial",
            ],
            0,
        ),
        (
            &[
                "tag",
                "apply",
                "LIB",
                "Gait.Run",
                "--where",
                "all",
                "--partial",
            ],
            0,
        ),
        (&["rules", "LIB", "--write", "--partial"], 0),
        (&["cut", "LIB", "all", "-o", "LIB/pieces", "--partial"], 0),
        (&["export", "LIB", "--to", "csv", "--partial"], 0),
        (&["rebase", "LIB", "walk one"], 0),
        (&["export", "LIB", "--to", "csv", "--clips", "walks/*"], 0),
    ] {
        let ran = run(&library, arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.stderr);
        let said = ran.stderr + &ran.stdout;
        assert!(said.contains("run.bvh"), "{arguments:?}: {said}");
        // The broken sidecar was not replaced.
        assert_eq!(library.read(RUN), b"these are no tags\n");
        assert!(!library.has("pieces/run_00.bvh"), "{arguments:?}");
    }
}
