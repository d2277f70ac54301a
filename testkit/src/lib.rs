//! What the tests of every crate share. Only tests depend on it.
//!
//! | file | holds |
//! |---|---|
//! | `random` | [`Random`], seeded random numbers that are the same on every machine |
//! | `allocations` | [`allocations`], what a piece of work allocates |

mod allocations;
mod random;

pub use allocations::{Allocations, allocations};
pub use random::Random;
