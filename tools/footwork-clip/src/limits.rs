//! The limits that readers check before they reserve memory.

/// The limits of a file that a reader accepts.
///
/// Every limit is checked before memory is reserved, and no reader trusts the sizes that a file declares.
///
/// ```
/// use footwork_clip::Limits;
///
/// let limits = Limits { frames: 1000, ..Limits::default() };
/// assert_eq!(limits.joints, 10_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file. Default 1 GiB.
    pub bytes: usize,
    /// Joints of the skeleton, end sites included. Default 10,000.
    pub joints: usize,
    /// Nesting depth of the joints. Default 512.
    pub depth: usize,
    /// Frames. Default 10 million, which is 23 hours at 120 frames per second.
    pub frames: usize,
    /// Numbers of the motion: frames times channels, and frames times joints. Default 2^27, which
    /// is 1 GiB as f64.
    pub values: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 1 << 30,
            joints: 10_000,
            depth: 512,
            frames: 10_000_000,
            values: 1 << 27,
        }
    }
}
