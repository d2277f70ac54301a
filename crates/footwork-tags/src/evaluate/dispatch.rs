//! Which instructions the processor has, chosen at run time; the only unsafe code of this crate.
//!
//! The same ordinary loops are compiled once for each level; only what `simd` names is done by other
//! instructions where there are some. No result depends on the level.

#![allow(
    unsafe_code,
    reason = "code for instructions that were found is called here"
)]

use std::slice;

use footwork_base::{FoundSimd, SimdLevel};

use super::engine::{Engine, Job, Sink};
use super::raster::{Group, LANES};
use super::simd::Loops;

/// [`Engine::block`], compiled for a level.
pub(super) fn block(
    found: FoundSimd,
    engine: &mut Engine,
    job: Job<'_>,
    number: usize,
    sink: &mut impl Sink,
) -> bool {
    match found.level() {
        SimdLevel::Portable => engine.block(job, number, Loops, sink),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `FoundSimd` is only made where the processor has the level's instructions.
        SimdLevel::Avx2 => unsafe { avx2(engine, job, number, sink) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        SimdLevel::Avx512 => unsafe { avx512(engine, job, number, sink) },
        #[cfg(not(target_arch = "x86_64"))]
        SimdLevel::Avx2 | SimdLevel::Avx512 => engine.block(job, number, Loops, sink),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn avx2(engine: &mut Engine, job: Job<'_>, number: usize, sink: &mut impl Sink) -> bool {
    engine.block(job, number, Loops, sink)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
)]
fn avx512(engine: &mut Engine, job: Job<'_>, number: usize, sink: &mut impl Sink) -> bool {
    engine.block(job, number, registers::Registers::new(), sink)
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

/// The words of groups, one behind the other.
#[inline(always)]
pub(super) fn words_of(groups: &[Group]) -> &[u64] {
    const { assert!(size_of::<Group>() == size_of::<[u64; LANES]>()) }
    // SAFETY: groups are nothing but words, as many in all, and lie on bounds of words.
    unsafe { slice::from_raw_parts(groups.as_ptr().cast(), groups.len() * LANES) }
}

/// The same, to be changed.
#[inline(always)]
pub(super) fn words_of_mut(groups: &mut [Group]) -> &mut [u64] {
    // SAFETY: as above.
    unsafe { slice::from_raw_parts_mut(groups.as_mut_ptr().cast(), groups.len() * LANES) }
}

/// Words by registers of 512 bits.
#[cfg(target_arch = "x86_64")]
mod registers {
    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm256_and_si256, _mm256_mask_mov_epi32,
        _mm256_maskz_loadu_epi8, _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setr_epi8,
        _mm256_setr_epi32, _mm256_shuffle_epi8, _mm256_srli_epi32, _mm256_test_epi32_mask,
        _mm512_add_epi32, _mm512_alignr_epi64, _mm512_and_si512, _mm512_cvtepu8_epi32,
        _mm512_cvtepu32_epi64, _mm512_extracti32x4_epi32, _mm512_mask_sub_epi64,
        _mm512_maskz_compress_epi8, _mm512_maskz_sllv_epi64, _mm512_reduce_add_epi64,
        _mm512_set1_epi32, _mm512_set1_epi64, _mm512_shldi_epi64, _mm512_sub_epi64,
        _mm512_test_epi64_mask, _mm512_xor_si512,
    };
    use std::mem::transmute;

    use super::super::raster::{Group, Powers, ShortSum};
    use super::super::simd::{Loops, Simd};

    /// So few ranges are added sooner one by one.
    const FEW: usize = 2;

    /// Only there where the processor has the instructions.
    #[derive(Clone, Copy)]
    pub(super) struct Registers(());

    impl Registers {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2")]
        pub(super) fn new() -> Self {
            Self(())
        }
    }

    impl Simd for Registers {
        const HOLDS_CHUNK: bool = true;
        const BATCH: usize = 16;

        #[inline(always)]
        fn add(self, runs: &[[u8; 3]], sum: &mut ShortSum<'_>) {
            if runs.len() <= FEW {
                return Loops.add(runs, sum);
            }
            for runs in runs.chunks(8) {
                // SAFETY: `Registers` is only made where the processor has the instructions.
                sum.add_all(unsafe { powers(runs) });
            }
        }

        #[inline(always)]
        fn less_one(self, group: Group, which: u8) -> Group {
            // SAFETY: as above.
            unsafe { less_one(group, which) }
        }

        #[inline(always)]
        fn edges(self, before: u64, words: &[u64; 64], edges: &mut [u64; 64]) -> u64 {
            // SAFETY: as above.
            unsafe { find_edges(before, words, edges) }
        }

        #[inline(always)]
        fn write_places(self, bits: u64, base: u32, out: &mut [u32]) {
            // SAFETY: as above.
            unsafe { write_places(bits, base, out) }
        }
    }

    /// What up to eight ranges add to a sum.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2")]
    #[inline]
    fn powers(runs: &[[u8; 3]]) -> Powers {
        let bytes = runs.as_flattened();
        let there = (1 << bytes.len().min(24)) - 1;
        // SAFETY: only bytes of the slice are read, of which there are as many as bits, or 24.
        let bytes = unsafe { _mm256_maskz_loadu_epi8(there, bytes.as_ptr().cast()) };
        // Three bytes each to four, in which what is not there is zero: no range is.
        let halves = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 1, 2, 7, 3, 4, 5, 7));
        let ranges = _mm256_shuffle_epi8(
            halves,
            _mm256_setr_epi8(
                0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, //
                0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1,
            ),
        );
        let which = _mm256_test_epi32_mask(ranges, ranges);
        let start = _mm256_and_si256(ranges, _mm256_set1_epi32(0xfff));
        let stop = _mm256_srli_epi32::<12>(ranges);
        let (first, last) = (_mm256_srli_epi32::<6>(start), _mm256_srli_epi32::<6>(stop));
        let power = |base: i64, exponent: __m256i| {
            let exponent = _mm512_and_si512(_mm512_cvtepu32_epi64(exponent), _mm512_set1_epi64(63));
            _mm512_maskz_sllv_epi64(which, _mm512_set1_epi64(base), exponent)
        };
        let borrows = _mm512_sub_epi64(power(2, last), power(2, first));
        // To add nothing to one word again and again would take its time.
        let apart = _mm256_setr_epi32(0, 8, 16, 24, 32, 40, 48, 56);
        let first = _mm256_mask_mov_epi32(apart, which, first);
        let last = _mm256_mask_mov_epi32(apart, which, last);
        // SAFETY: each is as many bytes as it becomes, of which each value is valid.
        unsafe {
            Powers {
                first: transmute::<__m256i, [u32; 8]>(first),
                last: transmute::<__m256i, [u32; 8]>(last),
                less: transmute::<__m512i, [u64; 8]>(power(1, start)),
                more: transmute::<__m512i, [u64; 8]>(power(1, stop)),
                borrows: _mm512_reduce_add_epi64(borrows).cast_unsigned(),
            }
        }
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn less_one(group: Group, which: u8) -> Group {
        // SAFETY: both are 64 bytes of which each value is valid.
        let group: __m512i = unsafe { transmute(group) };
        let less = _mm512_mask_sub_epi64(group, which, group, _mm512_set1_epi64(1));
        // SAFETY: as above.
        unsafe { transmute(less) }
    }

    #[target_feature(enable = "avx512f,avx512vbmi2")]
    #[inline]
    fn find_edges(before: u64, words: &[u64; 64], edges: &mut [u64; 64]) -> u64 {
        let mut some = 0;
        let mut before = _mm512_set1_epi64(before.cast_signed());
        let (words, edges) = (words.as_chunks::<8>().0, edges.as_chunks_mut::<8>().0);
        for ((words, edges), first) in words.iter().zip(edges).zip((0..).step_by(8)) {
            // SAFETY: both are 64 bytes of which each value is valid.
            let words = unsafe { transmute::<[u64; 8], __m512i>(*words) };
            let shifted = _mm512_alignr_epi64::<7>(words, before);
            let found = _mm512_xor_si512(words, _mm512_shldi_epi64::<1>(words, shifted));
            some |= u64::from(_mm512_test_epi64_mask(found, found)) << first;
            // SAFETY: as above.
            *edges = unsafe { transmute::<__m512i, [u64; 8]>(found) };
            before = words;
        }
        some
    }

    /// By the instruction that packs the chosen bytes of a register.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    #[inline]
    fn write_places(bits: u64, base: u32, out: &mut [u32]) {
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
        let places: __m512i = unsafe { transmute(PLACES) };
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
            *batch = unsafe { transmute::<__m512i, [u32; 16]>(places) };
            if left <= 16 {
                break;
            }
            left -= 16;
        }
    }
}
