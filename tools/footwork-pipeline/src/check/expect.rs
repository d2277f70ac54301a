//! Contracts of `[[expect]]`: whether the ranges of a query keep their limits.
//!
//! Ranges are measured while the motion is read for the other checks. If a tag has changed since the motion was read,
//! its new ranges are measured here. A limit whose value cannot be measured gives a finding and never passes.

mod counts;
mod group;
mod needed;

use std::collections::BTreeMap;

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_sidecar::{
    Bound, Expectation, MOVES_DEG, Measure, Quantity, RootOwner, SETTINGS_FILE, Settings,
};
use footwork_tags::{ClipId, RangeSet};

use super::report::{About, CheckFinding, Report};
use crate::measure::{Measurer, NO_ROOT, Reading};
pub use counts::{CheckedContract, ContractCounts};
pub(super) use needed::{MeasuredClips, Needed, NeededRanges};
use needed::{RangeValues, Wanted, answer, ranges_of, take, values_of, wanted};

/// The maximum distance that a root joint may move without travelling, in metres.
const STAYS_M: f64 = 0.1;

/// The maximum distance that the hips, which sway with each step, may move without travelling, in metres.
const SWAYS_M: f64 = 0.2;

/// The maximum distance of the hips from their root joint, as a share of the root's travel.
const STAYS_SHARE: f64 = 0.1;

/// Checks all contracts, and returns how much of each was checked. Clips that the caller left out count only in groups.
pub(super) fn check(
    library: &Library,
    measured: &MeasuredClips,
    is_left_out: impl Fn(&str) -> bool,
    report: &mut Report<'_>,
) -> Vec<CheckedContract> {
    let contracts = library.settings().expect.iter().map(|contract| {
        let mut counts = ContractCounts {
            contracts: 1,
            ..ContractCounts::default()
        };
        let problem = match answer(library, &contract.query) {
            Ok(found) => {
                let mut checked = Checked {
                    library,
                    contract,
                    report,
                    counts: &mut counts,
                };
                checked.all(&found, measured, &is_left_out)
            }
            Err(message) => {
                report.add_error("bad-expect", of_settings(), at(contract, &message));
                Some(message)
            }
        };
        CheckedContract {
            query: contract.query.clone(),
            message: contract.message.clone(),
            line: contract.position.line,
            counts,
            problem,
        }
    });
    contracts.collect()
}

/// Returns the ranges that a contract checks.
///
/// # Errors
/// If the contract's query has a mistake.
pub(crate) fn ranges_of_contract(
    library: &Library,
    contract: &Expectation,
) -> Result<Vec<(ClipId, FrameRange)>, String> {
    let found = answer(library, &contract.query)?;
    Ok(ranges_of(library, contract, &found))
}

/// The results of a contract on one range, without final full stops.
pub(crate) struct Verdict {
    pub(crate) broken: Vec<String>,
    pub(crate) unknown: Vec<String>,
}

/// Checks one range against a contract, except for limits that compare ranges. Severities are ignored.
pub(crate) fn judge(
    library: &Library,
    contract: &Expectation,
    measurer: &Measurer<'_>,
    (clip, range): (ClipId, FrameRange),
) -> Verdict {
    let settings = Settings::default();
    let mut report = Report::new(&settings);
    let mut checked = Checked {
        library,
        contract,
        report: &mut report,
        counts: &mut ContractCounts::default(),
    };
    checked.range(clip, range, &take(measurer, range, &wanted(contract)));
    checked.joints(&[(clip, range)]);
    let findings = report.into_findings().into_iter();
    let (unknown, broken): (Vec<_>, Vec<_>) =
        findings.partition(|finding| finding.code == "expect-not-evaluated");
    let messages = |found: Vec<CheckFinding>| found.into_iter().map(|one| one.message).collect();
    Verdict {
        broken: messages(broken),
        unknown: messages(unknown),
    }
}

/// A contract that is being checked.
struct Checked<'a, 'r> {
    library: &'a Library,
    contract: &'a Expectation,
    report: &'a mut Report<'r>,
    counts: &'a mut ContractCounts,
}

impl Checked<'_, '_> {
    /// Checks the ranges that the query found. Returns the first mistake in another query of the contract.
    fn all(
        &mut self,
        found: &RangeSet,
        measured: &MeasuredClips,
        is_left_out: &impl Fn(&str) -> bool,
    ) -> Option<String> {
        let (library, contract) = (self.library, self.contract);
        let mut ranges = ranges_of(library, contract, found);
        if ranges.is_empty() {
            let message = at(contract, &format!("{} finds no frames", contract.query));
            let severity = contract.severity;
            self.report
                .add_with(severity, "expect-empty", of_settings(), message);
        }
        ranges.retain(|(clip, _)| contract.is_group || !is_left_out(&library.clips()[*clip].name));
        let values = values_of(library, contract, &ranges, measured);
        self.counts.ranges = ranges.len();
        for ((clip, range), values) in ranges.iter().zip(&values) {
            self.range(*clip, *range, values);
        }
        self.joints(&ranges);
        self.spreads(&ranges, &values);
        self.backwards(&ranges, &values);
        self.missing(found)
    }

    fn range(&mut self, clip: ClipId, range: FrameRange, values: &RangeValues) {
        let mut without: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for bound in &self.contract.bounds {
            let measure = bound.measure;
            match values.get(&Wanted::Measure(measure)) {
                Some(Ok(reading)) => {
                    self.counts.evaluated += 1;
                    let Some(message) = broken_limit(bound, reading) else {
                        continue;
                    };
                    let one = reading.frame.and_then(|at| FrameRange::new(at, at + 1));
                    let place = About {
                        joint: reading.joint.as_deref(),
                        ..about(self.library, clip, one.unwrap_or(range))
                    };
                    self.fail_at("expect-failed", place, &message);
                }
                Some(Err(reason)) => without.entry(reason).or_default().push(measure.name()),
                None => {}
            }
        }
        self.root(clip, range, values, &mut without);
        self.moves(clip, range, values, &mut without);
        self.not_evaluated(clip, range, &without);
    }

    /// Reports the limits whose value could not be measured, grouped by reason.
    fn not_evaluated(
        &mut self,
        clip: ClipId,
        range: FrameRange,
        without: &BTreeMap<&str, Vec<&str>>,
    ) {
        for (reason, measures) in without {
            self.counts.not_evaluated += measures.len();
            let message = format!("not evaluated: {}: {reason}", measures.join(", "));
            let message = self.worded(&message);
            let about = about(self.library, clip, range);
            self.report.add("expect-not-evaluated", about, message);
        }
    }

    fn root<'v>(
        &mut self,
        clip: ClipId,
        range: FrameRange,
        values: &'v RangeValues,
        without: &mut BTreeMap<&'v str, Vec<&'v str>>,
    ) {
        let Some(owner) = self.contract.root else {
            return;
        };
        let value = |measure: Measure| match values.get(&Wanted::Measure(measure)) {
            Some(Ok(reading)) => Ok(reading.value),
            Some(Err(reason)) => Err(reason.as_ref()),
            None => Err("it was not measured"),
        };
        let root = match value(Measure::RootTravel) {
            Ok(root) => Ok(Some(root)),
            Err(NO_ROOT) => Ok(None),
            Err(reason) => Err(reason),
        };
        let broken = root.and_then(|root| {
            let hips = value(Measure::HipsTravel)?;
            Ok(misplaced(owner, root, hips))
        });
        match broken {
            Ok(broken) => {
                self.counts.evaluated += 1;
                if let Some(message) = broken {
                    self.fail("expect-failed", clip, range, message);
                }
            }
            Err(reason) => without.entry(reason).or_default().push("root"),
        }
    }

    /// Reports the joints that must move and do not. [`Self::joints`] reports the joints that do not exist.
    fn moves<'v>(
        &mut self,
        clip: ClipId,
        range: FrameRange,
        values: &'v RangeValues,
        without: &mut BTreeMap<&'v str, Vec<&'v str>>,
    ) {
        let skeleton = &self.library.clips()[clip].skeleton;
        for (wanted, value) in values {
            let Wanted::Turning(name) = wanted else {
                continue;
            };
            if !self.contract.moves.contains(name) || !skeleton.has(name) {
                continue;
            }
            match value {
                Ok(reading) => {
                    self.counts.evaluated += 1;
                    if reading.value < MOVES_DEG {
                        let show = |value: f64| Quantity::Angle.show(value);
                        let message = format!(
                            "{name} turns by {}; it must move, by at least {}",
                            show(reading.value),
                            show(MOVES_DEG)
                        );
                        self.fail("expect-failed", clip, range, message);
                    }
                }
                Err(reason) => without.entry(reason).or_default().push("moves"),
            }
        }
    }

    /// Reports the joints that the skeletons of the clips lack.
    fn joints(&mut self, ranges: &[(ClipId, FrameRange)]) {
        let contract = self.contract;
        if contract.joints.is_empty() && contract.moves.is_empty() {
            return;
        }
        let mut last = None;
        for &(clip, range) in ranges
            .iter()
            .filter(|(clip, _)| last.replace(*clip) != Some(*clip))
        {
            let skeleton = &self.library.clips()[clip].skeleton;
            let named = contract.joints.iter().chain(&contract.moves);
            let lacks = named.filter(|name| !skeleton.has(name));
            let lacks: Vec<&str> = lacks.map(String::as_str).collect();
            self.counts.evaluated += 1;
            if !lacks.is_empty() {
                let message = format!("it has no joint or role {}", lacks.join(", "));
                self.fail("expect-failed", clip, range, message);
            }
        }
    }

    /// Reports the parts that a group lacks. Returns the first mistake in a query of a part.
    fn missing(&mut self, group: &RangeSet) -> Option<String> {
        let mut problem = None;
        for part in &self.contract.missing {
            let found = match answer(self.library, part) {
                Ok(found) => found,
                Err(message) => {
                    let message = format!("missing {part:?}: {message}");
                    let placed = at(self.contract, &message);
                    self.report.add_error("bad-expect", of_settings(), placed);
                    problem.get_or_insert(message);
                    continue;
                }
            };
            self.counts.evaluated += 1;
            if (&found & group).is_empty() {
                self.counts.failed += 1;
                let message = format!("{} has no frames of {part}", self.contract.query);
                let message = at(self.contract, &self.worded(&message));
                let severity = self.contract.severity;
                self.report
                    .add_with(severity, "expect-missing", of_settings(), message);
            }
        }
        problem
    }

    fn fail(&mut self, code: &'static str, clip: ClipId, range: FrameRange, message: String) {
        self.fail_at(code, about(self.library, clip, range), &message);
    }

    fn fail_at(&mut self, code: &'static str, about: About<'_>, message: &str) {
        self.counts.failed += 1;
        let message = self.worded(message);
        self.report
            .add_with(self.contract.severity, code, about, message);
    }

    /// Appends the user's own words or, if there are none, the query.
    fn worded(&self, message: &str) -> String {
        match &self.contract.message {
            Some(words) => format!("{message} ({words})"),
            None => format!("{message} (contract of {})", self.contract.query),
        }
    }
}

/// Returns why the travel does not belong to `owner`; `None` if it does. `root_m` is `None` if there is no root joint.
fn misplaced(owner: RootOwner, root_m: Option<f64>, hips_m: f64) -> Option<String> {
    let show = |value: f64| Quantity::Length.show(value);
    let moving_root = root_m.filter(|root| *root > STAYS_M);
    match (owner, root_m) {
        (RootOwner::InPlace, _) => {
            let travel = moving_root.or((hips_m > SWAYS_M).then_some(hips_m))?;
            let message = format!("it travels {}; it must stay in place", show(travel));
            Some(message)
        }
        (RootOwner::Extracted, None) => {
            Some("it has no root joint above the hips to own the travel".to_owned())
        }
        (RootOwner::Extracted, Some(root)) => (hips_m > SWAYS_M.max(STAYS_SHARE * root)).then(|| {
            format!(
                "the hips travel {} relative to the root joint, which travels {}; the root must own the travel",
                show(hips_m),
                show(root)
            )
        }),
        // Without a root joint, the hips own the travel.
        (RootOwner::Baked, _) => moving_root.map(|root| {
            format!(
                "its root joint travels {}; the hips must own the travel",
                show(root)
            )
        }),
    }
}

/// Returns how a value breaks a limit; `None` if the value is within the limit.
pub(crate) fn broken_limit(bound: &Bound, reading: &Reading) -> Option<String> {
    if bound.accepts(reading.value) {
        return None;
    }
    let (measure, quantity) = (bound.measure, bound.measure.quantity());
    let joint = reading.joint.as_ref();
    let joint = joint.map(|joint| format!(" at {joint}"));
    Some(format!(
        "{measure} is {}{}; it must be {}",
        quantity.show(reading.value),
        joint.unwrap_or_default(),
        limits(quantity, bound.min, bound.max)
    ))
}

fn limits(quantity: Quantity, min: Option<f64>, max: Option<f64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) if max - min <= 3e-6 * max.abs() => quantity.show(0.5 * (min + max)),
        (Some(min), Some(max)) => {
            format!("{} to {}", quantity.show(min), quantity.show(max))
        }
        (Some(min), None) => format!("at least {}", quantity.show(min)),
        (None, Some(max)) => format!("at most {}", quantity.show(max)),
        (None, None) => String::new(),
    }
}

fn about(library: &Library, clip: ClipId, range: FrameRange) -> About<'_> {
    About {
        clip: &library.clips()[clip].name,
        span: Some(range),
        tag: None,
        joint: None,
    }
}

fn of_settings() -> About<'static> {
    About {
        clip: SETTINGS_FILE,
        span: None,
        tag: None,
        joint: None,
    }
}

/// Prefixes a message with the line of the contract.
fn at(contract: &Expectation, message: &str) -> String {
    format!("line {}: {message}", contract.position.line)
}
