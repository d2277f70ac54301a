//! Any bytes as the journal and as the history of a library, and as records of them that we sealed or
//! somebody else did: nothing panics, no file outside the library is touched, readers see what
//! carrying it out makes, and what is refused changes nothing.

#![no_main]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use footwork_library::LibraryMerge;
use footwork_store::{FOREIGN_JOURNAL, Files, Recovery, Secret, Store};
use libfuzzer_sys::fuzz_target;

const ROOT: &str = "/library";
const JOURNAL: &str = "/library/.footwork/journal";
const HISTORY: &str = "/library/.footwork/history";
const SIDECAR_PATH: &str = "/library/a.bvh.tags";
const OURS: [u8; 32] = [7; 32];
const THEIRS: [u8; 32] = [8; 32];
const SIDECAR: &str = "footwork-tags 1\nclip a.bvh\ntag Run 3 9\nevent Foot 4\n";

fuzz_target!(|data: &[u8]| {
    // Records with the length of their payloads before them; the journal's and the history's are
    // divided by one that is empty.
    let (journal, history) = sealed(data, OURS);
    check(&journal, &history);
    let (other_journal, other_history) = sealed(data, THEIRS);
    check(&other_journal, &history);
    check(&journal, &other_history);
    // The bytes themselves, once as each.
    check(data, &history);
    check(&journal, data);
});

/// Does all that is done with a journal and a history.
fn check(journal: &[u8], history: &[u8]) {
    let memory = Memory::default();
    let root = Path::new(ROOT);
    let merge = Arc::new(LibraryMerge::new(root));
    let store = Store::with_secret(root, memory.clone(), merge, Secret::from_bytes(OURS));
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
    let is_foreign = store.has_foreign_journal();
    assert_eq!(memory.all(), before);
    match store.recover(&[]) {
        Ok(recovery) => {
            let is_foreign = is_foreign.expect("who sets it aside has read it");
            assert_eq!(!recovery.set_aside.is_empty(), is_foreign);
            if is_foreign {
                check_aside(&store, &memory, journal);
            }
            let expected = pending.expect("who carries out what waits has read it");
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

/// Somebody else's journal: nothing of it was made, and nothing of it is lost. What it would do is what is done once it
/// is trusted.
fn check_aside(store: &Store<Memory>, memory: &Memory, journal: &[u8]) {
    let before = memory.all();
    let aside = Path::new(ROOT).join(format!("{FOREIGN_JOURNAL}1"));
    let aside = before.get(&aside).expect("it was set aside");
    assert!(journal.ends_with(aside));
    // Records of ours before it are carried out.
    if aside.len() == journal.len() {
        assert_eq!(before[Path::new(SIDECAR_PATH)], SIDECAR.as_bytes());
    }
    let shown = store.foreign_edits().expect("it is there");
    assert_eq!(memory.all(), before);
    if let Ok((made, _)) = store.trust() {
        let shown: Vec<_> = shown.into_iter().flat_map(|all| all.edits).collect();
        assert_eq!(made, shown);
    }
}

/// The journal and the history that an input lists, as the user who has this secret would write them.
fn sealed(mut data: &[u8], secret: [u8; 32]) -> (Vec<u8>, Vec<u8>) {
    let keys = ["journal", "history"].map(|purpose| {
        let sealed = [purpose.as_bytes(), &[0], ROOT.as_bytes()].concat();
        *blake3::keyed_hash(&secret, &sealed).as_bytes()
    });
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
        let id = blake3::keyed_hash(&keys[log], b"");
        let mac = blake3::keyed_hash(&keys[log], payload);
        logs[log].extend(
            [
                b"fwk2",
                &size[..],
                &id.as_bytes()[..8],
                mac.as_bytes(),
                payload,
            ]
            .concat(),
        );
    }
    logs.into()
}

type Contents = BTreeMap<PathBuf, Vec<u8>>;

/// Files in memory; clones share them.
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

/// Nothing else is even read.
fn check_inside(path: &Path) {
    let inside = path.strip_prefix(ROOT).expect("below the root");
    let is_name = |part| matches!(part, Component::Normal(_));
    assert!(inside.components().all(is_name), "{}", path.display());
}

impl Files for Memory {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        Ok(self.get(path))
    }

    fn read_at(&self, path: &Path, at: u64, max: usize) -> io::Result<Vec<u8>> {
        let content = self.get(path).unwrap_or_default();
        let at = usize::try_from(at).unwrap_or(usize::MAX).min(content.len());
        let end = at.saturating_add(max).min(content.len());
        Ok(content[at..end].to_vec())
    }

    fn names(&self, path: &Path) -> io::Result<Vec<OsString>> {
        check_inside(path);
        let all = self.0.borrow();
        let names = all.keys().filter(|name| name.parent() == Some(path));
        Ok(names
            .filter_map(|name| Some(name.file_name()?.to_owned()))
            .collect())
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        Ok(self.get(path).map_or(0, |content| content.len() as u64))
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

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        check_inside(path);
        Ok(())
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

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let content = self.get(from).ok_or(io::ErrorKind::NotFound)?;
        self.remove(from)?;
        self.set(to, &content);
        Ok(())
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let content = self.get(from).ok_or(io::ErrorKind::NotFound)?;
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
