//! Which instructions the processor has, chosen at run time; the only unsafe code of this crate.
//!
//! The same ordinary loops are compiled once for each level, and give the same bits.

#![allow(
    unsafe_code,
    reason = "code for instructions that were found is called here"
)]

use footwork_base::{SimdLevel, SupportedLevel};

use super::tile::Tile;
use crate::track::EventTrack;

/// [`Tile::encode`], compiled for a level.
pub(super) fn encode(
    found: SupportedLevel,
    tile: &mut Tile<'_>,
    tracks: &[EventTrack],
    rows: &mut [f32],
) {
    match found.level() {
        SimdLevel::Portable => tile.encode(tracks, rows),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `SupportedLevel` is only made where the processor has the level's instructions.
        SimdLevel::Avx2 => unsafe { avx2(tile, tracks, rows) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        SimdLevel::Avx512 => unsafe { avx512(tile, tracks, rows) },
        #[cfg(not(target_arch = "x86_64"))]
        SimdLevel::Avx2 | SimdLevel::Avx512 => tile.encode(tracks, rows),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(tile: &mut Tile<'_>, tracks: &[EventTrack], rows: &mut [f32]) {
    tile.encode(tracks, rows);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
fn avx512(tile: &mut Tile<'_>, tracks: &[EventTrack], rows: &mut [f32]) {
    tile.encode(tracks, rows);
}
