//! The list of all that is linked into what is shipped, as CycloneDX (ECMA-424), for whoever must answer for it.

use std::fs;

use serde_json::{Value, json};

use super::{failed, folder};
use crate::cargo::Cargo;
use crate::metadata::{self, Package};
use crate::outcome::Outcome;

/// What is shipped as a program or a library.
const SHIPPED: [&str; 3] = ["footwork-cli", "footwork-c", "footwork-python"];

/// Writes `sbom.json`.
pub(super) fn write(cargo: &Cargo) -> Outcome {
    let packages = match metadata::linked(cargo, &SHIPPED, &[]) {
        Ok(packages) => packages,
        Err(failed) => return failed,
    };
    if packages.is_empty() {
        return Outcome::Fail("cargo lists nothing that is linked".to_owned());
    }
    let place = folder(cargo).join("sbom.json");
    let text = format!("{:#}\n", list(&packages));
    let written = fs::create_dir_all(folder(cargo)).and_then(|()| fs::write(&place, text));
    match written {
        Ok(()) => {
            println!("{}: packages {}", place.display(), packages.len());
            Outcome::Pass
        }
        Err(error) => failed("sbom.json", &error),
    }
}

fn list(packages: &[Package]) -> Value {
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "components": packages.iter().map(component).collect::<Vec<_>>(),
    })
}

fn component(package: &Package) -> Value {
    let Package {
        name,
        version,
        licence,
        repository,
        ..
    } = package;
    // Some write `MIT/Apache-2.0`.
    let licence = licence.replace('/', " OR ");
    let mut component = json!({
        "type": "library",
        "name": name,
        "version": version,
        "purl": format!("pkg:cargo/{name}@{version}"),
        "licenses": [{ "expression": licence }],
    });
    if !repository.is_empty() {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}
