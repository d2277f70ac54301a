//! The cost of labelling a library with proposals: a simulated person labels the first clips by hand, then accepts or
//! rejects the pipeline's proposals, with the keys of the studio.

mod by_hand;
mod decide;
mod desk;
mod person;

use std::collections::BTreeSet;
use std::path::Path;

use footwork_clip::{BvhDocument, write_bvh};
use footwork_pipeline::Certainty;
use footwork_tags::ClipId;
use footwork_testkit::Random;
use tempfile::TempDir;

use super::performer::{Rig, Style};
use super::{EXCLUSIVE, POOL, TAKE_SECS};
use by_hand::label_by_hand;
use decide::{Decided, Way, decide};
use desk::Desk;
use person::Person;

/// The number of clips labelled by hand before proposals are used.
const BY_HAND: usize = 5;
/// Proposals are renewed after each of this many first clips, then after every eighth clip.
const OFTEN: usize = 12;
const SELDOM: usize = 8;
/// A faster speed for watching whole clips, for a second figure.
const FAST: f64 = 1.5;

/// Labels libraries whose labels are known, in all ways or only in the named way, and prints a table.
pub(super) fn hour(seeds: u64, only: Option<&str>) {
    println!(
        "| library | way | motion, min | labels | work, min | per minute | at 1.5× | watching | edges | keys per label | clicks | off | surplus | with slips | proposed | right | edges off | missing | possible | right |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let all = [None, Some(Way::OneByOne), Some(Way::ByClip)].into_iter();
    let is_asked = |way: &Option<Way>| {
        only.is_none_or(|only| way.is_some_and(|way| format!("{way:?}") == only))
    };
    let ways: Vec<Option<Way>> = all.filter(is_asked).collect();
    for (name, folder) in [
        ("samples", samples.clone()),
        ("football", samples.join("football")),
    ] {
        for &way in &ways {
            let ignored = ["Source", "Loop", "Style"];
            label(name, Desk::new(copied(&folder), &ignored), way, 1);
        }
    }
    for seed in 1..=seeds {
        for &way in &ways {
            let name = format!("generated {seed}");
            label(&name, Desk::new(generated(seed), &[]), way, seed);
        }
    }
}

/// Copies a library without the libraries inside it.
fn copied(folder: &Path) -> TempDir {
    let to = tempfile::tempdir().unwrap();
    let mut folders = vec![folder.to_owned()];
    while let Some(from) = folders.pop() {
        for entry in std::fs::read_dir(&from).unwrap() {
            let path = entry.unwrap().path();
            let place = to.path().join(path.strip_prefix(folder).unwrap());
            if path.is_file() {
                std::fs::copy(&path, place).unwrap();
            } else if !path.join("footwork.toml").exists() {
                std::fs::create_dir(place).unwrap();
                folders.push(path);
            }
        }
    }
    to
}

/// Writes a generated library: an hour in six styles.
fn generated(seed: u64) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let settings = format!("length_unit = \"cm\"\n{EXCLUSIVE}\n");
    std::fs::write(folder.path().join("footwork.toml"), settings).unwrap();
    let mut random = Random::new(seed);
    let styles: Vec<Style> = (0..6).map(|_| Style::random(&mut random)).collect();
    let rig = Rig::numbered(0);
    for take in 0..POOL {
        let mut random = Random::new(10_000 * seed + take as u64);
        let performance = rig.perform(TAKE_SECS, &styles[take % styles.len()], &mut random);
        let file = format!("take_{take:03}.bvh");
        let document = BvhDocument::from_clip(&performance.clip, 0.01).unwrap();
        std::fs::write(folder.path().join(&file), write_bvh(&document)).unwrap();
        let mut text = format!("footwork-tags 1\nclip {file}\n");
        for (tag, range) in &performance.spans {
            text += &format!("tag {tag} {} {}\n", range.start(), range.stop());
        }
        std::fs::write(folder.path().join(format!("{file}.tags")), text).unwrap();
    }
    folder
}

/// Labels a library and prints a row. Without a `way` to decide about proposals, labels everything by hand.
fn label(name: &str, mut desk: Desk, way: Option<Way>, seed: u64) {
    let mut person = Person::new(seed);
    let clips = desk.clips();
    let by_hand = way.map_or(clips.len(), |_| BY_HAND);
    let mut open: BTreeSet<ClipId> = clips.iter().copied().collect();
    // The first clips in the order of their names are labelled by hand.
    for &clip in &clips[..by_hand] {
        label_by_hand(&mut desk, &mut person, clip);
        open.remove(&clip);
    }
    let mut total = Decided::default();
    if let Some(way) = way {
        person.press(2);
        if !desk.contacts.is_empty() {
            person.click();
        }
        let (mut learned, mut since) = (desk.learn(), 0);
        while !open.is_empty() {
            let done = clips.len() - open.len();
            if since >= if done < OFTEN + BY_HAND { 1 } else { SELDOM } {
                (learned, since) = (desk.learn(), 0);
            }
            let (proposals, order) = &learned;
            let likely = || {
                proposals
                    .iter()
                    .filter(|p| p.certainty == Certainty::Likely)
            };
            let queued = likely().map(|proposal| proposal.clip);
            let next = queued
                .chain(order.iter().copied())
                .find(|clip| open.contains(clip));
            let clip = next.unwrap_or_else(|| *open.iter().next().unwrap());
            open.remove(&clip);
            let possible = proposals
                .iter()
                .filter(|p| p.certainty == Certainty::Possible);
            let own = likely().chain(&desk.contacts).chain(possible);
            let own: Vec<_> = own.filter(|p| p.clip == clip).cloned().collect();
            if own.is_empty() {
                label_by_hand(&mut desk, &mut person, clip);
            } else {
                let decided = decide(&mut desk, &mut person, clip, &own, way);
                total.proposed += decided.proposed;
                total.right += decided.right;
                total.edges += decided.edges;
                total.missing += decided.missing;
                total.possible += decided.possible;
                total.possibly_right += decided.possibly_right;
            }
            since += 1;
        }
    }
    let motion: f64 = clips.iter().map(|&clip| desk.secs(clip)).sum::<f64>() / 60.0;
    let labels: usize = clips.iter().map(|&clip| desk.truth(clip).len()).sum();
    let off: usize = clips.iter().map(|&clip| desk.wrong(clip).len()).sum();
    let surplus: usize = clips.iter().map(|&clip| desk.surplus(clip)).sum();
    let minutes = person.ms / 60_000.0;
    let way = way.map_or_else(|| "by hand".to_owned(), |way| format!("{way:?}"));
    println!(
        "| {name} | {way} | {motion:.2} | {labels} | {minutes:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} | {} | {off} | {surplus} | {:.2} | {} | {} | {} | {} | {} | {} |",
        minutes / motion,
        (minutes - person.clips_ms / 60_000.0 * (1.0 - 1.0 / FAST)) / motion,
        person.watched_ms / 60_000.0 / motion,
        person.edges_ms / 60_000.0 / motion,
        person.keys as f64 / labels as f64,
        person.clicks,
        (minutes + person.slips_ms / 60_000.0) / motion,
        total.proposed,
        total.right,
        total.edges,
        total.missing,
        total.possible,
        total.possibly_right,
    );
}
