//! Measures reading BVH, forward kinematics and what is made of motion: `measure FILE.bvh`. Build it with `--release`.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use footwork_base::{Amount, FrameRange, FrameRate};
use footwork_clip::{Clip, JointPairs, Limits, Window, WorldPositions, bvh};

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
    made_of(&clip)
}

/// Mirroring, resampling and windows, on one clip.
fn made_of(clip: &Clip) -> Result<(), Box<dyn Error>> {
    let pairs = JointPairs::of(clip.skeleton())?;
    let ms = best_ms(|| drop(black_box(clip.mirrored(&pairs))));
    println!("mirror:    {ms:.2} ms");
    let twice = FrameRate::new(clip.rate().numerator() * 2, clip.rate().denominator());
    let twice = twice.ok_or("no rate")?;
    let ms = best_ms(|| drop(black_box(clip.resampled(twice, &Limits::default()))));
    println!("resample:  {ms:.2} ms to twice the rate");
    let speed = clip.channel(&"speed".parse()?)?.repeat(1000);
    for name in ["lag", "mean", "lowest"] {
        for width in [5, 1000] {
            let window = Window::named(name, Some(Amount::Frames(width)))?;
            let ms = best_ms(|| drop(black_box(window.apply(&speed, clip.rate()))));
            let frames = u32::try_from(speed.len())?;
            println!(
                "{name:10} {:.1} ns a frame, {width} frames wide",
                ms * 1e6 / f64::from(frames)
            );
        }
    }
    Ok(())
}

/// The shortest of ten runs, in milliseconds.
fn best_ms(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..10 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e3
}
