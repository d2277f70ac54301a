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
//! | `moves` | joints, by name or role, that must turn by at least [`MOVES_DEG`] |
//! | `backwards` | how much more alike the steps of two ranges of a group may be if one of them plays backwards |
//! | `missing` | queries that must each find a range of the group |
//! | `message` | added to the findings |
//! | `severity` | `"error"` or `"warning"`, instead of that of the finding's code |

mod text;

use footwork_base::Position;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{SettingsError, unknown_key};
use crate::finding::{Finding, Severity};
use crate::measure::Measure;
use crate::quantity::Quantity;
use text::Text;

/// A contract of `[[expect]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The query whose ranges are measured.
    pub query: String,
    /// Whether the ranges are also compared with each other.
    pub is_group: bool,
    /// The place of the contract in `footwork.toml`.
    pub position: Position,
    /// The limits of measures.
    pub bounds: Vec<Bound>,
    /// The joint that must own the travel.
    pub root: Option<RootOwner>,
    /// Joints, by name or role, that the skeleton must have.
    pub joints: Vec<String>,
    /// Joints, by name or role, that must turn by at least [`MOVES_DEG`] degrees.
    pub moves: Vec<String>,
    /// How much more alike the steps of two ranges of a group may be if one of them plays backwards, from 0 to 1.
    pub backwards: Option<f64>,
    /// The maximum differences between the values of a group.
    pub spreads: Vec<(Measure, f64)>,
    /// Queries that must each find a range of the group.
    pub missing: Vec<String>,
    /// The user's words, added to findings.
    pub message: Option<String>,
    /// The severity that replaces the default of the finding's code; `None` keeps the default.
    pub severity: Option<Severity>,
}

impl Expectation {
    fn limits_nothing(&self) -> bool {
        let has_joints = !(self.joints.is_empty() && self.moves.is_empty());
        let is_alone = self.bounds.is_empty() && self.root.is_none() && !has_joints;
        is_alone && !self.limits_a_group()
    }

    fn limits_a_group(&self) -> bool {
        !self.spreads.is_empty() || !self.missing.is_empty() || self.backwards.is_some()
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
    /// Returns whether a value keeps the limits. Allows an error of a millionth of the value, because limits are
    /// written with few digits.
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
    /// No joint: the character steps on the spot.
    InPlace,
    /// The hips.
    Baked,
}

/// The minimum angle by which a joint that must move turns away from its first pose, in degrees.
pub const MOVES_DEG: f64 = 1.0;

/// The keys that are not measures.
const OTHER_KEYS: [&str; 11] = [
    "where",
    "group",
    "loop",
    "root",
    "joints",
    "moves",
    "missing",
    "backwards",
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
        // An unknown key, which is already reported, may have been intended as the limit.
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
        moves: Vec::new(),
        backwards: None,
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
            "moves" => contract.moves = text.list(name, "names of joints", value)?,
            "backwards" => {
                contract.backwards = Some(text.amount(name, Quantity::Share, value)?);
            }
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
    if !is_group && contract.limits_a_group() {
        let message = "spreads, `backwards` and `missing` compare the ranges of a `group`; use it in place of `where`";
        return Err(text.refuse(at, message));
    }
    // TOML tables have no order, but the findings must have one.
    contract.bounds.sort_by_key(|bound| bound.measure);
    contract.spreads.sort_by_key(|(measure, _)| *measure);
    Ok(contract)
}

/// Returns the measure whose spread a key limits; `None` if the key limits no spread.
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
mod tests;
