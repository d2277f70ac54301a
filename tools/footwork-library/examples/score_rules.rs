//! How well rules over channels find the hand-placed `Gait` tags of the sample library.
//!
//! Every second clip tunes the numbers in the rules; the figures are of the other clips, whose labels
//! were not looked at. Frames are counted.
//!
//! ```text
//! cargo run --release -p footwork-library --example score_rules
//! ```

use std::error::Error;
use std::path::Path;

use footwork_base::Name;
use footwork_library::Library;
use footwork_tags::{ClipId, RangeSet, SetAlgebra};

/// A rule with a number that is to be tuned, and which numbers to try.
struct Rule {
    tag: &'static str,
    query: fn(f32) -> String,
    tried: &'static [f32],
}

const RULES: [Rule; 3] = [
    Rule {
        tag: "Gait.Run",
        query: |t| {
            format!("longer({{ mean(speed, 0.5s) > {t} && mean(height, 0.5s) > 0.7 }}, 0.3s)")
        },
        tried: &[1.8, 2.0, 2.2, 2.5, 2.8, 3.1],
    },
    Rule {
        tag: "Gait.Walk",
        query: |t| {
            format!(
                "longer({{ mean(speed, 0.5s) > {t} && mean(speed, 0.5s) < 2.2 && abs(accel) < 6 }}, 0.3s)"
            )
        },
        tried: &[0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
    },
    Rule {
        tag: "Gait.Idle",
        query: |t| {
            format!("longer({{ highest(speed, 0.3s) < {t} && abs(mean(turn, 0.3s)) < 1 }}, 0.2s)")
        },
        tried: &[0.1, 0.15, 0.2, 0.3, 0.4, 0.5],
    },
];

/// How much of what a rule found is right, and how much of what is right it found.
#[derive(Clone, Copy)]
struct Score {
    precision: f64,
    recall: f64,
}

impl Score {
    fn of(found: &RangeSet, truth: &RangeSet) -> Self {
        let share = |part: u64, all: u64| match all {
            0 => 1.0,
            all => part as f64 / all as f64,
        };
        let both = found.intersection(truth).frame_count();
        Self {
            precision: share(both, found.frame_count()),
            recall: share(both, truth.frame_count()),
        }
    }

    fn f1(self) -> f64 {
        let sum = self.precision + self.recall;
        if sum > 0.0 {
            2.0 * self.precision * self.recall / sum
        } else {
            0.0
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&samples)?;
    let db = library.database();
    let tunes = |clip: ClipId| clip.number().is_multiple_of(2);
    println!("tag        precision  recall    F1   truth  tuned to   (tuning clips: F1)");
    for rule in &RULES {
        let tag: Name = rule.tag.parse()?;
        let truth = db.query(tag.as_str())?;
        let mut best: Option<(f64, f32)> = None;
        for &number in rule.tried {
            let found = db.query(&(rule.query)(number))?.filtered(tunes);
            let score = Score::of(&found, &truth.filtered(tunes)).f1();
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, number));
            }
        }
        let Some((tuned, number)) = best else {
            continue;
        };
        let others = |clip| !tunes(clip);
        let found = db.query(&(rule.query)(number))?.filtered(others);
        let truth = truth.filtered(others);
        let score = Score::of(&found, &truth);
        println!(
            "{:<10} {:>9.2}  {:>6.2}  {:>4.2}  {:>6}  {:>8}   ({:.2})",
            rule.tag,
            score.precision,
            score.recall,
            score.f1(),
            truth.frame_count(),
            number,
            tuned,
        );
    }
    Ok(())
}
