//! `[studio]`: how labelling is recorded.
//!
//! | key | meaning |
//! |---|---|
//! | `provenance` | `true` keeps the source and the score of each accepted span as a `by` line of the sidecar; default `false` |

use footwork_base::Position;
use toml::Spanned;
use toml::de::DeValue;

use super::error::{SettingsError, unknown_key};
use crate::finding::Finding;

/// The settings of `[studio]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StudioSettings {
    /// Whether sidecars keep which program proposed an accepted span.
    pub provenance: bool,
}

impl StudioSettings {
    /// The keys of the table.
    pub const KEYS: [&str; 1] = ["studio.provenance"];

    /// Reads the table. Unknown keys are reported as findings.
    pub(super) fn read(
        text: &str,
        value: &Spanned<DeValue<'_>>,
        findings: &mut Vec<Finding>,
    ) -> Result<Self, SettingsError> {
        let refuse = |at: usize, message: &str| SettingsError {
            position: Some(Position::from_offset(text, at)),
            message: message.to_owned(),
        };
        let Some(table) = value.get_ref().as_table() else {
            return Err(refuse(
                value.span().start,
                "studio must be a table, [studio]",
            ));
        };
        let mut settings = Self::default();
        for (key, value) in table {
            if key.get_ref() == "provenance" {
                let chosen = value.get_ref().as_bool();
                let message = "provenance must be true or false";
                settings.provenance = chosen.ok_or_else(|| refuse(value.span().start, message))?;
            } else {
                let at = Position::from_offset(text, key.span().start);
                let full = format!("studio.{}", key.get_ref());
                findings.push(unknown_key(at, &full, &Self::KEYS));
            }
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::StudioSettings;
    use crate::settings::Settings;

    #[test]
    fn provenance_is_off_unless_chosen() {
        let read = |text: &str| Settings::parse(text).unwrap();
        for (text, expected) in [
            ("", false),
            ("[studio]\n", false),
            ("[studio]\nprovenance = false\n", false),
            ("[studio]\nprovenance = true\n", true),
        ] {
            let (settings, findings) = read(text);
            let provenance = StudioSettings {
                provenance: expected,
            };
            assert_eq!((settings.studio, findings.len()), (provenance, 0), "{text}");
        }
        let (_, findings) = read("[studio]\nprovenence = true\n");
        assert_eq!(findings[0].position.unwrap().line, 2);
        assert!(
            findings[0].message.contains("studio.provenance"),
            "{findings:?}"
        );
    }

    #[test]
    fn a_wrong_value_is_an_error_at_its_place() {
        for (text, at, message) in [
            (
                "[studio]\nprovenance = \"yes\"\n",
                (2, 14),
                "provenance must be true or false",
            ),
            (
                "studio = true\n",
                (1, 10),
                "studio must be a table, [studio]",
            ),
        ] {
            let error = Settings::parse(text).unwrap_err();
            let place = error.position.unwrap();
            assert_eq!(
                ((place.line, place.column), error.message.as_str()),
                (at, message)
            );
        }
    }
}
