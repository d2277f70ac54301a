//! The data that Footwork stores in the `extras` of an animation: rate, loop flag, and labels, which this
//! crate carries without interpreting them.
//!
//! ```json
//! "extras": {"footwork": {"version": 1, "rate": "30", "looping": true, "labels": {}}}
//! ```

use footwork_base::FrameRate;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::finding::Finding;

/// The version of the data under `extras.footwork`.
const VERSION: u32 = 1;

/// Labels of an animation, such as tags and events, as JSON text, preserved byte for byte.
///
/// ```
/// use footwork_clip::Labels;
///
/// let labels = Labels::new(r#"{"tags": {"Gait.Run": [[0, 12]]}}"#).unwrap();
/// assert!(labels.json().contains("Gait.Run"));
/// assert!(Labels::new("{").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Labels(String);

/// The text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct LabelsError(String);

impl Labels {
    /// Creates labels from JSON text; white space around it is removed.
    ///
    /// # Errors
    /// If the text is not JSON.
    pub fn new(json: impl Into<String>) -> Result<Self, LabelsError> {
        match RawValue::from_string(json.into()) {
            Ok(raw) => Ok(Self(raw.get().trim_ascii().to_owned())),
            Err(error) => Err(LabelsError(error.to_string())),
        }
    }

    /// Returns the JSON text.
    pub fn json(&self) -> &str {
        &self.0
    }
}

/// The content of an animation's extras.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) rate: Option<FrameRate>,
    pub(super) looping: bool,
    pub(super) labels: Option<Labels>,
}

#[derive(Deserialize)]
struct Outer<'a> {
    #[serde(borrow)]
    footwork: Option<&'a RawValue>,
}

/// The part that every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

#[derive(Deserialize)]
struct Footwork<'a> {
    rate: Option<String>,
    #[serde(default)]
    looping: bool,
    #[serde(borrow)]
    labels: Option<&'a RawValue>,
}

/// Reads the extras of an animation, ignoring keys of other tools.
pub(super) fn read(extras: Option<&RawValue>, findings: &mut Vec<Finding>) -> Said {
    let outer = extras.and_then(|raw| serde_json::from_str::<Outer<'_>>(raw.get()).ok());
    let Some(raw) = outer.and_then(|outer| outer.footwork) else {
        return Said::default();
    };
    let mut report = |message: String| {
        findings.push(Finding {
            code: "bad-extras",
            position: None,
            message,
        });
    };
    let said = match known(raw) {
        Ok(said) => said,
        Err(message) => {
            report(message);
            return Said::default();
        }
    };
    let rate = said.rate.and_then(|text| match text.parse() {
        Ok(rate) => Some(rate),
        Err(_) => {
            report("extras.footwork.rate is not a frame rate; it is passed over".into());
            None
        }
    });
    Said {
        rate,
        looping: said.looping,
        labels: said.labels.and_then(|raw| Labels::new(raw.get()).ok()),
    }
}

/// Reads the value of `extras.footwork` in the known version. Reads the version alone first, because other versions may
/// have different content.
///
/// # Errors
/// If the value is ignored. The text gives the reason.
fn known(raw: &RawValue) -> Result<Footwork<'_>, String> {
    let malformed = |error| format!("extras.footwork is passed over: {error}");
    let Versioned { version } = serde_json::from_str(raw.get()).map_err(malformed)?;
    if version == VERSION {
        return serde_json::from_str(raw.get()).map_err(malformed);
    }
    let advice = if version > VERSION {
        ": open it with a newer Footwork"
    } else {
        ""
    };
    Err(format!(
        "extras.footwork has version {version}, and this program knows {VERSION}; it is passed over{advice}"
    ))
}

/// The extras of an animation to be written.
#[derive(Serialize)]
pub(super) struct Written<'a> {
    footwork: WrittenFootwork<'a>,
}

#[derive(Serialize)]
struct WrittenFootwork<'a> {
    version: u32,
    rate: String,
    looping: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<&'a RawValue>,
}

impl<'a> Written<'a> {
    pub(super) fn new(rate: FrameRate, looping: bool, labels: Option<&'a Labels>) -> Self {
        let raw = labels.and_then(|labels| serde_json::from_str(labels.json()).ok());
        Self {
            footwork: WrittenFootwork {
                version: VERSION,
                rate: rate.to_string(),
                looping,
                labels: raw,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(footwork: &str, expected: &str) {
        let raw = RawValue::from_string(format!(r#"{{"footwork": {footwork}}}"#)).unwrap();
        let mut findings = Vec::new();
        let said = read(Some(&raw), &mut findings);
        assert!(said.rate.is_none() && said.labels.is_none());
        let [finding] = &findings[..] else {
            panic!("{findings:?}");
        };
        assert!(finding.message.contains(expected), "{}", finding.message);
    }

    #[test]
    fn extras_of_another_version_are_reported_whatever_their_content() {
        let newer =
            "has version 2, and this program knows 1; it is passed over: open it with a newer";
        check(r#"{"version": 2, "rate": "30", "labels": {}}"#, newer);
        check(r#"{"version": 2, "rate": [30, 1]}"#, newer);
        check(
            r#"{"version": 0}"#,
            "has version 0, and this program knows 1",
        );
        check(r#"{"version": 1, "rate": [30, 1]}"#, "invalid type");
        check(r#"{"rate": "30"}"#, "missing field `version`");
    }
}
