//! The names of derived files: unique, and free on the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{DeriveError, DerivedClip};

/// The names of derived clips, sidecars and their folders, keyed in lower case.
#[derive(Default)]
pub(super) struct Names(BTreeMap<String, Taken>);

struct Taken {
    name: String,
    /// The range whose file has the name; `None` for a folder.
    by: Option<String>,
}

impl Names {
    pub(super) fn take(&mut self, planned: &DerivedClip, clip: &str) -> Result<(), DeriveError> {
        let file = planned.file.as_str();
        for (slash, _) in file.match_indices('/') {
            self.take_one(&file[..slash], None)?;
        }
        let by = format!("{clip} {}", planned.range);
        self.take_one(file, Some(&by))?;
        self.take_one(&planned.sidecar(), Some(&by))
    }

    fn take_one(&mut self, name: &str, by: Option<&str>) -> Result<(), DeriveError> {
        let key = name.to_lowercase();
        let Some(taken) = self.0.get(&key) else {
            let taken = Taken {
                name: name.to_owned(),
                by: by.map(str::to_owned),
            };
            self.0.insert(key, taken);
            return Ok(());
        };
        let file = name.to_owned();
        match (&taken.by, by) {
            _ if taken.name != name => Err(DeriveError::CaseTwin {
                file,
                other: taken.name.clone(),
            }),
            (None, None) => Ok(()),
            (Some(first), Some(by)) => Err(DeriveError::SameName {
                file,
                ranges: [first.clone(), by.to_owned()],
            }),
            _ => Err(DeriveError::FileAndFolder { file }),
        }
    }
}

/// The existing files in the folder of the derived clips.
pub(super) struct Disk<'a> {
    folder: &'a Path,
    /// The names in each folder, keyed in lower case.
    listed: BTreeMap<PathBuf, BTreeMap<String, String>>,
}

impl<'a> Disk<'a> {
    pub(super) fn new(folder: &'a Path) -> Self {
        Self {
            folder,
            listed: BTreeMap::new(),
        }
    }

    /// Returns whether the file or its sidecar exists. An error if one of them exists and `force` is not set, or if the
    /// file is one of the sources.
    pub(super) fn check(
        &mut self,
        planned: &DerivedClip,
        force: bool,
        sources: &BTreeSet<PathBuf>,
    ) -> Result<bool, DeriveError> {
        let replaces = self.is_there(&planned.file)?;
        let replaces = self.is_there(&planned.sidecar())? || replaces;
        let file = planned.file.clone();
        let path = fs::canonicalize(self.folder.join(&file));
        if path.is_ok_and(|path| sources.contains(&path)) {
            return Err(DeriveError::IsSource { file });
        }
        if replaces && !force {
            Err(DeriveError::Exists { file })
        } else {
            Ok(replaces)
        }
    }

    fn is_there(&mut self, file: &str) -> Result<bool, DeriveError> {
        let mut path = self.folder.to_owned();
        let mut parts = file.split('/').peekable();
        while let Some(part) = parts.next() {
            let Some(there) = self.names(&path)?.get(&part.to_lowercase()).cloned() else {
                return Ok(false);
            };
            path.push(part);
            let file = file.to_owned();
            if there != part {
                let other = path.with_file_name(there).display().to_string();
                return Err(DeriveError::CaseTwin { file, other });
            }
            if path.is_dir() != parts.peek().is_some() {
                return Err(DeriveError::FileAndFolder { file });
            }
        }
        Ok(true)
    }

    /// Returns the names in a folder; empty if the folder does not exist.
    fn names(&mut self, folder: &Path) -> Result<&BTreeMap<String, String>, DeriveError> {
        if !self.listed.contains_key(folder) {
            let names = names_in(folder).map_err(|error| DeriveError::Io {
                path: folder.to_owned(),
                error,
            })?;
            self.listed.insert(folder.to_owned(), names);
        }
        Ok(&self.listed[folder])
    }
}

fn names_in(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        entries => entries?,
    };
    let name = |entry: io::Result<fs::DirEntry>| {
        let name = entry?.file_name().to_string_lossy().into_owned();
        Ok((name.to_lowercase(), name))
    };
    entries.map(name).collect()
}
