//! Draws the pictures of the documentation on the canvas of `footwork-clip`: all of them, or those given as
//! arguments:
//!
//! ```text
//! cargo run --release -p footwork-pictures -- flight contacts slide matching
//! ```

mod contacts;
mod flight;
mod matching;
mod paper;
// The scenes of `footwork sim slide`, read and run by the same code as the command.
#[path = "../../tools/footwork-cli/src/scene_file"]
mod scene_file {
    pub(crate) mod fields;
}
mod slide;
#[path = "../../tools/footwork-cli/src/verbs"]
mod verbs {
    pub(crate) mod sim {
        #[path = "slide"]
        pub(crate) mod slide {
            pub(crate) mod actors;
            pub(crate) mod scene;
            #[allow(dead_code, reason = "a picture shows a part of a trace")]
            pub(crate) mod trace;
            pub(crate) mod vector;
            pub(crate) mod walk;
            pub(crate) mod world;
        }
    }
}

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let named: Vec<String> = std::env::args().skip(1).collect();
    for (name, draw) in [
        (
            "flight",
            flight::draw as fn(&Path) -> Result<(), Box<dyn Error>>,
        ),
        ("contacts", contacts::draw),
        ("slide", slide::draw),
        ("matching", matching::draw),
    ] {
        if named.is_empty() || named.iter().any(|wanted| wanted == name) {
            draw(&root)?;
        }
    }
    Ok(())
}
