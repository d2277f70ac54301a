//! Handles: the numbers by which C refers to objects. An invalid handle is always detected: a null, a stale or a made-up one,
//! or one of another kind.
//!
//! A handle combines the kind of object, the slot in the table of that kind, and the generation of the slot. A slot retires after
//! 2²⁴ objects, so a stale handle never finds another object.

use std::borrow::{Borrow, BorrowMut};
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::{Fault, fw_status};

/// The kind of object that a handle refers to: the highest byte of the handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Database = 1,
    Query = 2,
    Cache = 3,
    Expression = 4,
    Tracks = 5,
    Trigger = 6,
    Statics = 7,
    Physics = 8,
    Prediction = 9,
    Path = 10,
    Search = 11,
    Intercepts = 12,
    Choice = 13,
    Control = 14,
    Mesh = 15,
    World = 16,
    Mover = 17,
    Index = 18,
    Poses = 19,
    Goal = 20,
    Matcher = 21,
    Controller = 22,
    Blend = 23,
    Repertoire = 24,
    Character = 25,
    Bias = 26,
    Network = 27,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Query => "query",
            Self::Cache => "cache",
            Self::Expression => "expression",
            Self::Tracks => "tracks",
            Self::Trigger => "trigger",
            Self::Statics => "statics",
            Self::Physics => "physics",
            Self::Prediction => "prediction",
            Self::Path => "path",
            Self::Search => "search",
            Self::Intercepts => "intercept cache",
            Self::Choice => "choice",
            Self::Control => "control",
            Self::Mesh => "mesh",
            Self::World => "world",
            Self::Mover => "mover",
            Self::Index => "index",
            Self::Poses => "pose filter",
            Self::Goal => "goal",
            Self::Matcher => "matcher",
            Self::Controller => "controller",
            Self::Blend => "blend",
            Self::Repertoire => "repertoire",
            Self::Character => "character",
            Self::Bias => "bias",
            Self::Network => "network",
        }
    }
}

/// The number of slots in the first chunk. Each further chunk has twice as many as the one before. Chunks never move.
const FIRST_CHUNK: usize = 64;
const CHUNKS: usize = 26;
const GENERATIONS: u64 = 1 << 24;
const INDEX_BITS: u32 = 32;
const KIND_SHIFT: u32 = 56;
/// One reader in the state of a slot: the lowest bit above the generation and the in-use flag.
const READER: u64 = 1 << 32;

/// All objects of one kind.
pub(crate) struct Table<T> {
    kind: Kind,
    chunks: [AtomicPtr<Slot<T>>; CHUNKS],
    places: Mutex<Places>,
}

/// The free slots.
struct Places {
    freed: Vec<u32>,
    /// The first of the slots that have never been used. All later ones are unused too.
    unused: u32,
}

struct Slot<T> {
    /// Twice the generation, plus 1 while the slot is free or taken by one thread, plus `READER` for each call that shares the
    /// object.
    state: AtomicU64,
    object: UnsafeCell<Option<T>>,
}

// SAFETY: the state of a slot lets only one thread at a time write to its object, and `Table::read` and `share` require `Sync`.
unsafe impl<T: Send> Sync for Slot<T> {}

impl<T: Send> Table<T> {
    pub(crate) const fn new(kind: Kind) -> Self {
        Self {
            kind,
            chunks: [const { AtomicPtr::new(ptr::null_mut()) }; CHUNKS],
            places: Mutex::new(Places {
                freed: Vec::new(),
                unused: 0,
            }),
        }
    }

    /// Stores an object, and returns its handle.
    pub(crate) fn insert(&self, object: T) -> Result<u64, Fault> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let index = match places.freed.pop() {
            Some(index) => index,
            None => {
                let index = places.unused;
                let next = index.checked_add(1);
                places.unused =
                    next.ok_or_else(|| Fault::new(fw_status::FW_OUT_OF_RANGE, "too many objects"))?;
                index
            }
        };
        let (chunk, place) = place_of(index);
        let chunk = self.chunks.get(chunk);
        let chunk =
            chunk.ok_or_else(|| Fault::new(fw_status::FW_OUT_OF_RANGE, "too many objects"))?;
        if chunk.load(Ordering::Acquire).is_null() {
            let length = FIRST_CHUNK << (place_of(index).0);
            let slots: Box<[Slot<T>]> = (0..length).map(|_| Slot::empty()).collect();
            chunk.store(Box::leak(slots).as_mut_ptr(), Ordering::Release);
        }
        // SAFETY: the chunk was allocated with more slots than `place`, and is never freed.
        let slot = unsafe { &*chunk.load(Ordering::Acquire).add(place) };
        let state = slot.state.load(Ordering::Acquire);
        // SAFETY: the state of a free slot is odd, so no thread reads it, and the lock is held, so no other thread fills it.
        unsafe { *slot.object.get() = Some(object) };
        slot.state.store(state & !1, Ordering::Release);
        Ok(
            u64::from(self.kind as u8) << KIND_SHIFT
                | (state >> 1) << INDEX_BITS
                | u64::from(index),
        )
    }

    /// Returns the object, for this thread alone until the result is dropped.
    #[inline]
    pub(crate) fn take(&self, handle: u64) -> Result<Taken<'_, T>, Fault> {
        let slot = self.slot(handle)?;
        let free = state_of(handle);
        match slot
            .state
            .compare_exchange(free, free | 1, Ordering::Acquire, Ordering::Relaxed)
        {
            Ok(_) => Ok(Taken { slot, free }),
            Err(now) if now & (READER - 1) | 1 == free | 1 => Err(self.busy()),
            Err(_) => Err(self.stale(handle)),
        }
    }

    /// Destroys the object.
    pub(crate) fn remove(&self, handle: u64) -> Result<(), Fault> {
        let taken = self.take(handle)?;
        let (slot, free) = (taken.slot, taken.free);
        std::mem::forget(taken);
        // SAFETY: the slot was taken, so this thread alone uses the object.
        let object = unsafe { (*slot.object.get()).take() };
        // Odd marks the slot as free. The next generation makes this handle stale.
        slot.state.store((free | 1) + 2, Ordering::Release);
        if (free >> 1) + 1 < GENERATIONS {
            let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
            places.freed.push(index_of(handle));
        }
        drop(object);
        Ok(())
    }

    #[inline]
    fn slot(&self, handle: u64) -> Result<&Slot<T>, Fault> {
        if handle >> KIND_SHIFT != u64::from(self.kind as u8) {
            return Err(self.stale(handle));
        }
        let (chunk, place) = place_of(index_of(handle));
        let chunk = self
            .chunks
            .get(chunk)
            .map(|chunk| chunk.load(Ordering::Acquire));
        match chunk {
            // SAFETY: a chunk has more slots than `place_of` returns for it, and is never freed.
            Some(slots) if !slots.is_null() => Ok(unsafe { &*slots.add(place) }),
            _ => Err(self.stale(handle)),
        }
    }

    #[cold]
    fn stale(&self, handle: u64) -> Fault {
        let name = self.kind.name();
        match handle {
            0 => Fault::new(fw_status::FW_NULL, format!("the {name} is null")),
            _ if handle >> KIND_SHIFT != u64::from(self.kind as u8) => Fault::new(
                fw_status::FW_STALE_HANDLE,
                format!("the handle belongs to another class than `{name}`"),
            ),
            _ => Fault::new(
                fw_status::FW_STALE_HANDLE,
                format!("the {name} was destroyed"),
            ),
        }
    }

    #[cold]
    fn busy(&self) -> Fault {
        let message = format!("another thread is using the {}", self.kind.name());
        Fault::new(fw_status::FW_BUSY, message)
    }
}

impl<T: Send + Sync> Table<T> {
    /// Returns the object. Threads may share it as long as none destroys it.
    #[inline]
    pub(crate) fn read(&self, handle: u64) -> Result<&T, Fault> {
        let slot = self.slot(handle)?;
        if slot.state.load(Ordering::Acquire) != state_of(handle) {
            return Err(self.stale(handle));
        }
        // SAFETY: the slot has an object, and nothing writes to it before it is destroyed. Callers promise not to destroy it
        // while it is in use.
        unsafe { &*slot.object.get() }
            .as_ref()
            .ok_or_else(|| self.stale(handle))
    }
}

impl<T: Send + Sync> Table<T> {
    /// Returns the object. Until the result is dropped, other calls may share the object, and none may take it.
    #[inline]
    pub(crate) fn share(&self, handle: u64) -> Result<Shared<'_, T>, Fault> {
        let slot = self.slot(handle)?;
        let free = state_of(handle);
        let mut now = slot.state.load(Ordering::Relaxed);
        loop {
            if now & (READER - 1) != free {
                return if now & (READER - 1) == free | 1 {
                    Err(self.busy())
                } else {
                    Err(self.stale(handle))
                };
            }
            let next = now + READER;
            let exchanged =
                slot.state
                    .compare_exchange_weak(now, next, Ordering::Acquire, Ordering::Relaxed);
            match exchanged {
                Ok(_) => return Ok(Shared { slot }),
                Err(found) => now = found,
            }
        }
    }
}

impl<T> Slot<T> {
    /// Returns a free slot of the first generation.
    fn empty() -> Self {
        Self {
            state: AtomicU64::new(3),
            object: UnsafeCell::new(None),
        }
    }
}

/// Returns the state of a slot whose object has this handle and is not in use.
#[inline]
fn state_of(handle: u64) -> u64 {
    (handle >> INDEX_BITS & (GENERATIONS - 1)) << 1
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the lower half")]
fn index_of(handle: u64) -> u32 {
    handle as u32
}

/// Returns the chunk of a slot, and its place there.
#[inline]
fn place_of(index: u32) -> (usize, usize) {
    let at = index as usize + FIRST_CHUNK;
    let chunk = (at.ilog2() - FIRST_CHUNK.ilog2()) as usize;
    (chunk, at - (FIRST_CHUNK << chunk))
}

/// An object that one thread alone uses.
pub(crate) struct Taken<'a, T> {
    slot: &'a Slot<T>,
    free: u64,
}

impl<T> Deref for Taken<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the state of the slot keeps other threads out, and a slot that could be taken has an object.
        unsafe { (*self.slot.object.get()).as_ref().unwrap_unchecked() }
    }
}

impl<T> DerefMut for Taken<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above.
        unsafe { (*self.slot.object.get()).as_mut().unwrap_unchecked() }
    }
}

impl<T> Borrow<T> for Taken<'_, T> {
    fn borrow(&self) -> &T {
        self
    }
}

impl<T> BorrowMut<T> for Taken<'_, T> {
    fn borrow_mut(&mut self) -> &mut T {
        self
    }
}

impl<T> Drop for Taken<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // After a panic the object may be half changed: the next generation makes its handle stale, and the slot stays unused.
        let next = if std::thread::panicking() {
            (self.free | 1) + 2
        } else {
            self.free
        };
        self.slot.state.store(next, Ordering::Release);
    }
}

/// An object that several calls read.
pub(crate) struct Shared<'a, T> {
    slot: &'a Slot<T>,
}

impl<T> Deref for Shared<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: while the state counts a reader, no thread takes the slot, and a slot that could be shared has an object.
        unsafe { (*self.slot.object.get()).as_ref().unwrap_unchecked() }
    }
}

impl<T> Drop for Shared<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.slot.state.fetch_sub(READER, Ordering::Release);
    }
}
