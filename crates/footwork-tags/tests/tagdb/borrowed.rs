//! Databases that keep using the bytes from which they were opened.

use std::sync::{Arc, Weak};

use footwork_tags::{Database, QueryCache, Ranges, SetAlgebra};
use proptest::prelude::*;

use crate::file::small;
use crate::random::{build, content, contents};

/// The bytes of shared memory from an offset to the end.
struct Part(Arc<[u8]>, usize);

impl AsRef<[u8]> for Part {
    fn as_ref(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

/// Returns `others` arbitrary bytes, followed by the file.
fn behind(others: usize, file: &[u8]) -> Arc<[u8]> {
    let others = vec![0xaa; others];
    [&others[..], file].concat().into()
}

/// Changes the frames of every tag on every clip.
fn change_all(db: &mut Database) {
    let tags: Vec<_> = db.tags().map(|(_, id)| id).collect();
    let clips: Vec<_> = db
        .clips()
        .iter()
        .map(|(id, clip)| (id, clip.frames))
        .collect();
    for tag in tags {
        for &(clip, frames) in &clips {
            let others = db.tag_frames(tag).ranges(clip).complement(&frames);
            db.set_tag(tag, clip, others).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn answers_do_not_depend_on_alignment_and_edits(contents in contents(), others in 0usize..9) {
        let mut built = build(&contents);
        let bytes = behind(others, &built.to_bytes());
        let before = bytes.to_vec();
        let mut opened = Database::from_bytes(Part(Arc::clone(&bytes), others)).unwrap();
        let copy = opened.clone();
        prop_assert_eq!(content(&opened), content(&built));
        for text in ["A ^ Gait | all - Gait.Run", "longer(Gait, 3) & !A", "pick(all - A, 9, 1)"] {
            if let (Ok(found), Ok(expected)) = (opened.query(text), built.query(text)) {
                prop_assert_eq!(found, expected);
            }
        }
        change_all(&mut opened);
        prop_assert_eq!(content(&copy), content(&built));
        change_all(&mut built);
        prop_assert_eq!(content(&opened), content(&built));
        prop_assert_eq!(opened.to_bytes(), built.to_bytes());
        prop_assert_eq!(&bytes[..], before);
    }
}

/// Returns a database of the small file, and a weak handle that shows whether the file's bytes are
/// still in memory.
fn watched() -> (Database, Weak<[u8]>) {
    let bytes: Arc<[u8]> = small().to_bytes().into();
    let watch = Arc::downgrade(&bytes);
    (Database::from_bytes(bytes).unwrap(), watch)
}

#[test]
fn dropping_the_last_copy_frees_the_bytes() {
    let (db, watch) = watched();
    let copy = db.clone();
    let answer = {
        let query = footwork_tags::Query::parse("Gait")
            .unwrap()
            .bind(&db)
            .unwrap();
        QueryCache::new(1 << 20).answer(&db, &query).unwrap()
    };
    drop(db);
    assert!(watch.upgrade().is_some());
    assert_eq!(content(&copy), content(&small()));
    drop(copy);
    assert!(watch.upgrade().is_none());
    assert!(!answer.is_empty(), "the answer outlives the bytes");
}

#[test]
fn editing_the_last_borrowed_block_frees_the_bytes() {
    let (mut db, watch) = watched();
    let clip = db.clips().ids().next().unwrap();
    let run = db.tags().find(|(name, _)| name.as_str() == "Gait.Run");
    db.set_tag(run.unwrap().1, clip, Ranges::new()).unwrap();
    assert!(watch.upgrade().is_some());
    change_all(&mut db);
    assert!(watch.upgrade().is_none());
}

#[test]
fn refused_bytes_are_freed() {
    let mut bytes = small().to_bytes();
    bytes[200] ^= 1;
    let bytes: Arc<[u8]> = bytes.into();
    assert!(Database::from_bytes(Arc::clone(&bytes)).is_err());
    assert_eq!(Arc::strong_count(&bytes), 1);
}
