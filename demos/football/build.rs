//! The page of the match is embedded as it is built: a new one is embedded anew.

fn main() {
    println!("cargo::rerun-if-changed=web/dist");
}
