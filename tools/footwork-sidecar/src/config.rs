//! `footwork.toml`: what a library is called, what its tags mean and which files belong to it.
//!
//! | key | says |
//! |---|---|
//! | `name` | what the library is called |
//! | `length_unit` | `"cm"`, `0.01` …; or a table of globs, the first that matches counts. Without it units are estimated |
//! | `include`, `exclude` | globs of the clips that belong |
//! | `[tags."Gait.Run"]` | a tag of the vocabulary: `colour`, `key`, `description`, `mirror` |
//! | `[events."Foot.Left"]` | the same for an event |
//! | `[queries]` | saved queries by name |
//! | `[rules]` | queries that place tags, by the tag |
//! | `mirror` | `true`, or globs of the clips that have a mirrored twin; off without it |
//! | `exclusive` | tags of which at most one may hold for a frame: `["Gait", ["Loop", "Cut"]]` means what lies directly below `Gait`, and `Loop` and `Cut`. Giving one to frames takes the others from them |
//! | `[checks]` | what else `footwork check` asks: `min_frames`, `max_gap`, `required`, `covered`, `[checks.severity]`; see [`Checks`] |
//! | `[mirror_joints]` | `"arm_a" = "arm_b"`: joints that are partners in mirroring, for names that tell no side |

mod checks;
mod error;
mod exclusive;
mod tag_list;

use std::collections::BTreeMap;

use footwork_base::{ClipPattern, LengthUnit, Name, Position, nearest};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::finding::Finding;
use crate::name_pairs::NamePairs;
use crate::tag_style::TagStyle;
pub use checks::Checks;
pub use error::ConfigError;
use error::{finding, unknown_key};
pub use exclusive::ExclusiveGroup;
use tag_list::tag_lists;

/// The name of the file, at the root of a library.
pub const FILE_NAME: &str = "footwork.toml";

/// What `footwork.toml` says; everything may be left out.
///
/// ```
/// use footwork_sidecar::Config;
///
/// let (config, findings) = Config::parse(r##"
/// name = "Playground"
/// length_unit = { "cmu/**" = "cmu", "**" = "m" }
/// exclude = ["drafts/**"]
///
/// [tags."Gait.Run"]
/// colour = "#d55e00"
/// key = "r"
/// description = "Both feet leave the ground between steps."
/// "##).unwrap();
/// assert!(findings.is_empty());
/// assert!(!config.includes("drafts/walk.bvh"));
/// assert_eq!(config.tags.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// What the library is called.
    pub name: Option<String>,
    /// The length unit of clips that do not say theirs: the first pattern that matches counts.
    pub length_units: Vec<(ClipPattern, LengthUnit)>,
    /// Clips that belong to the library; all, where this is empty.
    pub include: Vec<ClipPattern>,
    /// Clips that do not, even if included.
    pub exclude: Vec<ClipPattern>,
    /// The vocabulary of tags.
    pub tags: BTreeMap<Name, TagStyle>,
    /// The vocabulary of events.
    pub events: BTreeMap<Name, TagStyle>,
    /// Saved queries, by name.
    pub queries: BTreeMap<String, String>,
    /// Queries that place tags, by the tag.
    pub rules: BTreeMap<Name, RuleText>,
    /// Tags of which at most one may hold for a frame.
    pub exclusive: Vec<ExclusiveGroup>,
    /// What else is asked of tags and events.
    pub checks: Checks,
    /// Clips that have a mirrored twin.
    pub mirror: Vec<ClipPattern>,
    /// Joints that are partners in mirroring, beside those whose names tell. A joint that is its own
    /// partner stays in the middle.
    pub mirror_joints: BTreeMap<String, String>,
}

/// The query of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The query.
    pub query: String,
    /// At which byte of `footwork.toml` it begins; `None` where it stands there with escapes.
    pub start: Option<usize>,
}

impl RuleText {
    /// The query of a string in the text of `footwork.toml`.
    fn from_spanned(text: &str, value: Spanned<String>) -> Self {
        let written = text.get(value.span()).unwrap_or("");
        let start = written.find(value.get_ref().as_str());
        let start = start.map(|within| value.span().start + within);
        Self {
            start,
            query: value.into_inner(),
        }
    }
}

#[derive(Deserialize)]
struct Raw {
    name: Option<String>,
    #[serde(default)]
    include: Vec<String>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    tags: BTreeMap<Spanned<String>, TagStyle>,
    #[serde(default)]
    events: BTreeMap<Spanned<String>, TagStyle>,
    #[serde(default)]
    queries: BTreeMap<String, String>,
    #[serde(default)]
    rules: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default, deserialize_with = "globs")]
    mirror: Vec<String>,
    #[serde(default)]
    mirror_joints: BTreeMap<String, String>,
}

/// The keys at the top level.
const KEYS: [&str; 12] = [
    "name",
    "length_unit",
    "include",
    "exclude",
    "tags",
    "events",
    "queries",
    "rules",
    "exclusive",
    "checks",
    "mirror",
    "mirror_joints",
];

/// `true` for all, `false` for none, or globs.
fn globs<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "expected `true`, `false` or globs such as [\"walks/**\"]"
    )]
    enum Choice {
        All(bool),
        Of(Vec<String>),
    }
    Ok(match Choice::deserialize(from)? {
        Choice::All(false) => Vec::new(),
        Choice::All(true) => vec!["**/*".to_owned()],
        Choice::Of(globs) => globs,
    })
}

impl Config {
    /// Reads the text of `footwork.toml`; keys that this version does not know are findings.
    ///
    /// # Errors
    /// When it is not TOML, or a value is of another kind than its key takes.
    pub fn parse(text: &str) -> Result<(Self, Vec<Finding>), ConfigError> {
        let at = |span: Option<std::ops::Range<usize>>| {
            span.map(|s| Position::from_offset(text, s.start))
        };
        let bad = |error: toml::de::Error| ConfigError {
            position: at(error.span()),
            message: error.message().replace('\n', ", "),
        };
        let raw: Raw = toml::from_str(text).map_err(bad)?;
        let table = DeTable::parse(text).map_err(bad)?;
        let unit = table.get_ref().get("length_unit");
        let length_units = unit.map(|value| length_units(text, value)).transpose()?;
        let patterns = |texts: &[String]| texts.iter().map(|text| ClipPattern::new(text)).collect();
        let keys = table.get_ref().keys();
        let unknown = keys.filter(|key| !KEYS.contains(&key.get_ref().as_ref()));
        let unknown = unknown.map(|key| {
            let at = Position::from_offset(text, key.span().start);
            unknown_key(at, key.get_ref())
        });
        let mut findings: Vec<Finding> = unknown.collect();
        let exclusive = match table.get_ref().get("exclusive") {
            Some(value) => tag_lists(text, "exclusive", value)?,
            None => Vec::new(),
        };
        let checks = match table.get_ref().get("checks") {
            Some(value) => Checks::read(text, value, &mut findings)?,
            None => Checks::default(),
        };
        let config = Self {
            name: raw.name,
            length_units: length_units.unwrap_or_default(),
            include: patterns(&raw.include),
            exclude: patterns(&raw.exclude),
            tags: by_name(text, raw.tags)?,
            events: by_name(text, raw.events)?,
            queries: raw.queries,
            rules: by_name(text, raw.rules)?
                .into_iter()
                .map(|(tag, query)| (tag, RuleText::from_spanned(text, query)))
                .collect(),
            exclusive: exclusive
                .into_iter()
                .map(ExclusiveGroup::from_names)
                .collect(),
            checks,
            mirror: patterns(&raw.mirror),
            mirror_joints: raw.mirror_joints,
        };
        for vocabulary in [&config.tags, &config.events] {
            for (name, other, back) in NamePairs::from_vocabulary(vocabulary).crossed() {
                let message = format!(
                    "{name} mirrored is {other}, but {other} mirrored is {back}: mirroring twice \
                     would not give {name} back"
                );
                findings.push(finding(None, "mirror-pair", message));
            }
        }
        Ok((config, findings))
    }

    /// Whether a clip of this name belongs to the library.
    pub fn includes(&self, clip: &str) -> bool {
        let included = self.include.iter().any(|p| p.matches(clip));
        (self.include.is_empty() || included) && !self.excludes(clip)
    }

    /// Whether a clip of this name is named as not belonging.
    pub fn excludes(&self, clip: &str) -> bool {
        self.exclude.iter().any(|p| p.matches(clip))
    }

    /// Whether a clip in a file of several belongs: it and the file may be named.
    pub fn includes_part(&self, file: &str, clip: &str) -> bool {
        (self.includes(file) && !self.excludes(clip))
            || (self.includes(clip) && !self.excludes(file))
    }

    /// Whether a clip of this name has a mirrored twin.
    pub fn mirrors(&self, clip: &str) -> bool {
        self.mirror.iter().any(|p| p.matches(clip))
    }

    /// The length unit of a clip of this name; `None` where it is to be estimated.
    pub fn length_unit(&self, clip: &str) -> Option<LengthUnit> {
        let matching = self.length_units.iter().find(|(p, _)| p.matches(clip));
        matching.map(|&(_, unit)| unit)
    }

    /// Whether both say in the same way which clips belong and how they are read.
    pub fn has_same_clips(&self, other: &Self) -> bool {
        let own = self.clone().with_clips_of(other);
        own == *self
    }

    /// The same with what another says about which clips belong and how they are read.
    #[must_use]
    pub fn with_clips_of(self, other: &Self) -> Self {
        let other = other.clone();
        Self {
            length_units: other.length_units,
            include: other.include,
            exclude: other.exclude,
            mirror: other.mirror,
            mirror_joints: other.mirror_joints,
            ..self
        }
    }

    /// What to write in place of the name of a saved query, where there is none of that name: what it
    /// was to be combined with stands behind the name of one, or another is probably meant.
    pub fn hint_for_query(&self, name: &str) -> Option<String> {
        let first = name.split_whitespace().next();
        match first.and_then(|first| self.queries.get_key_value(first)) {
            Some((first, text)) => Some(format!(
                "@{first} stands alone; to go on from it, write what it asks: ({text})"
            )),
            None => nearest(name, self.queries.keys().map(String::as_str))
                .map(|near| format!("did you mean @{near}?")),
        }
    }
}

/// A table whose keys are names.
fn by_name<T>(
    text: &str,
    table: BTreeMap<Spanned<String>, T>,
) -> Result<BTreeMap<Name, T>, ConfigError> {
    let named = table.into_iter().map(|(name, value)| {
        let parsed = name.get_ref().parse().map_err(|error| ConfigError {
            position: Some(Position::from_offset(text, name.span().start)),
            message: format!("`{}`: {error}", name.get_ref()),
        });
        Ok((parsed?, value))
    });
    named.collect()
}

/// Reads `length_unit`: one unit for all clips, or a table of patterns.
fn length_units(
    text: &str,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<(ClipPattern, LengthUnit)>, ConfigError> {
    let unit = |value: &Spanned<DeValue<'_>>| {
        let unit = match value.get_ref() {
            DeValue::String(name) => name.to_string(),
            DeValue::Integer(metres) => metres.to_string(),
            DeValue::Float(metres) => metres.to_string(),
            // The name of another kind of value is no unit either.
            other => other.type_str().to_owned(),
        };
        unit.parse().map_err(|error| ConfigError {
            position: Some(Position::from_offset(text, value.span().start)),
            message: format!("length_unit `{unit}`: {error}"),
        })
    };
    match value.get_ref() {
        DeValue::Table(table) => table
            .iter()
            .map(|(pattern, value)| Ok((ClipPattern::new(pattern.get_ref()), unit(value)?)))
            .collect(),
        _ => Ok(vec![(ClipPattern::new("**/*"), unit(value)?)]),
    }
}
