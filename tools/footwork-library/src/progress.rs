//! How far long work is, told while it goes on.

use std::fmt::Debug;

/// Is told how far work is. The next work begins when the last is over; work may also stop early.
pub trait Progress: Debug + Send + Sync {
    /// Work of so many steps begins, at most; `what` says which, such as `opening`.
    fn begin(&self, what: &'static str, steps: usize);

    /// One of its steps is done.
    fn step(&self);
}

/// Nobody wants to know.
impl Progress for () {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self) {}
}
