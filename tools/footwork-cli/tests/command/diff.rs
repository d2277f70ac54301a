//! `footwork diff`: two files and two libraries.

use crate::run::{Library, footwork, valid};

#[test]
fn equal_versions_have_no_difference() {
    let library = Library::new();
    let ran = footwork(&["diff", library.path(), library.path()]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "0 clips changed, 0 added, 0 lost, 2 the same\n")
    );
}

#[test]
fn a_shorter_clip_a_new_one_and_a_lost_one_are_listed() {
    let (old, new) = (Library::new(), Library::new());
    footwork(&["tag", "add", old.path(), "Gait.Run", "run", "50", "60"]);
    let run = new.text("run.bvh");
    let (head, motion) = run.split_once("Frames: 60").unwrap();
    let rows: Vec<&str> = motion.lines().collect();
    let short = format!("{head}Frames: 40{}\n", rows[..42].join("\n"));
    new.write("run.bvh", short.as_bytes());
    new.write("walks/new.bvh", run.as_bytes());
    std::fs::remove_file(std::path::Path::new(new.path()).join("walks/walk one.bvh")).unwrap();
    let ran = footwork(&["diff", old.path(), new.path(), "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "diff");
    assert_eq!(answer["added"], serde_json::json!(["walks/new.bvh"]));
    assert_eq!(answer["lost"], serde_json::json!(["walks/walk one.bvh"]));
    let run = &answer["changed"][0];
    assert_eq!(run["frames"], serde_json::json!([60, 40]));
    assert_eq!(run["poses"], serde_json::Value::Null);
    assert_eq!(run["tags_past_end"], serde_json::json!(["Gait.Run"]));
    let ran = footwork(&["diff", old.path(), new.path()]);
    assert!(ran.stdout.contains("frames: 60 → 40"), "{}", ran.stdout);
    let files = ["run.bvh", "walks/new.bvh"].map(|name| format!("{}/{name}", new.path()));
    let ran = footwork(&["diff", &files[0], &files[1]]);
    assert!(ran.stdout.contains("frames: 40 → 60"), "{}", ran.stdout);
}

/// The picture shows the largest difference of all pairs, with the old motion above the new one.
#[test]
fn the_worst_place_is_drawn() {
    let (old, new) = (Library::new(), Library::new());
    let config = new.text("footwork.toml");
    let config = config.replace("length_unit = \"m\"", "length_unit = \"cm\"");
    new.write("footwork.toml", config.as_bytes());
    let out = tempfile::tempdir().unwrap();
    let picture = out.path().join("worst.png");
    let file = picture.to_str().unwrap();
    let call = ["diff", old.path(), new.path(), "--strip", file];
    let ran = footwork(&[&call[..], &["--format", "json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(valid(&ran.stdout, "diff")["strip"], file);
    let png = std::fs::read(&picture).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!(size(16), 1280);
    // Two strips are higher than one, which is at most 360 pixels for one row of a person.
    assert!(size(20) > 300, "{}", size(20));
    // Equal versions have no difference to draw, and a picture does not replace a text file.
    let none = out.path().join("none.png");
    let ran = footwork(&[
        "diff",
        old.path(),
        old.path(),
        "--strip",
        none.to_str().unwrap(),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("no poses differ"), "{}", ran.stderr);
    assert!(!none.exists());
    std::fs::write(&none, "text").unwrap();
    let ran = footwork(&[
        "diff",
        old.path(),
        new.path(),
        "--strip",
        none.to_str().unwrap(),
    ]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert_eq!(std::fs::read(&none).unwrap(), b"text");
}

#[test]
fn a_file_and_a_folder_cannot_be_compared() {
    let library = Library::new();
    let file = format!("{}/run.bvh", library.path());
    let ran = footwork(&["diff", library.path(), &file]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let ran = footwork(&["diff", &file, &file, "--tolerance", "3"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cm"), "{}", ran.stderr);
}

/// A mended file has the same motion and the same tags.
#[test]
fn fixing_keeps_the_motion_and_the_tags() {
    let folder = tempfile::tempdir().unwrap();
    let faulty = crate::run::root().join("testdata/fix");
    for name in ["roll.glb", "roll.glb.tags"] {
        std::fs::copy(faulty.join(name), folder.path().join(name)).unwrap();
    }
    let lib = folder.path().to_str().unwrap();
    let before = std::fs::read(folder.path().join("roll.glb")).unwrap();
    let ran = footwork(&["fix", lib, "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "fix");
    assert_eq!(answer["written"], false);
    assert!(
        answer["files"][0]["aligned"].as_u64().unwrap() > 0,
        "{answer}"
    );
    assert!(
        answer["files"][0]["shortened"].as_u64().unwrap() > 3,
        "{answer}"
    );
    assert_eq!(
        std::fs::read(folder.path().join("roll.glb")).unwrap(),
        before
    );
    let query = ["query", lib, "all - none", "--format", "csv"];
    let tags = ["timeline", lib, "--format", "csv"];
    let (frames, lanes) = (footwork(&query).stdout, footwork(&tags).stdout);
    let ran = footwork(&["fix", lib, "--write"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.ends_with("1 file: written\n"), "{}", ran.stdout);
    assert_eq!(footwork(&query).stdout, frames);
    assert_eq!(footwork(&tags).stdout, lanes);
    let only = "constant_tracks,keys_flipped";
    let ran = footwork(&["measure", lib, "--only", only, "--format", "csv"]);
    assert_eq!(ran.stdout.lines().nth(1), Some("roll.glb,0,122,0,0"));
    let ran = footwork(&["check", lib, "--format", "json"]);
    let stale = valid(&ran.stdout, "check")["findings"].to_string();
    assert!(!stale.contains("stale"), "{stale}");
    let old = tempfile::tempdir().unwrap();
    let old_file = old.path().join("roll.glb");
    std::fs::write(&old_file, &before).unwrap();
    let new_file = folder.path().join("roll.glb");
    let ran = footwork(&[
        "diff",
        old_file.to_str().unwrap(),
        new_file.to_str().unwrap(),
    ]);
    assert_eq!(ran.stdout, "0 clips changed, 0 added, 0 lost, 1 the same\n");
    let ran = footwork(&["fix", lib]);
    assert_eq!(ran.stdout, "0 files: nothing to mend\n");
}

/// A sidecar that was stale before mending stays stale: nothing shows that its frames still fit.
#[test]
fn fixing_keeps_a_stale_sidecar_stale() {
    let folder = tempfile::tempdir().unwrap();
    let faulty = crate::run::root().join("testdata/fix");
    std::fs::copy(faulty.join("roll.glb"), folder.path().join("roll.glb")).unwrap();
    let tags = std::fs::read_to_string(faulty.join("roll.glb.tags")).unwrap();
    let hash = tags.lines().find(|line| line.starts_with("hash ")).unwrap();
    let old = tags.replace(hash, "hash xxh3:0000000000000001");
    let file = folder.path().join("roll.glb.tags");
    std::fs::write(&file, &old).unwrap();
    let lib = folder.path().to_str().unwrap();
    let ran = footwork(&["fix", lib, "--write"]);
    assert!(ran.stdout.ends_with("1 file: written\n"), "{}", ran.stdout);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), old);
    let ran = footwork(&["check", lib, "--format", "json"]);
    let findings = valid(&ran.stdout, "check")["findings"].to_string();
    assert!(findings.contains("stale-hash"), "{findings}");
}

/// If the settings of two libraries read equal files in different units, the motions differ.
#[test]
fn other_settings_are_a_difference() {
    let (old, new) = (Library::new(), Library::new());
    let config = new.text("footwork.toml");
    let config = config.replace("length_unit = \"m\"", "length_unit = \"cm\"");
    new.write("footwork.toml", config.as_bytes());
    let ran = footwork(&["diff", old.path(), new.path()]);
    let end = "2 clips changed, 0 added, 0 lost, 0 the same\n";
    assert!(ran.stdout.ends_with(end), "{}", ran.stdout);
}
