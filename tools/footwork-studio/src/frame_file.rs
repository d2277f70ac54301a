//! Frame files: a JSON header followed by numbers, as [`api`](crate::api) describes.

use serde::Serialize;

/// Returns the bytes of a frame file.
///
/// # Errors
/// Returns an error if the header cannot be represented as JSON.
pub(crate) fn frame_file(
    header: &impl Serialize,
    numbers: impl ExactSizeIterator<Item = f32>,
) -> Result<Vec<u8>, serde_json::Error> {
    let mut header = serde_json::to_vec(header)?;
    while !header.len().is_multiple_of(4) {
        header.push(b' ');
    }
    let length = u32::try_from(header.len()).unwrap_or(u32::MAX);
    let mut bytes = Vec::with_capacity(4 + header.len() + 4 * numbers.len());
    bytes.extend(length.to_le_bytes());
    bytes.append(&mut header);
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::frame_file;

    #[test]
    fn numbers_start_at_a_multiple_of_four() {
        for name in ["", "a", "ab", "abc", "ü"] {
            let bytes = frame_file(&name, [1.0, f32::NAN].into_iter()).unwrap();
            let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
            assert_eq!(length % 4, 0);
            let header: String = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
            assert_eq!(header, name);
            let numbers: Vec<f32> = bytes[4 + length..]
                .as_chunks()
                .0
                .iter()
                .map(|chunk| f32::from_le_bytes(*chunk))
                .collect();
            assert_eq!(numbers.len(), 2);
            assert!(numbers[0] == 1.0 && numbers[1].is_nan());
        }
    }
}
