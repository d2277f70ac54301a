//! Helpers for the tests of all crates. Only tests depend on this crate.
//!
//! | file | holds |
//! |---|---|
//! | `random` | [`Random`], seeded random numbers that are the same on every machine |
//! | `allocations` | [`allocations`], counts what a piece of work allocates |
//! | `walker` | [`Walker`], a walk over made-up ground as BVH, with the moments at which its feet come down |

mod allocations;
mod random;
mod walker;

pub use allocations::{Allocations, allocations};
pub use random::Random;
pub use walker::Walker;
