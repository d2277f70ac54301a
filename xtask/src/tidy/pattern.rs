//! Path patterns with `*` and `{a,b}`, as in manifests and ARCHITECTURE.

/// Returns whether `path` matches `pattern`, in which `*` stands for any run of characters
/// except `/`.
pub(crate) fn matches(pattern: &str, path: &str) -> bool {
    let (mut patterns, mut parts) = (pattern.split('/'), path.split('/'));
    loop {
        match (patterns.next(), parts.next()) {
            (None, None) => return true,
            (Some(pattern), Some(part)) if part_matches(pattern, part) => {}
            _ => return false,
        }
    }
}

fn part_matches(pattern: &str, part: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == part;
    };
    let Some(mut part) = part.strip_prefix(start) else {
        return false;
    };
    let Some((middles, end)) = rest.rsplit_once('*') else {
        return part.ends_with(rest);
    };
    for middle in middles.split('*') {
        match part.find(middle) {
            Some(at) => part = &part[at + middle.len()..],
            None => return false,
        }
    }
    part.ends_with(end)
}

/// Expands `a/{b,c}/d` to `a/b/d` and `a/c/d`. Unpaired braces stay as they are.
pub(crate) fn expand(pattern: &str) -> Vec<String> {
    if let Some((before, rest)) = pattern.split_once('{')
        && let Some((choices, after)) = rest.split_once('}')
    {
        return choices
            .split(',')
            .flat_map(|choice| expand(&format!("{before}{choice}{after}")))
            .collect();
    }
    vec![pattern.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::{expand, matches};

    #[test]
    fn a_star_stays_inside_its_part() {
        let check = |pattern, path, expected| {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        };
        check("crates/*", "crates/x", true);
        check("crates/*", "crates", false);
        check("crates/*", "crates/x/src", false);
        check("a/*.toml", "a/b.toml", true);
        check("a/*.toml", "a/b.rs", false);
        check("a/b*c*d", "a/bxcyd", true);
        check("a/b*c*d", "a/bxd", false);
        check("a/ab*ba", "a/aba", false);
        check("xtask", "xtask", true);
    }

    #[test]
    fn braces_list_choices() {
        assert_eq!(expand("a/b"), ["a/b"]);
        assert_eq!(expand("a-{b,c}/d"), ["a-b/d", "a-c/d"]);
        assert_eq!(expand("{a,b}{c,d}"), ["ac", "ad", "bc", "bd"]);
        assert_eq!(expand("a{b"), ["a{b"]);
    }
}
