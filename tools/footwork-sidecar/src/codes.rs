//! The codes of findings, and their default severities.

use crate::finding::Severity;

/// Defines the two lists of codes; the second begins with the first.
macro_rules! codes {
    (checks: $($check:literal)+; others: $($other:literal)+;) => {
        /// The codes of the findings of `footwork check` itself; they come first in [`CODES`].
        pub const CHECK_CODES: &[&str] = &[$($check),+];

        /// The codes that `[checks.severity]` accepts: the codes of the checks, of opening a library, and of repairs by
        /// the readers of clip files. An unreadable clip file is always an error.
        pub const CODES: &[&str] = &[$($check,)+ $($other),+];
    };
}

codes! {
    checks:
    "not-in-vocabulary"
    "exclusive-overlap"
    "span-outside"
    "event-outside"
    "required-missing"
    "not-covered"
    "orphan"
    "span-short"
    "gap"
    "group-gap"
    "duplicate-clip"
    "event-at-edge"
    "span-overlap"
    "jump"
    "no-motion"
    "t-pose"
    "below-floor"
    "faulty-keys"
    "no-contacts"
    "expect-failed"
    "expect-spread"
    "expect-missing"
    "expect-not-evaluated"
    "expect-empty";
    others:
    "other-clip"
    "stale-frames"
    "stale-rate"
    "stale-hash"
    "unreadable"
    "not-synced"
    "library-inside"
    "link-above"
    "name-not-utf8"
    "case-twin"
    "no-mirror"
    "mirror-name"
    "mirror-pair"
    "still-root"
    "implausible-size"
    "implausible-up"
    "left-handed"
    "not-a-person"
    "up-axis"
    "no-such-root"
    "unknown-key"
    "unknown-check"
    "unknown-role"
    "unknown-joint"
    "labels-in-clip"
    "bad-labels"
    "edits-waiting"
    "edit-conflict"
    "recovered"
    "torn-journal"
    "unfinished-edit"
    "old-folder"
    "sidecar-too-large"
    "more-findings"
    "merge-conflict"
    "no-sidecar"
    "newer-version"
    "unknown-line"
    "missing-header"
    "double-header"
    "out-of-order"
    "byte-order-mark"
    "crlf"
    "no-final-newline"
    "not-utf8"
    "missing-word"
    "trailing-text"
    "bad-word"
    "bad-frame"
    "bad-name"
    "bad-string"
    "bad-time"
    "bad-score"
    "bad-kept"
    "bad-reference"
    "bad-json"
    "span-empty"
    "span-reversed"
    "bad-extras"
    "bad-frames"
    "invalid-frames"
    "estimated-body"
    "fbx-range"
    "frame-count"
    "from-positions"
    "missing-rows"
    "morph-weights"
    "no-duration"
    "no-joint"
    "no-node"
    "no-offset"
    "no-rate"
    "not-unit-length"
    "odd-rate"
    "same-channel"
    "same-name"
    "same-time"
    "slow-motion"
    "scale"
    "truncated-row"
    "uneven-keys"
    "uneven-rows"
    "unknown-loop"
    "unread-kinds";
}

/// Returns the severity of a finding unless the settings change it; `None` if it is off.
pub fn default_severity(code: &str) -> Option<Severity> {
    match code {
        "not-in-vocabulary" | "exclusive-overlap" | "span-outside" | "event-outside"
        | "required-missing" | "not-covered" | "orphan" | "more-findings" | "expect-failed"
        | "expect-spread" | "expect-missing" => Some(Severity::Error),
        "event-at-edge" => None,
        _ => Some(Severity::Warning),
    }
}
