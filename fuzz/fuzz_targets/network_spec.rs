//! Reads any bytes as an ONNX file or as the JSON of a specification: an accepted one is written so that it reads back equal, and
//! its outputs fit its columns. Each input is also read as the metadata of an ONNX file.

#![no_main]

use footwork_features::{FeatureSpec, SPEC_KEY};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data);
    let entry = [field(1, SPEC_KEY.as_bytes()), field(2, data)].concat();
    check(&field(14, &entry));
});

fn check(bytes: &[u8]) {
    match FeatureSpec::from_bytes(bytes) {
        Ok(spec) => {
            let text = spec
                .to_json()
                .expect("a specification that was read is valid");
            assert_eq!(FeatureSpec::from_bytes(text.as_bytes()), Ok(spec.clone()));
            let rows = spec
                .output_rows()
                .expect("a specification that was read is valid");
            let mut row = vec![0.0; spec.columns().len()];
            assert!(rows.give(&vec![1.0; rows.len()], &mut row));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Returns a field of Protocol Buffers that holds bytes.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![number << 3 | 2];
    let mut length = content.len();
    while length >= 0x80 {
        bytes.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(content);
    bytes
}
