//! Pairs of true and detected events, for scoring a detector.

use std::collections::BTreeSet;

use footwork_base::Name;
use footwork_tags::ClipId;

use super::Detected;
use footwork_library::{ClipEntry, Library};

/// The true and the detected events of a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct EventPairs {
    /// The clip.
    pub clip: ClipId,
    /// One list per pair of matching names, such as `Foot.Left` and `Detected.Left`.
    pub lists: Vec<PairedTimes>,
}

/// The times of the true events with one name, and of the detected events with the matching name, in seconds,
/// ascending.
///
/// In a looping clip, times count from the middle of the longest time without an event, so that
/// no event is at the seam.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairedTimes {
    /// The true times.
    pub truth: Vec<f64>,
    /// The detected times.
    pub found: Vec<f64>,
}

impl EventPairs {
    /// Pairs the events at and below `truth` with those at and below `found`, in every clip that has any. Mirrored
    /// twins are left out. `Foot.Left` below `Foot` is paired with `Detected.Left` below `Detected`.
    pub fn from_names(library: &Library, truth: &Name, found: &Name) -> Vec<Self> {
        let pairs = library.originals().map(|(clip, entry)| {
            let names = || entry.events().map(|(name, _)| name);
            let endings: BTreeSet<Vec<String>> = [truth, found]
                .into_iter()
                .flat_map(|root| names().filter_map(|name| ending(name, root)))
                .collect();
            let lists = endings.iter().map(|wanted| {
                let times = |root| times(entry, root, wanted);
                unrolled(times(truth), times(found), round_secs(entry))
            });
            let lists = lists.collect();
            Self { clip, lists }
        });
        pairs.filter(|pairs| !pairs.lists.is_empty()).collect()
    }

    /// Pairs the events at and below `truth` in the given clips with detected events of the same name. A clip that has
    /// neither true nor detected events is left out.
    pub fn with(
        library: &Library,
        truth: &Name,
        clips: &[ClipId],
        found: &[Detected],
    ) -> Vec<Self> {
        let pairs = clips.iter().map(|&clip| {
            let entry = &library.clips()[clip];
            let of_clip = || found.iter().filter(|event| event.clip == clip);
            let period = entry.rate.period_secs();
            let names = entry.events().map(|(name, _)| name);
            let names = names.chain(of_clip().map(|event| &event.name));
            let endings: BTreeSet<Vec<String>> =
                names.filter_map(|name| ending(name, truth)).collect();
            let lists = endings.iter().map(|wanted| {
                let such =
                    of_clip().filter(|event| ending(&event.name, truth).as_ref() == Some(wanted));
                let found = such.map(|event| event.frame * period).collect();
                unrolled(times(entry, truth, wanted), found, round_secs(entry))
            });
            Self {
                clip,
                lists: lists.collect(),
            }
        });
        pairs.filter(|pairs| !pairs.lists.is_empty()).collect()
    }
}

fn round_secs(entry: &ClipEntry) -> Option<f64> {
    let frames = entry.round_frames.map(f64::from);
    frames.map(|frames| frames * entry.rate.period_secs())
}

/// Returns the parts of `name` after the parts of `root`; `None` if `name` is not at or below `root`.
fn ending(name: &Name, root: &Name) -> Option<Vec<String>> {
    let is_below = name == root || name.is_below(root);
    let rest = name.parts().skip(root.parts().count());
    is_below.then(|| rest.map(|part| part.into_owned()).collect())
}

fn times(entry: &ClipEntry, root: &Name, wanted: &[String]) -> Vec<f64> {
    let events = entry.events();
    let events = events.filter(|(name, _)| ending(name, root).is_some_and(|found| found == wanted));
    let mut times: Vec<f64> = events
        .map(|(_, frame)| frame * entry.rate.period_secs())
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Shifts the times of a loop so that they count from the middle of its longest gap between events.
fn unrolled(mut truth: Vec<f64>, mut found: Vec<f64>, round: Option<f64>) -> PairedTimes {
    let Some(round) = round else {
        return PairedTimes { truth, found };
    };
    let mut all: Vec<f64> = truth
        .iter()
        .chain(&found)
        .map(|time| time % round)
        .collect();
    all.sort_by(f64::total_cmp);
    let next = all.iter().skip(1).copied();
    let next = next.chain(all.first().map(|first| first + round));
    let gaps = all.iter().copied().zip(next);
    let longest = gaps.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
    let start = longest.map_or(0.0, |(from, to)| 0.5 * (from + to));
    for list in [&mut truth, &mut found] {
        for time in list.iter_mut() {
            *time = (*time - start).rem_euclid(round);
        }
        list.sort_by(f64::total_cmp);
    }
    PairedTimes { truth, found }
}

#[cfg(test)]
mod tests {
    use super::{PairedTimes, unrolled};

    #[test]
    fn a_loop_is_cut_in_its_longest_gap() {
        let PairedTimes { truth, found } = unrolled(vec![0.9, 0.3], vec![0.01], Some(1.0));
        assert_eq!(truth.len(), 2);
        // 0.9, and 0.01 of the next round, are 0.11 apart.
        assert!(
            found
                .iter()
                .any(|found| truth.iter().any(|time| (found - time - 0.11).abs() < 1e-9))
        );
        let one = PairedTimes {
            truth: vec![2.0],
            found: vec![],
        };
        assert_eq!(unrolled(vec![2.0], vec![], None), one);
        let none = PairedTimes::default();
        assert_eq!(unrolled(vec![], vec![], Some(1.0)), none);
    }
}
