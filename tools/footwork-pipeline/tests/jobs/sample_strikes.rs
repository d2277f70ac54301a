//! Strikes detected from foot contacts have the scores that the README of the sample library states.

use std::path::Path;

use footwork_base::Name;
use footwork_events::ContactOptions;
use footwork_events::score_all;
use footwork_library::Library;
use footwork_pipeline::EventPairs;
use footwork_tags::ClipId;

use crate::made_up_ground::slow_toes;

#[test]
fn the_strikes_of_the_samples_have_the_scores_in_the_readme() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let readme = std::fs::read_to_string(samples.join("README.md")).unwrap();
    let library = Library::open(&samples).unwrap();
    let truth: Name = "Foot".parse().unwrap();
    let detection = footwork_pipeline::detect_strikes(&library, &truth, &ContactOptions::default());
    assert_eq!(detection.unread, []);
    let slow = slow_toes(&library);
    let line = |title: &str, is_in: &dyn Fn(ClipId, &str) -> bool, tolerance_secs: f64| {
        let clips = library.clips().iter();
        let clips = clips.filter(|(clip, entry)| is_in(*clip, &entry.name));
        let clips: Vec<ClipId> = clips.map(|(clip, _)| clip).collect();
        let [score, slow] = [&detection.events, &slow].map(|events| {
            let pairs = EventPairs::with(&library, &truth, &clips, events);
            let pairs = pairs.iter().filter(|pairs| clips.contains(&pairs.clip));
            let lists = pairs.flat_map(|pairs| &pairs.lists);
            let lists = lists.map(|times| (times.truth.as_slice(), times.found.as_slice()));
            score_all(lists, tolerance_secs).unwrap()
        });
        let (error, slow_error) = (score.error.unwrap(), slow.error.unwrap());
        // The detector must beat the baseline: by the number of strikes or, if both find all strikes, by their mean
        // error in time.
        let is_beaten = slow.f1 < score.f1
            || slow.f1 == score.f1 && slow_error.bias_secs.abs() > error.bias_secs.abs();
        assert!(is_beaten, "{title}: {score:?} {slow:?}");
        let side = |secs: f64| {
            if secs > 0.0 {
                format!("{:.0} ms late", 1e3 * secs)
            } else {
                format!("{:.0} ms early", -1e3 * secs)
            }
        };
        format!(
            "| {title} | {} | {} | {:.2} | {:.2} | {:.2} | {:.0} ms | {:.0} ms | {} | {:.2} | {} |",
            score.matched + score.missed,
            score.matched + score.extra,
            score.precision,
            score.recall,
            score.f1,
            1e3 * error.mean_abs_secs,
            1e3 * error.p95_abs_secs,
            side(error.bias_secs),
            slow.f1,
            side(slow_error.bias_secs),
        )
    };
    // Every second clip by name was used for tuning.
    let is_other = |clip: ClipId| !clip.number().is_multiple_of(2);
    let of_others = |title: &str, parts: &[&str]| {
        let is_in =
            |clip, name: &str| is_other(clip) && parts.iter().any(|part| name.contains(part));
        line(&format!("of the others: {title}"), &is_in, 0.1)
    };
    let lines = [
        line("tuning", &|clip, _| !is_other(clip), 0.1),
        line("others", &|clip, _| is_other(clip), 0.1),
        line("others, within 0.05 s", &|clip, _| is_other(clip), 0.05),
        of_others(
            "`walk`, `run`, `turn_left`",
            &["/walk", "/run", "/turn_left"],
        ),
        of_others("jumps, turns and swings", &["jump", "swing"]),
        of_others(
            "climb, cartwheel, dance, punch",
            &["climb", "cartwheel", "dance", "punch"],
        ),
    ];
    let missing: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| !readme.contains(line))
        .collect();
    assert!(
        missing.is_empty(),
        "samples/README.md lacks\n{}",
        missing.join("\n")
    );
}
