//! The JSON of a DeepMimic file: rows of exactly 44 numbers, checked during parsing.

use std::fmt;

use footwork_base::Position;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::error::{DeepMimicError, DeepMimicErrorKind};
use crate::limits::Limits;

/// The number of columns in a row.
pub(super) const COLUMNS: usize = 44;

pub(super) type Row = [f64; COLUMNS];

/// The keys that are read; others are ignored.
pub(super) struct File {
    pub(super) looping: Option<String>,
    pub(super) rows: Vec<Row>,
}

/// Parses the text. serde_json limits the nesting depth, so no input overflows the stack.
pub(super) fn parse(text: &[u8], limits: &Limits) -> Result<File, DeepMimicError> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let file = FileSeed { limits }
        .deserialize(&mut deserializer)
        .and_then(|file| {
            deserializer.end()?;
            Ok(file)
        });
    let file = file.map_err(|error| {
        let at = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        DeepMimicError {
            position: (error.line() > 0).then(|| Position {
                line: error.line(),
                column: error.column().max(1),
            }),
            kind: DeepMimicErrorKind::Json {
                message: message.strip_suffix(&at).unwrap_or(&message).to_owned(),
            },
        }
    })?;
    if file.rows.is_empty() {
        return Err(DeepMimicError::new(DeepMimicErrorKind::NoFrames));
    }
    Ok(file)
}

struct FileSeed<'l> {
    limits: &'l Limits,
}

impl<'de> DeserializeSeed<'de> for FileSeed<'_> {
    type Value = File;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<File, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FileSeed<'_> {
    type Value = File;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with Frames")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File, A::Error> {
        let mut looping = None;
        let mut rows = None;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "Loop" => looping = Some(map.next_value()?),
                "Frames" if rows.is_some() => return Err(A::Error::duplicate_field("Frames")),
                "Frames" => {
                    rows = Some(map.next_value_seed(RowsSeed {
                        limits: self.limits,
                    })?)
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let rows = rows.ok_or_else(|| A::Error::missing_field("Frames"))?;
        Ok(File { looping, rows })
    }
}

struct RowsSeed<'l> {
    limits: &'l Limits,
}

impl<'de> DeserializeSeed<'de> for RowsSeed<'_> {
    type Value = Vec<Row>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Row>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowsSeed<'_> {
    type Value = Vec<Row>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of rows of {COLUMNS} numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<Row>, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = seq.next_element_seed(RowSeed { index: rows.len() })? {
            if rows.len() >= self.limits.frames.min(self.limits.values / COLUMNS) {
                return Err(A::Error::custom(format_args!(
                    "there are more rows than the limit of {}",
                    rows.len()
                )));
            }
            rows.push(row);
        }
        Ok(rows)
    }
}

struct RowSeed {
    index: usize,
}

impl<'de> DeserializeSeed<'de> for RowSeed {
    type Value = Row;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Row, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowSeed {
    type Value = Row;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{COLUMNS} numbers as row {}", self.index)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Row, A::Error> {
        let mut row = [0.0; COLUMNS];
        let mut count = 0;
        while let Some(value) = seq.next_element::<f64>()? {
            match row.get_mut(count) {
                Some(place) => *place = value,
                None => {
                    return Err(A::Error::custom(format_args!(
                        "row {} has more than {COLUMNS} numbers",
                        self.index
                    )));
                }
            }
            count += 1;
        }
        if count < COLUMNS {
            return Err(A::Error::custom(format_args!(
                "row {} has {count} numbers, not {COLUMNS}",
                self.index
            )));
        }
        Ok(row)
    }
}
