//! A library on a separate file system, which tests can fill or make read-only.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Command;

use crate::run::Library;

/// A library on its own file system. Dropping this unmounts the file system.
pub(crate) struct Mounted {
    pub(crate) library: Library,
}

impl Mounted {
    /// Mounts a file system with the given options. If this user may not mount one, prints a note and returns `None`.
    pub(crate) fn new(options: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]);
        let mounted = mount.arg(folder.path()).output();
        if !mounted.as_ref().is_ok_and(|output| output.status.success()) {
            // In some containers even root may not mount a file system. CI must have the tool `mount`, but a refused
            // mount is no failure.
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
        // If unmounting fails, removing the folder, which happens next, fails with an error.
        _ = Command::new("umount")
            .args(["-l", self.library.path()])
            .status();
    }
}

/// Returns whether this user is root, who may ignore file permissions.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}
