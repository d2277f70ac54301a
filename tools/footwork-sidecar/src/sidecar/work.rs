//! The lines of a sidecar about the work on a clip: state, notes, reference, and `kept` lines.

use super::kept::KeptLabels;
use super::reference::Reference;
use super::state::{SignedState, WorkState};
use super::{Line, Sidecar, TagSpan};

impl Sidecar {
    /// Returns the first `state` line.
    pub fn signed_state(&self) -> Option<&SignedState> {
        self.lines().iter().find_map(|line| match line {
            Line::State(state) => Some(state),
            _ => None,
        })
    }

    /// Returns the state of the work on the clip, from its `state` line. Without a `state` line, or if the line [only
    /// assigns](SignedState::only_assigns) the clip, the clip is in progress if it has a hand-made span, a `not` line,
    /// an event or a note, and untouched otherwise. Spans of rules do not count as work.
    pub fn work_state(&self) -> WorkState {
        let is_work = |line: &Line| match line {
            Line::Tag(TagSpan { by_rule, .. }) => !by_rule,
            Line::Not { .. } | Line::Event { .. } | Line::Note(_) => true,
            _ => false,
        };
        match self.signed_state() {
            Some(signed) if !signed.only_assigns() => signed.state,
            _ if self.lines().iter().any(is_work) => WorkState::InProgress,
            _ => WorkState::Untouched,
        }
    }

    /// Replaces the `state` lines; `None` removes them. Returns whether anything changed.
    pub fn set_state(&mut self, state: Option<SignedState>) -> bool {
        let mut there = self.lines().iter().filter_map(|line| match line {
            Line::State(state) => Some(state),
            _ => None,
        });
        if there.next() == state.as_ref() && there.next().is_none() {
            return false;
        }
        self.remove(|line| matches!(line, Line::State(_)));
        self.insert(state.map(Line::State));
        true
    }

    /// Returns the first `reference` line.
    pub fn reference(&self) -> Option<&Reference> {
        self.lines().iter().find_map(|line| match line {
            Line::Reference(reference) => Some(reference),
            _ => None,
        })
    }

    /// Replaces the `reference` lines; `None` removes them. Returns whether anything changed.
    pub fn set_reference(&mut self, reference: Option<Reference>) -> bool {
        let mut there = self.lines().iter().filter_map(|line| match line {
            Line::Reference(reference) => Some(reference),
            _ => None,
        });
        if there.next() == reference.as_ref() && there.next().is_none() {
            return false;
        }
        self.remove(|line| matches!(line, Line::Reference(_)));
        self.insert(reference.map(Line::Reference));
        true
    }

    /// Replaces the note `old` with `new`, in place. If `old` is `None` or is missing, `new` is added after all other
    /// notes; if `new` is `None`, the old note is removed. A note that already exists is not added again. Returns
    /// whether anything changed.
    pub fn set_note(&mut self, old: Option<&str>, new: Option<&str>) -> bool {
        if old == new {
            return false;
        }
        let is_there = self.notes().any(|note| Some(note) == new);
        let mut new = new
            .filter(|_| !is_there)
            .map(|new| Line::Note(new.to_owned()));
        let mut old = old;
        let mut changed = false;
        self.rewrite(|line, lines| match line {
            Line::Note(note) if old == Some(note.as_str()) => {
                // Several notes may be equal; only the first one is replaced.
                old = None;
                changed = true;
                lines.extend(new.take());
            }
            line => lines.push(line),
        });
        changed |= new.is_some();
        self.insert(new);
        changed
    }

    /// Returns the `kept` lines: decisions of a comparison with a second labeller.
    pub fn kept(&self) -> impl Iterator<Item = &KeptLabels> {
        self.lines().iter().filter_map(|line| match line {
            Line::Kept(kept) => Some(kept),
            _ => None,
        })
    }

    /// Records that these labels are kept, and removes earlier decisions about the same frames. Returns whether
    /// anything changed.
    pub fn keep(&mut self, kept: KeptLabels) -> bool {
        let is_about = |line: &Line| {
            matches!(line, Line::Kept(other)
                if other.tag() == kept.tag() && other.range().overlaps(kept.range()))
        };
        let mut there = self.lines().iter().filter(|line| is_about(line));
        let first = there.next();
        if there.next().is_none() && matches!(first, Some(Line::Kept(only)) if *only == kept) {
            return false;
        }
        self.remove(is_about);
        self.insert([Line::Kept(kept)]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sidecar(body: &str) -> Sidecar {
        let text = format!("footwork-tags 1\n{body}");
        let (sidecar, findings) = Sidecar::read("a.tags", text.as_bytes()).unwrap();
        let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
        let is_of_header = |code: &&str| code.ends_with("-header");
        assert!(codes.iter().all(is_of_header), "{codes:?}");
        sidecar
    }

    fn body(sidecar: &Sidecar) -> String {
        let text = String::from_utf8(sidecar.to_bytes()).unwrap();
        text.strip_prefix("footwork-tags 1\n").unwrap().to_owned()
    }

    #[test]
    fn lines_read_back_as_written() {
        for line in [
            "state untouched\n",
            "state in-progress by \"A \\\"n\\\" n\"\n",
            "state done on 2024-02-29\n",
            "state reviewed by \"Ann\" on 2026-11-26\n",
            "state untouched for \"Ben\"\n",
            "state done by \"Ann\" on 2026-11-26 for \"Ben\"\n",
        ] {
            assert_eq!(body(&sidecar(line)), line);
        }
    }

    #[test]
    fn invalid_state_lines_are_rejected_and_stay_unchanged() {
        for (line, at) in [
            ("state", "2:6"),
            ("state finished", "2:7"),
            ("state done by Ann", "2:15"),
            ("state done on 2026-02-29", "2:15"),
            ("state done on 26-2-9", "2:15"),
            ("state done on 2026-11-26 by \"Ann\"", "2:25"),
            ("state done for Ben", "2:16"),
            ("state done for \"Ben\" by \"Ann\"", "2:21"),
        ] {
            let text = format!("footwork-tags 1\n{line}\n");
            let (sidecar, findings) = Sidecar::read("a.tags", text.as_bytes()).unwrap();
            assert_eq!(sidecar.to_bytes(), text.as_bytes());
            assert_eq!(sidecar.signed_state(), None, "{line}");
            let place = findings[0].position.unwrap();
            assert_eq!(format!("{}:{}", place.line, place.column), at, "{line}");
        }
    }

    #[test]
    fn hand_made_labels_put_a_clip_in_progress() {
        for (text, expected) in [
            ("", WorkState::Untouched),
            ("tag A 0 9 rule\n", WorkState::Untouched),
            ("tag A 0 9\n", WorkState::InProgress),
            ("event E 4\n", WorkState::InProgress),
            ("note \"x\"\n", WorkState::InProgress),
            ("state untouched\ntag A 0 9\n", WorkState::Untouched),
            ("state reviewed\n", WorkState::Reviewed),
        ] {
            assert_eq!(sidecar(text).work_state(), expected, "{text}");
        }
    }

    #[test]
    fn setting_a_state_replaces_all_state_lines() {
        let mut it = sidecar("state done\nstate reviewed\ntag A 0 9\n");
        let done = SignedState::from(WorkState::Done);
        assert!(it.set_state(Some(done.clone())), "the second line goes");
        assert_eq!(body(&it), "state done\ntag A 0 9\n");
        assert!(!it.set_state(Some(done)));
        assert!(it.set_state(None));
        assert_eq!(body(&it), "tag A 0 9\n");
        assert!(!it.set_state(None));
    }

    #[test]
    fn notes_are_replaced_in_place() {
        let mut it = sidecar("note \"a\"\nnote \"b\"\nnote \"c\"\ntag A 0 9\n");
        assert!(it.set_note(Some("b"), Some("B")));
        assert!(it.set_note(None, Some("d")));
        assert!(it.set_note(Some("a"), None));
        assert_eq!(body(&it), "note \"B\"\nnote \"c\"\nnote \"d\"\ntag A 0 9\n");
        // The same edit may be sent again, or another user may already have made it.
        assert!(!it.set_note(Some("b"), Some("B")));
        assert!(!it.set_note(None, Some("d")));
        assert!(!it.set_note(Some("a"), None));
        // The new text of a note is kept even if the note was removed meanwhile.
        assert!(it.set_note(Some("gone"), Some("new")));
        assert!(it.set_note(Some("c"), Some("d")), "two notes become one");
        assert_eq!(
            body(&it),
            "note \"B\"\nnote \"d\"\nnote \"new\"\ntag A 0 9\n"
        );
    }
}
