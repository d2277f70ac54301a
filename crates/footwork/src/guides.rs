//! Runs the programs of the README and the guides as doc tests.

#[doc = include_str!("../../../README.md")]
mod readme {}

#[doc = include_str!("../../../docs/crates/README.md")]
mod crates {}

#[doc = include_str!("../../../docs/guides/game.md")]
mod game {}

#[doc = include_str!("../../../docs/guides/expressions.md")]
mod expressions {}
