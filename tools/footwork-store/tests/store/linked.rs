//! Symbolic links in a library on the real disk. Edits follow links inside the library and reject those that lead out.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use footwork_store::{Files, RootedFiles, StoreError};

use crate::library::Library;

impl Library {
    /// Returns a library with files outside it.
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
fn a_file_is_edited_through_links_inside_the_library_only() {
    let library = Library::with_outside();
    let walks = library.path("walks");
    fs::write(walks.join("a.tags"), "old").unwrap();
    // The links are relative, absolute, through a folder, and to a file that does not exist.
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
    let journal = library.beside("state/journal");
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

/// After the temporary file is written, and before it is renamed to the edited file, a link replaces their folder.
#[test]
fn a_link_that_replaces_a_folder_during_an_edit_is_not_followed() {
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
        files.remove(&path),
        files.sync(&temp),
        files.sync_folder(&library.path("walks")),
        files.read(&path).map(drop),
    ] {
        let error = done.unwrap_err().to_string();
        assert!(error.contains("walks is a link that leads out"), "{error}");
    }
    fs::remove_file(library.outside("new.tmp")).unwrap();
    library.check_outside();
}

#[test]
fn pipes_and_devices_are_an_error_without_waiting() {
    for what in ["pipe", "device"] {
        for name in ["journal", "history"] {
            let library = Library::with_outside();
            library.edit("a.tags").unwrap();
            let file = library.beside("state").join(name);
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
