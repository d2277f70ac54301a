//! Threads for work on all cores, which Ctrl-C interrupts.
//!
//! Rayon's global pool does not survive a fork: the child has the pool but none of its threads, and a request for work waits
//! for ever. Python programs fork (`multiprocessing`, PyTorch's `DataLoader`), so nothing here may use that pool. Each piece
//! of work gets its own threads, which end with it. Starting threads takes microseconds, which is little compared with work that
//! reads files.
//!
//! The calling thread waits, and handles signals. If a signal raises an exception, as Ctrl-C does, the work unwinds at its
//! next step: libraries report each clip they read to their [`Progress`], whose implementation here does not return, and
//! other work calls [`step`]. Results so far are dropped. Each pool has its own flag, so work for other Python threads goes
//! on.

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

/// The longest delay before a signal is handled.
const PATIENCE: Duration = Duration::from_millis(50);

thread_local! {
    /// Whether the work of this thread's pool must end.
    static ENDS: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// The progress of all libraries of this package. It shows nothing, and unwinds work that must end.
#[derive(Debug)]
pub(crate) struct UntilInterrupted;

/// The payload that unwinds work that must end.
struct Ended;

impl Progress for UntilInterrupted {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self, _: &'static str) {
        step();
    }
}

/// Unwinds the work of this thread's pool, if it must end.
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

/// Runs the work on its own threads, without the interpreter lock: one per core, or as many as `RAYON_NUM_THREADS` says. If
/// the system cannot start threads, this thread does the work alone.
///
/// # Errors
/// Returns the exception raised by a signal, such as `KeyboardInterrupt`, and `RuntimeError` if the system starts the
/// threads of the pool, but no thread to wait for them.
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

/// Runs the work in the pool while this thread handles signals. Returns the result or the panic of the work, or the exception
/// raised by a signal.
fn watched<T: Send>(
    pool: &ThreadPool,
    work: impl FnOnce() -> T + Send,
    ends: &AtomicBool,
) -> PyResult<Result<T, Box<dyn Any + Send>>> {
    let (done, waiting) = channel();
    thread::scope(|scope| {
        // `scope.spawn` would panic if the system starts no thread.
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
