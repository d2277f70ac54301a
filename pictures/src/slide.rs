//! Draws the scenes of `testdata/slide/`: obstacles, the path of the body as dots, and the contact normals,
//! from above and, if the path goes up or down, from the side.

mod body;
mod caption;
mod cut;
mod scene_picture;
mod solids;
mod view;

use std::error::Error;
use std::path::Path;

use crate::verbs::sim::slide::scene::Scene;
use crate::verbs::sim::slide::walk::walk;
use scene_picture::Picture;

/// Draws a picture for each scene into `docs/slide/`.
pub(crate) fn draw(root: &Path) -> Result<(), Box<dyn Error>> {
    let mut scenes: Vec<_> = std::fs::read_dir(root.join("testdata/slide"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    scenes.retain(|path: &std::path::PathBuf| path.is_file());
    scenes.sort();
    for path in scenes {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let scene: Scene = serde_json::from_slice(&std::fs::read(&path)?)?;
        let trace = walk(&scene, || ())?;
        let picture = Picture::new(&name, &scene, &trace)?.draw()?;
        let out = root.join("docs/slide").join(format!("{name}.png"));
        std::fs::write(out, picture)?;
    }
    Ok(())
}
