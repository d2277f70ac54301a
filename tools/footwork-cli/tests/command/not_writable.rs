//! Edits of libraries with read-only files and folders, or with a folder in place of a file. Each error gives the
//! cause, and no file changes.

use std::fs;
use std::path::Path;

use crate::run::{Library, footwork, valid, words};

const RUN: &str = "run.bvh.tags";
const WALK: &str = "walks/walk one.bvh.tags";

/// Returns a library with a sidecar for each clip.
fn tagged() -> Library {
    let library = Library::new();
    tag(&library);
    library
}

fn tag(library: &Library) {
    for clip in ["run", "walk one"] {
        let add = ["tag", "add", library.path(), "Gait.Run", clip, "0", "4"];
        assert_eq!(footwork(&add).code, 0);
    }
}

/// Returns a call for every kind of edit.
fn edits(lib: &str) -> [Vec<&str>; 6] {
    [
        vec!["tag", "add", lib, "Gait.Run", "run", "8", "9"],
        vec!["tag", "remove", lib, "Gait.Run", "run", "1", "2"],
        vec!["event", "add", lib, "Foot.Left", "run", "3"],
        vec!["tag", "apply", lib, "Gait.Run", "--where", "all"],
        vec!["tag", "rename", lib, "Gait.Run", "Gait.Sprint"],
        vec!["undo", lib],
    ]
}

/// Checks that edits are refused with a message that contains all these texts, and that no file changes.
#[track_caller]
fn check_refused(library: &Library, edits: &[Vec<&str>], said: &[&str]) {
    let before = library.snapshot();
    for edit in edits {
        let ran = footwork(&[&edit[..], &["--errors", "json"]].concat());
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (2, ""),
            "{edit:?}: {}",
            ran.stderr
        );
        // Findings are printed first, each on its own line.
        let error = valid(ran.stderr.lines().last().unwrap(), "errors")["errors"][0].take();
        assert_eq!(error["code"], "not-saved", "{edit:?}: {error}");
        for said in said {
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(said), "{edit:?}: {message}");
        }
    }
    let after = library.snapshot();
    let contents = |all: std::collections::BTreeMap<_, (Option<Vec<u8>>, _)>| -> Vec<_> {
        all.into_iter()
            .map(|(path, (content, _))| (path, content))
            .collect()
    };
    assert_eq!(contents(after), contents(before));
}

fn make_read_only(library: &Library, file: &str) {
    let path = Path::new(library.path()).join(file);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path, permissions).unwrap();
}

#[test]
fn a_read_only_sidecar_stops_an_edit_of_many_clips() {
    let library = tagged();
    make_read_only(&library, WALK);
    let edits = edits(library.path());
    check_refused(&library, &edits[3..], &[WALK, "is not saved", "read-only"]);
    // An edit of only the other clip succeeds.
    assert_eq!(footwork(&edits[0]).code, 0);
    assert_eq!(
        library.items("run.bvh"),
        ["tag Gait.Run 0 4", "tag Gait.Run 8 9"]
    );

    let library = tagged();
    make_read_only(&library, RUN);
    check_refused(
        &library,
        &self::edits(library.path())[..5],
        &[RUN, "read-only"],
    );
}

#[test]
fn a_read_only_vocabulary_stops_a_rename() {
    let library = tagged();
    make_read_only(&library, "footwork.toml");
    let edits = edits(library.path());
    check_refused(
        &library,
        &edits[4..5],
        &["footwork.toml is not saved", "read-only"],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_read_and_not_edited() {
    use crate::mounted::Mounted;

    let Some(mounted) = Mounted::new("size=1m") else {
        return;
    };
    tag(&mounted.library);
    mounted.make_read_only();
    let edits = edits(mounted.library.path());
    let said = ["is not saved", "Read-only file system"];
    check_refused(&mounted.library, &edits, &said);
}

#[cfg(target_os = "linux")]
#[test]
fn another_users_folder_is_read_and_not_edited() {
    use std::os::unix::fs::PermissionsExt;

    if crate::mounted::is_root() {
        eprintln!("skipped: root ignores the permissions of folders");
        return;
    }
    let library = Library::new();
    let mode =
        |mode| fs::set_permissions(library.path(), fs::Permissions::from_mode(mode)).unwrap();
    mode(0o555);
    let edits = edits(library.path());
    check_refused(
        &library,
        &edits[..1],
        &["is not saved", "Permission denied"],
    );
    mode(0o755);
}

#[test]
fn an_object_in_place_of_the_journal_stops_edits() {
    let library = tagged();
    fs::remove_file(library.own("journal")).unwrap();
    fs::create_dir(library.own("journal")).unwrap();
    let mut edits = edits(library.path());
    for edit in &mut edits {
        edit.push("--partial");
    }
    check_refused(&library, &edits, &["journal is a folder"]);
    for verb in ["query LIB all", "check LIB"] {
        let verb = verb.replace("LIB", library.path());
        let ran = footwork(&words(&verb));
        assert_eq!(ran.code, 1, "{verb}: {}", ran.stderr);
        let said = ran.stdout + &ran.stderr;
        let flat: Vec<&str> = said.split_whitespace().collect();
        let is_said = flat.join(" ").contains("journal is a folder");
        assert!(is_said, "{verb}: {said}");
        assert_eq!(footwork(&words(&format!("{verb} --partial"))).code, 0);
    }
}

#[test]
fn a_folder_in_place_of_the_history_stops_edits() {
    let library = tagged();
    fs::remove_file(library.own("history")).unwrap();
    fs::create_dir(library.own("history")).unwrap();
    let edits = edits(library.path());
    check_refused(&library, &edits[..5], &["is not saved"]);
    let undo = footwork(&edits[5]);
    assert_eq!((undo.code, undo.stdout.as_str()), (2, ""));
    assert!(undo.stderr.contains("bad-history"), "{}", undo.stderr);
}
