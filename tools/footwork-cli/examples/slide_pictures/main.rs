//! Draws the scenes of `testdata/slide/`: obstacles, the way of the body as dots, and the normals of what
//! it came against, from above and, where it goes up or down, from the side.
//!
//! ```text
//! cargo run --release -p footwork-cli --example slide_pictures -- testdata/slide docs/slide
//! ```

#[path = "../../../footwork-library/examples/contact_picture/pixels.rs"]
mod pixels;
#[path = "../../src/scene_file"]
mod scene_file {
    pub(crate) mod fields;
}
#[path = "../../src/verbs"]
mod verbs {
    pub(crate) mod sim {
        #[path = "slide"]
        pub(crate) mod slide {
            pub(crate) mod scene;
            pub(crate) mod trace;
            pub(crate) mod walk;
            pub(crate) mod world;
        }
    }
}
mod caption;
mod clip;
mod panel;
mod view;

use std::error::Error;
use std::path::Path;

use panel::Picture;
use verbs::sim::slide::scene::Scene;
use verbs::sim::slide::walk::walk;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err("give the folder of the scenes and that of the pictures".into());
    };
    std::fs::create_dir_all(&to)?;
    let mut scenes: Vec<_> = std::fs::read_dir(from)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    scenes.sort();
    for path in scenes {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let scene: Scene = serde_json::from_slice(&std::fs::read(&path)?)?;
        let trace = walk(&scene, || ())?;
        let picture = Picture::new(&name, &scene, &trace)?.draw()?;
        let out = Path::new(&to).join(format!("{name}.png"));
        println!("{} {} bytes", out.display(), picture.len());
        std::fs::write(out, picture)?;
    }
    Ok(())
}
