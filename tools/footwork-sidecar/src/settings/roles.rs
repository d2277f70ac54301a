//! `[roles]`: joints whose role neither their names nor the shape of the skeleton shows.
//!
//! ```toml
//! [roles]
//! left_foot = "L_Ankle"
//!
//! [roles."bandai/**"]
//! left_toe = "Ball_L"
//! ```
//!
//! Roles directly in the table apply to all clips. Roles below a pattern apply to the clips that match it, and take
//! precedence. If several patterns match, the longest wins, so the order of the tables does not matter.

use std::collections::BTreeMap;

use footwork_base::{ClipPattern, Position, Role};
use toml::Spanned;
use toml::de::DeValue;

use super::error::{SettingsError, finding};
use crate::finding::Finding;

/// A joint that `[roles]` assigns to a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleSetting {
    /// The role.
    pub role: Role,
    /// The name of the joint.
    pub joint: String,
    /// The pattern of the clips; `None` for all.
    pub clips: Option<String>,
    pattern: ClipPattern,
}

impl RoleSetting {
    /// Returns the setting for names relative to this folder.
    pub(super) fn inside(self, folder: &str) -> Self {
        let pattern = self.pattern.inside(folder);
        Self { pattern, ..self }
    }

    /// Returns whether the setting applies to a clip of this name.
    pub fn is_for(&self, clip: &str) -> bool {
        self.pattern.matches(clip)
    }
}

/// Returns the joints of the roles in a clip of this name.
pub(super) fn role_names(settings: &[RoleSetting], clip: &str) -> BTreeMap<Role, String> {
    let mut matching: Vec<&RoleSetting> = settings.iter().filter(|s| s.is_for(clip)).collect();
    matching.sort_by_key(|setting| (setting.clips.as_ref().map(String::len), &setting.clips));
    let pairs = matching.into_iter();
    // If a role has several joints, the last one counts.
    pairs.map(|s| (s.role, s.joint.clone())).collect()
}

/// Reads the table. Unknown roles are reported as findings.
pub(super) fn read(
    text: &str,
    value: &Spanned<DeValue<'_>>,
    findings: &mut Vec<Finding>,
) -> Result<Vec<RoleSetting>, SettingsError> {
    let refuse = |at: usize, message: &str| SettingsError {
        position: Some(Position::from_offset(text, at)),
        message: message.to_owned(),
    };
    let Some(table) = value.get_ref().as_table() else {
        return Err(refuse(value.span().start, "roles must be a table, [roles]"));
    };
    let mut settings = Vec::new();
    for (key, value) in table {
        match value.get_ref() {
            DeValue::String(joint) => {
                settings.extend(setting(text, key, joint, None, findings));
            }
            DeValue::Table(of_clips) => {
                for (role, value) in of_clips {
                    let DeValue::String(joint) = value.get_ref() else {
                        return Err(refuse(value.span().start, JOINT));
                    };
                    let clips = Some(key.get_ref().as_ref());
                    settings.extend(setting(text, role, joint, clips, findings));
                }
            }
            _ => return Err(refuse(value.span().start, JOINT)),
        }
    }
    Ok(settings)
}

const JOINT: &str =
    "the value of a role must be the name of a joint, as in left_foot = \"L_Ankle\"";

/// Returns the setting for one entry. Reports an unknown role and returns `None`.
fn setting(
    text: &str,
    role: &Spanned<impl AsRef<str>>,
    joint: &str,
    clips: Option<&str>,
    findings: &mut Vec<Finding>,
) -> Option<RoleSetting> {
    match role.get_ref().as_ref().parse() {
        Ok(role) => Some(RoleSetting {
            role,
            joint: joint.to_owned(),
            clips: clips.map(str::to_owned),
            pattern: ClipPattern::new(clips.unwrap_or("**/*")),
        }),
        Err(error) => {
            let at = Position::from_offset(text, role.span().start);
            findings.push(finding(Some(at), "unknown-role", error.to_string()));
            None
        }
    }
}
