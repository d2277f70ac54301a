//! Words by registers of 512 bits.

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm256_alignr_epi32, _mm256_and_si256, _mm256_cmpeq_epi32_mask,
    _mm256_mask_mov_epi32, _mm256_maskz_loadu_epi8, _mm256_permutevar8x32_epi32, _mm256_set1_epi32,
    _mm256_setr_epi8, _mm256_setr_epi32, _mm256_shuffle_epi8, _mm256_srli_epi32,
    _mm256_test_epi32_mask, _mm512_add_epi32, _mm512_alignr_epi64, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_castsi512_si128, _mm512_cvtepu8_epi32, _mm512_cvtepu32_epi64,
    _mm512_extracti32x4_epi32, _mm512_mask_sub_epi64, _mm512_maskz_compress_epi8,
    _mm512_maskz_compress_epi32, _mm512_maskz_sllv_epi64, _mm512_max_epi64, _mm512_or_si512,
    _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_set1_epi32, _mm512_set1_epi64,
    _mm512_setr_epi32, _mm512_setr_epi64, _mm512_setzero_si512, _mm512_shldi_epi64,
    _mm512_slli_epi64, _mm512_sllv_epi64, _mm512_sub_epi64, _mm512_test_epi32_mask,
    _mm512_test_epi64_mask, _mm512_xor_si512,
};
use std::mem::transmute;

use crate::SetOp;
use crate::evaluate::group::Group;
use crate::evaluate::simd::{Chunk, Loops, Simd};
use crate::evaluate::sum::{Powers, ShortSum};

/// So few ranges are added sooner one by one.
const FEW: usize = 2;

/// Only there where the processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Registers(());

impl Registers {
    #[target_feature(
        enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
    )]
    pub(super) fn new() -> Self {
        Self(())
    }
}

impl Simd for Registers {
    #[inline(always)]
    fn add(self, runs: &[[u8; 3]], sum: &mut ShortSum<'_>) {
        if runs.len() <= FEW {
            return Loops.add(runs, sum);
        }
        // SAFETY: `Registers` is only made where the processor has the instructions.
        unsafe { add(runs, sum) };
    }

    #[inline(always)]
    fn subtract(self, more: Group, less: Group, borrows: u8) -> Group {
        // SAFETY: as above.
        unsafe { subtract(more, less, borrows) }
    }

    #[inline(always)]
    fn combine(self, op: SetOp, a: Group, b: Group) -> Group {
        // SAFETY: as above.
        unsafe { combine(op, a, b) }
    }

    #[inline(always)]
    fn boundaries(self, chunk: Chunk<'_>, before: &mut u64, out: &mut [u32]) -> usize {
        // SAFETY: as above.
        unsafe { boundaries(chunk, before, out) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2")]
#[inline]
fn add(runs: &[[u8; 3]], sum: &mut ShortSum<'_>) {
    let (first, later) = runs.split_at(runs.len().min(8));
    let powers = powers(first);
    if powers.are_apart {
        sum.begin(powers);
        Loops.add(later, sum);
    } else {
        Loops.add(runs, sum);
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
    let behind = _mm256_setr_epi32(64, 65, 66, 67, 68, 69, 70, 71);
    let first = _mm256_mask_mov_epi32(behind, which, first);
    let last = _mm256_mask_mov_epi32(behind, which, last);
    // As they rise, those that are the same are neighbours.
    let is_next =
        |words: __m256i| _mm256_cmpeq_epi32_mask(words, _mm256_alignr_epi32::<1>(words, words));
    // SAFETY: each is as many bytes as it becomes, of which each value is valid.
    unsafe {
        Powers {
            are_apart: is_next(first) | is_next(last) == 0,
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
fn combine(op: SetOp, a: Group, b: Group) -> Group {
    // SAFETY: all are 64 bytes of which each value is valid.
    let (a, b) = unsafe {
        (
            transmute::<Group, __m512i>(a),
            transmute::<Group, __m512i>(b),
        )
    };
    let combined = match op {
        SetOp::Union => _mm512_or_si512(a, b),
        SetOp::Intersection => _mm512_and_si512(a, b),
        SetOp::Difference => _mm512_andnot_si512(b, a),
        SetOp::SymmetricDifference => _mm512_xor_si512(a, b),
    };
    // SAFETY: as above.
    unsafe { transmute::<__m512i, Group>(combined) }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn subtract(more: Group, less: Group, borrows: u8) -> Group {
    // SAFETY: all are 64 bytes of which each value is valid.
    let more = unsafe { transmute::<Group, __m512i>(more) };
    // SAFETY: as above.
    let less = unsafe { transmute::<Group, __m512i>(less) };
    let words = _mm512_sub_epi64(more, less);
    let words = _mm512_mask_sub_epi64(words, borrows, words, _mm512_set1_epi64(1));
    // SAFETY: as above.
    unsafe { transmute::<__m512i, Group>(words) }
}

#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1")]
#[inline]
fn boundaries(chunk: Chunk<'_>, before: &mut u64, out: &mut [u32]) -> usize {
    let mut last = _mm512_set1_epi64(before.cast_signed());
    let (mut base, mut length) = (chunk.base, 0);
    for (group, left) in chunk.groups.iter().zip((0..chunk.groups.len()).rev()) {
        // SAFETY: both are 64 bytes of which each value is valid.
        let mut words = unsafe { transmute::<Group, __m512i>(*group) };
        if left == 0 {
            words = cut(words, chunk.frames - (base - chunk.base));
        }
        let shifted = _mm512_alignr_epi64::<7>(words, last);
        let edges = _mm512_xor_si512(words, _mm512_shldi_epi64::<1>(words, shifted));
        last = words;
        length += write_edges(edges, base, &mut out[length..]);
        // The last group may end past the last frame that there can be.
        base = base.wrapping_add(512);
    }
    // SAFETY: both are 64 bytes of which each value is valid.
    *before = unsafe { transmute::<__m512i, [u64; 8]>(last) }[7];
    length
}

/// Clears the bits behind the first `inside`.
#[target_feature(enable = "avx512f")]
#[inline]
fn cut(words: __m512i, inside: u32) -> __m512i {
    let inside = _mm512_sub_epi64(
        _mm512_set1_epi64(i64::from(inside)),
        _mm512_setr_epi64(0, 64, 128, 192, 256, 320, 384, 448),
    );
    let inside = _mm512_max_epi64(inside, _mm512_setzero_si512());
    // A shift by 64 and more gives zeros.
    let past = _mm512_sllv_epi64(_mm512_set1_epi64(-1), inside);
    _mm512_andnot_si512(past, words)
}

/// Writes the place of each bit of a group, counted from `base`, to the front of `out`; returns
/// how many there are.
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1")]
#[inline]
fn write_edges(edges: __m512i, base: u32, out: &mut [u32]) -> usize {
    // What is left of each word without its first bit, and how many bits are behind the first
    // and the second: that is where they are.
    let one = _mm512_set1_epi64(1);
    let behind = _mm512_sub_epi64(edges, one);
    let others = _mm512_and_si512(edges, behind);
    let behind_others = _mm512_sub_epi64(others, one);
    if _mm512_test_epi64_mask(others, behind_others) == 0 {
        // At most two a word.
        let first = _mm512_popcnt_epi64(_mm512_andnot_si512(edges, behind));
        let second = _mm512_popcnt_epi64(behind_others);
        let bases = _mm512_setr_epi32(
            0, 0, 64, 64, 128, 128, 192, 192, 256, 256, 320, 320, 384, 384, 448, 448,
        );
        let bases = _mm512_add_epi32(bases, _mm512_set1_epi32(base.cast_signed()));
        let both = _mm512_or_si512(first, _mm512_slli_epi64::<32>(second));
        let places = _mm512_add_epi32(both, bases);
        // Half a word is zero where its bit is not there.
        let count = _mm512_popcnt_epi64(edges);
        let there = _mm512_or_si512(count, _mm512_slli_epi64::<31>(count));
        let there = _mm512_test_epi32_mask(there, there);
        if let Some(out) = out.first_chunk_mut::<16>() {
            let places = _mm512_maskz_compress_epi32(there, places);
            // SAFETY: both are 64 bytes of which each value is valid.
            *out = unsafe { transmute::<__m512i, [u32; 16]>(places) };
        }
        return there.count_ones() as usize;
    }
    // SAFETY: both are 64 bytes of which each value is valid.
    let edges = unsafe { transmute::<__m512i, [u64; 8]>(edges) };
    let mut length = 0;
    for (bits, first) in edges.into_iter().zip((0..).step_by(64)) {
        write_places(bits, base + first, &mut out[length..][..64]);
        length += bits.count_ones() as usize;
    }
    length
}

/// Writes the place of each bit, counted from `base`, to the front of `out`, which has room for
/// 64: by the instruction that packs the chosen bytes of a register.
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
    let base = _mm512_set1_epi32(base.cast_signed());
    // SAFETY: both are 64 bytes of which each value is valid.
    let places = unsafe { transmute::<[u8; 64], __m512i>(PLACES) };
    let places = _mm512_maskz_compress_epi8(bits, places);
    let mut out = out.as_chunks_mut::<16>().0.iter_mut();
    let mut write = |places: __m128i| {
        let places = _mm512_add_epi32(_mm512_cvtepu8_epi32(places), base);
        if let Some(out) = out.next() {
            // SAFETY: both are 64 bytes of which each value is valid.
            *out = unsafe { transmute::<__m512i, [u32; 16]>(places) };
        }
    };
    write(_mm512_castsi512_si128(places));
    if bits.count_ones() > 16 {
        write(_mm512_extracti32x4_epi32::<1>(places));
        write(_mm512_extracti32x4_epi32::<2>(places));
        write(_mm512_extracti32x4_epi32::<3>(places));
    }
}
