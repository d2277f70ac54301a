//! What others change on disk while the library is open: taken up, and told to the pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use footwork_library::{Finding, Noticed, OpenError, Rescan, Severity, Watch, config};

use crate::api::Change;
use crate::open_library::OpenLibrary;
use crate::rows::findings;
use crate::studio::Studio;

/// How soon the wish to end is noticed.
const TICK: Duration = Duration::from_millis(100);

/// How often a folder that is gone is looked for.
const PAUSE: Duration = Duration::from_secs(1);

/// Watches the folder on a thread of its own until it is dropped.
pub(crate) struct Watcher {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Begins with a watch that was made before the library was opened.
    pub(crate) fn start(studio: Arc<Studio>, watch: Option<Watch>) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let thread = thread::spawn(move || look(&studio, watch, &ends));
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

fn look(studio: &Studio, mut watch: Option<Watch>, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        let Some(watching) = &watch else {
            thread::sleep(TICK);
            watch = find_again(studio, is_over);
            continue;
        };
        let noticed = watching.wait_for(TICK);
        if watching.is_gone() {
            lose(studio);
            watch = None;
        } else if let Some(noticed) = noticed {
            take_up(studio, &noticed);
        }
    }
}

/// Says that the folder is gone.
fn lose(studio: &Studio) {
    let mut open = studio.open();
    let root = open.library.root().display().to_string();
    let message = format!("{root} was removed or renamed");
    open.lost = Some(message.clone());
    studio.tell(&Change::Lost { message });
}

/// Looks for the folder that was lost; the library is opened again once it is there.
fn find_again(studio: &Studio, is_over: &AtomicBool) -> Option<Watch> {
    let root = studio.open().library.root().to_owned();
    let watch = Watch::new(&root).ok();
    let mut open = studio.open();
    let rescan = match watch.is_some() && root.is_dir() {
        true => open.library.rescan().ok(),
        false => None,
    };
    let Some(rescan) = rescan else {
        drop(open);
        let mut waited = Duration::ZERO;
        while waited < PAUSE && !is_over.load(Ordering::Relaxed) {
            thread::sleep(TICK);
            waited += TICK;
        }
        return None;
    };
    open.lost = None;
    open.trouble = None;
    open.reopened();
    studio.motions.clear();
    studio.tell(&reopened(&open, rescan.clips));
    watch
}

/// Takes up what changed, unless it is what the library itself wrote.
fn take_up(studio: &Studio, noticed: &Noticed) {
    let mut open = studio.open();
    let is_own = |file: &String| open.library.is_known(file);
    let is_nothing = open.trouble.is_none()
        && matches!(noticed, Noticed::Files(files) if files.iter().all(is_own));
    if is_nothing {
        return;
    }
    match open.library.rescan() {
        Ok(rescan) => {
            let was_trouble = open.trouble.take().is_some();
            tell(studio, &mut open, rescan, was_trouble);
        }
        Err(error) => trouble(studio, &mut open, &error),
    }
}

fn tell(studio: &Studio, open: &mut OpenLibrary, rescan: Rescan, was_trouble: bool) {
    if rescan.reopened {
        open.reopened();
        studio.motions.clear();
        studio.tell(&reopened(open, rescan.clips));
    } else if !rescan.clips.is_empty() || !rescan.findings.is_empty() || was_trouble {
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
    }
}

/// What the pages are told when the list of clips and the vocabulary are to be asked for again.
pub(crate) fn reopened(open: &OpenLibrary, clips: Vec<String>) -> Change {
    Change::Reopened {
        generation: open.generation,
        revision: open.revision,
        clips,
        findings: findings(open.library.findings()),
    }
}

/// The library stays as it was, and the pages are told why.
fn trouble(studio: &Studio, open: &mut OpenLibrary, error: &OpenError) {
    let finding = match error {
        OpenError::Config { error, .. } => Finding {
            severity: Severity::Error,
            file: config::FILE_NAME.to_owned(),
            position: error.position,
            code: "bad-config",
            message: format!("{}; the library stays as it was until then", error.message),
        },
        other => Finding {
            severity: Severity::Error,
            file: String::new(),
            position: None,
            code: "not-opened",
            message: other.to_string(),
        },
    };
    if open.trouble.as_ref() == Some(&finding) {
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
    open.trouble = Some(finding);
}
