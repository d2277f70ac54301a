//! A name in an open folder: what is opened there is a regular file of the same user, and no link.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::PathBuf;

use cap_fs_ext::{FollowSymlinks, MetadataExt, OpenOptionsFollowExt};
use cap_std::fs::{Dir, Metadata, OpenOptions};

use crate::files::found;
use crate::patience::{patiently, tolerating};
use crate::regular_file::InTheWay;

/// A name in an open folder.
pub(super) struct Place {
    pub(super) folder: Dir,
    pub(super) name: OsString,
    /// For messages.
    pub(super) path: PathBuf,
    /// Whether the library keeps it for itself.
    pub(super) is_own: bool,
    /// Whether it may be another user's all the same.
    #[cfg_attr(not(unix), allow(dead_code, reason = "files there have no such owner"))]
    pub(super) is_shared: bool,
}

/// A file in `.footwork/` is somebody else's.
#[derive(Debug)]
struct NotOurs {
    path: PathBuf,
    why: &'static str,
}

impl fmt::Display for NotOurs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path.display(), self.why)
    }
}

impl std::error::Error for NotOurs {}

/// Whether an error says that a file in `.footwork/` is somebody else's.
pub(crate) fn is_not_ours(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| error.is::<NotOurs>())
}

impl Place {
    /// The metadata of a regular file, which is not opened; `None` if nothing is there.
    ///
    /// # Errors
    /// If it is not a regular file.
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
        // Somebody may put a pipe there meanwhile, and opening one waits for its other end.
        #[cfg(unix)]
        cap_fs_ext::OpenOptionsSyncExt::nonblock(options, true);
        let file = patiently(|| self.folder.open_with(&self.name, options))?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(InTheWay::of_file(&self.path, what(&metadata)));
        }
        self.check_owner(&metadata)?;
        Ok(file.into_std())
    }

    /// Replaces it by a copy of itself, durably, so that what is written to it is written nowhere else.
    pub(super) fn replace_by_copy(&self) -> io::Result<()> {
        let mut file = self.open(OpenOptions::new().read(true))?;
        let mut name = self.name.clone();
        name.push(".copy");
        // What a killed program left of one.
        found(self.folder.remove_file(&name))?;
        let mut options = OpenOptions::new();
        let mut copy = self
            .folder
            .open_with(&name, options.write(true).create_new(true))?;
        copy.set_permissions(Metadata::from_file(&file)?.permissions())?;
        io::copy(&mut file, &mut copy)?;
        copy.sync_all()?;
        // Windows before 2016 and wine do not replace an open file.
        drop((file, copy));
        patiently(|| self.folder.rename(&name, &self.folder, &self.name))?;
        match cfg!(unix) {
            true => tolerating(folder_file(&self.folder)?.sync_all()),
            false => Ok(()),
        }
    }

    /// Rejects a file of the library's own that another user put there. A file system that gives all files to one user,
    /// as some shares do, gives it the folder too.
    #[cfg(unix)]
    fn check_owner(&self, metadata: &Metadata) -> io::Result<()> {
        use cap_std::fs::MetadataExt as _;

        let of = |why| {
            let path = self.path.clone();
            Err(io::Error::other(NotOurs { path, why }))
        };
        let is_mine = |user: u32| user == rustix::process::geteuid().as_raw();
        match self.is_own {
            true if self.is_shared || is_mine(metadata.uid()) => Ok(()),
            true if self.folder.dir_metadata()?.uid() == metadata.uid() => Ok(()),
            true => of("belongs to another user"),
            false => Ok(()),
        }
    }

    #[cfg(not(unix))]
    #[allow(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "files there have no such owner"
    )]
    fn check_owner(&self, _: &Metadata) -> io::Result<()> {
        Ok(())
    }
}

/// How many names a file has.
pub(super) fn links(metadata: &Metadata) -> u64 {
    metadata.nlink()
}

/// Whether both are of one file.
pub(super) fn is_same(a: &Metadata, b: &Metadata) -> bool {
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// What is not a regular file.
fn what(metadata: &Metadata) -> &'static str {
    match () {
        () if metadata.is_symlink() => "a link",
        () if metadata.is_dir() => "a folder",
        () => "a pipe or a device",
    }
}

/// The folder as a file that can be synced, which the handle by which names are looked up need not be.
pub(super) fn folder_file(folder: &Dir) -> io::Result<File> {
    Ok(folder.open(".")?.into_std())
}
