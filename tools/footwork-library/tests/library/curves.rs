//! Expressions over channels, as curves.

use footwork_library::{Curve, CurveError};

use crate::playground::{Playground, deepmimic};

#[test]
fn a_curve_has_one_number_per_frame() {
    let playground = Playground::new();
    playground.clip("a.bvh").file("b.txt", deepmimic(3));
    let library = playground.open();
    let expressions = library.expressions();
    let [a, b] = ["a.bvh", "b.txt"].map(|clip| library.find_clip(clip).unwrap());
    let frames: Vec<f32> = (0u8..10).map(f32::from).collect();
    assert_eq!(expressions.curve("frame", a), Ok(Curve::Values(frames)));
    assert!(expressions.channels().contains(&"Hips.height".to_owned()));
    // One clip may lack a joint that another has.
    let lacks = expressions.curve("Hips.height + 1", b).unwrap();
    assert_eq!(lacks, Curve::Lacks("Hips".to_owned()));
    let Err(CurveError::Text(mistakes)) = expressions.curve("1 + spede", a) else {
        panic!("a channel that no clip has");
    };
    assert_eq!(mistakes[0].span.slice("1 + spede"), "spede");
    // Evaluation continues while the library is edited, and reports that a clip has changed.
    playground.file("a.bvh", crate::playground::bvh(11));
    assert!(matches!(
        expressions.curve("speed", a),
        Err(CurveError::Clip(_))
    ));
}
