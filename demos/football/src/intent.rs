//! Intents: the aims of footballers.

use footwork::flight::PlayerId;

use crate::event::KickKind;
use crate::flat::Flat;

/// A kick that a footballer wants to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KickWish {
    pub(crate) kind: KickKind,
    /// The target of the ball.
    pub(crate) to: [f64; 3],
    /// The speed on arrival of a pass along the ground, or the mean horizontal speed of a kick through the air.
    pub(crate) speed_mps: f64,
    /// The intended receiver.
    pub(crate) receiver: Option<PlayerId>,
}

/// The aim of a footballer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Intent {
    /// To go to a place and let a passing ball go.
    #[default]
    Stand,
    /// To take a free ball.
    Fetch,
    /// To dribble in a direction.
    Dribble(Flat),
    /// To kick the ball.
    Kick(KickWish),
    /// To take the ball from an opponent.
    Press,
    /// To keep the ball out of the goal.
    Keep,
}
