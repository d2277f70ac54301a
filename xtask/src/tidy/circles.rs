//! Files of a crate import each other in one direction: the only circles are between a module and its own children.
//!
//! `modules` reads each crate as a tree of modules. `imports` follows every path in its code, through imports and re-exports,
//! to the file that defines the item. The result is a graph of files without the imports of a child from its own parent; a
//! strongly connected component of it is a circle. A parent's import of its child stays in, so that circles through a third
//! file are found. An import through the root of the crate hides the defining file, so it is a finding too. Tests are left out,
//! because they may import from anywhere.

mod imports;
mod modules;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;
use imports::{imports, through_the_root};
use modules::Modules;

/// For each file, the files from which it imports, each with one imported name.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let roots = tree.paths().filter(|path| is_crate_root(path, tree));
    roots.flat_map(|root| circles_of(root, tree)).collect()
}

/// Returns whether a path is `src/lib.rs` or `src/main.rs` of a package.
fn is_crate_root(path: &str, tree: &Tree) -> bool {
    let folder = ["/src/lib.rs", "/src/main.rs"]
        .iter()
        .find_map(|root| path.strip_suffix(root));
    folder.is_some_and(|folder| tree.text(&format!("{folder}/Cargo.toml")).is_some())
}

fn circles_of(root: &str, tree: &Tree) -> Vec<Finding> {
    let modules = match Modules::read(root, tree) {
        Ok(modules) => modules,
        Err((path, error)) => {
            let wrong = format!("it is not Rust: {error}");
            return vec![Finding::error(&path, 1, wrong, "write what compiles")];
        }
    };
    let graph = imports(&modules);
    let mut circles = Vec::new();
    let mut seen = BTreeSet::new();
    for file in graph.keys() {
        if seen.contains(file) {
            continue;
        }
        if let Some(circle) = shortest_circle(file, &graph) {
            seen.extend(
                reached(file, &graph)
                    .intersection(&reaching(file, &graph))
                    .cloned(),
            );
            circles.push(finding(&circle, &graph));
        }
    }
    let detours = through_the_root(&modules).into_iter();
    circles.extend(detours.map(|detour| {
        let (name, defining) = (detour.name, detour.defining);
        let wrong = format!("it imports `{name}` through the root of the crate");
        let right = format!("import it from {defining}, which defines it");
        Finding::error(detour.file, 1, wrong, right)
    }));
    circles
}

fn finding(circle: &[String], graph: &Graph) -> Finding {
    let next = circle.iter().skip(1).chain(circle.first());
    let steps = circle.iter().zip(next).map(|(from, to)| {
        let name = graph.get(from).and_then(|imports| imports.get(to));
        format!(
            "{from} imports `{}` from {to}",
            name.map_or("", String::as_str)
        )
    });
    let wrong = format!(
        "a circle of imports: {}",
        steps.collect::<Vec<_>>().join(", ")
    );
    let right = "move what both need into a file below both";
    Finding::error(circle.first().map_or("", String::as_str), 1, wrong, right)
}

/// Returns the shortest path in the graph from a file back to itself, without the repeated file at the end.
fn shortest_circle(start: &str, graph: &Graph) -> Option<Vec<String>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(file) = waiting.pop_front() {
        for next in graph.get(file).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                let mut circle = vec![file.to_owned()];
                let mut at = file;
                while at != start {
                    at = came_from.get(at)?;
                    circle.push(at.to_owned());
                }
                circle.reverse();
                return Some(circle);
            }
            if !came_from.contains_key(next.as_str()) {
                came_from.insert(next, file);
                waiting.push_back(next);
            }
        }
    }
    None
}

/// Returns the files that a file imports, directly or indirectly.
fn reached(start: &str, graph: &Graph) -> BTreeSet<String> {
    let mut found = BTreeSet::from([start.to_owned()]);
    let mut waiting = vec![start.to_owned()];
    while let Some(file) = waiting.pop() {
        for next in graph.get(&file).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(next.clone()) {
                waiting.push(next.clone());
            }
        }
    }
    found
}

/// Returns the files that import a file, directly or indirectly.
fn reaching(target: &str, graph: &Graph) -> BTreeSet<String> {
    let mut turned = Graph::new();
    for (from, imports) in graph {
        for (to, name) in imports {
            turned
                .entry(to.clone())
                .or_default()
                .insert(from.clone(), name.clone());
        }
    }
    reached(target, &turned)
}

#[cfg(test)]
mod tests;
