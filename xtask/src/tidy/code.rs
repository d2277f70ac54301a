//! The lines of a Rust file that are not inline tests.

/// Returns the lines outside `#[cfg(test)] mod … { … }`, each with its number from 1. rustfmt puts the closing brace of such a
/// module into the column of its first line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut lines = (1..).zip(text.lines());
    std::iter::from_fn(move || {
        loop {
            let (number, line) = lines.next()?;
            if line.trim_start() != "#[cfg(test)]" {
                return Some((number, line));
            }
            let indent = &line[..line.len() - line.trim_start().len()];
            let (_, head) = lines.next()?;
            if head.trim_end().ends_with('{') {
                let end = format!("{indent}}}");
                lines.by_ref().find(|(_, line)| line.trim_end() == end);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::lines;

    fn check(text: &str, expected: &[usize]) {
        let found: Vec<usize> = lines(text).map(|(number, _)| number).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn inline_tests_are_left_out() {
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "    x\n".repeat(3));
        check(&format!("a\n{tests}b\n"), &[1, 8]);
        check("#[cfg(test)]\nmod tests;\nfn f() {\n}\n", &[3, 4]);
        check("#[cfg(test)]\n", &[]);
        check("    #[cfg(test)]\n    mod a {\n  }\n    }\nb", &[5]);
    }
}
