//! Index files read back equal, and any change to a file is refused.

use footwork_matching::{ClipEnd, Index, IndexBuilder, OpenIndexError, Schema, Search};
use footwork_testkit::Random;

use crate::numbers;
use crate::walker::{Walk, rate};

fn walks() -> Index {
    let mut random = Random::for_case("files", 0);
    let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
    for (name, end, with_mirrored) in [("a", ClipEnd::Cut, true), ("b", ClipEnd::Rest, false)] {
        let walk = Walk::random(&mut random, 100);
        walk.add_to(&mut builder, name, end, with_mirrored).unwrap();
    }
    builder.build()
}

#[test]
fn a_written_index_reads_back_equal() {
    let mut random = Random::for_case("an index comes back", 0);
    let indexes = [
        walks(),
        numbers::index(&mut random, 300, 5, 3),
        numbers::index(&mut random, 0, 2, 0),
    ];
    for index in indexes {
        let bytes = index.to_bytes();
        let opened = Index::from_bytes(bytes.clone()).unwrap();
        assert_eq!(opened.to_bytes(), bytes);
        assert_eq!(opened.stamp(), index.stamp());
        assert_eq!(opened.schema(), index.schema());
        assert_eq!(opened.clips(), index.clips());
        assert!(opened.candidates().eq(index.candidates()));
        let features = index.schema().feature_count();
        for _ in 0..50 {
            let goal: Vec<f32> = (0..features)
                .map(|_| random.signed() as f32 * 2.0)
                .collect();
            let search = |index: &Index| index.search(&goal, &Search::default()).unwrap();
            assert_eq!(search(&opened), search(&index));
        }
    }
}

/// An opened index borrows its file: it allocates nothing for rows, whatever their alignment.
#[test]
fn an_opened_index_borrows_its_rows() {
    let mut random = Random::for_case("borrows", 0);
    let bytes = numbers::index(&mut random, 20_000, 27, 0).to_bytes();
    let length = bytes.len() as u64;
    let (made, index) = footwork_testkit::allocations(|| Index::from_bytes(bytes).unwrap());
    assert!(made.bytes < length / 20, "{made:?} of {length}");
    // Shifts the file by one byte, because no alignment is needed.
    let mut odd = vec![0];
    odd.extend(index.to_bytes());
    struct Behind(Vec<u8>);
    impl AsRef<[u8]> for Behind {
        fn as_ref(&self) -> &[u8] {
            &self.0[1..]
        }
    }
    assert_eq!(
        Index::from_bytes(Behind(odd)).unwrap().stamp(),
        index.stamp()
    );
}

#[test]
fn every_changed_byte_is_refused() {
    let mut random = Random::for_case("every changed byte", 0);
    let bytes = walks().to_bytes();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 + random.below_32(255) as u8;
        assert!(Index::from_bytes(changed).is_err(), "byte {place}");
    }
}

#[test]
fn every_cut_is_refused() {
    let bytes = walks().to_bytes();
    for length in 0..bytes.len() {
        let error = Index::from_bytes(bytes[..length].to_vec()).unwrap_err();
        assert_eq!(error, OpenIndexError::CutOff, "{length}");
    }
    let mut longer = bytes;
    longer.push(0);
    assert_eq!(
        Index::from_bytes(longer).unwrap_err(),
        OpenIndexError::CutOff
    );
    assert_eq!(
        Index::from_bytes(*b"\x89FWPx").unwrap_err(),
        OpenIndexError::NotAnIndex
    );
}

/// Random numbers with a correct checksum cause no panic.
#[test]
fn forged_numbers_never_panic() {
    let mut random = Random::for_case("forged numbers", 0);
    let bytes = walks().to_bytes();
    let content = bytes.len() - 4;
    let mut refused = 0;
    for case in 0..4_000 {
        let mut forged = bytes.clone();
        // Three in four changes are in the description, which has most of the rules.
        let end = if case % 4 == 0 { content } else { 1_200 };
        for _ in 0..1 + random.below(3) {
            let place = 8 + random.below(end - 8);
            forged[place] = *random.pick(&[0, 1, 0x7f, 0x80, 0xff]);
        }
        let checksum = crc32fast::hash(&forged[..content]);
        forged[content..].copy_from_slice(&checksum.to_le_bytes());
        match Index::from_bytes(forged) {
            Err(_) => refused += 1,
            Ok(index) => {
                let goal = vec![0.5; index.schema().feature_count()];
                let _ = index.search(&goal, &Search::default());
                let poses: Vec<_> = index.candidates().take(20).collect();
                let mut features = vec![0.0; goal.len()];
                poses
                    .iter()
                    .for_each(|&pose| assert!(index.features(pose, &mut features)));
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}
