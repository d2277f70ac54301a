//! Reads any bytes as a sidecar. An accepted sidecar is written and reads back with the same content, including unknown
//! lines. Edits have their effect on any content, and repeating an edit changes nothing.
//!
//! The edits come from the last bytes of the input, three for each.

#![no_main]

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{MAX_SIDECAR_FINDINGS, Sidecar, TagSpan};
use libfuzzer_sys::{Corpus, fuzz_target};

const EDITS: usize = 6;

fuzz_target!(|data: &[u8]| -> Corpus {
    let (mut sidecar, findings) = match Sidecar::read("a.tags", data) {
        Ok(read) => read,
        Err(finding) => {
            assert!(finding.position.is_some());
            return Corpus::Keep;
        }
    };
    assert!(findings.len() <= MAX_SIDECAR_FINDINGS + 1);
    assert!(findings.iter().all(|finding| finding.position.is_some()));
    check_written(&sidecar);
    assert_eq!(unknown(&sidecar.to_bytes()), unknown(data));
    for bytes in data.rchunks_exact(3).take(EDITS) {
        edit(&mut sidecar, [bytes[0], bytes[1], bytes[2]]);
    }
    check_written(&sidecar);
    assert_eq!(unknown(&sidecar.to_bytes()), unknown(data));
    Corpus::Keep
});

/// Checks that the written sidecar has the lines of the input in some order, and that reading and writing it again
/// gives the same bytes.
fn check_written(sidecar: &Sidecar) {
    let written = sidecar.to_bytes();
    let shown = String::from_utf8_lossy(&written);
    let (again, _) = Sidecar::read("a.tags", &written).expect("a written sidecar has a version");
    let mut left: Vec<_> = sidecar.lines().iter().collect();
    for line in again.lines() {
        let Some(at) = left.iter().position(|other| *other == line) else {
            panic!("{line:?} was not there before, written as:\n{shown}");
        };
        left.swap_remove(at);
    }
    assert!(left.is_empty(), "{left:?} is lost, written as:\n{shown}");
    assert_eq!(again.to_bytes(), written, "written first as:\n{shown}");
}

/// Returns the lines after the first whose first byte begins no keyword, sorted and without carriage returns at their
/// end.
fn unknown(bytes: &[u8]) -> Vec<&[u8]> {
    let lines = bytes.split(|&byte| byte == b'\n').skip(1);
    let lines = lines.map(|line| {
        let length = line.iter().rposition(|&byte| byte != b'\r');
        &line[..length.map_or(0, |last| last + 1)]
    });
    let begins_none = |line: &&[u8]| {
        line.first()
            .is_some_and(|first| !b"cefhknrst".contains(first))
    };
    let mut lines: Vec<_> = lines.filter(begins_none).collect();
    lines.sort_unstable();
    lines
}

/// Makes one edit. Checks its effect on tags, and that repeating it changes nothing.
fn edit(sidecar: &mut Sidecar, [kind, place, extent]: [u8; 3]) {
    let name = name(sidecar, kind / 4);
    let start = u32::from(place);
    let range = FrameRange::new(start, start + 1 + u32::from(extent % 64));
    let range = range.expect("the range holds at least one frame");
    let time = f64::from(place) / 8.0;
    match kind % 4 {
        0 => {
            sidecar.paint(&name, range);
            let painted = |span: &TagSpan| span.range.covers(range) && !span.by_rule;
            assert!(has(sidecar, &name, painted));
            assert!(!sidecar.paint(&name, range), "painted already");
        }
        1 => {
            sidecar.erase(&name, range);
            assert!(!has(sidecar, &name, |span| span.range.overlaps(range)));
            assert!(!sidecar.erase(&name, range), "erased already");
        }
        2 => {
            sidecar.add_event(&name, time);
            assert!(!sidecar.add_event(&name, time), "added already");
        }
        _ => {
            sidecar.remove_event(&name, time);
            assert!(!sidecar.remove_event(&name, time), "removed already");
        }
    }
}

/// Returns whether `is_such` accepts any span of the tag `name`.
fn has(sidecar: &Sidecar, name: &Name, is_such: impl Fn(&TagSpan) -> bool) -> bool {
    let mut spans = sidecar.tags().filter(|span| span.name == *name);
    spans.any(is_such)
}

/// Returns the name of the tag or event at this index, or `Gait.Run` if there is none.
fn name(sidecar: &Sidecar, number: u8) -> Name {
    let tags = sidecar.tags().map(|span| &span.name);
    let events = sidecar.events().map(|(name, _)| name);
    let name = tags.chain(events).nth(usize::from(number)).cloned();
    name.unwrap_or_else(|| "Gait.Run".parse().expect("it is a name"))
}
