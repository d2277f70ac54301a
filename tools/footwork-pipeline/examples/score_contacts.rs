//! Compares foot contacts found by height and speed with the hand-placed `Foot` events of the sample
//! library, and prints their score. As a baseline, it also scores a simpler method: a contact starts
//! when a toe becomes slower than 0.3 m/s.
//!
//! Every second clip tunes the four thresholds, so only the score of the other clips counts. The other options and the
//! candidate values were chosen by hand beforehand. Some motions have takes among both the tuning and the scored clips,
//! so results on new motion will be worse. The score includes climbs, in which feet come down on rungs, and also rolls
//! and get-ups.
//!
//! ```text
//! cargo run --release -p footwork-pipeline --example score_contacts
//! ```

use std::error::Error;
use std::path::Path;

use footwork_base::Name;
use footwork_events::score_all;
use footwork_events::{ContactOptions, Score};
use footwork_library::Library;
use footwork_pipeline::{Detected, EventPairs, RangeEnd, detect_ends};
use footwork_tags::{ClipId, Query};

/// The tolerance in seconds: 3 frames at 30 frames per second, the rate of half of the clips.
const TOLERANCE_SECS: f64 = 0.1;
/// Half the tolerance. Matches that are lost at this tolerance are late or early by more than 0.05 s.
const NARROW_SECS: f64 = 0.05;

const TOUCH_HEIGHTS: [f64; 7] = [0.015, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08];
const TOUCH_SPEEDS: [f64; 7] = [0.3, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5];
/// The candidate ratios of the thresholds for lifting to the thresholds for touching.
const WIDER: [f64; 4] = [1.0, 1.5, 2.0, 3.0];

fn main() -> Result<(), Box<dyn Error>> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&samples)?;
    let truth: Name = "Foot".parse()?;
    let tunes = |clip: ClipId| clip.number().is_multiple_of(2);
    let (tuning, others): (Vec<ClipId>, Vec<ClipId>) =
        library.clips().ids().partition(|&c| tunes(c));

    let mut best: Option<(Score, ContactOptions)> = None;
    for options in tried() {
        let pairs = found(&library, &truth, &options, &tuning)?;
        let score = scored(&pairs, TOLERANCE_SECS)?;
        if best.is_none_or(|(highest, _)| is_better(&score, &highest)) {
            best = Some((score, options));
        }
    }
    let (tuned, options) = best.ok_or("nothing was tried")?;
    println!("{options:?}");
    println!(
        "equal to the default: {}",
        options == ContactOptions::default()
    );
    let head = [
        "clips",
        "events",
        "found",
        "precision",
        "recall",
        "F1",
        "mean",
        "p95",
        "bias",
    ];
    println!("{}", line(&head.map(str::to_owned)));
    print("tuning", &tuned);
    let pairs = found(&library, &truth, &options, &others)?;
    print("others, within 0.1 s", &scored(&pairs, TOLERANCE_SECS)?);
    print("others, within 0.05 s", &scored(&pairs, NARROW_SECS)?);
    let names = |clip: ClipId| library.clips()[clip].name.as_str();
    for (title, wanted) in KINDS {
        let of_kind = pairs
            .iter()
            .filter(|pairs| wanted.iter().any(|name| names(pairs.clip).contains(name)));
        let of_kind: Vec<EventPairs> = of_kind.cloned().collect();
        print(title, &scored(&of_kind, TOLERANCE_SECS)?);
    }
    println!();
    let slow = slow_toes(&library)?;
    for (title, clips) in [("toes, tuning", &tuning), ("toes, others", &others)] {
        let pairs = EventPairs::with(&library, &truth, clips, &slow);
        print(title, &scored(&pairs, TOLERANCE_SECS)?);
    }
    println!();
    for one in &pairs {
        print(
            names(one.clip),
            &scored(std::slice::from_ref(one), TOLERANCE_SECS)?,
        );
    }
    Ok(())
}

/// Kinds of clips, by parts of their names.
const KINDS: [(&str, &[&str]); 3] = [
    ("walks and runs", &["walk", "run", "turn_left"]),
    ("jumps, turns, swings", &["jump", "swing"]),
    (
        "climb, fight, roll",
        &["climb", "punch", "cartwheel", "dance", "getup"],
    ),
];

fn tried() -> impl Iterator<Item = ContactOptions> {
    let heights = TOUCH_HEIGHTS
        .into_iter()
        .flat_map(|h| WIDER.map(|wider| (h, h * wider)));
    heights.flat_map(|(touch_height_m, lift_height_m)| {
        let speeds = TOUCH_SPEEDS
            .into_iter()
            .flat_map(|v| WIDER.map(|wider| (v, v * wider)));
        speeds.map(move |(touch_speed_mps, lift_speed_mps)| ContactOptions {
            touch_height_m,
            lift_height_m,
            touch_speed_mps,
            lift_speed_mps,
            ..ContactOptions::default()
        })
    })
}

/// Returns the moments at which toes become slower than 0.3 m/s.
fn slow_toes(library: &Library) -> Result<Vec<Detected>, Box<dyn Error>> {
    let mut events = Vec::new();
    for (name, query) in [
        ("Foot.Left", "{ left_toe.speed < 0.3 }"),
        ("Foot.Right", "{ right_toe.speed < 0.3 }"),
    ] {
        let (_, query) = Query::parse_for(query, library.database())?;
        let found = library.database().ranges(&query)?;
        let found = detect_ends(library, &found, RangeEnd::Starts, &name.parse()?);
        // A foot already down on the first frame came down before the clip begins.
        events.extend(found.into_iter().filter(|event| event.frame > 0.0));
    }
    Ok(events)
}

/// Returns whether the F1 score is higher, or equal with a smaller mean error in time.
fn is_better(score: &Score, than: &Score) -> bool {
    let off = |score: &Score| {
        score
            .error
            .map_or(f64::INFINITY, |error| error.mean_abs_secs)
    };
    score.f1 > than.f1 || score.f1 == than.f1 && off(score) < off(than)
}

/// Returns the true and detected strikes of the given clips.
fn found(
    library: &Library,
    truth: &Name,
    options: &ContactOptions,
    clips: &[ClipId],
) -> Result<Vec<EventPairs>, Box<dyn Error>> {
    let detection = footwork_pipeline::detect_strikes_in(library, clips, truth, options);
    match detection.unread.first() {
        Some(finding) => Err(finding.to_string().into()),
        None => Ok(EventPairs::with(library, truth, clips, &detection.events)),
    }
}

fn scored(pairs: &[EventPairs], tolerance_secs: f64) -> Result<Score, Box<dyn Error>> {
    let lists = pairs.iter().flat_map(|pairs| &pairs.lists);
    let lists = lists.map(|times| (times.truth.as_slice(), times.found.as_slice()));
    Ok(score_all(lists, tolerance_secs)?)
}

fn print(title: &str, score: &Score) {
    let secs =
        |secs: Option<f64>| secs.map_or("-".to_owned(), |secs| format!("{:.1} ms", 1e3 * secs));
    println!(
        "{}",
        line(&[
            title.to_owned(),
            (score.matched + score.missed).to_string(),
            (score.matched + score.extra).to_string(),
            format!("{:.2}", score.precision),
            format!("{:.2}", score.recall),
            format!("{:.2}", score.f1),
            secs(score.error.map(|error| error.mean_abs_secs)),
            secs(score.error.map(|error| error.p95_abs_secs)),
            secs(score.error.map(|error| error.bias_secs)),
        ])
    );
}

fn line([title, cells @ ..]: &[String; 9]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>9}")).collect();
    format!("{title:<38} {}", cells.join(" "))
}
