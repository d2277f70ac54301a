//! The settings of a library, adapted to a folder inside it that is opened alone. Clip names are then relative to that
//! folder.

use footwork_base::ClipPattern;

use super::Settings;

/// The query functions that take clip names.
const OF_NAMES: [&str; 2] = ["clip", "similar"];

impl Settings {
    /// Returns the settings for the folder at this path from the root, separated by `/`, with clip names relative to
    /// the folder. Also returns the saved queries and rules that are left out because they name clips relative to the
    /// root.
    ///
    /// ```
    /// # use footwork_sidecar::Settings;
    /// let text = r#"
    /// length_unit = { "cmu/**" = "in" }
    /// [queries]
    /// fast = "{ speed > 3 }"
    /// old = 'clip("cmu/**") & Gait'
    /// "#;
    /// let (settings, _) = Settings::parse(text).unwrap();
    /// let (inside, left_out) = settings.inside("cmu");
    /// assert!(inside.length_unit("walk.bvh").is_some());
    /// assert_eq!(left_out, ["@old"]);
    /// assert!(inside.queries.contains_key("fast"));
    /// ```
    pub fn inside(self, folder: &str) -> (Self, Vec<String>) {
        let patterns = |patterns: Vec<ClipPattern>| {
            let patterns = patterns.into_iter();
            patterns.map(|pattern| pattern.inside(folder)).collect()
        };
        let (mut queries, mut rules, mut left_out) = (self.queries, self.rules, Vec::new());
        let mut rules_above = self.rules_above;
        queries.retain(|name, query| {
            let is_kept = !names_clips(query);
            left_out.extend((!is_kept).then(|| format!("@{name}")));
            is_kept
        });
        rules.retain(|tag, rule| {
            let is_kept = !names_clips(&rule.query);
            if !is_kept {
                left_out.push(format!("the rule for {tag}"));
                rules_above.insert(tag.clone());
            }
            is_kept
        });
        let mut expect = self.expect;
        expect.retain(|contract| {
            let mut queries = std::iter::once(&contract.query).chain(&contract.missing);
            let is_kept = !queries.any(|query| names_clips(query));
            left_out.extend((!is_kept).then(|| format!("the contract for {}", contract.query)));
            is_kept
        });
        let settings = Self {
            expect,
            length_units: self.length_units.inside(folder),
            ups: self.ups.inside(folder),
            roots: self.roots.inside(folder),
            headings: self.headings.inside(folder),
            fbx_ranges: self.fbx_ranges.inside(folder),
            include: patterns(self.include),
            exclude: patterns(self.exclude),
            mirror: patterns(self.mirror),
            roles: self
                .roles
                .into_iter()
                .map(|role| role.inside(folder))
                .collect(),
            queries,
            rules,
            rules_above,
            ..self
        };
        (settings, left_out)
    }
}

/// Returns whether a query calls a function that takes clip names.
fn names_clips(query: &str) -> bool {
    OF_NAMES.iter().any(|function| {
        query.match_indices(function).any(|(at, _)| {
            let after = &query[at + function.len()..];
            let before = query[..at].chars().next_back();
            let is_word = !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.');
            is_word && after.trim_start().starts_with('(')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{Settings, names_clips};

    #[test]
    fn queries_with_clip_names_are_recognised() {
        for (query, expected) in [
            ("clip(\"a/*\")", true),
            ("Gait & clip  (\"a\")", true),
            ("similar(\"walk.txt\", 3, 5)", true),
            ("eclip(\"a\")", false),
            ("Clips & clip.near", false),
        ] {
            assert_eq!(names_clips(query), expected, "{query}");
        }
    }

    #[test]
    fn patterns_start_from_the_root() {
        let text = "root = { \"a/b/**\" = \"Hips\", \"*.bvh\" = \"Top\" }\nexclude = [\"/x.bvh\", \"a/b/y.bvh\"]\n\
                    mirror = true\n[roles.\"a/**\"]\nleft_foot = \"L\"\n";
        let (settings, _) = Settings::parse(text).expect("it is valid");
        let (inside, left_out) = settings.inside("a/b");
        assert!(left_out.is_empty());
        assert_eq!(inside.root("walk.bvh"), Some("Hips"));
        assert!(inside.includes("x.bvh") && !inside.includes("y.bvh"));
        assert!(inside.mirrors("walk.bvh"));
        assert_eq!(inside.role_names("walk.bvh").len(), 1);
    }
}
