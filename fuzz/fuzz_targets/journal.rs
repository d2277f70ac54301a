//! Reads any bytes as the journal and the history of a library, and as whole records of both. Nothing panics, and no
//! file outside the library is touched. Readers see the files as they are after the journal is applied. A rejected
//! record changes no file.

#![no_main]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use footwork_library::LibraryMerge;
use footwork_store::{Files, LogFiles, Recovery, Store};
use libfuzzer_sys::fuzz_target;

const ROOT: &str = "/library";
const STATE: &str = "/state";
const JOURNAL: &str = "/state/journal";
const HISTORY: &str = "/state/history";
const SIDECAR_PATH: &str = "/library/a.bvh.tags";
const SIDECAR: &str = "footwork-tags 1\nclip a.bvh\ntag Run 3 9\nevent Foot 4\n";

fuzz_target!(|data: &[u8]| {
    // The input lists records. Each has the length of its payload before it. An empty record separates the records of
    // the journal from those of the history.
    let (journal, history) = records(data);
    check(&journal, &history);
    // The unchanged input is also used once as the journal and once as the history.
    check(data, &history);
    check(&journal, data);
});

/// Applies a journal, then undoes and redoes edits with a history.
fn check(journal: &[u8], history: &[u8]) {
    let memory = Memory::default();
    let root = Path::new(ROOT);
    let merge = Arc::new(LibraryMerge::new(root));
    let state = Path::new(STATE);
    let store = Store::with_files(root, memory.clone(), state, memory.clone(), merge);
    let sidecar = SIDECAR.as_bytes();
    for (path, content) in [
        (SIDECAR_PATH, sidecar),
        ("/library/footwork.toml", b"name = \"A\"\n"),
        (JOURNAL, journal),
        (HISTORY, history),
    ] {
        memory.set(Path::new(path), content);
    }
    let before = memory.all();
    let pending = store.pending();
    assert_eq!(memory.all(), before);
    match store.recover(&[]) {
        Ok(_) => {
            let expected = pending.expect("a pending edit has been read");
            for (file, content) in expected {
                assert_eq!(memory.get(&Path::new(ROOT).join(file)), content);
            }
            assert!(!store.is_pending().expect("it is there"));
            let settled = memory.all();
            let again = store.recover(&[]).expect("nothing waits");
            assert_eq!(again, Recovery::default());
            assert_eq!(memory.all(), settled);
        }
        Err(_) => {
            assert_eq!(memory.all(), before);
            return;
        }
    }
    for turn in [
        Store::undo,
        Store::undo,
        Store::redo,
        Store::redo,
        Store::undo,
    ] {
        let before = memory.all();
        match turn(&store) {
            Ok(Some(_)) => assert!(!store.is_pending().expect("it is there")),
            Ok(None) | Err(_) => assert_eq!(memory.all(), before),
        }
    }
}

/// Returns the journal and the history that an input encodes.
fn records(mut data: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut logs = [Vec::new(), Vec::new()];
    let mut log = 0;
    while let Some((length, rest)) = data.split_first_chunk::<2>() {
        let length = usize::from(u16::from_le_bytes(*length)).min(rest.len());
        let (payload, rest) = rest.split_at(length);
        data = rest;
        if payload.is_empty() {
            log = 1;
            continue;
        }
        let size = u32::try_from(length).expect("a u16 fits").to_le_bytes();
        let sum = blake3::hash(payload);
        logs[log].extend([b"fwk3", &size[..], sum.as_bytes(), payload].concat());
    }
    logs.into()
}

type Contents = BTreeMap<PathBuf, Vec<u8>>;

/// Files in memory. Clones share the files.
#[derive(Clone, Debug, Default)]
struct Memory(Rc<RefCell<Contents>>);

impl Memory {
    fn all(&self) -> Contents {
        self.0.borrow().clone()
    }

    fn get(&self, path: &Path) -> Option<Vec<u8>> {
        check_inside(path);
        self.0.borrow().get(path).cloned()
    }

    fn set(&self, path: &Path, content: &[u8]) {
        check_inside(path);
        self.0
            .borrow_mut()
            .insert(path.to_path_buf(), content.to_vec());
    }
}

/// Checks that a path is in the library or in the state folder. The store must not even read another path.
fn check_inside(path: &Path) {
    let inside = path.strip_prefix(ROOT).or(path.strip_prefix(STATE));
    let inside = inside.expect("every path is below the root or the state folder");
    let is_name = |part| matches!(part, Component::Normal(_));
    assert!(inside.components().all(is_name), "{}", path.display());
}

impl Files for Memory {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        Ok(self.get(path))
    }

    fn target(&self, path: &Path) -> io::Result<PathBuf> {
        check_inside(path);
        Ok(path.to_path_buf())
    }

    fn check_writable(&self, path: &Path) -> io::Result<()> {
        check_inside(path);
        Ok(())
    }

    fn create(&self, path: &Path, content: &[u8], _: &Path) -> io::Result<()> {
        self.set(path, content);
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let content = self.get(from).ok_or(io::ErrorKind::NotFound)?;
        self.remove(from)?;
        self.set(to, &content);
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        check_inside(path);
        let removed = self.0.borrow_mut().remove(path);
        removed
            .map(drop)
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        match self.get(path) {
            Some(_) => Ok(()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        check_inside(path);
        Ok(())
    }
}

impl LogFiles for Memory {
    fn read_at(&self, path: &Path, at: u64, max: usize) -> io::Result<Vec<u8>> {
        let content = self.get(path).unwrap_or_default();
        let at = usize::try_from(at).unwrap_or(usize::MAX).min(content.len());
        let end = at.saturating_add(max).min(content.len());
        Ok(content[at..end].to_vec())
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        Ok(self.get(path).map_or(0, |content| content.len() as u64))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let content = self.get(path).unwrap_or_default();
        self.set(path, &[&content, bytes].concat());
        Ok(())
    }

    fn cut(&self, path: &Path, size: u64) -> io::Result<()> {
        let content = self.get(path).ok_or(io::ErrorKind::NotFound)?;
        let size = usize::try_from(size).map_err(io::Error::other)?;
        self.set(path, &content[..size]);
        Ok(())
    }
}
