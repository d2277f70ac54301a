//! Tests of control switching: each rule separately, and properties of every situation.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod brute_force;
mod bugs;
mod dribble;
mod edges;
mod five_a_side;
mod flown;
mod log;
mod matches;
mod rules;
mod scene;
