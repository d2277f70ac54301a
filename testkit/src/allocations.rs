//! Counts allocations, to test code that promises not to allocate.

/// The memory that a piece of code requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocations {
    /// The number of allocations and reallocations.
    pub count: u64,
    /// The number of requested bytes, including freed bytes.
    pub bytes: u64,
    /// The maximum number of bytes in use at once.
    pub peak_bytes: u64,
}

/// Runs `work` on this thread. Returns the allocations that it made on the thread, and its result.
///
/// ```
/// let (made, text) = footwork_testkit::allocations(|| "four".to_owned());
/// assert_eq!((made.count, made.bytes, text.len()), (1, 4, 4));
/// ```
pub fn allocations<T>(work: impl FnOnce() -> T) -> (Allocations, T) {
    let mut value = None;
    let counts = allocation_counter::measure(|| value = Some(work()));
    let made = Allocations {
        count: counts.count_total,
        bytes: counts.bytes_total,
        peak_bytes: counts.bytes_max,
    };
    #[allow(clippy::unwrap_used, reason = "`measure` runs its work once")]
    (made, value.unwrap())
}
