//! Laws of measures.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod laws;
mod samples;
