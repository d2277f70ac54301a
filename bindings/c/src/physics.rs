//! The ball, its physics, and its steps.

use std::cell::RefCell;

use footwork::base::Id;
use footwork::flight::{
    BallParams, BallPhysics, BallState, BallStep, Drag, Ground, HitId, STEP_SECS, Statics,
    StepEvents, TouchKind,
};

use crate::FW_NONE;
use crate::door::{Buffer, Grows, call, fill_sized, out, size_field, sized, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::statics::{STATICS, fw_statics, fw_surface, surface_of};
pub(crate) static PHYSICS: Table<BallPhysics<Statics>> = Table::new(Kind::Physics);

thread_local! {
    /// The touches of a step, kept so that stepping does not allocate.
    static TOUCHED: RefCell<(StepEvents, Vec<fw_touch>)> = RefCell::default();
}

/// The physics of a ball, with the shapes it bounces off. Any number of threads may use the same physics concurrently.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_physics {
    /// 0 is null.
    pub handle: u64,
}

/// The parameters of a ball. Set `size`, then call `fw_ball_params_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_ball_params {
    /// `sizeof(fw_ball_params)`.
    pub size: u32,
    /// Whether there is a drag crisis, a speed at which the drag coefficient falls. If not, the coefficient is
    /// `drag_low` at every speed.
    pub has_drag_crisis: u8,
    /// Always 0.
    pub reserved: [u8; 3],
    /// The mass in kilograms.
    pub mass_kg: f64,
    /// The radius in metres.
    pub radius_m: f64,
    /// The gravity along -y, in m/s².
    pub gravity_mps2: f64,
    /// The density of the air in kilograms per cubic metre; 0 for no air at all.
    pub air_density: f64,
    /// The coefficient far above the crisis. The drag coefficient is
    /// `drag_low + drag_drop / (1 + exp((v - drag_speed_mps) / drag_width_mps))`.
    pub drag_low: f64,
    /// The drop of the coefficient in the crisis, as in the formula at `drag_low`.
    pub drag_drop: f64,
    /// The speed in the middle of the crisis in m/s, as in the formula at `drag_low`.
    pub drag_speed_mps: f64,
    /// The width of the crisis in m/s, as in the formula at `drag_low`.
    pub drag_width_mps: f64,
    /// The lift coefficient per spin ratio, near zero spin.
    pub lift_slope: f64,
    /// The upper bound of the lift coefficient.
    pub max_lift: f64,
    /// The fraction of the spin lost per metre of flight.
    pub spin_decay_per_m: f64,
    /// The ratio of normal speeds after and before a bounce.
    pub restitution: f64,
    /// Coulomb's coefficient of friction in a bounce.
    pub bounce_friction: f64,
    /// Coulomb's coefficient of friction along the ground.
    pub sliding_friction: f64,
    /// The deceleration of a rolling ball in addition to drag, in m/s².
    pub rolling_mps2: f64,
    /// The speed limit of small hops, in m/s. A rebound slower than this times `1 - restitution` stays on the ground.
    pub settle_speed_mps: f64,
    /// The velocity of the air, in m/s.
    pub wind_mps: [f64; 3],
}
// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_ball_params {
    const NAME: &'static str = "fw_ball_params";
}

/// The complete state of a ball at one time. Make it with `fw_ball_place`. You own it, and may copy and save it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_ball {
    /// The centre, in metres.
    pub position: [f64; 3],
    /// The velocity in metres per second.
    pub velocity: [f64; 3],
    /// The spin in radians per second.
    pub spin: [f64; 3],
    /// The clock: the number of steps of 1/240 s since time 0.
    pub steps: u64,
    /// Whether the ball was placed here and has not moved yet. If so, its next step first pushes it out of any overlap.
    pub is_placed: u8,
    /// Whether the ball rolls or rests on the ground. The fields below describe that ground.
    pub on_ground: u8,
    /// Always 0.
    pub reserved: [u8; 2],
    /// The part of the statics it is on.
    pub ground_hit: u32,
    /// The other parts it has touched since it came down, latest first; FW_NONE for none.
    pub beside: [u32; 3],
    /// Always 0.
    pub reserved_too: u32,
    /// The unit normal, away from the ground.
    pub ground_normal: [f64; 3],
    /// The material of the ground.
    pub ground_surface: fw_surface,
}

/// A touch, which changes the velocity of a ball instantly.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_touch {
    /// The time, in seconds.
    pub secs: f64,
    /// The centre of the ball.
    pub position: [f64; 3],
    /// The unit normal, away from the touched part.
    pub normal: [f64; 3],
    /// The velocity just before.
    pub velocity_before: [f64; 3],
    /// The velocity just after.
    pub velocity: [f64; 3],
    /// The part of the statics it touches.
    pub hit: u32,
    /// 1 if the ball starts to roll or slide, or continues along this part; 0 if it bounces.
    pub rolls: u32,
}

/// Fills in the defaults, which are those of a football. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_ball_params_default(
    params: *mut fw_ball_params,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let from = BallParams::default();
        let (has_drag_crisis, [low, drop, speed, width]) = match from.drag {
            Drag::Constant(drag) => (0, [drag, 0.0, 0.0, 1.0]),
            Drag::Crisis {
                low,
                drop,
                speed_mps,
                width_mps,
            } => (1, [low, drop, speed_mps, width_mps]),
        };
        let defaults = fw_ball_params {
            size: size_field::<fw_ball_params>(),
            has_drag_crisis,
            reserved: [0; 3],
            mass_kg: from.mass_kg,
            radius_m: from.radius_m,
            gravity_mps2: from.gravity_mps2,
            air_density: from.air_density,
            drag_low: low,
            drag_drop: drop,
            drag_speed_mps: speed,
            drag_width_mps: width,
            lift_slope: from.lift_slope,
            max_lift: from.max_lift,
            spin_decay_per_m: from.spin_decay_per_m,
            restitution: from.restitution,
            bounce_friction: from.bounce_friction,
            sliding_friction: from.sliding_friction,
            rolling_mps2: from.rolling_mps2,
            settle_speed_mps: from.settle_speed_mps,
            wind_mps: from.wind_mps,
        };
        fill_sized(params, defaults)?;
    })
}

/// Makes the physics of a ball among these statics, which it copies. `params` may be NULL for a football.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_physics_create(
    params: *const fw_ball_params,
    statics: fw_statics,
    physics: *mut fw_physics,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(physics, "physics")?;
        let params = if params.is_null() {
            BallParams::default()
        } else {
            params_of(&sized(params)?)
        };
        let statics = STATICS.take(statics.handle)?.clone();
        let made = BallPhysics::new(params, statics).map_err(Fault::range)?;
        handle.write(fw_physics {
            handle: PHYSICS.insert(made)?,
        });
    })
}

/// Destroys physics.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_physics_destroy(
    physics: fw_physics,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        PHYSICS.remove(physics.handle)?;
    })
}

/// Places a ball at the step nearest to a time. `spin` may be NULL for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_ball_place(
    now_secs: f64,
    position: *const f64,
    velocity: *const f64,
    spin: *const f64,
    ball: *mut fw_ball,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(ball, "ball")?;
        let position = vector(position, "position")?;
        let velocity = vector(velocity, "velocity")?;
        let placed = BallState::new(now_secs, position, velocity).map_err(Fault::range)?;
        let placed = if spin.is_null() {
            placed
        } else {
            placed
                .with_spin(vector(spin, "spin")?)
                .map_err(Fault::range)?
        };
        to.write(ball_to_c(&placed));
    })
}

/// Gives a ball another velocity and spin at its current place and time. `spin` may be NULL for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_ball_kick(
    ball: *mut fw_ball,
    velocity: *const f64,
    spin: *const f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let now = ball_of(&value(ball, "ball")?);
        let velocity = vector(velocity, "velocity")?;
        let spin = if spin.is_null() {
            [0.0; 3]
        } else {
            vector(spin, "spin")?
        };
        let kicked = now.kick(velocity, spin).map_err(Fault::range)?;
        ball.write(ball_to_c(&kicked));
    })
}

/// Writes the time of a ball, in seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_ball_secs(
    ball: *const fw_ball,
    secs: *mut f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let secs = out(secs, "secs")?;
        secs.write(ball_of(&value(ball, "ball")?).secs());
    })
}

/// The maximum number of steps per call, one hour.
const MAX_STEPS: u32 = 240 * 3600;

/// Moves a ball by steps of 1/240 s, at most an hour of them, and writes its touches on the way. If there is too little
/// room for the touches, the ball stays where it is. `touches` and `touches_count` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_physics_step(
    physics: fw_physics,
    ball: *mut fw_ball,
    steps: u32,
    touches: *mut fw_touch,
    touches_capacity: usize,
    touches_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::wanted(touches, touches_capacity, touches_count, "touches")?;
        if steps > MAX_STEPS {
            return Err(Fault::range("a call can simulate at most one hour"));
        }
        let mut state = ball_of(&value(ball, "ball")?);
        let physics = PHYSICS.read(physics.handle)?;
        physics.check(&state).map_err(Fault::range)?;
        TOUCHED.with_borrow_mut(|(events, touched)| {
            touched.clear();
            for _ in 0..steps {
                let before = state.steps as f64;
                physics.step(&mut state, events);
                if room.is_some() {
                    touched.extend(events.touches.iter().map(|touch| fw_touch {
                        secs: (before + touch.fraction) * STEP_SECS,
                        position: touch.position,
                        normal: touch.normal,
                        velocity_before: touch.velocity_before,
                        velocity: touch.velocity,
                        hit: touch.hit.number(),
                        rolls: u32::from(touch.kind == TouchKind::Roll),
                    }));
                }
            }
            match room {
                Some(room) => room.fill(touched.len(), touched.iter().copied()),
                None => Ok(()),
            }
        })?;
        ball.write(ball_to_c(&state));
    })
}

/// Reads three numbers from the caller's memory.
///
/// # Safety
/// As for [`value`].
#[inline]
pub(crate) unsafe fn vector(pointer: *const f64, name: &'static str) -> Result<[f64; 3], Fault> {
    // SAFETY: as the caller promises.
    unsafe { value(pointer.cast(), name) }
}

fn params_of(from: &fw_ball_params) -> BallParams {
    let drag = if from.has_drag_crisis != 0 {
        Drag::Crisis {
            low: from.drag_low,
            drop: from.drag_drop,
            speed_mps: from.drag_speed_mps,
            width_mps: from.drag_width_mps,
        }
    } else {
        Drag::Constant(from.drag_low)
    };
    BallParams {
        mass_kg: from.mass_kg,
        radius_m: from.radius_m,
        gravity_mps2: from.gravity_mps2,
        air_density: from.air_density,
        drag,
        lift_slope: from.lift_slope,
        max_lift: from.max_lift,
        spin_decay_per_m: from.spin_decay_per_m,
        restitution: from.restitution,
        bounce_friction: from.bounce_friction,
        sliding_friction: from.sliding_friction,
        rolling_mps2: from.rolling_mps2,
        settle_speed_mps: from.settle_speed_mps,
        wind_mps: from.wind_mps,
    }
}

pub(crate) fn ball_of(from: &fw_ball) -> BallState {
    let ground = Ground {
        normal: from.ground_normal,
        surface: surface_of(from.ground_surface),
        hit: HitId::new(from.ground_hit),
        beside: from.beside.map(some),
    };
    BallState {
        position: from.position,
        velocity: from.velocity,
        spin: from.spin,
        ground: (from.on_ground != 0).then_some(ground),
        steps: from.steps,
        is_placed: from.is_placed != 0,
    }
}

pub(crate) fn ball_to_c(from: &BallState) -> fw_ball {
    let ground = from.ground;
    let surface = ground.map(|ground| ground.surface).unwrap_or_default();
    fw_ball {
        position: from.position,
        velocity: from.velocity,
        spin: from.spin,
        steps: from.steps,
        is_placed: u8::from(from.is_placed),
        on_ground: u8::from(ground.is_some()),
        reserved: [0; 2],
        ground_hit: none(ground.map(|ground| ground.hit)),
        beside: ground.map_or([FW_NONE; 3], |ground| ground.beside.map(none)),
        reserved_too: 0,
        ground_normal: ground.map_or([0.0; 3], |ground| ground.normal),
        ground_surface: fw_surface {
            restitution: surface.restitution,
            friction: surface.friction,
        },
    }
}

/// Converts an id to C.
pub(crate) fn none<I: Id>(id: Option<I>) -> u32 {
    id.and_then(|id| u32::try_from(id.index()).ok())
        .unwrap_or(FW_NONE)
}

/// Converts an id from C.
pub(crate) fn some<I: Id>(number: u32) -> Option<I> {
    match number {
        FW_NONE => None,
        number => I::from_index(number as usize),
    }
}
