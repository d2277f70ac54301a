//! Arrays and archives of NumPy, and a walk in the layout of the AMASS data set.
#![allow(clippy::disallowed_methods, reason = "test data")]

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use footwork_base::FrameRange;

/// Returns an array file of 8-byte floats.
pub(crate) fn npy(shape: &[usize], values: &[f64]) -> Vec<u8> {
    let axes: Vec<String> = shape.iter().map(|length| format!("{length},")).collect();
    let mut header = format!(
        "{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}",
        axes.join(" ")
    );
    while !(header.len() + 11).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
    bytes.extend(header.as_bytes());
    values
        .iter()
        .for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes
}

/// Returns an archive of arrays.
pub(crate) fn npz(arrays: &[(&str, Vec<u8>)], is_packed: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in arrays {
        let name = format!("{name}.npy");
        let packed = if is_packed {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(content).unwrap();
            encoder.finish().unwrap()
        } else {
            content.clone()
        };
        let four = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
        let two = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
        let method = two(if is_packed { 8 } else { 0 });
        let start = four(bytes.len());
        let sizes = [four(packed.len()), four(content.len())].concat();
        let common = [
            &[20, 0, 0, 0][..],
            &method,
            &[0; 8],
            &sizes,
            &two(name.len()),
        ]
        .concat();
        // `numpy.savez` writes an extra field to the header of each entry.
        bytes.extend(
            [
                &b"PK\x03\x04"[..],
                &common,
                &two(4),
                name.as_bytes(),
                &[1, 0, 0, 0],
                &packed,
            ]
            .concat(),
        );
        directory.extend(
            [
                &b"PK\x01\x02"[..],
                &[20, 0],
                &common,
                &[0; 12],
                &start,
                name.as_bytes(),
            ]
            .concat(),
        );
    }
    let two = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
    let (count, start) = (
        two(arrays.len()),
        u32::try_from(bytes.len()).unwrap().to_le_bytes(),
    );
    let size = u32::try_from(directory.len()).unwrap().to_le_bytes();
    bytes.extend(directory);
    bytes.extend(
        [
            &b"PK\x05\x06"[..],
            &[0; 4],
            &count,
            &count,
            &size,
            &start,
            &[0, 0],
        ]
        .concat(),
    );
    bytes
}

pub(crate) const FRAMES: usize = 60;

/// Returns the arrays of a walk along -y with z up, in the layout of AMASS, for a model with this number of joints.
/// Each frame in `hole` contains a NaN.
pub(crate) fn walk(joints: usize, hole: Option<FrameRange>) -> Vec<(&'static str, Vec<u8>)> {
    let mut poses = vec![0.0; FRAMES * 3 * joints];
    let mut trans = Vec::new();
    for frame in 0..FRAMES {
        let row = &mut poses[frame * 3 * joints..][..3 * joints];
        let secs = frame as f64 / 30.0;
        row[0] = std::f64::consts::FRAC_PI_2;
        let swing = 0.5 * (6.0 * secs).sin();
        (row[3], row[6]) = (swing, -swing);
        (row[12], row[15]) = (
            0.3 + 0.3 * (6.0 * secs).cos(),
            0.3 - 0.3 * (6.0 * secs).cos(),
        );
        if hole.is_some_and(|hole| hole.contains(u32::try_from(frame).unwrap())) {
            row[7] = f64::NAN;
        }
        trans.extend([0.0, -1.3 * secs, 0.9]);
    }
    vec![
        ("poses", npy(&[FRAMES, 3 * joints], &poses)),
        ("trans", npy(&[FRAMES, 3], &trans)),
        ("betas", npy(&[16], &[0.0; 16])),
        ("mocap_framerate", npy(&[], &[30.0])),
    ]
}
