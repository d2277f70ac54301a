//! Translates C comments into the terms of another language.
//!
//! Comments are translated sentence by sentence. Sentences that only matter in C are dropped: those that mention NULL, a NUL or
//! the size of a struct. The exception is "`config` may be NULL": the generator reads it as "this parameter is optional".

use crate::api::{Api, Member};
use crate::header::{MAY_BE_NULL, Struct, sentences};
use crate::names::{camel, pascal};
use crate::slot::{Kind, Slot};

/// A target language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    CSharp,
    TypeScript,
}

/// Phrases that mark a sentence as specific to C.
const OF_C: &[&str] = &["NULL", "NUL.", "`size`", "_count` is the number of"];

/// Phrases of C comments, and their replacements for a function that returns its result.
const VERBS: &[(&str, &str)] = &[
    ("Writes ", "Returns "),
    ("Fills the defaults in", "Returns the defaults"),
    ("Fills in ", "Returns "),
    (", and writes ", ", and returns "),
];

/// Returns the comment of a member. `returns` says whether the method returns the value that the C function writes to a pointer.
pub(crate) fn of_member(
    api: &Api<'_>,
    member: &Member<'_>,
    language: Language,
    returns: bool,
) -> String {
    let is_written = |name: &str| {
        let found = member.slots.iter().find(|it| name.starts_with(it.name));
        found.is_some_and(|it| it.is_answer() && !it.is_given())
    };
    // Callers see neither parameters with fixed values nor the flag that says whether there is a result.
    let mut hidden = member.how.fixed.keys().chain(&member.how.present);
    let hidden: Vec<String> = hidden.by_ref().map(|it| format!("`{it}`")).collect();
    let mut kept = Vec::new();
    for sentence in sentences(&member.function.docs) {
        if hidden.iter().any(|it| sentence.contains(it)) {
            continue;
        }
        let of_results = sentence.contains(MAY_BE_NULL)
            && sentence.split('`').skip(1).step_by(2).all(is_written);
        let said = sentence.replace(MAY_BE_NULL, "may be left out");
        if !of_results && !is_of_c(&said) {
            kept.push(translate(api, &said, language, None));
        }
    }
    let mut text = kept.join(" ");
    for (from, to) in VERBS.iter().filter(|_| returns) {
        text = text.replace(from, to);
    }
    let changed = |it: &&Slot<'_>| matches!(it.kind, Kind::InOut(_));
    let changed = member.slots.iter().find(changed);
    if let Some(slot) = changed.filter(|_| language == Language::TypeScript) {
        let name = camel(slot.name);
        text += &format!(" `{name}` is not modified: the call returns a changed copy.");
    }
    text + match (&member.how.present, language) {
        (None, _) => "",
        (Some(_), Language::CSharp) => " Returns whether it did.",
        (Some(_), Language::TypeScript) => " Otherwise returns `undefined`.",
    }
}

/// Returns the comment of a class, struct, field or constant. Field names are resolved in the struct `of`.
pub(crate) fn of_thing(
    api: &Api<'_>,
    docs: &str,
    language: Language,
    of: Option<&Struct>,
) -> String {
    let docs = docs
        .replace(MAY_BE_NULL, "may be left out")
        .replace("a null handle", "none");
    let kept = sentences(&docs)
        .filter(|it| !is_of_c(it))
        // JavaScript has one thread.
        .filter(|it| language == Language::CSharp || !it.to_lowercase().contains("thread"));
    let kept = kept.map(|it| translate(api, it, language, of));
    kept.collect::<Vec<_>>().join(" ")
}

fn is_of_c(sentence: &str) -> bool {
    OF_C.iter().any(|it| sentence.contains(it))
}

/// Replaces the names in a sentence with those of the language.
fn translate(api: &Api<'_>, text: &str, language: Language, of: Option<&Struct>) -> String {
    let mut out = String::new();
    for (place, part) in text.split('`').enumerate() {
        let is_code = place % 2 == 1;
        let part = if is_code {
            name(api, part, language, of)
        } else {
            part.to_owned()
        };
        let part = constants(api, &part, language);
        out += &match (language, is_code) {
            (Language::CSharp, true) => format!("<c>{}</c>", escaped(&part)),
            (Language::CSharp, false) => escaped(&part),
            (Language::TypeScript, true) => format!("`{part}`"),
            (Language::TypeScript, false) => part,
        };
    }
    out.replace("an Constants", "a Constants")
        .replace("an <c>Constants", "a <c>Constants")
        .replace("An Constants", "A Constants")
        .replace("An <c>Constants", "A <c>Constants")
}

/// Returns the language's name for a C name, and other code unchanged.
fn name(api: &Api<'_>, code: &str, language: Language, of: Option<&Struct>) -> String {
    if let Some(member) = api.members.iter().find(|it| it.function.name == code) {
        return match language {
            Language::CSharp => member.csharp(api),
            Language::TypeScript => member.typescript(api),
        };
    }
    if api.header.find(code).is_some() {
        return api.class_name(code);
    }
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    if !code.chars().all(is_name) {
        return code.to_owned();
    }
    let is_field = of.is_some_and(|of| of.fields.iter().any(|field| field.name == code));
    match (language, is_field) {
        (Language::CSharp, true) => pascal(code),
        _ => camel(code),
    }
}

/// Replaces the names of constants and statuses. A name that ends in an underscore stands for all names with that prefix.
fn constants(api: &Api<'_>, text: &str, language: Language) -> String {
    let mut parts = text.split("FW_");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_of_name =
            |letter: char| letter.is_ascii_uppercase() || "_0123456789".contains(letter);
        let end = part
            .find(|letter| !is_of_name(letter))
            .unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let is_status = api.header.statuses.iter().any(|it| it.name == name);
        out += &match (language, is_status) {
            (Language::TypeScript, true) => format!("STATUS.{name}"),
            (Language::TypeScript, false) => format!("FW_{name}"),
            (Language::CSharp, true) => format!("Status.{}", pascal(name)),
            (Language::CSharp, false) if name.ends_with('_') => {
                format!("Constants.{}…", pascal(name))
            }
            (Language::CSharp, false) => format!("Constants.{}", pascal(name)),
        };
        out += rest;
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Formats a comment in the language's syntax, with each line indented.
pub(crate) fn comment(text: &str, language: Language, indent: usize) -> String {
    let space = " ".repeat(indent);
    let lines = wrapped(text, 118 - indent);
    match (language, &lines[..]) {
        (_, []) => String::new(),
        (Language::CSharp, [one]) => format!("{space}/// <summary>{one}</summary>\n"),
        (Language::TypeScript, [one]) => format!("{space}/** {one} */\n"),
        (Language::CSharp, many) => {
            let lines: String = many.iter().map(|it| format!("{space}/// {it}\n")).collect();
            format!("{space}/// <summary>\n{lines}{space}/// </summary>\n")
        }
        (Language::TypeScript, many) => {
            let lines: String = many.iter().map(|it| format!("{space} * {it}\n")).collect();
            format!("{space}/**\n{lines}{space} */\n")
        }
    }
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
