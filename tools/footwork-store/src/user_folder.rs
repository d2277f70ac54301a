//! The two folders of the user who runs this program: one for journals and histories, and one for caches.
//!
//! | | state | cache |
//! |---|---|---|
//! | if set | `$FOOTWORK_STATE_DIR` | `$FOOTWORK_CACHE_DIR` |
//! | Windows | `%LOCALAPPDATA%\footwork` | `%LOCALAPPDATA%\footwork\cache` |
//! | macOS | `~/Library/Application Support/footwork` | `~/Library/Caches/footwork` |
//! | elsewhere | `$XDG_STATE_HOME/footwork`, or `~/.local/state/footwork` | `$XDG_CACHE_HOME/footwork`, or `~/.cache/footwork` |
//!
//! Below `libraries/`, each library has its own folder, named by the hash of the library's path without links. A file
//! in it, `library`, contains that path and the identity of the library's folder: device, inode and time of birth. If a
//! library was moved, `identities/` leads from that identity to its folder.

use std::env;
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use cap_fs_ext::MetadataExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::files::{DiskFiles, Files};
use crate::regular_file::read_bounded;
use crate::replace::replace_durably;

/// The environment variable that names the state folder.
pub const STATE_FOLDER: &str = "FOOTWORK_STATE_DIR";

/// The environment variable that names the cache folder.
pub const CACHE_FOLDER: &str = "FOOTWORK_CACHE_DIR";

/// The maximum size of a note that is read, in bytes.
const MAX_NOTE_BYTES: usize = 16 << 10;

/// One of the folders of the user who runs this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserFolder {
    /// Holds files that cannot be rebuilt: journals and histories.
    State,
    /// Holds files that can be deleted at any time.
    Cache,
}

impl UserFolder {
    /// Returns the folder, which need not exist.
    ///
    /// # Errors
    /// Returns [`Unsupported`](io::ErrorKind::Unsupported) if the environment does not determine a folder.
    pub fn path(self) -> io::Result<PathBuf> {
        let (variable, local, mac, xdg, home) = match self {
            Self::State => (
                STATE_FOLDER,
                "footwork",
                "Library/Application Support/footwork",
                "XDG_STATE_HOME",
                ".local/state/footwork",
            ),
            Self::Cache => (
                CACHE_FOLDER,
                "footwork/cache",
                "Library/Caches/footwork",
                "XDG_CACHE_HOME",
                ".cache/footwork",
            ),
        };
        let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        if let Some(folder) = named(variable) {
            return std::path::absolute(folder);
        }
        let below = |name: &str, rest: &str| {
            let base = named(name).map(|base| PathBuf::from(base).join(rest));
            base.filter(|folder| folder.is_absolute())
        };
        let folder = match () {
            () if cfg!(windows) => below("LOCALAPPDATA", local),
            () if cfg!(target_os = "macos") => below("HOME", mac),
            () => below(xdg, "footwork").or_else(|| below("HOME", home)),
        };
        folder.ok_or_else(|| no_place(format!("neither HOME nor {variable} names a folder")))
    }

    /// Returns the folder, created if needed and accessible to its user only.
    ///
    /// # Errors
    /// If the environment determines no folder, or if the folder cannot be created.
    pub fn make(self) -> io::Result<PathBuf> {
        let folder = self.path()?;
        create(&folder).map_err(|error| self.unusable(&folder, &error))?;
        Ok(folder)
    }

    /// Returns the user's folder for the library at `root`. The returned folder need not exist. Renames the folder of a
    /// moved library to match its new path.
    ///
    /// # Errors
    /// Returns [`Unsupported`](io::ErrorKind::Unsupported) if the environment determines no folder or if the folder
    /// lies inside the library. Errors of other kinds come from the operating system, while it looks for the library or
    /// the user's folder.
    pub fn of_library(self, root: &Path) -> io::Result<LibraryFolder> {
        let base = self.path()?;
        let note = Note::of(root).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", root.display()))
        })?;
        if real(&base).starts_with(&note.root) {
            let error = no_place("the library contains it".to_owned());
            return Err(self.unusable(&base, &error));
        }
        let path = note.find(&base);
        Ok(LibraryFolder {
            path: path.map_err(|error| self.unusable(&base, &error))?,
            user: self,
            base,
            note,
        })
    }

    fn unusable(self, folder: &Path, error: &io::Error) -> io::Error {
        let (name, variable) = match self {
            Self::State => ("state", STATE_FOLDER),
            Self::Cache => ("cache", CACHE_FOLDER),
        };
        let message = format!(
            "the {name} folder {} cannot be used: {error}; set {variable} to a folder of yours outside the library",
            folder.display()
        );
        io::Error::new(error.kind(), message)
    }
}

/// A user's folder for one library.
#[derive(Clone, Debug)]
pub struct LibraryFolder {
    path: PathBuf,
    user: UserFolder,
    base: PathBuf,
    note: Note,
}

impl LibraryFolder {
    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the folder durably unless it exists, and records which library it belongs to.
    ///
    /// # Errors
    /// If the folder cannot be created, or belongs to another user.
    pub fn make(&self) -> io::Result<()> {
        let made = self.make_and_note();
        made.map_err(|error| self.user.unusable(&self.base, &error))
    }

    fn make_and_note(&self) -> io::Result<()> {
        if !self.path.is_dir() {
            create(&self.path)?;
            for folder in self.path.ancestors().skip(1).take(3) {
                DiskFiles.sync_folder(folder)?;
            }
        }
        check_owner(&self.path)?;
        let Note { identity, .. } = &self.note;
        if Note::read(&self.path)?.as_ref() == Some(&self.note) {
            return Ok(());
        }
        let name = self.path.file_name().unwrap_or_default();
        let identities = self.base.join(IDENTITIES);
        create(&identities)?;
        replace_durably(&identities.join(identity), name.as_encoded_bytes())?;
        // Written last: the note shows that both files are complete.
        let note = self.path.join(Note::FILE);
        replace_durably(&note, self.note.to_text().as_bytes())
    }
}

const LIBRARIES: &str = "libraries";
const IDENTITIES: &str = "identities";

/// The library that a user's folder belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note {
    /// The library's root without links.
    root: PathBuf,
    /// Identifies the library's folder, even after it is moved within its file system.
    identity: String,
}

impl Note {
    const FILE: &str = "library";

    fn of(root: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(root)?;
        let metadata = Dir::open_ambient_dir(&root, ambient_authority())?.dir_metadata()?;
        let born = metadata
            .created()
            .ok()
            .map(cap_std::time::SystemTime::into_std);
        let born = born.and_then(|born| born.duration_since(UNIX_EPOCH).ok());
        let born = born.map_or(0, |born| born.as_nanos());
        let identity = format!("{:x}-{:x}-{born:x}", metadata.dev(), metadata.ino());
        Ok(Self { root, identity })
    }

    /// Reads the note in a folder; `None` if there is none.
    fn read(folder: &Path) -> io::Result<Option<Self>> {
        let text = read_text(&folder.join(Self::FILE))?;
        let note = text.as_deref().and_then(|text| text.split_once('\n'));
        Ok(note.map(|(identity, root)| Self {
            root: PathBuf::from(root.trim_end_matches('\n')),
            identity: identity.to_owned(),
        }))
    }

    fn to_text(&self) -> String {
        format!("{}\n{}\n", self.identity, self.root.display())
    }

    /// Returns the folder of this library below `base`: the folder with the library's identity, or else the folder of
    /// its path.
    ///
    /// # Errors
    /// If a note cannot be read. Ignoring the note could lose the journal and history of a moved library.
    fn find(&self, base: &Path) -> io::Result<PathBuf> {
        let libraries = base.join(LIBRARIES);
        let hash = blake3::hash(self.root.as_os_str().as_encoded_bytes());
        let by_path = libraries.join(&hash.to_hex()[..32]);
        let ours = |folder: &Path| -> io::Result<Option<Self>> {
            Ok(Self::read(folder)?.filter(|note| note.identity == self.identity))
        };
        if ours(&by_path)?.is_some() {
            return Ok(by_path);
        }
        let name = read_text(&base.join(IDENTITIES).join(&self.identity))?;
        let is_name = |name: &String| name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let Some(by_identity) = name.filter(is_name).map(|name| libraries.join(name)) else {
            return Ok(by_path);
        };
        Ok(match ours(&by_identity)? {
            None => by_path,
            // Both paths are the same folder, for example through a mount.
            Some(known) if Self::of(&known.root).is_ok_and(|now| now.identity == self.identity) => {
                by_identity
            }
            Some(_) if by_path.exists() || fs::rename(&by_identity, &by_path).is_err() => {
                by_identity
            }
            Some(_) => by_path,
        })
    }
}

/// Reads a note; `None` if there is no note or it is not UTF-8.
fn read_text(path: &Path) -> io::Result<Option<String>> {
    match read_bounded(path, MAX_NOTE_BYTES) {
        // A file has the name of the folder that should hold the note.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(None),
        read => Ok(read?.and_then(|bytes| String::from_utf8(bytes).ok())),
    }
}

/// Returns the error for an environment that determines no usable folder, as opposed to a failure of the operating
/// system.
fn no_place(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, message)
}

/// Returns a folder's path with all links resolved. Its last parts need not exist.
fn real(folder: &Path) -> PathBuf {
    for there in folder.ancestors() {
        if let (Ok(real), Ok(rest)) = (fs::canonicalize(there), folder.strip_prefix(there)) {
            return real.join(rest);
        }
    }
    folder.to_owned()
}

/// Creates a folder and its parents, accessible to this user only.
fn create(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Rejects a folder that another user made, such as the folder of the user who called `sudo`.
#[cfg(unix)]
fn check_owner(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::symlink_metadata(folder)?;
    let is_own = metadata.uid() == rustix::process::geteuid().as_raw();
    if metadata.is_dir() && is_own {
        Ok(())
    } else {
        Err(io::Error::other(format!(
            "{} belongs to another user",
            folder.display()
        )))
    }
}

#[cfg(not(unix))]
fn check_owner(_: &Path) -> io::Result<()> {
    Ok(())
}
