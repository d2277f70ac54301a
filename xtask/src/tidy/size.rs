//! Files stay small: 800 lines are the limit, and from 500 lines of code on a split is due.

use crate::tidy::code;
use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

const MAX_LINES: usize = 800;
const PLAN_A_SPLIT: usize = 500;
const MAX_INLINE_TEST_LINES: usize = 150;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let sources = tree.sources(&["rs", "ts", "tsx", "css", "py"]);
    sources
        .filter(|(_, text)| !is_generated(text))
        .filter_map(|(path, text)| check_file(path, text))
        .collect()
}

fn check_file(path: &str, text: &str) -> Option<Finding> {
    let all = text.lines().count();
    if is_test(path) {
        return (all > MAX_LINES).then(|| {
            let wrong = format!("{all} lines of tests");
            Finding::warning(path, all, wrong, "split them by what they test")
        });
    }
    if all > MAX_LINES {
        let wrong = format!("{all} lines, more than {MAX_LINES}");
        let right = "split the file, one concept in each";
        return Some(Finding::error(path, all, wrong, right));
    }
    let code = code::lines(text).count();
    let tests = all - code;
    if code > PLAN_A_SPLIT {
        let wrong = format!("{code} lines that are not tests, more than {PLAN_A_SPLIT}");
        return Some(Finding::warning(path, all, wrong, "plan a split"));
    }
    if tests > MAX_INLINE_TEST_LINES {
        let wrong = format!("{tests} lines of inline tests, more than {MAX_INLINE_TEST_LINES}");
        return Some(Finding::warning(
            path,
            all,
            wrong,
            "move them to a file of their own",
        ));
    }
    None
}

/// Returns whether the first lines mark a file as generated.
fn is_generated(text: &str) -> bool {
    text.lines().take(5).any(|line| line.contains("@generated"))
}

/// Returns whether a file has only tests, judging by its folder and its name.
fn is_test(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or(name);
    folders.split('/').any(|folder| folder == "tests")
        || stem == "tests"
        || stem.ends_with("_tests")
        || stem.ends_with("_test")
        || (stem.starts_with("test_") && name.ends_with(".py"))
        || name.ends_with(".test.ts")
        || name.ends_with(".test.tsx")
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::finding::Weight;
    use crate::tidy::tree::Tree;

    fn verdict(path: &str, text: &str) -> Option<Weight> {
        check(&Tree::from_files(&[(path, text)]))
            .first()
            .map(|finding| finding.weight)
    }

    #[test]
    fn the_limits_are_exact() {
        let lines = |count| "x\n".repeat(count);
        for path in ["a.rs", "web/a.ts", "web/a.tsx", "web/a.css", "py/a.py"] {
            assert_eq!(verdict(path, &lines(500)), None);
            assert_eq!(verdict(path, &lines(501)), Some(Weight::Warning));
            assert_eq!(verdict(path, &lines(800)), Some(Weight::Warning));
            assert_eq!(verdict(path, &lines(801)), Some(Weight::Error));
        }
        assert_eq!(verdict("a.json", &lines(801)), None);
    }

    #[test]
    fn tests_and_generated_files_do_not_fail() {
        let long = "x\n".repeat(801);
        assert_eq!(verdict("x/tests/a.rs", &long), Some(Weight::Warning));
        assert_eq!(verdict("x/src/a/tests.rs", &long), Some(Weight::Warning));
        assert_eq!(verdict("x/test_a.py", &long), Some(Weight::Warning));
        assert_eq!(verdict("a.ts", &format!("// @generated\n{long}")), None);
    }

    #[test]
    fn inline_tests_are_not_code() {
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "    x\n".repeat(100));
        let file = format!("{}{tests}", "x\n".repeat(450));
        assert_eq!(verdict("a.rs", &file), None);
    }

    #[test]
    fn long_inline_tests_are_listed() {
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "    x\n".repeat(148));
        assert_eq!(verdict("a.rs", &tests), Some(Weight::Warning));
    }
}
