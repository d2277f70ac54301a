//! Finds where and when each player can take the ball, by comparing the player's reach with the path of the ball.

pub(crate) mod arrival;
pub(crate) mod cache;
pub(crate) mod choice;
pub(crate) mod cutting;
pub(crate) mod error;
pub(crate) mod first;
pub(crate) mod later;
pub(crate) mod moment;
pub(crate) mod path;
pub(crate) mod player;
pub(crate) mod questions;
pub(crate) mod reach;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod window;
