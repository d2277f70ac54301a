//! Which instructions the processor has, chosen at run time; the only unsafe code of this crate.
//!
//! The same ordinary loops are compiled once for each level, and give the same bits.

#![allow(
    unsafe_code,
    reason = "code for instructions that were found is called here"
)]

use super::block::Input;
use super::machine::Machine;

/// A set of instructions that the processor may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// What every processor of its kind has: SSE2 on x86-64, NEON on ARM.
    Portable,
    /// AVX2.
    Avx2,
    /// AVX-512 with its instructions on doubles and on shorter registers.
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
        match self {
            Self::Portable => true,
            Self::Avx2 => has!("avx2"),
            Self::Avx512 => {
                let wide = has!("avx512f") && has!("avx512bw");
                has!("avx2") && wide && has!("avx512dq") && has!("avx512vl")
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
pub(super) struct Found(SimdLevel);

impl Found {
    /// The best level.
    pub(super) fn best() -> Self {
        Self(SimdLevel::detect())
    }

    /// This level, if the processor has it.
    pub(super) fn level(level: SimdLevel) -> Option<Self> {
        level.is_available().then_some(Self(level))
    }
}

/// [`Machine::run`], compiled for a level.
pub(super) fn run(
    found: Found,
    machine: Machine<'_>,
    inputs: &[Input<'_>],
    outputs: &mut [&mut [f32]],
) {
    match found.0 {
        SimdLevel::Portable => machine.run(inputs, outputs),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Found` is only made where the processor has the level's instructions.
        SimdLevel::Avx2 => unsafe { avx2(machine, inputs, outputs) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        SimdLevel::Avx512 => unsafe { avx512(machine, inputs, outputs) },
        #[cfg(not(target_arch = "x86_64"))]
        SimdLevel::Avx2 | SimdLevel::Avx512 => machine.run(inputs, outputs),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(machine: Machine<'_>, inputs: &[Input<'_>], outputs: &mut [&mut [f32]]) {
    machine.run(inputs, outputs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
fn avx512(machine: Machine<'_>, inputs: &[Input<'_>], outputs: &mut [&mut [f32]]) {
    machine.run(inputs, outputs);
}
