//! Runs work with the SIMD instructions of the processor, chosen at run time.
//!
//! The same code is compiled once per level. Only the operations of `simd` have separate implementations. Results do
//! not depend on the level.

#![allow(
    unsafe_code,
    reason = "calls code compiled for instructions that were found at run time"
)]

#[cfg(target_arch = "x86_64")]
mod registers;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64;

use footwork_base::{SimdLevel, SupportedLevel};

use super::simd::{Loops, Simd};

/// Work compiled once per level.
pub(super) trait Work {
    type Out;

    /// Does the work. This function and everything that it calls must be `inline(always)`.
    fn run(self, simd: impl Simd) -> Self::Out;
}

/// Runs work with the instructions of a level.
pub(super) fn run<W: Work>(found: SupportedLevel, work: W) -> W::Out {
    match found.level() {
        SimdLevel::Portable => work.run(Loops),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `SupportedLevel` exists only if the processor has the level's instructions.
        SimdLevel::Avx2 => unsafe { avx2(work) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        SimdLevel::Avx512 => unsafe { avx512(work) },
        #[cfg(not(target_arch = "x86_64"))]
        SimdLevel::Avx2 | SimdLevel::Avx512 => work.run(Loops),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn avx2<W: Work>(work: W) -> W::Out {
    work.run(Loops)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
)]
fn avx512<W: Work>(work: W) -> W::Out {
    work.run(registers::Registers::new())
}

/// Prefetches a value for the next read into the first-level cache.
#[inline(always)]
pub(crate) fn prefetch<T: ?Sized>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    prefetch_lines::<{ x86_64::_MM_HINT_T0 }, T>(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Prefetches a value for a later read into the second-level cache. That cache allows more lines in flight, and the
/// first-level cache evicts nothing.
#[inline(always)]
pub(crate) fn prefetch_later<T: ?Sized>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    prefetch_lines::<{ x86_64::_MM_HINT_T1 }, T>(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Prefetches the first 320 bytes into the second-level cache: the words of 2,560 frames. Does not branch.
#[inline(always)]
pub(crate) fn prefetch_first_later(bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    for offset in [0, 64, 128, 192, 256, 319] {
        prefetch_line::<{ x86_64::_MM_HINT_T1 }>(bytes.as_ptr().wrapping_add(offset));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bytes;
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch_lines<const HINT: i32, T: ?Sized>(value: &T) {
    let first = std::ptr::from_ref(value).cast::<u8>();
    let last = size_of_val(value).saturating_sub(1);
    for offset in (0..last).step_by(64).chain([last]) {
        prefetch_line::<HINT>(first.wrapping_add(offset));
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch_line<const HINT: i32>(byte: *const u8) {
    // SAFETY: every x86-64 has the instruction, which changes nothing and accepts any address.
    unsafe { x86_64::_mm_prefetch::<HINT>(byte.cast()) };
}
