//! The verbs that write edited copies of clips: which clips they select, what they write, and what they refuse.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::run::{Library, Ran, footwork, valid};

fn samples() -> String {
    let samples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    samples.to_str().unwrap().to_owned()
}

/// Runs a verb on a library, into a folder.
fn copy(verb: &str, library: &str, query: &str, to: &Path, more: &[&str]) -> Ran {
    let to = to.to_str().unwrap();
    let verb: Vec<&str> = verb.split(' ').collect();
    let call = [library, query, "-o", to, "--format", "json"];
    footwork(&[&verb[..], &call, more].concat())
}

/// Returns the copies that a run lists. Fails if the run failed.
#[track_caller]
fn copies(ran: &Ran) -> Vec<Value> {
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "copies");
    answer["clips"].as_array().unwrap().clone()
}

/// Checks that a written folder opens as a library without errors, and without guesses about its clips.
#[track_caller]
fn opens_cleanly(folder: &Path) {
    let ran = footwork(&["check", folder.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    for guess in ["estimated-unit", "implausible", "unreadable", "broken"] {
        assert!(!ran.stderr.contains(guess), "{}", ran.stderr);
    }
}

/// Runs every verb on clips of three formats. A dry run lists exactly the files of the real run, and the written folder
/// is a clean library.
#[test]
fn every_verb_writes_what_its_dry_run_promises() {
    let samples = samples();
    let football = format!("{samples}/football");
    let walk = "cmu/playground_turn_right_jump_01.bvh";
    let calls: &[(&str, &str, &[&str])] = &[
        (
            "retarget",
            "clip(\"deepmimic/walk.txt\") | clip(\"cmu/*jump_0*\")",
            &["--onto", walk],
        ),
        (
            "resample",
            "clip(\"deepmimic/w*\") | clip(\"cmu/*jump_0*\")",
            &["--rate", "24"],
        ),
        (
            "mirror",
            "clip(\"deepmimic/w*\") | clip(\"cmu/*jump_0*\")",
            &[],
        ),
        (
            "trim",
            "clip(\"deepmimic/w*\") | clip(\"cmu/*jump_0*\")",
            &["--rest"],
        ),
        (
            "root extract",
            "clip(\"deepmimic/w*\") | clip(\"cmu/*jump_0*\")",
            &[],
        ),
        (
            "root in-place",
            "clip(\"deepmimic/w*\") | clip(\"cmu/*jump_0*\")",
            &["--own", "travel"],
        ),
        (
            "ground",
            "clip(\"deepmimic/w*\") | clip(\"cmu/*jump_0*\")",
            &[],
        ),
        (
            "loop",
            "clip(\"deepmimic/walk.txt\") | clip(\"deepmimic/run.txt\") | clip(\"deepmimic/dance.txt\")",
            &[],
        ),
    ];
    for (verb, query, more) in calls {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("out");
        let planned = copies(&copy(
            verb,
            &samples,
            query,
            &to,
            &[more, &["--dry-run"][..]].concat(),
        ));
        assert!(!to.exists(), "{verb}");
        assert!(planned.len() >= 3, "{verb}: {planned:?}");
        let written = copies(&copy(verb, &samples, query, &to, more));
        assert_eq!(planned, written, "{verb}");
        opens_cleanly(&to);
        for made in &written {
            let file = to.join(made["file"].as_str().unwrap());
            let info = footwork(&["query", to.to_str().unwrap(), "all", "--format", "json"]);
            let info: Value = serde_json::from_str(&info.stdout).unwrap();
            let clips = info["clips"].as_array().unwrap();
            let clip = clips.iter().find(|clip| clip["clip"] == made["file"]);
            let clip = clip.unwrap_or_else(|| panic!("{}", file.display()));
            assert_eq!(
                (&clip["frames"], &clip["rate"]),
                (&made["frames"], &made["rate"])
            );
        }
        // Existing files are replaced only with `--force`.
        assert_eq!(copy(verb, &samples, query, &to, more).code, 2, "{verb}");
        let forced = copies(&copy(
            verb,
            &samples,
            query,
            &to,
            &[more, &["--force"][..]].concat(),
        ));
        assert!(forced.iter().all(|made| made["replaces"] == true), "{verb}");
    }
    let folder = tempfile::tempdir().unwrap();
    let glb = copies(&copy(
        "mirror",
        &football,
        "clip(\"walk_0*\")",
        folder.path(),
        &[],
    ));
    assert_eq!(glb[0]["format"], "glb");
    opens_cleanly(folder.path());
}

#[test]
fn labels_travel_with_the_frames() {
    let library = Library::new();
    library.write(
        "run.bvh.tags",
        b"footwork-tags 1\nstate done by \"Ann\" on 2026-11-26\ntag Gait.Run 10 40\ntag Gait.Walk 41 42\nevent Foot.Left 13.5\n",
    );
    let to = tempfile::tempdir().unwrap();
    let sidecar = |name: &str| fs::read_to_string(to.path().join(name)).unwrap();

    let ran = copy(
        "resample",
        library.path(),
        "Gait",
        to.path(),
        &["--rate", "15"],
    );
    let made = &copies(&ran)[0];
    assert_eq!((&made["frames"], &made["rate"]), (&json!(30), &json!("15")));
    assert!(
        ran.stderr
            .contains("1 span of a tag is shorter than a new frame"),
        "{}",
        ran.stderr
    );
    let text = sidecar("run.bvh.tags");
    assert!(text.contains("state done by \"Ann\""), "{text}");
    assert!(
        text.contains("tag Gait.Run 5 20\nevent Foot.Left 6.75\n"),
        "{text}"
    );
    assert!(
        text.contains("resampled from run.bvh at 15 frames per second"),
        "{text}"
    );

    copies(&copy(
        "mirror",
        library.path(),
        "Gait",
        to.path(),
        &["--name", "m"],
    ));
    let text = sidecar("m.bvh.tags");
    assert!(text.contains("event Foot.Right 13.5"), "{text}");

    let trimmed = copies(&copy(
        "trim",
        library.path(),
        "Gait",
        to.path(),
        &["--name", "t"],
    ));
    assert_eq!(
        (&trimmed[0]["start"], &trimmed[0]["stop"]),
        (&json!(10), &json!(42))
    );
    assert!(sidecar("t.bvh.tags").contains("tag Gait.Run 0 30"));
    let frames = ["--frames", "0.5s..1s", "--name", "f"];
    let trimmed = copies(&copy("trim", library.path(), "Gait", to.path(), &frames));
    assert_eq!(
        (&trimmed[0]["start"], &trimmed[0]["stop"]),
        (&json!(15), &json!(30))
    );
    let past = ["--frames", "10..90", "--name", "p"];
    let refused = copy("trim", library.path(), "Gait", to.path(), &past);
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .stderr
            .contains("run.bvh: it has no frames [10, 90)"),
        "{}",
        refused.stderr
    );
}

/// A range outside a clip is an error for that clip; an empty range is an error for all clips.
#[test]
fn frames_outside_a_clip_are_refused() {
    let library = Library::new();
    let to = tempfile::tempdir().unwrap();
    for verb in ["trim", "loop"] {
        for (frames, missing) in [
            ("90..", "run.bvh: it has no frames"),
            ("10..90", "run.bvh: it has no frames [10, 90)"),
            ("100s..", "run.bvh: it has no frames"),
            ("20..10", "`20..10` is empty"),
            ("2s..1s", "`2s..1s` is empty"),
        ] {
            let more = ["--frames", frames];
            let ran = copy(verb, library.path(), "all", to.path(), &more);
            assert_eq!(ran.code, 2, "{verb} {frames}: {}", ran.stdout);
            assert!(
                ran.stderr.contains(missing),
                "{verb} {frames}: {}",
                ran.stderr
            );
        }
    }
    assert!(fs::read_dir(to.path()).unwrap().next().is_none());
}

#[test]
fn twins_are_copied_only_by_name() {
    let library = Library::new();
    library.write("footwork.toml", b"length_unit = \"m\"\nmirror = true\n");
    let to = tempfile::tempdir().unwrap();
    let rate = ["--rate", "60", "--dry-run"];
    let all = copies(&copy("resample", library.path(), "all", to.path(), &rate));
    assert_eq!(all.len(), 2, "{all:?}");
    let twin = "clip(\"run.bvh~mirrored\")";
    let twins = copies(&copy("resample", library.path(), twin, to.path(), &rate));
    assert_eq!(twins[0]["clip"], "run.bvh~mirrored");
}

/// A batch reports every clip that fails and writes no copy. With `--partial`, it leaves out the failing clips.
#[test]
fn a_batch_reports_every_failure() {
    let library = Library::new();
    let walk = fs::read(format!("{}/deepmimic/walk.txt", samples())).unwrap();
    library.write("legs/walk.txt", &walk);
    let to = tempfile::tempdir().unwrap();
    let to = to.path().join("out");
    let onto = ["--onto", "legs/walk.txt"];
    for verb in ["retarget", "cut"] {
        for dry in [&[][..], &["--dry-run"]] {
            let ran = copy(verb, library.path(), "all", &to, &[&onto[..], dry].concat());
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{verb} {dry:?}");
            for failing in [
                "run.bvh: the source has no joint",
                "walks/walk one.bvh: the source has no joint",
            ] {
                assert!(
                    ran.stderr.contains(failing),
                    "{verb} {dry:?}: {}",
                    ran.stderr
                );
            }
            assert!(!to.exists());
        }
    }
    let partial = [&onto[..], &["--partial"]].concat();
    let ran = copy("retarget", library.path(), "all", &to, &partial);
    let made = copies(&ran);
    assert_eq!(made.len(), 1);
    assert!(ran.stderr.contains("left out: run.bvh"), "{}", ran.stderr);
    assert!(to.join("legs/walk.glb").exists() && !to.join("run.bvh").exists());
}

#[test]
fn a_target_may_be_one_animation_of_a_file() {
    let to = tempfile::tempdir().unwrap();
    let football = format!("{}/football/idle_01.glb", samples());
    let walk = "clip(\"deepmimic/walk.txt\")";
    let ran = footwork(&["info", &football, "--format", "json"]);
    assert_eq!(
        ran.code, 2,
        "info opened a file as a library: {}",
        ran.stdout
    );
    copies(&copy(
        "retarget",
        &samples(),
        walk,
        to.path(),
        &["--onto", &football],
    ));
    let nothing = format!("{football}#Nothing");
    let refused = copy(
        "retarget",
        &samples(),
        walk,
        to.path(),
        &["--onto", &nothing],
    );
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("Nothing"), "{}", refused.stderr);
}
