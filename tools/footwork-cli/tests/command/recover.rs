//! Edits that a library from elsewhere brings along: set aside, shown, and carried out only if they are trusted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::json;

use crate::interrupted::{LABEL, edit_and_stop, edit_elsewhere_and_stop};
use crate::run::{Library, footwork, valid, words};

const RUN: &str = "run.bvh.tags";
const ASIDE: &str = ".footwork/journal.foreign-1";

/// A library with a tag, and what its sidecar says with another one.
fn tagged() -> (Library, String) {
    let library = Library::new();
    let arguments = ["tag", "add", library.path(), "Gait.Walk", "run", "0", "4"];
    assert_eq!(footwork(&arguments).code, 0);
    let edited = library.text(RUN) + "tag Turn 10 20\n";
    (library, edited)
}

/// The files that an edit may change.
fn files(library: &Library) -> [Vec<u8>; 2] {
    [RUN, "footwork.toml"].map(|file| library.read(file))
}

#[cfg(unix)]
fn at(library: &Library, file: &str) -> PathBuf {
    Path::new(library.path()).join(file)
}

#[test]
fn somebody_elses_edit_is_set_aside_and_said_once() {
    let (library, edited) = tagged();
    edit_elsewhere_and_stop(&library, &[(RUN, &edited)], 0);
    let lib = library.path();
    let before = files(&library);
    let journal = library.read(".footwork/journal");
    let first = footwork(&["info", lib]);
    assert_eq!(first.code, 0);
    assert!(
        first
            .stderr
            .starts_with(&format!("{ASIDE}: warning[foreign-journal]: "))
    );
    assert_eq!(first.stderr.lines().count(), 1, "{}", first.stderr);
    assert!(first.stderr.contains("`footwork recover LIB --trust`"));
    assert_eq!(library.read(ASIDE), journal);
    assert_eq!(files(&library), before);
    assert_eq!(footwork(&["info", lib]).stderr, "");
    // Editing goes on, and our own history is whole.
    let edit = footwork(&["tag", "add", lib, "Gait.Run", "run", "30", "40"]);
    assert_eq!((edit.code, edit.stderr.as_str()), (0, ""));
    assert_eq!(library.read(ASIDE), journal);
    assert_eq!(footwork(&["undo", lib]).code, 0);
    assert_eq!(footwork(&["undo", lib]).code, 0);
    assert!(!library.has(RUN));
}

#[test]
fn recover_shows_what_it_would_do_and_does_it_if_it_is_trusted() {
    let (library, edited) = tagged();
    edit_elsewhere_and_stop(&library, &[(RUN, &edited)], 0);
    let lib = library.path();
    let before = files(&library);
    let shown = footwork(&["recover", lib]);
    let expected = format!("would carry out: {LABEL}\n--- {RUN}\n+++ {RUN}\n@@ -4,3 +4,4 @@\n");
    assert!(shown.stdout.starts_with(&expected), "{}", shown.stdout);
    assert!(
        shown.stdout.contains("\n+tag Turn 10 20\n"),
        "{}",
        shown.stdout
    );
    assert!(
        shown.stdout.ends_with(&format!("{ASIDE}: 1 edit\n")),
        "{}",
        shown.stdout
    );
    assert_eq!(files(&library), before);
    let json = footwork(&["recover", lib, "--format", "json"]);
    let answer = valid(&json.stdout, "recover");
    assert_eq!(answer["edits"][0]["label"], json!(LABEL));
    assert_eq!(answer["edits"][0]["files"][0]["file"], json!(RUN));
    assert_eq!(
        answer["edits"][0]["files"][0]["after_bytes"],
        json!(edited.len())
    );
    assert_eq!(
        answer["journals"][0],
        json!({"file": ASIDE, "edits": 1, "more_bytes": 0})
    );
    let csv = footwork(&["recover", lib, "--format", "csv"]).stdout;
    assert_eq!(csv.lines().count(), 2, "{csv}");
    assert_eq!(files(&library), before);

    let made = footwork(&["recover", lib, "--trust", "--format", "json"]);
    let answer = valid(&made.stdout, "recover");
    assert_eq!(
        (&answer["trusted"], &answer["journals"]),
        (&json!(true), &json!([]))
    );
    assert_eq!(library.text(RUN), edited);
    assert!(!library.has(ASIDE));
    assert_eq!(footwork(&["recover", lib]).stdout, "nothing is set aside\n");
    assert_eq!(footwork(&["undo", lib]).code, 0);
    assert_eq!(files(&library), before);
}

#[test]
fn what_names_any_other_file_is_refused_even_if_it_is_trusted() {
    for file in words("notes.txt run.bvh walks/config nested/a.bvh.tags RUN.bvh.tags") {
        let (library, _) = tagged();
        library.write("nested/footwork.toml", b"");
        edit_elsewhere_and_stop(&library, &[(file, "theirs")], 0);
        let lib = library.path();
        let shown = footwork(&["recover", lib]);
        assert!(shown.stdout.starts_with("refused: "), "{}", shown.stdout);
        assert!(shown.stdout.contains(file), "{}", shown.stdout);
        let before = library.has(file).then(|| library.read(file));
        let trusted = footwork(&["recover", lib, "--trust"]);
        assert_eq!((trusted.code, trusted.stdout.as_str()), (2, ""));
        assert!(
            trusted.stderr.contains("a record names"),
            "{}",
            trusted.stderr
        );
        assert_eq!(library.has(file).then(|| library.read(file)), before);
        assert!(library.has(ASIDE));
    }
}

/// What a link may lead to in the same library that no edit changes: another file, a clip, the settings, or what belongs
/// to a library inside it. Each has the text of a sidecar, so that it could be edited.
#[cfg(unix)]
#[test]
fn no_edit_goes_through_a_link_to_a_file_that_none_changes() {
    use std::os::unix::fs::symlink;

    const TEXT: &str = "footwork-tags 1\ntag Gait.Walk 0 9\n";
    for (link, target, file) in [
        (RUN, "build.sh", RUN),
        (RUN, "README.md", RUN),
        (RUN, "other.bvh", RUN),
        (RUN, "footwork.toml", RUN),
        (RUN, "nested/a.bvh.tags", RUN),
        ("ns", "nested/sub", "ns/b.bvh.tags"),
        ("footwork.toml", "more.bvh.tags", "footwork.toml"),
    ] {
        let (library, edited) = tagged();
        let lib = library.path();
        fs::create_dir_all(at(&library, "nested/sub")).unwrap();
        library.write("nested/footwork.toml", b"");
        for name in words("build.sh README.md other.bvh nested/a.bvh.tags more.bvh.tags") {
            library.write(name, TEXT.as_bytes());
        }
        library.write("nested/sub/b.bvh.tags", TEXT.as_bytes());
        if [link, target].contains(&"footwork.toml") {
            library.write(target, b"# settings\n");
        }
        _ = fs::remove_file(at(&library, link));
        symlink(target, at(&library, link)).unwrap();
        let end = match link {
            "ns" => "nested/sub/b.bvh.tags",
            _ => target,
        };
        let before = library.read(end);
        if file == RUN && target != "footwork.toml" {
            let arguments = ["tag", "add", lib, "Gait.Run", "run", "20", "30"];
            let ran = footwork(&arguments);
            assert_eq!(ran.code, 2, "{target}: {}", ran.stderr);
            let said = format!("leads to {end:?}");
            assert!(ran.stderr.contains(&said), "{target}: {}", ran.stderr);
            assert_eq!(library.read(end), before, "{target}");
        }
        edit_elsewhere_and_stop(&library, &[(file, &edited)], 0);
        let shown = footwork(&["recover", lib]);
        assert!(shown.stdout.starts_with("refused: "), "{}", shown.stdout);
        let trusted = footwork(&["recover", lib, "--trust"]);
        assert_eq!(trusted.code, 2, "{target}");
        let said = format!("leads to {end:?}");
        assert!(trusted.stderr.contains(&said), "{}", trusted.stderr);
        assert_eq!(library.read(end), before, "{target}");
    }
}

/// A sidecar may be a link to another sidecar of the library; the file that changes is named.
#[cfg(unix)]
#[test]
fn what_is_shown_of_a_link_is_the_file_that_changes() {
    let (library, edited) = tagged();
    fs::create_dir(at(&library, "shared")).unwrap();
    fs::rename(at(&library, RUN), at(&library, "shared/run.bvh.tags")).unwrap();
    std::os::unix::fs::symlink("shared/run.bvh.tags", at(&library, RUN)).unwrap();
    edit_elsewhere_and_stop(&library, &[(RUN, &edited)], 0);
    let shown = footwork(&["recover", library.path()]).stdout;
    assert!(shown.contains("+++ shared/run.bvh.tags\n"), "{shown}");
    assert_eq!(footwork(&["recover", library.path(), "--trust"]).code, 0);
    assert_eq!(library.text("shared/run.bvh.tags"), edited);
    assert!(at(&library, RUN).is_symlink());
    assert_eq!(footwork(&["undo", library.path()]).code, 0);
}

#[test]
fn a_moved_library_keeps_an_interrupted_edit_set_aside() {
    let (library, edited) = tagged();
    edit_and_stop(&library, &[(RUN, &edited)], 0);
    let other = tempfile::tempdir().unwrap();
    let moved = other.path().join("moved");
    fs::rename(library.path(), &moved).unwrap();
    fs::create_dir(library.path()).unwrap();
    let lib = moved.to_str().unwrap();
    let info = footwork(&["info", lib]);
    assert!(info.stderr.contains("foreign-journal"), "{}", info.stderr);
    assert_ne!(fs::read_to_string(moved.join(RUN)).unwrap(), edited);
    let undo = footwork(&["undo", lib]);
    assert_eq!((undo.code, undo.stdout.as_str()), (2, ""));
    assert!(
        undo.stderr.contains("nothing of yours to undo"),
        "{}",
        undo.stderr
    );
    let trusted = footwork(&["recover", lib, "--trust"]);
    assert_eq!(trusted.code, 0, "{}", trusted.stderr);
    assert!(
        trusted.stderr.contains("warning[bad-history]"),
        "{}",
        trusted.stderr
    );
    assert_eq!(fs::read_to_string(moved.join(RUN)).unwrap(), edited);
    assert!(moved.join(".footwork/history.foreign-1").exists());
}

/// Runs the command of a user whose secret is in this folder.
fn footwork_of(state: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(cargo_bin!("footwork"));
    let output = command
        .args(arguments)
        .env("FOOTWORK_STATE_DIR", state)
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn without_a_state_folder_edits_are_made_and_cannot_be_undone_later() {
    let library = Library::new();
    let lib = library.path();
    let file = tempfile::NamedTempFile::new().unwrap();
    let nowhere = file.path().join("state");
    let edit = ["tag", "add", lib, "Gait.Walk", "run", "0", "4"];
    let (code, stderr) = footwork_of(&nowhere, &edit);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(
        stderr.matches("warning[no-state-folder]").count(),
        1,
        "{stderr}"
    );
    assert_eq!(
        footwork_of(&nowhere, &["info", lib]),
        (Some(0), String::new())
    );
    let (code, stderr) = footwork_of(&nowhere, &["undo", lib]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("nothing of yours to undo"), "{stderr}");
    assert_eq!(library.items("run.bvh"), ["tag Gait.Walk 0 4"]);
}

#[test]
fn a_history_that_no_secret_shows_to_be_ours_is_kept_and_said() {
    let (library, _) = tagged();
    let lib = library.path();
    let file = tempfile::NamedTempFile::new().unwrap();
    let nowhere = file.path().join("state");
    let (code, stderr) = footwork_of(&nowhere, &["tag", "add", lib, "Gait.Walk", "run", "6", "8"]);
    assert_eq!(code, Some(0), "{stderr}");
    let said = "nothing shows whether you wrote it: ";
    assert!(stderr.contains(said), "{stderr}");
    assert!(library.has(".footwork/history.foreign-1"));
}

#[test]
fn an_edit_that_is_refused_leaves_another_users_history_where_it_is() {
    let (library, _) = tagged();
    let lib = library.path();
    let history = library.read(".footwork/history");
    let state = tempfile::tempdir().unwrap();
    let edit = |frames: [&'static str; 2]| {
        let [start, stop] = frames;
        footwork_of(
            state.path(),
            &["tag", "add", lib, "Gait.Walk", "run", start, stop],
        )
    };
    let (code, stderr) = edit(["5", "5000"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert_eq!(library.read(".footwork/history"), history);
    let (code, stderr) = edit(["5", "6"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(library.read(".footwork/history.foreign-1"), history);
}

#[test]
fn another_user_has_another_history() {
    let (library, _) = tagged();
    let state = tempfile::tempdir().unwrap();
    let (code, stderr) = footwork_of(state.path(), &["undo", library.path()]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(library.has(RUN));
    assert_eq!(footwork(&["undo", library.path()]).code, 0);
}

/// Another user only looks at the library, while an edit of ours is interrupted.
#[test]
fn our_interrupted_edit_outlives_another_users_look() {
    let (library, edited) = tagged();
    edit_and_stop(&library, &[(RUN, &edited)], 0);
    let state = tempfile::tempdir().unwrap();
    let (code, stderr) = footwork_of(state.path(), &["info", library.path()]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("foreign-journal"), "{stderr}");
    assert!(library.has(ASIDE));
    let info = footwork(&["info", library.path()]);
    assert!(info.stderr.contains("note[recovered]"), "{}", info.stderr);
    assert_eq!(library.text(RUN), edited);
    assert!(!library.has(ASIDE));
    assert_eq!(footwork(&["undo", library.path()]).code, 0);
}

/// Until the lock is free, nothing can be set aside or trusted.
#[test]
fn an_edit_that_somebody_else_makes_is_said_to_be_one() {
    let (library, edited) = tagged();
    edit_and_stop(&library, &[(RUN, &edited)], 0);
    let lock = fs::File::options()
        .write(true)
        .open(at(&library, ".footwork/lock"))
        .unwrap();
    lock.lock().unwrap();
    let state = tempfile::tempdir().unwrap();
    let (code, stderr) = footwork_of(state.path(), &["info", library.path()]);
    assert_eq!(code, Some(0), "{stderr}");
    let said = "warning[foreign-journal]: it holds edits that you did not make on this machine in this folder; \
                somebody else may be making them";
    assert!(stderr.contains(said), "{stderr}");
    assert!(!stderr.contains("--trust"), "{stderr}");
    assert!(!library.has(ASIDE));
}
