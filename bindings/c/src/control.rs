//! The players that humans control.

use footwork::flight::{
    Assignment, Control, ControlDecision, ControlMode, ControlRules, ControlSettings,
    ControlSituation, Human, HumanId, ManualSwitch, PlayerId, TeamId,
};

use crate::choice::{candidate_of, fw_candidate};
use crate::door::{Buffer, Grows, call, fill_sized, out, size_field, sized, slice};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::physics::some;
use crate::player::player_or_none;
static CONTROLS: Table<Controlled> = Table::new(Kind::Control);

struct Controlled {
    control: Control,
    situation: ControlSituation,
    decision: ControlDecision,
}

/// Decides which player each human controls. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_control {
    /// 0 is null.
    pub handle: u64,
}

/// Only requests of the human switch players.
pub const FW_MODE_MANUAL: u32 = 0;
/// The rules switch only right after a touch, or if the present player cannot reach the ball.
pub const FW_MODE_ASSISTED: u32 = 1;
/// The rules switch whenever there is enough to gain.
pub const FW_MODE_AUTOMATIC: u32 = 2;

/// A human at one decision.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_human {
    /// The human. Each appears at most once.
    pub id: u32,
    /// The team whose players it controls.
    pub team: u32,
    /// The player it controls now; FW_NONE for a human who joins.
    pub player: u32,
    /// When the rules may switch: an `FW_MODE_`.
    pub mode: u32,
    /// Whether the rules switch only while the ball is in the air.
    pub air_balls_only: u8,
    /// Whether the rules treat the keeper like any other player.
    pub allows_keeper: u8,
    /// Whether it requests a switch to `request`.
    pub has_request: u8,
    /// Always 0.
    pub reserved: u8,
    /// The requested player; FW_NONE for the player on the indicator.
    pub request: u32,
}

/// The input of a decision. Set `size` and all other fields; there are no defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_situation {
    /// `sizeof(fw_situation)`.
    pub size: u32,
    /// The player who touched the ball since the last decision; FW_NONE if unknown.
    pub touched_by: u32,
    /// The time, not before that of the last decision.
    pub now_secs: f64,
    /// The players of all teams with humans.
    pub candidates: *const fw_candidate,
    /// The number of candidates.
    pub candidates_count: usize,
    /// The humans in the game.
    pub humans: *const fw_human,
    /// The number of humans.
    pub humans_count: usize,
    /// Whether a player touched the ball since the last decision. Bounces do not count.
    pub is_touched: u8,
    /// Whether the ball is in the air.
    pub is_in_air: u8,
    /// Always 0.
    pub reserved: [u8; 6],
}

/// The rules of switching. Set `size`, then call `fw_control_rules_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_control_rules {
    /// `sizeof(fw_control_rules)`.
    pub size: u32,
    /// Whether a requested switch stays in force for `lock_secs`. If not, it stays in force until the next touch.
    pub has_lock_secs: u32,
    /// The smallest gain worth a switch, in seconds.
    pub margin_secs: f64,
    /// The smallest gain worth a switch, as a fraction of the present player's score.
    pub margin_fraction: f64,
    /// The gain that is always worth a switch, in seconds.
    pub max_margin_secs: f64,
    /// The minimum time for which a player is kept, in seconds.
    pub dwell_secs: f64,
    /// The time after a touch in which a human may switch before `dwell_secs` is over, in seconds.
    pub touch_secs: f64,
    /// The time for which the rules do not return a human to a player it left, in seconds.
    pub back_secs: f64,
    /// The time for which a requested switch stays in force, in seconds, unless the ball is touched first.
    pub lock_secs: f64,
    /// The bonus of the target of a pass, in seconds.
    pub pass_bonus_secs: f64,
    /// The time in which the old direction of the stick blends out, in seconds.
    pub blend_secs: f64,
}

/// The decision for one human.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_assignment {
    /// The human.
    pub human: u32,
    /// The player it controlled before, or FW_NONE.
    pub from: u32,
    /// The player it controls now; FW_NONE only if no player is free.
    pub player: u32,
    /// The player that the indicator shows, or FW_NONE.
    pub next: u32,
    /// The reason: an `FW_REASON_`.
    pub reason: u32,
    /// Whether the old direction of the stick blends out.
    pub blends_stick: u32,
    /// The time of the switch whose old direction blends out, in seconds.
    pub stick_from_secs: f64,
    /// The duration of that blend, in seconds.
    pub stick_lasts_secs: f64,
}
// SAFETY: all fields are plain numbers or pointers, and the first is the size.
unsafe impl Grows for fw_situation {
    const NAME: &'static str = "fw_situation";
}
// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_control_rules {
    const NAME: &'static str = "fw_control_rules";
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_control_rules_default(
    rules: *mut fw_control_rules,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let from = ControlRules::default();
        let defaults = fw_control_rules {
            size: size_field::<fw_control_rules>(),
            has_lock_secs: u32::from(from.lock_secs.is_some()),
            margin_secs: from.margin_secs,
            margin_fraction: from.margin_fraction,
            max_margin_secs: from.max_margin_secs,
            dwell_secs: from.dwell_secs,
            touch_secs: from.touch_secs,
            back_secs: from.back_secs,
            lock_secs: from.lock_secs.unwrap_or(0.0),
            pass_bonus_secs: from.pass_bonus_secs,
            blend_secs: from.blend_secs,
        };
        fill_sized(rules, defaults)?;
    })
}

/// Creates a control object. `rules` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_control_create(
    rules: *const fw_control_rules,
    control: *mut fw_control,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(control, "control")?;
        let rules = if rules.is_null() {
            ControlRules::default()
        } else {
            rules_of(&sized(rules)?)
        };
        let made = Controlled {
            control: Control::new(rules).map_err(Fault::range)?,
            situation: ControlSituation::default(),
            decision: ControlDecision::default(),
        };
        handle.write(fw_control {
            handle: CONTROLS.insert(made)?,
        });
    })
}

/// Destroys a control.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_control_destroy(
    control: fw_control,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        CONTROLS.remove(control.handle)?;
    })
}

/// Decides for every human, and writes their assignments in the order of the humans' ids. If there is too little
/// room, nothing is decided. Carry out the assignments. In the next situation, each human must control the player
/// of its assignment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_control_decide(
    control: fw_control,
    situation: *const fw_situation,
    assignments: *mut fw_assignment,
    assignments_capacity: usize,
    assignments_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(
            assignments,
            assignments_capacity,
            assignments_count,
            "assignments",
        )?;
        let from = sized(situation)?;
        let candidates = slice(from.candidates, from.candidates_count, "candidates")?;
        let humans = slice(from.humans, from.humans_count, "humans")?;
        let mut kept = CONTROLS.take(control.handle)?;
        let Controlled {
            control,
            situation,
            decision,
        } = &mut *kept;
        let room = room.with_space(humans.len())?;
        situation.now_secs = from.now_secs;
        situation.is_touched = from.is_touched != 0;
        situation.touched_by = some::<PlayerId>(from.touched_by);
        situation.is_in_air = from.is_in_air != 0;
        situation.candidates.clear();
        for candidate in candidates {
            situation.candidates.push(candidate_of(candidate)?);
        }
        situation.humans.clear();
        situation.requests.clear();
        for human in humans {
            situation.humans.push(human_of(human)?);
            if human.has_request != 0 {
                situation.requests.push(ManualSwitch {
                    human: HumanId::new(human.id),
                    to: some::<PlayerId>(human.request),
                });
            }
        }
        control.decide(situation, decision).map_err(Fault::range)?;
        let made = &decision.assignments;
        room.fill(made.len(), made.iter().map(assignment_to_c))?;
    })
}

fn rules_of(from: &fw_control_rules) -> ControlRules {
    ControlRules {
        margin_secs: from.margin_secs,
        margin_fraction: from.margin_fraction,
        max_margin_secs: from.max_margin_secs,
        dwell_secs: from.dwell_secs,
        touch_secs: from.touch_secs,
        back_secs: from.back_secs,
        lock_secs: (from.has_lock_secs != 0).then_some(from.lock_secs),
        pass_bonus_secs: from.pass_bonus_secs,
        blend_secs: from.blend_secs,
    }
}

fn human_of(from: &fw_human) -> Result<Human, Fault> {
    Ok(Human {
        id: HumanId::new(from.id),
        team: TeamId::new(from.team),
        player: some::<PlayerId>(from.player),
        settings: ControlSettings {
            mode: match from.mode {
                FW_MODE_MANUAL => ControlMode::Manual,
                FW_MODE_ASSISTED => ControlMode::Assisted,
                FW_MODE_AUTOMATIC => ControlMode::Automatic,
                other => return Err(Fault::range(format!("{other} is not a mode"))),
            },
            air_balls_only: from.air_balls_only != 0,
            allows_keeper: from.allows_keeper != 0,
        },
    })
}

fn assignment_to_c(from: &Assignment) -> fw_assignment {
    fw_assignment {
        human: from.human.number(),
        from: player_or_none(from.from),
        player: player_or_none(from.player),
        next: player_or_none(from.next),
        reason: from.reason as u32,
        blends_stick: u32::from(from.stick.from.is_some()),
        stick_from_secs: from.stick.from.map_or(0.0, |from| from.secs()),
        stick_lasts_secs: from.stick.lasts.secs(),
    }
}
