//! What contracts need of the motion: the ranges of their queries, and the measures to take of them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_sidecar::{Expectation, Measure};
use footwork_tags::{ClipId, Query, RangeSet};

use crate::check::queries::said;
use crate::measure::{Measured, Measurer};

/// The measures of one range, by measure.
pub(in crate::check) type RangeValues = BTreeMap<Measure, Measured>;

/// What the contracts of a library need: for each clip, the measures of its ranges.
#[derive(Default)]
pub(in crate::check) struct Needed {
    clips: BTreeMap<ClipId, BTreeMap<(u32, u32), BTreeSet<Measure>>>,
}

impl Needed {
    /// Answers the queries of all contracts. Those with mistakes need nothing.
    pub(in crate::check) fn new(library: &Library) -> Self {
        let mut needed = Self::default();
        for contract in &library.settings().expect {
            let measures = measures(contract);
            if measures.is_empty() {
                continue;
            }
            let Ok(found) = answer(library, &contract.query) else {
                continue;
            };
            for (clip, range) in ranges_of(library, contract, &found) {
                let of_clip = needed.clips.entry(clip).or_default();
                let of_range = of_clip.entry((range.start(), range.stop()));
                of_range.or_default().extend(&measures);
            }
        }
        needed
    }

    /// Takes the ranges of a clip.
    pub(in crate::check) fn take(&mut self, clip: ClipId) -> NeededRanges {
        NeededRanges(self.clips.remove(&clip).unwrap_or_default())
    }

    /// Iterates over the clips that are left.
    pub(in crate::check) fn clips(&self) -> Vec<ClipId> {
        self.clips.keys().copied().collect()
    }
}

/// The measures to take of one clip, by range.
#[derive(Default)]
pub(in crate::check) struct NeededRanges(BTreeMap<(u32, u32), BTreeSet<Measure>>);

impl NeededRanges {
    /// Measures the ranges of the clip.
    pub(in crate::check) fn measure(
        &self,
        measurer: &Measurer<'_>,
    ) -> Vec<((u32, u32), RangeValues)> {
        let ranges = self.0.iter().filter_map(|(&(start, stop), measures)| {
            let range = FrameRange::new(start, stop)?;
            let measures: Vec<Measure> = measures.iter().copied().collect();
            let values = measurer.measure(range, &measures);
            Some(((start, stop), measures.into_iter().zip(values).collect()))
        });
        ranges.collect()
    }
}

/// Returns the measures that a contract needs.
fn measures(contract: &Expectation) -> BTreeSet<Measure> {
    let mut measures: BTreeSet<Measure> = contract.bounds.iter().map(|b| b.measure).collect();
    measures.extend(contract.spreads.iter().map(|(measure, _)| *measure));
    if contract.root.is_some() {
        measures.extend([Measure::RootTravel, Measure::HipsTravel]);
    }
    measures
}

pub(super) fn answer(library: &Library, query: &str) -> Result<RangeSet, String> {
    let database = library.database();
    let (_, bound) = Query::parse_for(query, database).map_err(|errors| said(&errors))?;
    database.ranges(&bound).map_err(|error| error.to_string())
}

/// Returns the ranges that a contract is about. Mirrored twins count only in groups, since they move as their originals.
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

/// Returns the values of each range, and measures the unknown ones.
pub(super) fn values_of<'a>(
    library: &Library,
    contract: &Expectation,
    ranges: &[(ClipId, FrameRange)],
    measured: &'a MeasuredClips,
) -> Vec<Cow<'a, RangeValues>> {
    let needed = measures(contract);
    let known = |clip: ClipId, range: FrameRange| {
        let of_clip = measured.get(&library.clips()[clip].name)?;
        let values = of_clip.get(&(range.start(), range.stop()))?;
        needed
            .iter()
            .all(|measure| values.contains_key(measure))
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
            Some(Ok(loaded)) => {
                let measures: Vec<Measure> = needed.iter().copied().collect();
                let values = Measurer::new(loaded).measure(range, &measures);
                Cow::Owned(measures.into_iter().zip(values).collect())
            }
            _ => {
                let unread = || Err("its motion could not be read".into());
                Cow::Owned(needed.iter().map(|measure| (*measure, unread())).collect())
            }
        }
    });
    values.collect()
}
