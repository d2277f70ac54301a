//! `bindings.toml`: facts the header does not state. It has names that differ, defaults and fixed values of parameters,
//! parameters that are read and written, and handwritten items.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Map {
    /// Names of pointers to three numbers.
    pub(crate) vectors: Vec<String>,
    /// Class names that differ from C.
    pub(crate) class: BTreeMap<String, String>,
    pub(crate) function: BTreeMap<String, FunctionMap>,
    pub(crate) input: BTreeMap<String, InputMap>,
    /// Handwritten items by language, then by function or struct.
    pub(crate) handwritten: BTreeMap<String, BTreeMap<String, Handwritten>>,
}

/// Facts about a function that its signature does not state.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FunctionMap {
    /// Its name in its class, in C spelling.
    pub(crate) name: Option<String>,
    /// Its TypeScript name, if it belongs to a struct and is therefore a function of the module.
    pub(crate) typescript: Option<String>,
    /// Its class, if it is not the class whose name is the longest prefix of the function's name.
    pub(crate) class: Option<String>,
    /// Whether it is the constructor of its class. Functions named `create` always are.
    pub(crate) constructor: bool,
    /// Optional numbers and their defaults.
    pub(crate) defaults: BTreeMap<String, Default_>,
    /// Parameters with a fixed value.
    pub(crate) fixed: BTreeMap<String, u32>,
    /// Structs that are both read and written.
    pub(crate) inout: Vec<String>,
    /// The flag that says whether there is a result.
    pub(crate) present: Option<String>,
    /// The constant with the maximum list length, for functions that write as many elements as fit.
    pub(crate) limit: Option<String>,
}

/// The default of an optional number: a number or a constant.
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
    /// For each pointer, the field that holds its count, and how many numbers an element has.
    pub(crate) counts: BTreeMap<String, (String, usize)>,
}

/// A handwritten function or struct of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handwritten {
    /// Its name in that language.
    pub(crate) twin: String,
    /// Its file, relative to the source folder of that language.
    pub(crate) file: String,
    /// Why it cannot be generated.
    pub(crate) reason: String,
}

impl Map {
    /// Reads the file.
    ///
    /// # Errors
    /// Returns the line of the first mistake.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| format!("bindings.toml: {error}"))
    }

    pub(crate) fn by_hand(&self, language: &str, name: &str) -> Option<&Handwritten> {
        self.handwritten.get(language)?.get(name)
    }
}
