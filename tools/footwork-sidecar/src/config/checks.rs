//! `[checks]`: what a library asks of its tags beyond what is wrong everywhere.
//!
//! | key | says |
//! |---|---|
//! | `min_frames` | a tag that holds for fewer frames in a row is a finding; 0 without it, for none |
//! | `max_gap` | a gap of at most that many frames in a tag, or in an exclusive group, is one; 0 without it |
//! | `required` | every clip has each of these tags, or one of the list: `["Source", ["Gait", "Action"]]` |
//! | `covered` | the same for every frame |
//! | `[checks.severity]` | `"error"`, `"warning"` or `"off"` by the code of a finding |

use std::collections::BTreeMap;

use footwork_base::{Name, Position, nearest};
use toml::Spanned;
use toml::de::DeValue;

use super::error::{ConfigError, finding, unknown_key};
use super::tag_list::tag_lists;
use crate::codes::CODES;
use crate::finding::{Finding, Severity};

/// What `[checks]` says; the default asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// The fewest frames in a row for which a tag may hold.
    pub min_frames: u32,
    /// The longest gap, in frames, that is probably a mistake.
    pub max_gap: u32,
    /// Of each list, every clip has a tag.
    pub required: Vec<Vec<Name>>,
    /// Of each list, every frame of every clip has a tag.
    pub covered: Vec<Vec<Name>>,
    /// How much findings matter, by their code; `None` where they do not.
    pub severity: BTreeMap<String, Option<Severity>>,
}

impl Checks {
    /// Reads the table; what it has and this version does not know is a finding.
    pub(super) fn read(
        text: &str,
        value: &Spanned<DeValue<'_>>,
        findings: &mut Vec<Finding>,
    ) -> Result<Self, ConfigError> {
        let refuse = |at: usize, message: String| ConfigError {
            position: Some(Position::from_offset(text, at)),
            message,
        };
        let Some(table) = value.get_ref().as_table() else {
            let message = "checks is a table, [checks]".to_owned();
            return Err(refuse(value.span().start, message));
        };
        let frames = |key: &str, value: &Spanned<DeValue<'_>>| {
            let number = value.get_ref().as_integer().and_then(|number| {
                let digits = number.as_str();
                u32::from_str_radix(digits, number.radix()).ok()
            });
            let message = format!("{key} is a whole number of frames");
            number.ok_or_else(|| refuse(value.span().start, message))
        };
        let mut checks = Self::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "min_frames" => checks.min_frames = frames("min_frames", value)?,
                "max_gap" => checks.max_gap = frames("max_gap", value)?,
                "required" => checks.required = tag_lists(text, "required", value)?,
                "covered" => checks.covered = tag_lists(text, "covered", value)?,
                "severity" => checks.severity = severities(text, value, findings)?,
                other => {
                    let at = Position::from_offset(text, key.span().start);
                    findings.push(unknown_key(at, &format!("checks.{other}")));
                }
            }
        }
        Ok(checks)
    }
}

fn severities(
    text: &str,
    value: &Spanned<DeValue<'_>>,
    findings: &mut Vec<Finding>,
) -> Result<BTreeMap<String, Option<Severity>>, ConfigError> {
    let refuse = |at: &Spanned<DeValue<'_>>, message: &str| ConfigError {
        position: Some(Position::from_offset(text, at.span().start)),
        message: message.to_owned(),
    };
    let Some(table) = value.get_ref().as_table() else {
        return Err(refuse(value, "severity is a table, [checks.severity]"));
    };
    let mut severities = BTreeMap::new();
    for (code, value) in table {
        let severity = match value.get_ref().as_str() {
            Some("error") => Some(Severity::Error),
            Some("warning") => Some(Severity::Warning),
            Some("off") => None,
            _ => {
                let message = "a severity is \"error\", \"warning\" or \"off\"";
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
