//! The errors and the limits of the encoder.

/// The reason why events could not be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// The signal would have more numbers than memory can address.
    TooManyFrames,
    /// A loop is so short that its events, counted over all rounds, exceed both [`MAX_LOOP_EVENTS`] and the number of
    /// frames.
    TooManyEvents,
    /// At this frame rate, the smoothing reaches more than [`MAX_SMOOTHING_FRAMES`] frames to each side.
    TooMuchSmoothing,
    /// A sample time is NaN or infinite.
    NotATime {
        /// The index of the time, from 0.
        index: usize,
    },
    /// The encoding smooths, but the spacing of the samples is not given. Use an encoding without smoothing, or pass
    /// the spacing.
    UnevenFrames,
    /// The spacing of samples is not positive or not a number.
    BadSpacing,
    /// The length of the buffer is not a whole number of rows.
    NotRows {
        /// The length of a row.
        width: usize,
    },
}

/// The maximum number of events of a loop, counted over all rounds. If the signal has more frames than this, the
/// maximum is the number of frames.
pub const MAX_LOOP_EVENTS: usize = 1_000_000;

/// The maximum number of frames that smoothing reads before and after each frame.
pub const MAX_SMOOTHING_FRAMES: usize = 1 << 14;

footwork_base::display! { EncodeError:
    Self::TooManyFrames => "the signal would be larger than memory";
    Self::TooManyEvents => "a loop is so short that it has more than {MAX_LOOP_EVENTS} events on these frames";
    Self::TooMuchSmoothing => "the smoothing spans more than {MAX_SMOOTHING_FRAMES} frames to each side";
    Self::NotATime { index } => "time {index} (from 0) is not finite";
    Self::NotRows { width } => "the buffer does not hold whole rows of {width} numbers";
    Self::BadSpacing => "the spacing of samples must be above 0 s";
    Self::UnevenFrames => "frames that are not evenly spaced cannot be smoothed; use no smoothing, or give the spacing to smooth by";
}

impl std::error::Error for EncodeError {}
