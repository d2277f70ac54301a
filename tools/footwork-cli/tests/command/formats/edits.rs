//! Libraries of every version of `.footwork/`, with edits to undo and one that was interrupted.
//!
//! The records of a journal and a history are sealed for a user and a folder: a copy is somebody else's and not carried out. So
//! those that are kept are sealed with a given secret, for a folder that does not exist, and each test seals its copy for the folder
//! that it lies in and the user who runs it. The payloads stay as they are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{FileChange, FileSeal, RootedFiles, Secret, Store};

use crate::interrupted::{LABEL, edit_and_stop};
use crate::run::{Library, footwork};

/// The folders of `testdata/formats/`, and the refusal of the version after each.
const VERSIONS: [(&str, &str); 1] = [("edits.2", "open the library with that one")];

/// The one that this version writes.
const WRITTEN: &str = "edits.2";

/// What `.footwork/` is called there, as git ignores that name.
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

/// The sidecar after each edit: the first two can be undone, and the last one waits in the journal.
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

/// The files that are kept, as this version writes them.
fn written() -> BTreeMap<String, Vec<u8>> {
    let library = Library::as_it_is(tempfile::tempdir().unwrap());
    library.write(CLIP, MOTION.as_bytes());
    library.write(SETTINGS, UNNAMED.as_bytes());
    let root = Path::new(library.path());
    let store = Store::new(root, RootedFiles::new(root), Arc::new(()));
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
        let bytes = library.read(&format!(".footwork/{log}"));
        files.insert(format!("{OWN}/{log}"), sealed(&bytes, &seal_of_kept(log)));
    }
    files
}

fn seal_of_kept(log: &str) -> FileSeal {
    let root = Path::new("/a folder that does not exist");
    FileSeal::with_secret(root, log, Secret::from_bytes([2; 32])).unwrap()
}

/// The same records with another seal. `log.rs` of `footwork-store` says where it is.
fn sealed(log: &[u8], seal: &FileSeal) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = log;
    while !rest.is_empty() {
        let (header, after) = rest.split_at(48);
        let length = u32::from_le_bytes(header[4..8].try_into().unwrap());
        let (payload, after) = after.split_at(usize::try_from(length).unwrap());
        out.extend_from_slice(&header[..8]);
        out.extend_from_slice(&seal.checksum(b"")[..8]);
        out.extend_from_slice(&seal.checksum(payload));
        out.extend_from_slice(payload);
        rest = after;
    }
    out
}

/// A copy of the library of a version, which is the user's own.
fn copied(version: &str) -> Library {
    let library = Library::as_it_is(tempfile::tempdir().unwrap());
    let from = folder(version);
    for file in [CLIP, SETTINGS, TAGS] {
        library.write(file, &fs::read(from.join(file)).unwrap());
    }
    for log in LOGS {
        let kept = fs::read(from.join(OWN).join(log)).unwrap();
        let seal = FileSeal::of_user(Path::new(library.path()), log).unwrap();
        library.write(&format!(".footwork/{log}"), &sealed(&kept, &seal));
    }
    library
}

#[test]
fn this_version_writes_what_is_there() {
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

#[test]
fn edits_of_every_version_are_recovered_and_undone() {
    for (version, _) in VERSIONS {
        let library = copied(version);
        let [walk, run, late] = sidecars();
        assert_eq!(library.text(TAGS), run, "{version}");
        let info = footwork(&["info", library.path()]);
        let recovered = format!(
            "{TAGS}: note[recovered]: an edit that was interrupted is carried out: {LABEL}\n"
        );
        assert_eq!((info.code, info.stderr), (0, recovered), "{version}");
        assert_eq!(library.text(TAGS), late, "{version}");
        assert!(library.read(".footwork/journal").is_empty(), "{version}");
        for (label, before) in [(LABEL, Some(run)), ("run", Some(walk)), ("walk", None)] {
            let undone = footwork(&["undo", library.path()]);
            assert_eq!(undone.stdout, format!("undone: {label} ({TAGS})\n"));
            let now = library.has(TAGS).then(|| library.text(TAGS));
            assert_eq!(now, before, "{version}: {label}");
        }
        // An edit that was discarded stays.
        assert_eq!(library.text(SETTINGS), NAMED, "{version}");
        let [walk, ..] = sidecars();
        assert_eq!(footwork(&["redo", library.path()]).code, 0, "{version}");
        assert_eq!(library.text(TAGS), walk, "{version}");
    }
}

#[test]
fn edits_of_a_newer_version_are_kept_and_said() {
    for (version, refusal) in VERSIONS {
        for log in LOGS {
            let library = copied(version);
            let file = format!(".footwork/{log}");
            let mut newer = library.read(&file);
            newer[3] += 1;
            library.write(&file, &newer);
            if log == "history" {
                library.write(".footwork/journal", b"");
            }
            let ran = footwork(&["undo", library.path()]);
            assert_eq!(ran.code, 2, "{version}: {}", ran.stdout);
            assert!(ran.stderr.contains(refusal), "{version}: {}", ran.stderr);
            assert_eq!(library.read(&file), newer, "{version}: {log}");
            // An edit goes on without a history that it cannot read, which is kept, and never past a journal.
            let edit = footwork(&["tag", "add", library.path(), "Gait.Walk", "walk", "2", "3"]);
            let (code, kept) = match log {
                "history" => (0, ".footwork/history.damaged-1"),
                _ => (2, ".footwork/journal"),
            };
            assert_eq!(edit.code, code, "{version}: {}", edit.stderr);
            assert!(edit.stderr.contains(refusal), "{version}: {}", edit.stderr);
            assert_eq!(library.read(kept), newer, "{version}: {log}");
        }
    }
}

/// By whoever has another secret or lies elsewhere, as the files that are kept do.
#[test]
fn a_copy_that_is_not_sealed_anew_is_somebody_elses() {
    for (version, _) in VERSIONS {
        let library = copied(version);
        let [_, run, _] = sidecars();
        for log in LOGS {
            let kept = fs::read(folder(version).join(OWN).join(log)).unwrap();
            assert_eq!(sealed(&kept, &seal_of_kept(log)), kept, "{version}: {log}");
            library.write(&format!(".footwork/{log}"), &kept);
        }
        let info = footwork(&["info", library.path()]);
        assert!(info.stderr.contains("foreign"), "{}", info.stderr);
        assert_eq!(library.text(TAGS), run, "{version}");
    }
}
