//! The state that all requests share: the library behind its lock, and the pages that listen to changes.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use footwork_library::{EditError, Editor, Library, Plan, Saved};
use footwork_loopback::{Guard, Token};
use footwork_tags::ClipId;
use serde::Serialize;
use tokio::sync::Semaphore;

use crate::answer::Answer;
use crate::api::Change;
use crate::edit_thread::EditThread;
use crate::motion_cache::MotionCache;
use crate::news::News;
use crate::open_library::OpenLibrary;
use crate::proposals::ProposalMemory;
use crate::recording::OpenRecording;
use crate::refusal::Refusal;

/// The maximum number of queries that run at the same time. Further queries wait, so that other requests need not.
const MAX_QUERIES: usize = 2;

/// The maximum number of pages that listen to changes at the same time.
const MAX_SOCKETS: usize = 32;

/// The state that all requests share.
pub(crate) struct Studio {
    pub(crate) guard: Arc<Guard>,
    pub(crate) news: News,
    pub(crate) motions: MotionCache,
    pub(crate) proposals: ProposalMemory,
    /// The secret part of the addresses of videos and sounds.
    pub(crate) ticket: Token,
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) edit_thread: EditThread,
    queries: Arc<Semaphore>,
    recording: Mutex<Option<Arc<OpenRecording>>>,
    root: PathBuf,
    open: Mutex<OpenLibrary>,
    /// Locked while the library is changed: before the library is locked, until after it is unlocked.
    editor: Mutex<Editor>,
}

impl Studio {
    pub(crate) fn new(library: Library, guard: Arc<Guard>, news: News, ticket: Token) -> Self {
        Self {
            guard,
            news,
            ticket,
            motions: MotionCache::default(),
            proposals: ProposalMemory::default(),
            sockets: Arc::new(Semaphore::new(MAX_SOCKETS)),
            edit_thread: EditThread::start(),
            queries: Arc::new(Semaphore::new(MAX_QUERIES)),
            recording: Mutex::new(None),
            root: library.root().to_owned(),
            editor: Mutex::new(library.editor()),
            open: Mutex::new(OpenLibrary::new(library)),
        }
    }

    /// Locks the library. A poisoned lock is safe to use, because every edit rereads the files.
    pub(crate) fn open(&self) -> MutexGuard<'_, OpenLibrary> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the editor. While the caller holds this lock, it may change the library. Waits until a running edit is
    /// written; meanwhile the library can be read. A job that [`edit`] runs receives the locked editor, and must not
    /// call this function.
    pub(crate) fn editor(&self) -> MutexGuard<'_, Editor> {
        self.editor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the open recording, if any.
    pub(crate) fn recording(&self) -> Option<Arc<OpenRecording>> {
        let open = self.recording.lock();
        open.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the open recording. Returns the new revision, which is one above the previous recording's.
    pub(crate) fn set_recording(&self, make: impl FnOnce(u32) -> OpenRecording) -> u32 {
        let open = self.recording.lock();
        let mut open = open.unwrap_or_else(PoisonError::into_inner);
        let revision = open
            .as_ref()
            .map_or(1, |open| open.revision.wrapping_add(1));
        *open = Some(Arc::new(make(revision)));
        revision
    }

    /// Returns the folder of the library.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Locks the library for an edit. Refuses if the library's folder is gone, because an edit would create a new
    /// folder.
    pub(crate) fn open_to_edit(&self) -> Result<MutexGuard<'_, OpenLibrary>, Refusal> {
        let open = self.open();
        let why = match &open.lost {
            Some(why) => why.clone(),
            None if self.root.is_dir() => return Ok(open),
            None => format!("{} is not there any more", self.root.display()),
        };
        Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "lost", why))
    }

    /// Makes an edit and updates the library. The library is locked while the edit is planned, and unlocked while it is
    /// committed. If the edit cannot be saved, the editor keeps it, and the pages are notified.
    pub(crate) fn commit(
        &self,
        editor: &mut Editor,
        id: Option<&str>,
        plan: impl Fn(&Library) -> Result<Plan, EditError>,
    ) -> Result<(Saved, MutexGuard<'_, OpenLibrary>), Refusal> {
        // If the folder is gone, taking the write lock would create it again.
        drop(self.open_to_edit()?);
        let before = editor.unsaved().len();
        let saved = editor.commit(|| {
            let mut plan = plan(&self.open_to_edit()?.library)?;
            plan.id = id.map(str::to_owned);
            Ok::<_, Refusal>(plan)
        });
        let mut open = self.open();
        match saved {
            Ok(saved) => {
                open.bursts.made(&saved);
                editor.add_findings(open.library.accept(&saved));
                Ok((saved, open))
            }
            Err(mut refusal) => {
                refusal.problem.kept = editor.unsaved().len() > before;
                if refusal.problem.kept {
                    self.tell_unsaved(&mut open, editor);
                }
                Err(refusal)
            }
        }
    }

    /// Notes the labels of the edits that the editor could not save, and notifies all pages.
    pub(crate) fn tell_unsaved(&self, open: &mut OpenLibrary, editor: &Editor) {
        let unsaved = editor.unsaved().iter();
        open.unsaved = unsaved.map(|unsaved| unsaved.label.clone()).collect();
        self.tell_reworded(open);
    }

    /// Moves the editor's warnings to the library's findings, and notifies all pages.
    fn tell_findings(&self, editor: &mut Editor) {
        let findings = editor.take_findings();
        if findings.is_empty() {
            return;
        }
        let mut open = self.open();
        findings.into_iter().for_each(|warning| open.warn(warning));
        self.tell_reworded(&mut open);
    }

    /// Records a change of the labels of clips under a new revision, and sends it to all pages.
    pub(crate) fn tell_labels(&self, open: &mut OpenLibrary, clips: &[ClipId]) {
        open.changed_in(clips);
        self.tell(&Change::Labels {
            revision: open.revision,
            clips: open.names(clips),
            rows: open.rows(clips),
            outside: false,
            findings: Vec::new(),
        });
        if open.has_new_names() {
            self.tell_reworded(open);
        }
    }

    /// Notifies all pages that the vocabulary, saved queries, unsaved edits or findings changed.
    pub(crate) fn tell_reworded(&self, open: &mut OpenLibrary) {
        open.reworded();
        let revision = open.revision;
        self.tell(&Change::Vocabulary { revision });
    }

    /// Sends a change to all pages.
    pub(crate) fn tell(&self, change: &Change) {
        self.news.tell(change);
    }
}

/// Runs work that may block, such as waiting for the library or the disk, on a thread that serves no page.
pub(crate) async fn work<T: Send + 'static>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(move || job(&studio)).await;
    done.unwrap_or_else(|_| Err(panicked()))
}

/// Does what [`work`] does, and converts the result to JSON.
pub(crate) async fn answer<T: Serialize>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio) -> Result<T, Refusal> + Send + 'static,
) -> Result<Answer, Refusal> {
    work(studio, |studio| json(&job(studio)?)).await
}

/// Runs an edit after all earlier edits.
pub(crate) async fn edit<T: Send + 'static>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio, &mut Editor) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let edited = Arc::clone(&studio);
    let job = move || {
        let mut editor = edited.editor();
        let done = job(&edited, &mut editor);
        edited.tell_findings(&mut editor);
        done
    };
    let done = studio.edit_thread.run(job).await;
    done.unwrap_or_else(|| Err(panicked()))
}

/// Does what [`edit`] does, and converts the result to JSON.
pub(crate) async fn answer_edit<T: Serialize>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio, &mut Editor) -> Result<T, Refusal> + Send + 'static,
) -> Result<Answer, Refusal> {
    edit(studio, |studio, editor| json(&job(studio, editor)?)).await
}

/// Tells work whether its caller still waits for the answer.
#[derive(Clone, Default)]
pub(crate) struct Wanted {
    is_over: Arc<AtomicBool>,
}

/// Held by the caller. When it is dropped, the answer is no longer wanted.
struct Waiting(Wanted);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

impl Wanted {
    /// Returns a refusal if the answer is no longer wanted. Work that receives it must end.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.is_over.load(Ordering::Relaxed) {
            Err(Refusal::new(
                StatusCode::REQUEST_TIMEOUT,
                "not-wanted",
                "the answer is no longer wanted",
            ))
        } else {
            Ok(())
        }
    }
}

/// Runs a query. At most [`MAX_QUERIES`] run at the same time. An abandoned query counts until it ends or calls
/// [`Wanted::check`].
pub(crate) async fn query<T: Send + 'static>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio, &Wanted) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let wanted = Wanted::default();
    let _waiting = Waiting(wanted.clone());
    // The semaphore is never closed.
    let place = Arc::clone(&studio.queries).acquire_owned().await.ok();
    work(studio, move |studio| {
        let _place = place;
        wanted.check()?;
        job(studio, &wanted)
    })
    .await
}

/// Does what [`query`] does, and converts the result to JSON.
pub(crate) async fn answer_query<T: Serialize>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio, &Wanted) -> Result<T, Refusal> + Send + 'static,
) -> Result<Answer, Refusal> {
    query(studio, |studio, wanted| json(&job(studio, wanted)?)).await
}

fn panicked() -> Refusal {
    Refusal::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "panicked",
        "the server made a mistake; its log says more",
    )
}

fn json(value: &impl Serialize) -> Result<Answer, Refusal> {
    Answer::json(value).map_err(|error| not_sent(&error))
}

/// Returns the refusal for an answer that cannot be converted to JSON.
pub(crate) fn not_sent(error: &serde_json::Error) -> Refusal {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    Refusal::new(status, "not-sent", error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::time::Duration;

    use tokio::runtime::Builder;
    use tokio::time::timeout;

    use super::*;
    use crate::page::RULES;

    /// The server has fewer threads than there are queries. The test decides how long each query takes.
    #[test]
    fn abandoned_queries_do_not_delay_edits() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(folder.path()).unwrap();
        let guard = Arc::new(Guard::new(Token::random().unwrap(), 0, RULES));
        let studio = Arc::new(Studio::new(
            library,
            guard,
            News::new(),
            Token::random().unwrap(),
        ));
        let mut threads = Builder::new_multi_thread();
        let runtime = threads
            .max_blocking_threads(6)
            .enable_all()
            .build()
            .unwrap();
        let begun = Arc::new(AtomicUsize::new(0));
        let mut ends = Vec::new();
        runtime.block_on(async {
            for _ in 0..20 {
                let (end, ended) = mpsc::channel::<()>();
                ends.push(end);
                let begun = Arc::clone(&begun);
                let asked = query(Arc::clone(&studio), move |_, _| {
                    begun.fetch_add(1, Ordering::Relaxed);
                    _ = ended.recv();
                    Ok(())
                });
                assert!(timeout(Duration::from_millis(20), asked).await.is_err());
            }
            let patience = Duration::from_secs(60);
            let edited = timeout(patience, edit(Arc::clone(&studio), |_, _| Ok(())));
            assert!(edited.await.unwrap().is_ok());
            let other = timeout(patience, work(Arc::clone(&studio), |_| Ok(())));
            assert!(other.await.unwrap().is_ok());
            assert!(begun.load(Ordering::Relaxed) <= MAX_QUERIES);
            // Once they end, further queries run.
            ends.clear();
            let again = timeout(patience, query(Arc::clone(&studio), |_, _| Ok(())));
            assert!(again.await.unwrap().is_ok());
        });
        studio.edit_thread.stop();
    }
}
