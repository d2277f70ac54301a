//! Whole logs, torn logs, and logs of a newer version.

use super::*;
use crate::files::DiskFiles;

/// A log in its own folder.
struct Bench {
    _folder: tempfile::TempDir,
    log: Log,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::new(folder.path().join("journal"));
        Self {
            _folder: folder,
            log,
        }
    }

    fn with(&self, bytes: &[u8]) -> Records {
        std::fs::write(self.log.path(), bytes).unwrap();
        self.log.scan(&DiskFiles).unwrap()
    }

    fn payloads(&self, records: &Records) -> Vec<Vec<u8>> {
        let places = records.places.iter();
        places
            .map(|place| self.log.load(&DiskFiles, *place).unwrap())
            .collect()
    }
}

#[test]
fn whole_records_are_found_and_torn_records_are_cut_off() {
    let bench = Bench::new();
    let (one, two) = (record(b"one").unwrap(), record(b"2").unwrap());
    let both = [one.as_slice(), &two].concat();
    let records = bench.with(&both);
    assert_eq!(bench.payloads(&records), [&b"one"[..], b"2"]);
    assert_eq!(records.torn_bytes, 0);
    for cut in 1..one.len() {
        let records = bench.with(&one[..cut]);
        assert_eq!((records.places.len(), records.torn_bytes), (0, cut as u64));
        // Bytes that were not written before a crash are zeros.
        let zeros = [&one[..cut], &vec![0; one.len() - cut]].concat();
        assert_eq!(bench.with(&zeros).torn_bytes, one.len() as u64, "{cut}");
        let late = [vec![0; cut], one[cut..].to_vec()].concat();
        assert_eq!(bench.with(&late).torn_bytes, one.len() as u64, "{cut}");
        let records = bench.with(&[&two[..], &one[..cut]].concat());
        assert_eq!((records.places.len(), records.torn_bytes), (1, cut as u64));
    }
    for at in 0..both.len() {
        let mut changed = both.clone();
        changed[at] ^= 1;
        assert!(bench.with(&changed).places.len() < 2, "byte {at}");
    }
    for garbage in [&[0; 64][..], b"garbage\n", b"fwk2 of an earlier version"] {
        assert_eq!(bench.with(garbage).torn_bytes, garbage.len() as u64);
    }
}

#[test]
fn a_newer_version_is_an_error() {
    let bench = Bench::new();
    let mut other = record(b"later").unwrap();
    for version in [b'4', b'9'] {
        other[3] = version;
        std::fs::write(bench.log.path(), &other).unwrap();
        let error = bench.log.scan(&DiskFiles).unwrap_err().to_string();
        assert!(error.contains("newer version"), "{error}");
    }
}

#[test]
fn records_longer_than_a_piece_are_checked_and_loaded() {
    let bench = Bench::new();
    let long: Vec<u8> = (0..3 * PIECE + 5)
        .map(|at| u8::try_from(at % 251).unwrap())
        .collect();
    let records = [&b"a"[..], &long, b"b"].map(|payload| record(payload).unwrap());
    let mut bytes = records.concat();
    let records = bench.with(&bytes);
    assert_eq!(
        bench.payloads(&records),
        [b"a".to_vec(), long, b"b".to_vec()]
    );
    bytes[2 * PIECE] ^= 1;
    let records = bench.with(&bytes);
    assert_eq!(records.places.len(), 1);
    assert!(records.torn_bytes > 0);
}

#[test]
fn a_record_that_changed_since_the_scan_is_not_loaded() {
    let bench = Bench::new();
    let bytes = record(b"ours").unwrap();
    let records = bench.with(&bytes);
    bench.with(&[&bytes[..bytes.len() - 1], b"X"].concat());
    let error = bench.log.load(&DiskFiles, records.places[0]).unwrap_err();
    assert!(error.to_string().contains("changed"), "{error}");
}
