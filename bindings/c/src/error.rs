//! The result of a call: a status, and optionally a message with the place of the mistake.

use std::any::Any;
use std::borrow::Cow;
use std::ffi::c_char;
use std::mem::offset_of;

use footwork::base::{TextErrorKind, TextErrors};

/// The outcome of a call. With any status but `FW_OK`, the call has changed and written nothing, unless the function's
/// comment says otherwise.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "C has one namespace")]
pub enum fw_status {
    /// Done.
    FW_OK = 0,
    /// A required pointer or handle is null.
    FW_NULL = 1,
    /// A pointer is not aligned, a length is impossible, or a struct has a size that this library does not know.
    FW_BAD_SIZE = 2,
    /// The object was destroyed, or the handle is invalid or of another kind of object.
    FW_STALE_HANDLE = 3,
    /// Another thread is using the object, which is for one thread at a time.
    FW_BUSY = 4,
    /// The buffer is too small. The count is the number of elements that it must hold. The buffer is unchanged.
    FW_BUFFER_TOO_SMALL = 5,
    /// A text has a mistake. The error has its place and its cause.
    FW_BAD_TEXT = 6,
    /// Nothing has this name.
    FW_UNKNOWN_NAME = 7,
    /// A number is NaN, infinite, or outside the range that the function accepts.
    FW_OUT_OF_RANGE = 8,
    /// The bytes are in another format, from a newer version, or damaged.
    FW_BAD_DATA = 9,
    /// The file cannot be read.
    FW_IO = 10,
    /// A bug in this library. Please report it with the message. The object that the call was changing is destroyed, and its
    /// handle is stale.
    FW_PANIC = 11,
}

/// The length of the message in `fw_error`, with the NUL.
pub const FW_MESSAGE_SIZE: usize = 480;

/// The description of an error. You own it: set `size` to `sizeof(fw_error)`, and pass its address to any function.
#[repr(C)]
#[derive(Debug)]
pub struct fw_error {
    /// `sizeof(fw_error)`.
    pub size: u32,
    /// The status that the function returned.
    pub status: fw_status,
    /// The start of the mistake in the text, in bytes. It equals `stop` if the mistake has no place in the text.
    pub start: u32,
    /// The end of the mistake in the text, in bytes.
    pub stop: u32,
    /// The number of the text with the mistake, from 0, if a function takes several.
    pub text: u32,
    /// The number of further mistakes.
    pub more: u32,
    /// The length of the message in bytes, without the NUL.
    pub message_len: u32,
    /// Always 0.
    pub reserved: u32,
    /// The message: one sentence in UTF-8, with a hint if there is one. It ends in NUL.
    pub message: [c_char; FW_MESSAGE_SIZE],
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Fault {
    status: fw_status,
    start: usize,
    stop: usize,
    text: usize,
    more: usize,
    message: Cow<'static, str>,
}

impl Fault {
    pub(crate) fn new(status: fw_status, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            start: 0,
            stop: 0,
            text: 0,
            more: 0,
            message: message.into(),
        }
    }

    /// Returns the fault for a number out of range.
    #[cold]
    pub(crate) fn range(error: impl std::fmt::Display) -> Self {
        Self::new(fw_status::FW_OUT_OF_RANGE, error.to_string())
    }

    /// Returns the fault for a number out of range, with the causes of the error.
    #[cold]
    pub(crate) fn caused(error: impl std::error::Error) -> Self {
        Self::range(with_causes(&error))
    }

    /// Returns the fault for damaged or foreign bytes, with the causes of the error.
    #[cold]
    pub(crate) fn data(error: impl std::error::Error) -> Self {
        Self::new(fw_status::FW_BAD_DATA, with_causes(&error))
    }

    /// Returns the fault for a panic caused by a bug in this library.
    #[cold]
    pub(crate) fn panicked(payload: &(dyn Any + Send)) -> Self {
        let text = (payload.downcast_ref::<String>().map(String::as_str))
            .or(payload.downcast_ref::<&str>().copied());
        Self::new(
            fw_status::FW_PANIC,
            text.unwrap_or("a fault without a message").to_owned(),
        )
    }

    /// Writes to the caller's struct, if there is one, and returns the status.
    ///
    /// # Safety
    /// `error` is null or points to as many bytes as its first four bytes state.
    #[cold]
    pub(crate) unsafe fn report(&self, error: *mut fw_error) -> fw_status {
        if error.is_null() || !error.is_aligned() {
            return self.status;
        }
        // SAFETY: the caller's struct starts with its size.
        let size = unsafe { (*error).size } as usize;
        if size < size_of::<fw_error>() {
            return self.status;
        }
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let length = (0..FW_MESSAGE_SIZE)
            .rev()
            .find(|&length| self.message.is_char_boundary(length));
        let length = length.unwrap_or(0);
        // SAFETY: the struct is at least as large as this version's `fw_error`, and has only plain numbers.
        unsafe {
            (*error).status = self.status;
            (*error).start = narrow(self.start);
            (*error).stop = narrow(self.stop);
            (*error).text = narrow(self.text);
            (*error).more = narrow(self.more);
            (*error).message_len = narrow(length);
            (*error).reserved = 0;
            let message = error.byte_add(offset_of!(fw_error, message)).cast::<u8>();
            message.copy_from_nonoverlapping(self.message.as_ptr(), length);
            message.add(length).write(0);
        }
        self.status
    }
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

impl<K: TextErrorKind> From<TextErrors<K>> for Fault {
    #[cold]
    fn from(errors: TextErrors<K>) -> Self {
        let first = errors.first();
        let mut message = first.to_string();
        if let Some(hint) = first.hint() {
            message.push_str(", ");
            message.push_str(&hint);
        }
        Self {
            status: fw_status::FW_BAD_TEXT,
            start: first.span.start,
            stop: first.span.stop,
            text: first.text,
            more: errors.len() - 1,
            message: message.into(),
        }
    }
}
