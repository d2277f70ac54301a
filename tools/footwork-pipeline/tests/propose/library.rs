//! Tests the sources of proposals on whole libraries.

use std::path::Path;

use footwork_base::Name;
use footwork_clip::{BvhDocument, write_bvh};
use footwork_library::Library;
use footwork_pipeline::{
    ClipFrames, ContactSource, LearnedSource, ProposalSource, ProposedPlace, RuleSource,
    SimilarSource, accept_proposals,
};
use footwork_testkit::Random;
use tempfile::TempDir;

use crate::performer::{Performance, Rig, Style};

fn samples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples")
}

pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}

pub(crate) fn write(folder: &TempDir, file: &str, performance: &Performance) {
    let document = BvhDocument::from_clip(&performance.clip, 0.01).unwrap();
    std::fs::write(folder.path().join(file), write_bvh(&document)).unwrap();
}

#[test]
fn one_labelled_nod_finds_the_other_two_nods_in_twelve_clips() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "length_unit = \"cm\"\n";
    std::fs::write(folder.path().join("footwork.toml"), settings).unwrap();
    let mut nods = Vec::new();
    for person in 0..12_u64 {
        let mut random = Random::new(500 + person);
        let rig = Rig::numbered(if person % 3 == 2 { 1 } else { 0 });
        let style = Style::random(&mut random);
        let times: &[f64] = match person {
            1 => &[3.0],
            5 => &[5.0],
            8 => &[2.0],
            _ => &[],
        };
        let performance = rig.stand(9.0, times, &style, &mut random);
        let file = format!("person_{person:02}.bvh");
        let nod = performance
            .spans
            .iter()
            .find(|(tag, _)| tag.as_str() == "Do.Nod");
        nods.extend(nod.map(|(_, range)| (file.clone(), *range)));
        write(&folder, &file, &performance);
    }
    let library = Library::open(folder.path()).unwrap();
    let (first, range) = &nods[0];
    let source = SimilarSource {
        like: ClipFrames {
            clip: library.find_clip(first).unwrap(),
            range: *range,
        },
        tag: name("Nod"),
        count: 5,
    };
    let found = source.propose(&library).unwrap().proposals;
    assert_eq!(found.len(), 5);
    let mut best: Vec<(String, bool)> = found[..2]
        .iter()
        .map(|proposal| {
            let clip = library.clips()[proposal.clip].name.clone();
            let ProposedPlace::Span(range) = proposal.place else {
                panic!("{proposal:?}");
            };
            let is_nod = nods
                .iter()
                .any(|(file, nod)| *file == clip && nod.overlaps(range));
            (clip, is_nod)
        })
        .collect();
    best.sort();
    let expected: Vec<(String, bool)> = nods[1..]
        .iter()
        .map(|(file, _)| (file.clone(), true))
        .collect();
    assert_eq!(best, expected, "{found:?}");
    assert!(found[1].score > 1.1 * found[2].score, "{found:?}");
    // A place is not proposed again if it has a descendant of the proposed tag, such as `Nod.Slow`, or a `not` line.
    for (place, line) in found[..2].iter().zip(["tag Nod.Slow", "not Nod"]) {
        let entry = &library.clips()[place.clip];
        let ProposedPlace::Span(range) = place.place else {
            panic!("{place:?}");
        };
        let (start, stop) = (range.start(), range.stop());
        let text = format!(
            "footwork-tags 1\nclip {}\n{line} {start} {stop}\n",
            entry.name
        );
        std::fs::write(folder.path().join(format!("{}.tags", entry.name)), text).unwrap();
    }
    let library = Library::open(folder.path()).unwrap();
    let second = source.propose(&library).unwrap().proposals;
    for place in &found[..2] {
        let ProposedPlace::Span(range) = place.place else {
            panic!("{place:?}");
        };
        let overlaps = |p: &footwork_pipeline::Proposal| {
            p.clip == place.clip
                && matches!(p.place, ProposedPlace::Span(other) if other.overlaps(range))
        };
        assert!(!second.iter().any(overlaps), "{place:?} in {second:?}");
    }
}

#[test]
fn an_unlabelled_sample_gets_the_tag_of_similar_samples() {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(samples().join("football")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    std::fs::remove_file(folder.path().join("walk_02.glb.tags")).unwrap();
    let mut library = Library::open(folder.path()).unwrap();
    let source = LearnedSource {
        tags: vec![name("Gait"), name("GetUp"), name("Roll")],
    };
    let learned = source.learn(&library);
    let walk = library.find_clip("walk_02").unwrap();
    assert_eq!(learned.order.len(), 1);
    assert_eq!(learned.order[0].0, walk);
    let found = &learned.found.proposals;
    assert!(found.iter().all(|p| p.clip == walk), "{found:?}");
    let longest = found.iter().max_by(|a, b| a.score.total_cmp(&b.score));
    let longest = longest.unwrap().clone();
    assert_eq!(longest.name.as_str(), "Gait.Walk", "{found:?}");
    let mut editor = library.editor();
    let edit = accept_proposals(&library, "propose Gait", &[longest]);
    library.edit(&mut editor, &edit).unwrap();
    let text = std::fs::read_to_string(folder.path().join("walk_02.glb.tags")).unwrap();
    assert!(
        text.contains("\nstate in-progress\n") && text.contains("\ntag Gait.Walk "),
        "{text}"
    );
    editor.undo().unwrap().unwrap();
    assert!(!folder.path().join("walk_02.glb.tags").exists());
}

#[test]
fn tags_of_held_out_samples_are_found_from_the_other_samples() {
    let library = Library::open(&samples().join("football")).unwrap();
    let source = LearnedSource {
        tags: ["Gait", "Kick", "GetUp", "Roll"].map(name).to_vec(),
    };
    let learned = source.learn(&library);
    assert!(learned.found.proposals.is_empty() && learned.order.is_empty());
    let of = |tag: &str| {
        let quality = learned
            .quality
            .iter()
            .find(|quality| quality.tag.as_str() == tag);
        quality.unwrap().measured.unwrap_or_default().frame_f1()
    };
    for (tag, least) in [("Gait.Walk", 0.85), ("Gait.Idle", 0.6), ("Kick.Right", 0.5)] {
        assert!(of(tag) > least, "{tag}: {:?}", learned.quality);
    }
}

#[test]
fn rules_propose_only_their_tag_and_contacts_skip_labelled_strikes() {
    let library = footwork_pipeline::open_library(&samples(), std::sync::Arc::new(())).unwrap();
    let rules = RuleSource {
        tags: vec![name("Auto.Run")],
    };
    let found = rules.propose(&library).unwrap().proposals;
    assert!(
        !found.is_empty()
            && found
                .iter()
                .all(|p| p.name.as_str() == "Auto.Run" && p.score == 1.0)
    );
    let contacts = |below: &str| {
        let source = ContactSource {
            below: name(below),
            options: footwork_events::ContactOptions::default(),
        };
        let mut found = source.propose(&library).unwrap().proposals;
        found.sort_by_key(|proposal| (proposal.clip, proposal.name.clone()));
        for pair in found.windows(2) {
            if let [ProposedPlace::Event(a), ProposedPlace::Event(b)] =
                [pair[0].place, pair[1].place]
                && (pair[0].clip, &pair[0].name) == (pair[1].clip, &pair[1].name)
            {
                let rate = library.clips()[pair[0].clip].rate.as_f64();
                assert!((b - a).abs() > 0.1 * rate, "{pair:?}");
            }
        }
        found.len()
    };
    // Most foot strikes already have an event below `Foot`, and those are not proposed.
    assert!(contacts("Foot") < contacts("New") / 2);
}
