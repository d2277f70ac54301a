//! The scenery of these tests.

use footwork_flight::{Shape, Statics};

pub(super) fn world(shapes: &[Shape]) -> Statics {
    let mut statics = Statics::new();
    for shape in shapes {
        statics.add(*shape).unwrap();
    }
    statics
}

pub(super) fn floor() -> Shape {
    let normal = [0.0, 1.0, 0.0];
    Shape::Plane {
        normal,
        offset_m: 0.0,
    }
}
