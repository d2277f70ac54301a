//! Access to the files below a library's root; no link can lead out of it.
//!
//! A library may be untrusted and contain any links. So each call opens the folder of the file one component at a time
//! from the root, and follows no link on the way. After opening a file, it checks the opened file. A sidecar or
//! `footwork.toml` may be a link or lie behind a link, if the target is a file below the same root. The link is then
//! resolved first, and the call uses the target's path, which contains no link.
//!
//! The root itself is the user's choice and may be reached through links. Each call opens it again and so notices if
//! the root was moved or replaced.

mod place;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata, OpenOptions};

use crate::files::{Files, found, sync_at_once};
use crate::patience::{patiently, tolerating};
use crate::regular_file::InTheWay;

use place::{Place, folder_file, is_same};

/// The size of the largest file that is read whole, in bytes; edited files are far smaller.
const MAX_EDITED_BYTES: usize = 64 << 20;

/// The file system of this machine below a root. Paths begin with the root.
///
/// Names become durable as with [`DiskFiles`](crate::DiskFiles).
#[derive(Clone, Debug)]
pub struct RootedFiles {
    root: PathBuf,
}

impl RootedFiles {
    /// Returns the files below `root`.
    pub fn new(root: &Path) -> Self {
        let root = root.to_owned();
        Self { root }
    }

    /// Returns the content of a file; `None` if there is no file.
    ///
    /// # Errors
    /// If it is not a regular file, has more than `max_bytes` bytes, or cannot be read.
    pub fn read_bounded(&self, path: &Path, max_bytes: usize) -> io::Result<Option<Vec<u8>>> {
        let Some(file) = self.opened(path)? else {
            return Ok(None);
        };
        let size = file.metadata()?.len();
        if size > max_bytes as u64 {
            return Err(io::Error::other(format!(
                "it has {size} bytes, which is more than the limit of {max_bytes}"
            )));
        }
        // The file may have grown since its size was read.
        let mut bytes = Vec::new();
        file.take(max_bytes as u64).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Opens a file for reading; `None` if there is none.
    fn opened(&self, path: &Path) -> io::Result<Option<File>> {
        match found(self.end(path))? {
            Some(place) => found(place.open(OpenOptions::new().read(true))),
            None => Ok(None),
        }
    }

    /// Opens a lock file for reading and writing, and creates it if it does not exist.
    pub(crate) fn open_lock(&self, path: &Path) -> io::Result<File> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true);
        self.place(path)?.open(options)
    }

    /// Returns whether an open file is still the file at its path.
    pub(crate) fn is_at(&self, path: &Path, file: &File) -> io::Result<bool> {
        let there = self.place(path)?.metadata()?;
        let file = Metadata::from_file(file)?;
        Ok(there.is_some_and(|there| is_same(&there, &file)))
    }

    /// Returns the path of a file relative to the root; an error if the file is not below the root.
    fn inside<'a>(&self, path: &'a Path) -> io::Result<&'a Path> {
        let inside = path.strip_prefix(&self.root).ok().filter(|inside| {
            let is_name = |part| matches!(part, Component::Normal(_));
            inside.components().all(is_name)
        });
        inside.ok_or_else(|| {
            let message = format!("{} is not a path inside the library", path.display());
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })
    }

    /// Returns the location of a file, as a path from the root without links. The file need not exist; a link to
    /// nowhere counts as the file itself.
    ///
    /// # Errors
    /// If a link leads out of the root, or to a hidden file or folder.
    fn real(&self, inside: &Path) -> io::Result<PathBuf> {
        let is_link = |part: &&Path| self.root.join(part).is_symlink();
        let mut parts: Vec<&Path> = inside.ancestors().collect();
        parts.reverse();
        let parts = parts
            .into_iter()
            .filter(|part| !part.as_os_str().is_empty());
        let Some(link) = parts.clone().find(is_link) else {
            return Ok(inside.to_owned());
        };
        let path = self.root.join(inside);
        let end = match found(fs::canonicalize(&path))? {
            Some(end) => end,
            None => {
                let folder = fs::canonicalize(path.parent().unwrap_or(&self.root))?;
                folder.join(path.file_name().unwrap_or_default())
            }
        };
        let root = fs::canonicalize(&self.root)?;
        let is_hidden = |part: &OsStr| part.as_encoded_bytes().starts_with(b".");
        match end.strip_prefix(&root) {
            Ok(real) if !real.iter().any(is_hidden) => Ok(real.to_owned()),
            Ok(real) => Err(io::Error::other(format!(
                "{} is a link that leads to {}, which is hidden and never edited",
                link.display(),
                real.display()
            ))),
            Err(_) => Err(io::Error::other(format!(
                "{} is a link that leads out of the library, to {}; nothing is written there",
                link.display(),
                end.display()
            ))),
        }
    }

    /// Opens a folder, given by its path from the root, without following links.
    fn folder(&self, inside: &Path) -> io::Result<Dir> {
        let root = if self.root.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &self.root
        };
        let mut folder = Dir::open_ambient_dir(root, ambient_authority())?;
        let mut path = self.root.clone();
        for name in inside {
            path.push(name);
            folder = folder.open_dir_nofollow(name).map_err(|error| {
                let what = match folder.symlink_metadata(name) {
                    Ok(metadata) if metadata.is_symlink() => "a link",
                    Ok(metadata) if !metadata.is_dir() => "a file",
                    _ => return error,
                };
                InTheWay::of_folder(&path, what)
            })?;
        }
        Ok(folder)
    }

    /// Returns the place of a file. Links in the path of its folder are followed; the file itself may be a link.
    fn place(&self, path: &Path) -> io::Result<Place> {
        let inside = self.inside(path)?;
        let folder = self.real(inside.parent().unwrap_or(Path::new("")))?;
        Ok(Place {
            folder: self.folder(&folder)?,
            name: inside.file_name().unwrap_or_default().to_owned(),
            path: path.to_owned(),
        })
    }

    /// Returns the place of a file after following all links, including the file itself.
    fn end(&self, path: &Path) -> io::Result<Place> {
        let real = self.real(self.inside(path)?)?;
        self.place(&self.root.join(real))
    }
}

impl Files for RootedFiles {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        self.read_bounded(path, MAX_EDITED_BYTES)
    }

    fn target(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(self.root.join(self.real(self.inside(path)?)?))
    }

    fn check_writable(&self, path: &Path) -> io::Result<()> {
        let Some(place) = found(self.end(path))? else {
            return Ok(());
        };
        match place.metadata()? {
            Some(metadata) if metadata.permissions().readonly() => {
                let message = "the file is read-only";
                Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
            }
            // Another program may have the file open exclusively; opening it here finds out before anything is written.
            Some(_) if cfg!(windows) => place.open(OpenOptions::new().read(true)).map(drop),
            _ => Ok(()),
        }
    }

    fn create(&self, path: &Path, content: &[u8], like: &Path) -> io::Result<()> {
        let Place { folder, name, .. } = self.place(path)?;
        // `create_new` does not write through a link, even one that has just been put there.
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let mut file = match folder.open_with(&name, &options) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                folder.remove_file(&name)?;
                folder.open_with(&name, &options)?
            }
            opened => opened?,
        };
        if let Some(metadata) = self.place(like)?.metadata()? {
            file.set_permissions(metadata.permissions())?;
        }
        file.write_all(content)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let (from, new) = (self.place(from)?, self.place(to)?);
        patiently(|| from.folder.rename(&from.name, &new.folder, &new.name))?;
        // Windows cannot sync a folder; syncing the file also makes its new name durable.
        if cfg!(windows) { self.sync(to) } else { Ok(()) }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let Place { folder, name, .. } = self.place(path)?;
        patiently(|| folder.remove_file(&name))
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        self.place(path)?
            .open(OpenOptions::new().write(true))?
            .sync_all()
    }

    fn sync_all(
        &self,
        paths: &[PathBuf],
        synced: &(dyn Fn() + Sync),
    ) -> Result<(), (usize, io::Error)> {
        sync_at_once(self, paths, synced)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        if !cfg!(unix) {
            return Ok(());
        }
        let folder = self.folder(&self.real(self.inside(path)?)?)?;
        tolerating(folder_file(&folder)?.sync_all())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The handle by which names are looked up cannot be synced, and [`tolerating`] would hide that.
    #[test]
    fn a_folder_is_synced_by_a_handle_that_can_be() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        let files = RootedFiles::new(folder.path());
        for inside in ["", "a"] {
            let folder = files.folder(Path::new(inside)).unwrap();
            folder_file(&folder).unwrap().sync_all().unwrap();
        }
    }
}
