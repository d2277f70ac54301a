//! `[checks]`: optional checks of a library, in addition to the checks that always run.
//!
//! | key | meaning |
//! |---|---|
//! | `min_frames` | a finding for each run of a tag that is shorter than this; default 0, off |
//! | `max_gap` | a finding for each gap of at most this many frames in a tag or an exclusive group; default 0, off |
//! | `required` | every clip has each of these tags, or one of the list: `["Source", ["Gait", "Action"]]` |
//! | `covered` | the same for every frame |
//! | `[checks.severity]` | `"error"`, `"warning"` or `"off"`, by the code of a finding |

use std::collections::BTreeMap;

use footwork_base::{Name, Position, nearest};
use toml::Spanned;
use toml::de::DeValue;

use super::error::{SettingsError, finding, unknown_key};
use super::tag_list::tag_lists;
use crate::codes::CODES;
use crate::finding::{Finding, Severity};

/// The settings of `[checks]`. By default all checks are off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// The minimum length of a run of frames with a tag.
    pub min_frames: u32,
    /// The longest gap reported as a likely mistake, in frames.
    pub max_gap: u32,
    /// Every clip has at least one tag of each list.
    pub required: Vec<Vec<Name>>,
    /// Every frame of every clip has at least one tag of each list.
    pub covered: Vec<Vec<Name>>,
    /// The severity of findings by code; `None` turns findings with the code off.
    pub severity: BTreeMap<String, Option<Severity>>,
}

impl Checks {
    /// The keys of the table.
    pub const KEYS: [&str; 5] = [
        "checks.min_frames",
        "checks.max_gap",
        "checks.required",
        "checks.covered",
        "checks.severity",
    ];

    /// Reads the table. Unknown keys are reported as findings.
    pub(super) fn read(
        text: &str,
        value: &Spanned<DeValue<'_>>,
        findings: &mut Vec<Finding>,
    ) -> Result<Self, SettingsError> {
        let refuse = |at: usize, message: String| SettingsError {
            position: Some(Position::from_offset(text, at)),
            message,
        };
        let Some(table) = value.get_ref().as_table() else {
            let message = "checks must be a table, [checks]".to_owned();
            return Err(refuse(value.span().start, message));
        };
        let frames = |key: &str, value: &Spanned<DeValue<'_>>| {
            let number = value.get_ref().as_integer().and_then(|number| {
                let digits = number.as_str();
                u32::from_str_radix(digits, number.radix()).ok()
            });
            let message = format!("{key} must be a whole number of frames");
            number.ok_or_else(|| refuse(value.span().start, message))
        };
        let mut checks = Self::default();
        for (key, value) in table {
            let full = format!("checks.{}", key.get_ref());
            if !Self::KEYS.contains(&full.as_str()) {
                let at = Position::from_offset(text, key.span().start);
                findings.push(unknown_key(at, &full, &Self::KEYS));
                continue;
            }
            match key.get_ref().as_ref() {
                "min_frames" => checks.min_frames = frames("min_frames", value)?,
                "max_gap" => checks.max_gap = frames("max_gap", value)?,
                "required" => checks.required = tag_lists(text, "required", value)?,
                "covered" => checks.covered = tag_lists(text, "covered", value)?,
                "severity" => checks.severity = severities(text, value, findings)?,
                // A test checks that every known key has a branch.
                _ => {}
            }
        }
        Ok(checks)
    }
}

fn severities(
    text: &str,
    value: &Spanned<DeValue<'_>>,
    findings: &mut Vec<Finding>,
) -> Result<BTreeMap<String, Option<Severity>>, SettingsError> {
    let refuse = |at: &Spanned<DeValue<'_>>, message: &str| SettingsError {
        position: Some(Position::from_offset(text, at.span().start)),
        message: message.to_owned(),
    };
    let Some(table) = value.get_ref().as_table() else {
        return Err(refuse(value, "severity must be a table, [checks.severity]"));
    };
    let mut severities = BTreeMap::new();
    for (code, value) in table {
        let severity = match value.get_ref().as_str() {
            Some("error") => Some(Severity::Error),
            Some("warning") => Some(Severity::Warning),
            Some("off") => None,
            _ => {
                let message = "a severity must be \"error\", \"warning\" or \"off\"";
                return Err(refuse(value, message));
            }
        };
        let (name, at) = (code.get_ref().to_string(), code.span().start);
        if !CODES.contains(&name.as_str()) {
            let near =
                nearest(&name, CODES.iter().copied()).map(|near| format!("; did you mean {near}?"));
            let message = format!("no check has the code `{name}`{}", near.unwrap_or_default());
            let at = Position::from_offset(text, at);
            findings.push(finding(Some(at), "unknown-check", message));
        }
        severities.insert(name, severity);
    }
    Ok(severities)
}

#[cfg(test)]
mod tests {
    use super::Checks;
    use crate::settings::Settings;

    #[test]
    fn every_known_key_is_read() {
        let is_known = |key: &str| {
            let read = Settings::parse(&format!("{key} = \"\"\n"));
            // The value has the wrong type for each key.
            read.is_err()
        };
        for key in Checks::KEYS {
            assert!(is_known(key), "{key}");
        }
        assert!(!is_known("checks.min_frame"));
    }

    /// The documentation of `footwork.toml` names each key.
    #[test]
    fn every_key_is_documented() {
        let page = include_str!("../settings.rs");
        let mut rows = page.lines();
        let row = rows
            .find(|line| line.starts_with("//! | `[checks]`"))
            .unwrap();
        for key in Checks::KEYS {
            let (_, name) = key.split_once('.').unwrap();
            let named = [format!("`{name}`"), format!("`[{key}]`")];
            assert!(named.iter().any(|named| row.contains(named)), "{key}");
        }
    }
}
