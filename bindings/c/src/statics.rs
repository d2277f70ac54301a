//! The shapes that a ball bounces off.

use footwork::flight::{Pitch, Shape, Statics, Surface};

use crate::door::{Grows, call, fill_sized, out, size_field, sized, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};

pub(crate) static STATICS: Table<Statics> = Table::new(Kind::Statics);

/// The shapes that a ball bounces off: planes, boxes and capsules. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_statics {
    /// 0 is null.
    pub handle: u64,
}

/// A football pitch around the origin, its length along x. Set `size`, then call `fw_pitch_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_pitch {
    /// `sizeof(fw_pitch)`.
    pub size: u32,
    /// Whether the goals have nets.
    pub nets: u8,
    /// Whether there are banners behind the lines.
    pub has_banners: u8,
    /// Always 0.
    pub reserved: [u8; 2],
    /// The length along x, in metres from 10 to 1000.
    pub length_m: f64,
    /// The width along z, in metres from 10 to 1000.
    pub width_m: f64,
    /// The distance of the banners behind the lines, in metres from 0 to 1000.
    pub banners_m: f64,
    /// The height of the ground, in metres from -1000 to 1000.
    pub ground_m: f64,
}

/// A half-space.
pub const FW_SHAPE_PLANE: u32 = 0;

/// A box.
pub const FW_SHAPE_BOX: u32 = 1;

/// A capsule; a sphere if its ends are one point.
pub const FW_SHAPE_CAPSULE: u32 = 2;

/// One part of `fw_statics`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_static_shape {
    /// An `FW_SHAPE_`.
    pub kind: u32,
    /// Always 0.
    pub reserved: u32,
    /// For a plane, its normal, away from the solid side. For a box, its lowest corner. For a capsule, one end of its
    /// axis.
    pub a: [f64; 3],
    /// For a box, its highest corner. For a capsule, the other end of its axis. A plane does not use it.
    pub b: [f64; 3],
    /// For a plane, its offset, in metres times the length of its normal. For a capsule, its radius. A box does not use
    /// it.
    pub metres: f64,
}

/// The difference between a surface and the ground. On the ground, the ball has its own restitution and friction. Two
/// factors of 1 mean no difference.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_surface {
    /// The factor of the ball's restitution, from 0 to 100. The product of the factor and the ball's restitution is
    /// capped at 1.
    pub restitution: f64,
    /// The factor of the ball's friction, from 0 to 100.
    pub friction: f64,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_pitch {
    const NAME: &'static str = "fw_pitch";
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_pitch_default(pitch: *mut fw_pitch, error: *mut fw_error) -> fw_status {
    call!(error, {
        let from = Pitch::default();
        let defaults = fw_pitch {
            size: size_field::<fw_pitch>(),
            nets: u8::from(from.nets),
            has_banners: u8::from(from.banners_m.is_some()),
            reserved: [0; 2],
            length_m: from.length_m,
            width_m: from.width_m,
            banners_m: from.banners_m.unwrap_or(0.0),
            ground_m: from.ground_m,
        };
        fill_sized(pitch, defaults)?;
    })
}

/// Makes the statics of a pitch. `pitch` may be NULL for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_statics_create(
    pitch: *const fw_pitch,
    statics: *mut fw_statics,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(statics, "statics")?;
        let made = if pitch.is_null() {
            Statics::new()
        } else {
            let from = sized(pitch)?;
            let pitch = Pitch {
                length_m: from.length_m,
                width_m: from.width_m,
                nets: from.nets != 0,
                banners_m: (from.has_banners != 0).then_some(from.banners_m),
                ground_m: from.ground_m,
            };
            pitch.statics().map_err(Fault::range)?
        };
        handle.write(fw_statics {
            handle: STATICS.insert(made)?,
        });
    })
}

/// Destroys statics. Physics made from them keep their own copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_statics_destroy(
    statics: fw_statics,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        STATICS.remove(statics.handle)?;
    })
}

/// Adds a shape, and writes its number, which identifies it in touches. `surface` may be NULL for the surface of the
/// ground.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_statics_add(
    statics: fw_statics,
    shape: *const fw_static_shape,
    surface: *const fw_surface,
    hit: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let number = out(hit, "hit")?;
        let from = value(shape, "shape")?;
        let surface = if surface.is_null() {
            Surface::default()
        } else {
            surface_of(value(surface, "surface")?)
        };
        let shape = match from.kind {
            FW_SHAPE_PLANE => Shape::Plane {
                normal: from.a,
                offset_m: from.metres,
            },
            FW_SHAPE_BOX => Shape::Box {
                min: from.a,
                max: from.b,
            },
            FW_SHAPE_CAPSULE => Shape::Capsule {
                a: from.a,
                b: from.b,
                radius_m: from.metres,
            },
            kind => return Err(Fault::range(format!("{kind} is not a kind of shape"))),
        };
        let mut statics = STATICS.take(statics.handle)?;
        let hit = statics.add_with(shape, surface).map_err(Fault::range)?;
        number.write(hit.number());
    })
}

pub(crate) fn surface_of(from: fw_surface) -> Surface {
    Surface {
        restitution: from.restitution,
        friction: from.friction,
    }
}
