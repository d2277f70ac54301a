//! `footwork rebase`: shown, written and refused proposals.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use crate::run::{Ran, footwork, root, valid};

/// A library of two sample clips. `jump.bvh` has changed: its first rows and every second one of the remaining rows are
/// gone. The old file lies outside the library.
struct Changed {
    library: TempDir,
    old: TempDir,
}

const ROWS_CUT: usize = 20;

impl Changed {
    fn new() -> Self {
        let changed = Self {
            library: tempfile::tempdir().unwrap(),
            old: tempfile::tempdir().unwrap(),
        };
        let name = "playground_forward_jump_01.bvh";
        let samples = root().join("samples/cmu");
        let text = fs::read_to_string(samples.join(name)).unwrap();
        let tags = fs::read_to_string(samples.join(format!("{name}.tags"))).unwrap();
        changed.write("footwork.toml", "length_unit = \"cmu\"\n");
        changed.write("jump.bvh.tags", &tags.replace(name, "jump.bvh"));
        changed.write("jump.bvh", &halved(&text));
        fs::write(changed.old.path().join("jump.bvh"), &text).unwrap();
        let other = "playground_climb_up_01.bvh";
        fs::copy(
            samples.join(other),
            changed.library.path().join("climb.bvh"),
        )
        .unwrap();
        changed
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.library.path().join(name), text).unwrap();
    }

    fn tags(&self) -> String {
        fs::read_to_string(self.library.path().join("jump.bvh.tags")).unwrap()
    }

    fn rebase(&self, more: &[&str]) -> Ran {
        let mut arguments = vec!["rebase", self.library.path().to_str().unwrap(), "jump"];
        arguments.extend(more);
        footwork(&arguments)
    }

    fn old(&self) -> String {
        self.old
            .path()
            .join("jump.bvh")
            .to_str()
            .unwrap()
            .to_owned()
    }
}

/// Returns the clip without its first frames and without every second one of the rest.
fn halved(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let motion = lines
        .iter()
        .position(|line| line.trim() == "MOTION")
        .unwrap();
    let rows = lines.split_off(motion + 3);
    let rows: Vec<String> = rows.into_iter().skip(ROWS_CUT).step_by(2).collect();
    lines[motion + 1] = format!("Frames: {}", rows.len());
    lines[motion + 2] = "Frame Time: 0.0333333".to_owned();
    lines.join("\n") + "\n" + &rows.join("\n") + "\n"
}

#[test]
fn a_rebase_is_shown_then_written_then_has_nothing_to_do() {
    let changed = Changed::new();
    let before = changed.tags();
    let old = changed.old();
    let shown = changed.rebase(&["--from", &old]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    insta::assert_snapshot!(shown.stdout);
    let answer = changed.rebase(&["--from", &old, "--format", "json"]);
    let answer = valid(&answer.stdout, "rebase");
    assert_eq!(answer["written"], false);
    assert_eq!(
        answer["map"]["words"],
        "60 → 30 frames per second, begins 20 frames later"
    );
    assert_eq!(answer["map"]["new"], json!({"frames": 90, "rate": "30"}));
    let csv = changed.rebase(&["--from", &old, "--format", "csv"]).stdout;
    assert!(
        csv.starts_with("kind,name,new_name,old_start,old_stop,new_start"),
        "{csv}"
    );
    assert_eq!(
        csv.lines().count(),
        1 + answer["items"].as_array().unwrap().len()
    );
    assert_eq!(changed.tags(), before, "nothing is written");

    let written = changed.rebase(&["--from", &old, "--write"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert!(
        written.stdout.ends_with(": written\n"),
        "{}",
        written.stdout
    );
    let after = changed.tags();
    assert!(after.contains("frames 90\nrate 30\n"), "{after}");
    assert!(after.contains("tag Source.Cmu 0 90\n"), "{after}");
    let again = changed.rebase(&["--write"]);
    assert_eq!(
        (again.code, again.stdout.as_str()),
        (
            0,
            "jump.bvh: the clip has not changed since it was tagged; nothing to do\n"
        )
    );
    let again = changed.rebase(&["--format", "json"]);
    let expected = json!({"clip": "jump.bvh", "written": false, "map": null, "items": []});
    assert_eq!(valid(&again.stdout, "rebase"), expected);
    assert_eq!(changed.tags(), after);
    // The write recorded the new version, so its poses are known when the clip changes again.
    let text = fs::read_to_string(changed.library.path().join("jump.bvh")).unwrap();
    changed.write("jump.bvh", &halved(&text));
    let recalled = changed.rebase(&[]);
    assert_eq!(recalled.code, 0, "{}", recalled.stderr);
    assert!(
        recalled.stdout.contains("begins 20 frames later"),
        "{}",
        recalled.stdout
    );
}

#[test]
fn a_refused_rebase_says_why() {
    let changed = Changed::new();
    let before = changed.tags();
    let check = |ran: Ran, said: &[&str]| {
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        for said in said {
            assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
        }
    };
    check(
        changed.rebase(&["--write"]),
        &[
            "no-old-motion",
            "the poses it had when it was tagged are not known",
            "--from OLD_FILE",
        ],
    );
    let climb = changed.library.path().join("climb.bvh");
    check(
        changed.rebase(&["--write", "--from", climb.to_str().unwrap()]),
        &[
            "other-content",
            "is not the tagged version of jump.bvh",
            "xxh3:",
        ],
    );
    // `--old` must not accept the new file. Otherwise no tag would move, with a confidence of 100 %.
    let new = changed.library.path().join("jump.bvh");
    check(
        changed.rebase(&["--write", "--from", new.to_str().unwrap()]),
        &[
            "other-content",
            "is not the tagged version of jump.bvh",
            "xxh3:",
        ],
    );
    check(
        changed.rebase(&["--from", "nowhere.bvh"]),
        &["nowhere.bvh", "cannot be read"],
    );
    let walk = root().join("samples/deepmimic/walk.txt");
    check(
        changed.rebase(&["--from", walk.to_str().unwrap()]),
        &["other-content", "is not the tagged version"],
    );
    let text = fs::read_to_string(climb).unwrap();
    let motion = text.find("MOTION").unwrap();
    let row = text.lines().last().unwrap();
    let short = format!(
        "{}MOTION\nFrames: 1\nFrame Time: 0.0166667\n{row}\n",
        &text[..motion]
    );
    changed.write("jump.bvh", &short);
    check(
        changed.rebase(&["--from", &changed.old()]),
        &["no-motion", "too few frames"],
    );
    assert_eq!(changed.tags(), before);
}
