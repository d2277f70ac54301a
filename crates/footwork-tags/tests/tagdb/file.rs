//! A small database with every kind of content, and the offsets of the sections of its file.

use footwork_base::FrameRate;
use footwork_tags::{Database, Ranges};

/// Returns a database with runs of every width, words, whole clips, a pinned tag, an unused tag, events and odd names.
pub(crate) fn small() -> Database {
    let mut db = Database::new();
    let rates = [(30, 1), (30_000, 1001), (120, 1), (1, 3), (60, 1)];
    let lengths = [90, 344, 5_000, 0, 70_000];
    let names = ["walk/b.bvh", "walk/a.bvh", "a long one, 漢字", "", "long"];
    let mut clips = Vec::new();
    for ((name, frames), (numerator, denominator)) in names.into_iter().zip(lengths).zip(rates) {
        let rate = FrameRate::new(numerator, denominator).unwrap();
        clips.push(db.add_clip(name, frames, rate).unwrap());
    }
    let mut paint = |tag: &str, clip: usize, pairs: &[(u32, u32)]| {
        let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
        let ranges = Ranges::repair(pairs.iter().copied()).0;
        db.set_tag(tag, clips[clip], ranges).unwrap();
        tag
    };
    paint("Gait.Run", 0, &[(0, 10), (20, 90)]);
    paint("Gait.Run", 1, &[(0, 344)]);
    paint("Gait.Run", 2, &[(4_000, 4_999)]);
    paint("Gait", 1, &[(300, 344)]);
    let every_other: Vec<_> = (0..45).map(|i| (2 * i, 2 * i + 1)).collect();
    paint("_ü", 0, &every_other);
    paint("ü", 4, &[(65_000, 66_000), (69_999, 70_000)]);
    let pinned = paint(r#"Style."very tired""#, 1, &[(5, 6)]);
    paint("Unused", 0, &[]);
    db.pin(pinned).unwrap();
    for (event, clip, times) in [
        ("Foot.Left", 0, &[0.0, 13.25, 13.25][..]),
        ("Foot.Left", 2, &[4_999.5]),
        ("Foot", 1, &[343.0]),
        ("Never", 1, &[]),
    ] {
        let event = db.declare_event(&event.parse().unwrap()).unwrap();
        db.set_event(event, clips[clip], times.to_vec()).unwrap();
    }
    db
}

/// Returns the offset and the length of a section.
pub(crate) fn section(bytes: &[u8], number: usize) -> (usize, usize) {
    let row = 64 + (number - 1) * 24;
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    assert_eq!(word(row), number as u64);
    let number = |at| usize::try_from(word(at)).unwrap();
    (number(row + 8), number(row + 16))
}
