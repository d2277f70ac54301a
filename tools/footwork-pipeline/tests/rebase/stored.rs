//! Signatures as bytes: they round-trip, and other bytes are refused.

use footwork_library::{Signature, StoredError};

use crate::samples;

#[test]
fn signatures_read_back_from_their_bytes() {
    for sample in samples::all() {
        let bytes = sample.old.to_bytes();
        assert_eq!(
            Signature::from_bytes(&bytes),
            Ok(sample.old),
            "{}",
            sample.name
        );
    }
}

#[test]
fn every_truncated_or_changed_file_is_rejected() {
    let bytes = samples::named("run.txt").old.to_bytes();
    for stop in 0..bytes.len() {
        assert!(Signature::from_bytes(&bytes[..stop]).is_err(), "{stop}");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x11;
        assert!(Signature::from_bytes(&changed).is_err(), "{at}");
    }
    assert_eq!(
        Signature::from_bytes(b"FWPOSE\x01\0rest"),
        Err(StoredError::Foreign)
    );
}

/// With a corrected checksum, changed fields are either read or rejected.
#[test]
fn fields_are_checked_even_if_the_checksum_holds() {
    let bytes = samples::named("run.txt").old.to_bytes();
    let content = bytes.len() - 4;
    let mut read = 0;
    for at in 8..content {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = bytes[..content].to_vec();
            changed[at] = value;
            let sum = crc32fast::hash(&changed).to_le_bytes();
            changed.extend(sum);
            read += usize::from(Signature::from_bytes(&changed).is_ok());
        }
    }
    assert!(read > 0, "numbers may be any");
    let mut huge = bytes[..24].to_vec();
    huge.extend([0xff; 4]);
    huge.extend(&bytes[28..content]);
    huge.extend(crc32fast::hash(&huge).to_le_bytes());
    assert_eq!(Signature::from_bytes(&huge), Err(StoredError::Wrong));
}

/// Found by fuzzing: the rate 60/2 was read, and then written as 30/1.
#[test]
fn a_rate_not_in_lowest_terms_is_refused() {
    let bytes = include_bytes!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/fuzz/pose/rate-not-in-lowest-terms.bin"
    ));
    assert_eq!(Signature::from_bytes(bytes), Err(StoredError::Wrong));
    let mut reduced = bytes[..bytes.len() - 4].to_vec();
    reduced[8] = 30;
    reduced[16] = 1;
    reduced.extend(crc32fast::hash(&reduced).to_le_bytes());
    let read = Signature::from_bytes(&reduced).unwrap();
    assert_eq!(read.to_bytes(), reduced);
}
