//! The table in a file: its queries, and one word per frame.

use bytes::Bytes;
use footwork_base::TextErrorsBuilder;

use super::error::TagDbError;
use super::layout::{Section, Sections, words};
use crate::database::Database;
use crate::evaluate::frame_table::{FrameTable, MAX_TABLE_QUERIES, TableError};
use crate::query::error::{QueryErrorKind, QueryErrors};
use crate::query::tree::Query;
use crate::stored_table::StoredTable;

/// Returns the sections of a table after bringing it up to date.
pub(super) fn sections(
    table: &mut FrameTable<'_>,
    database: &Database,
) -> Result<[Vec<u8>; 3], TableError> {
    let (mut queries, mut texts) = (Vec::new(), Vec::new());
    for (index, query) in table.queries().enumerate() {
        let text = text_of(query).map_err(|errors| TableError { index, errors })?;
        texts.extend_from_slice(text.as_bytes());
        queries.extend((texts.len() as u64).to_le_bytes());
    }
    let words = table.current(database)?;
    Ok([queries, texts, words.to_bytes()])
}

/// Returns the text of a query. It is an error if a game without a resolver could not bind the
/// text.
fn text_of(query: &Query<'_>) -> Result<String, QueryErrors> {
    let text = query.to_string();
    Query::parse(&text)?;
    let mut errors = TextErrorsBuilder::new();
    for index in query.nodes_for_resolvers() {
        errors.push(query.span(index), QueryErrorKind::NoResolver);
    }
    errors.finish().map(|()| text)
}

/// Returns the table of a file; `None` if the file has none. Does not check that the words match
/// the queries.
pub(super) fn read(
    sections: &Sections<'_>,
    database: &Database,
    file: &Bytes,
) -> Result<Option<StoredTable>, TagDbError> {
    if !sections.has_table() {
        return Ok(None);
    }
    let texts = sections.bytes(Section::Texts);
    let rows = sections.rows::<1>(Section::Queries)?;
    if rows.len() > MAX_TABLE_QUERIES {
        let fault = "there are more queries than a word has bits";
        return Err(Section::Queries.fault(MAX_TABLE_QUERIES, fault));
    }
    let (mut read, mut start) = (Vec::with_capacity(rows.len()), 0);
    for (row, end) in rows.iter().enumerate() {
        let [end] = words(end);
        let fault = |fault| Section::Queries.fault(row, fault);
        let end = usize::try_from(end).ok();
        let bytes = end.and_then(|end| texts.get(start..end));
        let bytes =
            bytes.ok_or_else(|| fault("an end is before the previous one, or past its section"))?;
        let text = std::str::from_utf8(bytes).map_err(|_| fault("this is not UTF-8"))?;
        Query::parse(text).map_err(|_| fault("this is not a query"))?;
        read.push(text.to_owned());
        start += bytes.len();
    }
    if start != texts.len() {
        return Err(Section::Texts.fault(start, "nothing refers to this"));
    }
    let frames = sections.rows::<1>(Section::Words)?;
    let lengths = database.all_lengths().iter();
    let expected: u64 = lengths.map(|&frames| u64::from(frames)).sum();
    if frames.len() as u64 != expected {
        return Err(Section::Words.fault(frames.len(), "there are more or fewer words than frames"));
    }
    let unused = u64::MAX.checked_shl(u32::try_from(read.len()).unwrap_or(0));
    let unused = unused.unwrap_or(0);
    let has_unused = |word: &[[u8; 8]; 1]| words(word)[0] & unused != 0;
    if let Some(row) = frames.iter().position(has_unused) {
        return Err(Section::Words.fault(row, "a bit belongs to no query"));
    }
    Ok(Some(StoredTable {
        texts: read,
        words: file.slice_ref(sections.bytes(Section::Words)),
        revision: database.revision(),
    }))
}
