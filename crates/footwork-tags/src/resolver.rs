//! Answers about clips that tags cannot give: predicates, written `{ … }` in a query, and `similar(…)`.

use footwork_base::{Diagnostic, FrameRange};

use crate::ids::ClipId;
use crate::ranges::Ranges;

/// The maximum number of places that `similar` finds.
pub const MAX_SIMILAR: u32 = 1000;

/// The request to a [`Resolver`] for `similar("walk.bvh", 20..40, 10)` in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Similar {
    /// The clip of the given frames.
    pub clip: ClipId,
    /// The given frames, all of them in the clip.
    pub frames: FrameRange,
    /// The maximum number of places, from 1 to [`MAX_SIMILAR`].
    pub count: u32,
}

/// Answers the predicates of queries, such as `{ speed > 3 }`, for the clips of one database. A resolver that can
/// compare poses also answers `similar`.
///
/// The text between the braces is in the resolver's own language. Queries pass it on without parsing it.
///
/// ```
/// use std::sync::Arc;
///
/// use footwork_base::{Diagnostic, FrameRate, TextSpan};
/// use footwork_tags::{ClipId, Database, Ranges, Resolver};
///
/// /// Knows one channel: the frame's number.
/// #[derive(Debug)]
/// struct FrameNumbers;
///
/// impl Resolver for FrameNumbers {
///     fn check(&self, text: &str) -> Vec<Diagnostic> {
///         match text.trim().strip_prefix("frame >= ").map(str::parse::<u32>) {
///             Some(Ok(_)) => Vec::new(),
///             _ => {
///                 let whole = TextSpan::new(0, text.len());
///                 vec![Diagnostic::new(whole, "not-a-predicate", "expected `frame >= N`")]
///             }
///         }
///     }
///
///     fn frames(&self, text: &str, _: ClipId, clip_frames: u32, out: &mut Ranges) {
///         let first = text.trim().strip_prefix("frame >= ").and_then(|n| n.parse().ok());
///         *out = Ranges::from_pairs([(first.unwrap_or(clip_frames), clip_frames)]).unwrap();
///     }
///
///     fn revision(&self) -> u64 {
///         0
///     }
///
///     fn clip_revision(&self, _: ClipId) -> u64 {
///         0
///     }
/// }
///
/// let mut db = Database::new();
/// db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
/// db.set_resolver(Arc::new(FrameNumbers));
/// assert_eq!(db.query("{ frame >= 90 }").unwrap().frame_count(), 10);
/// ```
pub trait Resolver: Send + Sync + std::fmt::Debug {
    /// Returns all errors in the text of a predicate, with spans in that text. If there are none,
    /// [`frames`](Self::frames) must be able to answer the text for every clip.
    fn check(&self, text: &str) -> Vec<Diagnostic>;

    /// Writes the frames of a clip for which the predicate holds to `out`, which is empty. Frames from `clip_frames` on
    /// are dropped by the caller.
    ///
    /// A query may request the same text and clip several times: `first({ x }, 2) | last({ x }, 2)` requests it twice.
    /// Cache results that take long to compute.
    fn frames(&self, text: &str, clip: ClipId, clip_frames: u32, out: &mut Ranges);

    /// Returns a number that changes whenever the answer for any clip may have changed.
    fn revision(&self) -> u64;

    /// Returns a number that changes whenever a predicate's answer for this clip may have changed. The
    /// [similar](Self::similar) places in a clip also depend on the other clips.
    fn clip_revision(&self, clip: ClipId) -> u64;

    /// Returns the reasons why frames of this clip cannot be compared with others; empty if they can. Spans are
    /// ignored, because errors point at the clip's name in the query.
    ///
    /// This is called while a query is typed, so leave slow work to [`similar`](Self::similar).
    fn check_similar(&self, _clip: ClipId) -> Vec<Diagnostic> {
        let whole = footwork_base::TextSpan::default();
        let message = "poses cannot be compared here";
        vec![Diagnostic::new(whole, "no-poses", message)]
    }

    /// Finds the places in all clips that are most similar to the given frames, and writes the places in one clip to
    /// `out`, which is empty. Frames from `clip_frames` on are dropped by the caller.
    ///
    /// This is called for each clip, and only if [`check_similar`](Self::check_similar) returns no error. Cache the
    /// places, so that the calls for other clips need not search again.
    fn similar(&self, _asked: &Similar, _clip: ClipId, _clip_frames: u32, _out: &mut Ranges) {}
}
