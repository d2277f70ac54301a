//! How far long work is, told while it goes on.

use std::fmt::Debug;

/// Is told how far work is. Work of one kind begins when the last of that kind is over; it may also stop
/// early.
pub trait Progress: Debug + Send + Sync {
    /// Work of so many steps begins, at most; `what` says which, such as `opening`.
    fn begin(&self, what: &'static str, steps: usize);

    /// One step of the work that was called so is done.
    fn step(&self, what: &'static str);
}

/// Nobody wants to know.
impl Progress for () {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self, _: &'static str) {}
}
