//! A file that redirects a browser to the page.
//!
//! Every user of the machine can read the arguments of a process, and the page's address contains the token. The
//! browser is therefore started with the path of a file that only its owner can read.
//!
//! The server holds a lock on its file, and the system releases the lock however the process ends. At its start, a
//! server removes the unlocked files, which killed servers have left. No file is reused: each start creates one with a
//! random name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use footwork_store::open_bounded;

use crate::token::Token;

const SUFFIX: &str = ".html";

/// The maximum size of a doorway file, in bytes. A larger file was not made by a server.
const MAX_BYTES: usize = 4 << 10;

/// The age at which an unlocked file counts as left behind. A server locks its file right after creating it.
const LOCKED_BY: Duration = Duration::from_secs(10);

/// The texts of a program's doorway files.
#[derive(Clone, Copy, Debug)]
pub struct Leads {
    /// The prefix of the file names, such as `footwork-studio-`. A server removes only files with its own prefix.
    pub prefix: &'static str,
    /// The text of the link in the file, such as `To the studio`.
    pub link: &'static str,
}

/// A file that redirects to the page until this is dropped.
#[derive(Debug)]
pub struct Doorway {
    path: PathBuf,
    prefix: &'static str,
    /// The file, locked until this is dropped.
    file: File,
}

impl Doorway {
    /// Creates a file that redirects to this address, in the folder for temporary files. Removes the files of killed
    /// servers.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn to(url: &str, leads: Leads) -> io::Result<Self> {
        let Leads { prefix, link } = leads;
        // The name is random, so that other users cannot create the file in advance.
        let name = Token::random().map_err(io::Error::other)?;
        let folder = std::env::temp_dir();
        let path = folder.join(format!("{prefix}{}{SUFFIX}", name.as_str()));
        // `&` is the only character of the address that has a meaning in HTML.
        let url = url.replace('&', "&amp;");
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path)?;
        let mut doorway = Self { path, prefix, file };
        write!(
            doorway.file,
            "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Footwork</title>\n\
             <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n\
             <p><a href=\"{url}\">{link}</a></p>\n"
        )?;
        // The lock is shared, because under an exclusive lock a browser could not read the file on Windows. If files
        // cannot be locked, the next server removes this file; the user can still open the printed address.
        _ = doorway.file.lock_shared();
        doorway.sweep(&folder);
        Ok(doorway)
    }

    /// Opens a browser at this address of the page. `None` if there is no display or no browser starts; the user can
    /// then open the printed address.
    pub fn open(url: &str, leads: Leads) -> Option<Self> {
        let doorway = has_display().then(|| Self::to(url, leads).ok()).flatten()?;
        _ = open::that_detached(doorway.path());
        Some(doorway)
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the files of this user's killed servers.
    fn sweep(&self, folder: &Path) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if self.is_doorway(&path) && self.is_of_same_owner(&path) && is_left(&path) {
                // If a file cannot be removed now, the next start tries again.
                _ = fs::remove_file(path);
            }
        }
    }

    /// Returns whether a path has the name of a doorway file of this program.
    fn is_doorway(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        let token = name.and_then(|name| name.strip_prefix(self.prefix)?.strip_suffix(SUFFIX));
        token.is_some_and(|token| token.len() == 32 && token.bytes().all(|b| b.is_ascii_hexdigit()))
    }

    /// Returns whether a path is a file, not a link, and belongs to the current user.
    fn is_of_same_owner(&self, path: &Path) -> bool {
        let (Ok(own), Ok(other)) = (fs::symlink_metadata(&self.path), fs::symlink_metadata(path))
        else {
            return false;
        };
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            other.is_file() && other.uid() == own.uid()
        }
        #[cfg(not(unix))]
        {
            // Here the folder for temporary files belongs to the user, so its files do too.
            other.is_file() && own.is_file()
        }
    }
}

/// Returns whether there is a display on which a browser can open.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Returns whether a file was left behind: no server holds its lock.
fn is_left(path: &Path) -> bool {
    let Ok(file) = open_bounded(path, MAX_BYTES) else {
        return false;
    };
    let modified = file.metadata().and_then(|metadata| metadata.modified());
    let age = modified.ok().and_then(|at| at.elapsed().ok());
    age.is_some_and(|age| age > LOCKED_BY) && file.try_lock().is_ok()
}

impl Drop for Doorway {
    fn drop(&mut self) {
        // After the server has stopped, the file leads nowhere.
        _ = fs::remove_file(&self.path);
    }
}
