//! Links, other users' files and other hard links in a library on the real disk: none leads out of it.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{
    FOLDER, FOREIGN_JOURNAL, FileChange, Files, RootedFiles, Secret, Store, StoreError, WriteLock,
    is_in_the_way,
};
use tempfile::TempDir;

/// A library, and what lies beside it.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["lib/walks", "outside/folder"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("outside/file"), "theirs").unwrap();
        fs::write(folder.path().join("outside/a.tags"), "theirs").unwrap();
        Self { folder }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("lib")
    }

    fn path(&self, file: &str) -> PathBuf {
        self.root().join(file)
    }

    fn outside(&self, file: &str) -> PathBuf {
        self.folder.path().join("outside").join(file)
    }

    fn store(&self) -> Store {
        let root = self.root();
        let secret = Secret::from_bytes([1; 32]);
        Store::with_secret(&root, RootedFiles::new(&root), Arc::new(()), secret)
    }

    fn commit(&self, file: &str) -> Result<(), StoreError> {
        let before = fs::read(self.path(file)).ok();
        let change = FileChange {
            file: file.to_owned(),
            before,
            after: Some(b"ours".to_vec()),
        };
        self.store().commit("an edit", vec![change]).map(drop)
    }

    #[track_caller]
    fn check_outside(&self) {
        assert_eq!(fs::read(self.outside("file")).unwrap(), b"theirs");
        assert_eq!(fs::read(self.outside("a.tags")).unwrap(), b"theirs");
        let count = |folder: &Path| fs::read_dir(folder).unwrap().count();
        assert_eq!(count(&self.outside("")), 3);
        assert_eq!(count(&self.outside("folder")), 0);
    }
}

#[test]
fn no_state_file_is_followed_if_it_is_a_link() {
    for name in ["journal", "history"] {
        for to in ["file", "nowhere", "folder"] {
            let bench = Bench::new();
            bench.commit("a.tags").unwrap();
            let file = bench.path(FOLDER).join(name);
            fs::remove_file(&file).unwrap();
            symlink(bench.outside(to), &file).unwrap();
            let store = bench.store();
            let recovered = store.recover(&[]);
            let undone = store.undo();
            let made = bench.commit("b.tags");
            match name {
                "journal" => assert!(is_in_the_way(&recovered.unwrap_err())),
                _ => assert!(recovered.is_ok()),
            }
            for error in [undone.err(), made.err()] {
                let error = error.unwrap().to_string();
                let said = format!("{name} is a link, where a file should be; move it away");
                assert!(error.contains(&said), "{error}");
            }
            assert!(file.is_symlink());
            assert!(!bench.path("b.tags").exists());
            bench.check_outside();
        }
    }
}

#[test]
fn the_own_folder_is_not_followed_if_it_is_a_link() {
    for to in ["folder", "nowhere", "file"] {
        let bench = Bench::new();
        let own = bench.path(FOLDER);
        symlink(bench.outside(to), &own).unwrap();
        let error = WriteLock::take(&bench.root(), &()).unwrap_err().to_string();
        assert!(
            error.contains("is a link, where a folder should be"),
            "{error}"
        );
        let error = bench.commit("a.tags").unwrap_err().to_string();
        assert!(
            error.contains("is a link, where a folder should be"),
            "{error}"
        );
        assert!(bench.store().is_pending().is_err());
        assert!(!bench.path("a.tags").exists());
        bench.check_outside();
    }
}

#[test]
fn a_file_is_edited_through_links_inside_the_library_only() {
    let bench = Bench::new();
    let walks = bench.path("walks");
    fs::write(walks.join("a.tags"), "old").unwrap();
    // Relative, absolute, through a folder, and to a file that is not there.
    symlink("walks/a.tags", bench.path("relative.tags")).unwrap();
    symlink(walks.join("a.tags"), bench.path("absolute.tags")).unwrap();
    symlink("walks", bench.path("more")).unwrap();
    for (file, end) in [
        ("relative.tags", "walks/a.tags"),
        ("absolute.tags", "walks/a.tags"),
        ("more/a.tags", "walks/a.tags"),
        ("more/new.tags", "walks/new.tags"),
    ] {
        bench.commit(file).unwrap();
        assert_eq!(fs::read(bench.path(end)).unwrap(), b"ours", "{file}");
        fs::write(bench.path(end), "old").unwrap();
    }
    assert!(bench.path("relative.tags").is_symlink());
    assert!(bench.path("absolute.tags").is_symlink());

    symlink(bench.outside("a.tags"), bench.path("out.tags")).unwrap();
    symlink("../outside/a.tags", bench.path("up.tags")).unwrap();
    symlink(bench.outside(""), bench.path("away")).unwrap();
    fs::create_dir(bench.path(".hidden")).unwrap();
    fs::write(bench.path(".hidden/a.tags"), "old").unwrap();
    symlink(".hidden/a.tags", bench.path("hidden.tags")).unwrap();
    let journal = bench.path(".footwork/journal");
    for (file, link, why) in [
        ("out.tags", "out.tags", "out of the library"),
        ("up.tags", "up.tags", "out of the library"),
        ("away/a.tags", "away", "out of the library"),
        ("away/new.tags", "away", "out of the library"),
        ("hidden.tags", "hidden.tags", "hidden"),
    ] {
        let error = bench.commit(file).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{file} is not saved: {link} is a link")),
            "{error}"
        );
        assert!(error.contains(why), "{error}");
        assert_eq!(fs::metadata(&journal).unwrap().len(), 0);
        bench.check_outside();
    }
    assert_eq!(fs::read(bench.path(".hidden/a.tags")).unwrap(), b"old");
}

/// Between the check of a file and its replacement, somebody exchanges a folder for a link.
#[test]
fn a_folder_that_is_exchanged_for_a_link_is_not_followed() {
    let bench = Bench::new();
    let files = RootedFiles::new(&bench.root());
    let path = bench.path("walks/a.tags");
    let temp = bench.path("walks/new.tmp");
    files.create(&temp, b"ours", &path).unwrap();
    fs::rename(bench.path("walks"), bench.path("moved")).unwrap();
    symlink(bench.outside(""), bench.path("walks")).unwrap();
    fs::write(bench.outside("new.tmp"), "theirs").unwrap();
    for done in [
        files.rename(&temp, &path),
        files.create(&temp, b"ours", &path),
        files.append(&path, b"ours"),
        files.cut(&path, 0),
        files.remove(&path),
        files.sync(&temp),
        files.sync_folder(&bench.path("walks")),
        files.create_folder(&bench.path("walks/folder2")),
        files.read(&path).map(drop),
        files.read_at(&path, 0, 9).map(drop),
        files.names(&bench.path("walks")).map(drop),
    ] {
        let error = done.unwrap_err().to_string();
        assert!(error.contains("walks is a link that leads out"), "{error}");
    }
    fs::remove_file(bench.outside("new.tmp")).unwrap();
    bench.check_outside();
}

#[test]
fn a_journal_of_another_owner_is_not_ours() {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    if !is_root {
        eprintln!("skipped: only root can give files away");
        return;
    }
    let bench = Bench::new();
    bench.commit("a.tags").unwrap();
    let journal = bench.path(".footwork/journal");
    // Whole records of ours, but in a file that somebody else prepared.
    fs::copy(bench.path(".footwork/history"), &journal).unwrap();
    chown(&journal, Some(1000), None).unwrap();
    let before = fs::read(&journal).unwrap();
    let recovery = bench.store().recover(&[]).unwrap();
    let aside = format!("{FOREIGN_JOURNAL}1");
    assert_eq!(recovery.set_aside, [aside.as_str()]);
    assert_eq!(fs::read(bench.path(&aside)).unwrap(), before);
    bench.commit("c.tags").unwrap();
    assert_eq!(fs::read(bench.path(&aside)).unwrap(), before);
}

/// As after `cp -al lib backup`, which was refused for ever.
#[test]
fn a_library_that_was_copied_by_hard_links_is_edited_and_its_copy_stays() {
    let bench = Bench::new();
    drop(WriteLock::take(&bench.root(), &()).unwrap());
    bench.commit("a.tags").unwrap();
    let backup = bench.folder.path().join("backup");
    fs::create_dir(&backup).unwrap();
    let own = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap();
        let content = |path: PathBuf| (path.file_name().unwrap().to_owned(), fs::read(path));
        let files = entries.map(|entry| content(entry.unwrap().path()));
        let mut files: Vec<_> = files.map(|(name, read)| (name, read.unwrap())).collect();
        files.sort();
        files
    };
    for (name, _) in own(&bench.path(FOLDER)) {
        fs::hard_link(bench.path(FOLDER).join(&name), backup.join(&name)).unwrap();
    }
    let before = own(&backup);
    assert!(before.len() >= 5, "{before:?}");

    let lock = WriteLock::take(&bench.root(), &()).unwrap();
    assert!(WriteLock::take_if_free(&bench.root()).is_none());
    assert!(bench.store().recover(&[]).unwrap().set_aside.is_empty());
    bench.commit("b.tags").unwrap();
    for _ in 0..2 {
        assert_eq!(bench.store().undo().unwrap().unwrap().label, "an edit");
    }
    drop(lock);
    assert!(!bench.path("a.tags").exists());
    assert_eq!(own(&backup), before);
    for name in ["lock", "queue", "journal", "history"] {
        let file = fs::metadata(bench.path(FOLDER).join(name)).unwrap();
        assert_eq!(file.nlink(), 1, "{name}");
    }
    assert_eq!(own(&bench.path(FOLDER)).len(), before.len());
}

/// The journal of a killed program, in a library that was copied by hard links then.
#[test]
fn a_journal_with_another_name_elsewhere_is_carried_out_and_not_written_to() {
    let bench = Bench::new();
    bench.commit("a.tags").unwrap();
    let (journal, other) = (bench.path(".footwork/journal"), bench.outside("journal"));
    fs::write(&journal, b"fwk2").unwrap();
    fs::hard_link(&journal, &other).unwrap();
    assert_eq!(bench.store().recover(&[]).unwrap().torn_bytes, 4);
    bench.commit("b.tags").unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"fwk2");
    assert_eq!(bench.store().undo().unwrap().unwrap().label, "an edit");
}

/// A lock that is replaced while writers wait for it locks nobody out and lets only one in.
#[test]
fn a_lock_that_was_replaced_is_not_the_lock() {
    let bench = Bench::new();
    let root = bench.root();
    let first = WriteLock::take(&root, &()).unwrap();
    let second = std::thread::scope(|scope| {
        let second = scope.spawn(|| WriteLock::take(&root, &()).unwrap());
        std::thread::sleep(std::time::Duration::from_millis(50));
        fs::hard_link(bench.path(".footwork/lock"), bench.outside("lock")).unwrap();
        drop(first);
        second.join().unwrap()
    });
    assert!(WriteLock::take_if_free(&root).is_none());
    drop(second);
    assert!(WriteLock::take_if_free(&root).is_some());
}

#[test]
fn pipes_and_devices_are_an_error_at_once() {
    for what in ["pipe", "device"] {
        for name in ["journal", "history"] {
            let bench = Bench::new();
            bench.commit("a.tags").unwrap();
            let file = bench.path(FOLDER).join(name);
            fs::remove_file(&file).unwrap();
            let mut make = std::process::Command::new("mknod");
            match what {
                "pipe" => make.arg(&file).arg("p"),
                _ => make.arg(&file).args(["c", "1", "5"]),
            };
            if !make.status().is_ok_and(|status| status.success()) {
                eprintln!("skipped: no {what} can be made here");
                continue;
            }
            let error = bench.commit("b.tags").unwrap_err().to_string();
            let said = format!("{name} is a pipe or a device, where a file should be");
            assert!(error.contains(&said), "{error}");
        }
    }
}

#[test]
fn a_copy_or_a_moved_library_has_no_records_of_ours() {
    let bench = Bench::new();
    bench.commit("a.tags").unwrap();
    assert_eq!(bench.store().undo().unwrap().unwrap().label, "an edit");
    assert!(bench.store().redo().unwrap().is_some());
    fs::copy(
        bench.path(".footwork/history"),
        bench.path(".footwork/journal"),
    )
    .unwrap();
    let moved = bench.folder.path().join("moved");
    fs::rename(bench.root(), &moved).unwrap();
    let secret = || Secret::from_bytes([1; 32]);
    let files = RootedFiles::new(&moved);
    let store = Store::with_secret(&moved, files, Arc::new(()), secret());
    let recovery = store.recover(&[]).unwrap();
    assert_eq!(recovery.set_aside, [format!("{FOREIGN_JOURNAL}1")]);
    assert!(matches!(store.undo(), Err(StoreError::History(_))));
    // The same folder by another path is the same library.
    fs::rename(&moved, bench.root()).unwrap();
    let link = bench.folder.path().join("link");
    symlink(bench.root(), &link).unwrap();
    let files = RootedFiles::new(&link);
    let store = Store::with_secret(&link, files, Arc::new(()), secret());
    assert_eq!(store.undo().unwrap().unwrap().label, "an edit");
}

#[test]
fn a_folder_with_the_name_of_what_is_set_aside_is_in_nobodys_way() {
    let bench = Bench::new();
    bench.commit("a.tags").unwrap();
    for file in ["journal", "history"] {
        fs::create_dir_all(bench.path(&format!(".footwork/{file}.foreign-1/x"))).unwrap();
        fs::write(bench.path(&format!(".footwork/{file}")), "theirs").unwrap();
    }
    assert_eq!(
        bench.store().recover(&[]).unwrap().set_aside,
        [format!("{FOREIGN_JOURNAL}2")]
    );
    bench.commit("b.tags").unwrap();
    let history = fs::read(bench.path(".footwork/history.foreign-2")).unwrap();
    assert_eq!(history, b"theirs");
    assert_eq!(bench.store().undo().unwrap().unwrap().label, "an edit");
}
