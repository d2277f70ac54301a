//! The files that `tidy` checks: the files that git tracks or does not ignore. Without git, all files in the folder
//! except builds, caches and installed packages.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Folders that a walk without git leaves out: builds, caches and installed packages.
const NOT_OURS: &[&str] = &[
    "target",
    ".git",
    "node_modules",
    "dist",
    ".venv",
    "__pycache__",
    ".footwork",
];

/// The paths relative to the root, with `/` on every platform, and the contents of text files.
pub(crate) struct Tree {
    files: BTreeMap<String, Option<String>>,
}

impl Tree {
    /// Reads the repository at `root`. Files that git lists but that no longer exist are left out.
    pub(crate) fn load(root: &Path) -> io::Result<Self> {
        let paths = match listed_by_git(root) {
            Some(paths) => paths,
            None => walked(root)?,
        };
        let mut files = BTreeMap::new();
        for path in paths {
            match fs::read(root.join(&path)) {
                Ok(bytes) => files.insert(path, text_of(bytes)),
                Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
                // For example, a link to a folder has a path but no text.
                Err(_) => files.insert(path, None),
            };
        }
        Ok(Self { files })
    }

    /// Returns a tree of `files`.
    #[cfg(test)]
    pub(crate) fn from_files(files: &[(&str, &str)]) -> Self {
        let entry = |(path, text): &(&str, &str)| ((*path).to_owned(), Some((*text).to_owned()));
        Self {
            files: files.iter().map(entry).collect(),
        }
    }

    /// Returns the number of files.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns every path.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns every text file with its path.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter_map(|(path, text)| Some((path.as_str(), text.as_deref()?)))
    }

    /// Returns every text file whose extension is one of `extensions`, with its path.
    pub(crate) fn sources(&self, extensions: &[&str]) -> impl Iterator<Item = (&str, &str)> {
        self.texts()
            .filter(move |(path, _)| extension(path).is_some_and(|e| extensions.contains(&e)))
    }

    /// Returns the text of one file.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path)?.as_deref()
    }

    /// Returns every folder that holds a file, at any depth.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &str> {
        self.paths().flat_map(ancestors)
    }
}

/// Returns the part after the last dot of the file name, unless the name starts with that dot.
pub(crate) fn extension(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next()?;
    let (stem, extension) = name.rsplit_once('.')?;
    (!stem.is_empty()).then_some(extension)
}

/// Returns the folders of a path: `a/b` and `a` for `a/b/c.rs`.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

fn text_of(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    String::from_utf8(bytes).ok()
}

/// Returns the tracked files and the new ones that git does not ignore. `None` without git or outside a repository.
fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others"])
        .arg("--exclude-standard")
        .current_dir(root)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    if !output.status.success() {
        return None;
    }
    let paths: Vec<String> = output
        .stdout
        .split(|&byte| byte == 0)
        .filter(|path| !path.is_empty())
        .map(|path| String::from_utf8_lossy(path).into_owned())
        .collect();
    // For an unpacked archive inside another repository that ignores it, git succeeds and lists nothing.
    (!paths.is_empty()).then_some(paths)
}

fn walked(root: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() {
                name.clone()
            } else {
                format!("{folder}/{name}")
            };
            let kind = entry.file_type()?;
            if kind.is_dir() && !NOT_OURS.contains(&name.as_str()) {
                folders.push(path);
            } else if kind.is_file() {
                files.push(path);
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Tree, extension, walked};

    #[test]
    fn a_folder_exists_when_a_file_lies_in_it() {
        let tree = Tree::from_files(&[("crates/x/src/lib.rs", ""), ("README.md", "")]);
        let folders: Vec<_> = tree.folders().collect();
        assert_eq!(folders, ["crates", "crates/x", "crates/x/src"]);
    }

    #[test]
    fn an_extension_follows_a_stem() {
        assert_eq!(extension("a/b.rs"), Some("rs"));
        assert_eq!(extension("a.b/c"), None);
        assert_eq!(extension(".gitignore"), None);
    }

    #[test]
    fn a_walk_leaves_builds_out_and_writes_forward_slashes() {
        let folder = std::env::temp_dir().join(format!("xtask-walk-{}", std::process::id()));
        for path in ["src/deep/a.rs", "target/b.rs", "web/dist/d.js", "c.md"] {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let mut paths = walked(&folder).unwrap();
        paths.sort();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(paths, ["c.md", "src/deep/a.rs"]);
    }
}
