//! Renames a tag in all clips and in `footwork.toml`, as one edit.

use std::collections::BTreeMap;

use footwork_base::Name;
use footwork_store::{FileChange, read_bounded};

use super::Library;
use crate::clip_name::{belongs, looks_like_clip};
use crate::discover::{Candidate, discover};
use crate::edit::{Change, ClipEdit, Edit, EditError, Operation};
use crate::editable::{EditableFiles, library_of};
use crate::editor::Editor;
use footwork_sidecar::{
    Line, MAX_SIDECAR_BYTES, SIDECAR_SUFFIX, SettingsEdit, Severity, Sidecar, renamed,
};

/// The result of renaming a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Whether anything was changed.
    pub change: Change,
    /// The number of clips with the tag, including missing or unreadable clips that have a sidecar.
    pub clips: usize,
    /// Unreadable sidecars that may contain the tag, and folders that may contain such sidecars. They are unchanged.
    pub unread: Vec<String>,
    /// Saved queries and rules that still name the tag.
    pub left: Vec<String>,
}

/// The decision about a rename if unreadable sidecars may contain the tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadSidecars {
    /// Renames nothing.
    KeepAll,
    /// Renames in all other sidecars.
    Stay,
}

/// A prepared renaming.
#[derive(Clone, Debug)]
pub struct Renaming {
    /// The edit, to be planned.
    pub edit: Edit,
    /// The number of clips with the tag, as in [`Renamed`].
    pub clips: usize,
    /// Unreadable sidecars that may contain the tag, and folders that may contain such sidecars.
    pub unread: Vec<String>,
}

impl Library {
    /// Returns the edit that renames a tag and all tags below it, as [`rename_tag`](Self::rename_tag) does; the edit
    /// changes nothing if both names are equal.
    pub fn renaming(&self, old: &Name, new: &Name) -> Renaming {
        let mut edit = Edit::default();
        let (mut clips, mut unread) = (0, Vec::new());
        if old != new {
            (edit.others, unread) = self.renamed_elsewhere(old, new);
            edit.clips = self.clips_with(old, new);
            clips = edit.clips.len() + edit.others.len();
            let (old, new) = (old.clone(), new.clone());
            edit.settings = vec![SettingsEdit::RenameTag { old, new }];
        }
        Renaming {
            edit,
            clips,
            unread,
        }
    }

    /// Renames a tag and all tags below it.
    ///
    /// The tag is renamed in every readable sidecar, even if its clip is missing or unreadable. In `footwork.toml`, it
    /// is renamed in the vocabulary, the names of rules, the exclusive groups and the checks. Queries that name the
    /// tag, and unreadable sidecars, are left unchanged and listed; `on_unread` decides whether such sidecars prevent
    /// the whole renaming.
    ///
    /// Spans that overlap spans of the new name are joined with them. Stale clips are renamed too, because a name does
    /// not depend on frame numbers. Changes by other programs since the library was opened are read first, except for
    /// new clips.
    ///
    /// # Errors
    /// If a file cannot be replaced; no file is then replaced.
    pub fn rename_tag(
        &mut self,
        editor: &mut Editor,
        old: &Name,
        new: &Name,
        on_unread: UnreadSidecars,
    ) -> Result<Renamed, EditError> {
        let mut done = Renamed {
            change: Change::Nothing,
            clips: 0,
            unread: Vec::new(),
            left: Vec::new(),
        };
        if old == new {
            return Ok(done);
        }
        let saved = self.edit_with(editor, |library| {
            library.reread_all()?;
            let renaming = library.renaming(old, new);
            (done.clips, done.unread) = (renaming.clips, renaming.unread);
            if on_unread == UnreadSidecars::KeepAll && !done.unread.is_empty() {
                done.clips = 0;
                return Ok(Edit::default());
            }
            Ok::<_, EditError>(renaming.edit)
        })?;
        done.change = saved.change();
        done.left = self.texts_that_name(old, new);
        Ok(done)
    }

    /// Returns the renaming for each clip whose labels name the tag.
    fn clips_with(&self, old: &Name, new: &Name) -> Vec<ClipEdit> {
        let is_such = |line: &Line| match line {
            Line::Tag(span) => renamed(&span.name, old, new).is_some(),
            Line::Not { name, .. } => renamed(name, old, new).is_some(),
            Line::Kept(kept) => renamed(kept.tag(), old, new).is_some(),
            Line::By(by) => renamed(by.tag(), old, new).is_some(),
            _ => false,
        };
        let clips = self.originals().filter(|(_, entry)| {
            let mut lines = entry.labels().into_iter().flat_map(Sidecar::lines);
            lines.any(is_such)
        });
        let clips = clips.map(|(clip, _)| ClipEdit {
            clip,
            operations: vec![Operation::RenameTag {
                old: old.clone(),
                new: new.clone(),
            }],
        });
        clips.collect()
    }

    /// Returns the renaming in sidecars of clips that were not opened, and the sidecars that may name the tag
    /// but cannot be read.
    fn renamed_elsewhere(&self, old: &Name, new: &Name) -> (Vec<FileChange>, Vec<String>) {
        let (mut changes, mut unread) = (Vec::new(), Vec::new());
        let opened: BTreeMap<String, bool> = self
            .originals()
            .map(|(_, entry)| (entry.sidecar_name(), entry.sidecar_is_broken))
            .collect();
        let mut editable = EditableFiles::new(self.root());
        let found = discover(self.root(), self.settings(), self.follow_links());
        // Sidecars may lie in folders that cannot be read.
        let errors = found.findings.into_iter();
        let errors = errors.filter(|f| f.severity == Severity::Error && !looks_like_clip(&f.file));
        unread.extend(errors.map(|finding| finding.file));
        for Candidate { name: file, path } in found.sidecars {
            let clip = file.strip_suffix(SIDECAR_SUFFIX).unwrap_or(&file);
            match opened.get(&file) {
                Some(false) => continue,
                None if !belongs(clip, self.settings()) => continue,
                None if library_of(self.root(), &file).is_err() => {
                    unread.push(file);
                    continue;
                }
                None if editable.check(&file).is_err() => continue,
                _ => {}
            }
            let bytes = match read_bounded(&path, MAX_SIDECAR_BYTES) {
                Ok(Some(bytes)) => bytes,
                // The sidecar disappeared after its folder was listed, or cannot be read.
                Ok(None) | Err(_) => {
                    unread.push(file);
                    continue;
                }
            };
            match Sidecar::read(&file, &bytes) {
                // This sidecar of an opened clip was broken when last read, and has been repaired since.
                Ok(_) if opened.contains_key(&file) => {}
                Ok((mut sidecar, _)) => {
                    let is_changed = sidecar.rename(|name| renamed(name, old, new));
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

    /// Returns the saved queries, rules and contracts that name a renamed tag.
    pub fn texts_that_name(&self, old: &Name, new: &Name) -> Vec<String> {
        let names = |text: &str| {
            // A query for a tag above `old` also finds the new name, so it need not change.
            if !text.contains(old.as_str()) {
                return false;
            }
            let Ok((_, query)) = footwork_tags::Query::parse_for(text, self.database()) else {
                return false;
            };
            let ids: Vec<_> = query.tags().collect();
            let mut tags = self.database().tags();
            tags.any(|(name, id)| ids.contains(&id) && renamed(name, old, new).is_some())
        };
        let settings = self.settings();
        let queries = settings.queries.iter().filter(|(_, text)| names(text));
        let queries = queries.map(|(name, _)| format!("the query {name}"));
        let rules = settings.rules.iter();
        let rules =
            rules.filter(|(tag, rule)| names(&rule.query) || renamed(tag, old, new).is_some());
        let rules = rules.map(|(tag, _)| format!("the rule for {tag}"));
        let contracts = settings.expect.iter();
        let contracts = contracts.filter(|contract| {
            let mut texts = std::iter::once(&contract.query).chain(&contract.missing);
            texts.any(|text| names(text))
        });
        let contracts = contracts.map(|contract| {
            let line = contract.position.line;
            format!("the contract in line {line} of footwork.toml")
        });
        queries.chain(rules).chain(contracts).collect()
    }
}

/// Returns whether a text that is not a valid sidecar may mention this tag or a tag below it.
fn names(text: &[u8], tag: &Name) -> bool {
    let text = String::from_utf8_lossy(text);
    text.contains(tag.as_str())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use footwork_sidecar::SETTINGS_FILE;

    /// Another program writes `footwork.toml` just before a rename in it is saved. The rename then reads the file
    /// again.
    #[test]
    fn a_rename_is_repeated_on_settings_that_another_program_just_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(SETTINGS_FILE);
        fs::write(&path, "[tags.Old]\n").unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let [old, new] = ["Old", "New"].map(|name| name.parse().unwrap());
        let edit = Edit::from(SettingsEdit::RenameTag { old, new });
        let mut plans = 0;
        let saved = library.editor().commit(|| {
            let plan = library.plan(&edit)?;
            plans += 1;
            if plans == 1 {
                fs::write(&path, "[tags.Old]\n[tags.Theirs]\n").unwrap();
            }
            Ok::<_, EditError>(plan)
        });
        let saved = saved.unwrap();
        assert_eq!(library.accept(&saved), None);
        assert_eq!((saved.change(), plans), (Change::Saved, 2));
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.contains("[tags.New]") && text.contains("[tags.Theirs]"),
            "{text}"
        );
        assert_eq!(library.settings().tags.len(), 2);
    }
}
