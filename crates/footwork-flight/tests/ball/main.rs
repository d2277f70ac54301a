//! Tests of the ball: properties of every kick, and comparisons with measurements.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod agreement;
mod begins_inside;
mod bound;
mod closed_form;
mod corners;
mod energy;
mod fields;
mod flights;
mod golden;
mod held;
mod horizon;
mod kicked_from_the_ground;
mod kicks;
mod measurements;
mod optimum;
mod posts;
mod refusals;
mod scenery;
mod sections;
mod slots;
mod sports;
mod statics;
mod truth;
mod walls;
