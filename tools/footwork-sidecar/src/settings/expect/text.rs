//! Values of contracts in `footwork.toml`, and the positions of mistakes in them.

use footwork_base::Position;
use toml::Spanned;
use toml::de::DeValue;

use super::Bound;
use crate::finding::Finding;
use crate::measure::{Measure, PlainBound};
use crate::quantity::Quantity;
use crate::settings::error::{SettingsError, unknown_key};

/// The text of `footwork.toml`, in which positions of mistakes are looked up.
pub(super) struct Text<'a>(pub(super) &'a str);

impl Text<'_> {
    pub(super) fn refuse(&self, at: usize, message: impl Into<String>) -> SettingsError {
        SettingsError {
            position: Some(Position::from_offset(self.0, at)),
            message: message.into(),
        }
    }

    pub(super) fn string(
        &self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<String, SettingsError> {
        let text = value.get_ref().as_str().map(str::to_owned);
        text.ok_or_else(|| self.refuse(value.span().start, format!("{key} must be a text")))
    }

    pub(super) fn list(
        &self,
        key: &str,
        of: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Vec<String>, SettingsError> {
        let message = || format!("{key} must be a list of {of}");
        let items = value.get_ref().as_array();
        let items = items.ok_or_else(|| self.refuse(value.span().start, message()))?;
        items.iter().map(|item| self.string(key, item)).collect()
    }

    /// Reads a number, or a text with a number and a unit.
    pub(super) fn amount(
        &self,
        key: &str,
        quantity: Quantity,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<f64, SettingsError> {
        let at = value.span().start;
        let read = match value.get_ref() {
            DeValue::String(text) => quantity.parse(text),
            DeValue::Integer(number) => number.as_str().parse().map_err(|_| String::new()),
            DeValue::Float(number) => number.as_str().parse().map_err(|_| String::new()),
            _ => Err(String::new()),
        };
        match read {
            Ok(number) if f64::is_finite(number) => Ok(number),
            Err(message) if !message.is_empty() => {
                Err(self.refuse(at, format!("{key}: {message}")))
            }
            _ => {
                let unit = quantity.unit();
                let example = if unit.is_empty() {
                    "such as 2".to_owned()
                } else {
                    format!("with a unit, such as \"2{unit}\"")
                };
                Err(self.refuse(at, format!("{key} must be a number {example}")))
            }
        }
    }

    /// Reads the limits of a measure.
    pub(super) fn bound(
        &self,
        key: &str,
        measure: Measure,
        value: &Spanned<DeValue<'_>>,
        findings: &mut Vec<Finding>,
    ) -> Result<Bound, SettingsError> {
        let quantity = measure.quantity();
        let limits = |min, max| Bound { measure, min, max };
        let Some(table) = value.get_ref().as_table() else {
            let plain = self.amount(key, quantity, value)?;
            let slack = 1e-6 * plain.abs();
            return match measure.plain_bound() {
                PlainBound::AtMost => Ok(limits(None, Some(plain))),
                PlainBound::AtLeast => Ok(limits(Some(plain), None)),
                PlainBound::Exactly => Ok(limits(Some(plain - slack), Some(plain + slack))),
                PlainBound::Refused => {
                    let unit = quantity.unit();
                    let message = format!(
                        "{key} needs a tolerance or limits: {{ value = \"{plain}{unit}\", within = \"…{unit}\" }} \
                         or {{ min = …, max = … }}"
                    );
                    Err(self.refuse(value.span().start, message))
                }
            };
        };
        let mut numbers = [None; 4];
        const KEYS: [&str; 4] = ["min", "max", "value", "within"];
        for (name, value) in table {
            match KEYS.iter().position(|key| key == name.get_ref()) {
                Some(at) => numbers[at] = Some(self.amount(key, quantity, value)?),
                None => {
                    let at = Position::from_offset(self.0, name.span().start);
                    findings.push(unknown_key(at, name.get_ref(), &KEYS));
                }
            }
        }
        match numbers {
            [None, None, Some(value), Some(within)] if within >= 0.0 => {
                Ok(limits(Some(value - within), Some(value + within)))
            }
            [min, max, None, None]
                if (min.is_some() || max.is_some())
                    && min.zip(max).is_none_or(|(min, max)| min <= max) =>
            {
                Ok(limits(min, max))
            }
            _ => {
                let message = format!(
                    "{key} must be {{ value, within }} with a tolerance of at least 0, or {{ min, max }} in order"
                );
                Err(self.refuse(value.span().start, message))
            }
        }
    }
}
