//! What a footballer is about.

use crate::event::KickKind;
use crate::flat::Flat;

/// A kick that somebody wants to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KickWish {
    pub(crate) kind: KickKind,
    /// Where the ball should get to.
    pub(crate) to: [f64; 3],
    /// How fast it should arrive on the ground, or fly.
    pub(crate) speed_mps: f64,
    /// For whom it is.
    pub(crate) receiver: Option<usize>,
}

/// What a footballer is about.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Intent {
    /// To be somewhere; a ball that comes by is let pass.
    #[default]
    Stand,
    /// To take a ball that is free.
    Fetch,
    /// To take the ball along in a direction.
    Dribble(Flat),
    /// To kick it.
    Kick(KickWish),
    /// To take it from an opponent.
    Press,
    /// To keep it out of the goal.
    Keep,
}
