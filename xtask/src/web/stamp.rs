//! A stamp shows whether an output was built from the current files: a hash of their names and contents, kept with the output.
//!
//! File times cannot show that: a checkout gives new times to unchanged files, and changed files may have old times
//! after a switch of branches.

use std::fs;
use std::io;
use std::path::Path;

/// The file name of a stamp in a built page.
pub(crate) const NAME: &str = ".built-from";

/// Returns the hash of files and folders as text. Inside folders, unit tests (`.test.` in the name) do not count.
/// Missing files add nothing.
pub(crate) fn hash(folder: &Path, names: &[impl AsRef<str>]) -> io::Result<String> {
    let mut hash = Fnv::default();
    for name in names.iter().map(AsRef::as_ref) {
        add(&mut hash, &folder.join(name), name)?;
    }
    Ok(format!("{:016x}", hash.0))
}

/// Returns whether the stamp file has this text.
pub(crate) fn is_fresh(stamp: &Path, wanted: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|kept| kept.trim_end() == wanted)
}

pub(crate) fn write(stamp: &Path, text: &str) -> io::Result<()> {
    fs::write(stamp, format!("{text}\n"))
}

/// Adds a file, or everything in a folder but unit tests. `name` has `/` on every platform.
fn add(hash: &mut Fnv, path: &Path, name: &str) -> io::Result<()> {
    if path.is_dir() {
        let mut names = fs::read_dir(path)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect::<io::Result<Vec<_>>>()?;
        names.sort_unstable();
        for inside in names.iter().filter(|inside| !inside.contains(".test.")) {
            add(hash, &path.join(inside), &format!("{name}/{inside}"))?;
        }
        return Ok(());
    }
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    // The length separates the end of one file from the beginning of the next.
    hash.add(format!("{name}\n{}\n", text.len()).as_bytes());
    hash.add(&text);
    Ok(())
}

/// FNV-1a, 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::process;

    use super::{hash, is_fresh, write};

    #[test]
    fn the_stamp_follows_names_and_contents_only() {
        let folder = env::temp_dir().join(format!("xtask-stamp-{}", process::id()));
        fs::create_dir_all(folder.join("src/deep")).unwrap();
        let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        put("a.json", "{}");
        put("src/deep/b.ts", "b");
        let now = || hash(&folder, &["a.json", "src", "gone.ts"]).unwrap();
        let first = now();

        let stamp = folder.join("stamp");
        assert!(!is_fresh(&stamp, &first));
        write(&stamp, &first).unwrap();
        assert!(is_fresh(&stamp, &first));

        // Rewriting the same text, unit tests and files outside the list change nothing.
        put("src/deep/b.ts", "b");
        put("src/deep/b.test.ts", "test");
        put("other.json", "{}");
        assert_eq!(now(), first);

        put("src/deep/b.ts", "c");
        assert!(!is_fresh(&stamp, &now()));
        put("src/deep/b.ts", "b");
        assert_eq!(now(), first);
        fs::rename(folder.join("src/deep/b.ts"), folder.join("src/b.ts")).unwrap();
        assert_ne!(now(), first);
        fs::rename(folder.join("src/b.ts"), folder.join("src/deep/b.ts")).unwrap();
        put("gone.ts", "");
        assert_ne!(now(), first);
        fs::remove_dir_all(&folder).unwrap();
    }
}
