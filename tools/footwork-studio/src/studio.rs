//! What all requests share: the library behind its lock, and those who are told of changes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use footwork_library::Library;
use serde::Serialize;
use tokio::sync::Semaphore;

use crate::answer::Answer;
use crate::api::Change;
use crate::guard::Guard;
use crate::motion_cache::MotionCache;
use crate::news::News;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;

/// Queries that are answered at once; the others wait, so that the library's other answers do not.
const MOST_QUERIES: usize = 2;

/// Pages that are told of changes at once.
const MOST_SOCKETS: usize = 32;

/// What all requests share.
pub(crate) struct Studio {
    pub(crate) guard: Arc<Guard>,
    pub(crate) news: News,
    pub(crate) motions: MotionCache,
    pub(crate) sockets: Arc<Semaphore>,
    queries: Semaphore,
    root: PathBuf,
    open: Mutex<OpenLibrary>,
}

impl Studio {
    pub(crate) fn new(library: Library, guard: Arc<Guard>, news: News) -> Self {
        Self {
            guard,
            news,
            motions: MotionCache::default(),
            sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
            queries: Semaphore::new(MOST_QUERIES),
            root: library.root().to_owned(),
            open: Mutex::new(OpenLibrary::new(library)),
        }
    }

    /// The library; one at a time has it. What somebody left who panicked is as good as what is on disk
    /// says: every edit reads it again.
    pub(crate) fn open(&self) -> MutexGuard<'_, OpenLibrary> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The library, to be edited: not when its folder is gone, of which an edit would make a new one.
    pub(crate) fn open_to_edit(&self) -> Result<MutexGuard<'_, OpenLibrary>, Refusal> {
        let open = self.open();
        let why = match &open.lost {
            Some(why) => why.clone(),
            None if self.root.is_dir() => return Ok(open),
            None => format!("{} is not there any more", self.root.display()),
        };
        Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "lost", why))
    }

    /// Tells all pages that what is said of the library is other.
    pub(crate) fn tell_reworded(&self, open: &mut OpenLibrary) {
        open.reworded();
        let revision = open.revision;
        self.tell(&Change::Vocabulary { revision });
    }

    /// Tells all pages of a change.
    pub(crate) fn tell(&self, change: &Change) {
        self.news.tell(change);
    }
}

/// Does work that may take a while, such as waiting for the library or the disk, beside those threads
/// that talk to the pages.
pub(crate) async fn work<T: Send + 'static>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(move || job(&studio)).await;
    done.unwrap_or_else(|_| {
        Err(Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "panicked",
            "the server made a mistake; its log says more",
        ))
    })
}

/// The same, and answers with JSON.
pub(crate) async fn answer<T: Serialize>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio) -> Result<T, Refusal> + Send + 'static,
) -> Result<Answer, Refusal> {
    work(studio, |studio| json(&job(studio)?)).await
}

/// The same for queries, of which only a few are answered at once.
pub(crate) async fn answer_query<T: Serialize>(
    studio: Arc<Studio>,
    job: impl FnOnce(&Studio) -> Result<T, Refusal> + Send + 'static,
) -> Result<Answer, Refusal> {
    let waiting = Arc::clone(&studio);
    // It is never closed.
    let _turn = waiting.queries.acquire().await.ok();
    answer(studio, job).await
}

fn json(value: &impl Serialize) -> Result<Answer, Refusal> {
    Answer::json(value).map_err(|error| not_sent(&error))
}

/// An answer that cannot be put into words.
pub(crate) fn not_sent(error: &serde_json::Error) -> Refusal {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    Refusal::new(status, "not-sent", error.to_string())
}
