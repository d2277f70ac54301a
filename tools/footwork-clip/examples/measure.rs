//! Measures reading BVH and forward kinematics: `measure FILE.bvh`. Build it with `--release`.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use footwork_base::FrameRange;
use footwork_clip::{Limits, WorldPositions, bvh};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("give a BVH file")?;
    let bytes = std::fs::read(&file)?;
    let mut best = f64::INFINITY;
    for _ in 0..15 {
        let start = Instant::now();
        black_box(bvh::read(&bytes, &Limits::default())?);
        best = best.min(start.elapsed().as_secs_f64());
    }
    let size = u32::try_from(bytes.len())?;
    println!(
        "read:  {:.0} MB/s, best of 15",
        f64::from(size) / 1e6 / best
    );

    let (document, _) = bvh::read(&bytes, &Limits::default())?;
    let start = Instant::now();
    let clip = document.to_clip(1.0)?;
    println!(
        "clip:  {:.2} ms for {} frames",
        start.elapsed().as_secs_f64() * 1e3,
        clip.frame_count()
    );

    let range = FrameRange::new(0, 1000.min(clip.frame_count())).ok_or("no frame")?;
    let clip = clip.slice(range)?;
    let mut best = f64::INFINITY;
    for _ in 0..10 {
        let start = Instant::now();
        for _ in 0..100 {
            black_box(WorldPositions::of(black_box(&clip)));
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let joints = clip.skeleton().joint_count();
    println!(
        "FK:    {:.1} ms for 100 clips of {} frames of {joints} joints, best of 10",
        best * 1e3,
        clip.frame_count()
    );
    Ok(())
}
