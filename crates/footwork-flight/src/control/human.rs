//! A human with a controller, and what it wants done automatically.

use crate::player::{PlayerId, TeamId};

footwork_base::typed_id! {
    /// Someone with a controller. The caller numbers them.
    pub struct HumanId;
}

/// A human at one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Human {
    /// Which human; each at most once.
    pub id: HumanId,
    /// Whose players it controls.
    pub team: TeamId,
    /// The player that it controls now: one of the candidates, of its team and of nobody else's. `None` for one who
    /// joins, or whose player is gone; it is given one.
    pub player: Option<PlayerId>,
    /// What it wants. May change at any decision.
    pub settings: ControlSettings,
}

/// What a human wants done automatically (rule 12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControlSettings {
    /// How much.
    pub mode: ControlMode,
    /// Only while the ball is in the air.
    pub air_balls_only: bool,
    /// Whether the keeper is a player like any other (rule 7).
    pub allows_keeper: bool,
}

/// How much is done automatically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ControlMode {
    /// Only the human switches.
    Manual,
    /// Switches only right after a touch, or away from a player that cannot reach the ball.
    Assisted,
    /// Switches whenever the rules see a gain.
    #[default]
    Automatic,
}
