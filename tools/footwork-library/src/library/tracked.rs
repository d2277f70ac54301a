//! Whether git tracks files of `.footwork/`, which belong to one user on one machine.
//!
//! git is not asked: in a stranger's repository it runs programs that the repository's configuration names. Its index is
//! read instead, a list of the tracked paths. What cannot be read as one says nothing.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use footwork_sidecar::{Finding, Severity};
use footwork_store::{FOLDER, open_bounded, read_bounded};

/// The size of the largest index that is read, in bytes: about a million paths.
const MAX_INDEX_BYTES: usize = 128 << 20;

/// The longest path of an index, in bytes.
const MAX_PATH_BYTES: u64 = 1 << 16;

/// The largest `.git` that is a file, in bytes.
const MAX_LINK_BYTES: usize = 4 << 10;

/// Returns a finding if git tracks files of the library's own folder.
pub(super) fn check(root: &Path) -> Option<Finding> {
    let own = root.join(FOLDER);
    fs::symlink_metadata(&own).ok()?;
    let root = fs::canonicalize(root).ok()?;
    let (worktree, git) = root.ancestors().find_map(|folder| {
        let git = folder.join(".git");
        let metadata = fs::metadata(&git).ok()?;
        Some((folder, (git, metadata.is_dir())))
    })?;
    let folder = match git {
        (git, true) => git,
        (link, false) => linked(worktree, &link)?,
    };
    let inside = root.strip_prefix(worktree).ok()?;
    let inside: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
    let prefix = [inside?, vec![FOLDER, ""]].concat().join("/");
    let (count, first) = tracked(&folder.join("index"), &prefix)?;
    let more = match count {
        1 => String::new(),
        _ => format!(" and {} more", count - 1),
    };
    let first = first.strip_prefix(&prefix).unwrap_or(&first).to_owned();
    Some(Finding {
        severity: Severity::Warning,
        file: FOLDER.to_owned(),
        position: None,
        code: "tracked-by-git",
        message: format!(
            "git tracks {first}{more} in it, but it belongs to one user on one machine; `git rm -r --cached {FOLDER}` \
             in its folder makes git forget it, and the files stay"
        ),
    })
}

/// Returns the folder that a file called `.git` names, as in a linked worktree.
fn linked(worktree: &Path, link: &Path) -> Option<PathBuf> {
    let text = String::from_utf8(read_bounded(link, MAX_LINK_BYTES).ok()??).ok()?;
    Some(worktree.join(text.strip_prefix("gitdir:")?.trim()))
}

/// Returns the number of tracked paths below `prefix`, and the first of them; `None` if there is none.
fn tracked(index: &Path, prefix: &str) -> Option<(usize, String)> {
    // The length of the hashes is in the configuration. With the wrong one, the lengths of the paths are wrong.
    let read = |hash_bytes| {
        let file = open_bounded(index, MAX_INDEX_BYTES)?;
        let mut found = (0, String::new());
        each_path(BufReader::new(file), hash_bytes, |path| {
            let is_below = path.get(..prefix.len()).is_some_and(|start| {
                // Some file systems do not distinguish cases.
                start.eq_ignore_ascii_case(prefix.as_bytes())
            });
            if is_below {
                if found.0 == 0 {
                    found.1 = String::from_utf8_lossy(path).into_owned();
                }
                found.0 += 1;
            }
        })?;
        io::Result::Ok(found)
    };
    let found = read(SHA1_BYTES).or_else(|_| read(SHA256_BYTES)).ok()?;
    (found.0 > 0).then_some(found)
}

const SHA1_BYTES: usize = 20;
const SHA256_BYTES: usize = 32;

/// What comes before the hash of an entry, in bytes: times and numbers of the file.
const STAT_BYTES: usize = 40;

/// A bit of the flags: two more bytes of them follow.
const IS_EXTENDED: u16 = 1 << 14;

/// The part of the flags that is the length of the path, or all ones for a longer one.
const LENGTH: u16 = (1 << 12) - 1;

/// Calls `visit` with each path of an index of version 2, 3 or 4, as gitformat-index(5) describes it.
fn each_path(
    mut index: impl BufRead,
    hash_bytes: usize,
    mut visit: impl FnMut(&[u8]),
) -> io::Result<()> {
    let header: [u8; 12] = bytes(&mut index)?;
    let [d, i, r, c, v0, v1, v2, v3, n0, n1, n2, n3] = header;
    let version = u32::from_be_bytes([v0, v1, v2, v3]);
    if [d, i, r, c] != *b"DIRC" || !(2..=4).contains(&version) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut path = Vec::new();
    for _ in 0..u32::from_be_bytes([n0, n1, n2, n3]) {
        bytes::<STAT_BYTES>(&mut index)?;
        let mut hash = [0; SHA256_BYTES];
        index.read_exact(&mut hash[..hash_bytes])?;
        let flags = u16::from_be_bytes(bytes(&mut index)?);
        let is_extended = version > 2 && flags & IS_EXTENDED != 0;
        if is_extended {
            bytes::<2>(&mut index)?;
        }
        match version {
            4 => {
                let dropped = offset(&mut index)?;
                let kept = path.len().checked_sub(dropped);
                path.truncate(kept.ok_or(io::ErrorKind::InvalidData)?);
            }
            _ => path.clear(),
        }
        index
            .by_ref()
            .take(MAX_PATH_BYTES)
            .read_until(0, &mut path)?;
        if path.pop() != Some(0) || path.len() as u64 > MAX_PATH_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let length = flags & LENGTH;
        if length != LENGTH && usize::from(length) != path.len() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if version < 4 {
            let extended = if is_extended { 2 } else { 0 };
            let entry = STAT_BYTES + hash_bytes + 2 + extended + path.len();
            // The path ends with 1 to 8 zeros, of which one is read, at a multiple of eight bytes.
            for _ in 1..8 - entry % 8 {
                bytes::<1>(&mut index)?;
            }
        }
        visit(&path);
    }
    Ok(())
}

/// Reads the next bytes.
fn bytes<const N: usize>(index: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    index.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Reads a number as git writes the offsets of packs: seven bits a byte, the highest first, each but the last plus one.
fn offset(index: &mut impl Read) -> io::Result<usize> {
    let mut number = 0_usize;
    for _ in 0..4 {
        let [byte] = bytes(index)?;
        number = number << 7 | usize::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Ok(number);
        }
        number += 1;
    }
    Err(io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Runs git in a folder; whether it could.
    fn git(folder: &Path, arguments: &[&str]) -> bool {
        let done = Command::new("git")
            .args(["-c", "core.autocrlf=false"])
            .args(arguments)
            .current_dir(folder)
            .output();
        done.is_ok_and(|done| done.status.success())
    }

    fn write(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "x").unwrap();
    }

    /// A repository with a library in a folder, as `git init` makes it with these arguments.
    fn repository(init: &[&str]) -> Option<tempfile::TempDir> {
        let folder = tempfile::tempdir().unwrap();
        if !git(folder.path(), &[&["init", "--quiet"], init].concat()) {
            return None;
        }
        let long = "n".repeat(200);
        for file in [
            ".aaa",
            "clips/.footworks/a",
            "clips/a.bvh",
            "clips/.zzz",
            &long,
        ] {
            write(&folder.path().join(file));
        }
        assert!(git(folder.path(), &["add", "--all", "--force"]));
        write(&folder.path().join("clips/.footwork/journal"));
        write(&folder.path().join("clips/.footwork/poses/a.pose"));
        Some(folder)
    }

    #[track_caller]
    fn check_said(folder: &Path, expected: Option<&str>) {
        let found = check(&folder.join("clips"));
        match (&found, expected) {
            (None, None) => {}
            (Some(found), Some(expected)) => {
                assert!(found.message.contains(expected), "{found:?}");
            }
            _ => panic!("{found:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn files_that_git_tracks_are_found_in_every_form_of_the_index() {
        for (init, version) in [
            (&[][..], "2"),
            (&[], "3"),
            (&[], "4"),
            (&["--object-format=sha256"], "2"),
            (&["--object-format=sha256"], "4"),
        ] {
            let Some(folder) = repository(init) else {
                continue;
            };
            let path = folder.path();
            assert!(git(path, &["update-index", "--index-version", version]));
            check_said(path, None);
            // An entry with extended flags makes it version 3.
            assert!(git(
                path,
                &[
                    "add",
                    "--intent-to-add",
                    "--force",
                    "clips/.footwork/journal"
                ]
            ));
            check_said(path, Some("git tracks journal in it"));
            assert!(git(path, &["add", "--all", "--force"]));
            check_said(path, Some("git tracks journal and 1 more"));
            assert!(git(
                path,
                &["rm", "-r", "--cached", "--quiet", "clips/.footwork"]
            ));
            check_said(path, None);
        }
    }

    #[test]
    fn a_linked_worktree_has_an_index_of_its_own() {
        let Some(folder) = repository(&[]) else {
            return;
        };
        let author = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let commit = ["commit", "--quiet", "--message", "a"];
        assert!(git(folder.path(), &[&author[..], &commit].concat()));
        let other = folder.path().join("other");
        let added = git(folder.path(), &["worktree", "add", "--quiet", "other"]);
        assert!(added && other.join(".git").is_file());
        write(&other.join("clips/.footwork/history"));
        check_said(&other, None);
        assert!(git(&other, &["add", "--all", "--force"]));
        check_said(&other, Some("git tracks history in it"));
    }

    #[test]
    fn what_is_no_index_says_nothing() {
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join("clips/.footwork/journal"));
        check_said(folder.path(), None);
        let index = folder.path().join(".git/index");
        write(&index);
        for bytes in [
            &b""[..],
            b"DIRC",
            b"DIRC\0\0\0\x02\xff\xff\xff\xff",
            &[0xff; 300],
        ] {
            fs::write(&index, bytes).unwrap();
            check_said(folder.path(), None);
        }
    }
}
