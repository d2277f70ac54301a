//! A name in an open folder. Opening it gives only a regular file, never a link.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::PathBuf;

use cap_fs_ext::{FollowSymlinks, MetadataExt, OpenOptionsFollowExt};
use cap_std::fs::{Dir, Metadata, OpenOptions};

use crate::files::found;
use crate::patience::patiently;
use crate::regular_file::InTheWay;

/// A name in an open folder.
pub(super) struct Place {
    pub(super) folder: Dir,
    pub(super) name: OsString,
    /// The path of the name, for messages.
    pub(super) path: PathBuf,
}

impl Place {
    /// Returns the metadata of a regular file without opening it; `None` if nothing exists under the name.
    ///
    /// # Errors
    /// If the name is not a regular file.
    pub(super) fn metadata(&self) -> io::Result<Option<Metadata>> {
        let metadata = found(self.folder.symlink_metadata(&self.name))?;
        match metadata {
            Some(metadata) if !metadata.is_file() => {
                Err(InTheWay::of_file(&self.path, what(&metadata)))
            }
            metadata => Ok(metadata),
        }
    }

    /// Opens a regular file, without following a link.
    pub(super) fn open(&self, options: &mut OpenOptions) -> io::Result<File> {
        self.metadata()?;
        options.follow(FollowSymlinks::No);
        // Another program may have put a pipe there since the check. Opening a pipe would wait for its other end.
        #[cfg(unix)]
        cap_fs_ext::OpenOptionsSyncExt::nonblock(options, true);
        let file = patiently(|| self.folder.open_with(&self.name, options))?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(InTheWay::of_file(&self.path, what(&metadata)));
        }
        Ok(file.into_std())
    }
}

/// Returns whether `a` and `b` are metadata of the same file.
pub(super) fn is_same(a: &Metadata, b: &Metadata) -> bool {
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Returns the kind of something that is not a regular file.
fn what(metadata: &Metadata) -> &'static str {
    match () {
        () if metadata.is_symlink() => "a link",
        () if metadata.is_dir() => "a folder",
        () => "a pipe or a device",
    }
}

/// Returns the folder as a file that can be synced. The handle for looking up names may not support syncing.
pub(super) fn folder_file(folder: &Dir) -> io::Result<File> {
    Ok(folder.open(".")?.into_std())
}
