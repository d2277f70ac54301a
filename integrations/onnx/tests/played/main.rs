//! Networks that play along with a character, and one that moves it.

#![cfg(feature = "tract")]
#![allow(clippy::unwrap_used, reason = "tests")]

#[cfg(feature = "ort")]
mod by_ort;
mod channels;
mod clip;
mod generator;
mod walk;
