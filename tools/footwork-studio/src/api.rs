//! The types of the requests that the page sends and of the server's answers. The page's TypeScript
//! types are generated from them.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `GET /api/library` | | [`LibraryInfo`] |
//! | `GET /api/clips` | | [`ClipList`] |
//! | `GET /api/labels?clip=` | | [`ClipLabels`] |
//! | `POST /api/strips` | [`StripsRequest`] | a list of [`Strip`] |
//! | `GET /api/motion?clip=&start=&stop=` | | a frame file: [`MotionHeader`], then `frames × joints × 3` numbers |
//! | `GET /api/turns?clip=&start=&stop=` | | a frame file: [`TurnsHeader`], then `frames × joints × 4` numbers, or none if [`MotionHeader`] rules out a mesh |
//! | `GET /api/mesh?clip=` | | a frame file: [`MeshHeader`], then the numbers that it describes |
//! | `GET /api/media` | | [`MediaAnswer`] |
//! | `GET /api/curve?clip=&expression=` | | a frame file: [`CurveHeader`], then one number per frame |
//! | `POST /api/encode` | [`EncodeRequest`] | a frame file: [`EncodeHeader`], then one number per frame for each curve |
//! | `POST /api/query` | [`QueryRequest`] | [`QueryAnswer`] |
//! | `POST /api/explain` | [`QueryRequest`] | [`Explanation`] |
//! | `POST /api/save-query` | [`SaveQuery`] | [`LibraryInfo`] |
//! | `POST /api/rename-query` | [`RenameQuery`] | [`LibraryInfo`] |
//! | `POST /api/remove-query` | [`RemoveQuery`] | [`LibraryInfo`] |
//! | `POST /api/add-label` | [`AddLabel`] | [`LibraryInfo`] |
//! | `POST /api/set-up` | [`SetUp`] | [`LibraryInfo`] |
//! | `POST /api/rename-tag` | [`RenameTag`] | [`RenamedTag`] |
//! | `POST /api/edit` | [`Edit`] | [`Edited`] |
//! | `POST /api/apply` | [`Apply`] | [`Edited`] |
//! | `POST /api/would-apply` | [`Apply`] | [`WouldApply`] |
//! | `GET /api/check?motion=` | | [`CheckAnswer`] |
//! | `POST /api/measure` | [`MeasureRequest`] | [`MeasureAnswer`] |
//! | `GET /api/rules` | | [`RulesAnswer`] |
//! | `POST /api/try-rule` | [`NewRule`] | [`RulesAnswer`] |
//! | `POST /api/follow-rules` | [`FollowRules`] | [`Edited`] |
//! | `GET /api/proposals?source=&tag=` | | [`ProposalsAnswer`]; the source `similar` also needs `clip=&start=&stop=` |
//! | `POST /api/reject` | [`Reject`] | [`Rejected`] |
//! | `GET /api/rejected` | | [`RejectedList`] |
//! | `POST /api/withdraw` | [`Reject`] | [`Rejected`] |
//! | `GET /api/recording` | | a frame file: [`RecordingHeader`] or `null`, then nine numbers per frame |
//! | `GET /api/roots?clip=` | | a frame file: [`CurveHeader`], then x and z of the root, and the sine and cosine of its heading, in each frame |
//! | `POST /api/recording?name=` | the bytes of a recording, `application/octet-stream` | its revision |
//! | `GET /api/agreement` | | [`AgreementAnswer`] |
//! | `GET /api/second?clip=` | | [`SecondAnswer`] |
//! | `POST /api/undo`, `POST /api/redo`, `POST /api/discard-last` | | [`Turned`] |
//! | `POST /api/retry`, `POST /api/discard` | | [`Retried`] |
//! | `GET /api/changes` as a WebSocket | | one [`Change`] per message |
//!
//! Every answer other than 2xx has a [`Problem`] as its body. A frame file begins with the length of its JSON header in
//! bytes, as a little-endian `u32`. The header follows, padded with spaces to a multiple of four bytes; the length
//! includes the padding. The rest is little-endian `f32` numbers. Frames are integers from 0, ranges are half-open, and
//! clips are identified by name. Every request carries the token of the launch in the header `x-footwork-token`. A
//! WebSocket offers the token as the protocol `footwork.TOKEN`.

mod change;
mod clip;
mod edit;
mod encode;
mod library;
mod measure;
mod media;
mod motion;
mod problem;
mod proposals;
mod query;
mod recording;
mod review;

pub(crate) use change::Change;
pub(crate) use clip::{
    ClipLabels, ClipList, ClipRow, Moment, Span, Strip, StripTag, StripsRequest,
};
#[cfg(test)]
pub(crate) use edit::ClipEdit;
pub(crate) use edit::{Apply, Edit, Edited, Retried, Turned, WouldApply};
pub(crate) use encode::{EncodeHeader, EncodeRequest};
pub(crate) use library::{
    AddLabel, Callable, ExclusiveGroup, Finding, Label, LabelKind, LibraryInfo, NewRule, RenameTag,
    RenamedTag, SetUp,
};
pub(crate) use measure::{
    MeasureAnswer, MeasureInfo, MeasureRange, MeasureRequest, MeasuredRow, MeasuredValue,
};
pub(crate) use media::MediaAnswer;
pub(crate) use motion::{CurveHeader, JointSide, MeshHeader, MotionHeader, TurnsHeader};
pub(crate) use problem::{Mistake, Problem};
pub(crate) use proposals::{
    ProposalQuality, ProposalsAnswer, Proposed, Reject, Rejected, RejectedList, Source,
};
pub(crate) use query::{
    Explanation, Match, QueryAnswer, QueryRequest, RemoveQuery, RenameQuery, SaveQuery,
    SimilarPlace,
};
pub(crate) use recording::{PoseCost, RecordedClip, RecordedPose, RecordingHeader, SearchRow};
pub(crate) use review::{
    AgreementAnswer, CheckAnswer, Checked, ClipAgreement, Contract, Fix, FollowRules,
    LabelDifference, LeftOut, Rule, RuleChange, RulesAnswer, SecondAnswer, TagAgreement,
};

#[cfg(test)]
mod tests;
