//! Watches the folder of an open library: after changes on disk, rescans it and notifies the pages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use footwork_library::{Library, Noticed, OpenError, Rescan, Surveyed, Watch};
use footwork_sidecar::{Finding, SETTINGS_FILE, Severity};
use footwork_store::Progress;

use crate::api::Change;
use crate::open_library::{OpenLibrary, findings};
use crate::studio::Studio;

/// The interval at which the thread checks whether it should stop.
const TICK: Duration = Duration::from_millis(100);

/// The pause between two searches for a lost folder, and the shortest pause between two scans of an unwatched folder.
const PAUSE: Duration = Duration::from_secs(2);

/// The pause after a scan, as a multiple of the scan's duration.
const REST: u32 = 5;

/// The delay before watching starts, so that it does not slow down the first page.
const FIRST: Duration = Duration::from_millis(500);

/// The interval between attempts to watch, if the system cannot watch the folder.
const WATCH_AGAIN: Duration = Duration::from_secs(60);

/// Watches the folder on its own thread until it is dropped.
pub(crate) struct Watcher {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Starts a thread that watches the folder: after half a second, or after a minute without `asks_to_watch`. It
    /// begins with the changes since the library was opened. While the system does not watch the folder, the thread
    /// scans it repeatedly, except in the first half second.
    pub(crate) fn start(
        studio: Arc<Studio>,
        progress: Arc<dyn Progress>,
        asks_to_watch: bool,
    ) -> Self {
        let begin = if asks_to_watch { FIRST } else { WATCH_AGAIN };
        let mut eyes = Eyes {
            progress,
            watch: None,
            watch_again: Some(Instant::now() + begin),
            is_first: asks_to_watch,
        };
        Self::running(move |is_over| eyes.look(&studio, is_over))
    }

    /// Repeats a step on a new thread until the watcher is dropped, even if a step panics.
    fn running(mut step: impl FnMut(&AtomicBool) + Send + 'static) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            while !ends.load(Ordering::Relaxed) {
                if catch_unwind(AssertUnwindSafe(|| step(&ends))).is_err() {
                    pause(TICK, &ends);
                }
            }
        });
        Self {
            is_over,
            thread: Some(thread),
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

/// Waits, but returns early if the watcher is stopped.
fn pause(time: Duration, is_over: &AtomicBool) {
    let since = Instant::now();
    while since.elapsed() < time && !is_over.load(Ordering::Relaxed) {
        thread::sleep(TICK.min(time));
    }
}

/// The state of the watching thread.
struct Eyes {
    progress: Arc<dyn Progress>,
    watch: Option<Watch>,
    /// The time of the next attempt to watch; `None` if the folder is watched.
    watch_again: Option<Instant>,
    /// Whether no attempt to watch was made yet. Scans wait for the first attempt.
    is_first: bool,
}

impl Eyes {
    fn look(&mut self, studio: &Studio, is_over: &AtomicBool) {
        let root = studio.root();
        if studio.open().lost.is_some() {
            return self.find_again(studio, is_over);
        }
        let Some(watch) = &self.watch else {
            return self.look_through(studio, is_over);
        };
        let noticed = watch.wait_for(TICK);
        if watch.is_gone() {
            lose(studio);
            self.watch = None;
        } else if let Some(noticed) = noticed
            && !is_nothing(studio, &noticed)
        {
            self.rescan_as_noticed(studio, root);
        }
    }

    /// Scans a folder that is not watched.
    fn look_through(&mut self, studio: &Studio, is_over: &AtomicBool) {
        let root = studio.root();
        if Watch::is_missing(root) {
            return lose(studio);
        }
        if self.watch_again.is_none_or(|at| at <= Instant::now()) {
            self.watch = Watch::new(root).ok();
            self.watch_again = match self.watch {
                Some(_) => None,
                None => Some(Instant::now() + WATCH_AGAIN),
            };
            self.is_first = false;
        } else if self.is_first {
            return pause(TICK, is_over);
        }
        say_if_watched(studio, self.watch.is_some());
        let since = Instant::now();
        self.rescan_as_noticed(studio, root);
        if self.watch.is_none() {
            pause(PAUSE.max(since.elapsed() * REST), is_over);
        }
    }

    /// Looks for the lost folder. If it is back, reopens the library.
    fn find_again(&mut self, studio: &Studio, is_over: &AtomicBool) {
        let root = studio.root();
        let watch = match self.watch_again {
            None => Watch::new(root).ok(),
            Some(_) => None,
        };
        let opened = if root.is_dir() && (watch.is_some() || self.watch_again.is_some()) {
            let follow = studio.open().library.follow_links();
            Library::open_following(root, follow, Arc::clone(&self.progress)).ok()
        } else {
            None
        };
        let changing = studio.editor();
        let mut open = studio.open();
        let rescan = opened.and_then(|opened| open.library.replace_with(opened).ok());
        let Some(rescan) = rescan else {
            drop(open);
            drop(changing);
            return pause(PAUSE, is_over);
        };
        self.watch = watch;
        open.lost = None;
        open.unread = None;
        tell(studio, &mut open, rescan, false);
    }

    /// Rescans the library. Reads the files without the library's lock, so that queries and edits can run meanwhile.
    fn rescan_as_noticed(&self, studio: &Studio, root: &Path) {
        let survey = {
            // Hold the editor: the files of a running edit would otherwise count as changed from outside.
            let _changing = studio.editor();
            studio.open().library.survey()
        };
        let surveyed = survey.look();
        let mut changing = studio.editor();
        let mut open = studio.open();
        let is_same = matches!(&surveyed, Surveyed::Sidecars(clips) if clips.is_empty());
        if is_same && open.unread.is_none() {
            return;
        }
        let taken_up = match open.library.accept_surveyed(&surveyed) {
            Ok(Some(rescan)) => Ok(rescan),
            Ok(None) => {
                let follow = open.library.follow_links();
                drop(open);
                drop(changing);
                let opened = Library::open_following(root, follow, Arc::clone(&self.progress));
                changing = studio.editor();
                open = studio.open();
                opened.and_then(|opened| open.library.replace_with(opened))
            }
            Err(error) => Err(error),
        };
        match taken_up {
            Ok(rescan) => {
                let was_unread = open.unread.take().is_some();
                tell(studio, &mut open, rescan, was_unread);
            }
            Err(error) => not_read(studio, &mut open, &error),
        }
        drop(open);
        drop(changing);
    }
}

/// Notifies the pages that the folder can no longer be read.
fn lose(studio: &Studio) {
    let mut open = studio.open();
    let root = open.library.root().display().to_string();
    let message = format!("{root} was removed or renamed");
    open.lost = Some(message.clone());
    studio.tell(&Change::Lost { message });
}

/// Adds a finding if the folder is not watched; removes the finding if it is.
fn say_if_watched(studio: &Studio, is_watched: bool) {
    let mut open = studio.open();
    if open.unwatched.is_none() == is_watched {
        return;
    }
    open.unwatched = (!is_watched).then(|| Finding {
        severity: Severity::Note,
        file: "studio".to_owned(),
        position: None,
        code: "not-watched",
        message: format!(
            "{} is not watched, so it is scanned for changes every few seconds",
            open.library.root().display()
        ),
    });
    studio.tell_reworded(&mut open);
}

/// Returns whether all noticed changes were made by the library's own edits.
fn is_nothing(studio: &Studio, noticed: &Noticed) -> bool {
    // The library learns which files an edit changed only when the edit is done, so wait for it.
    let _changing = studio.editor();
    let open = studio.open();
    let is_own = |file: &String| open.library.is_known(file);
    open.unread.is_none() && matches!(noticed, Noticed::Files(files) if files.iter().all(is_own))
}

fn tell(studio: &Studio, open: &mut OpenLibrary, rescan: Rescan, was_unread: bool) {
    if rescan.reopened {
        open.reopened();
        studio.motions.clear();
        studio.tell(&reopened(open, rescan.clips));
    } else if !rescan.clips.is_empty() || !rescan.findings.is_empty() || was_unread {
        open.changed();
        let ids = rescan.clips.iter();
        let ids = ids.filter_map(|name| open.library.database().clip_by_name(name));
        let clips = open.with_twins(ids);
        studio.tell(&Change::Labels {
            revision: open.revision,
            clips: open.names(&clips),
            rows: open.rows(&clips),
            outside: true,
            findings: findings(&rescan.findings),
        });
        if open.has_new_names() {
            studio.tell_reworded(open);
        }
    }
}

/// Returns the message that makes pages request the clips and the vocabulary again.
pub(crate) fn reopened(open: &OpenLibrary, clips: Vec<String>) -> Change {
    Change::Reopened {
        generation: open.generation,
        revision: open.revision,
        clips,
        findings: findings(open.library.findings()),
    }
}

/// Tells the pages why the library was not reloaded.
fn not_read(studio: &Studio, open: &mut OpenLibrary, error: &OpenError) {
    let finding = match error {
        OpenError::Settings { error, .. } => Finding {
            severity: Severity::Error,
            file: SETTINGS_FILE.to_owned(),
            position: error.position,
            code: "bad-config",
            message: format!(
                "{}; until it is fixed, the library stays as it was",
                error.message
            ),
        },
        other => Finding {
            severity: Severity::Error,
            file: String::new(),
            position: None,
            code: "not-opened",
            message: other.to_string(),
        },
    };
    if open.unread.as_ref() == Some(&finding) {
        return;
    }
    open.changed();
    studio.tell(&Change::Labels {
        revision: open.revision,
        clips: Vec::new(),
        rows: Vec::new(),
        outside: true,
        findings: findings([&finding]),
    });
    open.unread = Some(finding);
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::Watcher;

    #[test]
    fn the_watcher_goes_on_after_a_panic() {
        let (sender, steps) = mpsc::channel();
        let mut number = 0;
        let watcher = Watcher::running(move |_| {
            number += 1;
            _ = sender.send(number);
            assert!(number % 2 == 0, "an intended panic");
        });
        for number in 1..=4 {
            assert_eq!(steps.recv_timeout(Duration::from_secs(60)).unwrap(), number);
        }
        drop(watcher);
    }
}
