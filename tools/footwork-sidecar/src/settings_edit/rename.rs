//! Renaming a tag in `footwork.toml`: in the vocabulary, the names of rules, the exclusive groups and the checks, but
//! not inside queries.

use footwork_base::Name;
use toml_edit::{DocumentMut, Item, Key, Value};

/// Returns the new name of a tag that is `old` or below it; `None` for any other tag.
pub fn renamed(name: &Name, old: &Name, new: &Name) -> Option<Name> {
    if name == old {
        return Some(new.clone());
    }
    let rest = name
        .as_str()
        .strip_prefix(old.as_str())
        .filter(|_| name.is_below(old))?;
    format!("{new}{rest}").parse().ok()
}

/// Renames a tag and all tags below it; returns whether `footwork.toml` names any of them.
pub(super) fn rename_tag(document: &mut DocumentMut, old: &Name, new: &Name) -> bool {
    let renamed = |name: &Name| renamed(name, old, new);
    let mut changed = false;
    for key in ["tags", "rules"] {
        let is_rules = key == "rules";
        let table = document.get_mut(key);
        let Some(table) = table.and_then(|item| item.as_table_like_mut()) else {
            continue;
        };
        let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
        for key in keys {
            let name: Result<Name, _> = key.parse();
            let Some(name) = name.ok().and_then(|name| renamed(&name)) else {
                continue;
            };
            // An existing entry with the new name takes precedence. A rule with the old name then stays, so that its
            // query is not lost.
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
    changed |= rename_mirrors(document, &renamed);
    changed | rename_in_checks(document, &renamed)
}

/// Renames tags in the `mirror` fields of the vocabulary; returns whether any field changed.
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

/// Renames tags in the exclusive groups and in the lists of `[checks]`; returns whether any list changed.
fn rename_in_checks(document: &mut DocumentMut, renamed: &impl Fn(&Name) -> Option<Name>) -> bool {
    let mut changed = rename_items(document.get_mut("exclusive"), renamed);
    for key in ["required", "covered"] {
        let checks = document.get_mut("checks");
        let checks = checks.and_then(|item| item.as_table_like_mut());
        changed |= rename_items(checks.and_then(|table| table.get_mut(key)), renamed);
    }
    changed
}

/// Renames the tags of one list, whose items may be lists; returns whether any item changed.
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
