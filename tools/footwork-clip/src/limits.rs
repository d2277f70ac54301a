//! What a reader refuses before it reserves memory for it.

/// The largest file that a reader accepts.
///
/// Every limit is checked before memory is reserved, and no reader ever reserves memory by a
/// number that a file declares about itself.
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
    /// How deep joints may hang below each other. Default 512.
    pub depth: usize,
    /// Frames. Default 10 million, which is a day at 120 frames a second.
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
