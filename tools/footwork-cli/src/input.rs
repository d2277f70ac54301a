//! Reads standard input, and files given as arguments.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use footwork_store::{open_bounded, read_existing};

use crate::failure::Failure;

/// The argument that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// The name of standard input in messages.
pub(crate) const STDIN_NAME: &str = "standard input";

/// The total size of a byte order mark and a line end, in bytes.
const AROUND: usize = 5;

/// Reads a text from standard input, without its byte order mark and last line end. `noun` describes the text in
/// errors, such as `query`. If the text is longer than `max_bytes`, returns only its beginning. This is still longer
/// than `max_bytes`, so that the caller's parser refuses it.
pub(crate) fn read(noun: &str, max_bytes: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    // The limit may cut a character. Its incomplete part, up to three bytes, is dropped below.
    let limit = max_bytes + AROUND + 4;
    std::io::stdin()
        .take(u64::try_from(limit).unwrap_or(u64::MAX))
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::plain("input", format!("standard input: {error}")))?;
    let text = match str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() && bytes.len() == limit => {
            str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => {
            let message = format!("the {noun} on standard input is not UTF-8");
            return Err(Failure::plain("input", message));
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.strip_suffix('\n').unwrap_or(text);
    Ok(text.strip_suffix('\r').unwrap_or(text).to_owned())
}

/// Opens a file given as an argument.
///
/// # Errors
/// Returns a sentence about the file if it is not a regular file of at most `max_bytes`.
pub(crate) fn open(path: &Path, max_bytes: usize) -> Result<File, String> {
    there(path, open_bounded(path, max_bytes))
}

/// Reads a file given as an argument.
///
/// # Errors
/// Returns the errors of [`open`].
pub(crate) fn file(path: &Path, max_bytes: usize) -> Result<Vec<u8>, String> {
    there(path, read_existing(path, max_bytes))
}

/// Reads a file given as an argument, or standard input if the argument is `-`.
///
/// # Errors
/// Returns the errors of [`open`], except that standard input may be a pipe.
pub(crate) fn file_or_stdin(path: &Path, max_bytes: usize) -> Result<Vec<u8>, String> {
    if path.as_os_str() != STDIN {
        return file(path, max_bytes).map_err(|message| {
            // A shell can pass a pipe as a path that is neither a file nor a folder.
            let is_pipe = path.exists() && !path.is_dir() && !path.is_file();
            if is_pipe {
                format!("{message}; a pipe is read as `{STDIN}`")
            } else {
                message
            }
        });
    }
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    let read = io::stdin()
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes);
    match read {
        Ok(_) if bytes.len() > max_bytes => Err(format!(
            "{STDIN_NAME}: it is larger than the limit of {max_bytes} bytes"
        )),
        Ok(_) => Ok(bytes),
        Err(error) => Err(format!("{STDIN_NAME}: {error}")),
    }
}

fn there<T>(path: &Path, opened: io::Result<T>) -> Result<T, String> {
    opened.map_err(|error| format!("{}: {error}", path.display()))
}
