//! Counted allocations, for code that promises none.

/// What a piece of work asked of the allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocations {
    /// How many allocations, reallocations included.
    pub count: u64,
    /// How many bytes, freed ones included.
    pub bytes: u64,
    /// How many bytes were in use at the peak.
    pub peak_bytes: u64,
}

/// Runs `work` on this thread and returns what it allocated there.
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
