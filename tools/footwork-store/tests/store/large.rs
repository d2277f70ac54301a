//! Journals and histories of 3 GiB, of zeros and of garbage: little of them is ever in memory.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use footwork_store::{FileChange, Store};
use footwork_testkit::allocations;

const SIZE: u64 = 3 << 30;
const MAX_BYTES: u64 = 64 << 20;

/// Returns the store of the library `lib` in a folder, with its state next to it.
fn store(folder: &Path) -> Store {
    let (root, state) = (folder.join("lib"), folder.join("state"));
    for folder in [&root, &state] {
        fs::create_dir_all(folder).unwrap();
    }
    Store::new(&root, &state, Arc::new(()))
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

/// Creates a file of this size with this start; the rest is a hole if the file system supports holes.
fn large(path: &Path, start: &[u8]) {
    let mut file = File::create(path).unwrap();
    file.write_all(start).unwrap();
    file.set_len(SIZE).unwrap();
    file.seek(SeekFrom::End(-8)).unwrap();
    file.write_all(b"the end.").unwrap();
}

/// Returns a record that claims a payload of 3 GiB, and many small ones.
fn records() -> [Vec<u8>; 2] {
    let folder = tempfile::tempdir().unwrap();
    commit(&store(folder.path()), b"ours");
    let small = fs::read(folder.path().join("state/history")).unwrap();
    let mut huge = small.clone();
    let length = u32::try_from(SIZE - 40).unwrap();
    huge[4..8].copy_from_slice(&length.to_le_bytes());
    [huge, small.repeat(1000)]
}

#[test]
fn large_journals_and_histories_take_little_memory() {
    let [huge, many] = records();
    for start in [&b""[..], b"garbage", b"fwk", &huge, &many] {
        for name in ["journal", "history"] {
            let folder = tempfile::tempdir().unwrap();
            let store = store(folder.path());
            commit(&store, b"ours");
            fs::remove_file(folder.path().join("lib/a.tags")).unwrap();
            let path = folder.path().join("state").join(name);
            large(&path, start);
            let (made, ()) = allocations(|| {
                _ = store.is_pending();
                _ = store.pending();
                _ = store.recover(&[]);
                _ = store.undo();
                _ = store.replace_damaged_history();
                commit(&store, b"more");
                store.undo().unwrap().unwrap();
            });
            assert!(made.peak_bytes < MAX_BYTES, "{name}: {}", made.peak_bytes);
        }
    }
}

/// Histories of our own that exceed their limit: one by many edits, and one by a few edits of the largest size that
/// can be undone.
#[test]
fn long_histories_of_our_own_take_little_memory() {
    for (edits, bytes) in [(50, 1 << 20), (3, 23 << 20)] {
        let folder = tempfile::tempdir().unwrap();
        let unlimited = store(folder.path()).with_max_history_bytes(u64::MAX);
        for edit in 0..edits {
            commit_to(&unlimited, &format!("{edit}.tags"), &vec![b'x'; bytes]);
        }
        let history = folder.path().join("state/history");
        let before = fs::metadata(&history).unwrap().len();
        assert!(before > (edits * bytes) as u64);
        let store = store(folder.path());
        let (made, ()) = allocations(|| commit(&store, b"more"));
        assert!(made.peak_bytes < MAX_BYTES, "{bytes}: {}", made.peak_bytes);
        assert!(fs::metadata(&history).unwrap().len() <= 24 << 20);
        assert_eq!(store.undo().unwrap().unwrap().label, "an edit");
    }
}
