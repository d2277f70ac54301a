//! `[[expect]]`: contracts that the ranges of a query keep.
//!
//! ```toml
//! [[expect]]
//! where = "Loop & Gait.Walk"
//! loop = { position = "1cm", rotation = "2deg", velocity = "0.1m/s" }
//! speed = { value = "1.4m/s", within = "0.2m/s" }
//! foot_slide = "3cm/s"
//! root = "extracted"
//! rate = 30
//!
//! [[expect]]
//! group = "Gait.Run & Direction"
//! phase_spread = 0.15
//! missing = ["Direction.Left", "Direction.Right"]
//! ```
//!
//! | key | meaning |
//! |---|---|
//! | `where`, `group` | the query; each range of its answer is measured alone. One of the two is needed; `group` also compares the ranges with each other |
//! | a [`Measure`](crate::Measure), such as `foot_slide` | `"3cm/s"`, `{ min = …, max = … }` or `{ value = …, within = … }` |
//! | `loop` | `{ position, rotation, velocity, angular_velocity }`: the measures of the same names that begin with `loop_` |
//! | `root` | `"extracted"`, `"in-place"` or `"baked"`: the root joint owns the travel, nothing does, or the hips do |
//! | a measure and `_spread` | how far apart the values of a group may be; `phase_spread` is that of `left_phase` on the circle |
//! | `joints` | joints, by name or role, that the skeleton must have |
//! | `missing` | queries that must each find a range of the group |
//! | `message` | added to the findings |
//! | `severity` | `"error"` or `"warning"`, instead of that of the finding's code |

use footwork_base::Position;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{SettingsError, unknown_key};
use crate::finding::{Finding, Severity};
use crate::measure::{Measure, PlainBound};
use crate::quantity::Quantity;

/// A contract of `[[expect]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The query whose ranges are measured.
    pub query: String,
    /// Whether the ranges are compared with each other.
    pub is_group: bool,
    /// The place of the contract in `footwork.toml`.
    pub position: Position,
    /// The limits of measures.
    pub bounds: Vec<Bound>,
    /// Who owns the travel.
    pub root: Option<RootOwner>,
    /// Joints, by name or role, that the skeleton must have.
    pub joints: Vec<String>,
    /// How far apart the values of a group may be.
    pub spreads: Vec<(Measure, f64)>,
    /// Queries that must each find a range of the group.
    pub missing: Vec<String>,
    /// The user's words, added to findings.
    pub message: Option<String>,
    /// The severity instead of that of the finding's code.
    pub severity: Option<Severity>,
}

impl Expectation {
    fn limits_nothing(&self) -> bool {
        let is_alone = self.bounds.is_empty() && self.root.is_none() && self.joints.is_empty();
        is_alone && self.spreads.is_empty() && self.missing.is_empty()
    }
}

/// The limits of a measure, in its unit; at least one is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The measure.
    pub measure: Measure,
    /// The smallest accepted value.
    pub min: Option<f64>,
    /// The largest accepted value.
    pub max: Option<f64>,
}

impl Bound {
    /// Returns whether a value keeps the limits, up to a millionth of the value: limits are written with few digits.
    pub fn accepts(&self, value: f64) -> bool {
        let slack = 1e-6 * value.abs();
        self.min.is_none_or(|min| value >= min - slack)
            && self.max.is_none_or(|max| value <= max + slack)
    }
}

/// Which joint carries the character over the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootOwner {
    /// A root joint above the hips.
    Extracted,
    /// None: the character steps on the spot.
    InPlace,
    /// The hips.
    Baked,
}

/// Keys that name no measure.
const OTHER_KEYS: [&str; 9] = [
    "where",
    "group",
    "loop",
    "root",
    "joints",
    "missing",
    "message",
    "severity",
    "phase_spread",
];

/// The keys of `loop`.
const LOOP: [(&str, Measure); 4] = [
    ("position", Measure::LoopPosition),
    ("rotation", Measure::LoopRotation),
    ("velocity", Measure::LoopVelocity),
    ("angular_velocity", Measure::LoopAngularVelocity),
];

/// The text of `footwork.toml`, for the places of mistakes.
struct Text<'a>(&'a str);

impl Text<'_> {
    fn refuse(&self, at: usize, message: impl Into<String>) -> SettingsError {
        SettingsError {
            position: Some(Position::from_offset(self.0, at)),
            message: message.into(),
        }
    }

    fn string(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<String, SettingsError> {
        let text = value.get_ref().as_str().map(str::to_owned);
        text.ok_or_else(|| self.refuse(value.span().start, format!("{key} must be a text")))
    }

    fn list(
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
    fn amount(
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
    fn bound(
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

/// Reads the list of contracts. Unknown keys are reported as findings.
pub(super) fn read(
    text: &str,
    value: &Spanned<DeValue<'_>>,
    findings: &mut Vec<Finding>,
) -> Result<Vec<Expectation>, SettingsError> {
    let text = Text(text);
    let list = "expect must be a list of tables, each below [[expect]]";
    let Some(items) = value.get_ref().as_array() else {
        return Err(text.refuse(value.span().start, list));
    };
    let contract = |item: &Spanned<DeValue<'_>>| {
        let at = item.span().start;
        let table = item.get_ref().as_table();
        let table = table.ok_or_else(|| text.refuse(at, list))?;
        let known = findings.len();
        let contract = expectation(&text, at, table, findings)?;
        // An unknown key was perhaps meant as a limit, and is reported already.
        if contract.limits_nothing() && findings.len() == known {
            let message = "a contract needs a limit, such as `foot_slide = \"3cm/s\"`";
            return Err(text.refuse(at, message));
        }
        Ok(contract)
    };
    items.iter().map(contract).collect()
}

fn expectation(
    text: &Text<'_>,
    at: usize,
    table: &DeTable<'_>,
    findings: &mut Vec<Finding>,
) -> Result<Expectation, SettingsError> {
    let [alone, group] = ["where", "group"].map(|key| table.get(key));
    let (key, query, is_group) = match (alone, group) {
        (Some(query), None) => ("where", query, false),
        (None, Some(query)) => ("group", query, true),
        _ => {
            let message = "a contract needs either `where` or `group`, with a query";
            return Err(text.refuse(at, message));
        }
    };
    let mut contract = Expectation {
        query: text.string(key, query)?,
        is_group,
        position: Position::from_offset(text.0, at),
        bounds: Vec::new(),
        root: None,
        joints: Vec::new(),
        spreads: Vec::new(),
        missing: Vec::new(),
        message: None,
        severity: None,
    };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let refuse = |message: &str| text.refuse(value.span().start, message);
        match name {
            "where" | "group" => {}
            "loop" => contract.bounds.extend(loop_bounds(text, value, findings)?),
            "root" => contract.root = Some(owner(text, value)?),
            "missing" => contract.missing = text.list(name, "queries", value)?,
            "joints" => contract.joints = text.list(name, "names of joints", value)?,
            "message" => contract.message = Some(text.string("message", value)?),
            "severity" => {
                contract.severity = Some(match value.get_ref().as_str() {
                    Some("error") => Severity::Error,
                    Some("warning") => Severity::Warning,
                    _ => return Err(refuse("severity must be \"error\" or \"warning\"")),
                });
            }
            _ => match (name.parse::<Measure>(), spread(name)) {
                (Ok(measure), _) => {
                    let bound = text.bound(name, measure, value, findings)?;
                    contract.bounds.push(bound);
                }
                (_, Some(measure)) => {
                    let most = text.amount(name, measure.quantity(), value)?;
                    contract.spreads.push((measure, most));
                }
                _ => {
                    let at = Position::from_offset(text.0, key.span().start);
                    let measures = Measure::ALL.iter().map(|measure| measure.name());
                    let known: Vec<&str> = measures.chain(OTHER_KEYS).collect();
                    findings.push(unknown_key(at, name, &known));
                }
            },
        }
    }
    let is_of_group = !contract.spreads.is_empty() || !contract.missing.is_empty();
    if !is_group && is_of_group {
        let message =
            "spreads and `missing` compare the ranges of a `group`; use it in place of `where`";
        return Err(text.refuse(at, message));
    }
    // Tables have no order, and findings must have one.
    contract.bounds.sort_by_key(|bound| bound.measure);
    contract.spreads.sort_by_key(|(measure, _)| *measure);
    Ok(contract)
}

/// Returns the measure whose spread a key limits.
fn spread(key: &str) -> Option<Measure> {
    match key.strip_suffix("_spread")? {
        "phase" => Some(Measure::LeftPhase),
        name => name.parse().ok(),
    }
}

fn loop_bounds(
    text: &Text<'_>,
    value: &Spanned<DeValue<'_>>,
    findings: &mut Vec<Finding>,
) -> Result<Vec<Bound>, SettingsError> {
    let Some(table) = value.get_ref().as_table() else {
        let message = "loop must be a table such as { position = \"1cm\", rotation = \"2deg\" }";
        return Err(text.refuse(value.span().start, message));
    };
    let mut bounds = Vec::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match LOOP.iter().find(|(known, _)| *known == name) {
            Some((_, measure)) => bounds.push(text.bound(name, *measure, value, findings)?),
            None => {
                let at = Position::from_offset(text.0, key.span().start);
                findings.push(unknown_key(at, name, &LOOP.map(|(known, _)| known)));
            }
        }
    }
    Ok(bounds)
}

fn owner(text: &Text<'_>, value: &Spanned<DeValue<'_>>) -> Result<RootOwner, SettingsError> {
    match value.get_ref().as_str() {
        Some("extracted") => Ok(RootOwner::Extracted),
        Some("in-place") => Ok(RootOwner::InPlace),
        Some("baked") => Ok(RootOwner::Baked),
        _ => {
            let message = "root must be \"extracted\", \"in-place\" or \"baked\"";
            Err(text.refuse(value.span().start, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Expectation, RootOwner};
    use crate::measure::Measure;
    use crate::settings::Settings;

    fn read(text: &str) -> (Vec<Expectation>, Vec<String>) {
        let (settings, findings) = Settings::parse(text).unwrap();
        let findings = findings.iter().map(ToString::to_string).collect();
        (settings.expect, findings)
    }

    #[test]
    fn values_have_units_tolerances_and_limits() {
        let (contracts, findings) = read(
            "[[expect]]\nwhere = \"Loop\"\nloop = { position = \"1cm\" }\nrate = 30\nroot = \"in-place\"\n\
             speed = { value = \"1.5m/s\", within = \"50cm/s\" }\nduration = { min = \"400ms\" }\n\
             [[expect]]\ngroup = \"Gait\"\nphase_spread = 0.15\nduration_spread = \"50ms\"\nmissing = [\"A\"]\n",
        );
        assert!(findings.is_empty(), "{findings:?}");
        let [alone, group] = contracts.as_slice() else {
            panic!("{contracts:?}");
        };
        assert_eq!((alone.position.line, group.position.line), (1, 8));
        assert_eq!(alone.root, Some(RootOwner::InPlace));
        let bound = |measure, min, max| Bound { measure, min, max };
        assert_eq!(
            alone.bounds,
            [
                bound(Measure::LoopPosition, None, Some(0.01)),
                bound(Measure::Speed, Some(1.0), Some(2.0)),
                bound(Measure::Duration, Some(0.4), None),
                bound(Measure::Rate, Some(30.0 - 3e-5), Some(30.0 + 3e-5)),
            ]
        );
        assert_eq!(
            group.spreads,
            [(Measure::LeftPhase, 0.15), (Measure::Duration, 0.05)]
        );
        assert_eq!(group.missing, ["A"]);
    }

    #[test]
    fn unknown_keys_name_their_place_and_the_nearest_key() {
        let (_, findings) = read("[[expect]]\nwhere = \"A\"\nfoot_slid = \"1cm/s\"\n");
        assert_eq!(
            findings,
            [
                "footwork.toml:3:1: warning[unknown-key]: this version does not know the key `foot_slid`; \
                 did you mean `foot_slide`?"
            ]
        );
    }

    #[test]
    fn wrong_values_are_refused_at_their_place() {
        for (line, message) in [
            ("speed = \"1.4m/s\"", "needs a tolerance or limits"),
            ("foot_slide = \"3cm\"", "needs one of the units m/s"),
            ("foot_slide = true", "must be a number with a unit"),
            ("phase_spread = 0.1", "compare the ranges of a `group`"),
            ("group = \"B\"", "either `where` or `group`"),
            ("speed = { min = 2, max = 1 }", "in order"),
            ("root = \"hips\"", "\"in-place\""),
            ("message = \"short\"", "needs a limit"),
            ("loop = {}", "needs a limit"),
        ] {
            let text = format!("[[expect]]\nwhere = \"A\"\n{line}\n");
            let error = Settings::parse(&text).unwrap_err().to_string();
            assert!(error.contains(message), "{line}: {error}");
            assert!(error.starts_with("footwork.toml:"), "{error}");
        }
    }
}
