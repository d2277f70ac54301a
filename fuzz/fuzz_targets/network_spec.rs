//! Reads any bytes as an ONNX file or as the JSON of a specification. An accepted specification is written and reads
//! back equal, and its outputs fit its columns. Each input is also read as the metadata of an ONNX file.

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
                .expect("an accepted specification is written");
            assert_eq!(FeatureSpec::from_bytes(text.as_bytes()), Ok(spec.clone()));
            let rows = spec
                .output_rows()
                .expect("an accepted specification has outputs");
            let mut row = vec![0.0; spec.columns().len()];
            assert!(rows.give(&vec![1.0; rows.len()], &mut row));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Returns a Protocol Buffers field that holds `content` as bytes.
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
