//! Decides which links to folders are followed.
//!
//! Studios keep motion on a network share and link to it, so links are followed, even out of the library. But a link
//! may lead anywhere: to a parent folder, to the whole disk, or into folders that link to each other, which multiplies
//! the number of paths.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use footwork_sidecar::{Finding, Severity};

use super::{fault, relative};

/// The limits within which links to folders are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FollowLinks {
    /// Links are followed until 20,000 files, 20,000 folders or 10 s of processor time are reached.
    #[default]
    Bounded,
    /// All links are followed, but at most three on the path to a folder.
    All,
}

/// The maximum number of links on the path to a folder.
const MAX_LINKS: usize = 3;

/// The maximum number of files, and of folders, reached through links.
const MAX_LINKED: usize = 20_000;

/// The maximum processor time of the walk through links.
const MAX_CPU: Duration = Duration::from_secs(10);

/// The number of files and folders visited between two readings of the clock.
const CLOCK_STEP: usize = 128;

/// Returns the processor time of this thread.
#[cfg(unix)]
fn thread_cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the time since the first call, on systems that do not provide the processor time.
#[cfg(not(unix))]
fn thread_cpu_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// The followed links to folders.
pub(super) struct Links {
    follow: FollowLinks,
    root: Option<PathBuf>,
    /// For each folder on the path to the current one, the number of links on the path to that folder.
    on_the_way: Vec<usize>,
    files: usize,
    folders: usize,
    /// The processor time of the walk through links, without the current part of the walk.
    spent: Duration,
    /// The start of the current part of the walk; `None` if the walk did not come here through a link.
    since: Option<Duration>,
    clock: fn() -> Duration,
    /// The first folder that was left out, and the reason.
    left_out: Option<(PathBuf, String)>,
    /// Findings about links to parent folders, which are not followed.
    pub(super) above: Vec<Finding>,
}

impl Links {
    pub(super) fn new(root: &Path, follow: FollowLinks) -> Self {
        Self {
            follow,
            root: fs::canonicalize(root).ok(),
            on_the_way: Vec::new(),
            files: 0,
            folders: 0,
            spent: Duration::ZERO,
            since: None,
            clock: thread_cpu_time,
            left_out: None,
            above: Vec::new(),
        }
    }

    /// Returns whether to enter a folder. Records the folder if it is not entered.
    pub(super) fn may_enter(&mut self, library: &Path, folder: &walkdir::DirEntry) -> bool {
        self.on_the_way.truncate(folder.depth());
        let is_link = folder.depth() > 0 && folder.path_is_symlink();
        if is_link && self.leads_up(folder.path()) {
            self.note_above(library, folder.path());
            return false;
        }
        let links = self
            .on_the_way
            .last()
            .map_or(0, |links| links + usize::from(is_link));
        if links > MAX_LINKS {
            let why = format!(
                "at most {MAX_LINKS} links in a row are followed; link only to folders of clips"
            );
            self.leave_out(folder.path(), why);
            return false;
        }
        self.folders += usize::from(links > 0);
        if !self.may_go_on(links > 0, folder.path()) {
            return false;
        }
        self.on_the_way.push(links);
        true
    }

    /// Counts a file in the current folder, and returns whether the walk continues there.
    pub(super) fn may_look(&mut self, file: &walkdir::DirEntry) -> bool {
        self.on_the_way.truncate(file.depth());
        let is_behind = self.on_the_way.last().is_some_and(|links| *links > 0);
        self.files += usize::from(is_behind);
        self.may_go_on(is_behind, file.path())
    }

    fn may_go_on(&mut self, is_behind: bool, path: &Path) -> bool {
        self.measure(is_behind);
        if !is_behind || self.follow == FollowLinks::All {
            return true;
        }
        let is_long = self.spent > MAX_CPU;
        if self.files <= MAX_LINKED && self.folders <= MAX_LINKED && !is_long {
            return true;
        }
        let stop = if is_long {
            format!("{} s", MAX_CPU.as_secs())
        } else if self.files > MAX_LINKED {
            format!("{MAX_LINKED} files")
        } else {
            format!("{MAX_LINKED} folders")
        };
        let why = format!(
            "the walk through links stopped after {stop}; link only to folders of clips, or follow all \
             with --follow-all"
        );
        self.leave_out(path, why);
        false
    }

    /// Adds up the processor time of the walk through links.
    fn measure(&mut self, is_behind: bool) {
        let is_step = (self.files + self.folders).is_multiple_of(CLOCK_STEP);
        match (is_behind, self.since) {
            (true, None) => self.since = Some((self.clock)()),
            (true, Some(since)) if is_step => {
                let now = (self.clock)();
                self.spent += now.saturating_sub(since);
                self.since = Some(now);
            }
            (true, Some(_)) | (false, None) => {}
            (false, Some(since)) => {
                self.spent += (self.clock)().saturating_sub(since);
                self.since = None;
            }
        }
    }

    fn leave_out(&mut self, path: &Path, why: String) {
        self.left_out.get_or_insert_with(|| (path.to_owned(), why));
    }

    /// Returns whether a link leads to `/`, or to a parent folder of the library or of the link.
    fn leads_up(&self, link: &Path) -> bool {
        let Ok(target) = fs::canonicalize(link) else {
            return false;
        };
        let own = link
            .parent()
            .and_then(|folder| fs::canonicalize(folder).ok());
        let starts = [own.as_deref(), self.root.as_deref()];
        starts
            .into_iter()
            .flatten()
            .any(|path| path.starts_with(&target))
    }

    /// Records a link to a parent folder. Files there are already listed or do not belong to the library.
    pub(super) fn note_above(&mut self, library: &Path, link: &Path) {
        let finding = Finding {
            severity: Severity::Warning,
            ..fault(
                relative(library, link).unwrap_or_else(|lossy| lossy),
                "link-above",
                "a link that leads back to a folder above it or above the library, and is not followed".to_owned(),
            )
        };
        self.above.push(finding);
    }

    /// Returns whether the folder at this depth on the path to the current one was reached through a link.
    pub(super) fn are_above(&self, depth: Option<usize>) -> bool {
        let links = depth.and_then(|depth| self.on_the_way.get(depth));
        links.is_some_and(|links| *links > 0)
    }

    pub(super) fn into_findings(mut self, library: &Path) -> Vec<Finding> {
        let mut findings = std::mem::take(&mut self.above);
        if let Some((path, why)) = self.left_out {
            let file = relative(library, &path).unwrap_or_else(|lossy| lossy);
            let message = format!("is left out, and perhaps more: {why}");
            findings.push(fault(file, "too-many-links", message));
        }
        findings
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicU64, Ordering};

    use footwork_sidecar::Settings;

    use super::super::search;
    use super::*;

    /// Returns a folder with a link to another folder, which holds `files` files.
    fn linked(files: usize) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let (root, share) = (folder.path().join("lib"), folder.path().join("share/a"));
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(&share).unwrap();
        for file in 0..files {
            fs::write(share.join(format!("{file}.bvh")), "").unwrap();
        }
        symlink(&share, root.join("linked")).unwrap();
        fs::write(root.join("own.bvh"), "").unwrap();
        (folder, root)
    }

    fn found(root: &Path, links: Links) -> (usize, Vec<(String, &'static str, Severity)>) {
        let found = search(root, &Settings::default(), links);
        let findings = found.findings.into_iter();
        let findings = findings.map(|finding| (finding.file, finding.code, finding.severity));
        (found.candidates.len(), findings.collect())
    }

    #[test]
    fn a_walk_through_links_stops_at_the_file_limit_and_reports_it() {
        let (_folder, root) = linked(MAX_LINKED + 1);
        let (files, findings) = found(&root, Links::new(&root, FollowLinks::Bounded));
        assert_eq!(files, MAX_LINKED + 1);
        let [(file, "too-many-links", Severity::Error)] = findings.as_slice() else {
            panic!("{findings:?}");
        };
        assert!(file.starts_with("linked/"), "{file}");
        let all = found(&root, Links::new(&root, FollowLinks::All));
        assert_eq!(all, (MAX_LINKED + 2, Vec::new()));
    }

    #[test]
    fn only_a_walk_through_links_stops_at_the_time_limit() {
        static NOW: AtomicU64 = AtomicU64::new(0);
        fn later() -> Duration {
            Duration::from_secs(NOW.fetch_add(1, Ordering::Relaxed))
        }
        let files = 20 * CLOCK_STEP;
        let (_folder, root) = linked(files);
        let links = |root: &Path, follow| Links {
            clock: later,
            ..Links::new(root, follow)
        };
        let (some, findings) = found(&root, links(&root, FollowLinks::Bounded));
        assert!(
            some < files && findings[0].1 == "too-many-links",
            "{some}, {findings:?}"
        );
        let all = found(&root, links(&root, FollowLinks::All));
        assert_eq!(all, (files + 1, Vec::new()));
        let share = fs::canonicalize(root.join("linked")).unwrap();
        let own = found(&share, links(&share, FollowLinks::Bounded));
        assert_eq!(own, (files, Vec::new()));
    }

    #[test]
    fn links_to_parent_folders_are_reported_and_not_followed() {
        let (folder, root) = linked(2);
        let share = folder.path().join("share");
        for (link, target) in [
            ("lib/top", Path::new("/")),
            ("lib/up", folder.path()),
            ("lib/self", root.as_path()),
            ("lib/below/home", root.as_path()),
            ("share/a/back", share.as_path()),
        ] {
            let link = folder.path().join(link);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(target, link).unwrap();
        }
        let (files, findings) = found(&root, Links::new(&root, FollowLinks::All));
        assert_eq!(files, 3);
        let mut names: Vec<&str> = findings.iter().map(|(file, ..)| file.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["below/home", "linked/back", "self", "top", "up"]);
        let is_note = |finding: &(String, &str, Severity)| {
            finding.1 == "link-above" && finding.2 == Severity::Warning
        };
        assert!(findings.iter().all(is_note), "{findings:?}");
    }
}
