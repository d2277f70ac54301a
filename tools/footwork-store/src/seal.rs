//! Seals records, so that only those that this user made on this machine, for this library and this purpose, count.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::secret::Secret;

pub(crate) const ID: usize = 8;
pub(crate) const MAC: usize = 32;

/// Whose records of a library count: those of a user, on a machine, in a folder.
#[derive(Debug)]
pub(crate) struct Owner {
    /// The library's root without links, since a copy is another library.
    root: PathBuf,
    secret: OnceLock<Secret>,
}

impl Owner {
    /// The user who runs this program. The secret is read, or made, once it is needed.
    pub(crate) fn of_user(root: &Path) -> Self {
        let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        let secret = OnceLock::new();
        Self { root, secret }
    }

    pub(crate) fn with_secret(root: &Path, secret: Secret) -> Self {
        let owner = Self::of_user(root);
        _ = owner.secret.set(secret);
        owner
    }

    /// The secret.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub(crate) fn secret(&self) -> io::Result<&Secret> {
        if let Some(secret) = self.secret.get() {
            return Ok(secret);
        }
        let secret = Secret::of_user(&self.root)?;
        Ok(self.secret.get_or_init(|| secret))
    }

    /// The seal of records for a purpose.
    pub(crate) fn seal(&self, purpose: &str) -> io::Result<Seal> {
        let mut hasher = blake3::Hasher::new_keyed(self.secret()?.bytes());
        hasher.update(purpose.as_bytes());
        hasher.update(&[0]);
        hasher.update(self.root.as_os_str().as_encoded_bytes());
        Ok(Seal::with_key(hasher.finalize().into()))
    }
}

/// A key for the records of one file.
#[derive(Clone)]
pub(crate) struct Seal {
    key: [u8; MAC],
    id: [u8; ID],
}

/// The key is nobody's business.
impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seal").finish_non_exhaustive()
    }
}

impl Seal {
    fn with_key(key: [u8; MAC]) -> Self {
        // No payload is empty, so this tells nothing about the seal of any.
        let of_nothing = blake3::keyed_hash(&key, b"");
        let mut id = [0; ID];
        id.copy_from_slice(&of_nothing.as_bytes()[..ID]);
        Self { key, id }
    }

    /// What the records begin with that this key seals, by which a torn one is known.
    pub(crate) fn id(&self) -> &[u8; ID] {
        &self.id
    }

    /// The checksum of a payload.
    pub(crate) fn mac(&self, payload: &[u8]) -> [u8; MAC] {
        blake3::keyed_hash(&self.key, payload).into()
    }

    /// The checksum of a payload that is read in pieces.
    pub(crate) fn pieces(&self) -> Pieces {
        Pieces(blake3::Hasher::new_keyed(&self.key))
    }
}

/// Seals a file of `.footwork/` that is read whole, so that only what this user wrote on this machine for this library
/// counts.
#[derive(Clone, Debug)]
pub struct FileSeal(Seal);

impl FileSeal {
    /// The length of a checksum, in bytes.
    pub const BYTES: usize = MAC;

    /// The seal of the user who runs this program for a file of the library at `root`; `None` if the user's secret cannot
    /// be kept, so that nothing that this program writes counts for another.
    pub fn of_user(root: &Path, file: &str) -> Option<Self> {
        let owner = Owner::of_user(root);
        let is_kept = owner.secret().ok()?.passing().is_none();
        is_kept.then(|| owner.seal(file).ok().map(Self)).flatten()
    }

    /// The seal with a given secret instead of the user's.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub fn with_secret(root: &Path, file: &str, secret: Secret) -> io::Result<Self> {
        Owner::with_secret(root, secret).seal(file).map(Self)
    }

    /// The checksum of a content.
    pub fn checksum(&self, content: &[u8]) -> [u8; MAC] {
        self.0.mac(content)
    }

    /// Whether this is the checksum of a content.
    pub fn is_right(&self, checksum: &[u8; MAC], content: &[u8]) -> bool {
        let mut pieces = self.0.pieces();
        pieces.add(content);
        pieces.is(checksum)
    }
}

/// A checksum that is not complete yet.
pub(crate) struct Pieces(blake3::Hasher);

impl Pieces {
    pub(crate) fn add(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    pub(crate) fn is(&self, mac: &[u8; MAC]) -> bool {
        // Compared in constant time.
        self.0.finalize() == blake3::Hash::from_bytes(*mac)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_secret_root_and_purpose_has_a_seal_of_its_own() {
        let seal = |secret: u8, root: &str, purpose: &str| {
            let owner = Owner::with_secret(Path::new(root), Secret::from_bytes([secret; 32]));
            owner.seal(purpose).unwrap()
        };
        let own = seal(1, "/a", "journal");
        assert_eq!(own.mac(b"x"), seal(1, "/a", "journal").mac(b"x"));
        for other in [
            seal(2, "/a", "journal"),
            seal(1, "/b", "journal"),
            seal(1, "/a", "history"),
        ] {
            assert_ne!(own.id(), other.id());
            assert_ne!(own.mac(b"x"), other.mac(b"x"));
        }
        let mut pieces = own.pieces();
        pieces.add(b"some ");
        pieces.add(b"bytes");
        assert!(pieces.is(&own.mac(b"some bytes")));
        assert!(!pieces.is(&own.mac(b"some byte")));
    }
}
