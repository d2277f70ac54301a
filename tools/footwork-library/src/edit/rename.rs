//! Renaming a tag in all clips and in `footwork.toml`, as one edit.

use std::collections::BTreeMap;
use std::fs;
use std::io;

use footwork_base::Name;
use footwork_sidecar::{FILE_NAME, Line, LineEnds, MAX_BYTES, SIDECAR_SUFFIX, Sidecar};
use footwork_store::{FileChange, StoreError, read_bounded};
use toml_edit::{DocumentMut, Item, Key, Value};

use super::{Change, EditError, Scope};
use crate::Library;
use crate::check::orphans::{belongs, looks_like_clip};
use crate::discover::{Candidate, discover};

/// What renaming a tag did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Whether anything was changed.
    pub change: Change,
    /// In how many clips, those too that cannot be read or are gone, and whose tags are there.
    pub clips: usize,
    /// The sidecars that cannot be read as tags and may still name it, as they are.
    pub unread: Vec<String>,
    /// Saved queries and rules that still name the tag.
    pub left: Vec<String>,
}

impl Library {
    /// Calls a tag, and all tags below it, by another name: in every sidecar that can be read, of
    /// clips that are gone or cannot be read too, and in the vocabulary, the names of rules and the
    /// checks of `footwork.toml`. Queries there that name it are left as they are, and listed, as are
    /// the sidecars that cannot be read.
    ///
    /// Spans that overlap spans of the new name become one with them. Clips that have changed since
    /// they were tagged are renamed in too: a name is the same in any numbering of frames. What others
    /// wrote since the library was opened is read first; clips that came since are not of it.
    ///
    /// # Errors
    /// When a file cannot be replaced; then none is.
    pub fn rename_tag(&mut self, old: &Name, new: &Name) -> Result<Renamed, EditError> {
        if old == new {
            return Ok(Renamed {
                change: Change::Nothing,
                clips: 0,
                unread: Vec::new(),
                left: Vec::new(),
            });
        }
        let renamed = |name: &Name| renamed(name, old, new);
        let is_such = |line: &Line| match line {
            Line::Tag(span) => renamed(&span.name).is_some(),
            Line::Not { name, .. } => renamed(name).is_some(),
            _ => false,
        };
        let label = format!("tag rename {old} {new}");
        let (mut clips, mut unread) = (0, Vec::new());
        let scope = |library: &mut Self| {
            library.take_up_sidecars()?;
            let (mut others, broken) = library.renamed_elsewhere(old, renamed);
            unread = broken;
            let own = library.clips_with(is_such);
            clips = own.len() + others.len();
            others.extend(library.renamed_config(&renamed)?);
            Ok::<_, EditError>(Scope {
                clips: own,
                others,
                any_version: true,
            })
        };
        let change = self.edit_in(&label, scope, |_, sidecar| Ok(sidecar.rename(renamed)))?;
        let left = self.texts_that_name(old, &renamed);
        Ok(Renamed {
            change,
            clips,
            unread,
            left,
        })
    }

    /// The sidecars of no clip that was opened, renamed; and all that cannot be read as tags and may
    /// name the tag.
    fn renamed_elsewhere(
        &self,
        old: &Name,
        renamed: impl Fn(&Name) -> Option<Name>,
    ) -> (Vec<FileChange>, Vec<String>) {
        let (mut changes, mut unread) = (Vec::new(), Vec::new());
        let opened: BTreeMap<String, bool> = self
            .originals()
            .map(|(_, entry)| (entry.sidecar_name(), entry.sidecar_is_broken))
            .collect();
        for Candidate { name: file, path } in discover(self.root(), self.config()).sidecars {
            let clip = file.strip_suffix(SIDECAR_SUFFIX).unwrap_or(&file);
            match opened.get(&file) {
                Some(false) => continue,
                None if !belongs(clip, self.config()) => continue,
                _ => {}
            }
            let bytes = match read_bounded(&path, MAX_BYTES) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => continue,
                Err(_) => {
                    unread.push(file);
                    continue;
                }
            };
            match Sidecar::read(&file, &bytes) {
                // It was broken when it was opened, and is taken up with the clip's.
                Ok(_) if opened.contains_key(&file) => {}
                Ok((mut sidecar, _)) => {
                    let is_changed = sidecar.rename(&renamed);
                    changes.extend(is_changed.then(|| FileChange {
                        after: Some(sidecar.to_bytes()),
                        before: Some(bytes),
                        file,
                    }));
                }
                Err(_) if looks_like_clip(clip) && names(&bytes, old) => unread.push(file),
                Err(_) => {}
            }
        }
        (changes, unread)
    }

    /// `footwork.toml` with its vocabulary, rules and checks renamed; `None` where nothing of them
    /// is.
    fn renamed_config(
        &self,
        renamed: &impl Fn(&Name) -> Option<Name>,
    ) -> Result<Option<FileChange>, EditError> {
        let unreadable = |error: io::Error| {
            let file = FILE_NAME.to_owned();
            EditError::Store(StoreError::NotSaved { file, error })
        };
        let before = match fs::read(self.root().join(FILE_NAME)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(error)),
        };
        let parsed = str::from_utf8(&before).map_err(io::Error::other);
        let ends = parsed.as_ref().ok().and_then(|text| LineEnds::of(text));
        let parsed = parsed.and_then(|text| text.parse::<DocumentMut>().map_err(io::Error::other));
        let mut document = parsed.map_err(unreadable)?;
        let mut changed = false;
        for key in ["tags", "rules"] {
            let is_rules = key == "rules";
            let Some(table) = document
                .get_mut(key)
                .and_then(|item| item.as_table_like_mut())
            else {
                continue;
            };
            let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
            for key in keys {
                let name: Result<Name, _> = key.parse();
                let Some(name) = name.ok().and_then(|name| renamed(&name)) else {
                    continue;
                };
                // What the new name says already stands; a rule of the old one is listed.
                let stands = table.contains_key(name.as_str());
                if stands && is_rules {
                    continue;
                }
                if let Some(item) = table.remove(&key).filter(|_| !stands) {
                    table.entry_format(&Key::new(name.as_str())).or_insert(item);
                }
                changed = true;
            }
        }
        changed |= rename_mirrors(&mut document, renamed);
        changed |= rename_in_checks(&mut document, renamed);
        let text = ends.unwrap_or(LineEnds::Lf).apply(document.to_string());
        Ok(changed.then(|| FileChange {
            file: FILE_NAME.to_owned(),
            before: Some(before),
            after: Some(text.into_bytes()),
        }))
    }

    /// The saved queries and rules in which a tag that is renamed is named.
    fn texts_that_name(&self, old: &Name, renamed: &impl Fn(&Name) -> Option<Name>) -> Vec<String> {
        let names = |text: &str| {
            // A query for what is above the tag finds it by its new name too.
            if !text.contains(old.as_str()) {
                return false;
            }
            let Ok((_, query)) = footwork_tags::Query::parse_for(text, self.database()) else {
                return false;
            };
            let ids: Vec<_> = query.tags().collect();
            let mut tags = self.database().tags();
            tags.any(|(name, id)| ids.contains(&id) && renamed(name).is_some())
        };
        let config = self.config();
        let queries = config.queries.iter().filter(|(_, text)| names(text));
        let queries = queries.map(|(name, _)| format!("the query {name}"));
        let rules = config.rules.iter();
        let rules = rules.filter(|(tag, rule)| names(&rule.query) || renamed(tag).is_some());
        let rules = rules.map(|(tag, _)| format!("the rule for {tag}"));
        queries.chain(rules).collect()
    }
}

/// Whether a text that is no sidecar has a line that may be of this tag or of one below it.
fn names(text: &[u8], tag: &Name) -> bool {
    let text = String::from_utf8_lossy(text);
    text.contains(tag.as_str())
}

/// Renames what tags become in mirrored clips; returns whether there was any.
fn rename_mirrors(document: &mut DocumentMut, renamed: &impl Fn(&Name) -> Option<Name>) -> bool {
    let tags = document.get_mut("tags");
    let Some(tags) = tags.and_then(|item| item.as_table_like_mut()) else {
        return false;
    };
    let mut changed = false;
    for (_, tag) in tags.iter_mut() {
        let mirror = tag.get_mut("mirror");
        let Some(mirror) = mirror.and_then(|item| item.as_value_mut()) else {
            continue;
        };
        let name = mirror.as_str().and_then(|text| text.parse().ok());
        if let Some(new) = name.and_then(|name| renamed(&name)) {
            *mirror = new.as_str().into();
            changed = true;
        }
    }
    changed
}

/// Renames what the exclusive groups and the lists of `[checks]` name; returns whether there was any.
fn rename_in_checks(document: &mut DocumentMut, renamed: &impl Fn(&Name) -> Option<Name>) -> bool {
    let mut changed = rename_items(document.get_mut("exclusive"), renamed);
    for key in ["required", "covered"] {
        let checks = document.get_mut("checks");
        let checks = checks.and_then(|item| item.as_table_like_mut());
        changed |= rename_items(checks.and_then(|table| table.get_mut(key)), renamed);
    }
    changed
}

/// The same in one list, whose items may be lists.
fn rename_items(list: Option<&mut Item>, renamed: &impl Fn(&Name) -> Option<Name>) -> bool {
    let mut changed = false;
    let mut rename = |item: &mut Value| {
        let name = item.as_str().and_then(|text| text.parse().ok());
        if let Some(new) = name.and_then(|name| renamed(&name)) {
            let mut new = Value::from(new.as_str());
            *new.decor_mut() = item.decor().clone();
            *item = new;
            changed = true;
        }
    };
    let Some(list) = list.and_then(Item::as_array_mut) else {
        return false;
    };
    for item in list.iter_mut() {
        match item.as_array_mut() {
            Some(several) => several.iter_mut().for_each(&mut rename),
            None => rename(item),
        }
    }
    changed
}

/// A tag that is `old` or below it, by its new name.
fn renamed(name: &Name, old: &Name, new: &Name) -> Option<Name> {
    if name == old {
        return Some(new.clone());
    }
    let rest = name
        .as_str()
        .strip_prefix(old.as_str())
        .filter(|_| name.is_below(old))?;
    format!("{new}{rest}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody else writes `footwork.toml` just before a renaming of it is saved: it is read again.
    #[test]
    fn a_renaming_that_others_outrun_is_made_on_what_they_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        fs::write(&path, "[tags.Old]\n").unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let to_new = |name: &Name| renamed(name, &"Old".parse().ok()?, &"New".parse().ok()?);
        let mut tries = 0;
        let scope = |library: &mut Library| {
            let others = library.renamed_config(&to_new)?.into_iter().collect();
            tries += 1;
            if tries == 1 {
                fs::write(&path, "[tags.Old]\n[tags.Theirs]\n").unwrap();
            }
            Ok::<_, EditError>(Scope {
                others,
                ..Scope::default()
            })
        };
        let change = library.edit_in("tag rename Old New", scope, |_, _| Ok(false));
        assert_eq!((change.unwrap(), tries), (Change::Saved, 2));
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.contains("[tags.New]") && text.contains("[tags.Theirs]"),
            "{text}"
        );
        assert_eq!(library.config().tags.len(), 2);
    }
}
