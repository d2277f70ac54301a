//! The game's own allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::mem::transmute;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use crate::door::call;
use crate::error::{Fault, fw_error, fw_status};

/// Returns a block of this size and alignment, or null if no memory is left. If it returns null, a call that needs the block
/// ends the process. `context` is the one passed to `fw_set_allocator`. Footwork calls this function on any thread that
/// calls Footwork. The function must not call Footwork.
pub type fw_allocate = Option<
    unsafe extern "C" fn(context: *mut c_void, size: usize, alignment: usize) -> *mut c_void,
>;
/// Frees a block that `fw_allocate` returned for this size and alignment.
pub type fw_free = Option<
    unsafe extern "C" fn(context: *mut c_void, block: *mut c_void, size: usize, alignment: usize),
>;

#[global_allocator]
static ALLOCATOR: Hook = Hook {
    is_used: AtomicBool::new(false),
    allocate: AtomicPtr::new(ptr::null_mut()),
    free: AtomicPtr::new(ptr::null_mut()),
    context: AtomicPtr::new(ptr::null_mut()),
};

/// The system's allocator, until the game sets its own before the first allocation.
struct Hook {
    is_used: AtomicBool,
    allocate: AtomicPtr<c_void>,
    free: AtomicPtr<c_void>,
    context: AtomicPtr<c_void>,
}

/// Makes Footwork allocate all its memory with these functions. Call it before any function other than `fw_abi_version`.
/// Later calls fail, because Footwork already holds memory from the system's allocator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_set_allocator(
    allocate: fw_allocate,
    free: fw_free,
    context: *mut c_void,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let (Some(allocate), Some(free)) = (allocate, free) else {
            return Err(Fault::new(
                fw_status::FW_NULL,
                "a function of the allocator is null",
            ));
        };
        if ALLOCATOR.is_used.swap(true, Ordering::AcqRel) {
            let message = "memory is in use already: the allocator must be set first";
            return Err(Fault::new(fw_status::FW_BUSY, message));
        }
        ALLOCATOR.context.store(context, Ordering::Relaxed);
        ALLOCATOR.free.store(free as *mut c_void, Ordering::Relaxed);
        ALLOCATOR
            .allocate
            .store(allocate as *mut c_void, Ordering::Release);
    })
}

// SAFETY: all blocks come from one allocator, because a game can only set its own before the first block. It is the system's
// allocator, or the game's, whose author promises to keep the rules of allocators.
unsafe impl GlobalAlloc for Hook {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let allocate = self.allocate.load(Ordering::Acquire);
        if allocate.is_null() {
            self.is_used.store(true, Ordering::Release);
            // SAFETY: the layout is the caller's.
            return unsafe { System.alloc(layout) };
        }
        // SAFETY: only `fw_set_allocator` stores here, and only functions of this type.
        let allocate = unsafe { transmute::<*mut c_void, fw_allocate>(allocate) };
        let context = self.context.load(Ordering::Relaxed);
        // SAFETY: the game promises that its function can be called.
        allocate.map_or(ptr::null_mut(), |allocate| unsafe {
            allocate(context, layout.size(), layout.align()).cast()
        })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if self.allocate.load(Ordering::Acquire).is_null() {
            // SAFETY: the block is the system's.
            return unsafe { System.dealloc(block, layout) };
        }
        // SAFETY: only `fw_set_allocator` stores here, and only functions of this type.
        let free = unsafe { transmute::<*mut c_void, fw_free>(self.free.load(Ordering::Relaxed)) };
        let context = self.context.load(Ordering::Relaxed);
        if let Some(free) = free {
            // SAFETY: the block is the game's.
            unsafe { free(context, block.cast(), layout.size(), layout.align()) };
        }
    }
}
