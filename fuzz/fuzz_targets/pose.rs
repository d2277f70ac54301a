//! Reads any bytes as a signature of poses, and again with a correct checksum. Writing an accepted signature gives the
//! same bytes.

#![no_main]

use footwork_library::Signature;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data);
    if let Some((content, _)) = data.split_last_chunk::<4>() {
        let mut sealed = content.to_vec();
        sealed.extend(crc32fast::hash(content).to_le_bytes());
        check(&sealed);
    }
});

fn check(bytes: &[u8]) {
    if let Ok(signature) = Signature::from_bytes(bytes) {
        assert_eq!(signature.to_bytes(), bytes);
        let _ = footwork_pipeline::align(&signature, &signature);
    }
}
