//! Scores proposals against known labels, for docs/tagging.md: after few labelled takes, chosen by the queue or at
//! random; for styles and skeletons that were never labelled; and on the two sample libraries.
//!
//! ```text
//! cargo run --release -p footwork-pipeline --example score_proposals -- [generated|samples|speed|hour] [SEEDS] [ByClip|OneByOne]
//! ```

#![allow(clippy::unwrap_used, reason = "it reads and makes only its own files")]

mod hour;
#[allow(dead_code, reason = "the tests of proposals use the rest")]
mod performer;
mod score;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use footwork_base::Name;
use footwork_library::Library;
use footwork_pipeline::{
    Candidate, Coverage, LearnedTags, LibraryTakes, MotionColumns, TagLayers, TakeLabels,
    TrainingTake, labelling_order,
};
use footwork_sidecar::{ExclusiveGroup, Settings};
use footwork_testkit::Random;
use rayon::prelude::*;

use performer::{Rig, Style};
use score::Score;

const SEEDS: u64 = 4;
const TAKE_SECS: f64 = 30.0;
/// The number of takes to label, the number of takes to test, and the numbers of labelled takes after which scores are
/// taken.
const POOL: usize = 120;
const TESTED: usize = 40;
const BUDGETS: [usize; 4] = [6, 12, 24, 48];

/// A take with known labels.
pub(crate) struct Take {
    pub(crate) columns: MotionColumns,
    pub(crate) labels: TakeLabels,
}

fn main() {
    let what = std::env::args().nth(1).unwrap_or_default();
    if what.is_empty() || what == "samples" {
        samples();
    }
    if what.is_empty() || what == "generated" {
        let seeds = std::env::args().nth(2);
        generated(seeds.map_or(SEEDS, |seeds| seeds.parse().unwrap()));
    }
    if what.is_empty() || what == "speed" {
        speed();
    }
    if what.is_empty() || what == "hour" {
        let seeds = std::env::args().nth(2);
        let way = std::env::args().nth(3);
        hour::hour(
            seeds.map_or(SEEDS, |seeds| seeds.parse().unwrap()),
            way.as_deref(),
        );
    }
}

/// The exclusive groups of generated performances.
const EXCLUSIVE: &str = "exclusive = [[\"Do.Idle\", \"Do.Walk\", \"Do.Run\", \"Do.Sneak\", \"Do.Kick.Left\", \
     \"Do.Kick.Right\", \"Do.Wave.Left\", \"Do.Wave.Right\", \"Do.Punch.Left\", \"Do.Punch.Right\", \"Do.Jump\", \
     \"Do.Crouch\", \"Do.Bow\", \"Do.Nod\"], \"Turn\"]";

fn exclusive() -> Vec<ExclusiveGroup> {
    Settings::parse(EXCLUSIVE).unwrap().0.exclusive
}

pub(crate) fn layers<'a>(takes: impl IntoIterator<Item = &'a Take>) -> TagLayers {
    let spans = takes.into_iter().flat_map(|take| &take.labels.spans);
    let tags: BTreeSet<Name> = spans.map(|(name, _)| name.clone()).collect();
    TagLayers::new(&tags, &exclusive())
}

fn perform(count: usize, rig: usize, styles: &[Style], seed: u64) -> Vec<Take> {
    let rig = Rig::numbered(rig);
    let seeds: Vec<u64> = (0..count as u64).map(|take| seed * 1000 + take).collect();
    let takes = seeds.par_iter().enumerate().map(|(index, &seed)| {
        let mut random = Random::new(seed);
        let style = styles[index % styles.len()];
        let performance = rig.perform(TAKE_SECS, &style, &mut random);
        Take {
            columns: MotionColumns::from_clip(&performance.clip).unwrap(),
            labels: TakeLabels {
                spans: performance.spans,
                by_rule: Vec::new(),
                rejected: Vec::new(),
                coverage: Coverage::Whole,
            },
        }
    });
    takes.collect()
}

pub(crate) fn training<'a>(takes: &[&'a Take]) -> Vec<TrainingTake<'a>> {
    let takes = takes.iter().enumerate();
    takes
        .map(|(recording, take)| TrainingTake {
            columns: &take.columns,
            labels: &take.labels,
            recording,
            is_copy: false,
        })
        .collect()
}

fn generated(seeds: u64) {
    println!(
        "| labelled takes | order | frame F1 | gaits | span F1 | edge, ms | bulk: right | found |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut rows: Vec<(usize, &str, Vec<Score>)> = Vec::new();
    let mut transfers: Vec<(&str, Vec<Score>)> = Vec::new();
    for seed in 1..=seeds {
        let mut random = Random::new(seed);
        let styles: Vec<Style> = (0..8).map(|_| Style::random(&mut random)).collect();
        let (known, unseen) = styles.split_at(6);
        let pool = perform(POOL, 0, known, 10 * seed);
        let tested = perform(TESTED, 0, known, 10 * seed + 1);
        let strangers = perform(TESTED, 0, unseen, 10 * seed + 2);
        let other = perform(TESTED, 1, known, 10 * seed + 3);
        let third = perform(BUDGETS[2], 2, known, 10 * seed + 4);
        let mut shuffled: Vec<&Take> = pool.iter().collect();
        random.shuffle(&mut shuffled);
        let push =
            |rows: &mut Vec<(usize, &'static str, Vec<Score>)>, budget, order, score| match rows
                .iter_mut()
                .find(|row| row.0 == budget && row.1 == order)
            {
                Some(row) => row.2.push(score),
                None => rows.push((budget, order, vec![score])),
            };
        for budget in BUDGETS {
            let labelled = &shuffled[..budget];
            let learned = LearnedTags::fit(&training(labelled), layers(labelled.iter().copied()));
            push(
                &mut rows,
                budget,
                "random",
                Score::measure(&learned, &tested),
            );
            push(
                &mut rows,
                budget,
                "random, styles never labelled",
                Score::measure(&learned, &strangers),
            );
            if budget == BUDGETS[2] {
                let mut add = |name, score| match transfers.iter_mut().find(|row| row.0 == name) {
                    Some(row) => row.1.push(score),
                    None => transfers.push((name, vec![score])),
                };
                add(
                    "trained on the first, tested on the second",
                    Score::measure(&learned, &other),
                );
                let mut both = labelled.to_vec();
                both.extend(&third);
                let learned = LearnedTags::train(&training(&both), layers(both.iter().copied()));
                add(
                    "trained on the first and third, tested on the second",
                    Score::measure(&learned, &other),
                );
                let own = perform(budget, 1, known, 10 * seed + 5);
                let own: Vec<&Take> = own.iter().collect();
                let learned = LearnedTags::train(&training(&own), layers(own.iter().copied()));
                add(
                    "trained and tested on the second",
                    Score::measure(&learned, &other),
                );
            }
        }
        for (budget, learned) in ordered(&shuffled) {
            push(
                &mut rows,
                budget,
                "queue",
                Score::measure(&learned, &tested),
            );
        }
        eprintln!("seed {seed} done");
    }
    rows.sort_by_key(|row| (row.1, row.0));
    for (budget, order, scores) in &rows {
        println!("| {budget} | {order} | {} |", Score::mean(scores).cells());
    }
    println!(
        "\n| skeletons, 24 takes | frame F1 | gaits | span F1 | edge, ms | bulk: right | found |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, scores) in &transfers {
        println!("| {name} | {} |", Score::mean(scores).cells());
    }
    let tags = score::per_tag(&rows, BUDGETS[1], "random");
    println!("\n{tags}");
}

/// Labels takes in the order of the queue, and returns the classifiers learned after each number of labelled takes.
fn ordered(pool: &[&Take]) -> Vec<(usize, LearnedTags)> {
    let mut labelled: Vec<&Take> = pool[..4].to_vec();
    let mut rest: Vec<&Take> = pool[4..].to_vec();
    let mut found = Vec::new();
    while let Some(&last) = BUDGETS.last()
        && labelled.len() <= last
    {
        let is_budget = BUDGETS.contains(&labelled.len());
        let teach = training(&labelled);
        let layers = layers(labelled.iter().copied());
        let learned = if is_budget {
            LearnedTags::fit(&teach, layers)
        } else {
            LearnedTags::train(&teach, layers)
        };
        let uncertain: Vec<f64> = rest
            .par_iter()
            .map(|take| learned.propose(&take.columns, None).uncertainty)
            .collect();
        let candidates: Vec<Candidate<'_>> = rest
            .iter()
            .zip(uncertain)
            .map(|(take, uncertainty)| Candidate {
                columns: &take.columns,
                uncertainty,
            })
            .collect();
        let columns: Vec<&MotionColumns> = labelled.iter().map(|take| &take.columns).collect();
        let to_next = BUDGETS.iter().find(|budget| **budget > labelled.len());
        let batch = to_next.map_or(4, |next| (next - labelled.len()).min(4));
        let mut chosen = labelling_order(&columns, &candidates, 4);
        chosen.truncate(batch);
        if is_budget {
            found.push((labelled.len(), learned));
        }
        labelled.extend(chosen.iter().map(|&place| rest[place]));
        chosen.sort_unstable();
        for place in chosen.into_iter().rev() {
            rest.remove(place);
        }
    }
    found
}

/// Holds out each clip of the sample libraries in turn, and scores the proposals for it.
fn samples() {
    println!("| library | clips | tags | frame F1 | span F1 | edge, ms |");
    println!("|---|---|---|---|---|---|");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    for (name, folder) in [
        ("samples", root.clone()),
        ("football", root.join("football")),
    ] {
        let library = Library::open(&folder).unwrap();
        let tags = [
            "Gait",
            "Action",
            "Direction",
            "Phase",
            "Contact",
            "Kick",
            "Strike",
            "GetUp",
            "Roll",
        ];
        let tags: Vec<Name> = tags.iter().map(|tag| tag.parse().unwrap()).collect();
        let takes = LibraryTakes::read(&library, &tags);
        let training = takes.training();
        // A tag whose labels are all in one clip cannot be learned when that clip is held out.
        let learned = LearnedTags::fit_held_out(&training, takes.layers.clone(), takes.takes.len());
        let quality = learned.quality();
        let common: Vec<_> = quality.iter().filter(|tag| tag.takes >= 3).collect();
        let mean = |of: &dyn Fn(&footwork_pipeline::MeasuredQuality) -> f64| {
            let all = common
                .iter()
                .filter_map(|tag| tag.measured.as_ref().map(of));
            all.sum::<f64>() / common.len() as f64
        };
        println!(
            "| {name} | {} | {} | {:.2} | {:.2} | {:.0} |",
            takes.takes.len(),
            common.len(),
            mean(&|m| m.frame_f1()),
            mean(&|m| m.span_f1()),
            mean(&|m| 1000.0 * m.edge_secs.unwrap_or(0.0))
        );
        for tag in &common {
            let Some(m) = tag.measured else { continue };
            eprintln!(
                "{:24} {:3} spans {:.2} {:.2}",
                tag.tag.to_string(),
                tag.spans,
                m.frame_f1(),
                m.span_f1()
            );
        }
    }
}

/// Measures the time for training on an hour of motion and for proposing on ten hours.
fn speed() {
    let mut random = Random::new(1);
    let styles: Vec<Style> = (0..6).map(|_| Style::random(&mut random)).collect();
    let hour = perform(120, 0, &styles, 77);
    let all: Vec<&Take> = hour.iter().collect();
    let start = Instant::now();
    let learned = LearnedTags::train(&training(&all), layers(all.iter().copied()));
    println!("an hour trains in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    for _ in 0..10 {
        let spans: Vec<usize> = hour
            .par_iter()
            .map(|take| learned.propose(&take.columns, None).spans.len())
            .collect();
        assert!(spans.iter().sum::<usize>() > 0);
    }
    println!(
        "ten hours are proposed in {:.2} s",
        start.elapsed().as_secs_f64()
    );
    let start = Instant::now();
    let learned = LearnedTags::fit(&training(&all), layers(all.iter().copied()));
    println!(
        "an hour trains and is measured in {:.2} s",
        start.elapsed().as_secs_f64()
    );
    assert!(learned.threshold().is_some());
}
