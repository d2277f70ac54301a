//! Makes the clips of `samples/football`: cuts recordings, puts them on one skeleton at 60 fps and writes them as GLB.
//!
//! ```text
//! cargo run --release -p footwork-pipeline --features fbx --example football_samples -- RECORDINGS samples/football
//! ```

mod ground;
mod recipe;
mod shape;
mod skeleton;

use std::collections::HashMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate};
use footwork_clip::{Clip, ClipParts, GltfTake, Limits, write_gltf};
use footwork_library::Library;
use footwork_tags::ClipId;

use recipe::{Made, RECIPES, Recipe};

fn main() -> Result<(), Box<dyn Error>> {
    let mut folders = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(recordings), Some(football)) = (folders.next(), folders.next()) else {
        return Err("two folders are needed: that of the recordings, and where clips go".into());
    };
    let library = Library::open(&recordings)?;
    let clips: HashMap<String, ClipId> = library
        .clips()
        .iter()
        .map(|(id, clip)| {
            let name = clip.name.rsplit('/').next().unwrap_or(&clip.name);
            (name.to_owned(), id)
        })
        .collect();
    let onto = Arc::new(skeleton::footballer()?);
    let mut bytes_in_all = 0;
    for recipe in RECIPES {
        let id = *clips.get(recipe.source).ok_or(recipe.source)?;
        let source = library.load(id)?.clip;
        let clip = made(recipe, &source, &onto).map_err(|e| format!("{}: {e}", recipe.name))?;
        let bytes = write_gltf(&[GltfTake {
            name: recipe.name,
            clip: &clip,
            labels: None,
        }])?;
        bytes_in_all += bytes.len();
        std::fs::write(football.join(format!("{}.glb", recipe.name)), bytes)?;
    }
    println!("{} clips, {bytes_in_all} bytes", RECIPES.len());
    Ok(())
}

fn made(
    recipe: &Recipe,
    source: &Clip,
    onto: &Arc<footwork_clip::Skeleton>,
) -> Result<Clip, Box<dyn Error>> {
    let rate = FrameRate::whole(60).ok_or("rate")?;
    let (start, stop) = recipe.frames;
    let range = FrameRange::new(start, stop).ok_or("no frames")?;
    let clip = source.slice(range)?;
    let clip = match recipe.made {
        Made::LoopOf(frames) => shape::lasting(&clip, frames)?,
        _ => clip,
    };
    let clip = clip.resampled(rate, &Limits::default())?;
    let clip = match recipe.made {
        // A part of a looping recording does not loop.
        Made::Cut => shape::open(&clip)?,
        Made::Loop | Made::LoopOf(_) => shape::closed(&clip, false)?,
        Made::Stand => shape::closed(&clip, true)?,
    };
    let clip = footwork_pipeline::retarget(&clip, &Arc::clone(onto).into(), None)?.clip;
    let clip = shape::knees_unbroken(&clip)?;
    let clip = if recipe.stands {
        ground::level(&clip)?
    } else {
        clip
    };
    shape::tidy(&clip)
}

/// Returns the parts of a clip with this motion and loop flag.
fn with(clip: &Clip, looping: bool, root: Vec<[f64; 3]>, rotations: Vec<[f32; 4]>) -> ClipParts {
    ClipParts {
        skeleton: Arc::clone(clip.skeleton()),
        rate: clip.rate(),
        looping,
        root_positions: root,
        rotations,
        translations: clip.translations().map(<[_]>::to_vec),
    }
}
