//! Says clearly when the page is to be embedded and is not built. `cargo xtask soak`, whose tests need
//! no page, sets `FOOTWORK_SOAK`.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=web/dist");
    println!("cargo::rerun-if-env-changed=FOOTWORK_SOAK");
    let is_set = |name| env::var_os(name).is_some();
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let is_wanted = is_set("CARGO_FEATURE_EMBED_UI") && is_release && !is_set("FOOTWORK_SOAK");
    if is_wanted && !Path::new("web/dist/index.html").exists() {
        println!(
            "cargo::error=the feature embed-ui embeds the page of the match, which is not built: run \
             `cargo xtask match` first, which needs Node 20.19 or later, or leave the feature out"
        );
    }
}
