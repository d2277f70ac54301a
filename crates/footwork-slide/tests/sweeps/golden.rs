//! Sweeps have the same bits on every machine, in debug and in release builds.

use footwork_slide::{Swept, sweep_triangle, sweep_volume};
use glam::DVec3;

use crate::random::Random;

/// The FNV-1a hash of the bits of all results below.
const GOLDEN: u64 = 0x7ad4_a2c7_4d97_faa4;

#[test]
fn sweeps_have_golden_bits() {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |swept: Swept| {
        let (kind, number, normal) = match swept {
            Swept::Apart => (0, 0.0, [0.0; 3]),
            Swept::Meets { time, normal } => (1, time, normal),
            Swept::Within { gap, normal } => (2, gap, normal),
        };
        let [x, y, z] = normal.map(f64::to_bits);
        for word in [kind, number.to_bits(), x, y, z] {
            for byte in word.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    };
    for case in 0..2_000 {
        // `Random::new` depends on the seed of the run.
        let mut random = Random::golden(case);
        let shapes = [random.upright_box(1.0), random.round(1.0)];
        let triangle = random.triangle(1.0, 2.0);
        let motion = random.motion(1.0, triangle[0]).to_array();
        let vertices = triangle.map(|v| v.to_array());
        let volumes = [random.box_volume(1.0), random.round_volume(1.0)];
        for shape in shapes {
            add(sweep_triangle(&shape, motion, &vertices, 0.01));
            for volume in volumes {
                let placed = random.placed(volume, 1.0, 3.0);
                let motion = random.motion(1.0, DVec3::from(placed.centre)).to_array();
                add(sweep_volume(&shape, motion, &placed, 0.01));
            }
        }
    }
    assert_eq!(hash, GOLDEN, "now {hash:#018x}");
}
