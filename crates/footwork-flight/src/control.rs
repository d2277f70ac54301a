//! Decides which player each human controls, and why. Decisions are made one at a time, on plain data. See
//! [`Control`](crate::Control).

pub(crate) mod candidate;
pub(crate) mod decision;
pub(crate) mod error;
mod greedy;
mod hash;
mod judge;
pub(crate) mod log;
pub(crate) mod micros;
mod observe;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod situation;
mod stages;
pub(crate) mod state;
pub(crate) mod stick;
pub(crate) mod switching;
mod table;
