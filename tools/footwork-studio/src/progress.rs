//! How far long work is: told to whoever opens the library, and then to the pages.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use footwork_library::Progress;

use crate::api::Change;
use crate::news::News;

/// How often pages are told.
const PAUSE: Duration = Duration::from_millis(100);

/// Passes on how far work is: while the library is opened, to one who waits for that; then to the pages.
#[derive(Debug)]
pub(crate) struct Relay {
    opening: Arc<dyn Progress>,
    is_open: AtomicBool,
    news: News,
    work: Mutex<Option<Work>>,
}

#[derive(Debug)]
struct Work {
    what: &'static str,
    done: usize,
    of: usize,
    told: Instant,
}

impl Relay {
    pub(crate) fn new(opening: Arc<dyn Progress>, news: News) -> Self {
        Self {
            opening,
            is_open: AtomicBool::new(false),
            news,
            work: Mutex::default(),
        }
    }

    /// The library is open: from now on it is for the pages.
    pub(crate) fn opened(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    fn tell(&self, work: &Work) {
        let whole = |number| u32::try_from(number).unwrap_or(u32::MAX);
        self.news.tell(&Change::Progress {
            what: work.what.to_owned(),
            done: whole(work.done),
            of: whole(work.of),
        });
    }
}

impl Progress for Relay {
    fn begin(&self, what: &'static str, steps: usize) {
        if !self.is_open.load(Ordering::Relaxed) {
            return self.opening.begin(what, steps);
        }
        let work = Work {
            what,
            done: 0,
            of: steps,
            told: Instant::now(),
        };
        let mut current = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Some(work);
    }

    fn step(&self) {
        if !self.is_open.load(Ordering::Relaxed) {
            return self.opening.step();
        }
        let mut current = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(work) = current.as_mut() else {
            return;
        };
        work.done += 1;
        let is_over = work.done >= work.of;
        if is_over || work.told.elapsed() >= PAUSE {
            work.told = Instant::now();
            self.tell(work);
        }
        if is_over {
            *current = None;
        }
    }
}
