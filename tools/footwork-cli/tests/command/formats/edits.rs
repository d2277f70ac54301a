//! Journals and histories of every version, each with edits to undo and an interrupted edit.
//!
//! Version 2 kept both files in the library, and sealed each record with the user's secret for the library's path. The
//! stored files are sealed with a known secret, for a folder that does not exist. Each test seals a copy for its own
//! folder and for the user who runs the test. The payloads stay unchanged.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{FileChange, Store, UserFolder};

use crate::interrupted::{LABEL, edit_and_stop};
use crate::run::{Library, footwork};

/// The folder of the current version in `testdata/formats/`.
const WRITTEN: &str = "edits.3";

/// The folder of the last version that kept the journal in the library.
const OLD: &str = "edits.2";

/// The name of the subfolder of each version that holds the journal and the history.
const OWN: &str = "own";
const LOGS: [&str; 2] = ["history", "journal"];

const SETTINGS: &str = "footwork.toml";
const CLIP: &str = "walk.bvh";
const TAGS: &str = "walk.bvh.tags";

const MOTION: &str = "HIERARCHY\nROOT Hips\n{\n OFFSET 0 0 0\n CHANNELS 3 Xposition Yposition Zposition\n End Site\n {\n  \
                      OFFSET 0 0.7 0\n }\n}\nMOTION\nFrames: 4\nFrame Time: 0.5\n0 1 0\n0 1 1\n0 1 2\n0 1 3\n";
const UNNAMED: &str = "length_unit = \"m\"\n[tags.\"Gait.Run\"]\n[tags.\"Gait.Walk\"]\n";
const NAMED: &str =
    "name = \"Edited\"\nlength_unit = \"m\"\n[tags.\"Gait.Run\"]\n[tags.\"Gait.Walk\"]\n";

/// Returns the sidecar after each edit. The first two edits can be undone, and the last edit waits in the journal.
fn sidecars() -> [String; 3] {
    let items = [
        "tag Gait.Walk 0 2\n",
        "tag Gait.Run 2 4\ntag Gait.Walk 0 2\n",
        "tag Gait.Run 3 4\ntag Gait.Walk 0 3\n",
    ];
    items.map(|items| {
        format!(
            "footwork-tags 1\nclip {CLIP}\nframes 4\nrate 2\nhash xxh3:98e0406348d3d055\n{items}"
        )
    })
}

fn folder(version: &str) -> PathBuf {
    super::folder().join(version)
}

/// Returns the files of the current version's folder, as this version writes them.
fn written() -> BTreeMap<String, Vec<u8>> {
    let library = Library::as_it_is(tempfile::tempdir().unwrap());
    library.write(CLIP, MOTION.as_bytes());
    library.write(SETTINGS, UNNAMED.as_bytes());
    let root = Path::new(library.path());
    let state = UserFolder::State.of_library(root).unwrap();
    state.make().unwrap();
    let store = Store::new(root, state.path(), Arc::new(()));
    let commit = |label: &str, file: &str, after: &str| {
        let change = FileChange {
            file: file.to_owned(),
            before: library.has(file).then(|| library.read(file)),
            after: Some(after.as_bytes().to_vec()),
        };
        store.commit(label, vec![change]).unwrap();
    };
    let [walk, run, late] = sidecars();
    commit("walk", TAGS, &walk);
    commit("run", TAGS, &run);
    store.undo().unwrap().unwrap();
    store.redo().unwrap().unwrap();
    commit("name", SETTINGS, NAMED);
    store.discard_last().unwrap().unwrap();
    edit_and_stop(&library, &[(TAGS, &late)], 0);
    let mut files: BTreeMap<_, _> = [CLIP, SETTINGS, TAGS]
        .map(|file| (file.to_owned(), library.read(file)))
        .into();
    for log in LOGS {
        files.insert(format!("{OWN}/{log}"), library.read_own(log));
    }
    files
}

/// Returns a library with the clip, the settings and the sidecar of a version.
fn files_of(version: &str) -> Library {
    let library = Library::as_it_is(tempfile::tempdir().unwrap());
    for file in [CLIP, SETTINGS, TAGS] {
        library.write(file, &fs::read(folder(version).join(file)).unwrap());
    }
    library
}

fn kept(version: &str, log: &str) -> Vec<u8> {
    fs::read(folder(version).join(OWN).join(log)).unwrap()
}

/// Returns a copy of the library of this version, with its journal and history in the user's state folder.
fn copied() -> Library {
    let library = files_of(WRITTEN);
    for log in LOGS {
        library.write_own(log, &kept(WRITTEN, log));
    }
    library
}

/// Returns a copy of the library of version 2. It contains its journal and history, sealed with `secret` for its path.
fn old(secret: [u8; 32]) -> Library {
    let library = files_of(OLD);
    let root = fs::canonicalize(library.path()).unwrap();
    for log in LOGS {
        let bytes = sealed(&kept(OLD, log), secret, &root, log);
        library.write(&format!(".footwork/{log}"), &bytes);
    }
    library
}

/// Seals the records of a log for another library. `store/old.rs` of `footwork-store` describes where the seal is.
fn sealed(log: &[u8], secret: [u8; 32], root: &Path, name: &str) -> Vec<u8> {
    let key = [name.as_bytes(), &[0], root.as_os_str().as_encoded_bytes()].concat();
    let key: [u8; 32] = blake3::keyed_hash(&secret, &key).into();
    let seal = |content: &[u8]| *blake3::keyed_hash(&key, content).as_bytes();
    let mut out = Vec::new();
    let mut rest = log;
    while !rest.is_empty() {
        let (header, after) = rest.split_at(48);
        let length = u32::from_le_bytes(header[4..8].try_into().unwrap());
        let (payload, after) = after.split_at(usize::try_from(length).unwrap());
        out.extend_from_slice(&header[..8]);
        out.extend_from_slice(&seal(b"")[..8]);
        out.extend_from_slice(&seal(payload));
        out.extend_from_slice(payload);
        rest = after;
    }
    out
}

/// Returns the secret of the user who runs the tests, in the form of version 2.
fn secret() -> [u8; 32] {
    let path = UserFolder::State.make().unwrap().join("secret");
    if !path.exists() {
        let temp = path.with_extension(std::process::id().to_string());
        fs::write(&temp, [7; 32]).unwrap();
        fs::rename(temp, &path).unwrap();
    }
    fs::read(path).unwrap().try_into().unwrap()
}

#[test]
fn this_version_writes_the_stored_edits() {
    let written = written();
    let folder = folder(WRITTEN);
    if std::env::var_os("BLESS").is_some() && !folder.exists() {
        fs::create_dir_all(folder.join(OWN)).unwrap();
        for (file, bytes) in &written {
            fs::write(folder.join(file), bytes).unwrap();
        }
    }
    for (file, bytes) in written {
        assert!(
            fs::read(folder.join(&file)).unwrap() == bytes,
            "{file}: a change of a format needs a version"
        );
    }
}

/// The warning about the stored clip, which has two frames per second.
const SLOW: &str = "walk.bvh: warning[odd-rate]: the rate is 2 frames per second, and motion is recorded at 5 to 1000\n";

/// Returns the note that the interrupted edit was completed.
fn recovered() -> String {
    format!("{TAGS}: note[recovered]: an interrupted edit has been completed: {LABEL}\n")
}

#[test]
fn edits_of_this_version_are_recovered_and_undone() {
    let library = copied();
    let [walk, run, late] = sidecars();
    assert_eq!(library.text(TAGS), run);
    let info = footwork(&["info", library.path()]);
    assert_eq!((info.code, info.stderr), (0, recovered() + SLOW));
    assert_eq!(library.text(TAGS), late);
    assert!(library.read_own("journal").is_empty());
    for (label, before) in [(LABEL, Some(run)), ("run", Some(walk)), ("walk", None)] {
        let undone = footwork(&["undo", library.path()]);
        assert_eq!(undone.stdout, format!("undone: {label} ({TAGS})\n"));
        let now = library.has(TAGS).then(|| library.text(TAGS));
        assert_eq!(now, before, "{label}");
    }
    // `undo` skips a discarded edit, so its change to the settings remains.
    assert_eq!(library.text(SETTINGS), NAMED);
    let [walk, ..] = sidecars();
    assert_eq!(footwork(&["redo", library.path()]).code, 0);
    assert_eq!(library.text(TAGS), walk);
}

/// The interrupted edit is completed once. All other files in the old folder are ignored.
#[test]
fn an_edit_of_the_old_version_is_completed_once() {
    let library = old(secret());
    let [_, run, late] = sidecars();
    let before = LOGS.map(|log| library.read(&format!(".footwork/{log}")));
    let info = footwork(&["info", library.path()]);
    assert_eq!(info.code, 0);
    assert!(info.stderr.starts_with(&recovered()), "{}", info.stderr);
    let said = ".footwork: note[old-folder]: this folder is from an earlier version";
    assert_eq!(info.stderr.matches(said).count(), 1, "{}", info.stderr);
    assert_eq!(library.text(TAGS), late);
    let undone = footwork(&["undo", library.path()]);
    assert_eq!(undone.stdout, format!("undone: {LABEL} ({TAGS})\n"));
    assert_eq!(library.text(TAGS), run);
    let undone = footwork(&["undo", library.path()]);
    assert_eq!(undone.stdout, "there is nothing to undo\n");
    assert!(!undone.stderr.contains("recovered"), "{}", undone.stderr);
    assert_eq!(library.text(TAGS), run);
    assert_eq!(
        LOGS.map(|log| library.read(&format!(".footwork/{log}"))),
        before
    );
    fs::remove_dir_all(Path::new(library.path()).join(".footwork")).unwrap();
    assert_eq!(footwork(&["info", library.path()]).stderr, SLOW);
}

/// Tests a journal sealed with another secret, and a copied library.
#[test]
fn an_edit_of_the_old_version_by_another_user_is_ignored() {
    let other = secret().map(|byte| !byte);
    let elsewhere = old(secret());
    let copy = files_of(OLD);
    for log in LOGS {
        let file = format!(".footwork/{log}");
        copy.write(&file, &elsewhere.read(&file));
    }
    for library in [old(other), copy] {
        let [_, run, _] = sidecars();
        for verb in ["info", "undo", "redo", "recover"] {
            let ran = footwork(&[verb, library.path()]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            assert!(ran.stderr.contains("note[old-folder]"), "{}", ran.stderr);
            assert!(!ran.stderr.contains("recovered"), "{}", ran.stderr);
            assert_eq!(library.text(TAGS), run);
        }
    }
}

#[test]
fn edits_of_a_newer_version_are_kept_and_reported() {
    let refusal = "open the library with that one";
    for log in LOGS {
        let library = copied();
        let mut newer = library.read_own(log);
        newer[3] += 1;
        library.write_own(log, &newer);
        if log == "history" {
            library.write_own("journal", b"");
        }
        // Without the journal, saved edits may be missing. Without the history, only undo is impossible.
        let incomplete = if log == "history" { 2 } else { 1 };
        let ran = footwork(&["undo", library.path()]);
        assert_eq!(ran.code, incomplete, "{}", ran.stdout);
        assert!(ran.stderr.contains(refusal), "{}", ran.stderr);
        assert_eq!(library.read_own(log), newer, "{log}");
        // If the history is unreadable, an edit keeps the file and goes on without it. An unreadable journal stops the
        // edit.
        let edit = footwork(&["tag", "add", library.path(), "Gait.Walk", "walk", "2", "3"]);
        let (code, kept) = match log {
            "history" => (0, "history.damaged"),
            _ => (incomplete, "journal"),
        };
        assert_eq!(edit.code, code, "{}", edit.stderr);
        assert!(edit.stderr.contains(refusal), "{}", edit.stderr);
        assert_eq!(library.read_own(kept), newer, "{log}");
    }
}
