//! Implements the commands `check`, `events detect`, `rules` and `cut` for `python/footwork/_work.py`. The functions
//! here accept and return plain values. They write through the same journal as the commands.

use std::path::PathBuf;
use std::sync::Arc;

use footwork::base::Id;
use footwork::events::ContactOptions;
use footwork::tags::{ClipId, Ranges};
use footwork_library::Library as Folder;
use footwork_pipeline::{
    DeriveOptions, DerivedFormat, Detected, Edit, NameTemplate, RangeEnd, RuleProposal,
    detect_ends, detect_strikes_in, finish_derived, follow_rules, plan_derived, propose_rules,
};
use footwork_sidecar::Sidecar;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::clip::Clip;
use crate::errors::{changed_error, io_error, value_error};
use crate::finding::Finding;
use crate::library::{Library, open_folder};
use crate::names::name;
use crate::pool::{in_own_pool, step};
use crate::whole::whole;

/// Severity, clip or file, span, code, tag and message.
type Checked = (
    String,
    String,
    Option<(u32, u32)>,
    String,
    Option<String>,
    String,
);

/// Clip number, event name and time in frames.
type Event = (usize, String, f64);

/// Tag, clip number, and the ranges of the rule's spans before and after the edit.
type Proposal = (String, usize, Vec<(u32, u32)>, Vec<(u32, u32)>);

/// Clip number, first frame, stop frame, file, and the counts of its spans and events.
type Piece = (usize, u32, u32, String, usize, usize);

/// Checks the tags, events and motion of a library.
#[pyfunction]
pub(crate) fn _check(py: Python<'_>, library: &Library) -> PyResult<Vec<Checked>> {
    let folder = &library.folder;
    let found = in_own_pool(py, || footwork_pipeline::check(folder))?;
    let rows = found.into_iter().map(|found| {
        (
            found.severity.to_string(),
            found.clip,
            found.span.map(|span| (span.start(), span.stop())),
            found.code.to_owned(),
            found.tag.map(|tag| tag.to_string()),
            found.message,
        )
    });
    Ok(rows.collect())
}

/// Detects the strikes of feet in these clips, as events below a name. Also returns notes, and clips with unreadable motion.
#[pyfunction]
pub(crate) fn _detect_strikes(
    py: Python<'_>,
    library: &Library,
    clips: Vec<usize>,
    below: &str,
    thresholds: [f64; 7],
) -> PyResult<(Vec<Event>, Vec<Finding>)> {
    let below = name(below)?;
    let [
        clear,
        touch_height,
        lift_height,
        touch_speed,
        lift_speed,
        close,
        min,
    ] = thresholds;
    let options = ContactOptions {
        clear_height_m: clear,
        touch_height_m: touch_height,
        lift_height_m: lift_height,
        touch_speed_mps: touch_speed,
        lift_speed_mps: lift_speed,
        close_secs: close,
        min_secs: min,
    };
    options.check().map_err(value_error)?;
    let folder = &library.folder;
    let parts = in_own_pool(py, || {
        let clips = clips.iter().filter_map(|&clip| ClipId::from_index(clip));
        clips
            .map(|clip| {
                step();
                detect_strikes_in(folder, &[clip], &below, &options)
            })
            .collect::<Vec<_>>()
    })?;
    let (mut events, mut findings) = (Vec::new(), Vec::new());
    for part in parts {
        findings.extend(part.unread.iter().chain(&part.findings).map(Finding::from));
        events.extend(rows(&part.events));
    }
    Ok((events, findings))
}

/// Returns an event at one end of each range that a query finds.
#[pyfunction]
pub(crate) fn _detect_ends(
    py: Python<'_>,
    library: &Library,
    query: &str,
    event: &str,
    at_stops: bool,
) -> PyResult<Vec<Event>> {
    let event = name(event)?;
    let found = library.found(py, query)?;
    let at = if at_stops {
        RangeEnd::Stops
    } else {
        RangeEnd::Starts
    };
    Ok(rows(&detect_ends(&library.folder, &found, at, &event)))
}

fn rows(events: &[Detected]) -> Vec<Event> {
    let row = |event: &Detected| (event.clip.index(), event.name.to_string(), event.frame);
    events.iter().map(row).collect()
}

/// Returns the changes that the rules in the settings ask for, and the changed files. With `write`, makes the changes as one
/// edit.
#[pyfunction]
pub(crate) fn _rules(
    py: Python<'_>,
    library: &Library,
    write: bool,
    partial: bool,
) -> PyResult<(Vec<Proposal>, Vec<String>)> {
    let opened = Arc::clone(&library.folder);
    let (proposals, files) = in_own_pool(py, || -> PyResult<_> {
        if !write {
            return Ok((proposed(&opened, partial)?, Vec::new()));
        }
        let mut now = unchanged(&opened)?;
        let proposals = proposed(&now, partial)?;
        whole(&now, partial, "nothing is written")?;
        let mut editor = now.editor();
        let saved = now.edit(&mut editor, &follow_rules(&proposals));
        Ok((proposals, saved.map_err(value_error)?.files))
    })??;
    let pairs = |ranges: &Ranges| -> Vec<(u32, u32)> {
        let ranges = ranges.iter();
        ranges.map(|range| (range.start(), range.stop())).collect()
    };
    let rows = proposals.iter().map(|proposal| {
        (
            proposal.tag.to_string(),
            proposal.clip.index(),
            pairs(&proposal.before),
            pairs(&proposal.after),
        )
    });
    Ok((rows.collect(), files))
}

/// Returns the proposals of all rules. Fails if some motion is unreadable, because a rule would remove its spans from
/// those clips. With `is_partial`, missing clips are accepted.
fn proposed(library: &Folder, is_partial: bool) -> PyResult<Vec<RuleProposal>> {
    let mut proposals = propose_rules(library).map_err(|errors| joined(&errors))?;
    // Notes on missing joints are dropped, because one rule may serve several skeletons.
    _ = library.take_lacking();
    _ = library.take_unread();
    if library
        .clips()
        .ids()
        .any(|clip| !library.knows_motion(clip))
    {
        whole(library, is_partial, "the rules cannot be followed")?;
    }
    proposals.retain(|one| library.is_whole(one.clip) && library.knows_motion(one.clip));
    Ok(proposals)
}

/// Raises LibraryError if part of the library could not be read, unless `partial` accepts that.
#[pyfunction]
pub(crate) fn _check_whole(library: &Library, partial: bool, kept: &str) -> PyResult<()> {
    whole(&library.folder, partial, kept).map(drop)
}

fn joined(errors: &[impl ToString]) -> PyErr {
    let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
    PyValueError::new_err(said.join("\n"))
}

/// Opens the library again for editing. Fails if its files have changed since `opened` was loaded.
pub(crate) fn unchanged(opened: &Folder) -> PyResult<Folder> {
    let root = opened.root();
    let now = open_folder(root).map_err(value_error)?;
    if now.version() != opened.version() {
        let root = root.display().to_string();
        let message = format!("{root}: the library has changed since it was opened");
        return Err(changed_error(&root, message));
    }
    Ok(now)
}

/// Cuts the ranges that a query finds into separate files. With `dry_run`, only returns what it would write.
#[pyfunction]
#[pyo3(signature = (library, query, folder, template, format, onto, force, dry_run, partial))]
#[allow(
    clippy::too_many_arguments,
    reason = "one caller in Python, where they have names"
)]
pub(crate) fn _cut(
    py: Python<'_>,
    library: &Library,
    query: &str,
    folder: PathBuf,
    template: &str,
    format: Option<&str>,
    onto: Option<&Clip>,
    force: bool,
    dry_run: bool,
    partial: bool,
) -> PyResult<(Vec<Piece>, Vec<Finding>)> {
    let name = NameTemplate::parse_for(template, &library.database);
    let name = name.map_err(|errors| {
        let said: Vec<String> = errors.iter().map(|error| error.message.clone()).collect();
        PyValueError::new_err(format!("the template {template:?}: {}", said.join("; ")))
    })?;
    let options = DeriveOptions {
        name,
        format: match format {
            None => None,
            Some("bvh") => Some(DerivedFormat::Bvh),
            Some("glb") => Some(DerivedFormat::Glb),
            Some("fbx") => Some(DerivedFormat::Fbx),
            Some(other) => {
                return Err(PyValueError::new_err(format!(
                    "`format` must be \"bvh\", \"glb\" or \"fbx\", not {other:?}"
                )));
            }
        },
        edit: onto.map_or(Edit::Cut, |onto| Edit::onto(Clip::target(onto))),
        force,
        partial,
    };
    let found = library.found(py, query)?;
    let opened = &library.folder;
    let found = found.filtered(|clip| opened.is_whole(clip));
    let whole = if dry_run {
        None
    } else {
        Some(whole(opened, partial, "nothing is cut")?)
    };
    let derived = in_own_pool(py, || -> PyResult<_> {
        if !dry_run {
            finish_derived(&folder).map_err(|error| io_error(&folder, &error))?;
        }
        let plan =
            plan_derived(opened, &found, &folder, &options).map_err(|errors| joined(&errors))?;
        let derived = match whole {
            Some(whole) => plan.write(opened, &whole),
            None => plan.try_out(opened),
        };
        derived.map_err(|errors| joined(&errors))
    })??;
    let pieces = derived.clips.iter().map(|piece| {
        let (start, stop) = (piece.range.start(), piece.range.stop());
        let file = piece.file.clone();
        let clip = piece.clip.index();
        (clip, start, stop, file, piece.spans, piece.events)
    });
    let left = derived.findings.iter().map(Finding::from);
    Ok((pieces.collect(), left.collect()))
}

/// The contents of a sidecar: the name, frames and rate of the clip; tags, each with its span; events, each with its time in
/// frames; and findings.
type Said = (
    (Option<String>, Option<u32>, Option<(u64, u64)>),
    Vec<(String, u32, u32)>,
    Vec<(String, f64)>,
    Vec<Finding>,
);

/// Reads the bytes of a sidecar.
#[pyfunction]
pub(crate) fn _sidecar(data: &[u8], file: &str) -> PyResult<Said> {
    let (sidecar, findings) = Sidecar::read(file, data).map_err(|finding| value_error(&finding))?;
    let rate = sidecar.rate();
    let clip = (
        sidecar.clip().map(str::to_owned),
        sidecar.frames(),
        rate.map(|rate| (rate.numerator(), rate.denominator())),
    );
    let tags = sidecar.tags();
    let tags = tags.map(|span| (span.name.to_string(), span.range.start(), span.range.stop()));
    let events = sidecar.events();
    let events = events.map(|(name, time)| (name.to_string(), time));
    let findings = findings.iter().map(Finding::from).collect();
    Ok((clip, tags.collect(), events.collect(), findings))
}
