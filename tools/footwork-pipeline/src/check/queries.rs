//! Rules and saved queries in `footwork.toml` that cannot be evaluated.

use footwork_base::{Name, Position};
use footwork_library::Library;
use footwork_sidecar::{RuleText, SETTINGS_FILE};
use footwork_store::read_bounded;
use footwork_tags::{Database, DatabaseError, Query, QueryError, QueryErrors};

use super::report::{About, Report};
use crate::rules::{RuleError, check_rules};

/// The largest `footwork.toml` whose findings carry a line number.
const MAX_BYTES: usize = 16 << 20;

pub(super) fn check(library: &Library, report: &mut Report<'_>) {
    let settings = library.settings();
    // Each of the two checks copies the database, so each runs only if needed.
    if !settings.rules.is_empty() {
        check_placing(library, report);
    }
    if !settings.queries.is_empty() {
        check_saved(library, report);
    }
}

/// Reports the rules that cannot be evaluated.
fn check_placing(library: &Library, report: &mut Report<'_>) {
    let rules = &library.settings().rules;
    let errors = check_rules(library.database(), &[], rules).err();
    for error in errors.into_iter().flatten() {
        let (tag, message) = match &error {
            RuleError::Query { tag, text, errors } => {
                let said = said(errors);
                let line = line(library, text, errors).map(|line| format!("line {line}: "));
                let line = line.unwrap_or_default();
                (Some(tag), format!("{line}the rule for {tag}: {said}"))
            }
            RuleError::Circle { tags } => (tags.first(), error.to_string()),
            _ => (None, error.to_string()),
        };
        report.add_error("bad-rule", about(tag), message);
    }
}

/// Reports saved queries with mistakes. A tag that a rule places counts as known even if the rule has not run yet.
fn check_saved(library: &Library, report: &mut Report<'_>) {
    let Ok(database) = with_ruled_tags(library) else {
        return;
    };
    for (name, text) in &library.settings().queries {
        if let Err(errors) = Query::parse_for(text, &database) {
            let message = format!("the query @{name}: {}", said(&errors));
            report.add_error("bad-query", about(None), message);
        }
    }
}

fn with_ruled_tags(library: &Library) -> Result<Database, DatabaseError> {
    let mut database = library.database().clone();
    for tag in library.settings().rules.keys() {
        database.declare_tag(tag)?;
    }
    Ok(database)
}

fn about(tag: Option<&Name>) -> About<'_> {
    About {
        clip: SETTINGS_FILE,
        span: None,
        tag,
        joint: None,
    }
}

/// Formats the first mistake and the number of other mistakes.
pub(super) fn said(errors: &QueryErrors) -> String {
    let mut mistakes = errors.iter().map(QueryError::to_diagnostic);
    let Some(first) = mistakes.next() else {
        return String::new();
    };
    let hint = first.hint.map(|hint| format!("; {hint}"));
    let more = match mistakes.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    format!("{}{}{more}", first.message, hint.unwrap_or_default())
}

/// Returns the line of the first mistake of a rule; `None` if the rule is no longer at the position where it was read.
fn line(library: &Library, text: &RuleText, errors: &QueryErrors) -> Option<usize> {
    let start = text.start?;
    let bytes = read_bounded(&library.root().join(SETTINGS_FILE), MAX_BYTES);
    let toml = String::from_utf8(bytes.ok()??).ok()?;
    let written = toml.get(start..start + text.query.len())?;
    let first = errors.iter().next()?;
    (written == text.query).then(|| Position::from_offset(&toml, start + first.span.start).line)
}
