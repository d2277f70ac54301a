//! Every sample clip reads back as it was written.

use std::path::Path;

use footwork_clip::{ClipFormat, Limits, read_clip};

use crate::back::{Errors, MAX_BETWEEN_DEGREES, assert_reads_back};

#[test]
fn every_sample_reads_back() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let mut largest = Errors::default();
    let mut count = 0;
    for folder in ["cmu", "deepmimic", "football"] {
        let mut files: Vec<_> = std::fs::read_dir(samples.join(folder)).unwrap().collect();
        files.sort_by_key(|file| file.as_ref().unwrap().file_name());
        for file in files {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let bytes = std::fs::read(&path).unwrap();
            if ClipFormat::detect(name, &bytes).is_none() {
                continue;
            }
            let clip = read_clip(name, &bytes, None, &Limits::default())
                .unwrap()
                .clip;
            let errors = assert_reads_back(&clip);
            println!("{folder}/{name}: {errors:?}");
            assert!(
                errors.between_degrees <= MAX_BETWEEN_DEGREES,
                "{name}: {errors:?}"
            );
            largest = largest.max(errors);
            count += 1;
        }
    }
    println!("{count} clips: {largest:?}");
    assert!(count > 40, "{count} clips");
}
