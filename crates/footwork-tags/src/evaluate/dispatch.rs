//! Which instructions the processor has, chosen at run time; the only unsafe code of this crate.
//!
//! The same ordinary loops are compiled once for each level. No result depends on the level.

#![allow(
    unsafe_code,
    reason = "code for instructions that were found is called here"
)]

use super::engine::{Engine, Job, Sink};

/// A set of instructions that the processor may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// What every processor of its kind has.
    Portable,
    /// AVX2 and the bit manipulation that came with it.
    Avx2,
    /// AVX-512 with its bit counting.
    Avx512,
}

impl SimdLevel {
    /// The best level that this processor has.
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self::Portable)
    }

    /// Every level that this processor has, rising.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        [Self::Portable, Self::Avx2, Self::Avx512]
            .into_iter()
            .filter(|level| level.is_available())
    }

    #[cfg(target_arch = "x86_64")]
    fn is_available(self) -> bool {
        use std::arch::is_x86_feature_detected as has;
        let avx2 =
            || has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt");
        match self {
            Self::Portable => true,
            Self::Avx2 => avx2(),
            Self::Avx512 => {
                let avx512 = has!("avx512f") && has!("avx512bw") && has!("avx512dq");
                avx2() && avx512 && has!("avx512vl") && has!("avx512vpopcntdq")
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        self == Self::Portable
    }
}

/// A level that the processor was found to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found(SimdLevel);

impl Found {
    /// The best level.
    pub(crate) fn best() -> Self {
        Self(SimdLevel::detect())
    }

    /// This level, if the processor has it.
    pub(crate) fn level(level: SimdLevel) -> Option<Self> {
        level.is_available().then_some(Self(level))
    }
}

/// [`Engine::block`], compiled for a level.
pub(super) fn block(
    found: Found,
    engine: &mut Engine,
    job: Job<'_>,
    number: usize,
    sink: &mut impl Sink,
) -> bool {
    match found.0 {
        SimdLevel::Portable => engine.block(job, number, sink),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Found` is only made where the processor has the level's instructions.
        SimdLevel::Avx2 => unsafe { avx2(engine, job, number, sink) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        SimdLevel::Avx512 => unsafe { avx512(engine, job, number, sink) },
        #[cfg(not(target_arch = "x86_64"))]
        SimdLevel::Avx2 | SimdLevel::Avx512 => engine.block(job, number, sink),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn avx2(engine: &mut Engine, job: Job<'_>, number: usize, sink: &mut impl Sink) -> bool {
    engine.block(job, number, sink)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
)]
fn avx512(engine: &mut Engine, job: Job<'_>, number: usize, sink: &mut impl Sink) -> bool {
    engine.block(job, number, sink)
}
