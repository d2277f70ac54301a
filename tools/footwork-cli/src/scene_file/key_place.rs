//! Finds the place of a key in a scene, for mistakes that are found only after the whole scene has been read.

/// Returns the byte offset of the JSON value at a path such as `players[1].id`; `None` if there is no such key.
pub(crate) fn key_place(text: &str, path: &str) -> Option<usize> {
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
    };
    for part in path.split(['.', '[']) {
        match part.strip_suffix(']') {
            Some(index) => reader.enter_item(index.parse().ok()?)?,
            None => reader.enter_key(part)?,
        }
    }
    reader.space();
    Some(reader.at)
}

/// Skips over valid JSON.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn takes(&mut self, byte: u8) -> bool {
        self.space();
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips a string and returns the bytes between its quotes.
    fn string(&mut self) -> Option<&[u8]> {
        if !self.takes(b'"') {
            return None;
        }
        let start = self.at;
        while self.peek()? != b'"' {
            self.at += if self.peek() == Some(b'\\') { 2 } else { 1 };
        }
        self.at += 1;
        self.bytes.get(start..self.at - 1)
    }

    /// Skips a value. Does not recurse, because values can be nested deeply.
    fn value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.space();
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    self.at += 1;
                    depth += 1;
                }
                b'}' | b']' => {
                    self.at += 1;
                    depth = depth.checked_sub(1)?;
                }
                b',' | b':' => self.at += 1,
                _ => {
                    let ends = |byte: u8| b",:]}".contains(&byte) || byte.is_ascii_whitespace();
                    while self.peek().is_some_and(|byte| !ends(byte)) {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn enter_key(&mut self, key: &str) -> Option<()> {
        if !self.takes(b'{') {
            return None;
        }
        loop {
            let found = self.string()? == key.as_bytes();
            if !self.takes(b':') {
                return None;
            }
            if found {
                return Some(());
            }
            self.value()?;
            if !self.takes(b',') {
                return None;
            }
        }
    }

    fn enter_item(&mut self, index: usize) -> Option<()> {
        if !self.takes(b'[') {
            return None;
        }
        for _ in 0..index {
            self.value()?;
            if !self.takes(b',') {
                return None;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::key_place;

    fn check(text: &str, path: &str, expected: Option<&str>) {
        let found = key_place(text, path).map(|at| &text[at..]);
        let starts = match (found, expected) {
            (Some(found), Some(expected)) => found.starts_with(expected),
            (found, expected) => found == expected,
        };
        assert!(starts, "{path}: {found:?}");
    }

    #[test]
    fn a_key_is_found_at_its_value() {
        let text = r#" {"a": [1, {"b": "x]\"}", "id" : -2.5e3}, [ [], {} ] ], "a\\": {}, "é": { "id":true } }"#;
        check(text, "a", Some("[1"));
        check(text, "a[0]", Some("1"));
        check(text, "a[1].b", Some("\"x]"));
        check(text, "a[1].id", Some("-2.5e3"));
        check(text, "a[2][1]", Some("{}"));
        check(text, "é.id", Some("true"));
        check(text, "a[3]", None);
        check(text, "b", None);
        check(text, "a.b", None);
        check("", "a", None);
        check("{\"a\"", "a", None);
    }
}
