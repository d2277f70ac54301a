//! Which files of a folder are clips, and what they are called.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use footwork_clip::ClipFormat;
use walkdir::WalkDir;

use crate::{Config, Finding, Severity};

/// A file that may be a clip, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The path from the root, with `/`.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// Every file below `root` that may be a clip, ordered by the bytes of its name.
///
/// Hidden files and folders are passed over, and links are followed. Names that are not UTF-8 or
/// differ from another only by case are reported and left out, as are folders that cannot be read.
pub fn discover(root: &Path, config: &Config) -> (Vec<Candidate>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut by_name: BTreeMap<String, PathBuf> = BTreeMap::new();
    let shown = |entry: &walkdir::DirEntry| {
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        entry.depth() == 0 || !hidden
    };
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(shown) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(root);
                let file = relative(root, path).unwrap_or_else(|lossy| lossy);
                let message = match error.io_error() {
                    Some(io) => format!("cannot be read: {io}"),
                    None => "a link that leads back to its own folder".to_owned(),
                };
                findings.push(fault(file, "unreadable", message));
                continue;
            }
        };
        if !entry.file_type().is_file() {
            continue;
        }
        match relative(root, entry.path()) {
            Ok(name) if ClipFormat::may_be_clip(&name) && config.includes(&name) => {
                by_name.insert(name, entry.into_path());
            }
            Ok(_) => {}
            Err(lossy) if ClipFormat::may_be_clip(&lossy) => {
                let message = "the name of the file is not UTF-8; it is left out".to_owned();
                findings.push(fault(lossy, "name-not-utf8", message));
            }
            Err(_) => {}
        }
    }
    (refuse_case_twins(by_name, &mut findings), findings)
}

/// The path from `root` with `/`; the error is the same, made readable where it is not UTF-8.
fn relative(root: &Path, path: &Path) -> Result<String, String> {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
    let lossy = || {
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    };
    parts.map(|parts| parts.join("/")).ok_or_else(lossy)
}

/// Leaves out each name that differs from an earlier one only by case: not every file system can
/// hold both.
fn refuse_case_twins(
    by_name: BTreeMap<String, PathBuf>,
    findings: &mut Vec<Finding>,
) -> Vec<Candidate> {
    let mut folded: BTreeMap<String, String> = BTreeMap::new();
    let mut candidates = Vec::new();
    for (name, path) in by_name {
        match folded.get(&name.to_lowercase()) {
            Some(first) => {
                let message = format!("differs from {first} only by case; it is left out");
                findings.push(fault(name, "case-twin", message));
            }
            None => {
                folded.insert(name.to_lowercase(), name.clone());
                candidates.push(Candidate { name, path });
            }
        }
    }
    candidates
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
