//! Random pairs of shapes, the same on every machine.

use footwork_slide::{PlacedVolume, Shape, Volume};
use glam::DVec3;

use crate::hull::Triangle;

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(case: u64) -> Self {
        Self(mix(case.wrapping_add(mix(seed()))))
    }

    /// Returns random numbers that do not depend on `FOOTWORK_SEED`.
    pub(crate) fn golden(case: u64) -> Self {
        Self(mix(case))
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number from -1 to 1, in whole multiples of 2⁻³¹.
    pub(crate) fn signed(&mut self) -> f64 {
        let bits = u32::try_from(self.bits() >> 32).expect("the shift leaves 32 bits");
        f64::from(bits) / f64::from(1_u32 << 31) - 1.0
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * 0.5 * (self.signed() + 1.0)
    }

    pub(crate) fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed()) * size
    }

    pub(crate) fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        let count = u64::try_from(items.len()).expect("a few items");
        items[usize::try_from(self.bits() % count).expect("an index")]
    }

    /// Returns a length in metres. A third of the lengths are half of `size`, so that some sides of different boxes lie
    /// in one plane.
    pub(crate) fn length(&mut self, size: f64) -> f32 {
        let length = match self.one_of(&[0, 1, 2]) {
            0 => 0.5,
            _ => self.between(0.1, 1.0),
        };
        single(length * size)
    }

    pub(crate) fn upright_box(&mut self, size: f64) -> Shape {
        Shape::Box {
            half_m: [self.length(size), self.length(size), self.length(size)],
        }
    }

    pub(crate) fn round(&mut self, size: f64) -> Shape {
        let radius = self.length(0.5 * size);
        if self.one_of(&[false, true]) {
            Shape::Sphere { radius_m: radius }
        } else {
            Shape::Capsule {
                radius_m: radius,
                height_m: 2.0 * radius + self.length(size),
            }
        }
    }

    /// Returns a triangle. Some are slivers, segments, points, or parallel to a plane of two axes.
    pub(crate) fn triangle(&mut self, size: f64, spread: f64) -> Triangle {
        let a = self.vector(spread * size);
        let (ab, ac) = (self.vector(2.0 * size), self.vector(2.0 * size));
        let flatten = |v: DVec3| DVec3::new(v.x, 0.0, v.z);
        match self.one_of(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
            0 => [a, a + ab, a + ab * 0.4 + ac * 0.001],
            1 => [a, a + ab, a + ab * 0.5],
            2 => [a, a + ab, a],
            3 => [a, a, a],
            4 => [a, a + flatten(ab), a + flatten(ac)],
            5 => [a, a + DVec3::new(ab.x, 0.0, 0.0), a + flatten(ac)],
            6 => [a, a + ab, a + ab * 0.4 + ac * 1.0e-9],
            _ => [a, a + ab, a + ac],
        }
    }

    pub(crate) fn placed(&mut self, volume: Volume, size: f64, spread: f64) -> PlacedVolume {
        let centre = self.vector(spread * size).to_array();
        let rotation = match self.one_of(&[0, 1, 2]) {
            0 => [0.0, 0.0, 0.0, 1.0],
            _ => [(); 4].map(|()| single(self.signed())),
        };
        PlacedVolume {
            volume,
            centre,
            rotation,
        }
    }

    pub(crate) fn box_volume(&mut self, size: f64) -> Volume {
        let half = [(); 3].map(|()| self.length(size));
        let flat = self.one_of(&[3, 3, 3, 0, 1, 2]);
        Volume::Box {
            half_m: [0, 1, 2].map(|i| if i == flat { 0.0 } else { half[i] }),
        }
    }

    pub(crate) fn round_volume(&mut self, size: f64) -> Volume {
        let radius = self.length(0.5 * size);
        if self.one_of(&[false, true]) {
            Volume::Sphere { radius_m: radius }
        } else {
            Volume::Capsule {
                radius_m: radius,
                half_axis_m: self.length(size),
            }
        }
    }

    /// Returns the size of a scene, in metres.
    pub(crate) fn size(&mut self) -> f64 {
        self.one_of(&[1.0, 1.0, 1.0, 1.0e-4, 1.0e4])
    }

    /// Returns a motion, usually towards `target`. It ends near the target, far beyond it or far in front of it.
    pub(crate) fn motion(&mut self, size: f64, target: DVec3) -> DVec3 {
        let share = self.one_of(&[1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 10.0, 0.1, 1.0e-6]);
        let way = (target + self.vector(size)) * share;
        match self.one_of(&[0, 1, 2, 3, 4, 5]) {
            0 => DVec3::new(way.x, 0.0, 0.0),
            1 => DVec3::new(way.x, 0.0, way.z),
            2 => self.vector(4.0 * size),
            _ => way,
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
pub(crate) fn single(number: f64) -> f32 {
    number as f32
}

fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the number of random cases, which is larger in `cargo xtask soak`.
pub(crate) fn cases(everyday: u64, soak: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => soak,
        None => everyday,
    }
}

/// Returns the seed of random cases: `FOOTWORK_SEED` if it is set, or 1.
fn seed() -> u64 {
    match std::env::var("FOOTWORK_SEED") {
        Ok(seed) => seed.parse().expect("FOOTWORK_SEED is a whole number"),
        Err(_) => 1,
    }
}
