//! Mutated bytes of a sidecar: they are read or rejected, and never cause a panic.

use footwork_sidecar::Sidecar;
use proptest::prelude::*;
use proptest::sample::Index;

use super::config;

const SEED: &[u8] = include_bytes!("../../../../testdata/sidecars/everything.tags");

#[derive(Clone, Debug)]
enum Mutation {
    Set(Index, u8),
    Insert(Index, Vec<u8>),
    Delete(Index, usize),
    Copy(Index, Index, usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let piece = prop::sample::select(vec![
        "\n",
        "\r\n",
        "\r",
        " ",
        "\"",
        "\\",
        ".",
        "\u{feff}",
        "tag ",
        "rule",
        "data {",
        "-",
        "e9",
        "\u{0}",
        "é",
        "\u{2028}",
        "99999999999",
        "\\ud83d",
        "clip ",
        "note \"",
    ]);
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Mutation::Set(at, byte)),
        (any::<Index>(), piece).prop_map(|(at, text)| Mutation::Insert(at, text.into())),
        (any::<Index>(), 1usize..20).prop_map(|(at, length)| Mutation::Delete(at, length)),
        (any::<Index>(), any::<Index>(), 1usize..60)
            .prop_map(|(from, to, length)| Mutation::Copy(from, to, length)),
    ]
}

fn apply(bytes: &mut Vec<u8>, mutation: &Mutation) {
    let length = bytes.len();
    if length == 0 {
        return;
    }
    match mutation {
        Mutation::Set(at, byte) => bytes[at.index(length)] = *byte,
        Mutation::Insert(at, text) => {
            let at = at.index(length);
            bytes.splice(at..at, text.iter().copied());
        }
        Mutation::Delete(at, count) => {
            let at = at.index(length);
            bytes.drain(at..length.min(at + count));
        }
        Mutation::Copy(from, to, count) => {
            let from = from.index(length);
            let piece = bytes[from..length.min(from + count)].to_vec();
            let to = to.index(length);
            bytes.splice(to..to, piece);
        }
    }
}

/// Checks that every finding is inside the file, and that the written text reads back as the same sidecar.
fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    let Ok((sidecar, findings)) = Sidecar::read("a", bytes) else {
        return Ok(());
    };
    let lines: Vec<&[u8]> = bytes.split(|&b| b == b'\n').collect();
    for finding in &findings {
        let at = finding.position.unwrap();
        let line = lines.get(at.line.wrapping_sub(1));
        prop_assert!(line.is_some(), "{}", finding);
        let longest = String::from_utf8_lossy(line.unwrap()).chars().count() + 1;
        prop_assert!((1..=longest).contains(&at.column), "{}", finding);
    }
    let written = sidecar.to_bytes();
    let (again, findings) = Sidecar::read("a", &written).unwrap();
    prop_assert_eq!(again.to_bytes(), written);
    let repaired = [
        "crlf",
        "no-final-newline",
        "byte-order-mark",
        "out-of-order",
    ];
    prop_assert!(
        !findings.iter().any(|f| repaired.contains(&f.code)),
        "{:?}",
        findings
    );
    Ok(())
}

proptest! {
    #![proptest_config(config(5_000))]

    #[test]
    fn mutated_sidecars_are_read_or_rejected(mutations in prop::collection::vec(mutation(), 1..12)) {
        let mut bytes = SEED.to_vec();
        for mutation in &mutations {
            apply(&mut bytes, mutation);
        }
        check(&bytes)?;
    }

    #[test]
    fn any_bytes_after_the_first_line_are_read_or_rejected(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&[b"footwork-tags 1\n", bytes.as_slice()].concat())?;
    }
}
