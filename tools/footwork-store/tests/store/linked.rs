//! Links, other users' files and other hard links in a library on the real disk: none leads out of it.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{
    FOLDER, FOREIGN_JOURNAL, Files, RootedFiles, Secret, Store, StoreError, WriteLock,
    is_in_the_way,
};

use crate::library::Library;

impl Library {
    /// A library, and what lies beside it.
    fn with_outside() -> Self {
        let library = Self::new();
        fs::create_dir(library.path("walks")).unwrap();
        fs::create_dir_all(library.outside("folder")).unwrap();
        for name in ["file", "a.tags"] {
            fs::write(library.outside(name), "theirs").unwrap();
        }
        library
    }

    fn outside(&self, file: &str) -> PathBuf {
        self.beside("outside").join(file)
    }

    fn edit(&self, file: &str) -> Result<(), StoreError> {
        self.commit(&[(file, b"ours")])
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
            let library = Library::with_outside();
            library.edit("a.tags").unwrap();
            let file = library.path(FOLDER).join(name);
            fs::remove_file(&file).unwrap();
            symlink(library.outside(to), &file).unwrap();
            let store = library.store();
            let recovered = store.recover(&[]);
            let undone = store.undo();
            let made = library.edit("b.tags");
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
            assert!(!library.path("b.tags").exists());
            library.check_outside();
        }
    }
}

#[test]
fn the_own_folder_is_not_followed_if_it_is_a_link() {
    for to in ["folder", "nowhere", "file"] {
        let library = Library::with_outside();
        let own = library.path(FOLDER);
        symlink(library.outside(to), &own).unwrap();
        let error = WriteLock::take(&library.root, &()).unwrap_err().to_string();
        assert!(
            error.contains("is a link, where a folder should be"),
            "{error}"
        );
        let error = library.edit("a.tags").unwrap_err().to_string();
        assert!(
            error.contains("is a link, where a folder should be"),
            "{error}"
        );
        assert!(library.store().is_pending().is_err());
        assert!(!library.path("a.tags").exists());
        library.check_outside();
    }
}

#[test]
fn a_file_is_edited_through_links_inside_the_library_only() {
    let library = Library::with_outside();
    let walks = library.path("walks");
    fs::write(walks.join("a.tags"), "old").unwrap();
    // Relative, absolute, through a folder, and to a file that is not there.
    symlink("walks/a.tags", library.path("relative.tags")).unwrap();
    symlink(walks.join("a.tags"), library.path("absolute.tags")).unwrap();
    symlink("walks", library.path("more")).unwrap();
    for (file, end) in [
        ("relative.tags", "walks/a.tags"),
        ("absolute.tags", "walks/a.tags"),
        ("more/a.tags", "walks/a.tags"),
        ("more/new.tags", "walks/new.tags"),
    ] {
        library.edit(file).unwrap();
        assert_eq!(fs::read(library.path(end)).unwrap(), b"ours", "{file}");
        fs::write(library.path(end), "old").unwrap();
    }
    assert!(library.path("relative.tags").is_symlink());
    assert!(library.path("absolute.tags").is_symlink());

    symlink(library.outside("a.tags"), library.path("out.tags")).unwrap();
    symlink("../outside/a.tags", library.path("up.tags")).unwrap();
    symlink(library.outside(""), library.path("away")).unwrap();
    fs::create_dir(library.path(".hidden")).unwrap();
    fs::write(library.path(".hidden/a.tags"), "old").unwrap();
    symlink(".hidden/a.tags", library.path("hidden.tags")).unwrap();
    let journal = library.path(".footwork/journal");
    for (file, link, why) in [
        ("out.tags", "out.tags", "out of the library"),
        ("up.tags", "up.tags", "out of the library"),
        ("away/a.tags", "away", "out of the library"),
        ("away/new.tags", "away", "out of the library"),
        ("hidden.tags", "hidden.tags", "hidden"),
    ] {
        let error = library.edit(file).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{file} is not saved: {link} is a link")),
            "{error}"
        );
        assert!(error.contains(why), "{error}");
        assert_eq!(fs::metadata(&journal).unwrap().len(), 0);
        library.check_outside();
    }
    assert_eq!(fs::read(library.path(".hidden/a.tags")).unwrap(), b"old");
}

/// Between the check of a file and its replacement, somebody exchanges a folder for a link.
#[test]
fn a_folder_that_is_exchanged_for_a_link_is_not_followed() {
    let library = Library::with_outside();
    let files = RootedFiles::new(&library.root);
    let path = library.path("walks/a.tags");
    let temp = library.path("walks/new.tmp");
    files.create(&temp, b"ours", &path).unwrap();
    fs::rename(library.path("walks"), library.path("moved")).unwrap();
    symlink(library.outside(""), library.path("walks")).unwrap();
    fs::write(library.outside("new.tmp"), "theirs").unwrap();
    for done in [
        files.rename(&temp, &path),
        files.create(&temp, b"ours", &path),
        files.append(&path, b"ours"),
        files.cut(&path, 0),
        files.remove(&path),
        files.sync(&temp),
        files.sync_folder(&library.path("walks")),
        files.create_folder(&library.path("walks/folder2")),
        files.read(&path).map(drop),
        files.read_at(&path, 0, 9).map(drop),
        files.names(&library.path("walks")).map(drop),
    ] {
        let error = done.unwrap_err().to_string();
        assert!(error.contains("walks is a link that leads out"), "{error}");
    }
    fs::remove_file(library.outside("new.tmp")).unwrap();
    library.check_outside();
}

#[test]
fn a_journal_of_another_owner_is_not_ours() {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    if !is_root {
        eprintln!("skipped: only root can give files away");
        return;
    }
    let library = Library::with_outside();
    library.edit("a.tags").unwrap();
    let journal = library.path(".footwork/journal");
    // Whole records of ours, but in a file that somebody else prepared.
    fs::copy(library.path(".footwork/history"), &journal).unwrap();
    chown(&journal, Some(1000), None).unwrap();
    let before = fs::read(&journal).unwrap();
    let recovery = library.store().recover(&[]).unwrap();
    let aside = format!("{FOREIGN_JOURNAL}1");
    assert_eq!(recovery.set_aside, [aside.as_str()]);
    assert_eq!(fs::read(library.path(&aside)).unwrap(), before);
    library.edit("c.tags").unwrap();
    assert_eq!(fs::read(library.path(&aside)).unwrap(), before);
}

/// The journal of a killed program, in a library that was copied by hard links then.
#[test]
fn a_journal_with_another_name_elsewhere_is_carried_out_and_not_written_to() {
    let library = Library::with_outside();
    library.edit("a.tags").unwrap();
    let (journal, other) = (
        library.path(".footwork/journal"),
        library.outside("journal"),
    );
    fs::write(&journal, b"fwk2").unwrap();
    fs::hard_link(&journal, &other).unwrap();
    assert_eq!(library.store().recover(&[]).unwrap().torn_bytes, 4);
    library.edit("b.tags").unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"fwk2");
    assert_eq!(library.store().undo().unwrap().unwrap().label, "an edit");
}

/// A lock that is replaced while writers wait for it locks nobody out and lets only one in.
#[test]
fn a_lock_that_was_replaced_is_not_the_lock() {
    let library = Library::with_outside();
    let root = &library.root;
    let first = WriteLock::take(root, &()).unwrap();
    let second = std::thread::scope(|scope| {
        let second = scope.spawn(|| WriteLock::take(root, &()).unwrap());
        std::thread::sleep(std::time::Duration::from_millis(50));
        fs::hard_link(library.path(".footwork/lock"), library.outside("lock")).unwrap();
        drop(first);
        second.join().unwrap()
    });
    assert!(WriteLock::take_if_free(root).is_none());
    drop(second);
    assert!(WriteLock::take_if_free(root).is_some());
}

#[test]
fn pipes_and_devices_are_an_error_at_once() {
    for what in ["pipe", "device"] {
        for name in ["journal", "history"] {
            let library = Library::with_outside();
            library.edit("a.tags").unwrap();
            let file = library.path(FOLDER).join(name);
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
            let error = library.edit("b.tags").unwrap_err().to_string();
            let said = format!("{name} is a pipe or a device, where a file should be");
            assert!(error.contains(&said), "{error}");
        }
    }
}

#[test]
fn a_copy_or_a_moved_library_has_no_records_of_ours() {
    let library = Library::with_outside();
    library.edit("a.tags").unwrap();
    assert_eq!(library.store().undo().unwrap().unwrap().label, "an edit");
    assert!(library.store().redo().unwrap().is_some());
    fs::copy(
        library.path(".footwork/history"),
        library.path(".footwork/journal"),
    )
    .unwrap();
    let moved = library.beside("moved");
    fs::rename(&library.root, &moved).unwrap();
    let secret = || Secret::from_bytes([1; 32]);
    let files = RootedFiles::new(&moved);
    let store = Store::with_secret(&moved, files, Arc::new(()), secret());
    let recovery = store.recover(&[]).unwrap();
    assert_eq!(recovery.set_aside, [format!("{FOREIGN_JOURNAL}1")]);
    assert!(matches!(store.undo(), Err(StoreError::History(_))));
    // The same folder by another path is the same library.
    fs::rename(&moved, &library.root).unwrap();
    let link = library.beside("link");
    symlink(&library.root, &link).unwrap();
    let files = RootedFiles::new(&link);
    let store = Store::with_secret(&link, files, Arc::new(()), secret());
    assert_eq!(store.undo().unwrap().unwrap().label, "an edit");
}

#[test]
fn a_folder_with_the_name_of_what_is_set_aside_is_in_nobodys_way() {
    let library = Library::with_outside();
    library.edit("a.tags").unwrap();
    for file in ["journal", "history"] {
        fs::create_dir_all(library.path(&format!(".footwork/{file}.foreign-1/x"))).unwrap();
        fs::write(library.path(&format!(".footwork/{file}")), "theirs").unwrap();
    }
    assert_eq!(
        library.store().recover(&[]).unwrap().set_aside,
        [format!("{FOREIGN_JOURNAL}2")]
    );
    library.edit("b.tags").unwrap();
    let history = fs::read(library.path(".footwork/history.foreign-2")).unwrap();
    assert_eq!(history, b"theirs");
    assert_eq!(library.store().undo().unwrap().unwrap().label, "an edit");
}
