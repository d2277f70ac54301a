//! A library on a file system of its own, which tests can fill or make read-only.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Command;

use crate::run::Library;

/// A library whose file system is unmounted when it is dropped.
pub(crate) struct Mounted {
    pub(crate) library: Library,
}

impl Mounted {
    /// Mounts a file system with the given options. Prints a note and returns `None` if this user may not mount one.
    pub(crate) fn new(options: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]);
        let mounted = mount.arg(folder.path()).output();
        if !mounted.as_ref().is_ok_and(|output| output.status.success()) {
            // Even root may not mount in some containers, so only the tool `mount` is required.
            let must = mounted.is_err() && std::env::var_os("CI").is_some();
            assert!(!must, "{mounted:?}");
            eprintln!("skipped: no file system can be mounted here");
            return None;
        }
        let library = Library::in_folder(folder);
        Some(Self { library })
    }

    pub(crate) fn make_read_only(&self) {
        let mut mount = Command::new("mount");
        mount.args(["-o", "remount,ro", self.library.path()]);
        assert!(mount.status().unwrap().success());
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        // If this fails, removing the folder next fails with an error.
        _ = Command::new("umount")
            .args(["-l", self.library.path()])
            .status();
    }
}

/// Returns whether this user is root and so ignores permissions.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}
