//! Shapes and options for the tests.

use footwork_flight::{PredictionOptions, Shape, Statics};

pub(super) fn world(shapes: &[Shape]) -> Statics {
    let mut statics = Statics::new();
    for shape in shapes {
        statics.add(*shape).unwrap();
    }
    statics
}

pub(super) fn plane(normal: [f64; 3], offset_m: f64) -> Shape {
    Shape::Plane { normal, offset_m }
}

pub(super) fn floor() -> Shape {
    plane([0.0, 1.0, 0.0], 0.0)
}

pub(super) fn block(min: [f64; 3], max: [f64; 3]) -> Shape {
    Shape::Box { min, max }
}

pub(super) fn capsule(a: [f64; 3], b: [f64; 3], radius_m: f64) -> Shape {
    Shape::Capsule { a, b, radius_m }
}

/// Options with this horizon.
pub(super) fn until(horizon_secs: f64) -> PredictionOptions {
    PredictionOptions {
        horizon_secs,
        ..PredictionOptions::default()
    }
}
