//! Notes on tags outside the vocabulary. Such tags are allowed, but often a typing mistake.

use footwork::base::{Name, nearest};
use footwork_library::Library;
use footwork_sidecar::SETTINGS_FILE;

use crate::output::{self, Speech};

/// Prints a note if a tag to be painted is not in the vocabulary.
pub(crate) fn hint_at(library: &Library, tag: &Name, speech: Speech) {
    let vocabulary = &library.settings().tags;
    if !vocabulary.is_empty() && !vocabulary.contains_key(tag) {
        note(tag, &meant(library, tag).unwrap_or_default(), speech);
    }
}

/// Prints a note if the tag of a rule is not in the vocabulary and looks like a typing mistake. Other tags need no
/// note, because the rule declares them.
pub(crate) fn hint_at_mistake(library: &Library, tag: &Name, speech: Speech) {
    let is_known = library.settings().tags.contains_key(tag);
    if let Some(hint) = meant(library, tag).filter(|_| !is_known) {
        note(tag, &hint, speech);
    }
}

/// Returns a hint at what the user probably meant by a tag; `None` if no event has this name and no tag a similar one.
fn meant(library: &Library, tag: &Name) -> Option<String> {
    let settings = library.settings();
    if settings.events.contains_key(tag) {
        return Some("; it is an event".to_owned());
    }
    let near = nearest(tag.as_str(), settings.tags.keys().map(Name::as_str))?;
    Some(format!("; did you mean {near}?"))
}

fn note(tag: &Name, hint: &str, speech: Speech) {
    let message = format!("{tag} is not in the vocabulary{hint}");
    speech.note(&[output::note(SETTINGS_FILE, "not-in-vocabulary", message)]);
}
