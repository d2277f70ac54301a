//! Three-way merge of `footwork.toml`: line by line if that gives the right keys, or else key by key.
//!
//! A merge by lines keeps layout and comments, but may combine lines into settings that neither side intended. A merge
//! by keys always gives the right values, but loses the comments of theirs. So the merge by keys decides the value of
//! every key and the conflicts; the text of the merge by lines is used only if it parses to exactly these keys.
//! Otherwise the result is the text of ours with the changed keys of theirs, and comments are merged separately.
//!
//! Invariant: a merge without conflicts parses to exactly the merged keys, and has every comment that theirs added. If
//! neither merge achieves this, the result is a conflict.

use std::collections::BTreeMap;
use std::fmt;

use crate::settings::SETTINGS_FILE;
use toml_edit::{DocumentMut, Item, Key, Table, Value};

use super::three::{Three, merged_counts, take_one};
use crate::line_ends::{LineEnds, to_lf};

/// The result of a merge of `footwork.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedSettings {
    /// The merged text: ours, in its order and with its line endings, plus the changes of theirs and the comments of
    /// both. Conflicts are written as both versions between git's conflict markers.
    pub text: String,
    /// The keys that the sides changed in different ways.
    pub conflicts: Vec<KeyConflict>,
}

/// A key that the sides changed in different ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyConflict {
    /// The key, dotted.
    pub key: String,
    /// Its value in the base; `None` if it was missing.
    pub base: Option<String>,
    /// Its value in ours; `None` if it is missing.
    pub ours: Option<String>,
    /// Its value in theirs; `None` if it is missing.
    pub theirs: Option<String>,
}

impl fmt::Display for KeyConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| match value {
            Some(value) => format!("`{value}`"),
            None => "nothing".to_owned(),
        };
        let [base, ours, theirs] = [&self.base, &self.ours, &self.theirs].map(shown);
        let key = &self.key;
        if [&self.base, &self.ours, &self.theirs] == [&None; 3] {
            return write!(f, "{key}: ours and theirs conflict");
        }
        write!(
            f,
            "{key}: {base} became {ours} in ours and {theirs} in theirs"
        )
    }
}

/// Merges two sides' versions of one `footwork.toml`; an empty text stands for a missing file.
///
/// Tables are merged by key. Arrays and inline tables are merged as a whole, and so are the tables `length_unit`, `up`,
/// `root`, `heading` and `fbx_range`, because the order of their keys matters. Comments on their own lines are merged
/// too; if the result would lose a comment of theirs, that is a conflict. If one side removed a table that the other
/// changed, the whole texts of both sides are one conflict.
///
/// ```
/// let base = "name = \"a\"\n\n[tags.\"Gait.Run\"]\nkey = \"r\"\n";
/// let ours = "name = \"b\" # ours\n\n[tags.\"Gait.Run\"]\nkey = \"r\"\n";
/// let theirs = "name = \"a\"\n\n[tags.\"Gait.Run\"]\nkey = \"x\"\n";
/// let merged = footwork_sidecar::merge_settings(base, ours, theirs).unwrap();
/// assert_eq!(merged.text, "name = \"b\" # ours\n\n[tags.\"Gait.Run\"]\nkey = \"x\"\n");
/// ```
///
/// # Errors
/// If one of the texts is not TOML.
pub fn merge_settings(
    base: &str,
    ours: &str,
    theirs: &str,
) -> Result<MergedSettings, toml_edit::TomlError> {
    let texts = Three { base, ours, theirs };
    if let Some(text) = texts.settled() {
        for text in [base, ours, theirs] {
            text.parse::<DocumentMut>()?;
        }
        let text = (*text).to_owned();
        let conflicts = Vec::new();
        return Ok(MergedSettings { text, conflicts });
    }
    let ends = texts.map(|text| LineEnds::detect(text));
    let ends = match ends.settled() {
        Some(ends) => *ends,
        None => ends.ours.or(ends.theirs),
    };
    let texts = texts.map(|text| to_lf(text));
    let MergedSettings { text, conflicts } = merge_lf(&texts.map(|text| &**text))?;
    let text = ends.unwrap_or(LineEnds::Lf).apply(text);
    Ok(MergedSettings { text, conflicts })
}

/// Merges texts whose lines end in `\n`: takes the merge by lines if it has the merged keys, or else the merge by keys
/// with comments carried over. If both ways lose a comment of theirs, that is a conflict.
fn merge_lf(texts: &Three<&str>) -> Result<MergedSettings, toml_edit::TomlError> {
    let Three { base, ours, theirs } = *texts;
    let documents = Three {
        base: base.parse::<DocumentMut>()?,
        ours: ours.parse::<DocumentMut>()?,
        theirs: theirs.parse::<DocumentMut>()?,
    };
    let by_line = diffy::MergeOptions::new()
        .set_conflict_style(diffy::ConflictStyle::Merge)
        .set_incomplete_hunk_style(diffy::IncompleteHunkStyle::Git)
        .merge(base, ours, theirs);
    let (mut merged, wanted) = merge_keys(&documents, ours, theirs);
    let is_right = |text: &str| {
        let parsed = text.parse::<DocumentMut>();
        parsed.is_ok_and(|document| leaves(&document) == wanted)
    };
    let is_lost = |text: &str| are_comments_lost(text, base, theirs);
    if merged.conflicts.is_empty() {
        if let Some(text) = by_line.as_ref().ok().filter(|text| is_right(text)) {
            merged.text.clone_from(text);
            return Ok(merged);
        }
        let carried = carry_comments(&merged.text, texts);
        if is_right(&carried) && !is_lost(&carried) {
            merged.text = carried;
            return Ok(merged);
        }
    }
    if !is_lost(&merged.text) {
        return Ok(merged);
    }
    if merged.conflicts.is_empty() {
        merged.conflicts.push(KeyConflict {
            key: "comments".to_owned(),
            base: None,
            ours: None,
            theirs: None,
        });
    }
    merged.text = match by_line {
        Err(marked) => marked,
        Ok(_) => both_texts(ours, theirs),
    };
    Ok(merged)
}

/// Merges by keys into the text of ours, without the comments of theirs. Returns the merged keys too.
fn merge_keys(
    documents: &Three<DocumentMut>,
    ours: &str,
    theirs: &str,
) -> (MergedSettings, Leaves) {
    let said = documents.map(|document| leaves(document));
    let mut wanted = Leaves::new();
    let mut conflicts = Vec::new();
    let mut merged = documents.ours.clone();
    let mut is_done = true;
    // Longer paths come first, so that a table is empty by the time it is removed.
    let paths: Vec<&Path> = said.base.keys().chain(said.theirs.keys()).collect();
    let mut paths: Vec<&Path> = paths.into_iter().chain(said.ours.keys()).collect();
    paths.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    paths.dedup();
    for path in paths {
        let at = said.map(|leaves| leaves.get(path).cloned());
        if let Some(settled) = at.settled() {
            wanted.extend(settled.clone().map(|leaf| (path.clone(), leaf)));
            if *settled != at.ours {
                is_done &= take(&mut merged, documents, path).is_some();
            }
            continue;
        }
        is_done &= mark(&mut merged, documents, path, &at).is_some();
        let value = |leaf: &Option<Leaf>| leaf.clone().map(|leaf| leaf.unwrap_or_default());
        conflicts.push(KeyConflict {
            key: dotted(path),
            base: value(&at.base),
            ours: value(&at.ours),
            theirs: value(&at.theirs),
        });
    }
    conflicts.sort_by(|a, b| a.key.cmp(&b.key));
    let text = merged.to_string();
    let is_right = if conflicts.is_empty() {
        text.parse()
            .is_ok_and(|document: DocumentMut| leaves(&document) == wanted)
    } else {
        true
    };
    if is_done && is_right {
        return (MergedSettings { text, conflicts }, wanted);
    }
    if conflicts.is_empty() {
        conflicts.push(KeyConflict {
            key: SETTINGS_FILE.to_owned(),
            base: None,
            ours: None,
            theirs: None,
        });
    }
    let text = both_texts(ours, theirs);
    (MergedSettings { text, conflicts }, wanted)
}

/// Returns both texts as a whole, between git's conflict markers.
fn both_texts(ours: &str, theirs: &str) -> String {
    let whole = |text: &str| {
        if text.is_empty() || text.ends_with('\n') {
            text.to_owned()
        } else {
            format!("{text}\n")
        }
    };
    let (ours, theirs) = (whole(ours), whole(theirs));
    format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n")
}

type Path = Vec<String>;
/// The text of a value; `None` for a table with its own header.
type Leaf = Option<String>;
type Leaves = BTreeMap<Path, Leaf>;

fn leaves(document: &Table) -> Leaves {
    let mut found = Leaves::new();
    collect(document, &mut Vec::new(), &mut found);
    found
}

fn collect(table: &Table, path: &mut Path, found: &mut Leaves) {
    for (key, item) in table {
        path.push(key.to_owned());
        match item {
            Item::Table(table) if !is_whole(path) => {
                if !table.is_implicit() && !table.is_dotted() {
                    found.insert(path.clone(), None);
                }
                collect(table, path, found);
            }
            item => _ = found.insert(path.clone(), Some(text(item))),
        }
        path.pop();
    }
}

/// Returns whether a table is merged as a whole because the order of its keys matters.
fn is_whole(path: &[String]) -> bool {
    matches!(path, [key] if ["length_unit", "up", "root", "heading", "fbx_range"].contains(&key.as_str()))
}

/// Returns the text of a value without the spaces and comments around it.
fn text(item: &Item) -> String {
    match item {
        Item::Value(value) => {
            let mut value = value.clone();
            value.decor_mut().clear();
            value.to_string()
        }
        item => item.to_string(),
    }
}

fn dotted(path: &[String]) -> String {
    let keys: Vec<String> = path
        .iter()
        .map(|key| Key::new(key).display_repr().into_owned())
        .collect();
    keys.join(".")
}

/// Sets a key to its value in theirs, or removes the key if theirs lacks it. `None` if the text of ours has no place
/// for the key, or if the table to be removed has other keys.
fn take(merged: &mut DocumentMut, documents: &Three<DocumentMut>, path: &Path) -> Option<()> {
    let (last, parents) = path.split_last()?;
    let theirs = table(&documents.theirs, parents).and_then(|table| table.get_key_value(last));
    let Some((key, item)) = theirs else {
        let parent = parents
            .iter()
            .try_fold(merged.as_table_mut(), |table, key| {
                table.get_mut(key)?.as_table_mut()
            })?;
        let is_filled = parent
            .get(last)?
            .as_table()
            .is_some_and(|table| !table.is_empty());
        // Ours added keys to the table that theirs removed.
        return (!is_filled).then(|| _ = parent.remove(last));
    };
    let mut parent = merged.as_table_mut();
    for (depth, name) in parents.iter().enumerate() {
        let until = &parents[..=depth];
        if !parent.contains_key(name) {
            // A table that ours removed must not return as an empty table.
            if table(&documents.base, until).is_some() {
                return None;
            }
            let (key, like) = table(&documents.theirs, &parents[..depth])?.get_key_value(name)?;
            parent.insert_formatted(key, Item::Table(emptied(like.as_table()?)));
        }
        parent = parent.get_mut(name)?.as_table_mut()?;
    }
    match (parent.get_mut(last), item) {
        (Some(Item::Value(old)), Item::Value(new)) => {
            let decor = old.decor().clone();
            *old = new.clone();
            *old.decor_mut() = decor;
        }
        (None, Item::Value(_)) => _ = parent.insert_formatted(key, item.clone()),
        (None, Item::Table(table)) if !is_whole(path) => {
            parent.insert_formatted(key, Item::Table(emptied(table)));
        }
        (Some(Item::Table(_)), Item::Table(_)) if !is_whole(path) => {}
        _ => return None,
    }
    Some(())
}

/// Returns a table with the same formatting but no keys.
fn emptied(like: &Table) -> Table {
    let mut table = Table::new();
    table.set_implicit(like.is_implicit());
    table.set_dotted(like.is_dotted());
    *table.decor_mut() = like.decor().clone();
    table
}

/// Writes both versions of a value between markers; `None` if the text has no place for them.
fn mark(
    merged: &mut DocumentMut,
    documents: &Three<DocumentMut>,
    path: &Path,
    at: &Three<Option<Leaf>>,
) -> Option<()> {
    let (last, parents) = path.split_last()?;
    let parent = parents
        .iter()
        .try_fold(merged.as_table_mut(), |table, key| {
            table
                .get_mut(key)?
                .as_table_mut()
                .filter(|table| !table.is_dotted())
        })?;
    let line = |value: &str| format!("{} = {value}\n", Key::new(last).display_repr());
    let theirs = at
        .theirs
        .clone()
        .map(|leaf| line(&leaf.unwrap_or_default()));
    let theirs = theirs.unwrap_or_default();
    let is_new = !parent.contains_key(last);
    let before = if is_new {
        let (key, item) = table(&documents.theirs, parents)?.get_key_value(last)?;
        parent.insert_formatted(key, Item::Value(item.as_value()?.clone()));
        "<<<<<<< ours\n=======\n"
    } else {
        "<<<<<<< ours\n"
    };
    let after = if is_new {
        "\n>>>>>>> theirs".to_owned()
    } else {
        format!("\n=======\n{theirs}>>>>>>> theirs")
    };
    let (mut key, item) = parent.get_key_value_mut(last)?;
    let value: &mut Value = item.as_value_mut()?;
    let prefix = raw(key.leaf_decor().prefix());
    let suffix = raw(value.decor().suffix());
    key.leaf_decor_mut().set_prefix(format!("{prefix}{before}"));
    value.decor_mut().set_suffix(format!("{suffix}{after}"));
    Some(())
}

fn raw(text: Option<&toml_edit::RawString>) -> String {
    let text = text.and_then(|text| text.as_str());
    text.unwrap_or_default().to_owned()
}

fn table<'a>(document: &'a DocumentMut, path: &[String]) -> Option<&'a Table> {
    let root = document.as_table();
    path.iter()
        .try_fold(root, |table, key| table.get(key)?.as_table())
}

/// Returns `merged` with the comment lines that a three-way merge keeps, which counts how often each line occurs. A new
/// comment is placed after the line that it followed on its side.
fn carry_comments(merged: &str, texts: &Three<&str>) -> String {
    let mut wanted = merged_counts(texts.map(|text| text.lines().filter(|line| is_comment(line))));
    let mut lines: Vec<&str> = Vec::new();
    for line in merged.lines() {
        if !is_comment(line) || take_one(&mut wanted, &line) {
            lines.push(line);
        }
    }
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for line in &lines {
        *known.entry(line).or_default() += 1;
    }
    for side in [texts.ours, texts.theirs] {
        let mut before = None;
        for line in side.lines() {
            let is_there = known.get(line).is_some_and(|count| *count > 0);
            if is_comment(line) && !is_there && take_one(&mut wanted, &line) {
                let place =
                    before.and_then(|before| lines.iter().rposition(|other| *other == before));
                lines.insert(place.map_or(0, |place| place + 1), line);
                before = Some(line);
            } else if is_there && !line.trim().is_empty() {
                before = Some(line);
            }
        }
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Returns whether a comment that theirs added is missing from the text.
fn are_comments_lost(merged: &str, base: &str, theirs: &str) -> bool {
    let mut new = theirs
        .lines()
        .filter(|line| !base.lines().any(|other| other == *line));
    new.any(|line| {
        let comment = line.rfind('#').map(|at| line[at..].trim_end());
        comment.is_some_and(|comment| !merged.contains(comment))
    })
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}
