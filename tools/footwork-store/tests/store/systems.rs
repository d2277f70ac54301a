//! Differences between systems: whether an open file can be replaced, names that differ by case, long paths, line
//! ends, read-only files. Each test passes on every system; if the outcome depends on the file system, the test
//! probes it.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use footwork_store::{DiskFiles, FileChange, Store, StoreError, WriteLock, replace_file};

use crate::library::Library;

/// Opens a file as some programs do: on systems that support this, other processes cannot open the file meanwhile.
fn open_alone(path: &Path) -> File {
    let mut options = OpenOptions::new();
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 0);
    options.read(true).open(path).unwrap()
}

/// Windows has replaced open files on NTFS since 2016; Wine does not.
#[test]
fn a_file_open_in_another_program_is_replaced_if_the_system_can() {
    let library = Library::new();
    let [old, new] = ["probed", "probe"].map(|name| library.path(name));
    fs::write(&old, "old").unwrap();
    fs::write(&new, "new").unwrap();
    let reader = File::open(&old).unwrap();
    let can = fs::rename(&new, &old).is_ok();
    assert!(can || cfg!(windows));
    drop(reader);

    library
        .commit(&[("a.tags", b"old"), ("b.tags", b"old")])
        .unwrap();
    let reader = File::open(library.path("b.tags")).unwrap();
    let done = library.commit(&[("a.tags", b"new"), ("b.tags", b"new")]);
    assert_eq!(std::io::read_to_string(reader).unwrap(), "old");
    check_both(&library, done, can);
}

/// Checks that an edit of `a.tags` and `b.tags` is either made as a whole, or refused as a whole because of `b.tags`.
/// In both cases, the next edit must succeed.
fn check_both<T>(library: &Library, done: Result<T, StoreError>, is_made: bool) {
    let expected: &[u8] = match done {
        Ok(_) => b"new",
        Err(error) => {
            let error = error.to_string();
            assert!(error.starts_with("b.tags is not saved"), "{error}");
            b"old"
        }
    };
    assert_eq!(expected == b"new", is_made);
    library.check("a.tags", expected);
    library.check("b.tags", expected);
    library.check_nothing_is_left();
    library.commit(&[("b.tags", b"newer")]).unwrap();
    library.check("b.tags", b"newer");
}

#[test]
fn a_write_waits_for_a_file_that_is_open_exclusively() {
    let library = Library::new();
    library.commit(&[("a.tags", b"old")]).unwrap();
    let held = open_alone(&library.path("a.tags"));
    let is_free = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            is_free.store(true, Ordering::SeqCst);
            drop(held);
        });
        replace_file(&library.path("a.tags"), b"new").unwrap();
        // On other systems the writer does not wait.
        assert!(is_free.load(Ordering::SeqCst) || !cfg!(windows));
    });
    library.check("a.tags", b"new");
    library.check_nothing_is_left();
}

#[test]
fn an_edit_changes_no_file_if_one_stays_open_exclusively() {
    let library = Library::new();
    library
        .commit(&[("a.tags", b"old"), ("b.tags", b"old")])
        .unwrap();
    let held = open_alone(&library.path("b.tags"));
    let before = Some(b"old".to_vec());
    let changes = ["a.tags", "b.tags"].map(|file| FileChange {
        file: file.to_owned(),
        before: before.clone(),
        after: Some(b"new".to_vec()),
    });
    let done = library.store().commit("an edit", changes.to_vec());
    drop(held);
    check_both(&library, done, !cfg!(windows));
}

/// Windows limits paths to 260 characters unless they have the prefix `\\?\`.
#[test]
fn paths_of_files_may_be_long() {
    let library = Library::new();
    fs::create_dir(library.path(&"x".repeat(100))).unwrap();
    let name = format!("{}/{}.tags", "x".repeat(100), "n".repeat(200));
    check_long(&library, &name);
}

#[test]
fn paths_of_libraries_may_be_long() {
    let way = ["x".repeat(120), "y".repeat(120), "z".repeat(120)].join("/");
    let library = Library::at(&way);
    match fs::canonicalize(&library.root) {
        // wine cannot resolve such a path; `.ci/cross` sets the variable.
        Err(error) if env::var_os("FOOTWORK_WINE").is_some() => {
            eprintln!("skipped: wine does not say where a folder with a long path is: {error}");
            return;
        }
        found => drop(found.unwrap()),
    }
    let name = format!("{}.tags", "n".repeat(100));
    check_long(&library, &name);
    // `replace_file` and `DiskFiles`, which also work outside libraries, accept long paths too.
    replace_file(&library.path(&name), b"three").unwrap();
    library.check(&name, b"three");
    let (root, state) = (&library.root, library.beside("state"));
    let store = Store::with_files(root, DiskFiles, &state, DiskFiles, Arc::new(()));
    let change = FileChange {
        file: name.clone(),
        before: Some(b"three".to_vec()),
        after: None,
    };
    store.commit("an edit", vec![change]).unwrap();
    assert!(!library.path(&name).exists());
}

fn check_long(library: &Library, name: &str) {
    assert!(library.path(name).as_os_str().len() > 300);
    let _lock = WriteLock::take(&library.root, &()).unwrap();
    library.commit(&[(name, b"one")]).unwrap();
    library.commit(&[(name, b"two")]).unwrap();
    library.store().recover(&[]).unwrap();
    assert!(library.store().undo().unwrap().is_some());
    library.check(name, b"one");
    library.check_nothing_is_left();
}

/// An edit of two paths that differ only by case is made if they are two files, and refused if they are the same file.
#[test]
fn names_that_differ_by_case_are_two_files_or_the_edit_is_refused() {
    let library = Library::new();
    library.commit(&[("walk.tags", b"old")]).unwrap();
    let are_one = library.path("WALK.tags").exists();
    let done = library.commit(&[("walk.tags", b"lower"), ("WALK.tags", b"upper")]);
    if are_one {
        let error = done.unwrap_err();
        assert!(matches!(error, StoreError::Changed { .. }), "{error}");
        library.check("walk.tags", b"old");
    } else {
        done.unwrap();
        library.check("walk.tags", b"lower");
        library.check("WALK.tags", b"upper");
    }
    library.check_nothing_is_left();
}

#[test]
fn line_ends_are_those_of_the_edit() {
    let library = Library::new();
    let contents: [&[u8]; 3] = [b"a\r\nb\r\n", b"a\nb\r\n\x1ac\r", b"\xef\xbb\xbfa\r\n"];
    for content in contents {
        library.commit(&[("a.tags", content)]).unwrap();
        library.check("a.tags", content);
    }
    for content in contents.into_iter().rev().skip(1) {
        library.store().undo().unwrap().unwrap();
        library.check("a.tags", content);
    }
}

#[test]
fn a_read_only_file_is_refused_before_anything_is_written() {
    let library = Library::new();
    library
        .commit(&[("a.tags", b"old"), ("b.tags", b"old")])
        .unwrap();
    let path = library.path("b.tags");
    let writable = fs::metadata(&path).unwrap().permissions();
    let mut read_only = writable.clone();
    read_only.set_readonly(true);
    fs::set_permissions(&path, read_only).unwrap();
    let history = fs::read(library.beside("state/history")).unwrap();
    let done = library.commit(&[("a.tags", b"new"), ("b.tags", b"new")]);
    let undone = library.store().undo();
    let replaced = replace_file(&path, b"new");
    fs::set_permissions(&path, writable).unwrap();
    for error in [done.unwrap_err(), undone.unwrap_err()] {
        let error = error.to_string();
        assert_eq!(error, "b.tags is not saved: the file is read-only");
    }
    assert!(replaced.is_err());
    library.check("a.tags", b"old");
    library.check("b.tags", b"old");
    assert_eq!(fs::read(library.beside("state/history")).unwrap(), history);
    library.check_nothing_is_left();
    library.commit(&[("b.tags", b"new")]).unwrap();
    library.check("b.tags", b"new");
}
