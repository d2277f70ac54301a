//! The secret by which the records of a user on a machine differ from anybody else's.
//!
//! It is made once, of random bytes, and lies in the user's state folder, never in a library:
//!
//! | where | folder |
//! |---|---|
//! | anywhere | `$FOOTWORK_STATE_DIR` if it is set |
//! | Windows | `%LOCALAPPDATA%\footwork` |
//! | macOS | `~/Library/Application Support/footwork` |
//! | elsewhere | `$XDG_STATE_HOME/footwork`, or `~/.local/state/footwork` |
//!
//! Without such a folder, each process has a secret of its own: no other process then carries out what it left, or undoes
//! its edits.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::files::{DiskFiles, Files};
use crate::regular_file::read_bounded;

/// The environment variable that names the folder of the secret.
pub const STATE_FOLDER: &str = "FOOTWORK_STATE_DIR";

const FILE: &str = "secret";
const BYTES: usize = 32;

/// Random bytes that only a user on a machine has, or a process.
#[derive(Clone)]
pub struct Secret {
    bytes: [u8; BYTES],
    /// Why it ends with this process.
    passing: Option<String>,
}

/// The bytes are nobody's business.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secret")
            .field("passing", &self.passing)
            .finish_non_exhaustive()
    }
}

impl Secret {
    /// A secret of these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        let passing = None;
        Self { bytes, passing }
    }

    /// The secret of the user who runs this program, which is made if there is none. It is one of this process alone if
    /// it cannot be kept, or only in the library at `root`.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub(crate) fn of_user(root: &Path) -> io::Result<Self> {
        match state_folder().and_then(|folder| load(&folder, root)) {
            Ok(bytes) => Ok(Self::from_bytes(bytes)),
            Err(error) => Ok(Self {
                bytes: of_process()?,
                passing: Some(error.to_string()),
            }),
        }
    }

    pub(crate) fn bytes(&self) -> &[u8; BYTES] {
        &self.bytes
    }

    /// Why the secret ends with this process; `None` if it is kept.
    pub(crate) fn passing(&self) -> Option<&str> {
        self.passing.as_deref()
    }
}

/// The bytes for this process alone.
fn of_process() -> io::Result<[u8; BYTES]> {
    static ALONE: OnceLock<[u8; BYTES]> = OnceLock::new();
    let bytes = random()?;
    Ok(*ALONE.get_or_init(|| bytes))
}

fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// The folder of what belongs to the user who runs this program and to no library, which is made if it does not exist.
///
/// # Errors
/// If the environment names no such folder, or it cannot be made.
pub fn make_state_folder() -> io::Result<PathBuf> {
    let folder = state_folder()?;
    create_folder(&folder)?;
    Ok(folder)
}

/// The folder where the secret lies.
fn state_folder() -> io::Result<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = named(STATE_FOLDER) {
        return Ok(folder.into());
    }
    let below = |name: &str, rest: &str| {
        let base = named(name).map(|base: OsString| PathBuf::from(base).join(rest));
        base.filter(|folder| folder.is_absolute())
    };
    let folder = match () {
        () if cfg!(windows) => below("LOCALAPPDATA", "footwork"),
        () if cfg!(target_os = "macos") => below("HOME", "Library/Application Support/footwork"),
        () => {
            below("XDG_STATE_HOME", "footwork").or_else(|| below("HOME", ".local/state/footwork"))
        }
    };
    folder
        .ok_or_else(|| io::Error::other(format!("neither HOME nor {STATE_FOLDER} names a folder")))
}

/// The secret in this folder, which is made if there is none.
fn load(folder: &Path, root: &Path) -> io::Result<[u8; BYTES]> {
    let at =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    let path = folder.join(FILE);
    create_folder(folder).map_err(at)?;
    // Nobody who gets a copy of the library may get the secret.
    if fs::canonicalize(folder).map_err(at)?.starts_with(root) {
        return Err(at(io::Error::other("the folder is part of the library")));
    }
    if let Some(bytes) = read(&path)? {
        return Ok(bytes);
    }
    create(folder, &path).map_err(at)?;
    read(&path)?.ok_or_else(|| at(io::ErrorKind::NotFound.into()))
}

fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Reads the secret; `None` if there is none.
fn read(path: &Path) -> io::Result<Option<[u8; BYTES]>> {
    let wrong = |what: &str| {
        let path = path.display();
        io::Error::other(format!(
            "{path} {what}; remove it, so that a new one is made"
        ))
    };
    let Some(bytes) =
        read_bounded(path, BYTES).map_err(|error| wrong(&format!("is no secret: {error}")))?
    else {
        return Ok(None);
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let metadata = fs::metadata(path)?;
        if metadata.uid() != rustix::process::geteuid().as_raw() {
            return Err(wrong("is another user's"));
        }
        if metadata.mode() & 0o077 != 0 {
            return Err(wrong("can be read by others"));
        }
    }
    match bytes.try_into() {
        Ok(bytes) => Ok(Some(bytes)),
        Err(_) => Err(wrong("is no secret: it is too short")),
    }
}

/// Makes a secret, unless another process does so at the same moment.
fn create(folder: &Path, path: &Path) -> io::Result<()> {
    let bytes: [u8; BYTES] = random()?;
    let number = u64::from_le_bytes(random()?);
    let temp = folder.join(format!(".{FILE}-{number:x}.tmp"));
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.write(true).create_new(true).open(&temp)?;
    let written = file.write_all(&bytes).and_then(|()| file.sync_all());
    // A link does not replace another process's secret; some file systems have none.
    let named = written.and_then(|()| match fs::hard_link(&temp, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(_) if !path.exists() => fs::rename(&temp, path),
        _ => Ok(()),
    });
    _ = fs::remove_file(&temp);
    named?;
    DiskFiles.sync_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOWHERE: &str = "/no such library";

    #[test]
    fn a_secret_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("a/b");
        let load = || load(&state, Path::new(NOWHERE)).unwrap();
        let first = std::thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|_| scope.spawn(load)).collect();
            let all: Vec<_> = all.into_iter().map(|one| one.join().unwrap()).collect();
            assert!(all.iter().all(|one| *one == all[0]));
            all[0]
        });
        assert_eq!(load(), first);
        assert_ne!(first, [0; BYTES]);
        assert_eq!(fs::read_dir(&state).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(&state), mode(&state.join(FILE))), (0o700, 0o600));
        }
    }

    #[test]
    fn a_secret_is_never_part_of_the_library() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let state = root.join("state");
        let error = load(&state, &root).unwrap_err().to_string();
        assert!(error.contains("part of the library"), "{error}");
        assert_eq!(fs::read_dir(&state).unwrap().count(), 0);
    }

    #[test]
    fn what_is_no_secret_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for content in [&b""[..], b"short", &[7; BYTES + 1]] {
            fs::write(&path, content).unwrap();
            let error = load(folder.path(), Path::new(NOWHERE))
                .unwrap_err()
                .to_string();
            assert!(error.contains("remove it"), "{error}");
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::write(&path, [7; BYTES]).unwrap();
            for (mode, is_ok) in [(0o644, false), (0o660, false), (0o600, true), (0o400, true)] {
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
                let loaded = load(folder.path(), Path::new(NOWHERE));
                assert_eq!(loaded.is_ok(), is_ok, "{mode:o}");
            }
        }
    }

    #[test]
    fn a_process_has_one_secret_of_its_own() {
        assert_eq!(of_process().unwrap(), of_process().unwrap());
    }
}
