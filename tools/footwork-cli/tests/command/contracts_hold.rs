//! Contracts find motion by queries, so their verdict does not depend on where the motion is. Cut, mirrored and rebased
//! clips get the same verdict, and a renamed tag is reported for every contract that uses its old name.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::run::{footwork, root, valid};

/// The climb keeps the contract, and the swing breaks it.
const CLIPS: [&str; 2] = ["playground_climb_up_01", "playground_hang_swing_01"];

const CONTRACT: &str = "\n[[expect]]\nwhere = \"Gait.Walk\"\nfoot_slide = \"20cm/s\"\n\
                        speed = { min = \"0.5m/s\", max = \"2m/s\" }\nduration = { min = \"0.4s\" }\n";

fn library() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for clip in CLIPS {
        for ending in ["bvh", "bvh.tags"] {
            let name = format!("{clip}.{ending}");
            let from = root().join("samples/cmu").join(&name);
            fs::copy(from, folder.path().join(name)).unwrap();
        }
    }
    let settings = format!("length_unit = \"cmu\"\n{CONTRACT}");
    fs::write(folder.path().join("footwork.toml"), settings).unwrap();
    folder
}

/// Returns the numbers of kept and of broken limits, and the broken limits by the clip that each comes from.
fn verdict(folder: &Path) -> (u64, u64, BTreeMap<&'static str, String>) {
    let ran = footwork(&["check", folder.to_str().unwrap(), "--format", "json"]);
    let answer = valid(&ran.stdout, "check");
    let count = |name: &str| answer["contracts"][name].as_u64().unwrap();
    assert_eq!(count("not_evaluated"), 0, "{answer}");
    let findings = answer["findings"].as_array().unwrap().iter();
    let failed = findings.filter(|finding| finding["code"] == "expect-failed");
    let by_clip = failed.map(|finding| {
        let clip = finding["clip"].as_str().unwrap();
        let of = CLIPS.into_iter().find(|name| clip.starts_with(name));
        let measure = finding["message"].as_str().unwrap().split(' ').next();
        (of.unwrap(), measure.unwrap().to_owned())
    });
    let broken = count("failed");
    (count("evaluated") - broken, broken, by_clip.collect())
}

fn expected() -> (u64, u64, BTreeMap<&'static str, String>) {
    (5, 1, [(CLIPS[1], "foot_slide".to_owned())].into())
}

#[test]
fn cut_and_mirrored_clips_get_the_same_verdict() {
    let library = library();
    assert_eq!(verdict(library.path()), expected());
    let lib = library.path().to_str().unwrap();
    for verb in ["cut", "mirror"] {
        let out = tempfile::tempdir().unwrap();
        let into = out.path().join("clips");
        let ran = footwork(&[verb, lib, "Gait.Walk", "-o", into.to_str().unwrap()]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let settings = into.join("footwork.toml");
        let own = fs::read_to_string(&settings).unwrap();
        fs::write(&settings, own + CONTRACT).unwrap();
        assert_eq!(verdict(&into), expected(), "{verb}");
    }
}

/// Mirrored twins count only as part of groups, so a library with twins has the same findings.
#[test]
fn mirrored_twins_do_not_double_findings() {
    let library = library();
    let settings = library.path().join("footwork.toml");
    let own = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, format!("mirror = true\n{own}")).unwrap();
    assert_eq!(verdict(library.path()), expected());
}

/// The clip loses its first frames and every second one of the others. After its tags have moved, the verdict is the
/// same.
#[test]
fn a_rebased_clip_gets_the_same_verdict() {
    let library = library();
    let name = format!("{}.bvh", CLIPS[1]);
    let file = library.path().join(&name);
    let text = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let motion = lines.iter().position(|line| line.trim() == "MOTION");
    let motion = motion.unwrap();
    let rows = lines.split_off(motion + 3);
    let rows: Vec<String> = rows.into_iter().skip(20).step_by(2).collect();
    lines[motion + 1] = format!("Frames: {}", rows.len());
    lines[motion + 2] = "Frame Time: 0.0333333".to_owned();
    let changed = lines.join("\n") + "\n" + &rows.join("\n") + "\n";
    let old = tempfile::tempdir().unwrap();
    let old_file = old.path().join(&name);
    fs::write(&old_file, &text).unwrap();
    fs::write(&file, changed).unwrap();
    let lib = library.path().to_str().unwrap();
    let from = old_file.to_str().unwrap();
    let ran = footwork(&["rebase", lib, &name, "--from", from, "--write"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let tags = fs::read_to_string(library.path().join(format!("{name}.tags"))).unwrap();
    assert!(tags.contains("tag Gait.Walk 0 56\n"), "{tags}");
    assert_eq!(verdict(library.path()), expected());
}

#[test]
fn a_renamed_tag_is_reported_for_every_contract_that_names_it() {
    let library = library();
    let settings = library.path().join("footwork.toml");
    let groups = "[[expect]]\ngroup = \"Gait.Walk | Gait.Idle\"\nmissing = [\"Gait.Idle\"]\n\
                  [[expect]]\ngroup = \"Gait\"\nmissing = [\"Gait.Walk\"]\n\
                  [[expect]]\nwhere = \"Gait.Idle\"\nduration = { min = \"0.1s\" }\n";
    let own = fs::read_to_string(&settings).unwrap() + groups;
    fs::write(&settings, &own).unwrap();
    let lib = library.path().to_str().unwrap();
    let ran = footwork(&["tag", "rename", lib, "Gait.Walk", "Gait.Stroll"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lines = own.lines().enumerate();
    let starts: Vec<usize> = lines
        .filter(|(_, line)| *line == "[[expect]]")
        .map(|(at, _)| at + 1)
        .collect();
    for (at, line) in starts.iter().enumerate() {
        let note = format!("the contract in line {line} of footwork.toml still names Gait.Walk");
        assert_eq!(ran.stderr.contains(&note), at < 3, "{}", ran.stderr);
    }
    // A contract with the old name is an error with a line; the contract does not merely find no range.
    let ran = footwork(&["check", lib, "--format", "json"]);
    assert_eq!(ran.code, 1);
    let answer = valid(&ran.stdout, "check");
    let findings = answer["findings"].as_array().unwrap().iter();
    let bad: Vec<&str> = findings
        .filter(|finding| finding["code"] == "bad-expect")
        .map(|finding| finding["message"].as_str().unwrap())
        .collect();
    assert_eq!(bad.len(), 3, "{bad:?}");
    for line in &starts[..3] {
        let start = format!("line {line}: ");
        let names_it = |message: &&str| message.starts_with(&start);
        assert!(bad.iter().any(names_it), "line {line}: {bad:?}");
    }
    fs::write(&settings, own.replace("Gait.Walk", "Gait.Stroll")).unwrap();
    let ran = footwork(&["check", lib, "--format", "json"]);
    assert!(!ran.stdout.contains("bad-expect"), "{}", ran.stdout);
    let counts = &valid(&ran.stdout, "check")["contracts"];
    assert_eq!(
        (&counts["contracts"], &counts["failed"]),
        (&4.into(), &1.into())
    );
}

/// A joint that must move is given by name or by role. A joint that does not exist cannot move, so the limit is broken.
#[test]
fn joints_that_must_move_are_named() {
    let library = library();
    let settings = library.path().join("footwork.toml");
    let contract = "length_unit = \"cmu\"\n[[expect]]\nwhere = 'clip(\"*climb*\")'\n\
                    moves = [\"left_foot\", \"Hips\", \"tail\"]\n";
    fs::write(&settings, contract).unwrap();
    let lib = library.path().to_str().unwrap();
    let ran = footwork(&["check", lib, "--format", "json"]);
    let answer = valid(&ran.stdout, "check");
    let findings = answer["findings"].as_array().unwrap().iter();
    let failed: Vec<&str> = findings
        .filter(|finding| finding["code"] == "expect-failed")
        .map(|finding| finding["message"].as_str().unwrap())
        .collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(
        failed[0].starts_with("it has no joint or role tail"),
        "{failed:?}"
    );
}
