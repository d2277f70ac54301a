//! The parts of a `Cargo.toml` that the rule about arrows needs, with the line of each dependency.

use toml::de::{DeTable, DeValue};

/// The tables of dependencies; cargo also accepts the two spellings with `_`.
const KINDS: &[&str] = &[
    "dependencies",
    "dev-dependencies",
    "dev_dependencies",
    "build-dependencies",
    "build_dependencies",
];

/// The parts of a manifest that make arrows.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    /// The line and the text of the package's name.
    pub(crate) package: Option<(usize, String)>,
    /// Every dependency of every kind and target.
    pub(crate) dependencies: Vec<Dependency>,
    /// The patterns under `workspace.members`.
    pub(crate) members: Vec<String>,
    /// The entries of `workspace.dependencies`.
    pub(crate) shared: Vec<Dependency>,
}

/// One entry of a table of dependencies.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    /// Counted from one.
    pub(crate) line: usize,
    pub(crate) key: String,
    /// The name of the package, if the key is a different name.
    pub(crate) package: Option<String>,
    /// Whether the entry has a path.
    pub(crate) path: bool,
    pub(crate) from_workspace: bool,
    /// Whether only tests, examples and benchmarks need it.
    pub(crate) dev: bool,
}

impl Manifest {
    /// Parses a manifest. The error is the line that is not TOML and the reason.
    pub(crate) fn parse(text: &str) -> Result<Self, (usize, String)> {
        let document = DeTable::parse(text).map_err(|e| {
            let at = e.span().map_or(0, |span| span.start);
            (line_of(text, at), e.message().to_owned())
        })?;
        let document = document.get_ref();
        let mut manifest = Self::default();
        if let Some(package) = table(document, "package") {
            manifest.package = package.get("name").and_then(|name| {
                let line = line_of(text, name.span().start);
                Some((line, name.get_ref().as_str()?.to_owned()))
            });
        }
        manifest.dependencies = dependencies(text, document);
        for target in table(document, "target").into_iter().flatten() {
            if let Some(tables) = target.1.get_ref().as_table() {
                manifest.dependencies.extend(dependencies(text, tables));
            }
        }
        if let Some(workspace) = table(document, "workspace") {
            let members = workspace.get("members").map(|members| members.get_ref());
            if let Some(DeValue::Array(members)) = members {
                let names = members.iter().filter_map(|name| name.get_ref().as_str());
                manifest.members = names.map(str::to_owned).collect();
            }
            manifest.shared = entries(text, workspace, "dependencies");
        }
        Ok(manifest)
    }
}

fn table<'a, 'i>(parent: &'a DeTable<'i>, key: &str) -> Option<&'a DeTable<'i>> {
    parent.get(key)?.get_ref().as_table()
}

/// Returns the dependencies of every kind in a manifest, or in its part for one target.
fn dependencies(text: &str, tables: &DeTable<'_>) -> Vec<Dependency> {
    KINDS
        .iter()
        .flat_map(|kind| entries(text, tables, kind))
        .collect()
}

fn entries(text: &str, parent: &DeTable<'_>, kind: &str) -> Vec<Dependency> {
    let Some(table) = table(parent, kind) else {
        return Vec::new();
    };
    table
        .iter()
        .map(|(key, value)| {
            let details = value.get_ref().as_table();
            let detail = |name| details.and_then(|d| d.get(name)).map(|v| v.get_ref());
            Dependency {
                line: line_of(text, key.span().start),
                key: key.get_ref().to_string(),
                package: detail("package")
                    .and_then(DeValue::as_str)
                    .map(str::to_owned),
                path: detail("path").is_some(),
                from_workspace: detail("workspace").and_then(DeValue::as_bool) == Some(true),
                dev: kind.starts_with("dev"),
            }
        })
        .collect()
}

/// Counted from one.
fn line_of(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn every_way_to_write_a_dependency_is_read() {
        let text = r#"
[package]
name = "x"
[dependencies]
a = "1"
b.workspace = true
c = { package = "d", path = "../d" }
[dependencies.e]
path = "../e"
[dev-dependencies]
f = "1"
[build_dependencies]
g = "1"
[target.'cfg(unix)'.dependencies]
h = "1"
[target.x86_64-unknown-linux-gnu.dev-dependencies.i]
version = "1"
"#;
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.package, Some((3, "x".to_owned())));
        let mut lines: Vec<_> = manifest
            .dependencies
            .iter()
            .map(|d| (d.key.as_str(), d.line))
            .collect();
        lines.sort_unstable();
        let expected = [
            ("a", 5),
            ("b", 6),
            ("c", 7),
            ("e", 8),
            ("f", 11),
            ("g", 13),
            ("h", 15),
            ("i", 16),
        ];
        assert_eq!(lines, expected);
        let by_key = |key| manifest.dependencies.iter().find(|d| d.key == key).unwrap();
        assert!(by_key("b").from_workspace);
        assert_eq!(by_key("c").package.as_deref(), Some("d"));
        assert!(by_key("c").path && by_key("e").path && !by_key("a").path);
    }

    #[test]
    fn a_workspace_lists_members_and_shared_dependencies() {
        let text = "[workspace]\nmembers = [\"a/*\", \"b\"]\n[workspace.dependencies]\nc = \"1\"\n";
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.members, ["a/*", "b"]);
        assert_eq!(manifest.shared[0].key, "c");
        assert!(manifest.dependencies.is_empty());
    }

    #[test]
    fn invalid_toml_is_reported_with_its_line() {
        assert_eq!(Manifest::parse("[package]\nname = \n").unwrap_err().0, 2);
    }
}
