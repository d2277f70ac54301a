//! The state folder of a user for a library: it follows a moved library, and no other library uses it.

use std::fs;
use std::path::{Path, PathBuf};

use footwork_store::UserFolder;
use tempfile::TempDir;

/// Returns the state folder of the library at a path, with a note in it.
fn noted(root: &Path, note: &str) -> PathBuf {
    let state = UserFolder::State.of_library(root).unwrap();
    state.make().unwrap();
    fs::write(state.path().join("note"), note).unwrap();
    state.path().to_owned()
}

/// Returns the note in the state folder of the library at a path.
fn note(root: &Path) -> Option<String> {
    let state = UserFolder::State.of_library(root).unwrap();
    fs::read_to_string(state.path().join("note")).ok()
}

fn new(folder: &TempDir, name: &str) -> PathBuf {
    let root = folder.path().join(name);
    fs::create_dir(&root).unwrap();
    root
}

#[test]
fn a_moved_library_keeps_its_state_folder_and_its_old_path_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let first = new(&folder, "first");
    noted(&first, "first");
    for name in ["second", "third", "first"] {
        let from = fs::read_dir(folder.path()).unwrap().next().unwrap();
        let to = folder.path().join(name);
        fs::rename(from.unwrap().path(), &to).unwrap();
        assert_eq!(note(&to).as_deref(), Some("first"), "{name}");
        // After one lookup, the folder is found by the library's new path.
        UserFolder::State.of_library(&to).unwrap().make().unwrap();
    }
    let second = new(&folder, "second");
    assert_eq!(note(&second), None);
}

#[test]
fn libraries_that_swap_paths_keep_their_state_folders() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = ["a", "b"].map(|name| new(&folder, name));
    noted(&a, "a");
    noted(&b, "b");
    let c = folder.path().join("c");
    fs::rename(&a, &c).unwrap();
    fs::rename(&b, &a).unwrap();
    fs::rename(&c, &b).unwrap();
    for _ in 0..2 {
        assert_eq!(note(&a).as_deref(), Some("b"));
        assert_eq!(note(&b).as_deref(), Some("a"));
        for root in [&a, &b] {
            UserFolder::State.of_library(root).unwrap().make().unwrap();
        }
    }
}

/// A clone may be deleted and cloned again to the same path.
#[test]
fn a_new_library_at_the_same_path_has_the_same_state_folder() {
    let folder = tempfile::tempdir().unwrap();
    let root = new(&folder, "lib");
    noted(&root, "first");
    fs::remove_dir(&root).unwrap();
    new(&folder, "lib");
    assert_eq!(note(&root).as_deref(), Some("first"));
}

/// The system reuses the inode numbers of deleted folders, so the inode number alone does not
/// identify a folder.
#[test]
fn a_new_library_elsewhere_has_no_state_folder_even_with_a_reused_inode() {
    let folder = tempfile::tempdir().unwrap();
    if fs::metadata(folder.path()).unwrap().created().is_err() {
        eprintln!("skipped: the file system does not say when a folder was made");
        return;
    }
    for name in 0..20 {
        let root = new(&folder, &name.to_string());
        assert_eq!(note(&root), None, "{name}");
        noted(&root, "its own");
        fs::remove_dir(&root).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_library_behind_a_link_has_the_same_state_folder() {
    let folder = tempfile::tempdir().unwrap();
    let root = new(&folder, "lib");
    noted(&root, "lib");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&root, &link).unwrap();
    assert_eq!(note(&link).as_deref(), Some("lib"));
}

#[test]
fn state_and_cache_folders_of_a_library_differ_but_share_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let [state, cache] =
        [UserFolder::State, UserFolder::Cache].map(|user| user.of_library(folder.path()).unwrap());
    assert_ne!(state.path(), cache.path());
    assert_eq!(state.path().file_name(), cache.path().file_name());
    assert!(!state.path().exists() && !cache.path().exists());
}
