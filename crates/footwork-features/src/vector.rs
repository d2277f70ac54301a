//! Rotations and vectors in f64, with the operations that columns need.

pub(crate) type Vec3 = [f64; 3];
pub(crate) type Quat = [f64; 4];

pub(crate) const IDENTITY: Quat = [0.0, 0.0, 0.0, 1.0];

pub(crate) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scale(a: Vec3, by: f64) -> Vec3 {
    a.map(|x| x * by)
}

pub(crate) fn length(a: Vec3) -> f64 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt()
}

pub(crate) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns the rotation `b` followed by the rotation `a`.
pub(crate) fn mul(a: Quat, b: Quat) -> Quat {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

pub(crate) fn inverse([x, y, z, w]: Quat) -> Quat {
    [-x, -y, -z, w]
}

/// Rotates a vector by a unit quaternion: `v + w t + u × t` with `t = 2 u × v`.
pub(crate) fn rotate([x, y, z, w]: Quat, vector: Vec3) -> Vec3 {
    let axis = [x, y, z];
    let t = scale(cross(axis, vector), 2.0);
    add(add(vector, scale(t, w)), cross(axis, t))
}

/// Returns the quaternion scaled to length 1; `None` if a number is not finite or the length is 0.
pub(crate) fn unit(rotation: [f32; 4]) -> Option<Quat> {
    let q = rotation.map(f64::from);
    let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
    (length > 0.0 && length.is_finite()).then(|| q.map(|x| x / length))
}

/// Returns the first two columns of the matrix of a unit quaternion.
pub(crate) fn first_columns([x, y, z, w]: Quat) -> [Vec3; 2] {
    [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + z * w),
            2.0 * (x * z - y * w),
        ],
        [
            2.0 * (x * y - z * w),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + x * w),
        ],
    ]
}

/// Returns the unit quaternion, with w at least 0, of the matrix that the Gram-Schmidt process makes from two columns.
/// Returns `None` if the columns are parallel, too short, or not finite.
///
/// The computation starts from the largest of the four numbers (Shepperd, *Quaternion from Rotation Matrix*, 1978).
pub(crate) fn from_columns([a, b]: [Vec3; 2]) -> Option<Quat> {
    let normal = |v: Vec3| {
        let length = length(v);
        (length > 1e-6 && length.is_finite()).then(|| scale(v, 1.0 / length))
    };
    let a = normal(a)?;
    let along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let b = normal(sub(b, scale(a, along)))?;
    let c = cross(a, b);
    let (m00, m11, m22) = (a[0], b[1], c[2]);
    let (yz, zx, xy) = (b[2] - c[1], c[0] - a[2], a[1] - b[0]);
    let (xy2, xz2, yz2) = (b[0] + a[1], c[0] + a[2], c[1] + b[2]);
    let candidates = [
        [1.0 + m00 - m11 - m22, xy2, xz2, yz],
        [xy2, 1.0 - m00 + m11 - m22, yz2, zx],
        [xz2, yz2, 1.0 - m00 - m11 + m22, xy],
        [yz, zx, xy, 1.0 + m00 + m11 + m22],
    ];
    let mut best = 0;
    for place in 1..4 {
        if candidates[place][place] > candidates[best][best] {
            best = place;
        }
    }
    let q = candidates[best];
    let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
    let by = if q[3] < 0.0 { -1.0 } else { 1.0 } / length;
    Some(q.map(|x| x * by))
}

/// Turns a vector from world space to the space in which z points along the heading, given the heading's sine and
/// cosine.
pub(crate) fn ahead([x, y, z]: Vec3, (sin, cos): (f64, f64)) -> Vec3 {
    [cos * x - sin * z, y, sin * x + cos * z]
}

/// Reverses [`ahead`].
pub(crate) fn world([x, y, z]: Vec3, (sin, cos): (f64, f64)) -> Vec3 {
    [cos * x + sin * z, y, cos * z - sin * x]
}
