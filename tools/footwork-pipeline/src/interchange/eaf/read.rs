//! Reading the annotations of an ELAN file.

use std::collections::BTreeMap;

use footwork_base::unquote;
use footwork_base::{FrameRate, Name, Seconds};
use footwork_sidecar::{Finding, Severity};
use serde::de::IgnoredAny;

use super::xml::{BadXml, Element, Part, Parts};
use super::{CLIP, RATE, STEP_SECS, TYPE_PREFIX};
use crate::interchange::places::Places;
use crate::interchange::{
    EVENT, ImportSource, ImportedRow, ImportedRows, MAX_IMPORT_ROWS, RowContent, RowTime, SpanKind,
};

/// The maximum length of a name, in bytes.
const MAX_NAME_BYTES: usize = 4096;

/// Reads the annotations of an `.eaf` file.
pub fn read_eaf(bytes: &[u8], source: &ImportSource<'_>) -> ImportedRows {
    let text = match source.text(bytes) {
        Ok(text) => text,
        Err(refused) => return refused,
    };
    let mut reader = Reader {
        text,
        source,
        places: Places::new(text),
        found: ImportedRows::default(),
        slots: BTreeMap::new(),
        clip: None,
        rate: None,
        dependent: 0,
    };
    if let Err(BadXml { at, message }) = reader.document() {
        let message = format!("the file cannot be read: {message}");
        reader.report(Severity::Error, at, "bad-xml", message);
        // The rows before the error are only a part of the file, so none of them is imported.
        reader.found.rows.clear();
        reader.found.is_refused = true;
    }
    reader.done()
}

struct Reader<'a> {
    text: &'a str,
    source: &'a ImportSource<'a>,
    places: Places<'a>,
    found: ImportedRows,
    /// Times in milliseconds; `None` for slots without a valid time.
    slots: BTreeMap<String, Option<u64>>,
    clip: Option<String>,
    rate: Option<FrameRate>,
    /// The number of annotations without their own times.
    dependent: usize,
}

/// The tier of an annotation.
struct Tier {
    name: String,
    /// The kind of the tier's annotations, if Footwork wrote the tier; `Some(None)` for events.
    kind: Option<Option<SpanKind>>,
}

impl Reader<'_> {
    fn report(&mut self, severity: Severity, at: usize, code: &'static str, message: String) {
        let position = Some(self.places.position(at));
        self.found.report(Finding {
            severity,
            file: self.source.file.to_owned(),
            position,
            code,
            message,
        });
    }

    fn document(&mut self) -> Result<(), BadXml> {
        let mut parts = Parts::new(self.text);
        let mut tier = None;
        let mut is_first = true;
        loop {
            let element = match parts.next()? {
                Part::Open(element) => element,
                Part::Close | Part::Text(_) => continue,
                Part::End if is_first => return bad(0, "it has no XML element"),
                Part::End => return Ok(()),
            };
            if std::mem::take(&mut is_first) && !element.is("ANNOTATION_DOCUMENT") {
                let message = "it is not an ELAN file: its root element is not ANNOTATION_DOCUMENT";
                return bad(element.at, message);
            }
            if element.is("HEADER") {
                let units = element.get("TIME_UNITS")?;
                if units.is_some_and(|units| units != "milliseconds") {
                    return bad(element.at, "its times are not in milliseconds");
                }
            } else if element.is("PROPERTY") {
                let name = element.get("NAME")?;
                let value = text_of(&mut parts)?;
                self.property(name.as_deref(), &value, element.at);
            } else if element.is("TIME_SLOT") {
                self.slot(&element)?;
            } else if element.is("TIER") {
                tier = Some(tier_of(&element)?);
            } else if element.is("REF_ANNOTATION") {
                self.dependent += 1;
            } else if element.is("ALIGNABLE_ANNOTATION") {
                let Some(tier) = &tier else {
                    return bad(element.at, "this annotation is outside the tiers");
                };
                let from = element.get("TIME_SLOT_REF1")?.unwrap_or_default();
                let to = element.get("TIME_SLOT_REF2")?.unwrap_or_default();
                let text = text_of(&mut parts)?;
                self.annotation(tier, [&from, &to], text.trim(), element.at);
            }
        }
    }

    fn property(&mut self, name: Option<&str>, value: &str, at: usize) {
        match name {
            Some(CLIP) => self.clip = Some(unquoted(value)),
            Some(RATE) => match value.parse() {
                Ok(rate) => self.rate = Some(rate),
                Err(_) => {
                    let message = "this is not a frame rate".to_owned();
                    self.report(Severity::Error, at, "bad-rate", message);
                }
            },
            _ => {}
        }
    }

    fn slot(&mut self, element: &Element<'_>) -> Result<(), BadXml> {
        let Some(id) = element.get("TIME_SLOT_ID")? else {
            return Ok(());
        };
        let value = element.get("TIME_VALUE")?;
        let time = value.as_ref().map(|value| value.parse::<u64>());
        match time.transpose() {
            Ok(time) => _ = self.slots.insert(id, time),
            Err(_) => {
                let value = crate::interchange::seconds::shown(&value.unwrap_or_default());
                let message = format!("`{value}` is not a whole number of milliseconds");
                self.report(Severity::Error, element.at, "bad-time", message);
                self.slots.insert(id, None);
            }
        }
        Ok(())
    }

    fn annotation(&mut self, tier: &Tier, slots: [&str; 2], text: &str, at: usize) {
        let mut times = [0; 2];
        for (time, id) in times.iter_mut().zip(slots) {
            match self.slots.get(id) {
                Some(Some(millis)) => *time = *millis,
                Some(None) => {
                    self.dependent += 1;
                    return;
                }
                None => {
                    let message = format!(
                        "there is no time slot `{}`",
                        crate::interchange::seconds::shown(id)
                    );
                    return self.report(Severity::Error, at, "bad-time", message);
                }
            }
        }
        if self.found.rows.len() == MAX_IMPORT_ROWS {
            let message =
                format!("the file has more annotations than the limit of {MAX_IMPORT_ROWS}");
            return self.report(Severity::Error, at, "too-many-rows", message);
        }
        match what(tier, times, text) {
            Ok(what) => {
                let position = self.places.position(at);
                self.found.rows.push(ImportedRow {
                    clip: String::new(),
                    rate: None,
                    what,
                    step_secs: STEP_SECS,
                    position,
                });
            }
            Err((code, message)) => self.report(Severity::Error, at, code, message),
        }
    }

    fn done(mut self) -> ImportedRows {
        if self.dependent > 0 {
            let message = format!(
                "{} annotations have no times of their own and are left out",
                self.dependent
            );
            self.report(Severity::Warning, 0, "no-times", message);
        }
        let named = self.source.clip.map(str::to_owned);
        let Some(clip) = named.or(self.clip.take()) else {
            if !self.found.rows.is_empty() {
                let message = "the file does not name its clip".to_owned();
                self.report(Severity::Error, 0, "missing-clip", message);
                self.found.rows.clear();
            }
            return self.found;
        };
        for row in &mut self.found.rows {
            row.clip.clone_from(&clip);
            row.rate = self.rate;
        }
        self.found
    }
}

fn bad<T>(at: usize, message: &str) -> Result<T, BadXml> {
    let message = message.to_owned();
    Err(BadXml { at, message })
}

/// Returns the text up to the end of the element that has just begun.
fn text_of(parts: &mut Parts<'_>) -> Result<String, BadXml> {
    let (mut text, mut depth) = (String::new(), 1);
    loop {
        match parts.next()? {
            Part::Open(_) => depth += 1,
            Part::Close if depth == 1 => return Ok(text),
            Part::Close => depth -= 1,
            Part::Text(more) => text.push_str(&more),
            Part::End => return Ok(text),
        }
    }
}

fn tier_of(element: &Element<'_>) -> Result<Tier, BadXml> {
    let linguistic_type = element.get("LINGUISTIC_TYPE_REF")?.unwrap_or_default();
    let word = linguistic_type.strip_prefix(TYPE_PREFIX).unwrap_or("");
    let kind = SpanKind::ALL.into_iter().find(|kind| kind.word() == word);
    Ok(Tier {
        name: element.get("TIER_ID")?.unwrap_or_default(),
        kind: match kind {
            None if word != EVENT => None,
            kind => Some(kind),
        },
    })
}

fn unquoted(text: &str) -> String {
    match unquote(text) {
        Some(Ok((name, length))) if length == text.len() => name,
        _ => text.to_owned(),
    }
}

/// Parses an annotation into a span or an event.
fn what(tier: &Tier, times: [u64; 2], text: &str) -> Result<RowContent, (&'static str, String)> {
    let [start, stop] = times.map(|millis| RowTime::Secs(Seconds::from_millis(millis)));
    if times[0] > times[1] {
        return Err((
            "bad-time",
            "the annotation ends before it begins".to_owned(),
        ));
    }
    if text.len() > MAX_NAME_BYTES && tier.kind != Some(None) {
        let message = format!("the text is longer than {MAX_NAME_BYTES} bytes");
        return Err(("bad-name", message));
    }
    let name = match tier.kind {
        Some(None) => return event(start, text),
        Some(Some(_)) => text.parse().map_err(|error| name_fault(&error))?,
        None => foreign_name(tier, text)?,
    };
    Ok(RowContent::Span {
        kind: tier.kind.flatten().unwrap_or(SpanKind::Tag),
        name,
        start,
        stop,
    })
}

fn name_fault(error: &footwork_base::ParseNameError) -> (&'static str, String) {
    ("bad-name", error.to_string())
}

/// Returns the tag of an annotation from another program: the tier's name and the annotation's text, such as
/// `Gait.Run`. If the text is a name that already starts with the tier's name, the text alone is the tag.
fn foreign_name(tier: &Tier, text: &str) -> Result<Name, (&'static str, String)> {
    let below = |name: &Name| name.parts().next().is_some_and(|root| root == tier.name);
    if let Some(name) = text.parse().ok().filter(below) {
        return Ok(name);
    }
    let parts = [tier.name.as_str(), text].into_iter();
    Name::from_parts(parts.filter(|part| !part.is_empty())).ok_or_else(|| {
        (
            "bad-name",
            "the tier has no name and the annotation has no text".to_owned(),
        )
    })
}

/// Parses an event: its name and, after a space, its data.
fn event(time: RowTime, text: &str) -> Result<RowContent, (&'static str, String)> {
    let length = match Name::scan(text) {
        Some(Ok(scanned)) => scanned.length,
        _ => 0,
    };
    let name = text[..length].parse().map_err(|error| name_fault(&error))?;
    let data = match text[length..].trim() {
        "" => None,
        data => match serde_json::from_str::<IgnoredAny>(data) {
            Ok(_) => Some(crate::interchange::table::one_line(data)),
            Err(error) => {
                return Err(("bad-json", format!("the data is not JSON: {error}")));
            }
        },
    };
    Ok(RowContent::Event { name, time, data })
}
