//! Reads any bytes as a BVH file. An accepted document is written and reads back equal. It becomes a clip in any unit
//! without a panic.

#![no_main]

use footwork_clip::{
    BvhDocument, Evidence, Limits, UnitChoice, body_size, read_bvh, travelling_link, write_bvh,
};
use libfuzzer_sys::fuzz_target;

/// The limits are low, so that a file that declares many frames or joints takes little time.
const LIMITS: Limits = Limits {
    bytes: 1 << 16,
    joints: 64,
    depth: 16,
    frames: 256,
    values: 4096,
};

fuzz_target!(|data: &[u8]| {
    let document = match read_bvh(data, &LIMITS) {
        Ok((document, _)) => document,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    check_written(&document);
    for metres_per_unit in [0.01, f64::MAX, f64::NAN] {
        let Ok(clip) = document.to_clip(metres_per_unit) else {
            continue;
        };
        assert_eq!(clip.frame_count(), document.frame_count());
        let evidence = Evidence::from_clip(&clip, metres_per_unit);
        let size = body_size(&[&evidence], travelling_link(&[&evidence]));
        assert!(UnitChoice::from_size(size).unit.metres() > 0.0);
        if let Some(document) = BvhDocument::from_clip(&clip, 0.01) {
            check_written(&document);
        }
    }
});

/// Checks that the written document reads back equal, and that writing it again gives the same bytes.
fn check_written(document: &BvhDocument) {
    let written = write_bvh(document);
    let (again, _) = read_bvh(written.as_bytes(), &Limits::default())
        .unwrap_or_else(|error| panic!("{error}:\n{written}"));
    assert_eq!(&again, document, "written as:\n{written}");
    assert_eq!(write_bvh(&again), written);
}
