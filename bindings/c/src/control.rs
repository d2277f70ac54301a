//! Who should go for the ball, and whom each human controls.

use footwork::flight::{
    Arrival, Assignment, Choice, ChoiceInput, ChoiceWeights, Control, ControlCandidate,
    ControlDecision, ControlMode, ControlRules, ControlSettings, ControlSituation, Criteria, Human,
    HumanId, ManualSwitch, Player, PlayerCondition, PlayerId, PlayerIntercept, TeamId,
};

use crate::door::{Buffer, Grows, call, fill_sized, out, size_field, sized, slice, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::intercept::{
    PATHS, fw_intercept, fw_path, fw_player, intercept_of, model_of, player_or_none, read_players,
};
use crate::physics::some;

static CHOICES: Table<Chosen> = Table::new(Kind::Choice);
static CONTROLS: Table<Controlled> = Table::new(Kind::Control);

#[derive(Default)]
struct Chosen {
    choice: Choice,
    players: Vec<Player>,
    intercepts: Vec<PlayerIntercept>,
}

struct Controlled {
    control: Control,
    situation: ControlSituation,
    decision: ControlDecision,
}

/// Who of a team should go for the ball. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_choice {
    /// 0 is null.
    pub handle: u64,
}

/// Whom each human controls. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_control {
    /// 0 is null.
    pub handle: u64,
}

/// What a choice is made of. Set `size`, and the rest; there is no default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_choice_input {
    /// `sizeof(fw_choice_input)`.
    pub size: u32,
    /// By which model was searched: an `FW_REACH_`.
    pub model: u32,
    /// The path that was searched.
    pub path: fw_path,
    /// The time of the search.
    pub now_secs: f64,
    /// All players.
    pub players: *const fw_player,
    /// Their intercepts, in the same order.
    pub intercepts: *const fw_intercept,
    /// How many of each there are.
    pub count: usize,
    /// The team to choose from; FW_NONE for all players, who then have no opponents.
    pub team: u32,
    /// Whether the team has a goal to defend, at `goal`.
    pub has_goal: u32,
    /// The centre of the goal of that team.
    pub goal: [f64; 3],
}

/// What criteria weigh, in seconds of arriving later. Set `size`, then call `fw_choice_weights_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_choice_weights {
    /// `sizeof(fw_choice_weights)`.
    pub size: u32,
    /// Always 0.
    pub reserved: u32,
    /// When the player takes the ball, in seconds from now.
    pub first: f64,
    /// How long it waits for the ball, in seconds.
    pub wait: f64,
    /// The effort of the intercept.
    pub effort: f64,
    /// The difficulty of the intercept.
    pub difficulty: f64,
    /// How close the first opponent is in time, from 0 to 1.
    pub pressure: f64,
    /// Whether the player comes from its own goal, from 0 to 1.
    pub goal_side: f64,
    /// A player who is first by more than this, in seconds, is chosen whatever the scores.
    pub lead_secs: f64,
}

/// A player who can take the ball, as a choice rated it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_rated {
    /// The player.
    pub player: u32,
    /// Always 0.
    pub reserved: u32,
    /// When it can first take the ball, in seconds from now.
    pub first_secs: f64,
    /// When it best takes the ball, on the clock of the ball.
    pub take_secs: f64,
    /// Where the ball is then.
    pub take_position: [f64; 3],
    /// The weighted sum of the criteria; the smallest is chosen.
    pub score: f64,
}

/// It can take the ball at `arrival_secs`.
pub const FW_ARRIVES: u32 = 0;
/// It cannot take the ball, up to the horizon.
pub const FW_ARRIVES_NEVER: u32 = 1;
/// Not on the flight predicted so far.
pub const FW_ARRIVES_UNKNOWN: u32 = 2;

/// Nothing delays it.
pub const FW_CONDITION_FREE: u32 = 0;
/// In an action that must end.
pub const FW_CONDITION_BUSY: u32 = 1;
/// Injured.
pub const FW_CONDITION_INJURED: u32 = 2;
/// On the ground.
pub const FW_CONDITION_GROUNDED: u32 = 3;

/// A player whom a human may control. `fw_choice_candidate` makes it of what a search found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_candidate {
    /// The player; each at most once.
    pub player: u32,
    /// Its team.
    pub team: u32,
    /// An `FW_ARRIVES`.
    pub arrival: u32,
    /// What delays it: an `FW_CONDITION_`.
    pub condition: u32,
    /// When it can first take the ball.
    pub arrival_secs: f64,
    /// The cost of other criteria, added to the time to the ball.
    pub other_secs: f64,
    /// How long its condition delays it.
    pub delay_secs: f64,
    /// Whether it is the keeper.
    pub is_keeper: u8,
    /// Whether the last pass was meant for it.
    pub is_pass_target: u8,
    /// Always 0.
    pub reserved: [u8; 6],
}

/// Only the human switches.
pub const FW_MODE_MANUAL: u32 = 0;
/// Only right after a touch, or away from a player that cannot reach the ball.
pub const FW_MODE_ASSISTED: u32 = 1;
/// Whenever there is enough to gain.
pub const FW_MODE_AUTOMATIC: u32 = 2;

/// A human at one decision.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_human {
    /// The human; each at most once.
    pub id: u32,
    /// The team it controls.
    pub team: u32,
    /// The player it controls now; FW_NONE for a human who joins.
    pub player: u32,
    /// When the rules may switch: an `FW_MODE_`.
    pub mode: u32,
    /// Only while the ball is in the air.
    pub air_balls_only: u8,
    /// Whether the keeper is a player like any other.
    pub allows_keeper: u8,
    /// Whether it requests a switch, to `request`.
    pub has_request: u8,
    /// Always 0.
    pub reserved: u8,
    /// The requested player; FW_NONE for the one on the indicator.
    pub request: u32,
}

/// What a decision looks at. Set `size`, and the rest; there is no default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_situation {
    /// `sizeof(fw_situation)`.
    pub size: u32,
    /// Who touched the ball since the last decision; FW_NONE if it is not known.
    pub touched_by: u32,
    /// The time, not before that of the last decision.
    pub now_secs: f64,
    /// The players of all teams with humans.
    pub candidates: *const fw_candidate,
    /// How many.
    pub candidates_count: usize,
    /// The humans in the game.
    pub humans: *const fw_human,
    /// How many.
    pub humans_count: usize,
    /// Whether somebody touched the ball since the last decision. Not a bounce.
    pub is_touched: u8,
    /// Whether the ball is in the air.
    pub is_in_air: u8,
    /// Always 0.
    pub reserved: [u8; 6],
}

/// When to switch. Set `size`, then call `fw_control_rules_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_control_rules {
    /// `sizeof(fw_control_rules)`.
    pub size: u32,
    /// Whether a requested switch stands for `lock_secs`; if not, until the next touch.
    pub has_lock_secs: u32,
    /// The smallest gain worth a switch, in seconds.
    pub margin_secs: f64,
    /// The smallest gain as a fraction of the present player's score.
    pub margin_fraction: f64,
    /// The gain that is always worth a switch, in seconds.
    pub max_margin_secs: f64,
    /// How long a player is kept at least.
    pub dwell_secs: f64,
    /// How long after a touch a human may switch without waiting for that.
    pub touch_secs: f64,
    /// How long the rules do not return a human to a player it left.
    pub back_secs: f64,
    /// How long a requested switch stands, unless the ball is touched first.
    pub lock_secs: f64,
    /// The bonus of the target of a pass, in seconds.
    pub pass_bonus_secs: f64,
    /// How long the old direction of the stick blends out.
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
    /// The player it controls now; FW_NONE only if none is free.
    pub player: u32,
    /// The player that the indicator shows, or FW_NONE.
    pub next: u32,
    /// Why: an `FW_REASON_`.
    pub reason: u32,
    /// Whether the old direction of the stick blends out.
    pub blends_stick: u32,
    /// When the switch was whose old direction blends out.
    pub stick_from_secs: f64,
    /// How long it blends.
    pub stick_lasts_secs: f64,
}

// SAFETY: plain numbers and pointers, of which the first is the size.
unsafe impl Grows for fw_choice_input {
    const NAME: &'static str = "fw_choice_input";
}
// SAFETY: plain numbers, of which the first is the size.
unsafe impl Grows for fw_choice_weights {
    const NAME: &'static str = "fw_choice_weights";
}
// SAFETY: plain numbers and pointers, of which the first is the size.
unsafe impl Grows for fw_situation {
    const NAME: &'static str = "fw_situation";
}
// SAFETY: plain numbers, of which the first is the size.
unsafe impl Grows for fw_control_rules {
    const NAME: &'static str = "fw_control_rules";
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_choice_weights_default(
    weights: *mut fw_choice_weights,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let ChoiceWeights {
            weights: from,
            lead_secs,
        } = ChoiceWeights::default();
        let defaults = fw_choice_weights {
            size: size_field::<fw_choice_weights>(),
            reserved: 0,
            first: from.first,
            wait: from.wait,
            effort: from.effort,
            difficulty: from.difficulty,
            pressure: from.pressure,
            goal_side: from.goal_side,
            lead_secs,
        };
        fill_sized(weights, defaults)?;
    })
}

/// Makes a choice, of nobody yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_choice_create(
    choice: *mut fw_choice,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let choice = out(choice, "choice")?;
        choice.write(fw_choice {
            handle: CHOICES.insert(Chosen::default())?,
        });
    })
}

/// Destroys a choice.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_choice_destroy(choice: fw_choice, error: *mut fw_error) -> fw_status {
    call!(error, {
        CHOICES.remove(choice.handle)?;
    })
}

/// Chooses who should go, and writes who: FW_NONE if nobody can. `weights` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_choice_choose(
    choice: fw_choice,
    input: *const fw_choice_input,
    weights: *const fw_choice_weights,
    chosen: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let chosen = out(chosen, "chosen")?;
        let from = sized(input)?;
        let weights = match weights.is_null() {
            true => ChoiceWeights::default(),
            false => weights_of(&sized(weights)?),
        };
        let players = slice(from.players, from.count, "players")?;
        let intercepts = slice(from.intercepts, from.count, "intercepts")?;
        let path = PATHS.share(from.path.handle)?;
        let mut kept = CHOICES.take(choice.handle)?;
        let kept = &mut *kept;
        read_players(players, &mut kept.players)?;
        kept.intercepts.clear();
        for intercept in intercepts {
            kept.intercepts.push(intercept_of(intercept)?);
        }
        let input = ChoiceInput {
            now_secs: from.now_secs,
            path: &path,
            model: model_of(from.model)?,
            players: &kept.players,
            intercepts: &kept.intercepts,
            team: some::<TeamId>(from.team),
            goal: (from.has_goal != 0).then_some(from.goal),
        };
        let done = kept.choice.choose(&input, &weights);
        done.map_err(Fault::range)?;
        chosen.write(player_or_none(kept.choice.chosen));
    })
}

/// Writes the players who can take the ball, by id, as the last choice rated them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_choice_rated(
    choice: fw_choice,
    rated: *mut fw_rated,
    rated_capacity: usize,
    rated_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(rated, rated_capacity, rated_count, "rated")?;
        let kept = CHOICES.take(choice.handle)?;
        let candidates = &kept.choice.candidates;
        let one = |from: &footwork::flight::RatedPlayer| fw_rated {
            player: from.player.number(),
            reserved: 0,
            first_secs: from.first_secs,
            take_secs: from.take.secs,
            take_position: from.take.position,
            score: from.score,
        };
        room.fill(candidates.len(), candidates.iter().map(one))?;
    })
}

/// Makes a candidate for `fw_control_decide` of what a search found and the last choice of its team rated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_choice_candidate(
    choice: fw_choice,
    team: u32,
    found: *const fw_intercept,
    candidate: *mut fw_candidate,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(candidate, "candidate")?;
        let found = intercept_of(&value(found, "found")?)?;
        let kept = CHOICES.take(choice.handle)?;
        let made = ControlCandidate::from_search(TeamId::new(team), &found, &kept.choice);
        let (arrival, arrival_secs) = match made.arrival {
            Arrival::At(secs) => (FW_ARRIVES, secs),
            Arrival::Never => (FW_ARRIVES_NEVER, 0.0),
            Arrival::Unknown => (FW_ARRIVES_UNKNOWN, 0.0),
        };
        to.write(fw_candidate {
            player: made.player.number(),
            team,
            arrival,
            condition: FW_CONDITION_FREE,
            arrival_secs,
            other_secs: made.other_secs,
            delay_secs: 0.0,
            is_keeper: u8::from(made.is_keeper),
            is_pass_target: u8::from(made.is_pass_target),
            reserved: [0; 6],
        });
    })
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

/// Makes a control with these rules; NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_control_create(
    rules: *const fw_control_rules,
    control: *mut fw_control,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(control, "control")?;
        let rules = match rules.is_null() {
            true => ControlRules::default(),
            false => rules_of(&sized(rules)?),
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

/// Decides for every human, and writes an assignment for each, by number. Carry them out: in the next situation each human has the player
/// of its assignment. Where there is too little room, nothing was decided.
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

fn weights_of(from: &fw_choice_weights) -> ChoiceWeights {
    ChoiceWeights {
        weights: Criteria {
            first: from.first,
            wait: from.wait,
            effort: from.effort,
            difficulty: from.difficulty,
            pressure: from.pressure,
            goal_side: from.goal_side,
        },
        lead_secs: from.lead_secs,
    }
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

fn candidate_of(from: &fw_candidate) -> Result<ControlCandidate, Fault> {
    let delay_secs = from.delay_secs;
    Ok(ControlCandidate {
        player: PlayerId::new(from.player),
        team: TeamId::new(from.team),
        arrival: match from.arrival {
            FW_ARRIVES => Arrival::At(from.arrival_secs),
            FW_ARRIVES_NEVER => Arrival::Never,
            FW_ARRIVES_UNKNOWN => Arrival::Unknown,
            other => return Err(Fault::range(format!("{other} is not an arrival"))),
        },
        other_secs: from.other_secs,
        condition: match from.condition {
            FW_CONDITION_FREE => PlayerCondition::Free,
            FW_CONDITION_BUSY => PlayerCondition::Busy { delay_secs },
            FW_CONDITION_INJURED => PlayerCondition::Injured { delay_secs },
            FW_CONDITION_GROUNDED => PlayerCondition::Grounded { delay_secs },
            other => return Err(Fault::range(format!("{other} is not a condition"))),
        },
        is_keeper: from.is_keeper != 0,
        is_pass_target: from.is_pass_target != 0,
    })
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
