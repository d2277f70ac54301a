//! Journals and histories of 3 GiB, of zeros, of garbage and of somebody else's records: little of them is ever in
//! memory.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use footwork_store::{FOREIGN_JOURNAL, FileChange, RootedFiles, Secret, Store};
use footwork_testkit::allocations;

use crate::script::foreign;

const SIZE: u64 = 3 << 30;
const MAX_BYTES: u64 = 64 << 20;

fn store(root: &Path, secret: u8) -> Store {
    let secret = Secret::from_bytes([secret; 32]);
    Store::with_secret(root, RootedFiles::new(root), Arc::new(()), secret)
}

fn commit(store: &Store, after: &[u8]) {
    commit_to(store, "a.tags", after);
}

fn commit_to(store: &Store, file: &str, after: &[u8]) {
    let change = FileChange {
        file: file.to_owned(),
        before: None,
        after: Some(after.to_vec()),
    };
    store.commit("an edit", vec![change]).unwrap();
}

/// A file of this size that begins like this; the rest is a hole where the file system has such.
fn large(path: &Path, start: &[u8]) {
    let mut file = File::create(path).unwrap();
    file.write_all(start).unwrap();
    file.set_len(SIZE).unwrap();
    file.seek(SeekFrom::End(-8)).unwrap();
    file.write_all(b"the end.").unwrap();
}

/// A record of somebody else with a payload of 3 GiB, and some with small ones.
fn theirs() -> [Vec<u8>; 2] {
    let folder = tempfile::tempdir().unwrap();
    commit(&store(folder.path(), 2), b"theirs");
    let small = fs::read(folder.path().join(".footwork/history")).unwrap();
    let mut huge = small.clone();
    let length = u32::try_from(SIZE - 48).unwrap();
    huge[4..8].copy_from_slice(&length.to_le_bytes());
    [huge, small.repeat(1000)]
}

#[test]
fn large_journals_and_histories_take_little_memory() {
    let [huge, many] = theirs();
    for start in [&b""[..], b"garbage", b"fwk", &huge, &many] {
        for name in ["journal", "history"] {
            let folder = tempfile::tempdir().unwrap();
            let store = store(folder.path(), 1);
            commit(&store, b"ours");
            fs::remove_file(folder.path().join("a.tags")).unwrap();
            let path = folder.path().join(".footwork").join(name);
            large(&path, start);
            let (made, ()) = allocations(|| {
                _ = store.is_pending();
                _ = store.pending();
                _ = store.recover(&[]);
                _ = store.undo();
                _ = store.set_damaged_history_aside();
                _ = store.foreign_edits();
                commit(&store, b"more");
                store.undo().unwrap().unwrap();
            });
            assert!(made.peak_bytes < MAX_BYTES, "{name}: {}", made.peak_bytes);
        }
    }
}

/// Edits of somebody else, as many and as large as are shown and carried out, and more; with short names and long ones.
#[test]
fn what_others_left_takes_little_memory_to_show_and_to_trust() {
    let kib = 1 << 10;
    for (edits, files, bytes, is_trusted) in [
        (1, 11, 256 * kib, true),
        (11, 1, 256 * kib, true),
        (1, 4_000, 400, true),
        (1, 12, 256 * kib, false),
        (12, 1, 256 * kib, false),
        (1, 1, 257 * kib, false),
        (1, 1, 4 << 20, false),
        (1, 16_000, 0, false),
        (1, 17_000, 0, false),
    ] {
        let content = vec![b'x'; bytes];
        let mut journal = Vec::new();
        for edit in 0..edits {
            let names: Vec<String> = (0..files).map(|file| format!("{edit}-{file}")).collect();
            let changes: Vec<(&str, &[u8])> =
                names.iter().map(|name| (&**name, &*content)).collect();
            let [theirs, _] = foreign(&changes);
            journal.extend(theirs);
        }
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".footwork")).unwrap();
        fs::write(folder.path().join(format!("{FOREIGN_JOURNAL}1")), &journal).unwrap();
        drop(journal);
        let store = store(folder.path(), 1);
        let what = format!("{edits} edits of {files} files of {bytes} bytes");
        let (shown, all) = allocations(|| store.foreign_edits().unwrap());
        assert!(!all[0].edits.is_empty(), "{what}");
        let (made, result) = allocations(|| store.trust());
        assert_eq!(result.is_ok(), is_trusted, "{what}: {result:?}");
        for bytes in [shown.peak_bytes, made.peak_bytes] {
            // The command needs as much again.
            assert!(bytes < MAX_BYTES / 2, "{what}: {bytes}");
        }
    }
}

/// Histories of our own that have grown beyond their limit: by many edits, and by few of which each is as large as one may
/// be to be undone.
#[test]
fn long_histories_of_our_own_take_little_memory() {
    for (edits, bytes) in [(50, 1 << 20), (3, 23 << 20)] {
        let folder = tempfile::tempdir().unwrap();
        let unlimited = store(folder.path(), 1).with_max_history_bytes(u64::MAX);
        for edit in 0..edits {
            commit_to(&unlimited, &format!("{edit}.tags"), &vec![b'x'; bytes]);
        }
        let history = folder.path().join(".footwork/history");
        let before = fs::metadata(&history).unwrap().len();
        assert!(before > (edits * bytes) as u64);
        let store = store(folder.path(), 1);
        let (made, ()) = allocations(|| commit(&store, b"more"));
        assert!(made.peak_bytes < MAX_BYTES, "{bytes}: {}", made.peak_bytes);
        assert!(fs::metadata(&history).unwrap().len() <= 24 << 20);
        assert_eq!(store.undo().unwrap().unwrap().label, "an edit");
    }
}
