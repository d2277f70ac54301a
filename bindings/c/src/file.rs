//! Reads whole files, for games that keep their data in plain files.

use std::fs::{self, File};
use std::io::{self, Read};

use crate::error::{Fault, fw_status};

/// The size of the largest accepted file, in bytes.
const MAX_BYTES: u64 = 1 << 32;

/// Reads a regular file of at most 4 GiB. Pipes and devices are rejected, because they may never end.
pub(crate) fn read(path: &str) -> Result<Vec<u8>, Fault> {
    let wrong = |error: io::Error| Fault::new(fw_status::FW_IO, format!("{path}: {error}"));
    // Checked by path first, because opening a pipe waits for a writer.
    check(path, &fs::metadata(path).map_err(wrong)?)?;
    let file = File::open(path).map_err(wrong)?;
    let length = check(path, &file.metadata().map_err(wrong)?)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    let found = file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    if found.map_err(wrong)? as u64 > MAX_BYTES {
        Err(too_large(path))
    } else {
        Ok(bytes)
    }
}

fn check(path: &str, found: &fs::Metadata) -> Result<u64, Fault> {
    if !found.is_file() {
        let message = format!("{path}: not a regular file");
        return Err(Fault::new(fw_status::FW_IO, message));
    }
    if found.len() > MAX_BYTES {
        Err(too_large(path))
    } else {
        Ok(found.len())
    }
}

fn too_large(path: &str) -> Fault {
    Fault::new(fw_status::FW_IO, format!("{path}: larger than 4 GiB"))
}
