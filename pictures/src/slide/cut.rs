//! Clips areas and lines to the frame.

/// Clips a polygon to a rectangle (Sutherland and Hodgman 1974).
pub(crate) fn polygon(points: &[[f64; 2]], [least, most]: [[f64; 2]; 2]) -> Vec<[f64; 2]> {
    let mut points = points.to_vec();
    for (axis, bound, sign) in [
        (0, least[0], 1.0),
        (0, most[0], -1.0),
        (1, least[1], 1.0),
        (1, most[1], -1.0),
    ] {
        let inside = |point: [f64; 2]| (point[axis] - bound) * sign >= 0.0;
        let mut kept = Vec::new();
        for (index, &b) in points.iter().enumerate() {
            let a = points[(index + points.len() - 1) % points.len()];
            if inside(a) != inside(b) {
                let share = (bound - a[axis]) / (b[axis] - a[axis]);
                kept.push([0, 1].map(|i| a[i] + (b[i] - a[i]) * share));
            }
            if inside(b) {
                kept.push(b);
            }
        }
        points = kept;
    }
    points
}

/// Clips a line to a rectangle; `None` if it lies outside.
pub(crate) fn line(ends: [[f64; 2]; 2], rectangle: [[f64; 2]; 2]) -> Option<[[f64; 2]; 2]> {
    // As a polygon, a line goes there and back.
    let kept = polygon(&ends, rectangle);
    let first = *kept.first()?;
    let apart = |point: &[f64; 2]| (point[0] - first[0]).hypot(point[1] - first[1]);
    let last = kept.iter().max_by(|a, b| apart(a).total_cmp(&apart(b)))?;
    Some([first, *last])
}
