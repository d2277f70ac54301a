//! The obstacles that bodies slide along: meshes and volumes with their poses.

use std::sync::Arc;

use footwork::slide::{Label, Mesh, ObstacleId, Pose, Volume, World};

use crate::door::{call, groups, out, slice, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::physics::vector;

static MESHES: Table<Arc<Mesh>> = Table::new(Kind::Mesh);
pub(crate) static WORLDS: Table<World> = Table::new(Kind::World);

/// A triangle mesh, which any number of obstacles and worlds may share. Any number of threads may use the same mesh
/// concurrently.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_mesh {
    /// 0 is null.
    pub handle: u64,
}

/// A set of obstacles. Any number of threads may move bodies in it and query it concurrently, as long as none changes
/// it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_world {
    /// 0 is null.
    pub handle: u64,
}

/// The pose of an obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_pose {
    /// The position in metres.
    pub position: [f64; 3],
    /// The rotation, a unit quaternion x, y, z, w. Four zeros mean no rotation.
    pub rotation: [f32; 4],
}

/// The label by which filters and your own code identify an obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_label {
    /// A number of yours, such as the id of an entity or of a material.
    pub tag: u64,
    /// The layers, one bit each. A filter accepts the obstacle only if the two share a layer.
    pub layers: u32,
    /// Always 0.
    pub reserved: u32,
}

/// A box.
pub const FW_VOLUME_BOX: u32 = 0;
/// A sphere.
pub const FW_VOLUME_SPHERE: u32 = 1;
/// A capsule along y.
pub const FW_VOLUME_CAPSULE: u32 = 2;

/// A volume around the origin.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_volume {
    /// An `FW_VOLUME_`.
    pub kind: u32,
    /// Half of each extent of a box, in metres.
    pub half_m: [f32; 3],
    /// The radius of a sphere or a capsule, in metres.
    pub radius_m: f32,
    /// Half the length of the axis of a capsule without the caps, in metres.
    pub half_axis_m: f32,
}

/// Makes a mesh from triangles. Each triangle has nine numbers: x, y, z of each vertex in turn. `triangles_count` is the
/// number of doubles. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mesh_from_triangles(
    triangles: *const f64,
    triangles_count: usize,
    mesh: *mut fw_mesh,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(mesh, "mesh")?;
        let points = groups(slice(triangles, triangles_count, "triangles")?, "triangles")?;
        let triangles: &[[[f64; 3]; 3]] = groups(points, "triangles")?;
        let made = Mesh::from_triangles(triangles).map_err(Fault::range)?;
        handle.write(inserted(made)?);
    })
}

/// Makes a mesh from a grid of heights at intervals of `cell_m`. Each row runs along x, and the next row is further along z.
/// Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mesh_from_heights(
    heights_m: *const f64,
    heights_count: usize,
    columns: usize,
    cell_m: f64,
    mesh: *mut fw_mesh,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(mesh, "mesh")?;
        let heights = slice(heights_m, heights_count, "heights_m")?;
        let made = Mesh::from_heights(heights, columns, cell_m).map_err(Fault::range)?;
        handle.write(inserted(made)?);
    })
}

/// Makes a solid mesh from the convex hull of points. Each point has three numbers. `points_count` is the number of doubles.
/// Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mesh_from_hull(
    points: *const f64,
    points_count: usize,
    mesh: *mut fw_mesh,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(mesh, "mesh")?;
        let points: &[[f64; 3]] = groups(slice(points, points_count, "points")?, "points")?;
        let made = Mesh::from_hull(points).map_err(Fault::range)?;
        handle.write(inserted(made)?);
    })
}

fn inserted(mesh: Mesh) -> Result<fw_mesh, Fault> {
    Ok(fw_mesh {
        handle: MESHES.insert(Arc::new(mesh))?,
    })
}

/// Destroys a mesh. Obstacles made from it remain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_mesh_destroy(mesh: fw_mesh, error: *mut fw_error) -> fw_status {
    call!(error, {
        MESHES.remove(mesh.handle)?;
    })
}

/// Makes a world without obstacles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_create(world: *mut fw_world, error: *mut fw_error) -> fw_status {
    call!(error, {
        let world = out(world, "world")?;
        world.write(fw_world {
            handle: WORLDS.insert(World::new())?,
        });
    })
}

/// Destroys a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_destroy(world: fw_world, error: *mut fw_error) -> fw_status {
    call!(error, {
        WORLDS.remove(world.handle)?;
    })
}

/// Adds a mesh at a pose, and writes the number of the new obstacle, which is never 0. `pose` may be NULL for the origin. `label`
/// may be NULL for tag 0 in every layer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_add_mesh(
    world: fw_world,
    mesh: fw_mesh,
    pose: *const fw_pose,
    label: *const fw_label,
    obstacle: *mut u64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(obstacle, "obstacle")?;
        let mesh = Arc::clone(MESHES.read(mesh.handle)?);
        let (pose, label) = (pose_of(pose)?, label_of(label)?);
        let mut world = WORLDS.take(world.handle)?;
        let id = world.add_mesh(mesh, pose, label).map_err(Fault::range)?;
        to.write(obstacle_to_c(id));
    })
}

/// Adds a volume at a pose, and writes the number of the new obstacle, like `fw_world_add_mesh`. `pose` may be NULL for the
/// origin. `label` may be NULL for tag 0 in every layer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_add_volume(
    world: fw_world,
    volume: *const fw_volume,
    pose: *const fw_pose,
    label: *const fw_label,
    obstacle: *mut u64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(obstacle, "obstacle")?;
        let from = value(volume, "volume")?;
        let volume = match from.kind {
            FW_VOLUME_BOX => Volume::Box {
                half_m: from.half_m,
            },
            FW_VOLUME_SPHERE => Volume::Sphere {
                radius_m: from.radius_m,
            },
            FW_VOLUME_CAPSULE => Volume::Capsule {
                radius_m: from.radius_m,
                half_axis_m: from.half_axis_m,
            },
            kind => return Err(Fault::range(format!("{kind} is not a kind of volume"))),
        };
        let (pose, label) = (pose_of(pose)?, label_of(label)?);
        let mut world = WORLDS.take(world.handle)?;
        let id = world
            .add_volume(volume, pose, label)
            .map_err(Fault::range)?;
        to.write(obstacle_to_c(id));
    })
}

/// Removes an obstacle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_remove(
    world: fw_world,
    obstacle: u64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let mut world = WORLDS.take(world.handle)?;
        world.remove(obstacle_of(obstacle)).map_err(gone)?;
    })
}

/// Starts a step. Obstacles that move after this call move from their present places. Call it once per frame, before
/// anything moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_begin_step(world: fw_world, error: *mut fw_error) -> fw_status {
    call!(error, {
        WORLDS.take(world.handle)?.begin_step();
    })
}

/// Moves an obstacle to a pose within this step. The obstacle carries bodies that stand on it, and pushes bodies in its way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_move_to(
    world: fw_world,
    obstacle: u64,
    pose: *const fw_pose,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let pose = pose_of(pose)?;
        let mut world = WORLDS.take(world.handle)?;
        world.move_to(obstacle_of(obstacle), pose).map_err(gone)?;
    })
}

/// Gives an obstacle another label.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_world_set_label(
    world: fw_world,
    obstacle: u64,
    label: *const fw_label,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let label = label_of(label)?;
        let mut world = WORLDS.take(world.handle)?;
        world
            .set_label(obstacle_of(obstacle), label)
            .map_err(gone)?;
    })
}

fn gone(wrong: footwork::slide::WorldError) -> Fault {
    Fault::new(fw_status::FW_STALE_HANDLE, wrong.to_string())
}

/// # Safety
/// As for [`value`].
unsafe fn pose_of(pose: *const fw_pose) -> Result<Pose, Fault> {
    if pose.is_null() {
        return Ok(Pose::IDENTITY);
    }
    // SAFETY: as the caller promises.
    let from = unsafe { value(pose, "pose") }?;
    let made = if from.rotation == [0.0; 4] {
        Pose::at(from.position)
    } else {
        Pose::new(from.position, from.rotation)
    };
    made.map_err(Fault::range)
}

/// # Safety
/// As for [`value`].
unsafe fn label_of(label: *const fw_label) -> Result<Label, Fault> {
    if label.is_null() {
        return Ok(Label::default());
    }
    // SAFETY: as the caller promises.
    let from = unsafe { value(label, "label") }?;
    Ok(Label {
        layers: from.layers,
        tag: from.tag,
    })
}

/// Returns the number for C: the Rust number plus one, so that 0 never stands for an obstacle.
pub(crate) fn obstacle_to_c(id: ObstacleId) -> u64 {
    id.to_bits().wrapping_add(1)
}

pub(crate) fn obstacle_of(obstacle: u64) -> ObstacleId {
    ObstacleId::from_bits(obstacle.wrapping_sub(1))
}

/// Reads a position.
///
/// # Safety
/// As for [`value`].
pub(crate) unsafe fn place(pointer: *const f64) -> Result<[f64; 3], Fault> {
    // SAFETY: as the caller promises.
    unsafe { vector(pointer, "position") }
}
