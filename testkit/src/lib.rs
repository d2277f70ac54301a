//! What the tests of every crate share. Only tests depend on it.
//!
//! | file | holds |
//! |---|---|
//! | `random` | [`Random`], seeded random numbers that are the same on every machine |
//! | `allocations` | [`allocations`], what a piece of work allocates |
//! | `walker` | [`Walker`], a walk over made-up ground as BVH, and when its feet come down |

mod allocations;
mod random;
mod walker;

pub use allocations::{Allocations, allocations};
pub use random::Random;
pub use walker::Walker;
