//! The imports between the files of a crate.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::Graph;
use super::modules::{ModuleId, Modules, is_test, named};

/// Returns the files that each file imports from, except its own parent.
pub(super) fn imports(modules: &Modules) -> Graph {
    let mut graph = Graph::new();
    for (id, module) in modules.all.iter().enumerate() {
        let mut paths = Paths::default();
        for item in &module.items {
            paths.visit_item(item);
        }
        let own = module.imports.iter().filter(|import| !import.is_re_export);
        paths.found.extend(own.map(|import| import.path.clone()));
        for path in &paths.found {
            let Some(target) = modules.defining(id, path, 0) else {
                continue;
            };
            let (from, to) = (&module.file, &modules.all[target].file);
            if from != to && !modules.is_parent(to, id) {
                let imports = graph.entry(from.clone()).or_default();
                imports.entry(to.clone()).or_insert_with(|| named_in(path));
            }
        }
    }
    graph
}

/// A name that a file imports from the root of the crate, which only re-exports it.
pub(super) struct Detour<'a> {
    pub(super) file: &'a str,
    pub(super) name: &'a str,
    /// The file that defines the name.
    pub(super) defining: &'a str,
}

/// Returns the names that files import through the root of the crate.
pub(super) fn through_the_root(modules: &Modules) -> Vec<Detour<'_>> {
    let mut found = Vec::new();
    for (id, module) in modules.all.iter().enumerate() {
        for import in &module.imports {
            let [root, name] = import.path.as_slice() else {
                continue;
            };
            let defining = modules.defining(id, &import.path, 0);
            let defining = defining.map_or("", |target| modules.all[target].file.as_str());
            let is_own = [modules.all[0].file.as_str(), &module.file, ""].contains(&defining);
            let is_module = modules.all[0].children.contains_key(name);
            if root == "crate" && !is_own && !is_module {
                found.push(Detour {
                    file: &module.file,
                    name,
                    defining,
                });
            }
        }
    }
    found
}

/// Returns the name that a path imports: its first type or, if it has none, its last word.
fn named_in(path: &[String]) -> String {
    let is_type = |word: &&String| word.starts_with(|first: char| first.is_ascii_uppercase());
    let name = path.iter().find(is_type).or(path.last());
    name.cloned().unwrap_or_default()
}

/// The longest chain of re-exports to follow. Only circular re-exports are longer.
const MAX_RE_EXPORTS: usize = 16;

impl Modules {
    /// Returns the module that defines the item of a path, as seen from a module. `None` if it is not of this crate. A module
    /// defines itself.
    fn defining(&self, from: ModuleId, path: &[String], depth: usize) -> Option<ModuleId> {
        let (first, rest) = path.split_first()?;
        // `pub(crate)` in a macro is not an import.
        if rest.is_empty() && matches!(first.as_str(), "crate" | "self" | "super") {
            return None;
        }
        let (mut at, mut rest) = match first.as_str() {
            "crate" => (0, rest),
            "self" => (from, rest),
            "super" => (self.all[from].parent, rest),
            name => {
                let module = &self.all[from];
                let child = module.children.get(name);
                // A single word may be a variable.
                if let (Some(&child), false) = (child, rest.is_empty()) {
                    (child, rest)
                } else {
                    return self.imported(from, path, depth);
                }
            }
        };
        while let Some((step, after)) = rest.split_first() {
            if step == "super" {
                at = self.all[at].parent;
            } else if let Some(&child) = self.all[at].children.get(step) {
                at = child;
            } else {
                return self.imported(at, rest, depth).or(Some(at));
            }
            rest = after;
        }
        Some(at)
    }

    /// Returns the module that defines the item of a path that begins with one of a module's imports.
    fn imported(&self, at: ModuleId, path: &[String], depth: usize) -> Option<ModuleId> {
        let (name, rest) = path.split_first()?;
        let mut imports = self.all[at].imports.iter();
        let import = imports.find(|import| import.name == *name)?;
        if depth == MAX_RE_EXPORTS {
            return None;
        }
        let whole: Vec<String> = import.path.iter().chain(rest).cloned().collect();
        match self.all[at].children.get(name) {
            // `use self::child` and the child are the same.
            Some(_) if whole == path => None,
            _ => self.defining(at, &whole, depth + 1),
        }
    }

    /// Returns whether the parent of a module is in `file`.
    fn is_parent(&self, file: &str, id: ModuleId) -> bool {
        let own = &self.all[id].file;
        let mut at = id;
        // Leave the modules inside the same file first.
        while self.all[at].file == *own && at != 0 {
            at = self.all[at].parent;
        }
        self.all[at].file == file
    }
}

/// The paths in code that may name an item of the crate.
#[derive(Default)]
struct Paths {
    found: BTreeSet<Vec<String>>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter();
        self.found
            .insert(segments.map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// The tokens of a macro call are not parsed; paths are recognised by their colons.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.read_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    /// A macro's definition does not show where it will expand, so only its paths from the crate's root count.
    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        let mut all = Self::default();
        all.read_tokens(item.mac.tokens.clone());
        let is_defined = item.mac.path.is_ident("macro_rules");
        let counts =
            |path: &Vec<String>| !is_defined || path.first().is_some_and(|word| word == "crate");
        self.found.extend(all.found.into_iter().filter(counts));
    }

    /// `pub(in …)` is not an import.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        // An import inside a function.
        self.found
            .extend(named(import).into_iter().map(|import| import.path));
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        if !is_test(&method.attrs) {
            visit::visit_impl_item_fn(self, method);
        }
    }
}

impl Paths {
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.found.insert(std::mem::take(&mut path));
                    }
                    path.push(word.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                other => {
                    self.found.insert(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.read_tokens(group.stream());
                    }
                }
            }
        }
        self.found.insert(path);
    }
}
