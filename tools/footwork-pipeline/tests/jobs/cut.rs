//! Pieces that are cut from the sample library and opened again equal slices in memory.

use std::fs;
use std::path::{Path, PathBuf};

use footwork_clip::WorldPositions;
use footwork_library::{Library, Whole};
use footwork_pipeline::{DeriveError, DeriveOptions, DerivePlan, DerivedFormat, NameTemplate};
use footwork_tags::Query;

use crate::playground::Playground;

/// Returns the proof that the whole library could be read.
pub(crate) fn whole(library: &Library) -> Whole {
    Whole::new(&library.missing(), false).unwrap()
}

fn samples() -> Library {
    Library::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples")).unwrap()
}

fn plan(
    library: &Library,
    query: &str,
    to: &Path,
    name: &str,
    more: DeriveOptions,
) -> Result<DerivePlan, Vec<DeriveError>> {
    let db = library.database();
    let (_, bound) = Query::parse_for(query, db).unwrap();
    let name = NameTemplate::parse_for(name, db).unwrap();
    footwork_pipeline::plan_derived(
        library,
        &db.ranges(&bound).unwrap(),
        to,
        &DeriveOptions { name, ..more },
    )
}

/// Returns the spans and events of a clip within these frames, with frames counted from `start`.
fn labels(library: &Library, clip: footwork_tags::ClipId, start: u32, stop: u32) -> Vec<String> {
    let entry = &library.clips()[clip];
    let spans = entry.tags().filter_map(|span| {
        let (from, to) = (span.range.start().max(start), span.range.stop().min(stop));
        (from < to).then(|| format!("{} {} {}", span.name, from - start, to - start))
    });
    let inside = |time: &f64| (f64::from(start)..f64::from(stop)).contains(time);
    let events = entry.events().filter(|(_, time)| inside(time));
    let events = events.map(|(name, time)| format!("{name} {:.6}", time - f64::from(start)));
    let mut labels: Vec<String> = spans.chain(events).collect();
    labels.sort();
    labels
}

/// Cuts, opens the pieces and compares them with slices; returns the largest distance of a joint.
fn check(library: &Library, query: &str, name: &str, format: Option<DerivedFormat>) -> f64 {
    let out = Playground::new();
    out.file("footwork.toml", "length_unit = { \"**.bvh\" = \"cmu\" }\n");
    let options = DeriveOptions {
        format,
        ..DeriveOptions::default()
    };
    let plan = plan(library, query, out.root(), name, options).unwrap();
    let promised = plan.try_out(library).unwrap();
    let pieces = plan.write(library, &whole(library)).unwrap().clips;
    assert_eq!(promised.clips, pieces);
    assert!(!pieces.is_empty());
    let cut = out.open();
    assert_eq!(cut.findings(), []);
    assert_eq!(cut.clips().len(), pieces.len());
    let mut farthest = 0.0f64;
    for piece in &pieces {
        let id = cut.find_clip(&piece.file).unwrap();
        let expected = library
            .load(piece.clip)
            .unwrap()
            .clip
            .slice(piece.range)
            .unwrap();
        let found = cut.load(id).unwrap().clip;
        assert_eq!(found.rate(), expected.rate());
        assert_eq!(found.frame_count(), expected.frame_count());
        // BVH pieces of clips in metres are converted to the unit in `footwork.toml`, so distances here are in metres.
        let (a, b) = (
            WorldPositions::from_clip(&expected),
            WorldPositions::from_clip(&found),
        );
        for (a, b) in a.frames().flatten().zip(b.frames().flatten()) {
            let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
            farthest = farthest.max(square.sqrt());
        }
        let (start, stop) = (piece.range.start(), piece.range.stop());
        let expected = labels(library, piece.clip, start, stop);
        assert_eq!(
            labels(&cut, id, 0, stop - start),
            expected,
            "{}",
            piece.file
        );
        // A GLB piece also holds its labels in its own file. The second pass reads them without the sidecar.
        if piece.format == DerivedFormat::Glb {
            let sidecar = cut.clips()[id].sidecar_path();
            fs::remove_file(sidecar).unwrap();
        }
    }
    let without = out.open();
    for (id, entry) in without.clips().iter() {
        let same = labels(&cut, id, 0, entry.frames);
        assert_eq!(
            labels(&without, id, 0, entry.frames),
            same,
            "{}",
            entry.name
        );
    }
    farthest
}

#[test]
fn pieces_are_the_slices_with_their_tags() {
    let library = samples();
    let by_gait = "{tag:Gait}/{clip}_{index:02}";
    assert_eq!(
        check(&library, "Gait & clip(\"cmu/*\")", by_gait, None),
        0.0
    );
    assert!(check(&library, "Gait - clip(\"cmu/*\")", by_gait, None) < 1e-6);
    let glb = Some(DerivedFormat::Glb);
    assert!(check(&library, "Phase.Airborne", "{folder}/{clip}_{start}", glb) < 1e-5);
}

#[test]
fn a_bvh_piece_keeps_the_text_of_its_source() {
    let library = samples();
    let out = Playground::new();
    let query = "first(Gait, 30) & clip(\"cmu/playground_climb_up_01.bvh\")";
    let plan = plan(
        &library,
        query,
        out.root(),
        "{clip}_{index}",
        DeriveOptions::default(),
    )
    .unwrap();
    let written = plan.write(&library, &whole(&library)).unwrap();
    let piece = &written.clips[0];
    let source = fs::read(&library.clips()[piece.clip].path).unwrap();
    let limits = footwork_clip::Limits::default();
    let (source, _) = footwork_clip::read_bvh(&source, &limits).unwrap();
    let (cut, _) = footwork_clip::read_bvh(out.read(&piece.file).as_bytes(), &limits).unwrap();
    assert_eq!(cut, source.slice(piece.range).unwrap());
}

/// Twins need paired joints, which the deepmimic samples have.
#[test]
fn a_twin_gives_its_mirrored_motion() {
    let root = Playground::new();
    let samples: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    for file in [
        "deepmimic/walk.txt",
        "deepmimic/walk.txt.tags",
        "cmu/playground_climb_up_01.bvh",
    ] {
        root.file(file, fs::read(samples.join(file)).unwrap());
    }
    root.file(
        "footwork.toml",
        "mirror = true\nlength_unit = { \"cmu/**\" = \"cmu\" }\n",
    );
    let library = root.open();
    let twins = "first(all, 40) & clip(\"*~mirrored\")";
    assert!(check(&library, twins, "{folder}/{clip}_{index}", None) < 1e-4);
}

#[test]
fn names_that_differ_by_case_are_refused() {
    let out = Playground::new();
    let root = Playground::new();
    root.clip("a/walk.bvh").clip("b/Walk.bvh").clip("c/run.bvh");
    let library = root.open();
    let codes = |query, name| {
        let errors = plan(&library, query, out.root(), name, DeriveOptions::default()).unwrap_err();
        errors.iter().map(DeriveError::code).collect::<Vec<_>>()
    };
    assert_eq!(codes("all", "{clip}"), ["case-twin"]);
    assert_eq!(codes("all", "{clip}/{folder}"), ["case-twin"]);
    assert_eq!(codes("all", "all"), ["same-name", "same-name"]);
    // Existing files whose names differ by case give the same error, even with force.
    out.file("RUN.bvh", "x").file("B/x", "");
    let forced = DeriveOptions {
        force: true,
        ..DeriveOptions::default()
    };
    let refused = |query, name| {
        let errors = plan(&library, query, out.root(), name, forced.clone()).unwrap_err();
        errors[0].code()
    };
    assert_eq!(refused("clip(\"c/*\")", "{clip}"), "case-twin");
    assert_eq!(refused("clip(\"b/*\")", "{folder}/{clip}"), "case-twin");
    let errors = plan(
        &library,
        "clip(\"c/*\")",
        root.root(),
        "{folder}/{clip}",
        forced,
    );
    assert_eq!(errors.unwrap_err()[0].code(), "file-is-source");
}

#[test]
fn a_failed_cut_leaves_no_files() {
    let root = Playground::new();
    root.clip("a.bvh").clip("b.bvh");
    let library = root.open();
    let out = root.path("out");
    let plan = plan(&library, "all", &out, "x/{clip}", DeriveOptions::default()).unwrap();
    root.file("b.bvh", root.read("b.bvh").replace("0 1", "0 2") + "\n");
    let errors = plan.write(&library, &whole(&library)).unwrap_err();
    let codes: Vec<&str> = errors.iter().map(DeriveError::code).collect();
    assert_eq!(codes, ["changed-outside"]);
    assert!(!out.exists());
}
