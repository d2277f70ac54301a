//! Threads for work that is spread over all cores.
//!
//! Rayon's global pool does not survive a fork: the child has the pool and none of its threads, and whoever asks it for
//! work waits for ever. Python programs fork (`multiprocessing`, PyTorch's `DataLoader`), so nothing here may use that
//! pool. Each piece of work gets threads of its own, which end with it: starting them takes microseconds, and the work
//! reads files.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

/// Does the work with threads of its own, as many as there are cores, or as `RAYON_NUM_THREADS` says. Where the system
/// starts no threads, this one does it alone.
pub(crate) fn in_own_pool<T: Send>(work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let named = ThreadPoolBuilder::new().thread_name(|number| format!("footwork-{number}"));
    let alone = || {
        ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build()
    };
    let pool = named.build().or_else(|_| alone());
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(pool.install(work))
}
