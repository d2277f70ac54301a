//! When a verb that keeps running ends: at Ctrl-C, or at the end of a pipe on standard input.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// Returns a flag that becomes true when the verb should end.
pub(crate) fn listen() -> Result<Arc<AtomicBool>, Failure> {
    let is_over = Arc::new(AtomicBool::new(false));
    let by_signal = Arc::clone(&is_over);
    ctrlc::set_handler(move || by_signal.store(true, Ordering::Relaxed))
        .map_err(|error| Failure::plain("cannot-listen", error.to_string()))?;
    if is_pipe() {
        let by_input = Arc::clone(&is_over);
        std::thread::spawn(move || {
            _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
            by_input.store(true, Ordering::Relaxed);
        });
    }
    Ok(is_over)
}

/// Whether standard input is a pipe, whose end means that the starting program is gone. A background job reads
/// an empty file instead, whose end means nothing.
#[cfg(unix)]
fn is_pipe() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let handle = std::io::stdin().as_fd().try_clone_to_owned();
    let metadata = handle.and_then(|handle| std::fs::File::from(handle).metadata());
    metadata
        .is_ok_and(|metadata| metadata.file_type().is_fifo() || metadata.file_type().is_socket())
}

#[cfg(not(unix))]
fn is_pipe() -> bool {
    false
}
