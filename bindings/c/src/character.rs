//! Characters: from the stick and the world to the transforms of all joints.

use std::sync::Arc;

use footwork::matching::{
    Character, CharacterConfig, Detail, Input, JointPlace, Motion, Placement, Repertoire, Step,
    Want, Waypoint,
};

use crate::blend::{fw_motion, read_motion};
use crate::character_config::{config_of, fw_character_config};
use crate::door::{Buffer, call, out, sized, slice, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::index::{fw_pose_id, pose_of};
use crate::matcher::{fw_place, fw_step, fw_stick, place_of, step_to_c, stick_of};
use crate::pose_search::{fw_search_options, with_search};
use crate::repertoire::{Poses, REPERTOIRES, fw_repertoire};
use crate::surroundings::{fw_surroundings, within};

pub(crate) static CHARACTERS: Table<Acting> = Table::new(Kind::Character);

/// A character, with memory that is reused.
pub(crate) struct Acting {
    pub(crate) character: Character<Arc<Poses>>,
    waypoints: Vec<Waypoint>,
    pub(crate) rotations: Vec<[f32; 4]>,
    pub(crate) places: Vec<JointPlace>,
    motion: Motion,
    pub(crate) saved: Vec<u8>,
}

/// A character that plays the clips of a repertoire and moves through a world as its input says. One thread at a time may use
/// it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_character {
    /// 0 is null.
    pub handle: u64,
}

/// The place of a character in the world, including its height.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_placement {
    /// The point on the ground, in metres.
    pub position_m: [f64; 3],
    /// The angle about +y from +z towards +x, in radians.
    pub heading_rad: f64,
}

/// A place that a character should reach at a time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_waypoint {
    /// The time from now, in seconds; later than that of the previous waypoint.
    pub secs: f64,
    /// The place.
    pub place: fw_place,
}

/// Makes a character at rest. `config` may be NULL for the default. `start` may be NULL for the first pose of the index. The
/// first update searches for a better one. `placement` may be NULL for the origin, facing +z. Call it while loading, because
/// it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_create(
    repertoire: fw_repertoire,
    config: *const fw_character_config,
    start: *const fw_pose_id,
    placement: *const fw_placement,
    character: *mut fw_character,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(character, "character")?;
        let played = REPERTOIRES.read(repertoire.handle)?;
        let poses = Arc::clone(&played.poses);
        let config = if config.is_null() {
            CharacterConfig {
                playback: played.config().clone(),
                ..CharacterConfig::default()
            }
        } else {
            config_of(&sized(config)?, played.config())?
        };
        let start = if start.is_null() {
            let first = poses.index().candidates().next();
            first.ok_or_else(|| Fault::range("the index is empty"))?
        } else {
            pose_of(value(start, "start")?)
        };
        let at = if placement.is_null() {
            Placement::default()
        } else {
            placement_of(value(placement, "placement")?)
        };
        let character = Character::new(poses, config, start, at).map_err(Fault::caused)?;
        handle.write(fw_character {
            handle: CHARACTERS.insert(Acting {
                character,
                waypoints: Vec::new(),
                rotations: Vec::new(),
                places: Vec::new(),
                motion: Motion::new(0),
                saved: Vec::new(),
            })?,
        });
    })
}

/// Destroys a character.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_destroy(
    character: fw_character,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        CHARACTERS.remove(character.handle)?;
    })
}

/// Advances a character by `dt_secs` in the direction of the stick, and writes what played. `search` may be NULL for
/// all poses and the weights of the index. The largest cost in `search` is ignored. `surroundings` may be NULL for
/// open ground at height 0. `step` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_update(
    character: fw_character,
    dt_secs: f64,
    stick: *const fw_stick,
    search: *const fw_search_options,
    surroundings: *const fw_surroundings,
    step: *mut fw_step,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let stick = stick_of(value(stick, "stick")?);
        let mut acting = CHARACTERS.take(character.handle)?;
        let input = Input {
            want: Want::Stick(stick.velocity_mps),
            heading_rad: stick.heading_rad,
            ..Input::default()
        };
        updated(&mut acting.character, dt_secs, input, search, surroundings)?;
        write_step(&acting.character, step)?;
    })
}

/// Advances a character by `dt_secs` in straight lines from its present place through the waypoints, and writes what
/// played. The character stops at the last waypoint. `search` may be NULL for all poses and the weights of the index.
/// The largest cost in `search` is ignored. `surroundings` may be NULL for open ground at height 0. `step` may be
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_follow(
    character: fw_character,
    dt_secs: f64,
    waypoints: *const fw_waypoint,
    waypoints_count: usize,
    search: *const fw_search_options,
    surroundings: *const fw_surroundings,
    step: *mut fw_step,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let given = slice(waypoints, waypoints_count, "waypoints")?;
        let mut acting = CHARACTERS.take(character.handle)?;
        let Acting {
            character,
            waypoints,
            ..
        } = &mut *acting;
        waypoints.clear();
        waypoints.extend(given.iter().map(|point| Waypoint {
            secs: point.secs,
            place: place_of(point.place),
        }));
        let input = Input {
            want: Want::Path(waypoints),
            ..Input::default()
        };
        updated(character, dt_secs, input, search, surroundings)?;
        write_step(character, step)?;
    })
}

/// # Safety
/// As for [`sized`].
unsafe fn updated(
    character: &mut Character<Arc<Poses>>,
    dt_secs: f64,
    input: Input<'_>,
    search: *const fw_search_options,
    surroundings: *const fw_surroundings,
) -> Result<(), Fault> {
    // SAFETY: as the caller promises.
    unsafe {
        with_search(search, |search| {
            let input = Input {
                filter: search.filter,
                soft: search.soft,
                stay: search.stay,
                weights: search.weights,
                ..input
            };
            within(surroundings, |world| {
                let done = character.update(dt_secs, &input, world);
                done.map(|_| ()).map_err(Fault::caused)
            })
        })
    }
}

/// # Safety
/// As for [`out`].
unsafe fn write_step(character: &Character<Arc<Poses>>, step: *mut fw_step) -> Result<(), Fault> {
    if !step.is_null() {
        let state = character.playback().matcher().state();
        // SAFETY: as the caller promises.
        unsafe { out(step, "step") }?.write(step_to_c(character.step(), state));
    }
    Ok(())
}

/// Writes the cost of each group of the index for the pose that a character jumped to in its last update. Up to
/// rounding, they add up to the cost of the step without the costs of a bias. Without a jump, there are no costs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_group_costs(
    character: fw_character,
    costs: *mut f32,
    costs_capacity: usize,
    costs_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(costs, costs_capacity, costs_count, "costs")?;
        let acting = CHARACTERS.take(character.handle)?;
        let groups = acting.character.repertoire().index().schema().groups();
        match acting.character.step() {
            Step::Jump { why, .. } => room.fill(groups.len(), why.group_costs)?,
            Step::Continue | Step::NoneAllowed => room.fill(0, [])?,
        }
    })
}

/// Moves a character elsewhere, with its speed and its feet. Its pose does not change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_teleport(
    character: fw_character,
    to: *const fw_placement,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = placement_of(value(to, "to")?);
        let [x, y, z] = to.position_m;
        if ![x, y, z, to.heading_rad].into_iter().all(f64::is_finite) {
            return Err(Fault::range("a number of the place is not finite"));
        }
        let mut acting = CHARACTERS.take(character.handle)?;
        acting.character.teleport(to);
    })
}

/// Takes over from any pose, such as that of a ragdoll, a cut-scene or another animation graph. The character plays
/// the most similar allowed pose, and blends to it. The next update continues from exactly the given pose and its
/// speeds. `search` may be NULL for all poses and the weights of the index. The largest cost in `search` is ignored.
/// This call allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_take_over(
    character: fw_character,
    from: *const fw_motion,
    placement: *const fw_placement,
    search: *const fw_search_options,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let at = placement_of(value(placement, "placement")?);
        let mut acting = CHARACTERS.take(character.handle)?;
        let Acting {
            character, motion, ..
        } = &mut *acting;
        read_motion(from, motion)?;
        with_search(search, |search| {
            let input = Input {
                filter: search.filter,
                soft: search.soft,
                weights: search.weights,
                ..Input::default()
            };
            let done = character.take_over(motion, at, &input);
            done.map_err(Fault::caused)
        })?;
    })
}

/// Sets how often a character works. It moves in every `update_every`th update, for the time since it last moved, and
/// searches at most every `search_every_secs`. `spread` is a number that differs between characters. It spreads their work
/// over frames.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_set_detail(
    character: fw_character,
    update_every: u32,
    search_every_secs: f32,
    spread: u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let mut acting = CHARACTERS.take(character.handle)?;
        let detail = Detail {
            update_every,
            search_every_secs: Some(search_every_secs),
            spread,
        };
        let done = acting.character.set_detail(detail);
        done.map_err(Fault::caused)?;
    })
}

/// Writes whether a character holds a pose because it should stand and no clip stands still.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_is_resting(
    character: fw_character,
    is_resting: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let is_resting = out(is_resting, "is_resting")?;
        let acting = CHARACTERS.take(character.handle)?;
        is_resting.write(u8::from(acting.character.is_resting()));
    })
}

/// Writes the state of a character as bytes, for a rollback or another process, in any language. After
/// `fw_character_restore`, the same updates give the same bits. The state does not include the configuration, filters and
/// clips.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_save(
    character: fw_character,
    bytes: *mut u8,
    bytes_capacity: usize,
    bytes_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(bytes, bytes_capacity, bytes_count, "bytes")?;
        let mut acting = CHARACTERS.take(character.handle)?;
        let Acting {
            character, saved, ..
        } = &mut *acting;
        saved.clear();
        character.save(saved);
        room.fill(saved.len(), saved.iter().copied())?;
    })
}

/// Restores a state that a character with the same repertoire and configuration saved. This call allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_restore(
    character: fw_character,
    bytes: *const u8,
    bytes_len: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let bytes = slice(bytes, bytes_len, "bytes")?;
        let mut acting = CHARACTERS.take(character.handle)?;
        acting.character.restore(bytes).map_err(Fault::data)?;
    })
}

fn placement_of(from: fw_placement) -> Placement {
    Placement {
        position_m: from.position_m,
        heading_rad: from.heading_rad,
    }
}
