//! Results have equal bits on every processor and for any tile size in frames.

use footwork_base::{FrameRate, SimdLevel};
use proptest::prelude::*;

use super::kernel::Kernel;
use super::tile::Tile;
use crate::encoding::Encoding;
use crate::track::EventTrack;

const FRAMES: usize = 700;

fn bits(
    encoding: &Encoding,
    tracks: &[EventTrack],
    rate: FrameRate,
    level: SimdLevel,
    tile: usize,
) -> Vec<u32> {
    let kernel = Kernel::new(encoding.sigma_secs() * rate.as_f64()).unwrap();
    let mut rows = vec![f32::NAN; FRAMES * 2 * tracks.len()];
    let tile = Tile::new(encoding, &kernel, rate, tile).with_level(level);
    tile.unwrap().encode(tracks, &mut rows);
    rows.iter().map(|number| number.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_level_and_tile_gives_the_same_bits(
        gaps in prop::collection::vec(prop_oneof![0.0..3.0, 3.0..100.0, Just(0.0)], 1..60),
        window in prop_oneof![0.5..40.0, 40.0..600.0],
        sigma in prop_oneof![Just(0.0), 0.0..12.0],
        rate in prop::sample::select(vec![(60, 1), (24_000, 1001)]),
    ) {
        let rate = FrameRate::new(rate.0, rate.1).unwrap();
        let secs = rate.period_secs();
        let mut at = 0.0;
        let times: Vec<f64> = gaps.iter().map(|gap| { at += gap * secs; at }).collect();
        let tracks = [
            EventTrack::looped(times.clone(), at + 9.0 * secs).unwrap(),
            EventTrack::new(times).unwrap(),
            EventTrack::new(vec![]).unwrap(),
        ];
        let encoding = Encoding::new(window * secs, libm::fmin(sigma, window) * secs).unwrap();
        let expected = bits(&encoding, &tracks, rate, SimdLevel::Portable, FRAMES);
        for level in SimdLevel::available() {
            for tile in [1, 13, 512, FRAMES] {
                let rows = bits(&encoding, &tracks, rate, level, tile);
                prop_assert!(rows == expected, "{:?}, {} frames at once", level, tile);
            }
        }
    }
}
