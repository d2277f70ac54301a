//! Tells a long-running program when to end: at Ctrl-C, or at the end of a pipe on standard input.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The interval between the checks of [`End::wait`].
const TICK: Duration = Duration::from_millis(100);

/// The signal that a program should end: Ctrl-C, or the end of a pipe on standard input.
#[derive(Debug)]
pub struct End(Arc<AtomicBool>);

impl End {
    /// Starts to listen for the signal. A process may call this only once.
    ///
    /// # Errors
    /// Returns an error if the handler of Ctrl-C cannot be installed, which is always so in a second call.
    pub fn listen() -> io::Result<Self> {
        let is_over = Arc::new(AtomicBool::new(false));
        let by_signal = Arc::clone(&is_over);
        ctrlc::set_handler(move || by_signal.store(true, Ordering::Relaxed))
            .map_err(io::Error::other)?;
        if is_pipe() {
            let by_input = Arc::clone(&is_over);
            thread::spawn(move || {
                _ = io::copy(&mut io::stdin(), &mut io::sink());
                by_input.store(true, Ordering::Relaxed);
            });
        }
        Ok(Self(is_over))
    }

    /// Returns whether the program should end now.
    pub fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Blocks until the program should end.
    pub fn wait(&self) {
        while !self.is_over() {
            thread::sleep(TICK);
        }
    }
}

/// Returns whether standard input is a pipe. The end of a pipe means that the program that started this one is gone. A
/// background job reads an empty file instead, whose end means nothing.
#[cfg(unix)]
fn is_pipe() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let handle = io::stdin().as_fd().try_clone_to_owned();
    let metadata = handle.and_then(|handle| std::fs::File::from(handle).metadata());
    metadata
        .is_ok_and(|metadata| metadata.file_type().is_fifo() || metadata.file_type().is_socket())
}

#[cfg(not(unix))]
fn is_pipe() -> bool {
    false
}
