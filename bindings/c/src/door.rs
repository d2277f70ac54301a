//! The entry of every call: panics stop here, and pointers become slices or errors.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use crate::error::{Fault, fw_error, fw_status};

/// Runs the body of a function. A panic becomes an error. Objects the body had taken are then destroyed, because they may be half
/// changed; other objects are unaffected.
///
/// # Safety
/// `error` is null or points to as many bytes as its first four bytes state.
#[inline]
pub(crate) unsafe fn enter(
    error: *mut fw_error,
    body: impl FnOnce() -> Result<(), Fault>,
) -> fw_status {
    let done = catch_unwind(AssertUnwindSafe(body));
    match done {
        Ok(Ok(())) => fw_status::FW_OK,
        // SAFETY: as the caller promises.
        Ok(Err(fault)) => unsafe { fault.report(error) },
        // SAFETY: as the caller promises.
        Err(payload) => unsafe { Fault::panicked(&*payload).report(error) },
    }
}

/// The body of a function of the header, in which pointers may be dereferenced and `?` ends the call.
macro_rules! call {
    ($error:ident, { $($body:tt)* }) => {
        // SAFETY: the caller's pointers are as the header asks.
        unsafe {
            $crate::door::enter($error, || {
                $($body)*
                Ok(())
            })
        }
    };
}
pub(crate) use call;

/// Returns the caller's elements. If `length` is 0, the pointer is not read and may be null.
///
/// # Safety
/// Unless it is null or not aligned, the pointer is to `length` elements that do not change during the call.
#[inline]
pub(crate) unsafe fn slice<'a, T>(
    pointer: *const T,
    length: usize,
    name: &'static str,
) -> Result<&'a [T], Fault> {
    if length == 0 {
        return Ok(&[]);
    }
    check(pointer, length, name)?;
    // SAFETY: not null, aligned, not longer than an allocation can be, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, length) })
}

/// Splits numbers into groups of `N`, and rejects a remainder.
pub(crate) fn groups<'a, T, const N: usize>(
    numbers: &'a [T],
    name: &'static str,
) -> Result<&'a [[T; N]], Fault> {
    match numbers.as_chunks() {
        (groups, []) => Ok(groups),
        (_, rest) => {
            let message = format!(
                "the length of `{name}` is not a multiple of {N}: {} left over",
                rest.len()
            );
            Err(Fault::new(fw_status::FW_BAD_SIZE, message))
        }
    }
}

/// Returns the caller's buffer.
///
/// # Safety
/// Unless it is null or not aligned, the pointer is to `length` elements that only this call uses.
#[inline]
pub(crate) unsafe fn slice_mut<'a, T>(
    pointer: *mut T,
    length: usize,
    name: &'static str,
) -> Result<&'a mut [T], Fault> {
    if length == 0 {
        return Ok(&mut []);
    }
    check(pointer, length, name)?;
    // SAFETY: not null, aligned, not longer than an allocation can be, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, length) })
}

/// Returns a text, which must be UTF-8.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn text<'a>(
    pointer: *const c_char,
    length: usize,
    name: &'static str,
) -> Result<&'a str, Fault> {
    // SAFETY: as the caller promises.
    let bytes = unsafe { slice(pointer.cast::<u8>(), length, name) }?;
    str::from_utf8(bytes).map_err(|error| {
        let message = format!("`{name}` is not UTF-8 at byte {}", error.valid_up_to());
        Fault::new(fw_status::FW_BAD_TEXT, message)
    })
}

/// Converts a byte of a text to C's type.
#[allow(clippy::cast_possible_wrap, reason = "the byte stays the same")]
fn c_char_of(byte: u8) -> c_char {
    byte as c_char
}

/// Returns the caller's memory for a result.
///
/// # Safety
/// Unless it is null or not aligned, the pointer is to one element that only this call uses.
#[inline]
pub(crate) unsafe fn out<'a, T>(
    pointer: *mut T,
    name: &'static str,
) -> Result<&'a mut MaybeUninit<T>, Fault> {
    check(pointer, 1, name)?;
    // SAFETY: not null, aligned, and the caller promises the rest.
    Ok(unsafe { &mut *pointer.cast() })
}

/// A struct that may grow in later versions, and therefore starts with its size.
///
/// # Safety
/// The type is `repr(C)`, its first field is a `u32`, and all bits of all fields are valid.
pub(crate) unsafe trait Grows: Copy {
    /// Its name in C.
    const NAME: &'static str;
}

/// Reads the caller's struct. Its size must be known to this library.
///
/// # Safety
/// Unless it is null or not aligned, the pointer is to as many bytes as its first four bytes state.
#[inline]
pub(crate) unsafe fn sized<T: Grows>(pointer: *const T) -> Result<T, Fault> {
    // SAFETY: as the caller promises.
    unsafe { check_size(pointer) }?;
    // SAFETY: the struct has the size of ours, and all bits are valid.
    Ok(unsafe { pointer.read() })
}

/// Fills the caller's struct. Its size must be set already.
///
/// # Safety
/// As for [`sized`].
pub(crate) unsafe fn fill_sized<T: Grows>(pointer: *mut T, value: T) -> Result<(), Fault> {
    // SAFETY: as the caller promises.
    unsafe { check_size(pointer) }?;
    // SAFETY: the struct has the size of ours.
    unsafe { pointer.write(value) };
    Ok(())
}

/// # Safety
/// As for [`sized`].
#[inline]
unsafe fn check_size<T: Grows>(pointer: *const T) -> Result<(), Fault> {
    check(pointer, 1, T::NAME)?;
    // SAFETY: the caller's struct starts with its size.
    let size = unsafe { pointer.cast::<u32>().read() };
    if size as usize != size_of::<T>() {
        let message = format!("`{}` has the size {size}, not {}", T::NAME, size_of::<T>());
        return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
    }
    Ok(())
}

/// Returns the size of a struct, for its first field.
#[allow(clippy::cast_possible_truncation, reason = "structs are small")]
pub(crate) const fn size_field<T>() -> u32 {
    size_of::<T>() as u32
}

/// Reads a value from the caller's memory.
///
/// # Safety
/// Unless it is null or not aligned, the pointer is to one such value, all of whose bits are valid.
#[inline]
pub(crate) unsafe fn value<T: Copy>(pointer: *const T, name: &'static str) -> Result<T, Fault> {
    check(pointer, 1, name)?;
    // SAFETY: not null, aligned, and the caller promises the rest.
    Ok(unsafe { pointer.read() })
}

/// The caller's buffer for a list of results, and the place of their count.
pub(crate) struct Buffer<'a, T> {
    room: &'a mut [MaybeUninit<T>],
    count: &'a mut MaybeUninit<usize>,
}

impl<'a, T> Buffer<'a, T> {
    /// Returns a buffer of `capacity` elements, which may be 0.
    ///
    /// # Safety
    /// Unless they are null or not aligned, both pointers are to memory that only this call uses.
    #[inline]
    pub(crate) unsafe fn new(
        pointer: *mut T,
        capacity: usize,
        count: *mut usize,
        name: &'static str,
    ) -> Result<Self, Fault> {
        // SAFETY: as the caller promises.
        let count = unsafe { out(count, "count") }?;
        let room = if capacity == 0 {
            &mut [][..]
        } else {
            check(pointer, capacity, name)?;
            // SAFETY: not null, aligned, not longer than an allocation can be, and the caller promises the rest.
            unsafe { slice::from_raw_parts_mut(pointer.cast(), capacity) }
        };
        Ok(Self { room, count })
    }

    /// Returns the same as [`Buffer::new`], or `None` if the caller wants no results and passes no pointer for the count.
    ///
    /// # Safety
    /// As for [`Buffer::new`].
    #[inline]
    pub(crate) unsafe fn wanted(
        pointer: *mut T,
        capacity: usize,
        count: *mut usize,
        name: &'static str,
    ) -> Result<Option<Self>, Fault> {
        if count.is_null() && capacity == 0 {
            return Ok(None);
        }
        // SAFETY: as the caller promises.
        unsafe { Self::new(pointer, capacity, count, name) }.map(Some)
    }

    /// Returns the buffer if it has room for `length` elements. Otherwise writes `length` to the count and
    /// fails.
    pub(crate) fn with_space(self, length: usize) -> Result<Self, Fault> {
        if length > self.room.len() {
            self.count.write(length);
            // Not formatted, because asking for a size must not allocate.
            let message =
                "the buffer is too small: the count is the number of elements it must hold";
            return Err(Fault::new(fw_status::FW_BUFFER_TOO_SMALL, message));
        }
        Ok(self)
    }

    /// Writes all elements that `walk` passes to its argument. It is called twice: first to count them, then to
    /// write them.
    pub(crate) fn fill_by(self, walk: impl Fn(&mut dyn FnMut(T))) -> Result<(), Fault> {
        let mut length = 0;
        walk(&mut |_| length += 1);
        let this = self.with_space(length)?;
        this.count.write(length);
        let mut places = this.room.iter_mut();
        walk(&mut |element| {
            if let Some(place) = places.next() {
                place.write(element);
            }
        });
        Ok(())
    }

    /// Writes all elements. If they do not fit, writes only their number and fails.
    #[inline]
    pub(crate) fn fill(
        self,
        length: usize,
        elements: impl IntoIterator<Item = T>,
    ) -> Result<(), Fault> {
        let this = self.with_space(length)?;
        this.count.write(length);
        for (place, element) in this.room.iter_mut().zip(elements) {
            place.write(element);
        }
        Ok(())
    }
}

/// Writes a text. If it does not fit, writes only its length and fails.
pub(crate) fn fill_text(room: Buffer<'_, c_char>, text: &str) -> Result<(), Fault> {
    room.fill(text.len(), text.bytes().map(c_char_of))
}

/// Returns an item that was looked up by its number, or the fault that there are only `count` such items.
#[inline]
pub(crate) fn numbered<T>(
    found: Option<T>,
    number: u32,
    what: &str,
    count: usize,
) -> Result<T, Fault> {
    found.ok_or_else(|| Fault::range(format!("there is no {what} {number}, only {count}")))
}

#[inline]
fn check<T>(pointer: *const T, length: usize, name: &'static str) -> Result<(), Fault> {
    if pointer.is_null() {
        return Err(Fault::new(fw_status::FW_NULL, format!("`{name}` is null")));
    }
    let is_possible = length
        .checked_mul(size_of::<T>())
        .is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if !pointer.is_aligned() || !is_possible {
        let message = format!("`{name}` is not aligned, or longer than memory");
        return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
    }
    Ok(())
}
