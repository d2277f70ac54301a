//! The keys of one property of one node, and the values between them.

use glam::DQuat;
use gltf_json::animation::Interpolation;

use super::nodes::unit;

/// The property that a track moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Translation,
    Rotation,
    Scale,
}

impl Part {
    /// Returns the number of components of a value.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Translation | Self::Scale => 3,
            Self::Rotation => 4,
        }
    }
}

/// The values of one property of one node at its key times. Has at least one key.
#[derive(Debug)]
pub(super) struct Track {
    pub(super) node: usize,
    pub(super) part: Part,
    pub(super) interpolation: Interpolation,
    /// The index of the track's list of key times.
    pub(super) input: usize,
    /// One value per key; for a cubic spline the in-tangent, the value and the out-tangent. All numbers are
    /// finite, and rotations have a direction.
    pub(super) values: Vec<f32>,
}

/// The position of a time between two keys.
#[derive(Clone, Copy)]
struct Between {
    key: usize,
    /// The fraction of the way to the next key, at least 0 and below 1.
    fraction: f64,
    /// The time from this key to the next, in seconds.
    seconds: f64,
}

impl Track {
    /// Returns the value at `frame`. `keys` are the frames of the keys in order, `period` is the duration of a frame in
    /// seconds, and `cursor` holds the key that the previous call, for an earlier frame, found. A rotation is returned
    /// as `[x, y, z, w]` of unit length.
    ///
    /// Before the first key, returns the value of the first key; after the last key, the value of the last key.
    pub(super) fn sample(
        &self,
        keys: &[f64],
        frame: f64,
        period: f64,
        cursor: &mut usize,
    ) -> [f64; 4] {
        while keys.get(*cursor + 1).is_some_and(|&next| next <= frame) {
            *cursor += 1;
        }
        let at = *cursor;
        let (before, after) = (keys.get(at).copied(), keys.get(at + 1).copied());
        let between = match (before, after) {
            (Some(before), Some(after)) if frame > before => Between {
                key: at,
                fraction: (frame - before) / (after - before),
                seconds: (after - before) * period,
            },
            _ => Between {
                key: at,
                fraction: 0.0,
                seconds: 0.0,
            },
        };
        match self.interpolation {
            Interpolation::Step => self.key(at),
            _ if between.fraction <= 0.0 => self.key(at),
            Interpolation::Linear => self.linear(between),
            Interpolation::CubicSpline => self.cubic(between),
        }
    }

    /// Returns the value of a key.
    fn key(&self, key: usize) -> [f64; 4] {
        let value = match self.interpolation {
            Interpolation::CubicSpline => self.numbers(key * 3 + 1),
            _ => self.numbers(key),
        };
        self.directed(value)
    }

    /// Returns the numbers of the value at this index of the list, unchanged.
    fn numbers(&self, place: usize) -> [f64; 4] {
        let width = self.part.width();
        let from = self.values.get(place * width..).unwrap_or_default();
        let mut numbers = [0.0; 4];
        for (number, &value) in numbers.iter_mut().zip(from.iter().take(width)) {
            *number = f64::from(value);
        }
        numbers
    }

    fn linear(&self, at: Between) -> [f64; 4] {
        let (from, to) = (self.key(at.key), self.key(at.key + 1));
        match self.part {
            Part::Rotation => slerp(from, to, at.fraction),
            _ => std::array::from_fn(|i| from[i] + (to[i] - from[i]) * at.fraction),
        }
    }

    /// Cubic Hermite interpolation, as in appendix C of the glTF specification.
    fn cubic(&self, at: Between) -> [f64; 4] {
        let [from, leave] = [1, 2].map(|part| self.numbers(at.key * 3 + part));
        let [arrive, to] = [0, 1].map(|part| self.numbers((at.key + 1) * 3 + part));
        let t = at.fraction;
        let (t2, t3) = (t * t, t * t * t);
        let value = std::array::from_fn(|i| {
            (2.0 * t3 - 3.0 * t2 + 1.0) * from[i]
                + at.seconds * (t3 - 2.0 * t2 + t) * leave[i]
                + (3.0 * t2 - 2.0 * t3) * to[i]
                + at.seconds * (t3 - t2) * arrive[i]
        });
        match self.part {
            // A spline through zero has no direction there, so the value of the key before is kept.
            Part::Rotation if !has_direction(value) => self.key(at.key),
            _ => self.directed(value),
        }
    }

    /// Scales a rotation to unit length; leaves other values unchanged.
    fn directed(&self, value: [f64; 4]) -> [f64; 4] {
        if self.part != Part::Rotation {
            return value;
        }
        let rotation = DQuat::from_array(value);
        let square = rotation.length_squared();
        if (square - 1.0).abs() < 2.5e-7 {
            value
        } else {
            (rotation * (1.0 / square.sqrt())).to_array()
        }
    }
}

fn has_direction(value: [f64; 4]) -> bool {
    unit(value.map(crate::number::to_f32)).is_some()
}

/// Spherical interpolation along the shorter arc.
fn slerp(from: [f64; 4], to: [f64; 4], fraction: f64) -> [f64; 4] {
    let (from, to) = (DQuat::from_array(from), DQuat::from_array(to));
    from.slerp(to, fraction).to_array()
}
