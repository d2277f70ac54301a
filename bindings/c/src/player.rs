//! Players.

use footwork::flight::{Busy, BusyWith, Heights, Player, PlayerId, TeamId};

use crate::FW_NONE;
use crate::door::{call, out};
use crate::error::{Fault, fw_error, fw_status};
use crate::physics::vector;

/// Not busy.
pub const FW_BUSY_NOT: u32 = 0;

/// A kick, a throw or a header.
pub const FW_BUSY_KICK: u32 = 1;

/// A tackle.
pub const FW_BUSY_TACKLE: u32 = 2;

/// In the air.
pub const FW_BUSY_JUMP: u32 = 3;

/// On the ground.
pub const FW_BUSY_FALL: u32 = 4;

/// The first number for activities of your own. Higher numbers are yours too.
pub const FW_BUSY_OTHER: u32 = 256;

/// A player. Fill the defaults in with `fw_player_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_player {
    /// Its id: any number but FW_NONE.
    pub id: u32,
    /// Its team.
    pub team: u32,
    /// The position of its feet, in metres.
    pub position: [f64; 3],
    /// The velocity in m/s; y is ignored.
    pub velocity: [f64; 3],
    /// The direction that the body faces, of any length above 0; y is ignored. With zeros, the player faces every
    /// direction and never needs to turn.
    pub facing: [f64; 3],
    /// The end of its reaction time, on the clock of the ball, in seconds.
    pub reaction_end_secs: f64,
    /// The time until which it is busy, on the clock of the ball.
    pub busy_until_secs: f64,
    /// Its activity: an `FW_BUSY_`.
    pub busy_with: u32,
    /// Always 0.
    pub reserved: u32,
    /// The top speed in m/s.
    pub top_speed_mps: f64,
    /// The acceleration of running and braking in m/s², above 0.
    pub acceleration_mps2: f64,
    /// The time to turn by 180 degrees, in seconds.
    pub turn_secs: f64,
    /// The horizontal distance at which it takes the ball, in metres.
    pub reach_m: f64,
    /// The greatest height at which it takes the ball with both feet on the ground, in metres.
    pub standing_m: f64,
    /// The greatest height at which it takes the ball with the head in a jump, in metres.
    pub jumping_m: f64,
    /// The greatest height at which it takes the ball with a keeper's hands, stretched in a jump, in metres.
    pub hands_m: f64,
    /// The remaining fraction of top speed and acceleration, from 0 to 1.
    pub stamina: f64,
}

/// Fills in an average player at a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_player_default(
    id: u32,
    position: *const f64,
    player: *mut fw_player,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(player, "player")?;
        let player = Player::new(PlayerId::new(id), vector(position, "position")?);
        to.write(player_to_c(&player));
    })
}

/// Reads the caller's players into a list whose memory is reused.
pub(crate) fn read_players(from: &[fw_player], players: &mut Vec<Player>) -> Result<(), Fault> {
    let is_known = |with: u32| with <= FW_BUSY_FALL || with >= FW_BUSY_OTHER;
    if let Some(wrong) = from.iter().find(|player| !is_known(player.busy_with)) {
        let message = format!("`busy_with` of player {} is {}", wrong.id, wrong.busy_with);
        return Err(Fault::new(fw_status::FW_OUT_OF_RANGE, message));
    }
    players.clear();
    players.extend(from.iter().map(player_of));
    Ok(())
}

fn player_of(from: &fw_player) -> Player {
    let with = match from.busy_with {
        FW_BUSY_NOT => None,
        FW_BUSY_KICK => Some(BusyWith::Kick),
        FW_BUSY_TACKLE => Some(BusyWith::Tackle),
        FW_BUSY_JUMP => Some(BusyWith::Jump),
        FW_BUSY_FALL => Some(BusyWith::Fall),
        other => Some(BusyWith::Other(other.saturating_sub(FW_BUSY_OTHER))),
    };
    Player {
        id: PlayerId::new(from.id),
        team: TeamId::new(from.team),
        position: from.position,
        velocity: from.velocity,
        facing: from.facing,
        reaction_end_secs: from.reaction_end_secs,
        busy: with.map(|with| Busy {
            until_secs: from.busy_until_secs,
            with,
        }),
        top_speed_mps: from.top_speed_mps,
        acceleration_mps2: from.acceleration_mps2,
        turn_secs: from.turn_secs,
        reach_m: from.reach_m,
        heights: Heights {
            standing_m: from.standing_m,
            jumping_m: from.jumping_m,
            hands_m: from.hands_m,
        },
        stamina: from.stamina,
    }
}

/// Converts a player who is not busy to C.
fn player_to_c(from: &Player) -> fw_player {
    fw_player {
        id: from.id.number(),
        team: from.team.number(),
        position: from.position,
        velocity: from.velocity,
        facing: from.facing,
        reaction_end_secs: from.reaction_end_secs,
        busy_until_secs: 0.0,
        busy_with: FW_BUSY_NOT,
        reserved: 0,
        top_speed_mps: from.top_speed_mps,
        acceleration_mps2: from.acceleration_mps2,
        turn_secs: from.turn_secs,
        reach_m: from.reach_m,
        standing_m: from.heights.standing_m,
        jumping_m: from.heights.jumping_m,
        hands_m: from.heights.hands_m,
        stamina: from.stamina,
    }
}

/// Converts an optional player to C.
pub(crate) fn player_or_none(player: Option<PlayerId>) -> u32 {
    player.map_or(FW_NONE, PlayerId::number)
}
