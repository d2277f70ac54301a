//! The progress of long work.

use std::fmt::Debug;

/// Receives the progress of long work. Work may stop before its last step. Work of the same kind does not overlap: when
/// it begins, earlier work of that kind is over.
pub trait Progress: Debug + Send + Sync {
    /// Called when work of at most `steps` steps begins; `what` names it, such as `opening`.
    fn begin(&self, what: &'static str, steps: usize);

    /// Called when one step of the work named `what` is done.
    fn step(&self, what: &'static str);

    /// Called about once per second while the work waits, with the reason in `why`, and with `None` once it continues
    /// or is given up. Does nothing by default.
    fn waiting(&self, why: Option<&str>) {
        _ = why;
    }
}

/// Ignores progress.
impl Progress for () {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self, _: &'static str) {}
}
