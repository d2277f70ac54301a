//! The thread that edits, one edit after another: what is asked meanwhile takes nothing from it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// A thread of its own for edits.
pub(crate) struct EditThread {
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    is_over: Arc<AtomicBool>,
}

impl EditThread {
    pub(crate) fn start() -> Self {
        let (sender, jobs) = mpsc::channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        Self {
            jobs: Mutex::new(Some(sender)),
            thread: Mutex::new(Some(thread::spawn(move || work(&jobs, &ends)))),
            is_over,
        }
    }

    /// Does this behind all that came before, also when nobody waits for it any more; `None` where it
    /// panicked or the server ends.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, done) = oneshot::channel();
        let job: Job = Box::new(move || _ = tell.send(job()));
        let is_sent = {
            let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok())
        };
        match is_sent {
            true => done.await.ok(),
            false => None,
        }
    }

    /// Ends what has begun, and begins nothing more.
    pub(crate) fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        drop(
            self.jobs
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(thread) = thread {
            _ = thread.join();
        }
    }
}

fn work(jobs: &Receiver<Job>, is_over: &AtomicBool) {
    for job in jobs {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        // Whoever waits for it hears that nothing is answered.
        _ = catch_unwind(AssertUnwindSafe(job));
    }
}
