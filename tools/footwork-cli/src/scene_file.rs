//! Reads a scene file. Every error names the file, the place in the file and the path of the key.

pub(crate) mod fields;
mod key_place;
mod tail;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use footwork::base::TextSpan;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::failure::Failure;
use crate::input::{self, STDIN, STDIN_NAME};
use key_place::key_place;
use tail::{MAX_BYTES, Tail};

/// The maximum length of an error message, in characters. Longer messages are cut, because they may quote a key of any
/// length.
const MAX_MESSAGE: usize = 400;

/// Reads a scene from a file, or from standard input if `file` is `-`. Memory holds only the scene, not its text.
pub(crate) fn read<T: DeserializeOwned>(file: &str) -> Result<T, Failure> {
    let opened: (&str, Box<dyn Read>) = match file {
        STDIN => (STDIN_NAME, Box::new(std::io::stdin())),
        path => {
            let opened = input::open(Path::new(path), MAX_BYTES);
            let failed = |message| Failure::plain("input", message).named(path);
            (path, Box::new(opened.map_err(failed)?))
        }
    };
    let (name, reader) = opened;
    let mut tail = Tail::new(reader);
    match parse(BufReader::with_capacity(64 << 10, &mut tail)) {
        Ok(scene) => Ok(scene),
        Err(mistake) => Err(mistake.shown(name, &tail)),
    }
}

/// An error, and the path of its key; `None` for an error of the whole scene.
struct Mistake {
    path: Option<String>,
    error: serde_json::Error,
}

fn parse<T: DeserializeOwned>(mut reader: impl BufRead) -> Result<T, Mistake> {
    let plain = |error| Mistake { path: None, error };
    let head = reader
        .fill_buf()
        .map_err(|error| plain(serde_json::Error::io(error)))?;
    if head.starts_with("\u{feff}".as_bytes()) {
        reader.consume("\u{feff}".len());
    }
    let mut deserializer = serde_json::Deserializer::from_reader(reader);
    let scene = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        Mistake {
            path: (path != ".").then_some(path),
            error: error.into_inner(),
        }
    })?;
    deserializer.end().map_err(plain)?;
    Ok(scene)
}

impl Mistake {
    fn shown<R>(&self, name: &str, tail: &Tail<R>) -> Failure {
        let (mut line, mut column) = (self.error.line(), self.error.column().max(1));
        let message = self.error.to_string();
        let message = message
            .rsplit_once(" at line ")
            .map_or(message.as_str(), |(message, _)| message);
        let mut message: String = message.chars().take(MAX_MESSAGE).collect();
        if let Some(path) = &self.path {
            let path: String = path.chars().take(MAX_MESSAGE).collect();
            message = format!("`{path}`: {message}");
        }
        if self.error.classify() == Category::Io {
            return Failure::plain("input", format!("{name}: {message}")).named(name);
        }
        if line == 0 {
            // An error about a whole object, such as two keys that exclude each other, has no place. Show the key with
            // which the message starts.
            (line, column) = named_place(&message, tail).unwrap_or_default();
        }
        if line == 0 {
            return Failure::plain("bad-scene", format!("{name}: {message}")).named(name);
        }
        match tail.line(line) {
            Some(found) => {
                let span = character(&found.text, column - 1);
                Failure::plain("bad-scene", message).in_line(name, &found, span)
            }
            None => {
                let message = format!("{name}:{line}:{column}: {message}");
                Failure::plain("bad-scene", message).named(name)
            }
        }
    }
}

/// Returns the line and the column, both from 1, of the key in backticks at the start of a message.
fn named_place<R>(message: &str, tail: &Tail<R>) -> Option<(usize, usize)> {
    let (path, _) = message.strip_prefix('`')?.split_once('`')?;
    let text = tail.whole()?;
    // If the key is missing, show the object that should have it.
    let outer = || key_place(text, path.rsplit_once('.')?.0);
    let before = text.get(..key_place(text, path).or_else(outer)?)?;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    Some((line, before.len() - start + 1))
}

/// Returns the span of the character at a byte offset, or of the end of the text.
fn character(text: &str, byte: usize) -> TextSpan {
    let mut ends = text.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
    match ends.find(|&(_, stop)| byte < stop) {
        Some((start, stop)) => TextSpan::new(start, stop),
        None => TextSpan::new(text.len(), text.len()),
    }
}
