//! The parts of an XML text in order, with their positions. Only the five predefined entities are expanded, and a text
//! with a document type is rejected.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

/// The maximum nesting depth of elements.
const MAX_DEPTH: usize = 64;

/// A part of an XML text.
pub(super) enum Part<'a> {
    /// The start of an element.
    Open(Element<'a>),
    /// The end of the innermost open element.
    Close,
    /// Text inside an element.
    Text(String),
    /// The end of the text.
    End,
}

/// The start tag of an element.
pub(super) struct Element<'a> {
    start: BytesStart<'a>,
    /// The byte offset of the tag's start.
    pub(super) at: usize,
}

/// An error, and its byte offset.
pub(super) struct BadXml {
    pub(super) at: usize,
    pub(super) message: String,
}

impl Element<'_> {
    pub(super) fn is(&self, name: &str) -> bool {
        self.start.name().0 == name
    }

    /// Returns the value of an attribute; `None` if the tag lacks it. An error if the tag is not well-formed.
    pub(super) fn get(&self, name: &str) -> Result<Option<String>, BadXml> {
        let bad = |message: String| BadXml {
            at: self.at,
            message,
        };
        let mut attributes = self.start.attributes();
        // The check for duplicates takes quadratic time in the number of attributes, so it is off.
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(|error| bad(error.to_string()))?;
            if attribute.key.0 == name {
                let value = attribute.normalized_value(XmlVersion::Explicit1_0);
                let value = value.map_err(|error| bad(error.to_string()))?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }
}

/// The parts of a text.
pub(super) struct Parts<'a> {
    reader: Reader<&'a [u8]>,
    depth: usize,
    /// Whether the current element is an empty tag, so that its end comes next.
    closing: bool,
}

impl<'a> Parts<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            reader: Reader::from_str(text),
            depth: 0,
            closing: false,
        }
    }

    fn at(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    pub(super) fn next(&mut self) -> Result<Part<'a>, BadXml> {
        if std::mem::take(&mut self.closing) {
            return Ok(Part::Close);
        }
        loop {
            let at = self.at();
            let bad = |message: String| Err(BadXml { at, message });
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    let at = usize::try_from(self.reader.error_position()).unwrap_or(at);
                    let message = error.to_string();
                    return Err(BadXml { at, message });
                }
            };
            return Ok(match event {
                Event::Start(start) => {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return bad(format!("elements are nested deeper than {MAX_DEPTH}"));
                    }
                    Part::Open(Element { start, at })
                }
                Event::Empty(start) => {
                    self.closing = true;
                    Part::Open(Element { start, at })
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    Part::Close
                }
                Event::Text(text) => Part::Text(text.xml10_content().into_owned()),
                Event::CData(text) => Part::Text(text.xml10_content().into_owned()),
                Event::GeneralRef(entity) => {
                    let character = match entity.resolve_char_ref() {
                        Ok(Some(character)) => Some(character),
                        Ok(None) => predefined(&entity.xml10_content()),
                        Err(error) => return bad(error.to_string()),
                    };
                    match character {
                        Some(character) => Part::Text(character.to_string()),
                        None => {
                            return bad(
                                "this entity is not one of the five that XML predefines".to_owned()
                            );
                        }
                    }
                }
                Event::DocType(_) => {
                    return bad("a document type is not expected here".to_owned());
                }
                Event::Eof if self.depth > 0 => {
                    return bad(format!("the file ends inside {} elements", self.depth));
                }
                Event::Eof => Part::End,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
            });
        }
    }
}

fn predefined(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}
