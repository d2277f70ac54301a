//! On uneven ground, and on ground that moves below a body that steps in place, strikes are detected as reliably as on
//! level ground.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use footwork_base::Name;
use footwork_events::{ContactOptions, Score, score_all};
use footwork_library::Library;
use footwork_pipeline::{Detected, RangeEnd, detect_ends, detect_strikes};
use footwork_tags::Query;
use footwork_testkit::{Random, Walker};

/// The tolerance that samples/README.md uses, in seconds.
const TOLERANCE_SECS: f64 = 0.1;

/// The names of the toes for the baseline, which must score lower on every ground.
const SLOW_TOES: [(&str, &str); 2] = [
    ("Foot.Left", "{ left_toe.speed < 0.3 }"),
    ("Foot.Right", "{ right_toe.speed < 0.3 }"),
];

/// Returns the strikes found by the baseline: the moments at which toes become slow.
pub(crate) fn slow_toes(library: &Library) -> Vec<Detected> {
    let slow = SLOW_TOES.iter().flat_map(|(name, query)| {
        let query = Query::parse_for(query, library.database()).unwrap().1;
        let ranges = library.database().ranges(&query).unwrap();
        detect_ends(library, &ranges, RangeEnd::Starts, &name.parse().unwrap())
    });
    // A foot already down on the first frame came down before the clip begins.
    slow.filter(|event| event.frame > 0.0).collect()
}

/// Returns the scores of the detector and of the baseline on a few walks over the same ground.
fn scores(name: &str, walk: impl Fn(&mut Random) -> Walker) -> [Score; 2] {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("footwork.toml"), "length_unit = \"m\"\n").unwrap();
    let walkers: Vec<Walker> = (0..4)
        .map(|case| walk(&mut Random::for_case(name, case)))
        .collect();
    for (number, walker) in walkers.iter().enumerate() {
        let path = folder.path().join(format!("{number}.bvh"));
        fs::write(path, walker.to_bvh()).unwrap();
    }
    let strikes = walkers.into_iter().zip(0..);
    let strikes = strikes.map(|(walker, number)| (format!("{number}.bvh"), walker.strikes_secs));
    scores_in(name, folder.path(), &strikes.collect())
}

/// The times at which the left and the right foot come down in each clip, in seconds.
type Strikes = BTreeMap<String, [Vec<f64>; 2]>;

/// Returns the scores of the detector and of the baseline in a library.
fn scores_in(name: &str, folder: &Path, strikes: &Strikes) -> [Score; 2] {
    let library = Library::open(folder).unwrap();
    let prefix: Name = "Foot".parse().unwrap();
    let found = detect_strikes(&library, &prefix, &ContactOptions::default());
    assert_eq!((found.findings, found.unread), (vec![], vec![]));
    let slow = slow_toes(&library);
    let scored = |events: &[Detected]| {
        let lists = strikes.iter().flat_map(|(clip, strikes)| {
            let clip = library.find_clip(clip).unwrap();
            let rate = library.clips()[clip].rate.as_f64();
            let sides = ["Foot.Left", "Foot.Right"].into_iter();
            sides.zip(strikes).map(move |(side, truth)| {
                let events = events.iter();
                let own = events.filter(|event| event.clip == clip && event.name.as_str() == side);
                let secs = own.map(|event| event.frame / rate);
                (truth.clone(), secs.collect::<Vec<f64>>())
            })
        });
        let lists: Vec<_> = lists.collect();
        let lists = lists
            .iter()
            .map(|(truth, found)| (truth.as_slice(), found.as_slice()));
        score_all(lists, TOLERANCE_SECS).unwrap()
    };
    let both = [scored(&found.events), scored(&slow)];
    for (title, score) in ["contacts", "slow toes"].iter().zip(&both) {
        let bias = score.error.map(|error| 1e3 * error.bias_secs);
        println!("{name}, {title}: F1 {:.3}, bias {bias:.0?} ms", score.f1);
    }
    both
}

/// Checks that the detector scores as high as on level ground, and higher than the baseline.
#[track_caller]
fn check(name: &str, walk: impl Fn(&mut Random) -> Walker) {
    let [level, _] = scores("level", |random| Walker::over(16, |_| 0.0, random));
    let [found, slow] = scores(name, walk);
    assert!(level.f1 > 0.95, "{level:?}");
    assert!(found.f1 >= level.f1 - 0.05, "{found:?}");
    assert!(found.f1 > slow.f1, "{found:?} {slow:?}");
}

#[test]
fn strikes_are_found_on_level_ground() {
    check("level", |random| Walker::over(16, |_| 0.0, random));
}

#[test]
fn strikes_are_found_over_a_box() {
    let ground = |z: f64| if (2.8..6.2).contains(&z) { 0.66 } else { 0.0 };
    check("box", |random| Walker::over(16, ground, random));
}

#[test]
fn strikes_are_found_up_and_down_stairs() {
    let stair = |z: f64| 0.17 * (z / 0.62).round();
    check("stairs", |random| {
        Walker::over(16, |z| stair(z.min(9.0 - z)).max(0.0), random)
    });
}

#[test]
fn strikes_are_found_on_a_slope() {
    check("slope", |random| Walker::over(16, |z| 0.2 * z, random));
    check("downhill", |random| Walker::over(16, |z| -0.2 * z, random));
}

#[test]
fn strikes_are_found_in_place() {
    check("in place", |random| {
        Walker::over(16, |_| 0.0, random).in_place()
    });
    // The ground below these walkers moves faster than the maximum speed of a standing foot.
    check("long strides in place", |random| {
        Walker::over(16, |_| 0.0, random).striding(2.5).in_place()
    });
}

/// A detector with one floor height per clip misses the strikes on the box and on the stairs. A detector with ground at
/// rest misses the strikes of steps in place.
#[test]
fn simpler_detectors_miss_strikes_on_a_box_on_stairs_and_in_place() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/contacts");
    let text = fs::read_to_string(testdata.join("strikes.toml")).unwrap();
    let all: BTreeMap<String, BTreeMap<String, Vec<f64>>> = toml::from_str(&text).unwrap();
    assert_eq!(all.len(), 3);
    for (name, mut feet) in all {
        let folder = tempfile::tempdir().unwrap();
        let clip = format!("{name}.bvh");
        fs::write(folder.path().join("footwork.toml"), "length_unit = \"m\"\n").unwrap();
        fs::copy(testdata.join(&clip), folder.path().join(&clip)).unwrap();
        let strikes = ["left", "right"].map(|foot| feet.remove(foot).unwrap());
        let [found, slow] = scores_in(&name, folder.path(), &Strikes::from([(clip, strikes)]));
        assert!(
            found.f1 > 0.9 && found.f1 > slow.f1,
            "{name}: {found:?} {slow:?}"
        );
    }
}

#[test]
fn a_foot_held_in_the_air_does_not_stand_there() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("footwork.toml"), "length_unit = \"m\"\n").unwrap();
    // The walker stands, lifts the left foot by 0.5 m, holds it there for a second and puts it down.
    let text = Walker::over(2, |_| 0.0, &mut Random::for_case("held", 0)).to_bvh();
    let head = text.split("MOTION").next().unwrap();
    let height = |frame: u32| match frame {
        60..90 => f64::from(frame - 60) / 60.0,
        90..150 => 0.5,
        150..180 => f64::from(180 - frame) / 60.0,
        _ => 0.0,
    };
    let rows = (0..240).map(|frame| {
        format!(
            "0 0.9 0 0.1 {:.4} 0 0 -0.1 -0.82 0 0\n",
            height(frame) - 0.82
        )
    });
    let rows: String = rows.collect();
    let motion = format!("MOTION\nFrames: 240\nFrame Time: 0.0166667\n{rows}");
    fs::write(folder.path().join("held.bvh"), format!("{head}{motion}")).unwrap();
    let library = Library::open(folder.path()).unwrap();
    let found = detect_strikes(
        &library,
        &"Foot".parse().unwrap(),
        &ContactOptions::default(),
    );
    let times: Vec<f64> = found.events.iter().map(|event| event.frame).collect();
    assert!(
        matches!(times[..], [down] if (down - 178.0).abs() < 3.0),
        "{times:?}"
    );
}
