//! Scores rules over channels against the hand-placed `Gait` tags of the sample library.
//!
//! Every second clip tunes one number of each rule, and only the other clips are scored. The scores
//! count frames. The shape of the rules and their other numbers were chosen by hand on the tuning
//! clips, but with knowledge of the spans of all clips. Some motions have takes among both the
//! tuning and the scored clips. For both reasons, results on new motion will be worse. No tuning
//! clip contains a run, so the score of `Gait.Run` only shows that its rule finds the single run
//! among the scored clips and nothing else.
//!
//! ```text
//! cargo run --release -p footwork-pipeline --example score_rules
//! ```

use std::error::Error;
use std::path::Path;

use footwork_base::Name;
use footwork_library::Library;
use footwork_tags::{ClipId, Database, QueryErrors, RangeSet, SetAlgebra};

/// The names of the ankles in the two kinds of skeletons.
const ANKLES: [[&str; 2]; 2] = [["LeftFoot", "RightFoot"], ["left_ankle", "right_ankle"]];

/// A rule with one number to tune, and the candidate values.
struct Rule {
    tag: &'static str,
    /// The query for a skeleton with these ankles.
    query: fn(f32, [&str; 2]) -> String,
    tried: &'static [f32],
}

const RULES: [Rule; 3] = [
    // A run is faster than a walk, its hips are high, and it is not a single large leap.
    Rule {
        tag: "Gait.Run",
        query: |t, _| {
            format!(
                "longer({{ mean(speed, 0.5s) > {t} && mean(height, 0.5s) > 0.7
                && highest(height, 0.5s) - lowest(height, 0.5s) < 0.25 }}, 0.3s)"
            )
        },
        tried: &[1.8, 2.0, 2.2, 2.5, 2.8, 3.1],
    },
    // In a walk, the hips travel at an even height and hardly turn. One foot steps, and never both
    // at once.
    Rule {
        tag: "Gait.Walk",
        query: |t, [left, right]| {
            format!(
                "longer(close({{ mean(speed, 0.5s) > {t} * max(1, abs(mean(turn, 0.5s)) / 2)
                && mean(speed, 0.5s) < 2.2
                && height > 0.6 && highest(height, 0.5s) - lowest(height, 0.5s) < 0.15
                && max(highest({left}.height, 0.3s), highest({right}.height, 0.3s)) < 0.5
                && max(highest({left}.speed, 0.4s), highest({right}.speed, 0.4s)) > 1 }}, 0.2s)
                - grow({{ min({left}.speed, {right}.speed) > 1 }}, 0.25s), 0.5s)"
            )
        },
        tried: &[0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6],
    },
    // In an idle pose, both feet rest, the heading is constant, and the hips neither sink nor rise.
    Rule {
        tag: "Gait.Idle",
        query: |t, [left, right]| {
            format!(
                "longer(close({{ max(mean({left}.speed, 0.1s), mean({right}.speed, 0.1s)) < {t}
                && abs(mean(turn, 0.3s)) < 0.8 && height > 0.6
                && lead(height, 0.1s) - lag(height, 0.1s) > -0.05
                && lead(height, 0.1s) - lag(height, 0.1s) < 0.18 }}, 0.1s), 0.2s)"
            )
        },
        tried: &[0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4],
    },
];

impl Rule {
    /// Returns the frames that the rule finds with this number.
    fn find(&self, db: &Database, number: f32) -> Result<RangeSet, QueryErrors> {
        // A clip has ankles with one pair of names. Predicates that use the other pair do not hold.
        let of_kinds = ANKLES.map(|ankles| (self.query)(number, ankles));
        db.query(&of_kinds.join(" | "))
    }
}

/// Precision is the share of found frames that are correct, and recall the share of correct frames
/// that are found.
#[derive(Clone, Copy)]
struct Score {
    precision: f64,
    recall: f64,
}

impl Score {
    fn new(found: &RangeSet, truth: &RangeSet) -> Self {
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
            let found = rule.find(db, number)?.filtered(tunes);
            let score = Score::new(&found, &truth.filtered(tunes)).f1();
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, number));
            }
        }
        let Some((tuned, number)) = best else {
            continue;
        };
        // Without an example, there was nothing to tune: the first candidate is used.
        let tuned = if truth.filtered(tunes).is_empty() {
            "(no example)".to_owned()
        } else {
            format!("({tuned:.2})")
        };
        let others = |clip| !tunes(clip);
        let found = rule.find(db, number)?.filtered(others);
        let truth = truth.filtered(others);
        let score = Score::new(&found, &truth);
        println!(
            "{:<10} {:>9.2}  {:>6.2}  {:>4.2}  {:>6}  {:>8}   {}",
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
