//! The software bill of materials (SBOM) in CycloneDX 1.5 format: every crate linked into a shipped program or library
//! on any target, and every npm package that the pages of the lock file need when they run.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use super::{failed, folder};
use crate::cargo::Cargo;
use crate::metadata::{self, Package};
use crate::outcome::Outcome;
use crate::web;

/// The packages shipped as a program or a library.
const SHIPPED: [&str; 3] = ["footwork-cli", "footwork-c", "footwork-python"];

/// Writes `sbom.json`.
pub(super) fn write(cargo: &Cargo) -> Outcome {
    let crates = match metadata::linked(cargo, &SHIPPED) {
        Ok(crates) => crates,
        Err(failed) => return failed,
    };
    if crates.is_empty() {
        return Outcome::Fail("cargo lists no linked crates".to_owned());
    }
    let lock = web::lock(cargo);
    let of_page = match fs::read(&lock).map(|text| serde_json::from_slice(&text)) {
        Ok(Ok(lock)) => packages_of(&lock),
        Ok(Err(error)) => return Outcome::Fail(format!("{}: {error}", lock.display())),
        Err(error) => return failed("package-lock.json", &error),
    };
    let place = folder(cargo).join("sbom.json");
    let components = crates.iter().map(component).chain(of_page.into_values());
    let text = format!("{:#}\n", list(components.collect()));
    let written = fs::create_dir_all(folder(cargo)).and_then(|()| fs::write(&place, text));
    match written {
        Ok(()) => {
            println!("{}: crates {}", place.display(), crates.len());
            Outcome::Pass
        }
        Err(error) => failed("sbom.json", &error),
    }
}

fn list(components: Vec<Value>) -> Value {
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "components": components,
    })
}

/// Returns the components that pages need when they run, by package URL. Packages marked `dev` only build or test them.
fn packages_of(lock: &Value) -> BTreeMap<String, Value> {
    let listed = lock["packages"].as_object();
    let needed = listed.into_iter().flatten().filter_map(|(place, package)| {
        let (_, name) = place.rsplit_once("node_modules/")?;
        let version = package["version"].as_str()?;
        let licence = package["license"].as_str()?;
        let is_needed = package["dev"].as_bool() != Some(true);
        is_needed.then(|| {
            // A package URL encodes the `@` of a scope.
            let purl = format!("pkg:npm/{}@{version}", name.replace('@', "%40"));
            let component = library(name, version, &purl, licence);
            (purl, component)
        })
    });
    needed.collect()
}

fn component(package: &Package) -> Value {
    let Package {
        name,
        version,
        licence,
        repository,
        ..
    } = package;
    // Some manifests have the old form `MIT/Apache-2.0`.
    let licence = licence.replace('/', " OR ");
    let purl = format!("pkg:cargo/{name}@{version}");
    let mut component = library(name, version, &purl, &licence);
    if !repository.is_empty() {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}

fn library(name: &str, version: &str, purl: &str, licence: &str) -> Value {
    json!({
        "type": "library",
        "name": name,
        "version": version,
        "purl": purl,
        "licenses": [{ "expression": licence }],
    })
}

#[cfg(test)]
mod tests {
    use super::packages_of;
    use serde_json::json;

    #[test]
    fn packages_that_only_test_a_page_are_left_out() {
        let lock = json!({ "packages": {
            "": { "name": "pages" },
            "web": { "name": "page", "license": "MIT" },
            "node_modules/page": { "resolved": "web", "link": true },
            "node_modules/@a/b": { "version": "1.0.0", "license": "MIT" },
            "node_modules/c": { "version": "2.0.0", "license": "MIT", "dev": true },
        } });
        let packages = packages_of(&lock);
        assert_eq!(
            packages.keys().collect::<Vec<_>>(),
            ["pkg:npm/%40a/b@1.0.0"]
        );
        assert_eq!(packages["pkg:npm/%40a/b@1.0.0"]["name"], "@a/b");
    }
}
