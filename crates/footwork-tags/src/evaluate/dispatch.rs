//! Which instructions the processor has, chosen at run time; the only unsafe code of this crate.
//!
//! The same ordinary loops are compiled once for each level; only the places of bits are found by
//! another instruction where there is one. No result depends on the level.

#![allow(
    unsafe_code,
    reason = "code for instructions that were found is called here"
)]

use footwork_base::{FoundSimd, SimdLevel};

use super::edges::OneByOne;
use super::engine::{Engine, Job, Sink};

/// [`Engine::block`], compiled for a level.
pub(super) fn block(
    found: FoundSimd,
    engine: &mut Engine,
    job: Job<'_>,
    number: usize,
    sink: &mut impl Sink,
) -> bool {
    match found.level() {
        SimdLevel::Portable => engine.block(job, number, OneByOne, sink),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `FoundSimd` is only made where the processor has the level's instructions.
        SimdLevel::Avx2 => unsafe { avx2(engine, job, number, sink) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        SimdLevel::Avx512 => unsafe { avx512(engine, job, number, sink) },
        #[cfg(not(target_arch = "x86_64"))]
        SimdLevel::Avx2 | SimdLevel::Avx512 => engine.block(job, number, OneByOne, sink),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn avx2(engine: &mut Engine, job: Job<'_>, number: usize, sink: &mut impl Sink) -> bool {
    engine.block(job, number, OneByOne, sink)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
)]
fn avx512(engine: &mut Engine, job: Job<'_>, number: usize, sink: &mut impl Sink) -> bool {
    engine.block(job, number, compress::Compress::new(), sink)
}

/// Asks for the memory of a value that is read soon.
#[inline(always)]
pub(crate) fn prefetch<T: ?Sized>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = std::ptr::from_ref(value).cast::<i8>();
        for offset in (0..size_of_val(value)).step_by(64) {
            // SAFETY: every x86-64 has the instruction, which changes nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(offset)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Places of bits by the instruction that packs the chosen bytes of a register.
#[cfg(target_arch = "x86_64")]
mod compress {
    use std::arch::x86_64::{
        __m128i, __m512i, _mm512_add_epi32, _mm512_cvtepu8_epi32, _mm512_extracti32x4_epi32,
        _mm512_maskz_compress_epi8, _mm512_set1_epi32,
    };

    use super::super::edges::PlacesOf;

    /// Only there where the processor has the instruction.
    #[derive(Clone, Copy)]
    pub(super) struct Compress(());

    impl Compress {
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
        pub(super) fn new() -> Self {
            Self(())
        }
    }

    impl PlacesOf for Compress {
        const BATCH: usize = 16;

        #[inline(always)]
        fn write(self, bits: u64, base: u32, out: &mut [u32]) {
            // SAFETY: `Compress` is only made where the processor has the instructions.
            unsafe { write(bits, base, out) }
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    #[inline]
    fn write(bits: u64, base: u32, out: &mut [u32]) {
        const PLACES: [u8; 64] = {
            let mut places = [0; 64];
            let mut place = 0;
            while place < 64 {
                places[place as usize] = place;
                place += 1;
            }
            places
        };
        // SAFETY: both are 64 bytes of which each value is valid.
        let places: __m512i = unsafe { std::mem::transmute(PLACES) };
        let places = _mm512_maskz_compress_epi8(bits, places);
        let quarters: [__m128i; 4] = [
            _mm512_extracti32x4_epi32::<0>(places),
            _mm512_extracti32x4_epi32::<1>(places),
            _mm512_extracti32x4_epi32::<2>(places),
            _mm512_extracti32x4_epi32::<3>(places),
        ];
        let base = _mm512_set1_epi32(base.cast_signed());
        let mut left = bits.count_ones();
        for (batch, quarter) in out.as_chunks_mut::<16>().0.iter_mut().zip(quarters) {
            let places = _mm512_add_epi32(_mm512_cvtepu8_epi32(quarter), base);
            // SAFETY: both are 64 bytes of which each value is valid.
            *batch = unsafe { std::mem::transmute::<__m512i, [u32; 16]>(places) };
            if left <= 16 {
                break;
            }
            left -= 16;
        }
    }
}
