//! Patterns of clip names.

/// A pattern of clip names, with `*`, `?` and `**`.
///
/// `*` matches any characters and `?` any one character, except `/`. `**` matches any characters,
/// `/` included, and `**/` any number of folders, even none. A pattern without `/` is compared with
/// the part of the name after its last `/`. Every other character matches itself, by case.
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
    parts: Vec<Part>,
    /// Whether the pattern has no `/`, so that only the last part of a name counts.
    base_name: bool,
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

impl ClipPattern {
    /// Reads a pattern. Every text is a valid one.
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
        Self {
            parts,
            base_name: !pattern.contains('/'),
        }
    }

    /// Returns whether `name` matches, in time proportional to the product of both lengths.
    pub fn matches(&self, name: &str) -> bool {
        let name = match self.base_name {
            true => name.rsplit('/').next().unwrap_or(name),
            false => name,
        };
        // Which parts of the pattern may come next, having read the name so far.
        let mut states = vec![false; self.parts.len() + 1];
        states[0] = true;
        self.skip_empty(&mut states, true);
        for c in name.chars() {
            states = self.step(&states, c);
            self.skip_empty(&mut states, c == '/');
            if !states.contains(&true) {
                return false;
            }
        }
        states[self.parts.len()]
    }

    /// Skips parts that can match nothing. `at_folder` is whether a `/` or the start comes before.
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
    use super::ClipPattern;

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
    fn folders_match_none_or_whole_ones() {
        check("a/**/b", "a/b", true);
        check("a/**/b", "a/x/y/b", true);
        check("a/**/b", "a/xb", false);
        check("a/**/b", "ab", false);
        check("**/b", "xb", false);
        check("**/b*", "x/y/b.bvh", true);
    }

    #[test]
    fn many_stars_stay_fast() {
        check(&format!("{}b", "*a".repeat(100)), &"a".repeat(2000), false);
    }
}
