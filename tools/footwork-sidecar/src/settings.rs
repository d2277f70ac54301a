//! `footwork.toml`: the name of a library, its vocabulary, its checks, and which files belong to it.
//!
//! | key | meaning |
//! |---|---|
//! | `name` | the name of the library |
//! | `length_unit` | `"cm"`, `0.01` …; or a table of globs, whose first match counts. If missing, units are estimated. If a file states its unit, that unit is used, unless a matching glob ends in the file's extension, as `"**.fbx"` does; the value is then the length that the file calls a metre |
//! | `up` | `"z"` or another axis, such as `"-y"`; or a table of globs: the axis of the files that points up. If missing, it is found from the motion |
//! | `root` | `"Hips"`, or a table of globs: the travelling joint, whose motion counts as the character's. If missing, it is found from the motion |
//! | `heading` | `"body"`, `"hips"` or `"travel"`, or a table of globs: what determines the character's heading. If missing, `"body"`, which is hips and shoulders |
//! | `fbx_range` | `"stack"`, `"keys"` or `"union"`, or a table of globs: which frames of an FBX animation count. If missing, `"union"` |
//! | `include`, `exclude` | globs of the clips that belong to the library |
//! | `[tags."Gait.Run"]` | a tag of the vocabulary: `colour`, `key`, `description`, `mirror` |
//! | `[events."Foot.Left"]` | the same for an event |
//! | `[queries]` | saved queries by name |
//! | `[rules]` | queries that place tags, by tag |
//! | `mirror` | `true`, or globs of the clips that have a mirrored twin; off if missing |
//! | `exclusive` | groups of tags that exclude each other: a frame has at most one tag of each. `["Gait", ["Loop", "Cut"]]` defines two groups: the tags directly below `Gait`, and the tags `Loop` and `Cut`. Painting one tag of a group erases the others |
//! | `[checks]` | additional checks of `footwork check`: `min_frames`, `max_gap`, `required`, `covered`, `[checks.severity]`; see [`Checks`] |
//! | `[roles]` | `left_foot = "L_Ankle"`: joints whose [role](footwork_base::Role) their names do not show; below `[roles."cmu/**"]` for the clips of a pattern |
//! | `[studio]` | `provenance = true` keeps which program proposed an accepted span; see [`StudioSettings`] |
//! | `[[expect]]` | contracts that the ranges of a query keep, such as `foot_slide = "3cm/s"`; see [`Expectation`] |
//! | `[mirror_joints]` | `"arm_a" = "arm_b"`: mirrored pairs of joints whose names do not tell their side |

mod by_pattern;
mod checks;
mod error;
mod exclusive;
mod expect;
mod inside;
mod roles;
mod studio;
mod tag_list;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::str::FromStr;

use footwork_base::{
    ClipPattern, FbxRange, Heading, LengthUnit, Name, Position, Role, UpAxis, nearest,
};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use crate::finding::Finding;
use crate::name_pairs::NamePairs;
use crate::tag_style::TagStyle;
pub use by_pattern::ByPattern;
pub use checks::Checks;
pub use error::SettingsError;
use error::{finding, unknown_key};
pub use exclusive::ExclusiveGroup;
pub use expect::{Bound, Expectation, MOVES_DEG, RootOwner};
pub use roles::RoleSetting;
pub use studio::StudioSettings;
use tag_list::tag_lists;

/// The name of the settings file, at the root of a library.
pub const SETTINGS_FILE: &str = "footwork.toml";

/// The settings of `footwork.toml`; every key is optional.
///
/// ```
/// use footwork_sidecar::Settings;
///
/// let (settings, findings) = Settings::parse(r##"
/// name = "Playground"
/// length_unit = { "cmu/**" = "cmu", "**" = "m" }
/// exclude = ["drafts/**"]
///
/// [tags."Gait.Run"]
/// colour = "#d55e00"
/// key = "r"
/// description = "Both feet leave the ground between steps."
/// [tags."Gait.Idle"]
/// "##).unwrap();
/// assert!(findings.is_empty());
/// assert!(!settings.includes("drafts/walk.bvh"));
/// assert_eq!(settings.tags.len(), 2);
/// let order: Vec<&str> = settings.tag_order.iter().map(|tag| tag.as_str()).collect();
/// assert_eq!(order, ["Gait.Run", "Gait.Idle"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The name of the library.
    pub name: Option<String>,
    /// The length units of clips.
    pub length_units: ByPattern<LengthUnit>,
    /// The axes of the files that point up.
    pub ups: ByPattern<UpAxis>,
    /// The names of the travelling joints.
    pub roots: ByPattern<String>,
    /// The source of the characters' heading.
    pub headings: ByPattern<Heading>,
    /// The frames of FBX animations to read.
    pub fbx_ranges: ByPattern<FbxRange>,
    /// Clips that belong to the library; all if empty.
    pub include: Vec<ClipPattern>,
    /// Clips that do not belong to the library, even if they are included.
    pub exclude: Vec<ClipPattern>,
    /// The vocabulary of tags.
    pub tags: BTreeMap<Name, TagStyle>,
    /// The vocabulary of events.
    pub events: BTreeMap<Name, TagStyle>,
    /// The tags of the vocabulary in the order of the file.
    pub tag_order: Vec<Name>,
    /// The events of the vocabulary in the order of the file.
    pub event_order: Vec<Name>,
    /// Saved queries by name.
    pub queries: BTreeMap<String, String>,
    /// Queries that place tags, by tag.
    pub rules: BTreeMap<Name, RuleText>,
    /// The tags of rules that [`Settings::inside`] leaves out. The spans that they placed stay.
    pub rules_above: BTreeSet<Name>,
    /// Groups of mutually exclusive tags.
    pub exclusive: Vec<ExclusiveGroup>,
    /// Additional checks of tags and events.
    pub checks: Checks,
    /// Clips that have a mirrored twin.
    pub mirror: Vec<ClipPattern>,
    /// Mirrored pairs of joints whose names do not state their side. A joint paired with itself is on the centre line.
    pub mirror_joints: BTreeMap<String, String>,
    /// Joints whose names do not show their role.
    pub roles: Vec<RoleSetting>,
    /// Contracts, in the order of the file.
    pub expect: Vec<Expectation>,
    /// How labelling is recorded.
    pub studio: StudioSettings,
}

/// The query of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The query.
    pub query: String,
    /// The byte offset of the query in `footwork.toml`; `None` if its string has escapes.
    pub start: Option<usize>,
    /// The byte offset of the query's string. It determines the order of rules: if their tags exclude each other, the
    /// first rule takes precedence.
    pub place: usize,
}

impl RuleText {
    /// Creates a rule that is not in a file yet and comes after all others.
    pub fn last(query: String) -> Self {
        Self {
            query,
            start: None,
            place: usize::MAX,
        }
    }

    /// Creates a rule from a string in the text of `footwork.toml`.
    fn from_spanned(text: &str, value: Spanned<String>) -> Self {
        let written = text.get(value.span()).unwrap_or("");
        let start = written.find(value.get_ref().as_str());
        let start = start.map(|within| value.span().start + within);
        Self {
            start,
            place: value.span().start,
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
const KEYS: [&str; 19] = [
    "name",
    "length_unit",
    "up",
    "root",
    "heading",
    "fbx_range",
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
    "roles",
    "expect",
    "studio",
];

/// Reads `true` for all clips, `false` for none, or globs.
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

impl Settings {
    /// Reads the text of `footwork.toml`. Unknown keys are reported as findings.
    ///
    /// # Errors
    /// If the text is not TOML, or a value has the wrong type for its key.
    pub fn parse(text: &str) -> Result<(Self, Vec<Finding>), SettingsError> {
        let at = |span: Option<std::ops::Range<usize>>| {
            span.map(|s| Position::from_offset(text, s.start))
        };
        let bad = |error: toml::de::Error| SettingsError {
            position: at(error.span()),
            message: error.message().replace('\n', ", "),
        };
        let raw: Raw = toml::from_str(text).map_err(bad)?;
        let table = DeTable::parse(text).map_err(bad)?;
        let patterns = |texts: &[String]| texts.iter().map(|text| ClipPattern::new(text)).collect();
        let keys = table.get_ref().keys();
        let unknown = keys.filter(|key| !KEYS.contains(&key.get_ref().as_ref()));
        let unknown = unknown.map(|key| {
            let at = Position::from_offset(text, key.span().start);
            unknown_key(at, key.get_ref(), &KEYS)
        });
        let mut findings: Vec<Finding> = unknown.collect();
        let exclusive = match table.get_ref().get("exclusive") {
            Some(value) => tag_lists(text, "exclusive", value)?,
            None => Vec::new(),
        };
        let roles = match table.get_ref().get("roles") {
            Some(value) => roles::read(text, value, &mut findings)?,
            None => Vec::new(),
        };
        let checks = match table.get_ref().get("checks") {
            Some(value) => Checks::read(text, value, &mut findings)?,
            None => Checks::default(),
        };
        let expect = match table.get_ref().get("expect") {
            Some(value) => expect::read(text, value, &mut findings)?,
            None => Vec::new(),
        };
        let studio = match table.get_ref().get("studio") {
            Some(value) => StudioSettings::read(text, value, &mut findings)?,
            None => StudioSettings::default(),
        };
        let settings = Self {
            expect,
            studio,
            name: raw.name,
            length_units: by_pattern(text, &table, "length_unit")?,
            ups: by_pattern(text, &table, "up")?,
            roots: by_pattern(text, &table, "root")?,
            headings: by_pattern(text, &table, "heading")?,
            fbx_ranges: by_pattern(text, &table, "fbx_range")?,
            include: patterns(&raw.include),
            exclude: patterns(&raw.exclude),
            tag_order: in_order(&raw.tags),
            event_order: in_order(&raw.events),
            tags: by_name(text, raw.tags)?,
            events: by_name(text, raw.events)?,
            queries: raw.queries,
            rules: by_name(text, raw.rules)?
                .into_iter()
                .map(|(tag, query)| (tag, RuleText::from_spanned(text, query)))
                .collect(),
            rules_above: BTreeSet::new(),
            exclusive: exclusive
                .into_iter()
                .map(ExclusiveGroup::from_names)
                .collect(),
            checks,
            mirror: patterns(&raw.mirror),
            mirror_joints: raw.mirror_joints,
            roles,
        };
        for vocabulary in [&settings.tags, &settings.events] {
            for pair in NamePairs::from_vocabulary(vocabulary).crossed() {
                let (name, other, back) = (pair.name, pair.mirrored, pair.back);
                let message = format!(
                    "{name} mirrored is {other}, but {other} mirrored is {back}: mirroring twice \
                     would not give {name} back"
                );
                findings.push(finding(None, "mirror-pair", message));
            }
        }
        Ok((settings, findings))
    }

    /// Returns whether a clip of this name belongs to the library.
    pub fn includes(&self, clip: &str) -> bool {
        let included = self.include.iter().any(|p| p.matches(clip));
        (self.include.is_empty() || included) && !self.excludes(clip)
    }

    /// Returns whether a clip of this name is excluded.
    pub fn excludes(&self, clip: &str) -> bool {
        self.exclude.iter().any(|p| p.matches(clip))
    }

    /// Returns whether a clip in a file of several clips belongs to the library; globs may match the clip or its file.
    pub fn includes_part(&self, file: &str, clip: &str) -> bool {
        (self.includes(file) && !self.excludes(clip))
            || (self.includes(clip) && !self.excludes(file))
    }

    /// Returns whether a clip of this name has a mirrored twin.
    pub fn mirrors(&self, clip: &str) -> bool {
        self.mirror.iter().any(|p| p.matches(clip))
    }

    /// Returns the length unit of a clip of this name, for files that do not state their unit; `None` if the unit must
    /// be estimated.
    pub fn length_unit(&self, clip: &str) -> Option<LengthUnit> {
        self.length_units.get(clip).copied()
    }

    /// Returns the length unit that replaces the unit stated in a file; `None` if the stated unit is used.
    pub fn unit_instead_of_stated(&self, file: &str) -> Option<LengthUnit> {
        self.length_units.get_by_extension(file).copied()
    }

    /// Returns the axis that points up in the file of a clip of this name; `None` if it must be found from the motion.
    pub fn up(&self, clip: &str) -> Option<UpAxis> {
        self.ups.get(clip).copied()
    }

    /// Returns the name of the travelling joint of a clip of this name; `None` if it must be found from the motion.
    pub fn root(&self, clip: &str) -> Option<&str> {
        self.roots.get(clip).map(String::as_str)
    }

    /// Returns the source of the character's heading in a clip of this name.
    pub fn heading(&self, clip: &str) -> Heading {
        self.headings.get(clip).copied().unwrap_or_default()
    }

    /// Returns which frames of the animations of an FBX file are read.
    pub fn fbx_range(&self, file: &str) -> FbxRange {
        self.fbx_ranges.get(file).copied().unwrap_or_default()
    }

    /// Returns the joints that the settings assign to roles in a clip of this name.
    pub fn role_names(&self, clip: &str) -> BTreeMap<Role, String> {
        roles::role_names(&self.roles, clip)
    }

    /// Returns whether both settings select the same clips and read them in the same way.
    pub fn has_same_clips(&self, other: &Self) -> bool {
        let own = self.clone().with_clips_of(other);
        own == *self
    }

    /// Returns these settings, but with `other`'s values for the keys that select clips and determine how clips are
    /// read.
    #[must_use]
    pub fn with_clips_of(self, other: &Self) -> Self {
        let other = other.clone();
        Self {
            length_units: other.length_units,
            ups: other.ups,
            roots: other.roots,
            headings: other.headings,
            fbx_ranges: other.fbx_ranges,
            include: other.include,
            exclude: other.exclude,
            mirror: other.mirror,
            mirror_joints: other.mirror_joints,
            roles: other.roles,
            ..self
        }
    }

    /// Returns a hint for an unknown saved query. The hint suggests the nearest name. If the text starts with the name
    /// of a saved query, it suggests writing that query's text instead.
    pub fn hint_for_query(&self, name: &str) -> Option<String> {
        let first = name.split_whitespace().next();
        match first.and_then(|first| self.queries.get_key_value(first)) {
            Some((first, text)) => Some(format!(
                "@{first} cannot be part of a longer query; write its text instead: ({text})"
            )),
            None => nearest(name, self.queries.keys().map(String::as_str))
                .map(|near| format!("did you mean @{near}?")),
        }
    }
}

/// Parses the keys of a table as names.
fn by_name<T>(
    text: &str,
    table: BTreeMap<Spanned<String>, T>,
) -> Result<BTreeMap<Name, T>, SettingsError> {
    let named = table.into_iter().map(|(name, value)| {
        let parsed = name.get_ref().parse().map_err(|error| SettingsError {
            position: Some(Position::from_offset(text, name.span().start)),
            message: format!("`{}`: {error}", name.get_ref()),
        });
        Ok((parsed?, value))
    });
    named.collect()
}

/// Returns the valid names, in the order of the text.
fn in_order<T>(table: &BTreeMap<Spanned<String>, T>) -> Vec<Name> {
    let mut keys: Vec<&Spanned<String>> = table.keys().collect();
    keys.sort_by_key(|key| key.span().start);
    let names = keys.into_iter().map(|key| key.get_ref().parse());
    names.filter_map(Result::ok).collect()
}

/// Reads the value of a key that may be a table of patterns.
fn by_pattern<T: FromStr<Err: Display>>(
    text: &str,
    table: &Spanned<DeTable<'_>>,
    key: &str,
) -> Result<ByPattern<T>, SettingsError> {
    let value = table.get_ref().get(key);
    let read = value.map(|value| ByPattern::read(text, key, value));
    Ok(read.transpose()?.unwrap_or_default())
}
