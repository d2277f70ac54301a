//! The operations of `lanes` on two registers of 256 bits.

use std::arch::x86_64::{
    __m128i, __m256, __m256i, _CMP_LE_OQ, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_max_epu16,
    _mm_min_epu16, _mm_min_epu32, _mm_minpos_epu16, _mm_set1_epi32, _mm_shuffle_epi32,
    _mm_xor_si128, _mm256_add_epi16, _mm256_add_ps, _mm256_and_si256, _mm256_castsi256_si128,
    _mm256_cmp_ps, _mm256_cvtepi32_ps, _mm256_cvtepu16_epi32, _mm256_extracti128_si256,
    _mm256_loadu_ps, _mm256_loadu_si256, _mm256_max_epu16, _mm256_min_epu16, _mm256_min_epu32,
    _mm256_movemask_ps, _mm256_mul_ps, _mm256_or_si256, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_set1_ps, _mm256_sll_epi16, _mm256_srl_epi16, _mm256_storeu_ps, _mm256_storeu_si256,
    _mm256_sub_ps, _mm256_xor_si256,
};

use crate::blocks::{Field, Fields};
use crate::lanes::{Dim, Lanes};
use crate::levels::{LANES, LANES_BYTES};

/// A proof that the processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    #[target_feature(enable = "avx2")]
    pub(super) fn new() -> Self {
        Self(())
    }
}

impl Lanes for Avx2 {
    type Sums = [__m256; 2];

    #[inline(always)]
    fn load(self, sums: &[f32; LANES]) -> Self::Sums {
        // SAFETY: an `Avx2` exists only if the processor has the instructions.
        unsafe { load(sums) }
    }

    #[inline(always)]
    fn store(self, sums: Self::Sums, to: &mut [f32; LANES]) {
        // SAFETY: as above.
        unsafe { store(sums, to) }
    }

    #[inline(always)]
    fn add_fields(self, sums: Self::Sums, fields: &mut Fields<'_>, dims: &[Dim]) -> Self::Sums {
        let mut sums = sums;
        for dim in dims {
            // SAFETY: as above.
            sums = unsafe { add_field(sums, fields.take(), dim) };
        }
        sums
    }

    #[inline(always)]
    fn unpack(self, field: Field<'_>) -> [u8; LANES_BYTES] {
        // SAFETY: as above.
        unsafe { unpacked(field) }
    }

    #[inline(always)]
    fn add_boxes(
        self,
        sums: Self::Sums,
        boxes: &[[[u8; LANES_BYTES]; 2]],
        dims: &[Dim],
    ) -> Self::Sums {
        let mut sums = sums;
        for (sides, dim) in boxes.iter().zip(dims) {
            // SAFETY: as above.
            sums = unsafe { add_box(sums, sides, dim) };
        }
        sums
    }

    #[inline(always)]
    fn within(self, sums: Self::Sums, limit: f32) -> u16 {
        // SAFETY: as above.
        unsafe { within(sums, limit) }
    }

    #[inline(always)]
    fn least(self, numbers: &[u32; LANES]) -> u32 {
        // SAFETY: as above.
        unsafe { least(numbers) }
    }

    #[inline(always)]
    fn range(self, numbers: &[u8; LANES_BYTES], selected: &[u16; LANES]) -> [u16; 2] {
        // SAFETY: as above.
        unsafe { range(numbers, selected) }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(sums: &[f32; LANES]) -> [__m256; 2] {
    // SAFETY: the 8 numbers from the first one and the 8 from the ninth one are inside the array.
    unsafe {
        [
            _mm256_loadu_ps(sums.as_ptr()),
            _mm256_loadu_ps(sums.as_ptr().add(8)),
        ]
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store([low, high]: [__m256; 2], to: &mut [f32; LANES]) {
    // SAFETY: as in `load`.
    unsafe {
        _mm256_storeu_ps(to.as_mut_ptr(), low);
        _mm256_storeu_ps(to.as_mut_ptr().add(8), high);
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_field(sums: [__m256; 2], field: Field<'_>, dim: &Dim) -> [__m256; 2] {
    let numbers = unpack(field);
    let halves = [
        _mm256_castsi256_si128(numbers),
        _mm256_extracti128_si256::<1>(numbers),
    ];
    add(sums, halves, dim)
}

/// Joins the bits of both words of a field. A shift by 16 leaves no bit of the second word.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn unpack(field: Field<'_>) -> __m256i {
    let [first, second] = field.words.map(|words| codes(words));
    let shift = _mm_cvtsi32_si128(field.shift.cast_signed());
    let rest = _mm_cvtsi32_si128((16 - field.shift).cast_signed());
    let bits = _mm256_or_si256(
        _mm256_srl_epi16(first, shift),
        _mm256_sll_epi16(second, rest),
    );
    let mask = _mm256_set1_epi16(field.mask.cast_signed());
    let low = _mm256_set1_epi16(field.low.cast_signed());
    _mm256_add_epi16(_mm256_and_si256(bits, mask), low)
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn unpacked(field: Field<'_>) -> [u8; LANES_BYTES] {
    let mut bytes = [0; LANES_BYTES];
    // SAFETY: 32 bytes are all inside the array.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), unpack(field)) };
    bytes
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_box(sums: [__m256; 2], [low, high]: &[[u8; LANES_BYTES]; 2], dim: &Dim) -> [__m256; 2] {
    let (low, high) = (codes(low), codes(high));
    let nearest = _mm256_set1_epi32(dim.nearest_twice().cast_signed());
    let inside = _mm256_min_epu16(_mm256_max_epu16(nearest, low), high);
    let halves = [
        _mm256_castsi256_si128(inside),
        _mm256_extracti128_si256::<1>(inside),
    ];
    add(sums, halves, dim)
}

#[target_feature(enable = "avx2")]
#[inline]
fn add(sums: [__m256; 2], halves: [__m128i; 2], dim: &Dim) -> [__m256; 2] {
    let (goal, weight) = (_mm256_set1_ps(dim.goal), _mm256_set1_ps(dim.weight));
    let add = |sum: __m256, half: __m128i| {
        let numbers = _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(half));
        let difference = _mm256_sub_ps(numbers, goal);
        let term = _mm256_mul_ps(weight, _mm256_mul_ps(difference, difference));
        _mm256_add_ps(sum, term)
    };
    [add(sums[0], halves[0]), add(sums[1], halves[1])]
}

#[target_feature(enable = "avx2")]
#[inline]
fn within(sums: [__m256; 2], limit: f32) -> u16 {
    let limit = _mm256_set1_ps(limit);
    let [low, high] = sums.map(|sums| {
        let lanes = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(sums, limit));
        u16::try_from(lanes).unwrap_or_default()
    });
    high << 8 | low
}

#[target_feature(enable = "avx2")]
#[inline]
fn least(numbers: &[u32; LANES]) -> u32 {
    // SAFETY: the 8 numbers from the first one and the 8 from the ninth one are inside the array.
    let (low, high) = unsafe {
        (
            _mm256_loadu_si256(numbers.as_ptr().cast()),
            _mm256_loadu_si256(numbers.as_ptr().add(8).cast()),
        )
    };
    let eight = _mm256_min_epu32(low, high);
    let halves = (
        _mm256_castsi256_si128(eight),
        _mm256_extracti128_si256::<1>(eight),
    );
    let four = _mm_min_epu32(halves.0, halves.1);
    let two = _mm_min_epu32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    let one = _mm_min_epu32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
    _mm_cvtsi128_si32(one).cast_unsigned()
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn range(numbers: &[u8; LANES_BYTES], selected: &[u16; LANES]) -> [u16; 2] {
    let numbers = codes(numbers);
    // SAFETY: 32 bytes are all inside the array.
    let selected = unsafe { _mm256_loadu_si256(selected.as_ptr().cast()) };
    let all = _mm256_set1_epi32(-1);
    let lows = _mm256_or_si256(numbers, _mm256_xor_si256(selected, all));
    let highs = _mm256_and_si256(numbers, selected);
    let lows = _mm_min_epu16(
        _mm256_castsi256_si128(lows),
        _mm256_extracti128_si256::<1>(lows),
    );
    let highs = _mm_max_epu16(
        _mm256_castsi256_si128(highs),
        _mm256_extracti128_si256::<1>(highs),
    );
    let low = _mm_minpos_epu16(lows);
    // The instruction only finds a minimum, so the maximum is the complement of the minimum of all
    // complements.
    let high = _mm_minpos_epu16(_mm_xor_si128(highs, _mm_set1_epi32(-1)));
    let first = |number: __m128i| {
        let [low, high, ..] = _mm_cvtsi128_si32(number).to_le_bytes();
        u16::from_le_bytes([low, high])
    };
    [first(low), !first(high)]
}

#[target_feature(enable = "avx2")]
#[inline]
fn codes(bytes: &[u8; LANES_BYTES]) -> __m256i {
    // SAFETY: 32 bytes are all inside the array.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}
