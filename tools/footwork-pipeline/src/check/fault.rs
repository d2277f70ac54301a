//! A fault in the motion or the keys of a clip.

use footwork_base::FrameRange;

/// A fault of one clip.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) code: &'static str,
    pub(super) span: Option<FrameRange>,
    /// The joint with the fault; `None` if the fault concerns no single joint.
    pub(super) joint: Option<String>,
    pub(super) message: String,
}
