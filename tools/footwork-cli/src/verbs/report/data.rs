//! The data that a report shows: clips with their lanes, findings, measures and motion.

use std::collections::BTreeMap;

use footwork::base::{FrameRange, Name};
use footwork::tags::{ClipId, RangeSet};
use footwork_clip::Motion;
use footwork_library::{Library, clip_finding};
use footwork_pipeline::{CheckFinding, CheckedContract};
use footwork_sidecar::{Finding, Measure, PlainBound, Severity, TagStyle};
use serde::Serialize;

use super::motion::{Played, played, size, stride};

/// The part of a tag's name that says that a clip loops.
const LOOP: &str = "loop";

/// The data of a page.
#[derive(Serialize)]
pub(super) struct Report {
    library: String,
    version: &'static str,
    clips: Vec<ReportedClip>,
    /// Findings about files other than the shown clips.
    others: Vec<Found>,
    measures: Vec<ReportedMeasure>,
    contracts: Vec<Contract>,
}

/// A contract, and the numbers of its kept, broken and unevaluated limits.
#[derive(Serialize)]
struct Contract {
    query: String,
    message: Option<String>,
    line: usize,
    ranges: usize,
    kept: usize,
    broken: usize,
    not_evaluated: usize,
    /// The first mistake in its queries.
    problem: Option<String>,
}

#[derive(Serialize)]
struct ReportedMeasure {
    name: &'static str,
    unit: &'static str,
    definition: &'static str,
    /// Whether larger values are worse.
    is_fault: bool,
}

#[derive(Serialize)]
struct ReportedClip {
    name: String,
    frames: u32,
    rate: f64,
    tags: Vec<Lane>,
    events: Vec<Marks>,
    findings: Vec<Found>,
    /// Whether it is tagged or measured as a loop, so that measures of loops matter.
    loops: bool,
    /// Values in the order of the measures.
    values: Vec<Option<Value>>,
    /// For each reason, the measures that have no value because of it.
    reasons: BTreeMap<String, Vec<&'static str>>,
    motion: Option<Played>,
}

#[derive(Serialize)]
struct Lane {
    name: String,
    colour: Option<String>,
    ranges: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct Marks {
    name: String,
    colour: Option<String>,
    times: Vec<f64>,
}

#[derive(Serialize)]
struct Found {
    file: String,
    code: &'static str,
    severity: String,
    span: Option<[u32; 2]>,
    joint: Option<String>,
    message: String,
}

#[derive(Serialize)]
struct Value(f64, Option<String>, Option<u32>);

impl Report {
    pub(super) fn clip_count(&self) -> usize {
        self.clips.len()
    }

    pub(super) fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    pub(super) fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    fn count(&self, severity: Severity) -> usize {
        let severity = severity.to_string();
        let of_clips = self.clips.iter().flat_map(|clip| &clip.findings);
        let all = of_clips.chain(&self.others);
        all.filter(|found| found.severity == severity).count()
    }
}

/// Returns the data, and the clips whose motion could not be read. Mirrored twins are left out. `budget` limits the
/// motion of all clips together, in bytes.
pub(super) fn report(
    library: &Library,
    found: Option<&RangeSet>,
    budget: usize,
) -> (Report, Vec<Finding>) {
    let is_shown = |clip: ClipId| found.is_none_or(|found| !found.ranges(clip).is_empty());
    let clips: Vec<ClipId> = library
        .originals()
        .map(|(clip, _)| clip)
        .filter(|clip| is_shown(*clip))
        .collect();
    let faults = footwork_pipeline::motion_faults(library);
    let (findings, contracts) = footwork_pipeline::check_all(library, &faults);
    let mut by_clip: BTreeMap<&str, Vec<&CheckFinding>> = BTreeMap::new();
    for finding in &findings {
        by_clip.entry(&finding.clip).or_default().push(finding);
    }
    let every = coarseness(library, &clips, budget);
    let mut unread = Vec::new();
    let reported = clips.iter().map(|&clip| {
        let entry = &library.clips()[clip];
        let mut shown = labels(library, clip);
        let own = by_clip.remove(entry.name.as_str()).unwrap_or_default();
        shown.findings = own.into_iter().map(finding_json).collect();
        match library.load(clip) {
            Ok(loaded) => {
                values(&mut shown, &loaded);
                let step = stride(shown.rate).saturating_mul(every);
                shown.motion = Some(played(&Motion::new(&loaded.clip), step));
            }
            Err(error) => unread.push(clip_finding(&entry.name, &error)),
        }
        shown
    });
    let clips: Vec<ReportedClip> = reported.collect();
    let others = match found {
        Some(_) => Vec::new(),
        None => by_clip.into_values().flatten().map(finding_json).collect(),
    };
    let measures = Measure::ALL.iter().map(|measure| ReportedMeasure {
        name: measure.name(),
        unit: measure.quantity().unit(),
        definition: measure.definition(),
        is_fault: measure.plain_bound() == PlainBound::AtMost,
    });
    let name = library.settings().name.clone();
    let folder = library.root().canonicalize().ok();
    let folder = folder.as_deref().and_then(|root| root.file_name());
    let folder = folder.map(|name| name.to_string_lossy().into_owned());
    let report = Report {
        library: name.or(folder).unwrap_or_default(),
        version: env!("CARGO_PKG_VERSION"),
        clips,
        others,
        measures: measures.collect(),
        contracts: contracts.into_iter().map(contract).collect(),
    };
    (report, unread)
}

/// Returns the smallest step between kept frames at which the motion of all clips fits into `budget` bytes.
fn coarseness(library: &Library, clips: &[ClipId], budget: usize) -> u32 {
    let total = |every: u32| -> usize {
        let sizes = clips.iter().map(|&clip| {
            let entry = &library.clips()[clip];
            let step = stride(entry.rate.as_f64()).saturating_mul(every);
            size(entry.skeleton.joints.len(), entry.frames, step)
        });
        sizes.sum()
    };
    let mut every = 1;
    while every < 1 << 16 && total(every) > budget {
        every *= 2;
    }
    every
}

/// Returns a clip with its tags and events, without its measures.
fn labels(library: &Library, clip: ClipId) -> ReportedClip {
    let (db, settings) = (library.database(), library.settings());
    let entry = &library.clips()[clip];
    let colour = |styles: &BTreeMap<Name, TagStyle>, name: &Name| {
        let [r, g, b] = styles.get(name)?.colour?;
        Some(format!("#{r:02x}{g:02x}{b:02x}"))
    };
    let tags = db.tags().map(|(name, id)| Lane {
        name: name.to_string(),
        colour: colour(&settings.tags, name),
        ranges: (db.tag_frames(id).ranges(clip).iter())
            .map(|range| [range.start(), range.stop()])
            .collect(),
    });
    let events = db.events().map(|(name, id)| Marks {
        name: name.to_string(),
        colour: colour(&settings.events, name),
        times: db.event_times(id, clip).to_vec(),
    });
    let whole = FrameRange::new(0, entry.frames);
    let is_tagged = db.tags().any(|(name, id)| {
        let ranges = db.tag_frames(id).ranges(clip);
        name.parts().any(|part| part.eq_ignore_ascii_case(LOOP))
            && ranges.iter().any(|range| Some(range) == whole)
    });
    ReportedClip {
        name: entry.name.clone(),
        frames: entry.frames,
        rate: entry.rate.as_f64(),
        tags: tags.filter(|lane| !lane.ranges.is_empty()).collect(),
        events: events.filter(|lane| !lane.times.is_empty()).collect(),
        findings: Vec::new(),
        loops: is_tagged,
        values: Vec::new(),
        reasons: BTreeMap::new(),
        motion: None,
    }
}

/// Fills in the measures of the whole clip.
fn values(shown: &mut ReportedClip, loaded: &footwork_clip::LoadedClip) {
    let Some(whole) = FrameRange::new(0, loaded.clip.frame_count()) else {
        return;
    };
    let measurer = footwork_pipeline::Measurer::new(loaded);
    shown.loops |= measurer.is_loop(whole);
    let measured = measurer.measure(whole, Measure::ALL);
    for (measure, value) in Measure::ALL.iter().zip(measured) {
        shown.values.push(match value {
            Ok(reading) => Some(Value(reading.value, reading.joint, reading.frame)),
            Err(reason) => {
                let without = shown.reasons.entry(reason.into_owned()).or_default();
                without.push(measure.name());
                None
            }
        });
    }
}

fn finding_json(finding: &CheckFinding) -> Found {
    Found {
        file: finding.clip.clone(),
        code: finding.code,
        severity: finding.severity.to_string(),
        span: finding.span.map(|span| [span.start(), span.stop()]),
        joint: finding.joint.clone(),
        message: finding.message.clone(),
    }
}

fn contract(checked: CheckedContract) -> Contract {
    let counts = checked.counts;
    Contract {
        query: checked.query,
        message: checked.message,
        line: checked.line,
        ranges: counts.ranges,
        kept: counts.evaluated - counts.failed,
        broken: counts.failed,
        not_evaluated: counts.not_evaluated,
        problem: checked.problem,
    }
}
