//! Learning from takes: lower bounds of accuracy, and frames that get no proposals.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, Name};
use footwork_clip::JointPairs;
use footwork_pipeline::{
    Candidate, Certainty, Coverage, LearnedTags, MotionColumns, TagLayers, TakeLabels,
    TrainingTake, labelling_order,
};
use footwork_sidecar::Settings;
use footwork_testkit::Random;

use crate::performer::{GAITS, Rig, Style};

pub(crate) struct Take {
    pub(crate) columns: MotionColumns,
    pub(crate) labels: TakeLabels,
}

pub(crate) fn perform(count: u64, seed: u64) -> Vec<Take> {
    let rig = Rig::numbered(1);
    let mut random = Random::new(7);
    let styles = [(); 3].map(|()| Style::random(&mut random));
    let takes = (0..count).zip(styles.iter().cycle()).map(|(take, style)| {
        let performance = rig.perform(25.0, style, &mut Random::new(100 * seed + take));
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

pub(crate) fn training(takes: &[Take]) -> Vec<TrainingTake<'_>> {
    let takes = takes.iter().enumerate();
    let takes = takes.map(|(recording, take)| TrainingTake {
        columns: &take.columns,
        labels: &take.labels,
        recording,
        is_copy: false,
    });
    takes.collect()
}

fn layers(takes: &[Take]) -> TagLayers {
    let tags: BTreeSet<Name> = takes
        .iter()
        .flat_map(|take| take.labels.spans.iter().map(|(name, _)| name.clone()))
        .collect();
    let one_of: Vec<String> = tags
        .iter()
        .filter(|tag| tag.as_str().starts_with("Do."))
        .map(|tag| format!("{:?}", tag.as_str()))
        .collect();
    let settings = format!("exclusive = [[{}], \"Turn\"]", one_of.join(", "));
    TagLayers::new(&tags, &Settings::parse(&settings).unwrap().0.exclusive)
}

/// Returns the frame F1 of each tag.
fn frame_f1(learned: &LearnedTags, tested: &[Take]) -> BTreeMap<String, f64> {
    let mut counts: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for take in tested {
        let proposed = learned.propose(&take.columns, None).spans;
        let likely = proposed
            .iter()
            .filter(|span| span.certainty == Certainty::Likely);
        let likely: Vec<(&Name, FrameRange)> = likely.map(|span| (&span.tag, span.range)).collect();
        for (name, range) in take
            .labels
            .spans
            .iter()
            .map(|(n, r)| (n, *r))
            .chain(likely.iter().copied())
        {
            counts.entry(name.to_string()).or_default()[1] += f64::from(range.frame_count());
        }
        for (name, range) in likely {
            let own = take.labels.spans.iter().filter(|(other, _)| other == name);
            let shared = own.map(|(_, r)| {
                r.stop()
                    .min(range.stop())
                    .saturating_sub(r.start().max(range.start()))
            });
            counts.entry(name.to_string()).or_default()[0] += f64::from(shared.sum::<u32>());
        }
    }
    let f1 = |[right, both]: [f64; 2]| 2.0 * right / both;
    counts
        .into_iter()
        .map(|(name, counts)| (name, f1(counts)))
        .collect()
}

#[test]
fn gaits_and_actions_are_learned_from_a_few_takes() {
    let (taught, tested) = (perform(14, 1), perform(6, 2));
    let learned = LearnedTags::fit(&training(&taught), layers(&taught));
    let found = frame_f1(&learned, &tested);
    for gait in GAITS {
        assert!(found[gait] > 0.8, "{gait}: {found:?}");
    }
    let common = learned.quality().iter().filter(|tag| tag.spans >= 10);
    let common: Vec<f64> = common.map(|tag| found[tag.tag.as_str()]).collect();
    let mean = common.iter().sum::<f64>() / common.len() as f64;
    assert!(common.len() >= 6 && mean > 0.65, "{mean} {found:?}");
    // The scores measured on held-out takes are close to the true scores.
    let walk = learned
        .quality()
        .iter()
        .find(|tag| tag.tag.as_str() == "Do.Walk")
        .unwrap();
    let measured = walk.measured.unwrap();
    assert!(
        (measured.frame_f1() - found["Do.Walk"]).abs() < 0.2,
        "{measured:?} {found:?}"
    );
    assert!(measured.edge_secs.unwrap() <= 0.2, "{measured:?}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let (taught, tested) = (perform(5, 3), perform(2, 4));
    let answer = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let learned = LearnedTags::fit(&training(&taught), layers(&taught));
            let found: Vec<_> = tested
                .iter()
                .map(|t| learned.propose(&t.columns, None))
                .collect();
            (found, learned.threshold(), learned.quality().to_vec())
        })
    };
    assert_eq!(answer(1), answer(3));
}

#[test]
fn one_take_is_not_enough_to_measure() {
    let taught = perform(1, 5);
    let learned = LearnedTags::fit(&training(&taught), layers(&taught));
    assert!(learned.quality().iter().all(|tag| tag.measured.is_none()));
    assert_eq!(learned.threshold(), None);
    let nothing = LearnedTags::fit(&[], layers(&taught));
    let proposals = nothing.propose(&taught[0].columns, None);
    assert!(proposals.spans.is_empty());
    assert_eq!(proposals.uncertainty, 1.0);
}

#[test]
fn rare_tags_are_proposed_as_possible_but_never_in_bulk() {
    let (taught, tested) = (perform(6, 6), perform(4, 7));
    let learned = LearnedTags::fit(&training(&taught), layers(&taught));
    let rare: Vec<&Name> = learned
        .quality()
        .iter()
        .filter(|tag| tag.spans < 10)
        .map(|tag| &tag.tag)
        .collect();
    assert!(!rare.is_empty());
    let proposals: Vec<_> = tested
        .iter()
        .flat_map(|take| learned.propose(&take.columns, None).spans)
        .collect();
    for span in &proposals {
        let is_possible = span.certainty == Certainty::Possible;
        assert!(is_possible || !rare.contains(&&span.tag), "{span:?}");
        assert!(!span.is_bulk || span.certainty == Certainty::Likely);
        assert!((0.0..=1.0).contains(&span.score));
    }
    let mut all: Vec<((), _)> = proposals.iter().map(|span| ((), span.clone())).collect();
    learned.keep_highest_peaks(&mut all);
    for tag in rare {
        assert!(all.iter().filter(|(_, span)| span.tag == *tag).count() <= 10);
    }
}

#[test]
fn known_frames_get_no_proposals() {
    let taught = perform(4, 8);
    let learned = LearnedTags::fit(&training(&taught), layers(&taught));
    let mut partly = perform(1, 9).remove(0);
    let half = partly.columns.frame_count() / 2;
    partly.labels.coverage = Coverage::Spans;
    partly
        .labels
        .spans
        .retain(|(name, range)| name.as_str().starts_with("Do.") && range.stop() <= half);
    let known: Vec<FrameRange> = partly
        .labels
        .spans
        .iter()
        .map(|(_, range)| *range)
        .collect();
    let proposed = learned.propose(&partly.columns, Some(&partly.labels)).spans;
    let acts = proposed
        .iter()
        .filter(|span| span.tag.as_str().starts_with("Do."));
    let acts: Vec<FrameRange> = acts.map(|span| span.range).collect();
    assert!(!acts.is_empty());
    for range in acts {
        assert!(
            known.iter().all(|known| !known.overlaps(range)),
            "{range} in {known:?}"
        );
    }
}

#[test]
fn a_rejection_affects_only_its_own_tag() {
    let mut taught = perform(5, 10);
    let layers = layers(&taught);
    let tested = perform(1, 11).remove(0);
    let before = LearnedTags::train(&training(&taught), layers.clone());
    let first = before.propose(&tested.columns, None).spans;
    let longest = first
        .iter()
        .filter(|span| span.tag.as_str().starts_with("Do."));
    let longest = longest
        .max_by_key(|span| span.range.frame_count())
        .unwrap()
        .clone();
    taught.push(Take {
        columns: tested.columns.clone(),
        labels: TakeLabels {
            spans: Vec::new(),
            by_rule: Vec::new(),
            rejected: vec![(longest.tag.clone(), longest.range)],
            coverage: Coverage::Spans,
        },
    });
    let after = LearnedTags::train(&training(&taught), layers);
    let labels = &taught.last().unwrap().labels;
    let second = after.propose(&tested.columns, Some(labels)).spans;
    let frames = |spans: &[footwork_pipeline::ProposedSpan]| -> u32 {
        let own = spans.iter().filter(|span| span.tag == longest.tag);
        let shared = own.map(|span| {
            let (start, stop) = (
                span.range.start().max(longest.range.start()),
                span.range.stop().min(longest.range.stop()),
            );
            stop.saturating_sub(start)
        });
        shared.sum()
    };
    assert!(
        frames(&first) > 0 && frames(&second) == 0,
        "{longest:?}: {second:?}"
    );
}

#[test]
fn mirrored_columns_equal_the_columns_of_the_mirrored_clip() {
    let rig = Rig::numbered(0);
    let style = Style::random(&mut Random::new(3));
    let clip = rig.perform(6.0, &style, &mut Random::new(4)).clip;
    let pairs = JointPairs::from_names_with(clip.skeleton(), &BTreeMap::new()).unwrap();
    let mirrored = MotionColumns::from_clip(&clip.mirrored(&pairs).unwrap()).unwrap();
    let swapped = MotionColumns::from_clip(&clip).unwrap().mirrored();
    assert!(
        mirrored.is_close_to(&swapped, 1e-3),
        "the mirrored columns differ"
    );
    assert_eq!(swapped.mirrored(), MotionColumns::from_clip(&clip).unwrap());
}

#[test]
fn the_queue_puts_uncertain_takes_first_and_varies_a_batch() {
    let takes = perform(9, 12);
    let candidates: Vec<Candidate<'_>> = takes
        .iter()
        .enumerate()
        .map(|(index, take)| Candidate {
            columns: &take.columns,
            uncertainty: if index < 6 { 0.5 } else { 0.1 },
        })
        .collect();
    let order = labelling_order(&[], &candidates, 2);
    let mut all = order.clone();
    all.sort_unstable();
    assert_eq!(all, (0..9).collect::<Vec<_>>());
    // A batch of two takes comes from the six most uncertain takes.
    assert!(order[..2].iter().all(|&place| place < 6), "{order:?}");
    let known: Vec<&MotionColumns> = vec![&takes[order[0]].columns];
    let rest: Vec<Candidate<'_>> = vec![candidates[order[0]], candidates[order[1]]];
    assert_eq!(
        labelling_order(&known, &rest, 1)[0],
        1,
        "a copy of a labelled take comes last"
    );
}
