//! Who may get to the ball: where players are, and what they can do.

use std::fmt;

use crate::ball::state::MAX_POSITION_M;
use crate::vector::is_within;

footwork_base::typed_id! {
    /// A player of the caller's.
    pub struct PlayerId;
}

footwork_base::typed_id! {
    /// Players of one side, of whom one human may control any. The caller numbers the sides.
    pub struct TeamId;
}

/// The latest time that a player may be busy or react until, in seconds.
const MAX_SECS: f64 = 1e7;
/// The fastest that a player is, in metres a second.
const MAX_SPEED_MPS: f64 = 1000.0;

/// The longest facing on each axis.
const MAX_FACING: f64 = 1e6;

/// A player at one moment: anyone or anything that moves to a ball.
///
/// Plain data of the caller's, in SI units, y up; every search checks it first. Motion is f64, as the
/// ball's is, so that a player who runs as the model says never seems to break it by rounding.
///
/// ```
/// use footwork_flight::{Heights, Player, PlayerId};
///
/// let mut player = Player::new(PlayerId::new(7), [10.0, 0.0, -4.0]);
/// player.top_speed_mps = 8.2;
/// player.heights = Heights::keeper(1.8, 2.3, 2.6);
/// assert!(player.check().is_ok());
/// player.stamina = 1.5;
/// let error = player.check().unwrap_err();
/// assert_eq!(error.to_string(), "player 7: stamina is 1.5, not from 0 to 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// Who it is.
    pub id: PlayerId,
    /// Whose side, for passes, pressure and control.
    pub team: TeamId,
    /// The feet, in metres. Heights count from y = 0, whatever this y is.
    pub position: [f64; 3],
    /// In metres a second; y does not count. The simple model ignores it.
    pub velocity: [f64; 3],
    /// Which way the body faces; any length above 0, y does not count. Zeros face everywhere: no turn is
    /// needed. The simple model ignores it.
    pub facing: [f64; 3],
    /// Until when the player does nothing new, as a time of the ball's clock in seconds.
    pub reaction_end_secs: f64,
    /// What keeps the player from the ball, if something does.
    pub busy: Option<Busy>,
    /// In metres a second.
    pub top_speed_mps: f64,
    /// In metres a second squared, forward and for braking; above 0. The simple model ignores it.
    pub acceleration_mps2: f64,
    /// How long it takes to turn about, by 180°, in seconds. The simple model ignores it.
    pub turn_secs: f64,
    /// How far from the player's place the ball is taken, horizontally, in metres.
    pub reach_m: f64,
    /// How high the ball is taken.
    pub heights: Heights,
    /// What is left of top speed and acceleration, from 0 to 1.
    pub stamina: f64,
}

/// What a player is busy with, and for how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Busy {
    /// Until when, in seconds of the ball's clock.
    pub until_secs: f64,
    /// With what.
    pub with: BusyWith,
}

/// What a player is busy with. It is data for the caller and its log: only the time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BusyWith {
    /// A kick, a throw or a header.
    Kick,
    /// A tackle.
    Tackle,
    /// In the air.
    Jump,
    /// On the ground.
    Fall,
    /// Something of the caller's, by its number.
    Other(u32),
}

/// The heights of the ball's centre above y = 0 up to which a player takes it, in metres.
///
/// They rise from standing to jumping to hands; who has no hands to use has `hands_m` at `jumping_m`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heights {
    /// With both feet on the ground.
    pub standing_m: f64,
    /// With the head, in a jump.
    pub jumping_m: f64,
    /// With a keeper's hands, stretched in a jump.
    pub hands_m: f64,
}

impl Heights {
    /// One height for everything.
    pub fn same(height_m: f64) -> Self {
        Self::keeper(height_m, height_m, height_m)
    }

    /// A player in the field.
    pub fn field(standing_m: f64, jumping_m: f64) -> Self {
        Self::keeper(standing_m, jumping_m, jumping_m)
    }

    /// A player who may use the hands.
    pub fn keeper(standing_m: f64, jumping_m: f64, hands_m: f64) -> Self {
        Self {
            standing_m,
            jumping_m,
            hands_m,
        }
    }
}

/// A number of a player that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerError {
    /// Whose.
    pub player: PlayerId,
    /// The name of the field, such as `top_speed_mps`.
    pub field: &'static str,
    /// The number, perhaps NaN.
    pub value: f64,
    /// The smallest it may be.
    pub least: f64,
    /// The largest it may be.
    pub most: f64,
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            player,
            field,
            value,
            least,
            most,
        } = self;
        let player = player.number();
        write!(
            f,
            "player {player}: {field} is {value}, not from {least} to {most}"
        )
    }
}

impl std::error::Error for PlayerError {}

impl Player {
    /// An adult who stands there, faces everywhere, and has nothing else to do: 8 m/s at most, 6 m/s², a
    /// turn about in 0.4 s, 0.8 m of reach, 2.0 m high and 2.4 m in a jump.
    pub fn new(id: PlayerId, position: [f64; 3]) -> Self {
        Self {
            id,
            team: TeamId::new(0),
            position,
            velocity: [0.0; 3],
            facing: [0.0; 3],
            reaction_end_secs: 0.0,
            busy: None,
            top_speed_mps: 8.0,
            acceleration_mps2: 6.0,
            turn_secs: 0.4,
            reach_m: 0.8,
            heights: Heights::field(2.0, 2.4),
            stamina: 1.0,
        }
    }

    /// From when on the player can go for the ball: the end of the reaction, or of what it is busy with.
    pub fn ready_secs(&self) -> f64 {
        match self.busy {
            Some(busy) if busy.until_secs > self.reaction_end_secs => busy.until_secs,
            _ => self.reaction_end_secs,
        }
    }

    /// Whether every number is in its range.
    ///
    /// # Errors
    /// The first that is not. Places, velocities and facings are finite and not absurd; heights rise.
    #[inline]
    pub fn check(&self) -> Result<(), PlayerError> {
        self.check_motion()?;
        self.check_model()
    }

    /// All at once, which is fast; which one it is says [`Self::wrong_model`].
    #[inline]
    fn check_model(&self) -> Result<(), PlayerError> {
        let is_in = |value: f64, least: f64, most: f64| (value >= least) & (value <= most);
        let heights = &self.heights;
        let busy = self.busy.map_or(0.0, |busy| busy.until_secs);
        let is_fine = (self.reaction_end_secs.abs() <= MAX_SECS)
            & (busy.abs() <= MAX_SECS)
            & is_in(self.top_speed_mps, 0.0, MAX_SPEED_MPS)
            & is_in(self.acceleration_mps2, 1e-3, 1e6)
            & is_in(self.turn_secs, 0.0, 1e3)
            & is_in(self.reach_m, 0.0, 1e3)
            & is_in(heights.standing_m, 0.0, heights.jumping_m)
            & is_in(heights.hands_m, heights.jumping_m, 1e3)
            & is_in(self.stamina, 0.0, 1.0);
        if is_fine { Ok(()) } else { self.wrong_model() }
    }

    #[cold]
    fn wrong_model(&self) -> Result<(), PlayerError> {
        let busy = self.busy.map_or(0.0, |busy| busy.until_secs);
        let heights = self.heights;
        let checks = [
            (
                "reaction_end_secs",
                self.reaction_end_secs,
                -MAX_SECS,
                MAX_SECS,
            ),
            ("busy.until_secs", busy, -MAX_SECS, MAX_SECS),
            ("top_speed_mps", self.top_speed_mps, 0.0, MAX_SPEED_MPS),
            ("acceleration_mps2", self.acceleration_mps2, 1e-3, 1e6),
            ("turn_secs", self.turn_secs, 0.0, 1e3),
            ("reach_m", self.reach_m, 0.0, 1e3),
            ("heights.standing_m", heights.standing_m, 0.0, 1e3),
            (
                "heights.jumping_m",
                heights.jumping_m,
                heights.standing_m,
                1e3,
            ),
            ("heights.hands_m", heights.hands_m, heights.jumping_m, 1e3),
            ("stamina", self.stamina, 0.0, 1.0),
        ];
        match checks
            .iter()
            .find(|(_, value, least, most)| !(value >= least && value <= most))
        {
            Some(&(field, value, least, most)) => Err(self.error(field, value, least, most)),
            None => Ok(()),
        }
    }

    /// Whether what changes from frame to frame is in its range.
    #[inline]
    fn check_motion(&self) -> Result<(), PlayerError> {
        let all = |values: [f64; 3], most: f64| {
            values.iter().fold(true, |all, x| all & (x.abs() <= most))
        };
        let is_fine = all(self.position, MAX_POSITION_M)
            & all(self.velocity, MAX_SPEED_MPS)
            & all(self.facing, MAX_FACING);
        if is_fine { Ok(()) } else { self.wrong_motion() }
    }

    #[cold]
    fn wrong_motion(&self) -> Result<(), PlayerError> {
        let checks = [
            ("position", self.position, MAX_POSITION_M),
            ("velocity", self.velocity, MAX_SPEED_MPS),
            ("facing", self.facing, MAX_FACING),
        ];
        for (field, values, most) in checks {
            if !is_within(values, most) {
                let value = values.into_iter().find(|x| !is_within([*x; 3], most));
                return Err(self.error(field, value.unwrap_or(f64::NAN), -most, most));
            }
        }
        Ok(())
    }

    fn error(&self, field: &'static str, value: f64, least: f64, most: f64) -> PlayerError {
        PlayerError {
            player: self.id,
            field,
            value,
            least,
            most,
        }
    }
}
