//! Recovery of a user's own interrupted edits, and the folders that contain journals.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::json;

use crate::interrupted::{LABEL, edit_and_stop};
use crate::run::{Library, footwork, valid};

const RUN: &str = "run.bvh.tags";
const WALK: &str = "walks/walk one.bvh.tags";
const MARKER: &str = ".footwork-edit";

/// Returns a library with a tag, and the text of its sidecar with another tag.
fn tagged() -> (Library, String) {
    let library = Library::new();
    let arguments = ["tag", "add", library.path(), "Gait.Walk", "run", "0", "4"];
    assert_eq!(footwork(&arguments).code, 0);
    let edited = library.text(RUN) + "tag Turn 10 20\n";
    (library, edited)
}

#[test]
fn recover_completes_an_interrupted_edit_and_says_so() {
    let (library, edited) = tagged();
    let lib = library.path();
    assert_eq!(
        footwork(&["recover", lib]).stdout,
        "no edit was interrupted\n"
    );
    let walk = edited.replace("run.bvh", "walk one.bvh");
    for format in ["table", "json", "csv"] {
        edit_and_stop(&library, &[(RUN, &edited), (WALK, &walk)], 1);
        let marker = library.text(MARKER);
        assert!(
            marker.ends_with(&format!("operation: {LABEL}\n")),
            "{marker}"
        );
        let done = footwork(&["recover", lib, "--format", format]);
        assert_eq!(done.code, 0, "{}", done.stderr);
        assert_eq!(library.text(RUN), edited);
        assert!(library.has(WALK) && !library.has(MARKER));
        match format {
            "json" => assert_eq!(
                valid(&done.stdout, "recover"),
                json!({
                    "files": [
                        { "file": RUN, "edit": LABEL, "conflicts": [] },
                        { "file": WALK, "edit": LABEL, "conflicts": [] },
                    ],
                    "unfinished": [],
                })
            ),
            "csv" => assert_eq!(done.stdout.lines().count(), 3, "{}", done.stdout),
            _ => assert_eq!(
                done.stdout,
                format!("completed: {LABEL} ({RUN})\ncompleted: {LABEL} ({WALK})\n")
            ),
        }
        assert_eq!(footwork(&["undo", lib]).code, 0);
        assert!(!library.has(WALK));
    }
}

#[test]
fn a_moved_library_keeps_its_undo_and_its_interrupted_edit() {
    let (library, edited) = tagged();
    edit_and_stop(&library, &[(RUN, &edited)], 0);
    let other = tempfile::tempdir().unwrap();
    let moved = other.path().join("moved");
    fs::rename(library.path(), &moved).unwrap();
    // Meanwhile, another folder with the old name is edited.
    fs::create_dir(library.path()).unwrap();
    library.write("run.bvh", &fs::read(moved.join("run.bvh")).unwrap());
    let lib = moved.to_str().unwrap();
    let info = footwork(&["info", lib]);
    assert!(info.stderr.contains("note[recovered]"), "{}", info.stderr);
    assert_eq!(fs::read_to_string(moved.join(RUN)).unwrap(), edited);
    let add = ["tag", "add", library.path(), "Gait.Run", "run", "1", "2"];
    assert_eq!(footwork(&add).code, 0);
    for _ in 0..2 {
        let undone = footwork(&["undo", lib]);
        assert!(undone.stdout.starts_with("undone: "), "{}", undone.stdout);
    }
    assert!(!moved.join(RUN).exists());
    assert_eq!(library.items("run.bvh"), ["tag Gait.Run 1 2"]);
    assert_eq!(footwork(&["undo", library.path()]).code, 0);
    assert!(!library.has(RUN));
}

#[test]
fn a_copy_has_no_undo_and_the_original_keeps_its_own() {
    let (library, _) = tagged();
    let copy = Library::new();
    copy.write(RUN, &library.read(RUN));
    let undone = footwork(&["undo", copy.path()]);
    assert_eq!(undone.stdout, "there is nothing to undo\n");
    assert_eq!(footwork(&["undo", library.path()]).code, 0);
    assert!(copy.has(RUN) && !library.has(RUN));
}

/// The user deletes the checkout and clones the library again at the same path.
#[test]
fn another_checkout_at_the_same_path_has_the_same_undo() {
    let (library, _) = tagged();
    let files = ["run.bvh", "footwork.toml", RUN].map(|file| (file, library.read(file)));
    fs::remove_dir_all(library.path()).unwrap();
    fs::create_dir(library.path()).unwrap();
    for (file, content) in &files {
        library.write(file, content);
    }
    let undone = footwork(&["undo", library.path()]);
    assert!(undone.stdout.starts_with("undone: "), "{}", undone.stdout);
    assert!(!library.has(RUN));
}

/// Runs the command with the given state folder.
fn footwork_with(state: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(cargo_bin!("footwork"))
        .args(arguments)
        .env("FOOTWORK_STATE_DIR", state)
        .env("FOOTWORK_CACHE_DIR", state)
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), stderr)
}

#[test]
fn without_a_state_folder_a_library_is_read_and_not_edited() {
    let (library, _) = tagged();
    let lib = library.path();
    let file = tempfile::NamedTempFile::new().unwrap();
    let nowhere = file.path().join("state");
    let before = library.snapshot();
    for asked in [&["info", lib][..], &["query", lib, "Gait"], &["check", lib]] {
        assert_eq!(footwork_with(&nowhere, asked), (Some(0), String::new()));
    }
    for edit in [
        &["tag", "add", lib, "Gait.Walk", "run", "6", "8"][..],
        &["tag", "apply", lib, "Gait.Walk", "--where", "all"],
        &["undo", lib],
        &["recover", lib],
    ] {
        let (code, stderr) = footwork_with(&nowhere, edit);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains("error[no-state-folder]"), "{stderr}");
        assert!(stderr.contains("set FOOTWORK_STATE_DIR to"), "{stderr}");
    }
    assert_eq!(library.snapshot(), before);
}

#[cfg(unix)]
#[test]
fn state_folders_are_readable_only_by_their_user() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    let (library, _) = tagged();
    let state = tempfile::tempdir().unwrap();
    let state = state.path().join("a/b");
    let add = ["tag", "add", library.path(), "Gait.Walk", "run", "6", "8"];
    assert_eq!(footwork_with(&state, &add), (Some(0), String::new()));
    let libraries = fs::read_dir(state.join("libraries")).unwrap();
    let own: Vec<_> = libraries.map(|entry| entry.unwrap().path()).collect();
    assert!(own.iter().all(|own| own.join("library").exists()));
    for folder in own.iter().chain([&state, &state.join("libraries")]) {
        let mode = fs::metadata(folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", folder.display());
    }
    // A state folder that belongs to another user is not used.
    if fs::metadata(&state).unwrap().uid() != 0 {
        eprintln!("skipped: only root can give folders away");
        return;
    }
    std::os::unix::fs::chown(&own[0], Some(54_321), None).unwrap();
    let (code, stderr) = footwork_with(&state, &add);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("belongs to another user"), "{stderr}");
}

#[test]
fn each_state_folder_has_a_history_of_its_own() {
    let (library, _) = tagged();
    let state = tempfile::tempdir().unwrap();
    let (code, stderr) = footwork_with(state.path(), &["undo", library.path()]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(library.has(RUN));
    assert_eq!(footwork(&["undo", library.path()]).code, 0);
    assert!(!library.has(RUN));
}
