//! Finds the specification in the metadata of an ONNX file, without reading the network.
//!
//! An ONNX file is a Protocol Buffers message: fields with a number and a type, one after the other. The metadata are
//! the fields with number 14. Each is a message with a key (field 1) and a value (field 2).

use super::{FeatureSpec, ReadSpecError, SPEC_KEY};

/// The field number of metadata in an ONNX file.
const METADATA: u64 = 14;

impl FeatureSpec {
    /// Reads the specification of a network from its ONNX file, or from the text of [`Self::to_json`].
    ///
    /// # Errors
    /// Returns [`ReadSpecError`] if there is no specification, or if this version cannot use it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadSpecError> {
        // An ONNX file never begins with a brace or white space. As the tag of a field, each such byte names a type
        // that ONNX does not use for the field.
        let is_json = bytes.trim_ascii_start().first() == Some(&b'{');
        if is_json {
            return Self::from_json(text(bytes)?);
        }
        let found = metadata(bytes).ok_or(ReadSpecError::NotOnnx)?;
        Self::from_json(text(found.ok_or(ReadSpecError::NoSpec)?)?)
    }
}

fn text(bytes: &[u8]) -> Result<&str, ReadSpecError> {
    str::from_utf8(bytes).map_err(|error| ReadSpecError::NotASpec {
        message: error.to_string(),
    })
}

/// Returns the value of the last entry with the specification's key; `Some(None)` if no entry has the key, and `None`
/// if the bytes are not a message.
fn metadata(bytes: &[u8]) -> Option<Option<&[u8]>> {
    let mut found = None;
    let mut fields = Fields { rest: bytes };
    while !fields.rest.is_empty() {
        let (number, value) = fields.next()?;
        if number != METADATA {
            continue;
        }
        let (mut key, mut text) = (&[][..], &[][..]);
        let mut entry = Fields { rest: value };
        while !entry.rest.is_empty() {
            match entry.next()? {
                (1, value) => key = value,
                (2, value) => text = value,
                _ => {}
            }
        }
        if key == SPEC_KEY.as_bytes() {
            found = Some(text);
        }
    }
    Some(found)
}

/// The fields of a message.
struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// Returns the number and the bytes of the next field; `None` if the next bytes are not a field, or if the field
    /// ends after the message.
    fn next(&mut self) -> Option<(u64, &'a [u8])> {
        let tag = self.number()?;
        let (number, kind) = (tag >> 3, tag & 7);
        let length = match kind {
            0 => {
                self.number()?;
                0
            }
            1 => 8,
            2 => usize::try_from(self.number()?).ok()?,
            5 => 4,
            _ => return None,
        };
        let (value, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        (number > 0).then_some((number, value))
    }

    /// Reads the next number, 7 bits in each byte, lowest bits first.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::SpecEvent;

    fn spec() -> FeatureSpec {
        let mut spec = FeatureSpec::new("30".parse().unwrap());
        spec.events = vec![SpecEvent::encoded("Foot.Left", 0.3, 0.03)];
        spec.outputs = vec!["Foot.Left.sin".into(), "Foot.Left.cos".into()];
        spec
    }

    fn field(number: u8, value: &[u8]) -> Vec<u8> {
        let mut bytes = vec![number << 3 | 2];
        let mut length = value.len();
        while length >= 0x80 {
            bytes.push(u8::try_from(length & 0x7f).unwrap() | 0x80);
            length >>= 7;
        }
        bytes.push(u8::try_from(length).unwrap());
        bytes.extend(value);
        bytes
    }

    fn entry(key: &str, value: &str) -> Vec<u8> {
        field(
            14,
            &[field(1, key.as_bytes()), field(2, value.as_bytes())].concat(),
        )
    }

    /// Returns an ONNX file with a version (a number field), a graph and metadata.
    fn onnx(entries: &[Vec<u8>]) -> Vec<u8> {
        [&[8, 0x88, 1], &*field(7, &[3; 300]), &entries.concat()].concat()
    }

    #[test]
    fn a_specification_is_found_among_other_metadata() {
        let json = spec().to_json().unwrap();
        let old = json.replace("30", "60");
        let file = onnx(&[
            entry("author", "x"),
            entry(SPEC_KEY, &old),
            entry(SPEC_KEY, &json),
            entry("z", ""),
        ]);
        assert_eq!(FeatureSpec::from_bytes(&file), Ok(spec()));
        assert_eq!(FeatureSpec::from_bytes(json.as_bytes()), Ok(spec()));
        assert_eq!(
            FeatureSpec::from_bytes(format!(" \n{json}").as_bytes()),
            Ok(spec())
        );
    }

    #[test]
    fn every_rejection_names_its_reason() {
        let json = spec().to_json().unwrap();
        let read = |bytes: &[u8]| FeatureSpec::from_bytes(bytes).unwrap_err();
        assert_eq!(read(b"not a network"), ReadSpecError::NotOnnx);
        assert_eq!(read(&onnx(&[entry("author", "x")])), ReadSpecError::NoSpec);
        assert_eq!(read(b""), ReadSpecError::NoSpec);
        let file = onnx(&[entry(SPEC_KEY, &json)]);
        assert_eq!(read(&file[..file.len() - 1]), ReadSpecError::NotOnnx);
        assert!(matches!(
            read(&onnx(&[entry(SPEC_KEY, "[]")])),
            ReadSpecError::NotASpec { .. }
        ));
        assert!(matches!(read(b"{\xff}"), ReadSpecError::NotASpec { .. }));
        assert!(matches!(
            read(json.replace("0.03", "0.04").as_bytes()),
            ReadSpecError::Changed { .. }
        ));
    }

    #[test]
    fn a_cut_file_is_rejected_or_has_no_specification() {
        let file = onnx(&[entry(SPEC_KEY, &spec().to_json().unwrap())]);
        for length in 0..file.len() {
            assert!(
                FeatureSpec::from_bytes(&file[..length]).is_err(),
                "{length}"
            );
        }
    }
}
