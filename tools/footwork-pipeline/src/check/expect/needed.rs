//! The data that contracts need about the motion: the ranges of their queries, and the measures to take on these
//! ranges.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_sidecar::{Expectation, Measure};
use footwork_tags::{ClipId, Query, RangeSet};

use crate::check::queries::said;
use crate::measure::{Measured, Measurer};

/// A value that a contract needs about a range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Wanted {
    Measure(Measure),
    /// The angle by which a joint turns; the joint is given by its name or role.
    Turning(String),
}

/// The values of one range.
pub(in crate::check) type RangeValues = BTreeMap<Wanted, Measured>;

/// Measures the values of one range. Measures share intermediate results, so they are taken together.
pub(super) fn take(
    measurer: &Measurer<'_>,
    range: FrameRange,
    wanted: &BTreeSet<Wanted>,
) -> RangeValues {
    let measures = wanted.iter().filter_map(|wanted| match wanted {
        Wanted::Measure(measure) => Some(*measure),
        Wanted::Turning(_) => None,
    });
    let measures: Vec<Measure> = measures.collect();
    let values = measurer.measure(range, &measures);
    let named = measures.into_iter().map(Wanted::Measure);
    let mut values: RangeValues = named.zip(values).collect();
    for one in wanted {
        if let Wanted::Turning(joint) = one {
            values.insert(one.clone(), measurer.turning(range, joint));
        }
    }
    values
}

/// The measures that the contracts of a library need, by clip and range.
#[derive(Default)]
pub(in crate::check) struct Needed {
    clips: BTreeMap<ClipId, BTreeMap<(u32, u32), BTreeSet<Wanted>>>,
}

impl Needed {
    /// Evaluates the queries of all contracts. A contract whose query has mistakes needs nothing.
    pub(in crate::check) fn new(library: &Library) -> Self {
        let mut needed = Self::default();
        for contract in &library.settings().expect {
            let wanted = wanted(contract);
            if wanted.is_empty() {
                continue;
            }
            let Ok(found) = answer(library, &contract.query) else {
                continue;
            };
            for (clip, range) in ranges_of(library, contract, &found) {
                let of_clip = needed.clips.entry(clip).or_default();
                let of_range = of_clip.entry((range.start(), range.stop()));
                of_range.or_default().extend(wanted.iter().cloned());
            }
        }
        needed
    }

    /// Removes and returns the ranges of a clip.
    pub(in crate::check) fn take(&mut self, clip: ClipId) -> NeededRanges {
        NeededRanges(self.clips.remove(&clip).unwrap_or_default())
    }

    /// Returns the clips that have not been taken.
    pub(in crate::check) fn clips(&self) -> Vec<ClipId> {
        self.clips.keys().copied().collect()
    }
}

/// The measures to take of one clip, by range.
#[derive(Default)]
pub(in crate::check) struct NeededRanges(BTreeMap<(u32, u32), BTreeSet<Wanted>>);

impl NeededRanges {
    /// Measures the ranges of the clip.
    pub(in crate::check) fn measure(
        &self,
        measurer: &Measurer<'_>,
    ) -> Vec<((u32, u32), RangeValues)> {
        let ranges = self.0.iter().filter_map(|(&(start, stop), wanted)| {
            let range = FrameRange::new(start, stop)?;
            Some(((start, stop), take(measurer, range, wanted)))
        });
        ranges.collect()
    }
}

/// Returns the values that a contract needs about each of its ranges.
pub(super) fn wanted(contract: &Expectation) -> BTreeSet<Wanted> {
    let mut measures: BTreeSet<Measure> = contract.bounds.iter().map(|b| b.measure).collect();
    measures.extend(contract.spreads.iter().map(|(measure, _)| *measure));
    if contract.root.is_some() {
        measures.extend([Measure::RootTravel, Measure::HipsTravel]);
    }
    if contract.backwards.is_some() {
        measures.insert(Measure::LiftPhase);
    }
    let joints = contract.moves.iter().cloned().map(Wanted::Turning);
    measures
        .into_iter()
        .map(Wanted::Measure)
        .chain(joints)
        .collect()
}

pub(super) fn answer(library: &Library, query: &str) -> Result<RangeSet, String> {
    let database = library.database();
    let (_, bound) = Query::parse_for(query, database).map_err(|errors| said(&errors))?;
    database.ranges(&bound).map_err(|error| error.to_string())
}

/// Returns the ranges that a contract checks. Mirrored twins count only in groups, because they move like their
/// originals.
pub(super) fn ranges_of(
    library: &Library,
    contract: &Expectation,
    found: &RangeSet,
) -> Vec<(ClipId, FrameRange)> {
    let is_counted = |clip: ClipId| contract.is_group || library.clips()[clip].mirror_of.is_none();
    let clips = found.iter().filter(|(clip, _)| is_counted(*clip));
    clips
        .flat_map(|(clip, ranges)| ranges.iter().map(move |&range| (clip, range)))
        .collect()
}

/// The measured values, by clip name and range.
pub(in crate::check) type MeasuredClips = BTreeMap<String, BTreeMap<(u32, u32), RangeValues>>;

/// Returns the values of each range. Measures the ranges that are not measured yet.
pub(super) fn values_of<'a>(
    library: &Library,
    contract: &Expectation,
    ranges: &[(ClipId, FrameRange)],
    measured: &'a MeasuredClips,
) -> Vec<Cow<'a, RangeValues>> {
    let needed = wanted(contract);
    let known = |clip: ClipId, range: FrameRange| {
        let of_clip = measured.get(&library.clips()[clip].name)?;
        let values = of_clip.get(&(range.start(), range.stop()))?;
        needed
            .iter()
            .all(|wanted| values.contains_key(wanted))
            .then_some(Cow::Borrowed(values))
    };
    let mut loaded = None;
    let values = ranges.iter().map(|&(clip, range)| {
        if let Some(values) = known(clip, range) {
            return values;
        }
        // Ranges are ordered by clip, so each clip is read once.
        if loaded.as_ref().is_none_or(|(of, _)| *of != clip) {
            loaded = Some((clip, library.load(clip)));
        }
        let motion = loaded.as_ref().map(|(_, read)| read.as_ref());
        match motion {
            Some(Ok(loaded)) => Cow::Owned(take(&Measurer::new(loaded), range, &needed)),
            _ => {
                let unread = || Err("its motion could not be read".into());
                Cow::Owned(needed.iter().map(|one| (one.clone(), unread())).collect())
            }
        }
    });
    values.collect()
}
