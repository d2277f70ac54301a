//! The operations of `simd` on registers of 512 bits.

use std::arch::x86_64::{
    __m128i, __m512i, _mm_cvtsi128_si64, _mm256_and_si256, _mm256_maskz_loadu_epi8,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setr_epi8, _mm256_setr_epi32,
    _mm256_shuffle_epi8, _mm256_srli_epi32, _mm256_test_epi32_mask, _mm512_add_epi32,
    _mm512_add_epi64, _mm512_alignr_epi64, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_castsi512_si128, _mm512_cmplt_epu32_mask, _mm512_cvtepu8_epi32, _mm512_cvtepu32_epi64,
    _mm512_extracti32x4_epi32, _mm512_mask_add_epi64, _mm512_mask_sub_epi64,
    _mm512_maskz_compress_epi8, _mm512_maskz_compress_epi32, _mm512_maskz_sllv_epi64,
    _mm512_max_epi64, _mm512_max_epu32, _mm512_or_si512, _mm512_permutexvar_epi64,
    _mm512_popcnt_epi64, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setr_epi32,
    _mm512_setr_epi64, _mm512_setzero_si512, _mm512_shldi_epi64, _mm512_shuffle_epi32,
    _mm512_shuffle_i64x2, _mm512_slli_epi64, _mm512_sllv_epi64, _mm512_srli_epi64,
    _mm512_sub_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
};
use std::mem::transmute;

use footwork_base::FrameRange;

use crate::algebra::SetOp;
use crate::evaluate::group::{Group, Lanes};
use crate::evaluate::simd::{BATCH, Chunk, Simd};
use crate::evaluate::sum::Sums;
use crate::tag_block::read_narrow;

/// Up to this number of ranges, combining them one at a time is faster.
const FEW: usize = 2;

/// A proof that the processor has the instructions.
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

impl Lanes for Registers {
    #[inline(always)]
    fn subtract(self, more: Group, less: Group, borrows: u8) -> Group {
        // SAFETY: `Registers` exists only if the processor has the instructions.
        unsafe { subtract(more, less, borrows) }
    }

    #[inline(always)]
    fn combine(self, op: SetOp, a: Group, b: Group) -> Group {
        // SAFETY: as above.
        unsafe { combine(op, a, b) }
    }
}

impl Simd for Registers {
    #[inline(always)]
    fn combine_runs<'a>(
        self,
        op: SetOp,
        to: &mut [Group],
        groups: usize,
        clips: impl Iterator<Item = (usize, &'a [[u8; 3]])>,
        sums: &mut Sums,
    ) {
        for (first, runs) in clips {
            let to = &mut to[first..][..groups];
            // SAFETY: as above.
            if !unsafe { combine_runs(op, to, runs) } {
                sums[0].add_runs(runs);
                sums[0].finish(op, to, self);
            }
        }
    }

    #[inline(always)]
    fn ranges(self, boundaries: &[u32; 2 * BATCH]) -> [FrameRange; BATCH] {
        // SAFETY: as above.
        unsafe { ranges(boundaries) }
    }

    #[inline(always)]
    fn boundaries(self, chunk: Chunk<'_>, before: &mut u64, out: &mut [u32]) -> usize {
        // SAFETY: as above.
        unsafe { boundaries(chunk, before, out) }
    }
}

/// Combines the words of a short clip with those of ranges, and returns whether it did. It can do this in three cases:
/// the clip has one group; there are at most [`FEW`] ranges; or there are at most eight ranges, and no word has two
/// starts or two stops.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,popcnt")]
#[inline]
fn combine_runs(op: SetOp, to: &mut [Group], runs: &[[u8; 3]]) -> bool {
    if to.len() == 1 || runs.len() <= FEW {
        let mut firsts = firsts();
        for to in to {
            let mut words = _mm512_setzero_si512();
            for &run in runs {
                let (start, stop) = read_narrow(run);
                let range = _mm512_andnot_si512(from(stop, firsts), from(start, firsts));
                words = _mm512_or_si512(words, range);
            }
            // SAFETY: both are 64 bytes, and any bytes are valid for both.
            *to = combine(op, *to, unsafe { transmute::<__m512i, Group>(words) });
            firsts = _mm512_add_epi64(firsts, _mm512_set1_epi64(512));
        }
        return true;
    }
    let bytes = runs.as_flattened();
    if bytes.len() > 24 {
        return false;
    }
    let there = (1 << bytes.len()) - 1;
    // SAFETY: the mask has a bit for each byte of the slice, and no other byte is read.
    let bytes = unsafe { _mm256_maskz_loadu_epi8(there, bytes.as_ptr().cast()) };
    // Widens ranges from three bytes to four. Missing ranges become zero, which is not a valid range.
    let halves = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 1, 2, 7, 3, 4, 5, 7));
    let ranges = _mm256_shuffle_epi8(
        halves,
        _mm256_setr_epi8(
            0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, //
            0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1,
        ),
    );
    let which = _mm256_test_epi32_mask(ranges, ranges);
    let starts = Ends::new(
        _mm512_cvtepu32_epi64(_mm256_and_si256(ranges, _mm256_set1_epi32(0xfff))),
        which,
    );
    let stops = Ends::new(
        _mm512_cvtepu32_epi64(_mm256_srli_epi32::<12>(ranges)),
        which,
    );
    let count =
        |words: __m512i| _mm_cvtsi128_si64(_mm512_castsi512_si128(words)).count_ones() as usize;
    if count(starts.which) != runs.len() || count(stops.which) != runs.len() {
        return false;
    }
    let mut bit = _mm512_setr_epi64(1, 2, 4, 8, 16, 32, 64, 128);
    for to in to {
        // SAFETY: both are 64 bytes, and any bytes are valid for both.
        let words = unsafe {
            transmute::<__m512i, Group>(_mm512_sub_epi64(stops.words(bit), starts.words(bit)))
        };
        *to = combine(op, *to, words);
        bit = _mm512_slli_epi64::<8>(bit);
    }
    true
}

/// The starts or stops of up to eight ranges, as the powers of two that `sum` adds up.
#[derive(Clone, Copy)]
struct Ends {
    /// The words that have a start or stop, as one bit each. Every lane holds the same bits.
    which: __m512i,
    /// For each start or stop, the power of two of its bit in its word.
    powers: __m512i,
}

impl Ends {
    #[target_feature(enable = "avx512f")]
    #[inline]
    fn new(frames: __m512i, which: u8) -> Self {
        let one = _mm512_set1_epi64(1);
        let inside = _mm512_and_si512(frames, _mm512_set1_epi64(63));
        let powers = _mm512_sllv_epi64(one, inside);
        let words = _mm512_maskz_sllv_epi64(which, one, _mm512_srli_epi64::<6>(frames));
        let words = _mm512_or_si512(words, _mm512_shuffle_i64x2::<0b01_00_11_10>(words, words));
        let words = _mm512_or_si512(words, _mm512_shuffle_i64x2::<0b10_11_00_01>(words, words));
        let words = _mm512_or_si512(words, _mm512_shuffle_epi32::<0b01_00_11_10>(words));
        Self {
            which: words,
            powers,
        }
    }

    /// For each word, given by its bit, returns the power in the word or 0, plus the number of earlier words that have
    /// a power. In a word that borrows, this number is one greater for starts than for stops.
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    #[inline]
    fn words(self, bit: __m512i) -> __m512i {
        let before = _mm512_sub_epi64(bit, _mm512_set1_epi64(1));
        let index = _mm512_popcnt_epi64(_mm512_and_si512(self.which, before));
        let there = _mm512_test_epi64_mask(self.which, bit);
        _mm512_mask_add_epi64(
            index,
            there,
            index,
            _mm512_permutexvar_epi64(index, self.powers),
        )
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn combine(op: SetOp, a: Group, b: Group) -> Group {
    // SAFETY: all types are 64 bytes, and any bytes are valid for each of them.
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
    // SAFETY: all types are 64 bytes, and any bytes are valid for each of them.
    let more = unsafe { transmute::<Group, __m512i>(more) };
    // SAFETY: as above.
    let less = unsafe { transmute::<Group, __m512i>(less) };
    let words = _mm512_sub_epi64(more, less);
    let words = _mm512_mask_sub_epi64(words, borrows, words, _mm512_set1_epi64(1));
    // SAFETY: as above.
    unsafe { transmute::<__m512i, Group>(words) }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn ranges(boundaries: &[u32; 2 * BATCH]) -> [FrameRange; BATCH] {
    // SAFETY: both are 64 bytes, and any bytes are valid for both.
    let boundaries = unsafe { transmute::<[u32; 2 * BATCH], __m512i>(*boundaries) };
    // In the lanes of stops, computes the frame after the start, which is the least valid stop.
    let starts = _mm512_slli_epi64::<32>(boundaries);
    let least = _mm512_add_epi32(starts, _mm512_set1_epi64(1 << 32));
    let ranges = _mm512_max_epu32(boundaries, least);
    // SAFETY: `FrameRange` documents that it is two `u32` and that all their values are valid. No unsafe code relies on
    // start < stop, which holds except for a start of `u32::MAX`.
    unsafe { transmute::<__m512i, [FrameRange; BATCH]>(ranges) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt")]
#[inline]
fn boundaries(chunk: Chunk<'_>, before: &mut u64, out: &mut [u32]) -> usize {
    let mut last = _mm512_set1_epi64(before.cast_signed());
    let (mut base, mut length) = (chunk.base, 0);
    for (group, left) in chunk.groups.iter().zip((0..chunk.groups.len()).rev()) {
        // SAFETY: both are 64 bytes, and any bytes are valid for both.
        let mut words = unsafe { transmute::<Group, __m512i>(*group) };
        if left == 0 {
            words = _mm512_andnot_si512(from(chunk.frames - (base - chunk.base), firsts()), words);
        }
        let shifted = _mm512_alignr_epi64::<7>(words, last);
        let edges = _mm512_xor_si512(words, _mm512_shldi_epi64::<1>(words, shifted));
        last = words;
        length += write_edges(edges, base, &mut out[length..]);
        // The last group may end past the largest frame number, so `base` may wrap.
        base = base.wrapping_add(512);
    }
    // SAFETY: both are 64 bytes, and any bytes are valid for both.
    *before = unsafe { transmute::<__m512i, [u64; 8]>(last) }[7];
    length
}

/// Returns the number of the first frame of each word of a group.
#[target_feature(enable = "avx512f")]
#[inline]
fn firsts() -> __m512i {
    _mm512_setr_epi64(0, 64, 128, 192, 256, 320, 384, 448)
}

/// Returns words whose bits from `frame` on are set, given the first frame of each word.
#[target_feature(enable = "avx512f")]
#[inline]
fn from(frame: u32, firsts: __m512i) -> __m512i {
    let before = _mm512_sub_epi64(_mm512_set1_epi64(i64::from(frame)), firsts);
    let before = _mm512_max_epi64(before, _mm512_setzero_si512());
    // A shift by 64 or more gives zero.
    _mm512_sllv_epi64(_mm512_set1_epi64(-1), before)
}

/// Writes the place of each set bit of a group, counted from `base`, to the front of `out`. Returns the number of
/// places.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt")]
#[inline]
fn write_edges(edges: __m512i, base: u32, out: &mut [u32]) -> usize {
    // Removes the first bit of each word. The place of a bit is the number of lower bits. This is computed for the
    // first and the second bit of each word.
    let one = _mm512_set1_epi64(1);
    let behind = _mm512_sub_epi64(edges, one);
    let others = _mm512_and_si512(edges, behind);
    let behind_others = _mm512_sub_epi64(others, one);
    if _mm512_test_epi64_mask(others, behind_others) == 0 {
        // No word has more than two bits.
        let first = _mm512_popcnt_epi64(_mm512_andnot_si512(edges, behind));
        let second = _mm512_popcnt_epi64(behind_others);
        let bases = _mm512_setr_epi32(
            0, 0, 64, 64, 128, 128, 192, 192, 256, 256, 320, 320, 384, 384, 448, 448,
        );
        let bases = _mm512_add_epi32(bases, _mm512_set1_epi32(base.cast_signed()));
        let both = _mm512_or_si512(first, _mm512_slli_epi64::<32>(second));
        let places = _mm512_add_epi32(both, bases);
        // In a word without a bit, the count is 64.
        let there = _mm512_cmplt_epu32_mask(both, _mm512_set1_epi32(64));
        if let Some(out) = out.first_chunk_mut::<16>() {
            let places = _mm512_maskz_compress_epi32(there, places);
            // SAFETY: both are 64 bytes, and any bytes are valid for both.
            *out = unsafe { transmute::<__m512i, [u32; 16]>(places) };
        }
        return there.count_ones() as usize;
    }
    // SAFETY: both are 64 bytes, and any bytes are valid for both.
    let edges = unsafe { transmute::<__m512i, [u64; 8]>(edges) };
    let mut length = 0;
    for (bits, first) in edges.into_iter().zip((0..).step_by(64)) {
        write_places(bits, base + first, &mut out[length..][..64]);
        length += bits.count_ones() as usize;
    }
    length
}

/// Writes the place of each set bit, counted from `base`, to the front of `out`, by packing the selected bytes of a
/// register. `out` must have room for 64 places.
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
    // SAFETY: both are 64 bytes, and any bytes are valid for both.
    let places = unsafe { transmute::<[u8; 64], __m512i>(PLACES) };
    let places = _mm512_maskz_compress_epi8(bits, places);
    let mut out = out.as_chunks_mut::<16>().0.iter_mut();
    let mut write = |places: __m128i| {
        let places = _mm512_add_epi32(_mm512_cvtepu8_epi32(places), base);
        if let Some(out) = out.next() {
            // SAFETY: both are 64 bytes, and any bytes are valid for both.
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
