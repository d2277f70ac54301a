//! Where to go, and when to jump.

use std::ffi::c_char;

use footwork::matching::{
    Controller, ControllerConfig, Goal, GoalError, Matcher, Place, Rules, Step, Stick, Trigger,
};

use crate::door::{Grows, call, fill_sized, out, size_field, sized, slice, text, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::index::{
    INDICES, NO_POSE, fw_index, fw_pose_id, fw_search_options, pose_at, pose_to_c, with_search,
};

static GOALS: Table<Goal> = Table::new(Kind::Goal);
static MATCHERS: Table<Matcher> = Table::new(Kind::Matcher);
static CONTROLLERS: Table<Controller> = Table::new(Kind::Controller);

/// What a character should do next, as far as it is set. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_goal {
    /// 0 is null.
    pub handle: u64,
}

/// Which pose of a character plays, and when another does. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_matcher {
    /// 0 is null.
    pub handle: u64,
}

/// From a stick to the trajectory of a goal. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_controller {
    /// 0 is null.
    pub handle: u64,
}

/// When a matcher looks for another pose, and which it leaves alone. Set `size`, then call `fw_rules_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_rules {
    /// `sizeof(fw_rules)`.
    pub size: u32,
    /// Poses of the clip that plays, within this number of frames, are not jumped to.
    pub avoid_near_frames: u32,
    /// It looks this often; 0 is at every update.
    pub every_secs: f32,
    /// After a jump it plays on for so long.
    pub dwell_secs: f32,
    /// A pose has to be better than playing on by more than this cost.
    pub stay_bonus: f32,
    /// And by more than this share of what playing on costs, from 0 to 1.
    pub stay_share: f32,
    /// A clip that leaves what the filter allows goes on for so long at most.
    pub overrun_secs: f32,
    /// Poses near those that were jumped to within this time are not jumped to again.
    pub reselect_secs: f32,
}

/// The clip plays on.
pub const FW_STEP_CONTINUE: u32 = 0;
/// Another pose plays from now on.
pub const FW_STEP_JUMP: u32 = 1;
/// The pose that plays must not go on, but no other is allowed.
pub const FW_STEP_NONE_ALLOWED: u32 = 2;

/// It was time.
pub const FW_TRIGGER_DUE: u32 = 0;
/// The input changed.
pub const FW_TRIGGER_INPUT: u32 = 1;
/// The filter allows other poses.
pub const FW_TRIGGER_FILTER: u32 = 2;
/// The filter forbids the pose that plays.
pub const FW_TRIGGER_FORBIDDEN: u32 = 3;
/// The clip ends here.
pub const FW_TRIGGER_END: u32 = 4;

/// What an update of a matcher did.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_step {
    /// The pose that plays now.
    pub pose: fw_pose_id,
    /// An `FW_STEP_`.
    pub kind: u32,
    /// How far it is on the way to the next frame, from 0 up to 1.
    pub part: f64,
    /// At a jump the pose that played; else clip FW_NONE.
    pub from: fw_pose_id,
    /// At a jump what made it look: an `FW_TRIGGER_`.
    pub trigger: u32,
    /// At a jump what the pose costs.
    pub cost: f32,
    /// At a jump what playing on would have cost; NaN where it was not possible.
    pub continuing: f32,
}

/// Where a character is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_place {
    /// World x and z, in metres.
    pub position_m: [f64; 2],
    /// The angle about +y from +z towards +x.
    pub heading_rad: f64,
}

/// What a human wants.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_stick {
    /// Where to go: world x and z, in metres a second.
    pub velocity_mps: [f64; 2],
    /// Where to look, if `has_heading`; else where it goes.
    pub heading_rad: f64,
    /// Whether `heading_rad` counts.
    pub has_heading: u32,
    /// Always 0.
    pub reserved: u32,
}

/// How a controller moves. Set `size`, then call `fw_controller_config_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_controller_config {
    /// `sizeof(fw_controller_config)`.
    pub size: u32,
    /// Whether a character is pulled to it, by `adjust_halflife_secs`.
    pub adjusts: u16,
    /// Whether a character is never farther from it than `clamp_m`.
    pub clamps: u16,
    /// How fast it takes on the wanted velocity: each half-life leaves half of the difference.
    pub velocity_halflife_secs: f64,
    /// How fast it turns.
    pub heading_halflife_secs: f64,
    /// How fast a character is pulled to it.
    pub adjust_halflife_secs: f64,
    /// Of its own speed a character is moved by this share at most.
    pub adjust_share: f64,
    /// In metres.
    pub clamp_m: f64,
}

// SAFETY: plain numbers, of which the first is the size.
unsafe impl Grows for fw_rules {
    const NAME: &'static str = "fw_rules";
}
// SAFETY: plain numbers, of which the first is the size.
unsafe impl Grows for fw_controller_config {
    const NAME: &'static str = "fw_controller_config";
}

/// Makes a goal for an index, with nothing set: to go on as now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_goal_create(
    index: fw_index,
    goal: *mut fw_goal,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(goal, "goal")?;
        let made = Goal::new(INDICES.read(index.handle)?.schema());
        handle.write(fw_goal {
            handle: GOALS.insert(made)?,
        });
    })
}

/// Destroys a goal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_goal_destroy(goal: fw_goal, error: *mut fw_error) -> fw_status {
    call!(error, {
        GOALS.remove(goal.handle)?;
    })
}

/// Sets a group of features, as many numbers as it has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_goal_set(
    goal: fw_goal,
    group: *const c_char,
    group_len: usize,
    values: *const f32,
    values_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let group = text(group, group_len, "group")?;
        let values = slice(values, values_count, "values")?;
        let done = GOALS.take(goal.handle)?.set(group, values);
        done.map_err(|wrong| {
            let status = match wrong {
                GoalError::UnknownGroup => fw_status::FW_UNKNOWN_NAME,
                GoalError::Length { .. } => fw_status::FW_BAD_SIZE,
                _ => fw_status::FW_OUT_OF_RANGE,
            };
            Fault::new(status, format!("{group}: {wrong}"))
        })?;
    })
}

/// Leaves a group to the pose that plays again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_goal_unset(
    goal: fw_goal,
    group: *const c_char,
    group_len: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let group = text(group, group_len, "group")?;
        if !GOALS.take(goal.handle)?.unset(group) {
            let message = format!("{group}: the schema has no such group");
            return Err(Fault::new(fw_status::FW_UNKNOWN_NAME, message));
        }
    })
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_rules_default(rules: *mut fw_rules, error: *mut fw_error) -> fw_status {
    call!(error, {
        let from = Rules::default();
        let defaults = fw_rules {
            size: size_field::<fw_rules>(),
            avoid_near_frames: from.avoid_near_frames,
            every_secs: from.every_secs,
            dwell_secs: from.dwell_secs,
            stay_bonus: from.stay_bonus,
            stay_share: from.stay_share,
            overrun_secs: from.overrun_secs,
            reselect_secs: from.reselect_secs,
        };
        fill_sized(rules, defaults)?;
    })
}

/// Makes a matcher that plays from a pose. `rules` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_matcher_create(
    rules: *const fw_rules,
    start: *const fw_pose_id,
    matcher: *mut fw_matcher,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(matcher, "matcher")?;
        let start = pose_at(start)?;
        let rules = if rules.is_null() {
            Rules::default()
        } else {
            let from = sized(rules)?;
            Rules {
                every_secs: from.every_secs,
                dwell_secs: from.dwell_secs,
                stay_bonus: from.stay_bonus,
                stay_share: from.stay_share,
                overrun_secs: from.overrun_secs,
                avoid_near_frames: from.avoid_near_frames,
                reselect_secs: from.reselect_secs,
            }
        };
        let made = Matcher::new(rules, start).map_err(Fault::range)?;
        handle.write(fw_matcher {
            handle: MATCHERS.insert(made)?,
        });
    })
}

/// Destroys a matcher.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_matcher_destroy(
    matcher: fw_matcher,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        MATCHERS.remove(matcher.handle)?;
    })
}

/// Plays on for `dt_secs` and then decides. `input_changed` makes it look at once. `options` may be NULL for the default; its largest cost
/// does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_matcher_update(
    matcher: fw_matcher,
    index: fw_index,
    dt_secs: f64,
    goal: fw_goal,
    input_changed: u8,
    options: *const fw_search_options,
    step: *mut fw_step,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(step, "step")?;
        let index = INDICES.read(index.handle)?;
        let goal = GOALS.take(goal.handle)?;
        let mut matcher = MATCHERS.take(matcher.handle)?;
        with_search(options, |search| {
            let done = matcher.update(index, dt_secs, &goal, input_changed != 0, search);
            let done = done.map_err(Fault::range)?;
            let state = matcher.state();
            let mut step = fw_step {
                pose: pose_to_c(state.pose),
                kind: FW_STEP_CONTINUE,
                part: state.part,
                from: NO_POSE,
                trigger: 0,
                cost: 0.0,
                continuing: 0.0,
            };
            match done {
                Step::Continue => {}
                Step::NoneAllowed => step.kind = FW_STEP_NONE_ALLOWED,
                Step::Jump { from, why, .. } => {
                    step.kind = FW_STEP_JUMP;
                    step.from = pose_to_c(from);
                    step.trigger = match why.trigger {
                        Trigger::Due => FW_TRIGGER_DUE,
                        Trigger::Input => FW_TRIGGER_INPUT,
                        Trigger::Filter => FW_TRIGGER_FILTER,
                        Trigger::Forbidden => FW_TRIGGER_FORBIDDEN,
                        Trigger::End => FW_TRIGGER_END,
                    };
                    step.cost = why.cost;
                    step.continuing = why.continuing.unwrap_or(f32::NAN);
                }
            }
            to.write(step);
            Ok(())
        })?;
    })
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_controller_config_default(
    config: *mut fw_controller_config,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let from = ControllerConfig::default();
        let defaults = fw_controller_config {
            size: size_field::<fw_controller_config>(),
            adjusts: u16::from(from.adjust_halflife_secs.is_some()),
            clamps: u16::from(from.clamp_m.is_some()),
            velocity_halflife_secs: from.velocity_halflife_secs,
            heading_halflife_secs: from.heading_halflife_secs,
            adjust_halflife_secs: from.adjust_halflife_secs.unwrap_or(0.0),
            adjust_share: from.adjust_share,
            clamp_m: from.clamp_m.unwrap_or(0.0),
        };
        fill_sized(config, defaults)?;
    })
}

/// Makes a controller at a place. `config` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_controller_create(
    config: *const fw_controller_config,
    place: *const fw_place,
    controller: *mut fw_controller,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(controller, "controller")?;
        let place = place_of(value(place, "place")?);
        let config = if config.is_null() {
            ControllerConfig::default()
        } else {
            let from = sized(config)?;
            ControllerConfig {
                velocity_halflife_secs: from.velocity_halflife_secs,
                heading_halflife_secs: from.heading_halflife_secs,
                adjust_halflife_secs: (from.adjusts != 0).then_some(from.adjust_halflife_secs),
                adjust_share: from.adjust_share,
                clamp_m: (from.clamps != 0).then_some(from.clamp_m),
            }
        };
        let made = Controller::new(config, place);
        let made = made.ok_or_else(|| Fault::range("a number of the controller is out of range"));
        handle.write(fw_controller {
            handle: CONTROLLERS.insert(made?)?,
        });
    })
}

/// Destroys a controller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_controller_destroy(
    controller: fw_controller,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        CONTROLLERS.remove(controller.handle)?;
    })
}

/// Follows the stick for `dt_secs`, and writes where it is then. `place` may be NULL. Times and sticks that are not finite count as nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_controller_update(
    controller: fw_controller,
    dt_secs: f64,
    stick: *const fw_stick,
    place: *mut fw_place,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let stick = stick_of(value(stick, "stick")?);
        let to = if place.is_null() {
            None
        } else {
            Some(out(place, "place")?)
        };
        let mut controller = CONTROLLERS.take(controller.handle)?;
        controller.update(dt_secs, stick);
        if let Some(to) = to {
            to.write(place_to_c(controller.place()));
        }
    })
}

/// Sets all trajectories of a goal: the way of this controller, as a character sees it from where it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_controller_set_goal(
    controller: fw_controller,
    index: fw_index,
    character: *const fw_place,
    stick: *const fw_stick,
    goal: fw_goal,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let character = place_of(value(character, "character")?);
        let stick = stick_of(value(stick, "stick")?);
        let index = INDICES.read(index.handle)?;
        let controller = CONTROLLERS.take(controller.handle)?;
        let mut goal = GOALS.take(goal.handle)?;
        controller.set_goal(index.schema(), character, stick, &mut goal);
    })
}

/// Writes where a character that moves at this speed should be, pulled to the controller for `dt_secs`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_controller_adjusted(
    controller: fw_controller,
    dt_secs: f64,
    character: *const fw_place,
    speed_mps: f64,
    place: *mut fw_place,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(place, "place")?;
        let character = place_of(value(character, "character")?);
        let controller = CONTROLLERS.take(controller.handle)?;
        to.write(place_to_c(
            controller.adjusted(dt_secs, character, speed_mps),
        ));
    })
}

fn place_of(from: fw_place) -> Place {
    Place {
        position_m: from.position_m,
        heading_rad: from.heading_rad,
    }
}

fn place_to_c(from: Place) -> fw_place {
    fw_place {
        position_m: from.position_m,
        heading_rad: from.heading_rad,
    }
}

fn stick_of(from: fw_stick) -> Stick {
    Stick {
        velocity_mps: from.velocity_mps,
        heading_rad: (from.has_heading != 0).then_some(from.heading_rad),
    }
}
