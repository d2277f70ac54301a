//! Goals, matchers and controllers: where a character goes, and when it jumps to another pose.

use std::ffi::c_char;

use footwork::matching::{
    Controller, ControllerConfig, Goal, GoalError, Matcher, MatcherState, Place, Rules, Step,
    Stick, Trigger,
};

use crate::door::{Grows, call, fill_sized, out, size_field, sized, slice, text, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::index::{INDICES, NO_POSE, fw_index, fw_pose_id, pose_at, pose_to_c};
use crate::pose_search::{fw_search_options, with_search};
use crate::rules::{fw_rules, rules_of};

static GOALS: Table<Goal> = Table::new(Kind::Goal);
static MATCHERS: Table<Matcher> = Table::new(Kind::Matcher);
static CONTROLLERS: Table<Controller> = Table::new(Kind::Controller);

/// The features that a character should have next. Features that are not set follow the playing pose. One thread at a time may
/// use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_goal {
    /// 0 is null.
    pub handle: u64,
}

/// Plays the poses of a character, and decides when to jump to another. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_matcher {
    /// 0 is null.
    pub handle: u64,
}

/// Turns the input of a stick into the trajectory of a goal. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_controller {
    /// 0 is null.
    pub handle: u64,
}

/// The clip plays on.
pub const FW_STEP_CONTINUE: u32 = 0;
/// The matcher jumped to another pose.
pub const FW_STEP_JUMP: u32 = 1;
/// The playing pose must be left, but no other is allowed.
pub const FW_STEP_NONE_ALLOWED: u32 = 2;

/// The next search was due.
pub const FW_TRIGGER_DUE: u32 = 0;
/// The input changed.
pub const FW_TRIGGER_INPUT: u32 = 1;
/// The filter allows different poses than in the last search.
pub const FW_TRIGGER_FILTER: u32 = 2;
/// The filter forbids the playing pose: for longer than `overrun_secs`, or at once if the filter is new.
pub const FW_TRIGGER_FORBIDDEN: u32 = 3;
/// The clip ends here.
pub const FW_TRIGGER_END: u32 = 4;

/// The result of an update of a matcher.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_step {
    /// The pose that plays now.
    pub pose: fw_pose_id,
    /// An `FW_STEP_`.
    pub kind: u32,
    /// The fraction of the way to the next frame, from 0 to below 1.
    pub part: f64,
    /// At a jump, the pose that played before; otherwise its clip is FW_NONE.
    pub from: fw_pose_id,
    /// At a jump, the cause of the search: an `FW_TRIGGER_`.
    pub trigger: u32,
    /// At a jump, the cost of the pose.
    pub cost: f32,
    /// At a jump, the cost that playing on would have had; NaN if it was not possible.
    pub continuing: f32,
}

/// The place of a character.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_place {
    /// World x and z, in metres.
    pub position_m: [f64; 2],
    /// The angle about +y from +z towards +x, in radians.
    pub heading_rad: f64,
}

/// The input of a human.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_stick {
    /// The wanted velocity: world x and z, in m/s.
    pub velocity_mps: [f64; 2],
    /// The wanted heading in radians, if `has_heading` is set. Otherwise the heading is the direction of movement.
    pub heading_rad: f64,
    /// Whether `heading_rad` is used.
    pub has_heading: u32,
    /// Always 0.
    pub reserved: u32,
}

/// The configuration of a controller, which follows the stick. Set `size`, then call `fw_controller_config_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_controller_config {
    /// `sizeof(fw_controller_config)`.
    pub size: u32,
    /// Whether a character is pulled towards the controller, with the half-life `adjust_halflife_secs`.
    pub adjusts: u16,
    /// Whether a character stays within `clamp_m` of the controller.
    pub clamps: u16,
    /// The half-life of the difference to the wanted velocity, in seconds.
    pub velocity_halflife_secs: f64,
    /// The half-life of the difference to the wanted heading, in seconds.
    pub heading_halflife_secs: f64,
    /// The half-life of the pull on a character, in seconds.
    pub adjust_halflife_secs: f64,
    /// The largest pull on a character, as a share of its own speed.
    pub adjust_share: f64,
    /// The largest distance of a character from the controller, in metres.
    pub clamp_m: f64,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_controller_config {
    const NAME: &'static str = "fw_controller_config";
}

/// Makes a goal for an index. No group is set, so the character continues its motion.
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

/// Sets a group of features. There must be as many values as the group has features.
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

/// Unsets a group, so that it follows the playing pose again.
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
            rules_of(&sized(rules)?)
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

/// Plays for `dt_secs`, and then decides. `input_changed` triggers a search immediately. `options` may be NULL for the
/// default. The largest cost in `options` is ignored.
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
            to.write(step_to_c(&done, matcher.state()));
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
        fill_sized(config, controller_config_to_c(&ControllerConfig::default()))?;
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
            controller_config_of(&sized(config)?)
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

/// Follows the stick for `dt_secs`, and writes the new place. `place` may be NULL. A time or a stick that is not finite changes
/// nothing.
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

/// Sets all trajectories of a goal to the predicted path of this controller, relative to the place of a character.
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

/// Writes the place of a character after the controller has pulled it for `dt_secs`. The speed of the character limits the
/// pull.
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

pub(crate) fn place_of(from: fw_place) -> Place {
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

pub(crate) fn stick_of(from: fw_stick) -> Stick {
    Stick {
        velocity_mps: from.velocity_mps,
        heading_rad: (from.has_heading != 0).then_some(from.heading_rad),
    }
}

pub(crate) fn controller_config_of(from: &fw_controller_config) -> ControllerConfig {
    ControllerConfig {
        velocity_halflife_secs: from.velocity_halflife_secs,
        heading_halflife_secs: from.heading_halflife_secs,
        adjust_halflife_secs: (from.adjusts != 0).then_some(from.adjust_halflife_secs),
        adjust_share: from.adjust_share,
        clamp_m: (from.clamps != 0).then_some(from.clamp_m),
    }
}

pub(crate) fn controller_config_to_c(from: &ControllerConfig) -> fw_controller_config {
    fw_controller_config {
        size: size_field::<fw_controller_config>(),
        adjusts: u16::from(from.adjust_halflife_secs.is_some()),
        clamps: u16::from(from.clamp_m.is_some()),
        velocity_halflife_secs: from.velocity_halflife_secs,
        heading_halflife_secs: from.heading_halflife_secs,
        adjust_halflife_secs: from.adjust_halflife_secs.unwrap_or(0.0),
        adjust_share: from.adjust_share,
        clamp_m: from.clamp_m.unwrap_or(0.0),
    }
}

pub(crate) fn step_to_c(done: &Step, state: &MatcherState) -> fw_step {
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
            step.from = pose_to_c(*from);
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
    step
}
