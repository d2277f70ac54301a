//! Writes a library of many small clips with tags, for trying out and measuring the studio: `cargo run -p
//! footwork-studio --example many_clips -- DIR 10000`. `… -- DIR 10000 --long 10000` adds a clip of 10,000 frames and
//! 64 tags.

mod generated;

use std::path::Path;
use std::process::ExitCode;

use generated::Shape;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (folder, clips, long) = match arguments.as_slice() {
        [folder, clips] => (folder, clips.parse(), Ok(0)),
        [folder, clips, "--long", frames] => (folder, clips.parse(), frames.parse()),
        _ => return usage(),
    };
    let (Ok(clips), Ok(long_frames)) = (clips, long) else {
        return usage();
    };
    let shape = Shape {
        clips,
        long_frames,
        ..Shape::default()
    };
    match generated::write(Path::new(folder), &shape) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{folder}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: many_clips DIR CLIPS [--long FRAMES]");
    ExitCode::from(2)
}
