//! The numbers of faulty keys that a file stores for one clip.

/// The numbers of faulty keys and tracks of one clip, as its file stores them. Reading repairs most of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyFaults {
    /// Rotation keys whose length differs from 1 by more than 0.1 %.
    pub not_unit: usize,
    /// Rotation keys on the other hemisphere from the key before: their dot product is negative.
    pub flipped: usize,
    /// Keys with a number that is NaN or infinite.
    pub not_finite: usize,
    /// Scale keys that differ from the first of their track by more than 0.1 %.
    pub scaled: usize,
    /// Tracks with several keys that all have the same value.
    pub constant_tracks: usize,
    /// Keys more than 0.02 frames away from a frame.
    pub off_grid: usize,
}
