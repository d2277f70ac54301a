//! Findings about clips whose up axis or size does not fit the body in them, each with the setting that corrects it.
//!
//! A setting is advised only if it matches the affected clips and no others, and if it makes their bodies plausible.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{ClipPattern, LengthUnit};
use footwork_clip::{UnitChoice, short};
use footwork_sidecar::{Finding, Settings, Severity};

use crate::clip_entry::{ClipEntry, Implausible};

/// The maximum number of patterns that one advised setting has.
const MAX_PATTERNS: usize = 4;

/// Returns a warning for each kind of clip that is read implausibly, and for each rig that has its sides swapped.
pub(super) fn implausible(entries: &[ClipEntry], settings: &Settings) -> Vec<Finding> {
    let mut kinds: BTreeMap<(Option<Implausible>, String, String), Vec<usize>> = BTreeMap::new();
    let mirrored = mirrored(entries);
    for (clip, entry) in entries.iter().enumerate() {
        let better = match entry.implausible {
            None if mirrored.contains(&entry.evidence.family) => String::new(),
            None => continue,
            Some(Implausible::Up) => match entry.evidence.stance.along {
                Some(along) => along.to_string(),
                None => continue,
            },
            Some(Implausible::Size) if entry.unit.is_some() => String::new(),
            Some(Implausible::Size) => UnitChoice::instead_of_metres(entry.size_m)
                .map_or(String::new(), |unit| unit.to_string()),
        };
        let kind = (
            entry.implausible,
            extension(entry.file_name()).to_owned(),
            better,
        );
        kinds.entry(kind).or_default().push(clip);
    }
    let contradicted = entries
        .iter()
        .filter_map(|entry| contradicted(entry, settings));
    let kinds = kinds.into_iter().filter_map(|((what, _, better), clips)| {
        let first = &entries[*clips.first()?];
        let more = more(clips.len() - 1);
        let patterns = patterns_of(entries, &clips);
        let (code, message) = match what {
            Some(Implausible::Up) => (
                Implausible::Up.code(),
                lying(&better, &more, patterns.as_deref()),
            ),
            Some(Implausible::Size) => (
                Implausible::Size.code(),
                sized(first, &better, &more, patterns.as_deref()),
            ),
            None => ("left-handed", swapped(&more)),
        };
        Some(warning(first, code, message))
    });
    kinds.chain(contradicted).collect()
}

/// Returns the skeletons whose left and right are swapped in most of their clips. A single clip proves nothing: the
/// body may lie with its feet turned.
fn mirrored(entries: &[ClipEntry]) -> BTreeSet<u64> {
    let mut counts: BTreeMap<u64, [usize; 2]> = BTreeMap::new();
    for entry in entries {
        let count = counts.entry(entry.evidence.family).or_default();
        count[usize::from(entry.evidence.stance.is_mirrored)] += 1;
    }
    let most = counts
        .into_iter()
        .filter(|(_, [not, mirrored])| mirrored > not);
    most.map(|(family, _)| family).collect()
}

fn warning(entry: &ClipEntry, code: &'static str, message: String) -> Finding {
    Finding {
        severity: Severity::Warning,
        file: entry.name.clone(),
        position: None,
        code,
        message,
    }
}

/// Returns a warning if the settings give an up axis that the clip contradicts.
fn contradicted(entry: &ClipEntry, settings: &Settings) -> Option<Finding> {
    let given = settings.up(entry.file_name())?;
    let shown = entry
        .evidence
        .stance
        .certain_up()
        .filter(|up| *up != given && entry.is_person != Some(false))?;
    let message = format!(
        "`up` in footwork.toml gives {given}, but the body stands along {shown}: the clip is read with {given} up"
    );
    Some(warning(entry, Implausible::Up.code(), message))
}

fn swapped(more: &str) -> String {
    format!(
        "left and right are swapped{more}: the joints called left are on the right of a body that faces where its feet point; \
         the file is left-handed data, or its joints have each other's names"
    )
}

/// Returns the message about a body that lies along another axis than +y, with no other sign of its up axis.
fn lying(along: &str, more: &str, patterns: Option<&[String]>) -> String {
    let setting = |axis: &str| setting("up", patterns, &format!("{axis:?}"));
    match setting(along).zip(setting("y")) {
        Some((turned, kept)) => format!(
            "the body lies along {along} on most frames{more}: either it lies or crawls, or {along} points up; \
             {turned} in footwork.toml turns it, and {kept} keeps it"
        ),
        None => format!(
            "the body lies along {along} on most frames{more}: either it lies or crawls, or {along} points up; \
             `up` in footwork.toml gives the axis"
        ),
    }
}

/// Returns the message about a body that does not have the size of a person, with the setting that corrects its size.
fn sized(first: &ClipEntry, better: &str, more: &str, patterns: Option<&[String]>) -> String {
    let size = first.size_m;
    let setting = |unit: LengthUnit| setting("length_unit", patterns, &quoted(unit));
    let advice = better.parse::<LengthUnit>().ok();
    let advice = advice.and_then(|unit| Some((unit, setting(unit)?, setting(LengthUnit::Metre)?)));
    match (advice, first.unit) {
        (Some((unit, better, kept)), None) => format!(
            "the posed body measures {} m by the unit that the file states{more}, which is not the size of a person; \
             {better} in footwork.toml would make it {} m, and {kept} keeps it",
            short(size),
            short(size * unit.metres()),
        ),
        (_, unit) => {
            let by = match unit {
                Some(_) => "in the nearest known unit",
                None => "by the unit that the file states",
            };
            let pattern = match patterns {
                Some([one]) => one.as_str(),
                _ => "…",
            };
            format!(
                "the posed body measures {} m {by}{more}, which is not the size of a person; give \
                 `length_unit = {{ {pattern:?} = … }}` in footwork.toml",
                short(size)
            )
        }
    }
}

/// Returns a TOML setting that gives these files a value; `None` if there are too many patterns.
fn setting(key: &str, patterns: Option<&[String]>, value: &str) -> Option<String> {
    let rows = patterns?
        .iter()
        .map(|pattern| format!("{pattern:?} = {value}"));
    Some(format!(
        "`{key} = {{ {} }}`",
        rows.collect::<Vec<_>>().join(", ")
    ))
}

fn more(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => " (also in 1 more clip)".to_owned(),
        more => format!(" (also in {more} more clips)"),
    }
}

/// Returns a unit as a TOML value.
fn quoted(unit: LengthUnit) -> String {
    match unit {
        LengthUnit::Custom(metres) => metres.to_string(),
        named => format!("\"{named}\""),
    }
}

/// Returns the shortest patterns that match the files of the clips and no file of another clip. Each pattern has the
/// extension of the files. `None` if more than [`MAX_PATTERNS`] are needed.
fn patterns_of(entries: &[ClipEntry], clips: &[usize]) -> Option<Vec<String>> {
    let mut files: Vec<&str> = clips
        .iter()
        .map(|&clip| entries[clip].file_name())
        .collect();
    files.sort_unstable();
    files.dedup();
    let first = files.first().copied().unwrap_or_default();
    let extension = extension(first);
    let folder = |file: &'_ str| file.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let fits = |patterns: &Vec<String>| {
        let matchers: Vec<ClipPattern> = patterns.iter().map(|p| ClipPattern::new(p)).collect();
        entries.iter().enumerate().all(|(clip, entry)| {
            let file = entry.file_name();
            let is_matched = matchers.iter().any(|matcher| matcher.matches(file));
            is_matched == files.binary_search(&file).is_ok()
                && (!is_matched || clips.binary_search(&clip).is_ok())
        })
    };
    let all = vec![format!("**.{extension}")];
    let mut folders: Vec<Option<String>> = files.iter().map(|file| folder(file)).collect();
    folders.dedup();
    let below = folders.into_iter().map(|folder| match folder {
        Some(folder) => format!("{folder}/**.{extension}"),
        None => format!("/*.{extension}"),
    });
    let each = files.iter().map(|&file| file.to_owned()).collect();
    [all, below.collect(), each]
        .into_iter()
        .filter(|patterns| patterns.len() <= MAX_PATTERNS)
        .find(fits)
}

fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}
