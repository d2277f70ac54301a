//! Logs that are whole, torn, of a newer version, and somebody else's.

use super::*;
use crate::rooted::RootedFiles;
use crate::secret::Secret;

/// A log in a folder of its own.
struct Bench {
    folder: tempfile::TempDir,
    files: RootedFiles,
    log: Log,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = RootedFiles::new(folder.path());
        files.make_own_folder().unwrap();
        let log = log(folder.path(), 1);
        Self { folder, files, log }
    }

    fn with(&self, bytes: &[u8]) -> Records {
        std::fs::write(self.log.path(), bytes).unwrap();
        self.log.scan(&self.files).unwrap()
    }

    fn payloads(&self, records: &Records) -> Vec<Vec<u8>> {
        let places = records.places.iter();
        places
            .map(|place| self.log.load(&self.files, *place).unwrap())
            .collect()
    }
}

fn log(root: &Path, secret: u8) -> Log {
    let owner = Owner::with_secret(root, Secret::from_bytes([secret; 32]));
    Log::new(root.join(".footwork/journal"), "journal", Arc::new(owner))
}

#[test]
fn whole_records_are_found_and_torn_ones_are_not() {
    let bench = Bench::new();
    let (one, two) = (
        bench.log.record(b"one").unwrap(),
        bench.log.record(b"2").unwrap(),
    );
    let both = [one.as_slice(), &two].concat();
    let records = bench.with(&both);
    assert_eq!(bench.payloads(&records), [&b"one"[..], b"2"]);
    assert_eq!(records.rest, Rest::Nothing);
    for cut in 1..one.len() {
        let records = bench.with(&one[..cut]);
        assert_eq!(
            (records.places.len(), records.rest),
            (0, Rest::Torn(cut as u64))
        );
        // What was not written is zeros.
        let zeros = [&one[..cut], &vec![0; one.len() - cut]].concat();
        let records = bench.with(&zeros);
        assert_eq!(records.rest, Rest::Torn(one.len() as u64), "{cut}");
        let late = [vec![0; cut], one[cut..].to_vec()].concat();
        assert!(matches!(bench.with(&late).rest, Rest::Torn(_)), "{cut}");
        let records = bench.with(&[&two[..], &one[..cut]].concat());
        assert_eq!(
            (records.places.len(), records.rest),
            (1, Rest::Torn(cut as u64))
        );
    }
    for at in 0..both.len() {
        let mut changed = both.clone();
        changed[at] ^= 1;
        std::fs::write(bench.log.path(), &changed).unwrap();
        let places = bench
            .log
            .scan(&bench.files)
            .map_or(0, |records| records.places.len());
        assert!(places < 2, "byte {at}");
    }
    assert_eq!(bench.with(&[0; 64]).rest, Rest::Torn(64));
}

#[test]
fn what_somebody_else_wrote_is_not_ours() {
    let bench = Bench::new();
    let root = bench.folder.path();
    let own = bench.log.record(b"ours").unwrap();
    let moved = Log::new(root.join("x"), "journal", log(Path::new("/other"), 1).owner);
    let history = Log::new(root.join("x"), "history", Arc::clone(&bench.log.owner));
    for other in [log(root, 2), moved, history] {
        let record = other.record(b"theirs").unwrap();
        assert_eq!(bench.with(&record).rest, Rest::Foreign);
        assert!(bench.log.is_foreign(&bench.files).unwrap());
        let records = bench.with(&[&own[..], &record].concat());
        assert_eq!((records.places.len(), records.rest), (1, Rest::Foreign));
    }
    assert_eq!(bench.with(b"garbage\n").rest, Rest::Foreign);
    bench.with(&own);
    assert!(!bench.log.is_foreign(&bench.files).unwrap());
}

#[test]
fn a_newer_version_is_an_error_and_an_older_one_is_nobodys() {
    let bench = Bench::new();
    let mut other = bench.log.record(b"later").unwrap();
    for version in [b'3', b'9'] {
        other[3] = version;
        std::fs::write(bench.log.path(), &other).unwrap();
        let error = bench.log.scan(&bench.files).unwrap_err().to_string();
        assert!(error.contains("newer version"), "{error}");
    }
    other[3] = b'1';
    assert_eq!(bench.with(&other).rest, Rest::Foreign);
}

/// Whatever a stranger calls newer would keep every edit away.
#[test]
fn a_newer_version_of_somebody_elses_is_not_ours() {
    let bench = Bench::new();
    let theirs = log(bench.folder.path(), 2).record(b"later").unwrap();
    for whole in [&theirs[..], b"fwk2", b"fwk2 and no id of ours"] {
        let mut newer = whole.to_vec();
        newer[3] = b'9';
        assert_eq!(bench.with(&newer).rest, Rest::Foreign, "{newer:?}");
    }
}

#[test]
fn records_longer_than_a_piece_are_checked_and_loaded() {
    let bench = Bench::new();
    let long: Vec<u8> = (0..3 * PIECE + 5)
        .map(|at| u8::try_from(at % 251).unwrap())
        .collect();
    let records = [&b"a"[..], &long, b"b"].map(|payload| bench.log.record(payload).unwrap());
    let mut bytes = records.concat();
    let records = bench.with(&bytes);
    assert_eq!(
        bench.payloads(&records),
        [b"a".to_vec(), long, b"b".to_vec()]
    );
    bytes[2 * PIECE] ^= 1;
    let records = bench.with(&bytes);
    assert_eq!(records.places.len(), 1);
    assert!(matches!(records.rest, Rest::Torn(_)));
}

#[test]
fn a_record_that_was_changed_since_is_not_loaded() {
    let bench = Bench::new();
    let bytes = bench.log.record(b"ours").unwrap();
    let records = bench.with(&bytes);
    bench.with(&[&bytes[..bytes.len() - 1], b"X"].concat());
    let error = bench.log.load(&bench.files, records.places[0]).unwrap_err();
    assert!(error.to_string().contains("changed"), "{error}");
}
