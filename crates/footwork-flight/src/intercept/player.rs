//! Players: where they are and what they can do.

use crate::ball::state::MAX_POSITION_M;
use crate::vector::is_within;

footwork_base::typed_id! {
    /// A player, numbered by the caller.
    pub struct PlayerId;
}

footwork_base::typed_id! {
    /// A team, numbered by the caller. A human may control any of its players.
    pub struct TeamId;
}

/// The latest end of a reaction or of being busy, in seconds.
const MAX_SECS: f64 = 1e7;
/// The largest speed of a player, in metres per second.
const MAX_SPEED_MPS: f64 = 1000.0;

/// The largest component of a facing.
const MAX_FACING: f64 = 1e6;

/// A player at one moment: a person or thing that moves to a ball.
///
/// A player is plain data in SI units with y up. Every search checks it. Motion is f64, like that of the ball, so that
/// rounding does not make a player seem to move faster than the model allows.
///
/// ```
/// use footwork_flight::{Heights, Player, PlayerId};
///
/// let mut player = Player::new(PlayerId::new(7), [10.0, 0.0, -4.0]);
/// player.top_speed_mps = 8.2;
/// player.heights = Heights { standing_m: 1.8, jumping_m: 2.3, hands_m: 2.6 };
/// assert!(player.check().is_ok());
/// player.stamina = 1.5;
/// let error = player.check().unwrap_err();
/// assert_eq!(error.to_string(), "player 7: stamina: 1.5 is not from 0 to 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Player {
    /// The player's id.
    pub id: PlayerId,
    /// The player's team, for passes, pressure and control.
    pub team: TeamId,
    /// The position of the feet, in metres. If the world has no ground under the ball, heights are measured from this
    /// y.
    pub position: [f64; 3],
    /// The velocity in metres per second; y is ignored. The simple model ignores the velocity.
    pub velocity: [f64; 3],
    /// The direction that the body faces, of any length above 0; y is ignored. With zeros, the player faces every
    /// direction and never needs to turn. The simple model ignores the direction.
    pub facing: [f64; 3],
    /// The end of the player's reaction, on the clock of the ball, in seconds.
    pub reaction_end_secs: f64,
    /// The activity that keeps the player from the ball; `None` if the player is free.
    pub busy: Option<Busy>,
    /// The top speed in metres per second.
    pub top_speed_mps: f64,
    /// The acceleration of running and braking, in metres per second squared, above 0. The simple model ignores it.
    pub acceleration_mps2: f64,
    /// The time to turn by 180°, in seconds. The simple model ignores it.
    pub turn_secs: f64,
    /// The horizontal distance at which the player takes the ball, in metres.
    pub reach_m: f64,
    /// The heights at which the player takes the ball.
    pub heights: Heights,
    /// The remaining fraction of top speed and acceleration, from 0 to 1.
    pub stamina: f64,
}

/// An activity that keeps a player from the ball, and its end.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Busy {
    /// When the activity ends, on the clock of the ball, in seconds.
    pub until_secs: f64,
    /// The activity.
    pub with: BusyWith,
}

/// The activity of a busy player. A search uses only its end; the activity is for the caller and its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BusyWith {
    /// A kick, a throw or a header.
    Kick,
    /// A tackle.
    Tackle,
    /// In the air.
    Jump,
    /// On the ground.
    Fall,
    /// Something else, numbered by the caller.
    Other(u32),
}

/// The heights up to which a player takes the ball: metres from the ground under the ball
/// ([`StaticWorld::ground_m`](crate::StaticWorld::ground_m)) to the centre of the ball.
///
/// `jumping_m` is at least `standing_m`, and `hands_m` at least `jumping_m`. For a player who may not use its hands,
/// `hands_m` equals `jumping_m`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heights {
    /// With both feet on the ground.
    pub standing_m: f64,
    /// With the head, in a jump.
    pub jumping_m: f64,
    /// With a keeper's hands, stretched in a jump.
    pub hands_m: f64,
}

impl Heights {
    /// Returns heights that all equal `height_m`.
    pub fn same(height_m: f64) -> Self {
        Self::field(height_m, height_m)
    }

    /// Returns the heights of an outfield player.
    pub fn field(standing_m: f64, jumping_m: f64) -> Self {
        Self {
            standing_m,
            jumping_m,
            hands_m: jumping_m,
        }
    }
}

/// A number of a [`Player`] that is out of range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlayerError {
    /// The player.
    pub player: PlayerId,
    /// The field, such as `top_speed_mps`.
    pub name: &'static str,
    /// The value of the field.
    pub value: f64,
    /// The smallest valid value.
    pub min: f64,
    /// The largest valid value.
    pub max: f64,
}

footwork_base::display! { PlayerError:
    Self { player, name, value, min, max } => "player {}: {name}: {value} is not from {min} to {max}", player.number();
}

impl std::error::Error for PlayerError {}

impl Player {
    /// Returns an adult who stands still, faces every direction and is ready at 0 s. The player has a top speed of 6.5
    /// m/s, an acceleration of 8 m/s², a half turn in 0.4 s, a reach of 1.2 m, and heights of 2.0 m standing and 2.4 m
    /// in a jump.
    pub fn new(id: PlayerId, position: [f64; 3]) -> Self {
        Self {
            id,
            team: TeamId::new(0),
            position,
            velocity: [0.0; 3],
            facing: [0.0; 3],
            reaction_end_secs: 0.0,
            busy: None,
            top_speed_mps: 6.5,
            acceleration_mps2: 8.0,
            turn_secs: 0.4,
            reach_m: 1.2,
            heights: Heights::field(2.0, 2.4),
            stamina: 1.0,
        }
    }

    /// Returns the time in seconds from which the player can go for the ball: the end of its reaction or of its
    /// activity, whichever is later.
    pub fn ready_secs(&self) -> f64 {
        match self.busy {
            Some(busy) if busy.until_secs > self.reaction_end_secs => busy.until_secs,
            _ => self.reaction_end_secs,
        }
    }

    /// Checks every number.
    ///
    /// # Errors
    /// Returns the first number that is NaN or out of range, such as a `jumping_m` below `standing_m`.
    #[inline]
    pub fn check(&self) -> Result<(), PlayerError> {
        self.check_motion()?;
        self.check_model()
    }

    /// Like [`Self::check`], but skips the numbers that rarely change if they equal `fine`, which were valid in the
    /// last check.
    #[inline]
    pub(crate) fn check_after(&self, fine: &mut CheckedModel) -> Result<(), PlayerError> {
        self.check_motion()?;
        let model = CheckedModel::new(self);
        if model.is_same(fine) {
            return Ok(());
        }
        self.check_model()?;
        *fine = model;
        Ok(())
    }

    /// Checks all numbers that rarely change together, which is fast; [`Self::wrong_model`] then finds the wrong one.
    #[inline(always)]
    fn check_model(&self) -> Result<(), PlayerError> {
        let heights = &self.heights;
        let busy = self.busy.map_or(0.0, |busy| busy.until_secs);
        let values = [
            self.top_speed_mps,
            self.acceleration_mps2,
            self.turn_secs,
            self.reach_m,
            heights.standing_m,
            heights.jumping_m,
            heights.hands_m,
            self.stamina,
        ];
        let standing_m = heights.standing_m;
        let min = [0.0, 1e-3, 0.0, 0.0, 0.0, standing_m, heights.jumping_m, 0.0];
        let max = [MAX_SPEED_MPS, 1e6, 1e3, 1e3, 1e3, 1e3, 1e3, 1.0];
        let mut is_fine = (self.reaction_end_secs.abs() <= MAX_SECS) & (busy.abs() <= MAX_SECS);
        for index in 0..values.len() {
            is_fine &= (values[index] >= min[index]) & (values[index] <= max[index]);
        }
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
            .find(|(_, value, min, max)| !(value >= min && value <= max))
        {
            Some(&(name, value, min, max)) => Err(self.error(name, value, min, max)),
            None => Ok(()),
        }
    }

    /// Checks the numbers that change from frame to frame: first by lengths, which is fast.
    #[inline(always)]
    fn check_motion(&self) -> Result<(), PlayerError> {
        let is_short = |[x, y, z]: [f64; 3], max: f64| x * x + y * y + z * z <= max * max;
        let is_fine = is_short(self.position, MAX_POSITION_M)
            & is_short(self.velocity, MAX_SPEED_MPS)
            & is_short(self.facing, MAX_FACING);
        if is_fine { Ok(()) } else { self.wrong_motion() }
    }

    #[cold]
    fn wrong_motion(&self) -> Result<(), PlayerError> {
        let checks = [
            ("position", self.position, MAX_POSITION_M),
            ("velocity", self.velocity, MAX_SPEED_MPS),
            ("facing", self.facing, MAX_FACING),
        ];
        for (name, values, max) in checks {
            if !is_within(values, max) {
                let value = values.into_iter().find(|x| !is_within([*x; 3], max));
                return Err(self.error(name, value.unwrap_or(f64::NAN), -max, max));
            }
        }
        Ok(())
    }

    fn error(&self, name: &'static str, value: f64, min: f64, max: f64) -> PlayerError {
        PlayerError {
            player: self.id,
            name,
            value,
            min,
            max,
        }
    }
}

/// The numbers of a player that change rarely, as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedModel([u64; 10]);

impl CheckedModel {
    /// Returns the numbers of a new player, which are valid.
    pub(crate) fn of_new() -> Self {
        Self::new(&Player::new(PlayerId::new(0), [0.0; 3]))
    }

    #[inline]
    fn new(player: &Player) -> Self {
        let heights = &player.heights;
        let values = [
            player.top_speed_mps,
            player.acceleration_mps2,
            player.turn_secs,
            player.reach_m,
            heights.standing_m,
            heights.jumping_m,
            heights.hands_m,
            player.stamina,
            player.reaction_end_secs,
            player.busy.map_or(0.0, |busy| busy.until_secs),
        ];
        Self(values.map(f64::to_bits))
    }

    /// Returns whether all bits are equal, without a branch.
    #[inline]
    fn is_same(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(0, |apart, (a, b)| apart | (a ^ b)) == 0
    }
}
