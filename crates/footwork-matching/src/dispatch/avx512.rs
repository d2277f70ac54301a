//! The operations of `lanes` on one register of 512 bits.

use std::arch::x86_64::{
    __m256i, __m512, _CMP_LE_OQ, _mm256_loadu_si256, _mm256_max_epu16, _mm256_min_epu16,
    _mm256_set1_epi32, _mm512_add_ps, _mm512_cmp_ps_mask, _mm512_cvtepi32_ps,
    _mm512_cvtepu16_epi32, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_mul_ps,
    _mm512_reduce_min_epu32, _mm512_set1_ps, _mm512_storeu_ps, _mm512_sub_ps,
};

use super::avx2;
use crate::blocks::{Field, Fields};
use crate::lanes::{Dim, Lanes};
use crate::levels::{LANES, LANES_BYTES};

/// A proof that the processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
    pub(super) fn new() -> Self {
        Self(())
    }
}

impl Lanes for Avx512 {
    type Sums = __m512;

    #[inline(always)]
    fn load(self, sums: &[f32; LANES]) -> Self::Sums {
        // SAFETY: an `Avx512` exists only if the processor has the instructions, and all 16 numbers are inside the
        // array.
        unsafe { _mm512_loadu_ps(sums.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, sums: Self::Sums, to: &mut [f32; LANES]) {
        // SAFETY: as above.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), sums) }
    }

    #[inline(always)]
    fn add_fields(self, sums: Self::Sums, fields: &mut Fields<'_>, dims: &[Dim]) -> Self::Sums {
        let mut sums = sums;
        for dim in dims {
            // SAFETY: as above.
            sums = unsafe { add(sums, avx2::unpack(fields.take()), dim) };
        }
        sums
    }

    #[inline(always)]
    fn unpack(self, field: Field<'_>) -> [u8; LANES_BYTES] {
        // SAFETY: as above.
        unsafe { avx2::unpacked(field) }
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
        unsafe { _mm512_cmp_ps_mask::<_CMP_LE_OQ>(sums, _mm512_set1_ps(limit)) }
    }

    #[inline(always)]
    fn least(self, numbers: &[u32; LANES]) -> u32 {
        // SAFETY: as above.
        unsafe { _mm512_reduce_min_epu32(_mm512_loadu_si512(numbers.as_ptr().cast())) }
    }

    #[inline(always)]
    fn range(self, numbers: &[u8; LANES_BYTES], selected: &[u16; LANES]) -> [u16; 2] {
        // SAFETY: as above.
        unsafe { avx2::range(numbers, selected) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn add_box(sums: __m512, [low, high]: &[[u8; LANES_BYTES]; 2], dim: &Dim) -> __m512 {
    let nearest = _mm256_set1_epi32(dim.nearest_twice().cast_signed());
    let inside = _mm256_min_epu16(_mm256_max_epu16(nearest, codes(low)), codes(high));
    add(sums, inside, dim)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn add(sums: __m512, numbers: __m256i, dim: &Dim) -> __m512 {
    let numbers = _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(numbers));
    let difference = _mm512_sub_ps(numbers, _mm512_set1_ps(dim.goal));
    let squares = _mm512_mul_ps(difference, difference);
    _mm512_add_ps(sums, _mm512_mul_ps(_mm512_set1_ps(dim.weight), squares))
}

#[target_feature(enable = "avx2")]
#[inline]
fn codes(bytes: &[u8; LANES_BYTES]) -> __m256i {
    // SAFETY: 32 bytes are all inside the array.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}
