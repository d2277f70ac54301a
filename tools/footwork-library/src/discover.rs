//! Finds the files in a folder that may be clips or sidecars, and names them.

mod links;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use footwork_clip::ClipFormat;
use footwork_sidecar::{Finding, SETTINGS_FILE, SIDECAR_SUFFIX, Settings, Severity};
use footwork_store::is_temp_file;
use walkdir::WalkDir;

use crate::clip_name::may_belong;

pub use links::FollowLinks;
use links::Links;

/// A file that may be a clip or a sidecar, judging by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The path from the root, separated by `/`.
    pub name: String,
    /// The path on disk.
    pub path: PathBuf,
}

/// The files found in a folder.
#[derive(Clone, Debug, Default)]
pub struct Discovered {
    /// Every file that may be a clip, in byte order of the names.
    pub candidates: Vec<Candidate>,
    /// Every file that may be a sidecar, in byte order of the names.
    pub sidecars: Vec<Candidate>,
    /// Whether the folder itself lists a `footwork.toml`.
    pub has_settings: bool,
    /// The folders that are separate libraries, in byte order of the names, except those that the settings exclude.
    pub libraries: Vec<String>,
    /// Temporary files of interrupted or running writes.
    pub temporary: Vec<PathBuf>,
    /// The number of files of each kind that may hold motion but that no reader supports, by extension.
    pub unread: BTreeMap<&'static str, usize>,
    /// Files and folders that cannot be read or named.
    pub findings: Vec<Finding>,
}

/// Finds everything below `root`.
///
/// Hidden files and folders are skipped. So are folders below `root` with a `footwork.toml`, which are separate
/// libraries. Links are followed within the limits of `follow`, up to three on the path to a folder, but never to a
/// parent folder. Folders beyond these limits, names that are not UTF-8 and unreadable folders are reported and left
/// out.
pub fn discover(root: &Path, settings: &Settings, follow: FollowLinks) -> Discovered {
    search(root, settings, Links::new(root, follow))
}

fn search(root: &Path, settings: &Settings, links: Links) -> Discovered {
    let shown = |entry: &walkdir::DirEntry| {
        is_temp_file(entry.path()) || !is_hidden_below(entry.depth(), entry.path())
    };
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
    let mut walk = walk.into_iter().filter_entry(shown);
    let mut search = Search {
        root,
        settings,
        links,
        folders: Vec::new(),
        has_settings: false,
        candidates: BTreeMap::new(),
        sidecars: BTreeMap::new(),
        libraries: BTreeSet::new(),
        temporary: Vec::new(),
        unread: BTreeMap::new(),
        findings: Vec::new(),
    };
    while let Some(entry) = walk.next() {
        match entry {
            Err(error) => search.failed(&error),
            Ok(entry) if entry.file_type().is_dir() => {
                if !search.enters(entry) {
                    walk.skip_current_dir();
                }
            }
            Ok(entry) => {
                if !search.takes(entry) {
                    walk.skip_current_dir();
                }
            }
        }
    }
    search.done()
}

/// A search through a folder.
struct Search<'a> {
    root: &'a Path,
    settings: &'a Settings,
    links: Links,
    /// The folders on the path to the current one. Needed because an error while listing a folder does not name it.
    folders: Vec<PathBuf>,
    has_settings: bool,
    candidates: BTreeMap<String, PathBuf>,
    sidecars: BTreeMap<String, PathBuf>,
    libraries: BTreeSet<String>,
    temporary: Vec<PathBuf>,
    unread: BTreeMap<&'static str, usize>,
    findings: Vec<Finding>,
}

impl Search<'_> {
    /// Reports a file or folder that cannot be read.
    fn failed(&mut self, error: &walkdir::Error) {
        let above = error.depth().checked_sub(1);
        let path = match error.path() {
            // Some editors mark an open file with a hidden, dangling link.
            Some(path) if is_hidden_below(error.depth(), path) => return,
            Some(path) => path.to_owned(),
            None => {
                let folder = above.and_then(|at| self.folders.get(at));
                let folder = folder.map_or(self.root, PathBuf::as_path);
                self.closed_link(folder)
                    .unwrap_or_else(|| folder.to_owned())
            }
        };
        let path = path.as_path();
        if error.loop_ancestor().is_some() {
            // The target of a link that leads back to a parent folder is already listed.
            if !self.links.are_above(above) {
                self.links.note_above(self.root, path);
            }
            return;
        }
        let file = if path == self.root {
            ".".to_owned()
        } else {
            self.name(path)
        };
        let message = match error.io_error() {
            Some(io) => format!("cannot be read: {io}"),
            None => "cannot be read".to_owned(),
        };
        self.findings.push(fault(file, "unreadable", message));
    }

    /// Returns the first link in a folder that leads to a folder that cannot be opened and that has not been reported
    /// yet. The error about such a link does not name the link.
    fn closed_link(&self, folder: &Path) -> Option<PathBuf> {
        let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
        let links = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
        let mut links: Vec<PathBuf> = links.map(|link| link.path()).collect();
        links.sort();
        links.into_iter().find(|link| {
            let name = self.name(link);
            let is_reported = self.findings.iter().any(|finding| finding.file == name);
            !is_reported && link.is_dir() && fs::read_dir(link).is_err()
        })
    }

    /// Returns whether the search enters a folder.
    fn enters(&mut self, folder: walkdir::DirEntry) -> bool {
        self.folders.truncate(folder.depth());
        if !self.links.may_enter(self.root, &folder) {
            return false;
        }
        let in_the_way = folder_in_place_of_clip(self.root, folder.path(), self.settings);
        self.findings.extend(in_the_way);
        if folder.depth() > 0 && self.is_of_its_own(folder.path()) {
            return false;
        }
        self.folders.push(folder.into_path());
        true
    }

    /// Returns whether a folder is a separate library, or may be one.
    fn is_of_its_own(&mut self, folder: &Path) -> bool {
        let name = self.name(folder);
        match has_settings(folder) {
            Ok(false) => return false,
            Ok(true) => {
                if !self.settings.excludes(&format!("{name}/{SETTINGS_FILE}")) {
                    self.libraries.insert(name);
                }
            }
            Err(error) => {
                let message = format!("cannot be read: {error}");
                self.findings.push(fault(name, "unreadable", message));
            }
        }
        true
    }

    /// Adds a file that may be a clip or a sidecar. Returns whether the search continues in its folder.
    fn takes(&mut self, entry: walkdir::DirEntry) -> bool {
        if entry.file_name() == SETTINGS_FILE {
            self.lists_settings(&entry);
        }
        if !self.links.may_look(&entry) {
            return false;
        }
        if !entry.file_type().is_file() {
            self.findings
                .extend(no_file(self.root, entry.path(), self.settings));
        } else if is_temp_file(entry.path()) {
            self.temporary.push(entry.into_path());
        } else {
            match relative(self.root, entry.path()) {
                Ok(name) if ClipFormat::may_be_clip(&name) && may_belong(&name, self.settings) => {
                    self.candidates.insert(name, entry.into_path());
                }
                Ok(name) if name.ends_with(SIDECAR_SUFFIX) => {
                    self.sidecars.insert(name, entry.into_path());
                }
                Ok(name) => {
                    // An excluded clip has a supported extension, so it does not count as unread.
                    let is_other =
                        !ClipFormat::may_be_clip(&name) && may_belong(&name, self.settings);
                    if let Some(kind) = ClipFormat::unread_kind(&name).filter(|_| is_other) {
                        *self.unread.entry(kind).or_default() += 1;
                    }
                }
                Err(lossy) if ClipFormat::may_be_clip(&lossy) => {
                    let message = "the name of the file is not UTF-8; it is left out".to_owned();
                    self.findings.push(fault(lossy, "name-not-utf8", message));
                }
                Err(_) => {}
            }
        }
        true
    }

    /// Records whether a listed folder holds settings. A folder below the root was entered only because it had no
    /// settings.
    fn lists_settings(&mut self, entry: &walkdir::DirEntry) {
        if entry.depth() == 1 {
            self.has_settings = true;
        } else {
            let message = "cannot be read: it could not be found when its folder was entered, but is listed there";
            let name = self.name(entry.path());
            self.findings
                .push(fault(name, "unreadable", message.to_owned()));
        }
    }

    fn name(&self, path: &Path) -> String {
        relative(self.root, path).unwrap_or_else(|lossy| lossy)
    }

    fn done(mut self) -> Discovered {
        self.findings.extend(self.links.into_findings(self.root));
        let ordered = |files: BTreeMap<String, PathBuf>| {
            let files = files.into_iter();
            files.map(|(name, path)| Candidate { name, path }).collect()
        };
        Discovered {
            candidates: ordered(self.candidates),
            sidecars: ordered(self.sidecars),
            has_settings: self.has_settings,
            libraries: self.libraries.into_iter().collect(),
            temporary: self.temporary,
            unread: self.unread,
            findings: self.findings,
        }
    }
}

fn is_hidden_below(depth: usize, path: &Path) -> bool {
    let name = path.file_name().map(OsStr::as_encoded_bytes);
    depth > 0 && name.is_some_and(|name| name.starts_with(b"."))
}

/// Returns whether a folder has a `footwork.toml`, even if it is a dangling link.
pub(crate) fn has_settings(folder: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(folder.join(SETTINGS_FILE)) {
        Ok(_) => Ok(true),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(false),
            _ => Err(error),
        },
    }
}

/// Returns the finding about a pipe or a device with the name of a clip; `None` if the name is not a clip's.
fn no_file(root: &Path, path: &Path, settings: &Settings) -> Option<Finding> {
    let name = relative(root, path).ok()?;
    let is_clip = ClipFormat::may_be_clip(&name) && may_belong(&name, settings);
    let message = "cannot be read: it is a pipe or a device, not a file";
    is_clip.then(|| fault(name, "unreadable", message.to_owned()))
}

/// Returns the finding about a folder that has the name of a clip and lies next to that clip's sidecar.
fn folder_in_place_of_clip(root: &Path, folder: &Path, settings: &Settings) -> Option<Finding> {
    let name = relative(root, folder).ok()?;
    let is_clip = ClipFormat::may_be_clip(&name) && may_belong(&name, settings);
    let sidecar = format!("{name}{SIDECAR_SUFFIX}");
    let is_tagged = is_clip && fs::symlink_metadata(root.join(&sidecar)).is_ok();
    let message = "cannot be read: it is a folder, not a file, and has a sidecar";
    is_tagged.then(|| fault(name, "unreadable", message.to_owned()))
}

/// Returns the path from `root`, separated by `/`.
///
/// # Errors
/// If the path is not UTF-8; the error is the path made readable.
fn relative(root: &Path, path: &Path) -> Result<String, String> {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
    let lossy = || {
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    };
    parts.map(|parts| parts.join("/")).ok_or_else(lossy)
}

fn fault(file: String, code: &'static str, message: String) -> Finding {
    Finding {
        severity: Severity::Error,
        file,
        position: None,
        code,
        message,
    }
}
