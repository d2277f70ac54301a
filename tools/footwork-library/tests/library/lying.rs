//! Bodies that lie along an axis other than the up axis: sleepers, and animals.

use footwork_base::UpAxis;

use crate::playground::Playground;

/// Returns two clips of one body from `testdata/rigs`: the walk that stands along z or y, and the body lying still
/// along the other axis above the floor.
fn walk_and_sleep(up: UpAxis) -> [String; 2] {
    let read = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rigs/");
        std::fs::read_to_string(format!("{folder}{name}")).unwrap()
    };
    let (walk, other) = match up {
        UpAxis::Z => (read("z-up.bvh"), read("y-up.bvh")),
        _ => (read("y-up.bvh"), read("z-up.bvh")),
    };
    [walk, still(&other)]
}

/// Returns the clip moved 3 m away from the axes of the ground, and without travel.
fn still(text: &str) -> String {
    let (head, rows) = text.split_once("Frame Time").unwrap();
    let rows = rows.lines().enumerate().map(|(row, line)| match row {
        0 => format!("{line}\n"),
        _ => {
            let turns: Vec<&str> = line.split_whitespace().skip(3).collect();
            format!("300 300 300 {}\n", turns.join(" "))
        }
    });
    format!("{head}Frame Time{}", rows.collect::<String>())
}

#[test]
fn lying_clips_get_the_up_axis_of_walking_clips() {
    for up in [UpAxis::Y, UpAxis::Z] {
        let playground = Playground::new();
        let [walk, sleep] = walk_and_sleep(up);
        for (name, text) in [("a.bvh", &walk), ("b.bvh", &walk), ("sleep.bvh", &sleep)] {
            playground.file(name, text);
        }
        for entry in playground.open().clips().values() {
            assert_eq!((entry.up, entry.implausible), (up, None), "{}", entry.name);
        }
    }
}

/// A single crawling clip in a format that states its up axis.
#[test]
fn the_up_axis_that_a_format_states_is_used() {
    let playground = Playground::new();
    let crawl = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../samples/deepmimic/crawl.txt"
    );
    playground.file("crawl.txt", std::fs::read_to_string(crawl).unwrap());
    for entry in playground.open().clips().values() {
        assert_eq!((entry.up, entry.implausible), (UpAxis::Y, None));
    }
}

/// Returns a walk on the spot of a body with front legs: its arms hang as deep as the legs, and its head is in front of
/// its feet.
fn animal() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rigs/");
    let walk = std::fs::read_to_string(format!("{folder}z-up.bvh")).unwrap();
    // In the walk the hands hang; in the animal they reach the ground.
    let mut joint = "";
    let lines = walk.lines().map(|line| {
        let mut words = line.split_whitespace();
        if let (Some("JOINT"), Some(name)) = (words.next(), words.next()) {
            joint = name;
        }
        match joint {
            "LeftHand" | "RightHand" if line.starts_with("OFFSET") => {
                let x = if joint == "LeftHand" { 100 } else { -100 };
                format!("OFFSET {x} 0 0\n")
            }
            _ => format!("{line}\n"),
        }
    });
    still(&lines.collect::<String>())
}

#[test]
fn animals_are_neither_turned_upright_nor_refused() {
    let playground = Playground::new();
    playground.file("dog.bvh", animal());
    let library = playground.open();
    for entry in library.clips().values() {
        assert_eq!(entry.is_person, Some(false));
        assert_eq!((entry.up, entry.implausible), (UpAxis::Y, None));
    }
}
