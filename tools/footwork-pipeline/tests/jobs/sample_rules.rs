//! The rules of the sample library have the scores that its README states.

use std::path::Path;

use footwork_base::Name;
use footwork_library::Library;
use footwork_tags::{ClipId, SetAlgebra};

#[test]
fn the_rules_of_the_samples_have_the_scores_in_the_readme() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let readme = std::fs::read_to_string(samples.join("README.md")).unwrap();
    let library = Library::open(&samples).unwrap();
    let db = library.database();
    let others = |clip: ClipId| !clip.number().is_multiple_of(2);
    let score = |gait: &str| {
        let rule: Name = format!("Auto.{gait}").parse().unwrap();
        let found = db.query(&library.settings().rules[&rule].query).unwrap();
        let truth = db.query(&format!("Gait.{gait}")).unwrap();
        let (found, truth) = (found.filtered(others), truth.filtered(others));
        let both = found.intersection(&truth).frame_count() as f64;
        let precision = both / found.frame_count() as f64;
        let recall = both / truth.frame_count() as f64;
        format!("| `Auto.{gait}` | `Gait.{gait}` | {precision:.2} | {recall:.2} |")
    };
    for gait in ["Run", "Walk", "Idle"] {
        let line = score(gait);
        assert!(readme.contains(&line), "{line}");
    }
}
