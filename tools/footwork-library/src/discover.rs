//! Finds the files in a folder that may be clips or sidecars, and names them.

use std::collections::hash_map::{Entry, HashMap};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use footwork_clip::ClipFormat;
use footwork_sidecar::{Finding, SETTINGS_FILE, SIDECAR_SUFFIX, Settings, Severity};
use footwork_store::is_temp_file;
use walkdir::WalkDir;

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
    /// The folders that are libraries of their own, in byte order of the names, but those that the settings exclude.
    pub libraries: Vec<String>,
    /// Temporary files of writes that were interrupted or are still running.
    pub temporary: Vec<PathBuf>,
    /// Files and folders that cannot be read or named.
    pub findings: Vec<Finding>,
}

/// Finds everything below `root`.
///
/// Hidden files and folders are skipped. So is a folder below `root` with a `footwork.toml` of its own: it is a library of
/// its own, and no part of this one. Links are followed: up to three on the way to a folder, and into 100,000
/// folders. What lies behind more, names that are not UTF-8 and folders that cannot be read are reported and left out.
pub fn discover(root: &Path, settings: &Settings) -> Discovered {
    let mut findings = Vec::new();
    let mut temporary = Vec::new();
    let mut libraries: BTreeSet<String> = BTreeSet::new();
    let mut by_name: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut sidecars: BTreeMap<String, PathBuf> = BTreeMap::new();
    let is_hidden = |depth: usize, path: &Path| {
        let name = path.file_name().map(OsStr::to_string_lossy);
        depth > 0 && name.is_some_and(|name| name.starts_with('.'))
    };
    let shown = |entry: &walkdir::DirEntry| {
        is_temp_file(entry.path()) || !is_hidden(entry.depth(), entry.path())
    };
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
    let mut walk = walk.into_iter().filter_entry(shown);
    // The folders that lead to the present one: an error while one is listed does not name it.
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut links = Links::default();
    while let Some(entry) = walk.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let above = error.depth().checked_sub(1);
                // What a loop leads back to is listed already.
                if error.loop_ancestor().is_some() && links.are_above(above) {
                    continue;
                }
                let path = match error.path() {
                    // Some editors mark an open file with a hidden link to nowhere.
                    Some(path) if is_hidden(error.depth(), path) => continue,
                    Some(path) => path,
                    None => above
                        .and_then(|at| folders.get(at))
                        .map_or(root, PathBuf::as_path),
                };
                let file = match path == root {
                    true => ".".to_owned(),
                    false => relative(root, path).unwrap_or_else(|lossy| lossy),
                };
                let message = match error.io_error() {
                    Some(io) => format!("cannot be read: {io}"),
                    None => "a link that leads back to its own folder".to_owned(),
                };
                findings.push(fault(file, "unreadable", message));
                continue;
            }
        };
        if !entry.file_type().is_file() {
            let is_folder = entry.file_type().is_dir();
            if is_folder {
                folders.truncate(entry.depth());
                if entry.depth() > 0 && is_library(entry.path()) {
                    let name = relative(root, entry.path()).unwrap_or_else(|lossy| lossy);
                    if !settings.excludes(&format!("{name}/{SETTINGS_FILE}")) {
                        libraries.insert(name);
                    }
                    walk.skip_current_dir();
                    continue;
                }
                match links.may_enter(&entry) {
                    true => folders.push(entry.into_path()),
                    false => walk.skip_current_dir(),
                }
            } else {
                findings.extend(no_file(root, entry.path(), settings));
            }
            continue;
        }
        if is_temp_file(entry.path()) {
            temporary.push(entry.into_path());
            continue;
        }
        match relative(root, entry.path()) {
            Ok(name) if ClipFormat::may_be_clip(&name) && may_belong(&name, settings) => {
                by_name.insert(name, entry.into_path());
            }
            Ok(name) if name.ends_with(SIDECAR_SUFFIX) => {
                sidecars.insert(name, entry.into_path());
            }
            Ok(_) => {}
            Err(lossy) if ClipFormat::may_be_clip(&lossy) => {
                let message = "the name of the file is not UTF-8; it is left out".to_owned();
                findings.push(fault(lossy, "name-not-utf8", message));
            }
            Err(_) => {}
        }
    }
    findings.extend(links.finding(root));
    let ordered = |files: BTreeMap<String, PathBuf>| {
        let files = files.into_iter();
        files.map(|(name, path)| Candidate { name, path }).collect()
    };
    Discovered {
        candidates: ordered(by_name),
        sidecars: ordered(sidecars),
        libraries: libraries.into_iter().collect(),
        temporary,
        findings,
    }
}

/// Whether a folder has a `footwork.toml`, even one that is a link to nowhere.
pub(crate) fn is_library(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(SETTINGS_FILE)).is_ok()
}

/// How many links may follow each other on the way to a folder. A few folders full of links to each other lead everywhere
/// in more ways than there is time for.
const MAX_LINKS: usize = 3;

/// How many folders are entered through links: behind a link may lie the whole disk.
const MAX_LINKED_FOLDERS: usize = 100_000;

/// The links to folders that were followed.
#[derive(Default)]
struct Links {
    /// The number of links on the way to each of the folders that lead to the present one.
    on_the_way: Vec<usize>,
    entered: usize,
    /// The first folder that was left out.
    left_out: Option<PathBuf>,
}

impl Links {
    /// Whether a folder is to be entered; it is noted if not.
    fn may_enter(&mut self, folder: &walkdir::DirEntry) -> bool {
        self.on_the_way.truncate(folder.depth());
        let is_link = folder.depth() > 0 && folder.path_is_symlink();
        let links = self
            .on_the_way
            .last()
            .map_or(0, |links| links + usize::from(is_link));
        self.entered += usize::from(links > 0);
        if links > MAX_LINKS || links > 0 && self.entered > MAX_LINKED_FOLDERS {
            self.left_out
                .get_or_insert_with(|| folder.path().to_owned());
            return false;
        }
        self.on_the_way.push(links);
        true
    }

    /// Whether a folder on the way to the present one, given by its depth, was entered through a link.
    fn are_above(&self, depth: Option<usize>) -> bool {
        let links = depth.and_then(|depth| self.on_the_way.get(depth));
        links.is_some_and(|links| *links > 0)
    }

    fn finding(self, root: &Path) -> Option<Finding> {
        let file = relative(root, &self.left_out?).unwrap_or_else(|lossy| lossy);
        let message = format!(
            "is left out, and perhaps more: links are followed to {MAX_LINKS} others and into \
             {MAX_LINKED_FOLDERS} folders; link to folders of clips alone"
        );
        Some(fault(file, "too-many-links", message))
    }
}

/// The finding about a pipe or a device that is named as a clip; `None` if it is not.
fn no_file(root: &Path, path: &Path, settings: &Settings) -> Option<Finding> {
    let name = relative(root, path).ok()?;
    let is_clip = ClipFormat::may_be_clip(&name) && may_belong(&name, settings);
    let message = "cannot be read: it is a pipe or a device, and no file";
    is_clip.then(|| fault(name, "unreadable", message.to_owned()))
}

/// Whether a file, or a clip in it, can belong to the library.
fn may_belong(file: &str, settings: &Settings) -> bool {
    match ClipFormat::may_hold_several(file) {
        // Which of its animations belong is known once it is read.
        true => !settings.excludes(file),
        false => settings.includes(file),
    }
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

/// The names of the clips found so far, keyed by their lower-case form.
#[derive(Debug, Default)]
pub(crate) struct CaseTwins(HashMap<String, String>);

impl CaseTwins {
    /// Rejects a name that differs from an earlier one only by case, as some file systems cannot hold both.
    pub(crate) fn check(&mut self, name: &str) -> Result<(), Finding> {
        match self.0.entry(name.to_lowercase()) {
            Entry::Occupied(first) => {
                let message = format!("differs from {} only by case; it is left out", first.get());
                Err(fault(name.to_owned(), "case-twin", message))
            }
            Entry::Vacant(place) => {
                place.insert(name.to_owned());
                Ok(())
            }
        }
    }
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

/// Returns the file of a clip named `FILE#ANIMATION`; `None` if the name has no animation.
pub fn file_of(clip: &str) -> Option<&str> {
    let (file, _) = clip.rsplit_once('#')?;
    Some(file).filter(|file| ClipFormat::may_hold_several(file))
}

/// Whether a name may be a clip's.
pub fn looks_like_clip(clip: &str) -> bool {
    ClipFormat::may_be_clip(clip) || file_of(clip).is_some()
}

/// Whether `footwork.toml` includes the clip in the library.
pub fn belongs(clip: &str, settings: &Settings) -> bool {
    match file_of(clip) {
        Some(file) => settings.includes_part(file, clip),
        None => settings.includes(clip),
    }
}
