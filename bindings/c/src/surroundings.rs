//! The world around a character: open ground, obstacles that bodies slide along, or functions of the game.

use std::ffi::c_void;

use footwork::SlideGround;
use footwork::matching::{Ground, OpenWorld, World};
use footwork::slide::{Filter, MoveConfig};

use crate::door::{Grows, call, fill_sized, size_field, sized};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::Taken;
use crate::mover::{MOVERS, fw_move_config, fw_mover, move_config_of, move_config_to_c};
use crate::world::{WORLDS, fw_world};

/// The ground under a point.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_ground {
    /// The height in the world, in metres.
    pub height_m: f64,
    /// The upward normal, of length 1.
    pub normal: [f32; 3],
    /// Always 0.
    pub reserved: u32,
}

/// Writes the part of a horizontal step that a character can make: world x and z, in metres. `from_m` has three numbers and
/// is on the ground. During an update, the function must depend only on its arguments.
pub type fw_reach = Option<
    unsafe extern "C" fn(
        context: *mut c_void,
        from_m: *const f64,
        step_m: *const f64,
        reached_m: *mut f64,
    ),
>;

/// Writes the ground under a point of three numbers: the highest ground that is at most about half a metre above the point.
/// Returns 0 if there is none. During an update, the function must depend only on its arguments.
pub type fw_ground_under = Option<
    unsafe extern "C" fn(context: *mut c_void, at_m: *const f64, ground: *mut fw_ground) -> u8,
>;

/// The world around a character: a world of obstacles, or functions of yours. Set `size`, then call `fw_surroundings_default`, which
/// makes it open ground at height 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_surroundings {
    /// `sizeof(fw_surroundings)`.
    pub size: u32,
    /// The layers of obstacles that stop the character.
    pub layers: u32,
    /// The world of obstacles; with a null handle, the character calls `reach` and `ground` instead.
    pub world: fw_world,
    /// The body of the character among the obstacles. Characters of one shape may share it.
    pub mover: fw_mover,
    /// How the body moves among the obstacles. By default it climbs steps of 0.3 m.
    pub config: fw_move_config,
    /// The function that writes the reachable part of a step; NULL if nothing is in the way.
    pub reach: fw_reach,
    /// The function that writes the ground; NULL if it is at height 0 everywhere.
    pub ground: fw_ground_under,
    /// The first argument of both functions.
    pub context: *mut c_void,
}

// SAFETY: all fields are numbers, or functions that may be null, and the first is the size.
unsafe impl Grows for fw_surroundings {
    const NAME: &'static str = "fw_surroundings";
}

/// The height of the steps that a character climbs by default, in metres, and the distance by which it is put back on the ground.
const STEP_M: f32 = 0.3;

/// Fills in open ground at height 0. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_surroundings_default(
    surroundings: *mut fw_surroundings,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        fill_sized(surroundings, open_ground())?;
    })
}

fn open_ground() -> fw_surroundings {
    fw_surroundings {
        size: size_field::<fw_surroundings>(),
        layers: Filter::default().layers,
        world: fw_world { handle: 0 },
        mover: fw_mover { handle: 0 },
        config: move_config_to_c(&MoveConfig {
            step_height_m: STEP_M,
            snap_m: STEP_M,
            ..MoveConfig::default()
        }),
        reach: None,
        ground: None,
        context: std::ptr::null_mut(),
    }
}

/// Calls a function with the surroundings of the caller.
///
/// # Safety
/// As for [`sized`].
pub(crate) unsafe fn within(
    surroundings: *const fw_surroundings,
    run: impl FnOnce(&mut Within<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if surroundings.is_null() {
        return run(&mut Within::Own(open_ground()));
    }
    // SAFETY: as the caller promises.
    let given = unsafe { sized(surroundings) }?;
    if given.world.handle == 0 {
        return run(&mut Within::Own(given));
    }
    let world = WORLDS.share(given.world.handle)?;
    let mover = MOVERS.take(given.mover.handle)?;
    let filter = Filter {
        layers: given.layers,
        ..Filter::default()
    };
    let ground = SlideGround::with_mover(&world, mover, move_config_of(&given.config));
    run(&mut Within::Obstacles(ground.with_filter(filter)))
}

/// The surroundings of an update.
pub(crate) enum Within<'a> {
    Own(fw_surroundings),
    Obstacles(SlideGround<'a, Taken<'static, footwork::slide::Mover>>),
}

impl World for Within<'_> {
    fn reach(&mut self, from_m: [f64; 3], step_m: [f64; 2]) -> [f64; 2] {
        let given = match self {
            Self::Own(given) => given,
            Self::Obstacles(ground) => return ground.reach(from_m, step_m),
        };
        let Some(reach) = given.reach else {
            return OpenWorld.reach(from_m, step_m);
        };
        let mut reached_m = [0.0; 2];
        // SAFETY: the caller promises that its function can be called with its context.
        unsafe {
            reach(
                given.context,
                from_m.as_ptr(),
                step_m.as_ptr(),
                reached_m.as_mut_ptr(),
            );
        }
        reached_m
    }

    fn ground(&mut self, at_m: [f64; 3]) -> Option<Ground> {
        let given = match self {
            Self::Own(given) => given,
            Self::Obstacles(ground) => return ground.ground(at_m),
        };
        let Some(ground) = given.ground else {
            return OpenWorld.ground(at_m);
        };
        let mut found = fw_ground {
            height_m: 0.0,
            normal: [0.0, 1.0, 0.0],
            reserved: 0,
        };
        // SAFETY: the caller promises that its function can be called with its context.
        let is_found = unsafe { ground(given.context, at_m.as_ptr(), &raw mut found) } != 0;
        is_found.then_some(Ground {
            height_m: found.height_m,
            normal: found.normal,
        })
    }
}
