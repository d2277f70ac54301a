//! ONNX Runtime in place of tract: `ORT_DYLIB_PATH` names its library.

use std::path::Path;

use footwork_onnx::{OrtError, OrtRunner, Runner, TractRunner};

use super::clip::HERE;

#[test]
fn a_missing_library_is_an_error_with_its_path() {
    let error = OrtRunner::load(Path::new("/nowhere/libonnxruntime.so")).unwrap_err();
    assert!(matches!(error, OrtError::Library { .. }), "{error:?}");
    assert!(error.to_string().contains("/nowhere/"), "{error}");
    let error = OrtRunner::load(Path::new("")).unwrap_err();
    assert!(error.to_string().contains("\"\" is no file"), "{error}");
}

#[test]
fn ort_returns_what_tract_returns() {
    let Some(library) = std::env::var_os("ORT_DYLIB_PATH") else {
        println!("skipped: ORT_DYLIB_PATH names no library of ONNX Runtime");
        return;
    };
    OrtRunner::load(Path::new(&library)).unwrap();
    let model = std::fs::read(format!("{HERE}/models/foot_strikes.onnx")).unwrap();
    let (spec, mut by_tract) = TractRunner::open(&model).unwrap();
    let (same, mut by_ort) = OrtRunner::open(&model).unwrap();
    assert_eq!(spec, same);
    let (mut one, mut other) = (vec![0.0; spec.outputs.len()], vec![0.0; spec.outputs.len()]);
    for turn in 0..100u16 {
        let number = |at: u16| f32::from(at * 7 + turn).sin();
        let inputs: Vec<f32> = (0..48).map(number).collect();
        by_tract.run(&inputs, &mut one).unwrap();
        by_ort.run(&inputs, &mut other).unwrap();
        let apart = one.iter().zip(&other).map(|(a, b)| (a - b).abs());
        assert!(apart.fold(0.0, f32::max) <= 1e-5, "{one:?} {other:?}");
    }
    assert!(one.iter().any(|number| number.abs() > 0.01), "{one:?}");
    assert!(matches!(OrtRunner::open(b"GIF89a"), Err(OrtError::Spec(_))));
}
