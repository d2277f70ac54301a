//! The shapes of bodies.

use footwork::slide::Shape;

use crate::door::value;
use crate::error::Fault;

/// An axis-aligned box.
pub const FW_BODY_BOX: u32 = 0;
/// An upright capsule.
pub const FW_BODY_CAPSULE: u32 = 1;
/// A sphere.
pub const FW_BODY_SPHERE: u32 = 2;
/// An upright cylinder. It stands on narrow treads and edges on which a capsule slips.
pub const FW_BODY_CYLINDER: u32 = 3;
/// A box with a rotation, such as a car or an animal. `fw_mover_resize` turns it between moves.
pub const FW_BODY_TURNED_BOX: u32 = 4;

/// The shape of a body around its centre. Every length that its kind uses is above 0, and at most 10,000. For a convex hull, see
/// `fw_mover_from_hull`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_body {
    /// An `FW_BODY_`.
    pub kind: u32,
    /// Half of each extent of a box along its own axes, in metres.
    pub half_m: [f32; 3],
    /// The radius of a capsule, a sphere or a cylinder, in metres.
    pub radius_m: f32,
    /// The height of a cylinder, or the total height of a capsule including caps, in metres. A capsule is at least twice as high as
    /// its radius.
    pub height_m: f32,
    /// The rotation of a turned box: a quaternion x, y, z, w of length 1, within a thousandth. Four zeros mean no rotation.
    pub rotation: [f32; 4],
}

/// Reads a shape.
///
/// # Errors
/// A null pointer, or a number that is no kind of body. Lengths are checked where the shape is used.
///
/// # Safety
/// The pointer is null or points to a body.
pub(crate) unsafe fn body_shape(body: *const fw_body) -> Result<Shape, Fault> {
    // SAFETY: as the caller promises.
    let from = unsafe { value(body, "body") }?;
    let fw_body {
        half_m,
        radius_m,
        height_m,
        ..
    } = from;
    let rotation = match from.rotation {
        [0.0, 0.0, 0.0, 0.0] => [0.0, 0.0, 0.0, 1.0],
        given => given,
    };
    match from.kind {
        FW_BODY_BOX => Ok(Shape::Box { half_m }),
        FW_BODY_CAPSULE => Ok(Shape::Capsule { radius_m, height_m }),
        FW_BODY_SPHERE => Ok(Shape::Sphere { radius_m }),
        FW_BODY_CYLINDER => Ok(Shape::Cylinder { radius_m, height_m }),
        FW_BODY_TURNED_BOX => Ok(Shape::TurnedBox { half_m, rotation }),
        kind => Err(Fault::range(format!("{kind} is not a kind of body"))),
    }
}
