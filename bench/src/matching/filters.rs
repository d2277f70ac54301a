//! The cost of masks: the time to prepare a filter, and the time of a filtered search.

use footwork_base::FrameRange;
use footwork_matching::{ClipId, Filter, Index, PoseSpan, Search, Twins};

use crate::figure;
use crate::measure::{Contender, cpu_time, in_turn, median_secs};
use crate::random::Random;
use crate::report::{Bar, Outcome, Table};

use super::baselines::Row;
use super::{REPEATS, mean_of};

const FILTERED: Bar = Bar::at_most(1.05);
const FILTERED_MEAN: Bar = Bar::at_most(0.4);
/// The number of tries; the shortest time counts.
const TRIES: usize = 5;

/// A name and the spans of the allowed poses.
type Mask = (String, Vec<PoseSpan>);

pub(super) fn table(
    index: &Index,
    goals: &[Row],
    clips: usize,
    name: &str,
    losses: &mut Vec<String>,
) -> Outcome<Table> {
    let prepare = match index.candidate_count() {
        0..500_000 => Bar::secs(1.2e-3),
        _ => Bar::secs(20e-3),
    };
    let search = |filter: Option<&Filter>| {
        let search = Search {
            filter,
            ..Search::default()
        };
        let found = (0..REPEATS)
            .flat_map(|_| goals)
            .filter_map(|goal| index.search(goal, &search).ok()?.best);
        found.map(|found| f64::from(found.cost)).sum::<f64>()
    };
    let mut rows = Vec::new();
    let (mut ratios, mut times) = (Vec::new(), Vec::new());
    for (mask, spans) in masks(index, u32::try_from(clips)?) {
        let masked = least_secs(|| Filter::masked(index, spans.iter().copied()));
        let prepared = least_secs(|| Filter::new(index, spans.iter().copied()));
        let filter = Filter::new(index, spans.iter().copied());
        let timings = in_turn(vec![
            Contender::new("filtered", || search(Some(&filter))),
            Contender::new("unfiltered", || search(None)),
        ]);
        let ratio = median_secs(&timings, "filtered") / median_secs(&timings, "unfiltered");
        let what = format!("{name}, filter of {mask}");
        rows.push([
            mask,
            filter.pose_count().to_string(),
            figure::secs(masked),
            figure::secs(prepared),
            prepare.judge(&format!("{what}: prepared"), prepared, losses),
            figure::plain(ratio),
            FILTERED.judge(&format!("{what}: filtered ÷ unfiltered"), ratio, losses),
        ]);
        ratios.push(ratio);
        times.push(prepared);
    }
    let mean = mean_of("mean of filtered ÷ unfiltered", &ratios, FILTERED_MEAN);
    let mut table = Table::new(
        format!("Searches with a filter among {name}, held-out frames; {mean} (goal 0.4)"),
        "allowed | poses | masked in | prepared in | bar | filtered ÷ unfiltered | bar",
    );
    for row in rows {
        table.row(row);
    }
    Ok(table)
}

fn least_secs<T>(mut make: impl FnMut() -> T) -> f64 {
    let time = |_| {
        let start = cpu_time();
        let made = make();
        let secs = cpu_time().saturating_sub(start).as_secs_f64();
        drop(made);
        secs
    };
    (0..TRIES).map(time).fold(f64::INFINITY, f64::min)
}

/// Returns 19 masks that allow 0.1 to 100 % of the poses: whole clips, twins, long and short runs of frames.
fn masks(index: &Index, clips: u32) -> Vec<Mask> {
    let mut random = Random::new(3);
    let of_clip = |clip: u32, start: u32, stop: u32, twins| PoseSpan {
        clip: ClipId::new(clip),
        frames: FrameRange::from_first(start, stop),
        twins,
    };
    let mut masks = vec![(
        "all".to_owned(),
        (0..clips)
            .map(|clip| of_clip(clip, 0, u32::MAX, Twins::Both))
            .collect(),
    )];
    for (name, twins) in [
        ("originals", Twins::Original),
        ("mirrored twins", Twins::Mirrored),
    ] {
        let spans = (0..clips).map(|clip| of_clip(clip, 0, u32::MAX, twins));
        masks.push((name.to_owned(), spans.collect()));
    }
    for every in [100, 30, 10, 4, 3, 2] {
        let some = (0..clips).filter(|clip| clip % every == 0);
        let spans = some.map(|clip| of_clip(clip, 0, u32::MAX, Twins::Both));
        masks.push((format!("one clip in {every}"), spans.collect()));
    }
    for (thousandths, length) in [
        (1, 8),
        (10, 8),
        (100, 8),
        (500, 8),
        (10, 100),
        (100, 100),
        (250, 100),
        (500, 100),
        (750, 100),
        (900, 100),
    ] {
        let mut spans = Vec::new();
        for (clip, info) in (0..clips).zip(index.clips()) {
            // The frame count is at the index's rate, spans are at the clip's own. The rates are similar, so twice the count
            // covers the clip.
            for start in (0..2 * info.frame_count()).step_by(length as usize) {
                if random.below(1000) < thousandths {
                    spans.push(of_clip(clip, start, start + length, Twins::Both));
                }
            }
        }
        let percent = f64::from(thousandths) / 10.0;
        masks.push((format!("{percent} % of runs of {length} frames"), spans));
    }
    masks
}
