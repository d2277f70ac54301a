//! The choice of the player who should go for the ball.

use footwork::flight::{
    Arrival, Choice, ChoiceInput, ChoiceWeights, ControlCandidate, Criteria, Player,
    PlayerCondition, PlayerId, PlayerIntercept, TeamId,
};

use crate::door::{Buffer, Grows, call, fill_sized, out, size_field, sized, slice, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::intercept::{PATHS, fw_intercept, fw_path, intercept_of, model_of};
use crate::physics::some;
use crate::player::{fw_player, player_or_none, read_players};

static CHOICES: Table<Chosen> = Table::new(Kind::Choice);

#[derive(Default)]
struct Chosen {
    choice: Choice,
    players: Vec<Player>,
    intercepts: Vec<PlayerIntercept>,
}

/// Chooses which player of a team should go for the ball. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_choice {
    /// 0 is null.
    pub handle: u64,
}

/// The input of a choice. Set `size` and all other fields; there are no defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_choice_input {
    /// `sizeof(fw_choice_input)`.
    pub size: u32,
    /// The model of the search: an `FW_REACH_`.
    pub model: u32,
    /// The searched path.
    pub path: fw_path,
    /// The time of the search.
    pub now_secs: f64,
    /// All players.
    pub players: *const fw_player,
    /// Their intercepts, in the same order.
    pub intercepts: *const fw_intercept,
    /// The number of players, and of intercepts.
    pub count: usize,
    /// The team to choose from; FW_NONE for all players, who have no opponents then.
    pub team: u32,
    /// Whether the team has a goal to defend, at `goal`.
    pub has_goal: u32,
    /// The centre of the goal of that team.
    pub goal: [f64; 3],
}

/// The weights of the criteria. A weight is the delay, in seconds, that equals one unit of its criterion. Set `size`,
/// then call `fw_choice_weights_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_choice_weights {
    /// `sizeof(fw_choice_weights)`.
    pub size: u32,
    /// Always 0.
    pub reserved: u32,
    /// The weight of the time at which the player takes the ball, in seconds from now.
    pub first: f64,
    /// The weight of the time that the player waits for the ball, in seconds.
    pub wait: f64,
    /// The weight of the effort of the intercept.
    pub effort: f64,
    /// The weight of the difficulty of the intercept.
    pub difficulty: f64,
    /// The weight of the pressure, from 0 to 1, which is how close the first opponent is in time.
    pub pressure: f64,
    /// The weight of being on the wrong side of the ball. This is 0 if the player is between the ball and its own
    /// goal, and 1 if it is beyond the ball.
    pub goal_side: f64,
    /// The lead that overrides the scores, in seconds. A player who is first by more than this is chosen whatever the
    /// scores.
    pub lead_secs: f64,
}

/// A player who can take the ball, with the rating of a choice.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_rated {
    /// The player.
    pub player: u32,
    /// Always 0.
    pub reserved: u32,
    /// The time at which it can first take the ball, in seconds from now.
    pub first_secs: f64,
    /// The best time to take the ball, on the clock of the ball.
    pub take_secs: f64,
    /// The position of the ball at that time.
    pub take_position: [f64; 3],
    /// The weighted sum of the criteria. The player with the smallest score is chosen.
    pub score: f64,
}

/// The player can take the ball at `arrival_secs`.
pub const FW_ARRIVES: u32 = 0;

/// The player cannot take the ball before the horizon.
pub const FW_ARRIVES_NEVER: u32 = 1;

/// The player cannot take the ball on the flight predicted so far, but may take it at or after `arrival_secs`.
pub const FW_ARRIVES_UNKNOWN: u32 = 2;

/// Nothing delays the player.
pub const FW_CONDITION_FREE: u32 = 0;

/// The player is in an action that must end first.
pub const FW_CONDITION_BUSY: u32 = 1;

/// Injured.
pub const FW_CONDITION_INJURED: u32 = 2;

/// On the ground.
pub const FW_CONDITION_GROUNDED: u32 = 3;

/// A player that a human may control. `fw_choice_candidate` makes one from an intercept.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_candidate {
    /// The player. Each appears at most once.
    pub player: u32,
    /// Its team.
    pub team: u32,
    /// The kind of its arrival: FW_ARRIVES, FW_ARRIVES_NEVER or FW_ARRIVES_UNKNOWN.
    pub arrival: u32,
    /// The condition that delays it: an `FW_CONDITION_`.
    pub condition: u32,
    /// The time at which it can first take the ball, in seconds. If the time is unknown, a time before which it cannot
    /// take the ball.
    pub arrival_secs: f64,
    /// The cost of other criteria, in seconds, added to the time to the ball.
    pub other_secs: f64,
    /// The delay from its condition, in seconds.
    pub delay_secs: f64,
    /// Whether it is the keeper.
    pub is_keeper: u8,
    /// Whether it is the target of the last pass.
    pub is_pass_target: u8,
    /// Always 0.
    pub reserved: [u8; 6],
}

// SAFETY: all fields are plain numbers or pointers, and the first is the size.
unsafe impl Grows for fw_choice_input {
    const NAME: &'static str = "fw_choice_input";
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_choice_weights {
    const NAME: &'static str = "fw_choice_weights";
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

/// Creates a choice object. No player is chosen yet.
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

/// Chooses the player who should go for the ball, and writes its id, or FW_NONE if no player can take the ball. `weights` may be
/// NULL for the default.
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
        let weights = if weights.is_null() {
            ChoiceWeights::default()
        } else {
            weights_of(&sized(weights)?)
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

/// Writes the players who can take the ball, in order of id, with the ratings of the last choice.
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

/// Makes a candidate for `fw_control_decide` from an intercept and the ratings of its team's last choice.
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
            Arrival::Unknown { not_before_secs } => (FW_ARRIVES_UNKNOWN, not_before_secs),
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

pub(crate) fn candidate_of(from: &fw_candidate) -> Result<ControlCandidate, Fault> {
    let delay_secs = from.delay_secs;
    Ok(ControlCandidate {
        player: PlayerId::new(from.player),
        team: TeamId::new(from.team),
        arrival: match from.arrival {
            FW_ARRIVES => Arrival::At(from.arrival_secs),
            FW_ARRIVES_NEVER => Arrival::Never,
            FW_ARRIVES_UNKNOWN => Arrival::Unknown {
                not_before_secs: from.arrival_secs,
            },
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
