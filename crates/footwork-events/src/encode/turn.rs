//! A point that turns by the same angle from frame to frame.

/// How many frames are worked out side by side.
const LANES: usize = 8;

/// Turning by the same angle each frame.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    one: Point,
    eight: Point,
}

impl Turn {
    /// By so many radians, backwards.
    pub(super) fn new(radians: f64) -> Self {
        Self {
            one: Point::at(-radians),
            eight: Point::at(-radians * LANES as f64),
        }
    }

    /// Writes the sine and cosine of an angle that falls from frame to frame, from `begin` on.
    ///
    /// One point is turned into the next by a product of complex numbers. Each costs an error of
    /// less than 2^-52, and an eighth of the frames stand between a point and the first one, so after
    /// a million frames it is below 1e-10, far below what an f32 keeps.
    pub(super) fn fill(&self, sines: &mut [f64], cosines: &mut [f64], begin: (f64, f64)) {
        let mut points = [Point::new(begin); LANES];
        for lane in 1..LANES {
            points[lane] = points[lane - 1].times(self.one);
        }
        let mut sine_lanes = points.map(|point| point.sine);
        let mut cosine_lanes = points.map(|point| point.cosine);
        let (sine_eights, sine_rest) = sines.as_chunks_mut::<LANES>();
        let (cosine_eights, cosine_rest) = cosines.as_chunks_mut::<LANES>();
        for (sines, cosines) in sine_eights.iter_mut().zip(cosine_eights) {
            (*sines, *cosines) = (sine_lanes, cosine_lanes);
            for (sine, cosine) in sine_lanes.iter_mut().zip(&mut cosine_lanes) {
                let (s, c) = (*sine, *cosine);
                *sine = s * self.eight.cosine + c * self.eight.sine;
                *cosine = c * self.eight.cosine - s * self.eight.sine;
            }
        }
        let lanes = sine_lanes.iter().zip(&cosine_lanes);
        let rest = sine_rest.iter_mut().zip(cosine_rest);
        for ((sine, cosine), lanes) in rest.zip(lanes) {
            (*sine, *cosine) = (*lanes.0, *lanes.1);
        }
    }
}

#[derive(Clone, Copy)]
struct Point {
    sine: f64,
    cosine: f64,
}

impl Point {
    fn new((sine, cosine): (f64, f64)) -> Self {
        Self { sine, cosine }
    }

    fn at(angle: f64) -> Self {
        Self::new(libm::sincos(angle))
    }

    fn times(self, other: Self) -> Self {
        Self {
            sine: self.sine * other.cosine + self.cosine * other.sine,
            cosine: self.cosine * other.cosine - self.sine * other.sine,
        }
    }
}
