//! The ball, what it bounces off, and its steps.

use std::cell::RefCell;

use footwork::base::Id;
use footwork::flight::{
    BallParams, BallPhysics, BallState, BallStep, Drag, Ground, HitId, Pitch, STEP_SECS, Shape,
    Statics, StepEvents, Surface, TouchKind,
};

use crate::FW_NONE;
use crate::door::{Buffer, Grows, call, fill_sized, out, size_field, sized, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};

static STATICS: Table<Statics> = Table::new(Kind::Statics);
pub(crate) static PHYSICS: Table<BallPhysics<Statics>> = Table::new(Kind::Physics);

thread_local! {
    /// What a step touches, kept so that stepping does not allocate.
    static TOUCHED: RefCell<(StepEvents, Vec<fw_touch>)> = RefCell::default();
}

/// What a ball bounces off: planes, boxes and capsules. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_statics {
    /// 0 is null.
    pub handle: u64,
}

/// How a ball moves, and what it bounces off. Any number of threads may use one at once.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_physics {
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
    /// Along x, from 10 to 1000.
    pub length_m: f64,
    /// Along z, from 10 to 1000.
    pub width_m: f64,
    /// How far the banners stand behind the lines, from 0 to 1000.
    pub banners_m: f64,
    /// The height of the ground, from -1000 to 1000.
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
    /// The normal of a plane, away from its solid side; the lowest corner of a box; one end of a capsule.
    pub a: [f64; 3],
    /// The highest corner of a box; the other end of a capsule. A plane has none.
    pub b: [f64; 3],
    /// The offset of a plane, in metres times the length of its normal; the radius of a capsule. A box has none.
    pub metres: f64,
}

/// How a surface differs from the ground that the parameters of the ball describe: 1 and 1 for one that does not.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_surface {
    /// Scales the restitution of the ball, from 0 to 100; the product is at most 1.
    pub restitution: f64,
    /// Scales its friction, from 0 to 100.
    pub friction: f64,
}

/// The parameters of a ball. Set `size`, then call `fw_ball_params_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_ball_params {
    /// `sizeof(fw_ball_params)`.
    pub size: u32,
    /// Whether drag falls at a speed: the drag crisis. If not, it is `drag_low` at every speed.
    pub has_drag_crisis: u8,
    /// Always 0.
    pub reserved: [u8; 3],
    /// In kilograms.
    pub mass_kg: f64,
    /// In metres.
    pub radius_m: f64,
    /// Downwards, along -y.
    pub gravity_mps2: f64,
    /// In kilograms per cubic metre; 0 for no air at all.
    pub air_density: f64,
    /// The drag coefficient is `drag_low + drag_drop / (1 + exp((v - drag_speed_mps) / drag_width_mps))`.
    pub drag_low: f64,
    /// See `drag_low`.
    pub drag_drop: f64,
    /// See `drag_low`.
    pub drag_speed_mps: f64,
    /// See `drag_low`.
    pub drag_width_mps: f64,
    /// The lift coefficient per spin ratio, near zero spin.
    pub lift_slope: f64,
    /// The upper bound of the lift coefficient.
    pub max_lift: f64,
    /// The fraction of the spin lost per metre of flight.
    pub spin_decay_per_m: f64,
    /// The ratio of normal speeds after and before a bounce.
    pub restitution: f64,
    /// Coulomb's coefficient in a bounce.
    pub bounce_friction: f64,
    /// Coulomb's coefficient along the ground.
    pub sliding_friction: f64,
    /// The deceleration of a rolling ball, besides drag.
    pub rolling_mps2: f64,
    /// A rebound slower than this times `1 - restitution` does not leave the ground.
    pub settle_speed_mps: f64,
    /// The velocity of the air.
    pub wind_mps: [f64; 3],
}

// SAFETY: plain numbers, of which the first is the size.
unsafe impl Grows for fw_pitch {
    const NAME: &'static str = "fw_pitch";
}
// SAFETY: plain numbers, of which the first is the size.
unsafe impl Grows for fw_ball_params {
    const NAME: &'static str = "fw_ball_params";
}

/// A ball: all that its next step depends on. Yours: copy it, save it. Make it with `fw_ball_place`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_ball {
    /// The centre, in metres.
    pub position: [f64; 3],
    /// In metres per second.
    pub velocity: [f64; 3],
    /// In radians per second.
    pub spin: [f64; 3],
    /// Steps of 1/240 s since time 0: the clock.
    pub steps: u64,
    /// Whether it was placed here: its next step starts where it is pushed out of what it overlaps.
    pub is_placed: u8,
    /// Whether it rolls or rests on something; the other fields are about that.
    pub on_ground: u8,
    /// Always 0.
    pub reserved: [u8; 2],
    /// Which part of the statics it is on.
    pub ground_hit: u32,
    /// What else it has touched since it came down, latest first; FW_NONE for nothing.
    pub beside: [u32; 3],
    /// Always 0.
    pub reserved_too: u32,
    /// The unit normal, away from the ground.
    pub ground_normal: [f64; 3],
    /// The material of the ground.
    pub ground_surface: fw_surface,
}

/// A touch: the velocity of a ball changed at once.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_touch {
    /// When.
    pub secs: f64,
    /// The centre of the ball.
    pub position: [f64; 3],
    /// The unit normal, away from what it touches.
    pub normal: [f64; 3],
    /// The velocity just before.
    pub velocity_before: [f64; 3],
    /// The velocity just after.
    pub velocity: [f64; 3],
    /// Which part of the statics it touches.
    pub hit: u32,
    /// 1 if it starts to roll or slide or rolls on along this, 0 if it bounces.
    pub rolls: u32,
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

/// Makes statics: those of a pitch, or none where `pitch` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_statics_create(
    pitch: *const fw_pitch,
    statics: *mut fw_statics,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(statics, "statics")?;
        let made = match pitch.is_null() {
            true => Statics::new(),
            false => {
                let from = sized(pitch)?;
                let pitch = Pitch {
                    length_m: from.length_m,
                    width_m: from.width_m,
                    nets: from.nets != 0,
                    banners_m: (from.has_banners != 0).then_some(from.banners_m),
                    ground_m: from.ground_m,
                };
                pitch.statics().map_err(Fault::range)?
            }
        };
        handle.write(fw_statics {
            handle: STATICS.insert(made)?,
        });
    })
}

/// Destroys statics. Physics made of them keep their own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_statics_destroy(
    statics: fw_statics,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        STATICS.remove(statics.handle)?;
    })
}

/// Adds a shape, and writes its number, by which touches name it. `surface` may be NULL for that of the ground.
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
        let surface = match surface.is_null() {
            true => Surface::default(),
            false => surface_of(value(surface, "surface")?),
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

/// Fills the defaults in: a football. Set `size` before.
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

/// Makes the physics of a ball with these parameters, NULL for a football, among these statics, of which it keeps a copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_physics_create(
    params: *const fw_ball_params,
    statics: fw_statics,
    physics: *mut fw_physics,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(physics, "physics")?;
        let params = match params.is_null() {
            true => BallParams::default(),
            false => params_of(&sized(params)?),
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
        let placed = match spin.is_null() {
            true => placed,
            false => placed
                .with_spin(vector(spin, "spin")?)
                .map_err(Fault::range)?,
        };
        to.write(ball_to_c(&placed));
    })
}

/// Gives a ball another velocity and spin, where and when it is. `spin` may be NULL for none.
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
        let spin = match spin.is_null() {
            true => [0.0; 3],
            false => vector(spin, "spin")?,
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

/// The most steps of one call: an hour.
const MAX_STEPS: u32 = 240 * 3600;

/// Moves a ball by steps of 1/240 s, at most an hour of them. What it touches on the way is written too, unless `touches` and `touches_count` are NULL; where there
/// is too little room, the ball stays where it is.
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
            return Err(Fault::range("a call steps at most an hour"));
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

/// Returns three numbers of the caller's.
///
/// # Safety
/// As for [`value`].
#[inline]
pub(crate) unsafe fn vector(pointer: *const f64, name: &'static str) -> Result<[f64; 3], Fault> {
    // SAFETY: as the caller promises.
    unsafe { value(pointer.cast(), name) }
}

fn params_of(from: &fw_ball_params) -> BallParams {
    let drag = match from.has_drag_crisis != 0 {
        true => Drag::Crisis {
            low: from.drag_low,
            drop: from.drag_drop,
            speed_mps: from.drag_speed_mps,
            width_mps: from.drag_width_mps,
        },
        false => Drag::Constant(from.drag_low),
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

fn surface_of(from: fw_surface) -> Surface {
    Surface {
        restitution: from.restitution,
        friction: from.friction,
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

/// An id as C has it.
pub(crate) fn none<I: Id>(id: Option<I>) -> u32 {
    id.and_then(|id| u32::try_from(id.index()).ok())
        .unwrap_or(FW_NONE)
}

/// An id as Rust has it.
pub(crate) fn some<I: Id>(number: u32) -> Option<I> {
    match number {
        FW_NONE => None,
        number => I::from_index(number as usize),
    }
}
