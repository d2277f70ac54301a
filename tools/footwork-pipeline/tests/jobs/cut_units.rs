//! Pieces keep the lengths of their sources, whatever the unit and the format.

use std::fs;
use std::path::Path;

use footwork_base::LengthUnit;
use footwork_library::Library;
use footwork_pipeline::{
    DeriveError, DeriveOptions, DerivePlan, DerivedFormat, NameTemplate, plan_derived,
};
use footwork_tags::Query;

use crate::cut::whole;
use crate::playground::Playground;

const FORMATS: [DerivedFormat; 2] = [DerivedFormat::Bvh, DerivedFormat::Glb];

fn plan(
    library: &Library,
    to: &Path,
    format: DerivedFormat,
) -> Result<DerivePlan, Vec<DeriveError>> {
    let db = library.database();
    let (_, bound) = Query::parse_for("all", db).unwrap();
    let options = DeriveOptions {
        name: NameTemplate::parse_for("{clip}", db).unwrap(),
        format: Some(format),
        force: true,
        ..DeriveOptions::default()
    };
    plan_derived(library, &db.ranges(&bound).unwrap(), to, &options)
}

fn cut(library: &Library, to: &Path, format: DerivedFormat) -> Library {
    plan(library, to, format)
        .unwrap()
        .write(library, &whole(library))
        .unwrap();
    Library::open(to).unwrap()
}

/// Returns the channels that a wrong unit would change, for the clip whose name starts with `walk`.
fn channels(library: &Library) -> Vec<f32> {
    let found = library
        .clips()
        .iter()
        .find(|(_, entry)| entry.base_name().starts_with("walk"));
    let clip = library.load(found.unwrap().0).unwrap().clip;
    ["speed", "height", "Head.speed", "gait_speed"]
        .into_iter()
        .flat_map(|channel| clip.channel(&channel.parse().unwrap()).unwrap())
        .collect()
}

#[track_caller]
fn assert_same(expected: &[f32], library: &Library, what: &str) {
    let found = channels(library);
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in expected.iter().zip(&found) {
        assert!((a - b).abs() < 1e-4, "{what}: {a} became {b}");
    }
}

fn walk() -> Vec<u8> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    fs::read(testdata.join("bvh/still-root.bvh")).unwrap()
}

/// Returns length units, including units that are never estimated.
fn units() -> Vec<LengthUnit> {
    let odd = [0.02, 0.9, 3.0].map(LengthUnit::Custom);
    LengthUnit::NAMED.into_iter().chain(odd).collect()
}

#[test]
fn a_piece_keeps_the_unit_of_its_source() {
    for unit in units() {
        let source = Playground::new();
        source
            .file("walk.bvh", walk())
            .file("footwork.toml", format!("length_unit = \"{unit}\"\n"));
        let library = source.open();
        let expected = channels(&library);
        let speed = 120.0 * unit.metres();
        assert!(
            (f64::from(expected[5]) - speed).abs() < 1e-3 * speed,
            "{unit}"
        );
        for format in FORMATS {
            let first = Playground::new();
            let there = cut(&library, first.root(), format);
            let what = format!("{unit} to {format:?}");
            assert_same(&expected, &there, &what);
            for format in FORMATS {
                let second = Playground::new();
                let back = cut(&there, second.root(), format);
                assert_same(&expected, &back, &format!("{what} to {format:?}"));
            }
        }
    }
}

#[test]
fn pieces_are_written_in_the_unit_of_their_folder() {
    let source = Playground::new();
    source
        .file("walk.bvh", walk())
        .file("footwork.toml", "length_unit = \"cm\"\n");
    let library = source.open();
    let expected = channels(&library);
    for unit in units() {
        for (format, pattern) in [(DerivedFormat::Bvh, "**"), (DerivedFormat::Glb, "**.glb")] {
            let to = Playground::new();
            to.file(
                "footwork.toml",
                format!("length_unit = {{ \"{pattern}\" = \"{unit}\" }}\n"),
            );
            let there = cut(&library, to.root(), format);
            assert_same(&expected, &there, &format!("{unit} {format:?}"));
        }
    }
}

#[test]
fn a_piece_that_needs_a_unit_is_refused_if_the_settings_give_none() {
    let source = Playground::new();
    source
        .file("walk.bvh", walk())
        .file("footwork.toml", "length_unit = \"cm\"\n");
    let library = source.open();
    let to = Playground::new();
    to.file("footwork.toml", "name = \"mine\"\n");
    let errors = plan(&library, to.root(), DerivedFormat::Bvh).unwrap_err();
    assert_eq!(errors[0].code(), "no-unit");
    let hint = errors[0].hint().unwrap();
    assert_eq!(hint, "add `length_unit = { \"**.bvh\" = \"cm\" }` to it");
    assert!(plan(&library, to.root(), DerivedFormat::Glb).is_ok());
    to.file("footwork.toml", "length_unit = 3\"");
    let errors = plan(&library, to.root(), DerivedFormat::Glb).unwrap_err();
    assert_eq!(errors[0].code(), "settings");
    // Inside the library, pieces have the skeleton and the unit of their source.
    let inside = source.path("cuts/of/today");
    let plan = plan(&library, &inside, DerivedFormat::Bvh).unwrap();
    assert_eq!(plan.settings(), None);
    plan.write(&library, &whole(&library)).unwrap();
    let again = source.open();
    assert_eq!(again.clips().len(), 2);
    let unit = |clip: &str| again.clips()[again.find_clip(clip).unwrap()].unit;
    assert_eq!(unit("cuts/of/today/walk.bvh"), Some(LengthUnit::Centimetre));
}

#[test]
fn the_written_folder_has_its_settings() {
    let source = Playground::new();
    source
        .file("a/walk.bvh", walk())
        .file("b/walk_2.bvh", String::from_utf8(walk()).unwrap().replace("Hips", "Pelvis"))
        .file("footwork.toml", "length_unit = { \"a/**\" = \"cm\", \"**\" = \"in\" }\nroot = { \"a/**\" = \"Spine\" }\nheading = { \"b/**\" = \"travel\" }\n");
    let to = Playground::new();
    let plan = plan(&source.open(), to.root(), DerivedFormat::Bvh).unwrap();
    assert_eq!(
        plan.settings().unwrap().lines().skip(1).collect::<Vec<_>>(),
        [
            "up = \"y\"",
            "",
            "[length_unit]",
            "\"walk.bvh\" = \"cm\"",
            "\"**\" = \"in\"",
            "",
            "[root]",
            "\"walk_2.bvh\" = \"Pelvis\"",
            "\"**\" = \"Spine\"",
            "",
            "[heading]",
            "\"walk.bvh\" = \"body\"",
            "\"**\" = \"travel\"",
        ]
    );
}
