//! `bindings.toml`: what the header does not say. Names that differ, who makes and who writes what, and what is written by hand.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Map {
    /// Pointers that are to three numbers.
    pub(crate) vectors: Vec<String>,
    /// Classes whose names are not those of C.
    pub(crate) class: BTreeMap<String, String>,
    pub(crate) function: BTreeMap<String, FunctionMap>,
    pub(crate) input: BTreeMap<String, InputMap>,
    /// By language, then by function or struct.
    pub(crate) handwritten: BTreeMap<String, BTreeMap<String, Handwritten>>,
}

/// What the signature of a function does not say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FunctionMap {
    /// Its name in its class, in the letters of C.
    pub(crate) name: Option<String>,
    /// Its name in TypeScript, where it belongs to a struct and so is a function of the module.
    pub(crate) typescript: Option<String>,
    /// The class it belongs to, where that is not the longest that its name begins with.
    pub(crate) class: Option<String>,
    /// Whether it is the constructor of its class, as those named `create` are.
    pub(crate) constructor: bool,
    /// Numbers that may be left out.
    pub(crate) defaults: BTreeMap<String, Default_>,
    /// Numbers that are always the same.
    pub(crate) fixed: BTreeMap<String, u32>,
    /// Structs that are read and written.
    pub(crate) inout: Vec<String>,
    /// The flag without which there is no result.
    pub(crate) present: Option<String>,
    /// The constant that is the most it writes, where it writes as much as there is room for.
    pub(crate) limit: Option<String>,
}

/// The value of a number that is left out: a number or a constant.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub(crate) enum Default_ {
    Number(u32),
    Constant(String),
}

/// A struct with pointers that users fill in.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct InputMap {
    /// For each pointer the field that counts what it points to, and how many numbers there are for one.
    pub(crate) counts: BTreeMap<String, (String, usize)>,
}

/// A function or struct that a language has by hand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handwritten {
    /// Its name there.
    pub(crate) twin: String,
    /// Where it is, in the folder of the sources of that language.
    pub(crate) file: String,
    /// What a generator cannot give.
    pub(crate) reason: String,
}

impl Map {
    /// Reads the file.
    ///
    /// # Errors
    /// The line of the first mistake.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| format!("bindings.toml: {error}"))
    }

    pub(crate) fn by_hand(&self, language: &str, name: &str) -> Option<&Handwritten> {
        self.handwritten.get(language)?.get(name)
    }
}
