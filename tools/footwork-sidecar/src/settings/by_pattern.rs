//! Settings that apply to clips by name: one value for all, or a table of patterns.

use std::fmt::Display;
use std::str::FromStr;

use footwork_base::{ClipPattern, Position};
use toml::Spanned;
use toml::de::DeValue;

use super::error::SettingsError;

/// Values by patterns of clip names. If several patterns match a name, the first one counts.
#[derive(Clone, Debug, PartialEq)]
pub struct ByPattern<T>(Vec<Row<T>>);

#[derive(Clone, Debug, PartialEq)]
struct Row<T> {
    pattern: ClipPattern,
    /// The extension that the pattern ends in, in lower case.
    extension: Option<String>,
    value: T,
}

impl<T> Default for ByPattern<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> ByPattern<T> {
    /// Returns the value for a clip or a file of this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        let row = self.0.iter().find(|row| row.pattern.matches(name));
        row.map(|row| &row.value)
    }

    /// Returns the value for a file of this name from the patterns that end in its extension, such as `**.fbx`.
    pub fn get_by_extension(&self, file: &str) -> Option<&T> {
        let extension = extension(file);
        let named = |row: &&Row<T>| row.extension.is_some() && row.extension == extension;
        let row = self
            .0
            .iter()
            .filter(named)
            .find(|row| row.pattern.matches(file));
        row.map(|row| &row.value)
    }

    /// Returns the settings for names relative to this folder.
    pub(super) fn inside(self, folder: &str) -> Self {
        let rows = self.0.into_iter().map(|row| Row {
            pattern: row.pattern.inside(folder),
            ..row
        });
        Self(rows.collect())
    }

    /// Returns the number of patterns.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no patterns.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: FromStr<Err: Display>> ByPattern<T> {
    /// Reads the value of `key`.
    pub(super) fn read(
        text: &str,
        key: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Self, SettingsError> {
        let parse = |value: &Spanned<DeValue<'_>>| {
            let wrong = |message: String| SettingsError {
                position: Some(Position::from_offset(text, value.span().start)),
                message,
            };
            let written = match value.get_ref() {
                DeValue::String(name) => name.to_string(),
                DeValue::Integer(number) => number.to_string(),
                DeValue::Float(number) => number.to_string(),
                other => return Err(wrong(format!("{key}: unexpected {}", other.type_str()))),
            };
            let parsed = written.parse();
            parsed.map_err(|error: T::Err| wrong(format!("{key} `{written}`: {error}")))
        };
        let row = |pattern: &str, value: &Spanned<DeValue<'_>>| {
            Ok(Row {
                pattern: ClipPattern::new(pattern),
                extension: extension(pattern),
                value: parse(value)?,
            })
        };
        let rows = match value.get_ref() {
            DeValue::Table(table) => table
                .iter()
                .map(|(pattern, value)| row(pattern.get_ref(), value))
                .collect(),
            _ => row("**/*", value).map(|row| vec![row]),
        };
        rows.map(Self)
    }
}

/// Returns the extension of a file or a pattern in lower case; `None` if there is none, or if it has wildcards.
fn extension(name: &str) -> Option<String> {
    let base = name.rsplit('/').next()?;
    let (_, extension) = base.rsplit_once('.')?;
    (!extension.contains(['*', '?'])).then(|| extension.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use crate::Settings;

    #[test]
    fn a_stated_unit_yields_only_to_a_pattern_with_its_extension() {
        let check = |text: &str, file: &str, expected: Option<f64>| {
            let (settings, findings) = Settings::parse(text).unwrap();
            assert_eq!(findings, []);
            let unit = settings.unit_instead_of_stated(file);
            assert_eq!(unit.map(|unit| unit.metres()), expected, "{text} {file}");
        };
        check("length_unit = \"cm\"", "a.fbx", None);
        check("length_unit = { \"**\" = \"cm\" }", "a.fbx", None);
        check("length_unit = { \"**.*\" = \"cm\" }", "a.fbx", None);
        check("length_unit = { \"cmu/**\" = \"cm\" }", "cmu/a.fbx", None);
        let table = "length_unit = { \"**\" = \"mm\", \"x/*.FBX\" = 2, \"**.fbx\" = \"cm\" }";
        check(table, "x/a.fbx", Some(0.01));
        check(table, "x/a.FBX", Some(2.0));
        check(table, "y/a.fbx", Some(0.01));
        check(table, "y/a.glb", None);
    }
}
