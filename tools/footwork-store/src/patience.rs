//! Workarounds for some file systems: retrying while another program holds a file, and ignoring that folders cannot be
//! synced.

use std::io;
use std::thread;
use std::time::Duration;

/// The maximum number of attempts while another program holds a file.
const TRIES: u32 = 20;
/// The pause between two attempts; together the pauses last about a second.
const PAUSE: Duration = Duration::from_millis(50);

/// Runs an action, and on Windows repeats it while another program, such as a virus scanner, holds the file. On other
/// systems, runs it once.
pub(crate) fn patiently<T>(action: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    retried(|error| cfg!(windows) && is_held(error), PAUSE, action)
}

/// Repeats an action as long as its error is temporary, up to [`TRIES`] times.
fn retried<T>(
    is_passing: impl Fn(&io::Error) -> bool,
    pause: Duration,
    mut action: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    for _ in 1..TRIES {
        match action() {
            Err(error) if is_passing(&error) => thread::sleep(pause),
            done => return done,
        }
    }
    action()
}

/// Returns whether the error of Windows means that another program holds the file: `ERROR_SHARING_VIOLATION`,
/// `ERROR_LOCK_VIOLATION`, or `ERROR_ACCESS_DENIED`, which comes from renaming over an open file.
fn is_held(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(5 | 32 | 33))
}

/// Converts the result of syncing a folder to success if the file system cannot sync folders.
pub(crate) fn tolerating(synced: io::Result<()>) -> io::Result<()> {
    match synced {
        Err(error) if cannot_sync(&error) => Ok(()),
        synced => synced,
    }
}

/// Returns whether an error of syncing a folder means that the file system cannot do it, as opposed to a failure:
/// `EINVAL`, `ENOSYS`, `ENOTSUP`, `EOPNOTSUPP` or `EBADF`.
fn cannot_sync(error: &io::Error) -> bool {
    let is_such_kind = matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    );
    let numbers: &[i32] = match () {
        () if cfg!(any(target_os = "linux", target_os = "android")) => &[9, 22, 38, 95],
        // The numbers on the BSDs, including macOS.
        () if cfg!(unix) => &[9, 22, 45, 78, 102],
        () => &[],
    };
    let number = error.raw_os_error();
    is_such_kind || number.is_some_and(|number| numbers.contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passing_errors_are_retried_and_others_are_not() {
        let check = |code: i32, succeeds_at: u32, tries: u32, is_ok: bool| {
            let mut tried = 0;
            let done = retried(is_held, Duration::ZERO, || {
                tried += 1;
                if tried < succeeds_at {
                    Err(io::Error::from_raw_os_error(code))
                } else {
                    Ok(())
                }
            });
            assert_eq!((tried, done.is_ok()), (tries, is_ok), "{code}");
        };
        check(32, 1, 1, true);
        check(32, 3, 3, true);
        check(5, TRIES, TRIES, true);
        check(33, TRIES + 1, TRIES, false);
        check(2, 3, 1, false);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_cannot_be_synced_is_not_an_error_and_a_broken_disk_is() {
        let check = |code: i32, is_ok: bool| {
            let synced = tolerating(Err(io::Error::from_raw_os_error(code)));
            assert_eq!(synced.is_ok(), is_ok, "{code}");
        };
        // EBADF, EINVAL, ENOSYS, EOPNOTSUPP.
        [9, 22, 38, 95]
            .into_iter()
            .for_each(|code| check(code, true));
        // ENOENT, EIO, EACCES, ENOSPC, EROFS.
        [2, 5, 13, 28, 30]
            .into_iter()
            .for_each(|code| check(code, false));
    }
}
