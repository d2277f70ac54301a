//! The modules of a crate: the file, the items and the imports of each.

use std::collections::BTreeMap;

use syn::{Attribute, Item, ItemUse, UseTree, Visibility};

use crate::tidy::tree::Tree;

/// The index of a module among all of a crate; the root is 0.
pub(super) type ModuleId = usize;

/// All modules of a crate except tests.
pub(super) struct Modules {
    pub(super) all: Vec<Module>,
}

/// One module, in a file of its own or in its parent's.
pub(super) struct Module {
    pub(super) file: String,
    pub(super) parent: ModuleId,
    pub(super) children: BTreeMap<String, ModuleId>,
    /// Its imports, re-exports too.
    pub(super) imports: Vec<Import>,
    /// All other items except tests.
    pub(super) items: Vec<Item>,
}

/// One imported name, such as `use a::b as c`.
pub(super) struct Import {
    /// The name in this module; `*` for a glob import.
    pub(super) name: String,
    pub(super) path: Vec<String>,
    pub(super) is_re_export: bool,
}

impl Modules {
    /// Reads a crate from its root file. The error names the file that is not Rust.
    pub(super) fn read(root: &str, tree: &Tree) -> Result<Self, (String, syn::Error)> {
        let mut modules = Self { all: Vec::new() };
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        let text = tree.text(root).unwrap_or_default();
        let file = syn::parse_file(text).map_err(|error| (root.to_owned(), error))?;
        modules.add(root, folder, 0, file.items, tree)?;
        Ok(modules)
    }

    /// Adds a module of `file` whose children have their files in `folder`.
    fn add(
        &mut self,
        file: &str,
        folder: &str,
        parent: ModuleId,
        items: Vec<Item>,
        tree: &Tree,
    ) -> Result<ModuleId, (String, syn::Error)> {
        let id = self.all.len();
        self.all.push(Module {
            file: file.to_owned(),
            parent,
            children: BTreeMap::new(),
            imports: Vec::new(),
            items: Vec::new(),
        });
        for item in items {
            if is_test(attributes(&item)) {
                continue;
            }
            match item {
                Item::Mod(module) => {
                    let name = module.ident.to_string();
                    let below = format!("{folder}/{name}");
                    let child = match module.content {
                        Some((_, items)) => self.add(file, &below, id, items, tree)?,
                        None => {
                            let path = format!("{below}.rs");
                            // A file that `#[path]` puts elsewhere counts as empty, because it imports nothing from this crate.
                            let text = tree.text(&path).unwrap_or_default();
                            let parsed = syn::parse_file(text);
                            let parsed = parsed.map_err(|error| (path.clone(), error))?;
                            self.add(&path, &below, id, parsed.items, tree)?
                        }
                    };
                    self.all[id].children.insert(name, child);
                }
                Item::Use(import) => self.all[id].imports.extend(named(&import)),
                item => self.all[id].items.push(item),
            }
        }
        Ok(id)
    }
}

/// Returns whether an item has `#[cfg(test)]` or `#[test]`.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        let only_test = |condition: syn::Path| condition.is_ident("test");
        attribute.path().is_ident("test")
            || is_cfg && attribute.parse_args::<syn::Path>().is_ok_and(only_test)
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the names that one `use` imports.
pub(super) fn named(import: &ItemUse) -> Vec<Import> {
    let is_re_export = !matches!(import.vis, Visibility::Inherited);
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), &import.tree)];
    while let Some((mut path, tree)) = open.pop() {
        let (last, name) = match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                open.push((path, &step.tree));
                continue;
            }
            UseTree::Group(group) => {
                open.extend(group.items.iter().map(|tree| (path.clone(), tree)));
                continue;
            }
            UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
            UseTree::Glob(_) => ("*".to_owned(), "*".to_owned()),
        };
        // `a::{self}` is `a`.
        let name = match (last.as_str(), path.last()) {
            ("self", Some(module)) if name == "self" => module.clone(),
            _ => name,
        };
        if !matches!(last.as_str(), "self" | "*") || path.is_empty() {
            path.push(last);
        }
        found.push(Import {
            name,
            path,
            is_re_export,
        });
    }
    found
}
