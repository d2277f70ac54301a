//! Labels limit what is learned and proposed, to the frame.

use std::collections::BTreeSet;

use footwork_base::{FrameRange, Name};
use footwork_clip::{BvhDocument, write_bvh};
use footwork_library::{Edit, Library, Operation};
use footwork_pipeline::{
    Certainty, ClipFrames, ContactSource, Coverage, LearnedSource, LearnedTags, LibraryTakes,
    MotionColumns, Proposal, ProposalSource, ProposedPlace, RuleSource, SimilarSource, TagLayers,
    TakeLabels, accept_proposals,
};
use footwork_sidecar::{Settings, SignedState, WorkState};
use footwork_testkit::Random;

use crate::learned::{Take, perform, training};
use crate::library::{name, write};
use crate::performer::{Rig, Style};

/// Returns layers of the tags of takes, in which tags below `Do` exclude each other.
fn layers(takes: &[Take]) -> TagLayers {
    let spans = takes.iter().flat_map(|take| &take.labels.spans);
    let tags: BTreeSet<Name> = spans.map(|(name, _)| name.clone()).collect();
    let settings = Settings::parse("exclusive = [\"Do\"]").unwrap().0;
    TagLayers::new(&tags, &settings.exclusive)
}

fn spans_only() -> TakeLabels {
    TakeLabels {
        spans: Vec::new(),
        by_rule: Vec::new(),
        rejected: Vec::new(),
        coverage: Coverage::Spans,
    }
}

/// Returns the columns of a performance sampled at this rate.
fn shown_at(rate: u32) -> MotionColumns {
    let folder = tempfile::tempdir().unwrap();
    let style = Style::random(&mut Random::new(7));
    let performance = Rig::numbered(1).perform(25.0, &style, &mut Random::new(900));
    let document = BvhDocument::from_clip(&performance.clip, 0.01).unwrap();
    let text = write_bvh(&document);
    let is_time = |line: &&str| line.starts_with("Frame Time:");
    let time = text.lines().find(is_time).unwrap();
    let other = format!("Frame Time: {:.9}", 1.0 / f64::from(rate));
    std::fs::write(folder.path().join("a.bvh"), text.replace(time, &other)).unwrap();
    std::fs::write(
        folder.path().join("footwork.toml"),
        "length_unit = \"cm\"\n",
    )
    .unwrap();
    let library = Library::open(folder.path()).unwrap();
    let clip = library.load(library.find_clip("a").unwrap()).unwrap().clip;
    assert_eq!(clip.rate().as_f64().round(), f64::from(rate));
    MotionColumns::from_clip(&clip).unwrap()
}

#[test]
fn proposals_end_where_labels_start_at_any_rate() {
    let mut taught = perform(3, 20);
    for take in &mut taught {
        let spans = &mut take.labels.spans;
        let walks = spans.iter().filter(|(tag, _)| tag.as_str() == "Do.Walk");
        let slow: Vec<_> = walks
            .map(|(_, range)| (name("Do.Walk.Slow"), *range))
            .collect();
        spans.extend(slow);
    }
    let learned = LearnedTags::train(&training(&taught), layers(&taught));
    for rate in [60, 120] {
        let columns = shown_at(rate);
        let free = learned.propose(&columns, None).spans;
        assert!(!free.is_empty());
        let mut labels = spans_only();
        for (index, start) in (1..columns.frame_count() - 20).step_by(37).enumerate() {
            let range = FrameRange::new(start, start + 13).unwrap();
            match index % 3 {
                0 => labels.spans.push((name("Do.Nothing"), range)),
                1 => labels.by_rule.push((name("Do.Nothing"), range)),
                _ => labels.rejected.push((name("Do"), range)),
            }
        }
        let found = learned.propose(&columns, Some(&labels)).spans;
        let is_act = |tag: &Name| tag.as_str().starts_with("Do.");
        let acts: Vec<_> = found.iter().filter(|span| is_act(&span.tag)).collect();
        assert!(!acts.is_empty());
        let decided = || {
            labels
                .spans
                .iter()
                .chain(&labels.by_rule)
                .chain(&labels.rejected)
        };
        for act in acts {
            let hit = decided().find(|(_, range)| range.overlaps(act.range));
            assert_eq!(hit, None, "{act:?} at {rate}");
        }
    }
}

#[test]
fn a_tag_without_a_counterexample_is_not_learned() {
    let mut taught = perform(2, 21);
    for take in &mut taught {
        take.labels.coverage = Coverage::Spans;
        take.labels
            .spans
            .retain(|(tag, _)| tag.as_str() == "Do.Walk");
    }
    let learned = LearnedTags::fit(&training(&taught), layers(&taught));
    assert!(learned.quality().iter().all(|tag| tag.measured.is_none()));
    let mut labels = spans_only();
    labels
        .rejected
        .push((name("Do.Walk"), FrameRange::new(3, 40).unwrap()));
    let columns = &taught[0].columns;
    assert!(learned.propose(columns, None).spans.is_empty());
    assert!(learned.propose(columns, Some(&labels)).spans.is_empty());
}

#[test]
fn accepting_keeps_a_clip_with_other_work_in_progress() {
    for other in ["event", "span", "same", "assigned"] {
        let folder = tempfile::tempdir().unwrap();
        let settings = "length_unit = \"cm\"\nexclusive = [\"Do\"]\n";
        std::fs::write(folder.path().join("footwork.toml"), settings).unwrap();
        let style = Style::random(&mut Random::new(1));
        let performance = Rig::numbered(0).stand(3.0, &[], &style, &mut Random::new(2));
        write(&folder, "a.bvh", &performance);
        let mut library = Library::open(folder.path()).unwrap();
        let clip = library.find_clip("a").unwrap();
        let range = FrameRange::new(5, 20).unwrap();
        let tag = if other == "span" {
            "Mood.Calm"
        } else {
            "Do.Idle"
        };
        let operation = match other {
            "event" => Operation::AddEvent {
                event: name("Clap"),
                time: 3.0,
                data: None,
            },
            "assigned" => Operation::SetState {
                state: Some(SignedState {
                    assignee: Some("Ben".to_owned()),
                    ..WorkState::Untouched.into()
                }),
            },
            _ => Operation::AddSpan {
                tag: name(tag),
                range,
            },
        };
        let mut editor = library.editor();
        let before = Edit::new("before").with(clip, [operation]);
        library.edit(&mut editor, &before).unwrap();
        let proposal = Proposal {
            clip,
            name: name("Do.Nod"),
            place: ProposedPlace::Span(FrameRange::new(30, 40).unwrap()),
            score: 1.0,
            source: "learned".to_owned(),
            certainty: Certainty::Likely,
            is_bulk: false,
        };
        let edit = accept_proposals(&library, "propose", &[proposal]);
        library.edit(&mut editor, &edit).unwrap();
        let text = std::fs::read_to_string(folder.path().join("a.bvh.tags")).unwrap();
        let state = match other {
            "assigned" => "\nstate in-progress for \"Ben\"\n",
            _ => "\nstate in-progress\n",
        };
        assert_eq!(text.contains(state), other != "same", "{other}: {text}");
    }
}

#[test]
fn a_changed_clip_gets_a_note_from_every_source_and_no_proposals() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("footwork.toml"),
        "length_unit = \"cm\"\n",
    )
    .unwrap();
    let style = Style::random(&mut Random::new(1));
    for file in ["a.bvh", "b.bvh"] {
        let performance = Rig::numbered(0).perform(8.0, &style, &mut Random::new(2));
        write(&folder, file, &performance);
    }
    let text = "footwork-tags 1\nclip b.bvh\nframes 7\ntag Do.Idle 0 5\n";
    std::fs::write(folder.path().join("b.bvh.tags"), text).unwrap();
    let library = Library::open(folder.path()).unwrap();
    let [a, b] = ["a", "b"].map(|file| library.find_clip(file).unwrap());
    let sources: [Box<dyn ProposalSource>; 4] = [
        Box::new(LearnedSource::default()),
        Box::new(RuleSource::default()),
        Box::new(ContactSource {
            below: name("Foot"),
            options: footwork_events::ContactOptions::default(),
        }),
        Box::new(SimilarSource {
            like: ClipFrames {
                clip: a,
                range: FrameRange::new(10, 40).unwrap(),
            },
            tag: name("Do.Walk"),
            count: 5,
        }),
    ];
    for source in sources {
        let found = source.propose(&library).unwrap();
        let stale = found.findings.iter().filter(|f| f.code == "stale-clip");
        assert_eq!(stale.count(), 1, "{}: {:?}", source.name(), found.findings);
        assert!(
            found.proposals.iter().all(|p| p.clip != b),
            "{}",
            source.name()
        );
    }
    // No pose is similar to a clip that is not read, and a note reports that.
    let like_stale = SimilarSource {
        like: ClipFrames {
            clip: b,
            range: FrameRange::new(10, 40).unwrap(),
        },
        tag: name("Do.Walk"),
        count: 5,
    };
    let found = like_stale.propose(&library).unwrap();
    assert!(found.findings.iter().any(|f| f.code == "no-example"));
    assert_eq!(found.proposals, []);
}

#[test]
fn assigning_a_labelled_clip_keeps_its_labels_for_training() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("footwork.toml"),
        "length_unit = \"cm\"\n",
    )
    .unwrap();
    let style = Style::random(&mut Random::new(1));
    let performance = Rig::numbered(0).stand(3.0, &[], &style, &mut Random::new(2));
    write(&folder, "a.bvh", &performance);
    for (state, coverage) in [
        ("", Coverage::Whole),
        ("state untouched for \"Ben\"\n", Coverage::Whole),
        ("state untouched by \"Ann\" for \"Ben\"\n", Coverage::Spans),
        ("state in-progress for \"Ben\"\n", Coverage::Spans),
    ] {
        let text = format!("footwork-tags 1\nclip a.bvh\n{state}tag Do.Idle 5 20\n");
        std::fs::write(folder.path().join("a.bvh.tags"), text).unwrap();
        let library = Library::open(folder.path()).unwrap();
        let takes = LibraryTakes::read(&library, &[]);
        let labels = takes.takes[0].labels.as_ref().unwrap();
        assert_eq!(labels.coverage, coverage, "{state}");
        let expected = match state {
            "state untouched by \"Ann\" for \"Ben\"\n" => WorkState::Untouched,
            _ => WorkState::InProgress,
        };
        assert_eq!(takes.takes.len(), 1);
        let entry = library.clips().values().next().unwrap();
        assert_eq!(entry.work_state(), expected, "{state}");
    }
}
