//! Clips that have changed since they were tagged. Edits are refused until the user rebases the clip, or confirms that
//! its frames have kept their numbers.

use serde_json::json;

use crate::run::{Library, footwork, valid};

const RUN: &str = "run.bvh.tags";

/// Returns a library with a tagged clip, in which one number has changed since.
fn changed() -> Library {
    let library = Library::new();
    let add = ["tag", "add", library.path(), "Gait.Run", "run", "50", "60"];
    assert_eq!(footwork(&add).code, 0);
    let clip = library.text("run.bvh").replace("0 1 0.05\n", "0 1 0.06\n");
    library.write("run.bvh", clip.as_bytes());
    library
}

#[test]
fn edits_of_frames_are_refused_with_advice() {
    let library = changed();
    let lib = library.path();
    library.write("rows.csv", b"clip,start,stop,tag\nrun.bvh,1,2,T\n");
    let toml = library.text("footwork.toml") + "[rules]\n\"Direction.Turn\" = \"all\"\n";
    library.write("footwork.toml", toml.as_bytes());
    let rows = format!("{lib}/rows.csv");
    let before = library.snapshot();
    for arguments in [
        ["tag", "add", lib, "Gait.Run", "run", "1", "2"].as_slice(),
        &["tag", "remove", lib, "Gait.Run", "run", "1", "2"],
        &["tag", "apply", lib, "Gait.Run", "--where", "all"],
        &["event", "add", lib, "Foot.Left", "run", "3"],
        &["event", "remove", lib, "Foot.Left", "run", "3"],
        &["rules", lib, "--write"],
        &["import", lib, &rows, "--from", "csv"],
    ] {
        let ran = footwork(&[arguments, &["--errors", "json"]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        let errors = ran.stderr.lines().last().unwrap();
        let error = valid(errors, "errors")["errors"][0].take();
        assert_eq!(error["code"], "stale-clip", "{arguments:?}");
        let expected = "run.bvh: the clip has changed since it was tagged; run `footwork rebase LIB \
                        CLIP --write` first, or `footwork rebase LIB CLIP --keep-frames --write` to \
                        say its frames still hold";
        assert_eq!(error["message"], expected, "{arguments:?}");
    }
    assert_eq!(library.snapshot(), before);
    // Renaming does not depend on the version of the clip.
    let rename = ["tag", "rename", lib, "Gait.Run", "Gait.Sprint"];
    assert_eq!(footwork(&rename).code, 0);
    assert_eq!(library.items("run.bvh"), ["tag Gait.Sprint 50 60"]);
}

#[test]
fn keep_frames_confirms_the_frames() {
    let library = changed();
    let lib = library.path();
    let keep = ["rebase", lib, "run", "--keep-frames"];
    let run = |more: &[&str]| footwork(&[&keep[..], more].concat());
    let before = library.text(RUN);
    let shown = run(&[]);
    let expected = "run.bvh: 60 frames at 30 a second, as before\n\
                    frames keep their numbers: nothing is written; add --write\n";
    assert_eq!((shown.code, shown.stdout.as_str()), (0, expected));
    assert_eq!(library.text(RUN), before);
    let answer = valid(&run(&["--format", "json"]).stdout, "rebase");
    let kept = &answer["kept"];
    assert_eq!(
        (&answer["written"], &answer["map"]),
        (&json!(false), &json!(null))
    );
    assert_eq!(
        (&kept["new"]["frames"], &kept["outside"]),
        (&json!(60), &json!(0))
    );
    assert_ne!(kept["old"]["hash"], kept["new"]["hash"]);
    let csv = run(&["--format", "csv"]).stdout;
    assert!(
        csv.starts_with("when,frames,rate,hash,written\nbefore,60,30,xxh3:"),
        "{csv}"
    );

    let written = run(&["--write", "--format", "json"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let answer = valid(&written.stdout, "rebase");
    assert_eq!(answer["written"], true);
    let hash = answer["kept"]["new"]["hash"].as_str().unwrap();
    let after = library.text(RUN);
    assert!(after.contains(&format!("hash {hash}\n")), "{after}");
    assert_eq!(library.items("run.bvh"), ["tag Gait.Run 50 60"]);
    let again = run(&["--write"]).stdout;
    assert!(again.ends_with("nothing to do\n"), "{again}");
    let add = ["tag", "add", lib, "Gait.Run", "run", "1", "2"];
    assert_eq!(footwork(&add).code, 0);
    footwork(&["undo", lib]);
    let undone = footwork(&["undo", lib]).stdout;
    assert_eq!(
        undone,
        format!("undone: rebase run.bvh --keep-frames ({RUN})\n")
    );
    assert_eq!(library.text(RUN), before);
    let both = run(&["--from", "old.bvh"]);
    assert_eq!((both.code, both.stdout.as_str()), (2, ""));
}

#[test]
fn items_after_the_end_are_reported_and_kept() {
    let library = changed();
    let clip = library.text("run.bvh").replace("Frames: 60", "Frames: 55");
    let clip: Vec<&str> = clip.lines().collect();
    let clip = clip[..clip.len() - 5].join("\n") + "\n";
    library.write("run.bvh", clip.as_bytes());
    let ran = footwork(&["rebase", library.path(), "run", "--keep-frames", "--write"]);
    let expected = "run.bvh: 55 frames at 30 a second; it had 60 frames at 30 a second\n\
                    1 item after the clip's end, to check\n\
                    frames keep their numbers: written\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, expected));
    assert!(ran.stderr.contains("span-outside"), "{}", ran.stderr);
    assert_eq!(library.items("run.bvh"), ["tag Gait.Run 50 60"]);
    let remove = [
        "tag",
        "remove",
        library.path(),
        "Gait.Run",
        "run",
        "55",
        "60",
    ];
    assert_eq!(footwork(&remove).code, 0);
    assert_eq!(library.items("run.bvh"), ["tag Gait.Run 50 55"]);
}
