//! Tests of measures: laws that hold for any motion, and the values for sample clips.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod laws;
mod samples;
