//! Decodes text files in UTF-16, which some exporters on Windows write.

/// Returns the text as UTF-8; `None` if it is not UTF-16, which shows by its byte order mark or by an ASCII letter at
/// the start.
pub(crate) fn decoded(bytes: &[u8]) -> Option<Vec<u8>> {
    let (is_little, rest) = match bytes {
        [0xff, 0xfe, rest @ ..] => (true, rest),
        [0xfe, 0xff, rest @ ..] => (false, rest),
        [1..=0x7f, 0, 1..=0x7f, 0, ..] => (true, bytes),
        [0, 1..=0x7f, 0, 1..=0x7f, ..] => (false, bytes),
        _ => return None,
    };
    let units = rest.chunks_exact(2).map(|pair| {
        let pair = [pair[0], pair[1]];
        if is_little {
            u16::from_le_bytes(pair)
        } else {
            u16::from_be_bytes(pair)
        }
    });
    let text: String = char::decode_utf16(units)
        .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    Some(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn both_byte_orders_are_read_with_and_without_a_mark() {
        let text = "HIERARCHY Hüfte 左";
        for is_little in [true, false] {
            for mark in ["\u{feff}", ""] {
                let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
                let bytes = units.into_iter().flat_map(|unit| {
                    if is_little {
                        unit.to_le_bytes()
                    } else {
                        unit.to_be_bytes()
                    }
                });
                let bytes: Vec<u8> = bytes.collect();
                assert_eq!(decoded(&bytes).as_deref(), Some(text.as_bytes()));
            }
        }
        for other in ["HIERARCHY", "", "a", "glTF\u{2}\0\0\0", "\0\0\0\0"] {
            assert_eq!(decoded(other.as_bytes()), None);
        }
    }
}
