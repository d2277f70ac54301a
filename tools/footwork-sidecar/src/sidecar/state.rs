//! A `state` line: the work state of a clip.
//!
//! ```text
//! state done
//! state reviewed by "Ann" on 2026-11-26
//! state done by "Ann" on 2026-11-26 for "Ben"
//! ```
//!
//! The line is part of the sidecar, so it is merged, undone and read like the labels themselves. A clip without a
//! `state` line is untouched until it has labels.

use std::fmt;
use std::str::FromStr;

use footwork_base::quote;

use super::words::{Fault, Words};

/// The work state of a clip, from the least to the most finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(rename_all = "camelCase"))]
pub enum WorkState {
    /// The clip has no labels.
    Untouched,
    /// The clip is being labelled.
    InProgress,
    /// The labeller considers the clip complete.
    Done,
    /// The labels have been reviewed since the clip was done.
    Reviewed,
}

impl WorkState {
    /// All states, from the least to the most finished.
    pub const ALL: [Self; 4] = [
        Self::Untouched,
        Self::InProgress,
        Self::Done,
        Self::Reviewed,
    ];

    /// Returns the word of the sidecar, such as `in-progress`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Untouched => "untouched",
            Self::InProgress => "in-progress",
            Self::Done => "done",
            Self::Reviewed => "reviewed",
        }
    }

    /// Returns whether the clip is completely labelled: done or reviewed.
    pub fn is_finished(self) -> bool {
        self >= Self::Done
    }
}

impl fmt::Display for WorkState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A text that is not the word of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseStateError;

impl fmt::Display for ParseStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a state is `untouched`, `in-progress`, `done` or `reviewed`")
    }
}

impl std::error::Error for ParseStateError {}

impl FromStr for WorkState {
    type Err = ParseStateError;

    fn from_str(text: &str) -> Result<Self, ParseStateError> {
        let is_it = |state: &Self| state.word() == text;
        Self::ALL.into_iter().find(is_it).ok_or(ParseStateError)
    }
}

/// A day of the calendar, `2026-11-26`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(feature = "wire")]
impl serde::Serialize for Day {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(feature = "wire")]
impl<'de> serde::Deserialize<'de> for Day {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'_, str> as serde::Deserialize>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A text that is not a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDayError;

impl fmt::Display for ParseDayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a day is a year, a month and a day, such as 2026-11-26")
    }
}

impl std::error::Error for ParseDayError {}

impl FromStr for Day {
    type Err = ParseDayError;

    fn from_str(text: &str) -> Result<Self, ParseDayError> {
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts.as_slice() else {
            return Err(ParseDayError);
        };
        let is_of = |part: &str, digits: usize| {
            part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !(is_of(year, 4) && is_of(month, 2) && is_of(day, 2)) {
            return Err(ParseDayError);
        }
        let day = Self {
            year: year.parse().map_err(|_| ParseDayError)?,
            month: month.parse().map_err(|_| ParseDayError)?,
            day: day.parse().map_err(|_| ParseDayError)?,
        };
        if (1..=12).contains(&day.month) && (1..=day.days_of_month()).contains(&day.day) {
            Ok(day)
        } else {
            Err(ParseDayError)
        }
    }
}

impl Day {
    fn days_of_month(self) -> u8 {
        let year = self.year;
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        match self.month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }
}

/// A state, optionally with its signer, the day, and the assignee of the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(rename_all = "camelCase", deny_unknown_fields))]
pub struct SignedState {
    /// The work state.
    pub state: WorkState,
    /// The name of the signer.
    #[cfg_attr(feature = "wire", serde(default))]
    pub by: Option<String>,
    /// The day of signing, such as `2026-11-26`.
    #[cfg_attr(feature = "wire", serde(default))]
    #[cfg_attr(feature = "ts", ts(type = "string | null"))]
    pub on: Option<Day>,
    /// The assignee of the next step: the review if the clip is done, the labelling before that.
    #[cfg_attr(
        feature = "wire",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub assignee: Option<String>,
}

impl SignedState {
    /// Returns whether the line only assigns the clip: its state is `untouched`, and it has an assignee but neither a
    /// signer nor a day. The clip's state then follows from the labels, as it does without a `state` line.
    pub fn only_assigns(&self) -> bool {
        let is_unsigned = self.by.is_none() && self.on.is_none();
        self.state == WorkState::Untouched && is_unsigned && self.assignee.is_some()
    }
}

impl From<WorkState> for SignedState {
    fn from(state: WorkState) -> Self {
        Self {
            state,
            by: None,
            on: None,
            assignee: None,
        }
    }
}

/// Formats the state as the words after `state`.
impl fmt::Display for SignedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.state)?;
        if let Some(by) = &self.by {
            write!(f, " by {}", quote(by))?;
        }
        if let Some(on) = self.on {
            write!(f, " on {on}")?;
        }
        match &self.assignee {
            Some(assignee) => write!(f, " for {}", quote(assignee)),
            None => Ok(()),
        }
    }
}

/// Reads the words after `state`.
pub(super) fn read(words: &mut Words<'_>) -> Result<SignedState, Fault> {
    let state = words.parse("a state: `untouched`, `in-progress`, `done` or `reviewed`")?;
    let by = if words.optional("by") {
        Some(words.string()?)
    } else {
        None
    };
    let on = if words.optional("on") {
        Some(words.parse("a day such as 2026-11-26")?)
    } else {
        None
    };
    let assignee = if words.optional("for") {
        Some(words.string()?)
    } else {
        None
    };
    Ok(SignedState {
        state,
        by,
        on,
        assignee,
    })
}
