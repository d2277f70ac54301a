//! An edit of a file that somebody else changed as well.

use std::fmt;

use crate::config::FILE_NAME;
use crate::library::SIDECAR_SUFFIX;
use crate::merge::{MergedConfig, merge, merge_config};
use crate::{Conflict, Finding, Line, Sidecar};

/// Which way an edit is carried out, for what is said of conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is made.
    Forth,
    /// It is taken back.
    Back,
}

/// What a file should say that said `before` when an edit made `after` of it, and that says `now`;
/// and what both sides changed in different ways. Of an edit that is taken back, `before` is what it
/// had left, and `after` what it had found.
///
/// Sidecars are merged: where there are conflicts, the result holds both. A sidecar that by now is of
/// a version of its clip which the edit does not know is a conflict too, as its frames are others. Of
/// `footwork.toml` where its keys or comments do not go together, of any other file, and of what cannot
/// be read, what is there now stays, and that is a conflict.
pub(super) fn reconcile(
    file: &str,
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
    now: Option<Vec<u8>>,
    way: Way,
) -> (Option<Vec<u8>>, Vec<String>) {
    if now == before || now == after {
        return (after, Vec::new());
    }
    if before == after {
        return (now, Vec::new());
    }
    let another = || {
        let what = match way {
            Way::Forth => "the file now is another than the edit was made in",
            Way::Back => "the file now is another than the edit left",
        };
        (now.clone(), vec![format!("{what}, and stays as it is")])
    };
    if file == FILE_NAME {
        let texts = [&before, &after, &now].map(|side| text(side.as_deref()));
        let merged = match texts {
            [Some(before), Some(after), Some(now)] => merge_config(before, after, now).ok(),
            _ => None,
        };
        let merged = merged.filter(|merged| merged.conflicts.is_empty());
        return match merged {
            Some(MergedConfig { text, .. }) if text.is_empty() => (None, Vec::new()),
            Some(MergedConfig { text, .. }) => (Some(text.into_bytes()), Vec::new()),
            // With markers nothing could be opened any more.
            None => another(),
        };
    }
    if !file.ends_with(SIDECAR_SUFFIX) {
        return another();
    }
    let sides = [&before, &after, &now].map(|side| read(file, side.as_deref()));
    let [Ok(before), Ok(after), Ok(theirs)] = sides else {
        return another();
    };
    let merged = merge(&before, &after, &theirs);
    let other_frames = has_other_frames(&[&before, &after], &theirs);
    let other_frames = other_frames.then(|| {
        "the edit was made for another version of the clip than the file now is of, whose frames \
         are others"
            .to_owned()
    });
    let conflicts = merged.conflicts.iter().map(|conflict| said(conflict, way));
    let conflicts = other_frames.into_iter().chain(conflicts).collect();
    let is_gone = merged.sidecar == Sidecar::default();
    let content = (!is_gone).then(|| merged.sidecar.to_bytes());
    (content, conflicts)
}

/// Whether a sidecar is of a version of its clip that none of these is of.
fn has_other_frames(known: &[&Sidecar], now: &Sidecar) -> bool {
    let known: Vec<_> = known.iter().filter_map(|sidecar| sidecar.hash()).collect();
    let is_other = |hash| !known.is_empty() && !known.contains(&hash);
    now.hash().is_some_and(is_other)
}

/// A text; an empty one where there is no file.
fn text(bytes: Option<&[u8]>) -> Option<&str> {
    str::from_utf8(bytes.unwrap_or_default()).ok()
}

/// A sidecar; one without lines where there is no file.
fn read(file: &str, bytes: Option<&[u8]>) -> Result<Sidecar, Box<Finding>> {
    match bytes {
        Some(bytes) => Sidecar::read(file, bytes).map(|(sidecar, _)| sidecar),
        None => Ok(Sidecar::default()),
    }
}

/// What the edit did, and what the file now says instead.
fn said(conflict: &Conflict, way: Way) -> String {
    let (from, to) = match way {
        Way::Forth => (&conflict.base, &conflict.ours),
        Way::Back => (&conflict.ours, &conflict.base),
    };
    let (item, now) = (&conflict.item, Lines(&conflict.theirs));
    let (from, to) = (Lines(from), Lines(to));
    format!("{item}: the edit made {to} of {from}, and the file now says {now}")
}

/// Lines in a message, not all of many.
struct Lines<'a>(&'a [Line]);

/// The most lines, and characters of a line, that a message shows.
const SHOWN: (usize, usize) = (4, 80);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        for (number, line) in self.0.iter().take(SHOWN.0).enumerate() {
            let text = line.to_string();
            let cut: String = text.chars().take(SHOWN.1).collect();
            let more = if cut.len() < text.len() { "…" } else { "" };
            let comma = if number > 0 { ", " } else { "" };
            write!(f, "{comma}`{cut}{more}`")?;
        }
        match self.0.len() > SHOWN.0 {
            true => f.write_str(", …"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program is killed between the files of a renaming, and somebody writes a comment.
    #[test]
    fn an_edit_of_the_settings_is_made_beside_a_comment() {
        let bytes = |text: &str| Some(text.as_bytes().to_vec());
        let made = |now: &str| {
            let (before, after) = (bytes("[tags.A]\n"), bytes("[tags.B]\n"));
            let (content, conflicts) = reconcile(FILE_NAME, before, after, bytes(now), Way::Forth);
            (
                String::from_utf8(content.unwrap_or_default()),
                conflicts.len(),
            )
        };
        for (now, after) in [
            ("# mine\n[tags.A]\n", "# mine\n[tags.B]\n"),
            ("[tags.A]\n# mine\n", "# mine\n[tags.B]\n"),
            ("[tags.A]\n\n[tags.C]\n", "[tags.B]\n\n[tags.C]\n"),
        ] {
            assert_eq!(made(now), (Ok(after.to_owned()), 0));
        }
        for now in ["[tags.A]\nkey = \"a\"\n", "[tags.A] # mine\n", "[tags"] {
            assert_eq!(made(now), (Ok(now.to_owned()), 1));
        }
    }
}
