//! The skinned body of `third_person` moves on the screen. Needs a Vulkan driver; one that renders on the CPU is enough.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

/// Returns whether each pixel of a picture shows the shirt or the socks, which are blue.
fn blue(picture: &Path) -> Vec<bool> {
    let decoder = png::Decoder::new(BufReader::new(File::open(picture).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    let size = frame.color_type.samples();
    assert!(size >= 3, "{:?}", frame.color_type);
    let pixels = bytes[..frame.buffer_size()].chunks(size);
    let is_blue = |pixel: &[u8]| {
        let [red, green, blue] = [0, 1, 2].map(|channel| i16::from(pixel[channel]));
        blue > red + 60 && blue > green + 40
    };
    pixels.map(is_blue).collect()
}

fn count(pixels: impl Iterator<Item = bool>) -> usize {
    pixels.filter(|pixel| *pixel).count()
}

#[test]
fn the_body_moves_only_while_time_passes() {
    // Cargo builds the examples when it builds all tests, into a folder next to them. With `--test moves` alone it does
    // not.
    let own = std::env::current_exe().unwrap();
    let program = own
        .ancestors()
        .nth(2)
        .unwrap()
        .join("examples/third_person");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("third_person");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let output = Command::new(&program)
        .arg("--pictures")
        .arg(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {said}", program.display());
    let [walks, again, later, stairs] = ["walks", "again", "later", "stairs"]
        .map(|name| blue(&folder.join(name).with_extension("png")));
    // The body is 1.7 m high in a picture of about 4 m.
    for picture in [&walks, &later, &stairs] {
        let share = picture.len() / count(picture.iter().copied()).max(1);
        assert!((20..200).contains(&share), "one pixel in {share}");
    }
    let changed = |to: &[bool]| count(walks.iter().zip(to).map(|(from, to)| from != to));
    assert_eq!(changed(&again), 0);
    // The camera follows the body, so a body in a fixed pose would look nearly the same. At least a fifth of
    // its pixels must change. Each counts twice: at its old place and at its new one.
    let least = count(walks.iter().copied()) * 2 / 5;
    assert!(changed(&later) > least, "{} of {least}", changed(&later));
}
