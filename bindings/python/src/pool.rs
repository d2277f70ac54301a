//! Threads for work that is spread over all cores, and which Ctrl-C ends.
//!
//! Rayon's global pool does not survive a fork: the child has the pool and none of its threads, and whoever asks it for
//! work waits for ever. Python programs fork (`multiprocessing`, PyTorch's `DataLoader`), so nothing here may use that
//! pool. Each piece of work gets threads of its own, which end with it: starting them takes microseconds, and the work
//! reads files.
//!
//! Meanwhile the thread that asked for it waits, and handles signals. If that raises an exception, as Ctrl-C does, the work
//! is unwound at its next step: libraries report each clip that they read to their [`Progress`], and that of this package
//! does not return; other work calls [`step`]. What was read so far is dropped. The threads of a pool know by a flag of their own, so work that other
//! threads of Python asked for goes on.

use std::any::Any;
use std::cell::RefCell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use footwork_store::Progress;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How long a signal may wait.
const PATIENCE: Duration = Duration::from_millis(50);

thread_local! {
    /// Whether the work of this thread's pool shall end.
    static ENDS: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// The progress of all libraries of this package: nothing is shown, and work that shall end does.
#[derive(Debug)]
pub(crate) struct UntilInterrupted;

/// What unwinds work that shall end.
struct Ended;

impl Progress for UntilInterrupted {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self, _: &'static str) {
        step();
    }
}

/// Ends the work of this thread's pool here, if it shall end.
pub(crate) fn step() {
    let ends = ENDS.with_borrow(|flag| {
        let flag = flag.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    });
    if ends {
        // No message: nothing is wrong.
        resume_unwind(Box::new(Ended));
    }
}

/// Does the work with threads of its own, as many as there are cores, or as `RAYON_NUM_THREADS` says, and without the
/// interpreter lock. Where the system starts no threads, this one does it alone.
///
/// # Errors
/// What a signal raised meanwhile, such as `KeyboardInterrupt`; `RuntimeError` if there are threads for the pool and none to
/// wait for it.
pub(crate) fn in_own_pool<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let ends = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ends);
    let named = ThreadPoolBuilder::new()
        .thread_name(|number| format!("footwork-{number}"))
        .start_handler(move |_| ENDS.set(Some(Arc::clone(&flag))));
    let Ok(pool) = named.build() else {
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        let pool = alone.build();
        let pool = pool.map_err(no_thread)?;
        return Ok(py.detach(|| pool.install(work)));
    };
    match py.detach(|| watched(&pool, work, &ends)) {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(panic)) => resume_unwind(panic),
        Err(raised) => Err(raised),
    }
}

/// Does the work in the pool, while this thread handles signals: the result, or what the work panicked with; or what a
/// signal raised.
fn watched<T: Send>(
    pool: &ThreadPool,
    work: impl FnOnce() -> T + Send,
    ends: &AtomicBool,
) -> PyResult<Result<T, Box<dyn Any + Send>>> {
    let (done, waiting) = channel();
    thread::scope(|scope| {
        // `scope.spawn` would panic where the system starts no thread.
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            let result = catch_unwind(AssertUnwindSafe(|| pool.install(work)));
            _ = done.send(());
            result
        });
        let worker = worker.map_err(no_thread)?;
        let mut raised = None;
        while let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(PATIENCE) {
            if raised.is_none()
                && let Err(error) = Python::attach(|py| py.check_signals())
            {
                raised = Some(error);
                ends.store(true, Ordering::Relaxed);
            }
        }
        let result = worker.join().and_then(|result| result);
        match raised {
            Some(error) => Err(error),
            None => Ok(result),
        }
    })
}

fn no_thread(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("the system starts no thread: {error}"))
}
