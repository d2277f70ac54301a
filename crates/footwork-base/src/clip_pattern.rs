//! Patterns of clip names.

/// A pattern of clip names, with `*`, `?` and `**`.
///
/// `*` matches any characters except `/`, and `?` matches any one character except `/`. `**` matches any characters
/// including `/`, and `**/` matches any number of folders, or none. Every other character matches itself. Matching is
/// case-sensitive. A pattern without `/` is compared with the part of the name after its last `/`.
///
/// ```
/// use footwork_base::ClipPattern;
///
/// assert!(ClipPattern::new("walk*").matches("cmu/walk_01.bvh"));
/// assert!(!ClipPattern::new("/walk*").matches("cmu/walk_01.bvh"));
/// assert!(ClipPattern::new("cmu/*.bvh").matches("cmu/walk_01.bvh"));
/// assert!(!ClipPattern::new("*/walk*").matches("a/b/walk"));
/// assert!(ClipPattern::new("**/walk*").matches("a/b/walk"));
/// assert!(ClipPattern::new("**/walk*").matches("walk"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipPattern {
    /// The characters before the first wildcard.
    prefix: String,
    /// The characters after the last wildcard.
    suffix: String,
    /// The parts between prefix and suffix; empty if the pattern has no wildcard.
    parts: Vec<Part>,
    /// The parts that can match the empty text at any place, one bit each; 0 if there are more parts than bits.
    may_be_empty: u64,
    /// The parts that can match the empty text, but only after a `/` or at the start, one bit each.
    folders: u64,
    /// Whether the pattern has no `/`, so that it is compared only with the last part of a name.
    base_name: bool,
    /// The text that is put before each name: a folder and `/`, or nothing.
    within: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Char(char),
    /// `?`
    AnyChar,
    /// `*`
    Run,
    /// `**`
    DeepRun,
    /// `**/`
    Folders,
}

/// The maximum number of parts whose states fit a word. The last bit of the word stands for the end.
const MAX_BITS: usize = u64::BITS as usize - 1;

impl ClipPattern {
    /// Reads a pattern. Every text is a valid pattern.
    pub fn new(pattern: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = pattern;
        while let Some(c) = rest.chars().next() {
            let at_start = parts
                .last()
                .is_none_or(|part| matches!(part, Part::Char('/') | Part::Folders));
            let (part, length) = match c {
                '*' if at_start && rest.starts_with("**/") => (Part::Folders, 3),
                '*' if rest.starts_with("**") => (Part::DeepRun, 2),
                '*' => (Part::Run, 1),
                '?' => (Part::AnyChar, 1),
                c => (Part::Char(c), c.len_utf8()),
            };
            parts.push(part);
            rest = &rest[length..];
        }
        let literal = |part: &Part| match part {
            Part::Char(c) => Some(*c),
            _ => None,
        };
        let prefix: String = parts.iter().map_while(literal).collect();
        parts.drain(..prefix.chars().count());
        let reversed: Vec<char> = parts.iter().rev().map_while(literal).collect();
        parts.truncate(parts.len() - reversed.len());
        let bits = |is: &dyn Fn(&Part) -> bool| {
            let parts = parts.iter().take(MAX_BITS).enumerate();
            parts.fold(0, |bits, (i, part)| bits | u64::from(is(part)) << i)
        };
        Self {
            prefix,
            suffix: reversed.into_iter().rev().collect(),
            may_be_empty: bits(&|part| matches!(part, Part::Run | Part::DeepRun)),
            folders: bits(&|part| *part == Part::Folders),
            parts,
            base_name: !pattern.contains('/'),
            within: String::new(),
        }
    }

    /// Returns the pattern for names relative to a folder. For example, if a pattern matches `cmu/walk`, then
    /// inside `cmu` it matches `walk`.
    ///
    /// ```
    /// use footwork_base::ClipPattern;
    ///
    /// assert!(ClipPattern::new("cmu/*").inside("cmu").matches("walk"));
    /// assert!(!ClipPattern::new("cmu/*").inside("other").matches("walk"));
    /// ```
    #[must_use]
    pub fn inside(self, folder: &str) -> Self {
        let within = format!("{}{folder}/", self.within);
        Self { within, ..self }
    }

    /// Returns the pattern if it has no wildcard; otherwise `None`. A pattern without wildcard and without `/` also
    /// matches longer names that end in `/` and the pattern.
    pub fn literal(&self) -> Option<&str> {
        self.parts.is_empty().then_some(self.prefix.as_str())
    }

    /// Returns whether `name` matches. The time is proportional to the product of both lengths. The call allocates
    /// nothing if two conditions hold. From the first wildcard to the last, the pattern has at most 63 characters and
    /// wildcards. And the pattern either has no `/` or is not [`inside`](Self::inside) a folder.
    pub fn matches(&self, name: &str) -> bool {
        if !self.within.is_empty() && !self.base_name {
            return self.matches_whole(&format!("{}{name}", self.within));
        }
        self.matches_whole(name)
    }

    fn matches_whole(&self, name: &str) -> bool {
        let name = if self.base_name {
            name.rsplit('/').next().unwrap_or(name)
        } else {
            name
        };
        if self.parts.is_empty() {
            return name == self.prefix;
        }
        let rest = name.strip_prefix(self.prefix.as_str());
        let Some(middle) = rest.and_then(|rest| rest.strip_suffix(self.suffix.as_str())) else {
            return false;
        };
        match self.parts.as_slice() {
            [Part::Run] => !middle.contains('/'),
            [Part::DeepRun] => true,
            parts if parts.len() <= MAX_BITS => self.matches_in_bits(middle),
            _ => self.matches_in_states(middle),
        }
    }

    /// Returns whether the prefix is empty or ends with a `/`.
    fn starts_at_folder(&self) -> bool {
        self.prefix.is_empty() || self.prefix.ends_with('/')
    }

    /// Matches the parts, with one bit for each part that may come next.
    fn matches_in_bits(&self, middle: &str) -> bool {
        let skip_empty = |mut states: u64, at_folder: bool| {
            let may_be_empty = if at_folder {
                self.may_be_empty | self.folders
            } else {
                self.may_be_empty
            };
            loop {
                let skipped = states | (states & may_be_empty) << 1;
                if skipped == states {
                    return states;
                }
                states = skipped;
            }
        };
        let mut states = skip_empty(1, self.starts_at_folder());
        for c in middle.chars() {
            let (mut left, mut next) = (states, 0);
            while let Some(part) = self.parts.get(left.trailing_zeros() as usize) {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                match part {
                    Part::Char(own) if *own == c => next |= bit << 1,
                    Part::AnyChar if c != '/' => next |= bit << 1,
                    Part::Run if c != '/' => next |= bit,
                    Part::DeepRun | Part::Folders => next |= bit,
                    _ => {}
                }
            }
            states = skip_empty(next, c == '/');
            if states == 0 {
                return false;
            }
        }
        states >> self.parts.len() & 1 == 1
    }

    /// Matches the parts like `matches_in_bits`, for any number of parts.
    fn matches_in_states(&self, middle: &str) -> bool {
        let mut states = vec![false; self.parts.len() + 1];
        states[0] = true;
        self.skip_empty(&mut states, self.starts_at_folder());
        for c in middle.chars() {
            states = self.step(&states, c);
            self.skip_empty(&mut states, c == '/');
            if !states.contains(&true) {
                return false;
            }
        }
        states[self.parts.len()]
    }

    /// Skips parts that can match the empty text. `at_folder` says whether this place is at the start or after a `/`.
    fn skip_empty(&self, states: &mut [bool], at_folder: bool) {
        for (i, part) in self.parts.iter().enumerate() {
            let may_be_empty = match part {
                Part::Run | Part::DeepRun => true,
                Part::Folders => at_folder,
                Part::Char(_) | Part::AnyChar => false,
            };
            if states[i] && may_be_empty {
                states[i + 1] = true;
            }
        }
    }

    fn step(&self, states: &[bool], c: char) -> Vec<bool> {
        let mut next = vec![false; states.len()];
        for (i, part) in self.parts.iter().enumerate().filter(|&(i, _)| states[i]) {
            match part {
                Part::Char(own) if *own == c => next[i + 1] = true,
                Part::AnyChar if c != '/' => next[i + 1] = true,
                Part::Run if c != '/' => next[i] = true,
                Part::DeepRun | Part::Folders => next[i] = true,
                _ => {}
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::{ClipPattern, Part};

    #[track_caller]
    fn check(pattern: &str, name: &str, matches: bool) {
        assert_eq!(
            ClipPattern::new(pattern).matches(name),
            matches,
            "{pattern} on {name}"
        );
    }

    #[test]
    fn stars_stop_at_folders() {
        check("a/*", "a/b", true);
        check("a/*", "a/b/c", false);
        check("a/**", "a/b/c", true);
        check("a/?", "a//", false);
        check("a?c", "x/abc", true);
        check("*", "x/abc", true);
        check("", "", true);
        check("", "a", false);
    }

    #[test]
    fn a_folder_wildcard_matches_whole_folders_or_none() {
        check("a/**/b", "a/b", true);
        check("a/**/b", "a/x/y/b", true);
        check("a/**/b", "a/xb", false);
        check("a/**/b", "ab", false);
        check("**/b", "xb", false);
        check("**/b*", "x/y/b.bvh", true);
    }

    #[test]
    fn literal_returns_a_pattern_without_wildcards() {
        assert_eq!(ClipPattern::new("a/walk.bvh").literal(), Some("a/walk.bvh"));
        assert_eq!(ClipPattern::new("").literal(), Some(""));
        assert_eq!(ClipPattern::new("walk?").literal(), None);
    }

    #[test]
    fn prefix_and_suffix_do_not_overlap() {
        check("aba*ba", "aba", false);
        check("aba*ba", "ababa", true);
        check("a/**/**/b", "a/b", true);
        check("x**/b", "xb", false);
        check("x**/b", "xa/b", true);
    }

    /// Tries all patterns and names of a few characters.
    #[test]
    fn bits_and_states_agree() {
        let texts = |alphabet: &[char], length: u32| {
            let count = alphabet.len().pow(length);
            let text = |mut number: usize| -> String {
                let mut next = || {
                    let c = alphabet[number % alphabet.len()];
                    number /= alphabet.len();
                    c
                };
                (0..length).map(|_| next()).collect()
            };
            (0..count).map(text).collect::<Vec<_>>()
        };
        let names: Vec<String> = (0..6)
            .flat_map(|length| texts(&['a', 'b', '/'], length))
            .collect();
        for pattern in (0..6).flat_map(|length| texts(&['a', '?', '*', '/'], length)) {
            let pattern = ClipPattern::new(&pattern);
            // The expected answer comes from the same pattern with its prefix and suffix as parts.
            let mut whole = pattern.clone();
            let before = whole.prefix.chars().map(Part::Char);
            let after = whole.suffix.chars().map(Part::Char);
            whole.parts = before.chain(whole.parts).chain(after).collect();
            (whole.prefix, whole.suffix) = (String::new(), String::new());
            for name in &names {
                let compared = if whole.base_name {
                    name.rsplit('/').next().unwrap_or(name)
                } else {
                    name
                };
                let expected = whole.matches_in_states(compared);
                assert_eq!(pattern.matches(name), expected, "{pattern:?} on {name}");
            }
        }
    }

    #[test]
    fn more_parts_than_bits_match_too() {
        check(&"?".repeat(63), &"a".repeat(63), true);
        check(&"?".repeat(64), &"a".repeat(64), true);
        check(&"?".repeat(64), &"a".repeat(63), false);
        check(&"?".repeat(63), &"a".repeat(64), false);
    }

    #[test]
    fn many_stars_stay_fast() {
        check(&format!("{}b", "*a".repeat(100)), &"a".repeat(2000), false);
    }
}
