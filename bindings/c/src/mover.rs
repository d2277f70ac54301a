//! Moving bodies, which slide along obstacles.

use footwork::slide::{
    Contact, Filter, Footing, HullPoints, Label, MoveConfig, Mover, MoverState, Outcome, Shape,
    Speed, Support,
};

use crate::FW_NONE;
use crate::body::{body_shape, fw_body};
use crate::door::{Buffer, Grows, call, fill_sized, groups, out, size_field, sized, slice, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::obstacle_filter::{accepts, accepts_contact, filter_or_default, fw_filter};
use crate::world::{WORLDS, fw_world, obstacle_of, obstacle_to_c, place};

pub(crate) static MOVERS: Table<Mover> = Table::new(Kind::Mover);

/// A body of one shape. Several characters with that shape may share it. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_mover {
    /// 0 is null.
    pub handle: u64,
}

/// In the air.
pub const FW_FOOTING_AIR: u32 = 0;
/// On ground level enough to stand on.
pub const FW_FOOTING_GROUND: u32 = 1;
/// In a groove between steep surfaces. The body rests there, and can jump.
pub const FW_FOOTING_WEDGED: u32 = 2;
/// Against a surface too steep to stand on.
pub const FW_FOOTING_STEEP: u32 = 3;

/// The position and footing of a body. You own it, and may copy and save it. For a body that has not moved yet, set the
/// position and leave all other fields 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_mover_state {
    /// The centre of the body, in metres.
    pub position: [f64; 3],
    /// An `FW_FOOTING_`. In the air, all fields below are 0.
    pub footing: u32,
    /// The part of a compound.
    pub part: u32,
    /// The triangle of a mesh; FW_NONE for a volume.
    pub triangle: u32,
    /// The unit contact normal, away from the ground.
    pub normal: [f32; 3],
    /// The obstacle that the body stands on.
    pub obstacle: u64,
    /// The touched point of that obstacle, in metres.
    pub point: [f64; 3],
    /// The velocity of that obstacle at the point, in m/s.
    pub velocity_mps: [f32; 3],
    /// Always 0.
    pub reserved: u32,
}

/// The settings of a move. Set `size`, then call `fw_move_config_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_move_config {
    /// `sizeof(fw_move_config)`.
    pub size: u32,
    /// The distance kept from obstacles, in metres, above 0.
    pub skin_m: f32,
    /// The height of the highest step that a body on the ground climbs, in metres; 0 for none.
    pub step_height_m: f32,
    /// The largest distance, in metres, by which a body that leaves the ground is put back on it; 0 for none. A body
    /// that moves up is not put back.
    pub snap_m: f32,
    /// The steepest ground to stand on, as an angle in (0, pi/2), if `has_max_slope` is set.
    pub max_slope_rad: f32,
    /// The speed at which a body inside an obstacle is pushed out, in m/s. Infinity pushes it out as soon as possible.
    pub recovery_mps: f32,
    /// The up direction: a unit vector.
    pub up: [f32; 3],
    /// The duration of a move, in seconds, above 0. It determines velocities, and how far a body inside an obstacle is pushed
    /// out.
    pub step_secs: f32,
    /// Whether a move keeps its whole length when an obstacle turns it aside. If not, it keeps only the part along the
    /// obstacle.
    pub full_speed: u8,
    /// Whether `max_slope_rad` is used.
    pub has_max_slope: u8,
    /// Whether a body is as fast uphill and downhill as on the level.
    pub constant_speed: u8,
    /// Always 0.
    pub reserved: u8,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_move_config {
    const NAME: &'static str = "fw_move_config";
}

/// Nothing was in the way.
pub const FW_MOVED_FREE: u32 = 0;
/// The body slid along an obstacle, or moved until it touched one.
pub const FW_MOVED_SLID: u32 = 1;
/// The body stopped, or did not move at all.
pub const FW_MOVED_BLOCKED: u32 = 2;

/// The result of a move.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_move {
    /// The state of the body after the move. The next move starts from it.
    pub state: fw_mover_state,
    /// The velocity of the body in m/s, including motion from being carried or pushed.
    pub velocity_mps: [f32; 3],
    /// An `FW_MOVED_`.
    pub outcome: u32,
    /// Whether the body is still inside an obstacle.
    pub crushed: u32,
    /// Always 0.
    pub reserved: u32,
}

/// A contact of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_contact {
    /// The obstacle.
    pub obstacle: u64,
    /// The touched point of the obstacle, in metres.
    pub point: [f64; 3],
    /// The part of a compound.
    pub part: u32,
    /// The triangle of a mesh; FW_NONE for a volume.
    pub triangle: u32,
    /// The unit contact normal, from the obstacle to the body.
    pub normal: [f32; 3],
    /// The depth of the body inside the obstacle, in metres; 0 if it only touched.
    pub depth_m: f32,
    /// The velocity of the obstacle at the point, in m/s.
    pub velocity_mps: [f32; 3],
    /// The speed, in m/s, at which the wanted move and the obstacle would approach each other along the normal; 0 if they
    /// part.
    pub closing_mps: f32,
    /// Whether the contact determined the final direction of the body.
    pub active: u32,
    /// Always 0.
    pub reserved: u32,
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_move_config_default(
    config: *mut fw_move_config,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        fill_sized(config, move_config_to_c(&MoveConfig::default()))?;
    })
}

/// Makes a body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mover_create(
    body: *const fw_body,
    mover: *mut fw_mover,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(mover, "mover")?;
        let made = Mover::new(body_shape(body)?).map_err(Fault::range)?;
        handle.write(fw_mover {
            handle: MOVERS.insert(made)?,
        });
    })
}

/// Makes a body that is the convex hull of points with three numbers each, in metres. `points_count` is the number of floats. There
/// are at most 32 points, in any order, and they do not lie in one plane. The position of the body is the middle of their bounds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mover_from_hull(
    points: *const f32,
    points_count: usize,
    mover: *mut fw_mover,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(mover, "mover")?;
        let points: &[[f32; 3]] = groups(slice(points, points_count, "points")?, "points")?;
        let hull = HullPoints::new(points).map_err(Fault::range)?;
        let made = Mover::new(Shape::Hull(hull)).map_err(Fault::range)?;
        handle.write(fw_mover {
            handle: MOVERS.insert(made)?,
        });
    })
}

/// Destroys a body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mover_destroy(mover: fw_mover, error: *mut fw_error) -> fw_status {
    call!(error, {
        MOVERS.remove(mover.handle)?;
    })
}

/// Moves a body from a state by a displacement, three floats in metres, as far as the obstacles allow. `filter` and `config` may
/// be NULL for the default. The contacts are written too, in the order in which the body met them. `contacts` and
/// `contacts_count` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mover_move_by(
    mover: fw_mover,
    world: fw_world,
    state: *const fw_mover_state,
    displacement: *const f32,
    filter: *const fw_filter,
    config: *const fw_move_config,
    moved: *mut fw_move,
    contacts: *mut fw_contact,
    contacts_capacity: usize,
    contacts_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::wanted(contacts, contacts_capacity, contacts_count, "contacts")?;
        let state = state_of(&value(state, "state")?)?;
        let displacement: [f32; 3] = value(displacement.cast(), "displacement")?;
        let given = filter_or_default(filter)?;
        let config = config_or_default(config)?;
        let to = out(moved, "moved")?;
        let world = WORLDS.share(world.handle)?;
        let mut mover = MOVERS.take(mover.handle)?;
        let (accept, contact) = (
            |id, label: &Label| accepts(&given, id, label),
            |approach: &_| accepts_contact(&given, approach),
        );
        let filter = Filter {
            layers: given.layers,
            accept: given.accept.is_some().then_some(&accept),
            contact: given.accept_contact.is_some().then_some(&contact),
        };
        let result = mover
            .move_by(&*world, &state, displacement, &filter, &config)
            .map_err(Fault::range)?;
        if let Some(room) = room {
            room.fill(
                result.contacts.len(),
                result.contacts.iter().map(contact_to_c),
            )?;
        }
        to.write(fw_move {
            state: state_to_c(&result.state),
            velocity_mps: result.velocity_mps,
            outcome: match result.outcome {
                Outcome::Free => FW_MOVED_FREE,
                Outcome::Slid => FW_MOVED_SLID,
                Outcome::Blocked => FW_MOVED_BLOCKED,
            },
            crushed: u32::from(result.crushed),
            reserved: 0,
        });
    })
}

/// If there is room, gives a body another shape with the same lowest point, such as a crouching one, and updates the
/// state. If there is no room, `fits` is 0 and nothing has changed. `filter` and `config` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mover_resize(
    mover: fw_mover,
    world: fw_world,
    state: *mut fw_mover_state,
    body: *const fw_body,
    filter: *const fw_filter,
    config: *const fw_move_config,
    fits: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let fits = out(fits, "fits")?;
        let from = state_of(&value(state.cast_const(), "state")?)?;
        let shape = body_shape(body)?;
        let given = filter_or_default(filter)?;
        let config = config_or_default(config)?;
        let world = WORLDS.share(world.handle)?;
        let mut mover = MOVERS.take(mover.handle)?;
        let (accept, contact) = (
            |id, label: &Label| accepts(&given, id, label),
            |approach: &_| accepts_contact(&given, approach),
        );
        let filter = Filter {
            layers: given.layers,
            accept: given.accept.is_some().then_some(&accept),
            contact: given.accept_contact.is_some().then_some(&contact),
        };
        match mover.resize(&*world, &from, shape, &filter, &config) {
            Ok(resized) => {
                state.write(state_to_c(&resized));
                fits.write(1);
            }
            Err(footwork::slide::ResizeError::NoRoom { .. }) => {
                fits.write(0);
            }
            Err(wrong) => return Err(Fault::range(wrong)),
        }
    })
}

/// Writes the obstacles that a body of this shape would overlap at a position, such as ladders and water. An obstacle is
/// listed once per part or triangle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_overlapping(
    world: fw_world,
    body: *const fw_body,
    position: *const f64,
    layers: u32,
    obstacles: *mut u64,
    obstacles_capacity: usize,
    obstacles_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(obstacles, obstacles_capacity, obstacles_count, "obstacles")?;
        let shape = body_shape(body)?;
        shape.check().map_err(Fault::range)?;
        let position = place(position)?;
        let world = WORLDS.share(world.handle)?;
        let filter = Filter {
            layers,
            ..Filter::default()
        };
        room.fill_by(|found| {
            world.overlapping(&shape, position, &filter, |near| {
                found(obstacle_to_c(near.obstacle));
            });
        })?;
    })
}

/// The first obstacle that a swept shape meets.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_hit {
    /// The obstacle; 0 if there is none.
    pub obstacle: u64,
    /// The time of impact, as a fraction of the motion.
    pub time: f64,
    /// The unit contact normal, from the obstacle to the shape.
    pub normal: [f64; 3],
    /// The part of a compound.
    pub part: u32,
    /// The triangle of a mesh; FW_NONE for a volume.
    pub triangle: u32,
}

/// Writes the first obstacle that a shape meets on a straight line from a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_sweep(
    world: fw_world,
    body: *const fw_body,
    position: *const f64,
    motion: *const f64,
    layers: u32,
    hit: *mut fw_hit,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(hit, "hit")?;
        let shape = body_shape(body)?;
        shape.check().map_err(Fault::range)?;
        let (position, motion) = (place(position)?, place(motion)?);
        let world = WORLDS.share(world.handle)?;
        let filter = Filter {
            layers,
            ..Filter::default()
        };
        let found = world.sweep(&shape, position, motion, &filter);
        to.write(fw_hit {
            obstacle: found.map_or(0, |hit| obstacle_to_c(hit.obstacle)),
            time: found.map_or(1.0, |hit| hit.time),
            normal: found.map_or([0.0; 3], |hit| hit.normal),
            part: found.map_or(0, |hit| hit.part),
            triangle: found.and_then(|hit| hit.triangle).unwrap_or(FW_NONE),
        });
    })
}

/// # Safety
/// As for [`sized`].
unsafe fn config_or_default(config: *const fw_move_config) -> Result<MoveConfig, Fault> {
    if config.is_null() {
        return Ok(MoveConfig::default());
    }
    // SAFETY: as the caller promises.
    Ok(move_config_of(&unsafe { sized(config) }?))
}

pub(crate) fn move_config_of(from: &fw_move_config) -> MoveConfig {
    MoveConfig {
        skin_m: from.skin_m,
        speed: if from.full_speed != 0 {
            Speed::Full
        } else {
            Speed::Projected
        },
        step_height_m: from.step_height_m,
        snap_m: from.snap_m,
        max_slope_rad: (from.has_max_slope != 0).then_some(from.max_slope_rad),
        constant_speed: from.constant_speed != 0,
        recovery_mps: from.recovery_mps,
        up: from.up,
        step_secs: from.step_secs,
    }
}

pub(crate) fn move_config_to_c(from: &MoveConfig) -> fw_move_config {
    fw_move_config {
        size: size_field::<fw_move_config>(),
        skin_m: from.skin_m,
        step_height_m: from.step_height_m,
        snap_m: from.snap_m,
        max_slope_rad: from.max_slope_rad.unwrap_or(0.0),
        recovery_mps: from.recovery_mps,
        up: from.up,
        step_secs: from.step_secs,
        full_speed: u8::from(from.speed == Speed::Full),
        has_max_slope: u8::from(from.max_slope_rad.is_some()),
        constant_speed: u8::from(from.constant_speed),
        reserved: 0,
    }
}

fn state_of(from: &fw_mover_state) -> Result<MoverState, Fault> {
    let support = Support {
        obstacle: obstacle_of(from.obstacle),
        part: from.part,
        triangle: (from.triangle != FW_NONE).then_some(from.triangle),
        normal: from.normal,
        point: from.point,
        velocity_mps: from.velocity_mps,
    };
    let footing = match from.footing {
        FW_FOOTING_AIR => Footing::Air,
        FW_FOOTING_GROUND => Footing::Ground(support),
        FW_FOOTING_WEDGED => Footing::Wedged(support),
        FW_FOOTING_STEEP => Footing::Steep(support),
        other => return Err(Fault::range(format!("{other} is not a footing"))),
    };
    Ok(MoverState {
        position: from.position,
        footing,
    })
}

fn state_to_c(from: &MoverState) -> fw_mover_state {
    let support = from.footing.support();
    fw_mover_state {
        position: from.position,
        footing: match from.footing {
            Footing::Air => FW_FOOTING_AIR,
            Footing::Ground(_) => FW_FOOTING_GROUND,
            Footing::Wedged(_) => FW_FOOTING_WEDGED,
            Footing::Steep(_) => FW_FOOTING_STEEP,
        },
        part: support.map_or(0, |support| support.part),
        triangle: support.map_or(0, |support| support.triangle.unwrap_or(FW_NONE)),
        normal: support.map_or([0.0; 3], |support| support.normal),
        obstacle: support.map_or(0, |support| obstacle_to_c(support.obstacle)),
        point: support.map_or([0.0; 3], |support| support.point),
        velocity_mps: support.map_or([0.0; 3], |support| support.velocity_mps),
        reserved: 0,
    }
}

fn contact_to_c(from: &Contact) -> fw_contact {
    fw_contact {
        obstacle: obstacle_to_c(from.obstacle),
        point: from.point,
        part: from.part,
        triangle: from.triangle.unwrap_or(FW_NONE),
        normal: from.normal,
        depth_m: from.depth_m,
        velocity_mps: from.velocity_mps,
        closing_mps: from.closing_mps,
        active: u32::from(from.active),
        reserved: 0,
    }
}
