//! The thread that makes all edits, one after another, so that edits do not slow down other requests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// A thread for edits.
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

    /// Runs a job after all earlier jobs, even if its caller no longer waits. Returns `None` if the job panicked or the
    /// server is stopping.
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
        if is_sent { done.await.ok() } else { None }
    }

    /// Lets the running job finish, and starts no further job.
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
        // If the job panics, its caller receives no result.
        _ = catch_unwind(AssertUnwindSafe(job));
    }
}
