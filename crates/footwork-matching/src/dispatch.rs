//! Runs searches with the SIMD instructions of the processor, chosen at run time.
//!
//! The same search is compiled once per level. Only the operations of `lanes` have separate implementations. Results do
//! not depend on the level.

#![allow(
    unsafe_code,
    reason = "calls code compiled for instructions that were found at run time"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use footwork_base::{SimdLevel, SupportedLevel};

use crate::lanes::{Lanes, Loops};

/// Work compiled once per level.
pub(crate) trait Work {
    type Output;

    /// Does the work. This function and everything that it calls must be `inline(always)`.
    fn run(self, lanes: impl Lanes) -> Self::Output;
}

/// Runs work with the instructions of a level.
#[inline]
pub(crate) fn run<W: Work>(found: SupportedLevel, work: W) -> W::Output {
    match found.level() {
        SimdLevel::Portable => work.run(Loops),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `SupportedLevel` exists only if the processor has the level's instructions.
        SimdLevel::Avx2 => unsafe { run_avx2(work) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        SimdLevel::Avx512 => unsafe { run_avx512(work) },
        #[cfg(not(target_arch = "x86_64"))]
        SimdLevel::Avx2 | SimdLevel::Avx512 => work.run(Loops),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx2<W: Work>(work: W) -> W::Output {
    work.run(avx2::Avx2::new())
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
)]
fn run_avx512<W: Work>(work: W) -> W::Output {
    work.run(avx512::Avx512::new())
}
