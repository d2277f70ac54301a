//! The way in: panics stop here, and pointers become slices or errors.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use crate::error::{Fault, fw_error, fw_status};

/// Runs the body of a function. A panic becomes an error; what the body had in use is then as good as destroyed by its own
/// drops, and other handles are untouched.
///
/// # Safety
/// `error` is null or points to as many bytes as its first four say.
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

/// The body of a function of the header, in which pointers may be followed and `?` ends the call.
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

/// Returns what the caller has at a pointer. Nothing is read through a pointer of length 0, which may be null.
///
/// # Safety
/// Unless it is null or not aligned, the pointer is to that many elements, which nobody writes to during the call.
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

/// Returns the caller's room for as many elements.
///
/// # Safety
/// Unless it is null or not aligned, the pointer is to that many elements, which only this call uses.
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

/// Returns where a result goes.
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

/// The caller's room for many results, and where their number goes.
pub(crate) struct Buffer<'a, T> {
    room: &'a mut [MaybeUninit<T>],
    count: &'a mut MaybeUninit<usize>,
    name: &'static str,
}

impl<'a, T> Buffer<'a, T> {
    /// Room for that many elements, which may be none.
    ///
    /// # Safety
    /// Both pointers are to what only this call uses, unless they are null or not aligned.
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
        Ok(Self { room, count, name })
    }

    /// Writes all elements, or none and how many there are.
    #[inline]
    pub(crate) fn fill(
        self,
        length: usize,
        elements: impl IntoIterator<Item = T>,
    ) -> Result<(), Fault> {
        self.count.write(length);
        if length > self.room.len() {
            let (name, room) = (self.name, self.room.len());
            let message = format!("`{name}` has room for {room}, {length} are needed");
            return Err(Fault::new(fw_status::FW_BUFFER_TOO_SMALL, message));
        }
        for (place, element) in self.room.iter_mut().zip(elements) {
            place.write(element);
        }
        Ok(())
    }
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
