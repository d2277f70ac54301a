//! Random numbers that are the same in every run, and random cones of kinds that have broken
//! similar solvers.

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a whole number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 32).unwrap() % end
    }

    /// Returns a number from -1 to 1.
    pub(crate) fn signed(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// Returns a point of the unit ball that is not close to its centre.
    pub(crate) fn ball(&mut self) -> [f64; 3] {
        loop {
            let point = [self.signed(), self.signed(), self.signed()];
            if (1e-4..=1.0).contains(&dot(point, point)) {
                return point;
            }
        }
    }

    pub(crate) fn unit(&mut self) -> [f64; 3] {
        unit(self.ball())
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = dot(a, a).sqrt();
    a.map(|x| x / length)
}

/// Returns `a` + `factor` times `b`.
pub(crate) fn plus(a: [f64; 3], factor: f64, b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] + factor * b[axis])
}

/// A kind of random cones.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) normals: fn(&mut Random, usize) -> Vec<[f64; 3]>,
    /// The largest distance between two correct answers, relative to the sizes of the input. It is infinite if
    /// half-spaces meet at angles of 1e-7 rad: moving them by 1e-12 then changes the nearest point, and only the
    /// conditions can be checked.
    pub(crate) error: f64,
}

const fn family(name: &'static str, normals: fn(&mut Random, usize) -> Vec<[f64; 3]>) -> Family {
    let error = 1e-6;
    Family {
        name,
        normals,
        error,
    }
}

const fn narrow(family: Family) -> Family {
    let error = f64::INFINITY;
    Family { error, ..family }
}

/// All kinds of cones.
pub(crate) const FAMILIES: &[Family] = &[
    family("with room", with_room),
    family("any", |random, count| many(count, || random.unit())),
    family("duplicates", duplicates),
    family("opposite pairs", opposite),
    narrow(family("1e-7 apart", |random, count| {
        apart(random, count, 1e-7)
    })),
    family("rounding apart", |random, count| {
        apart(random, count, 3e-16)
    }),
    narrow(family("1e-7 to a plane", flat)),
    family("walls on a floor", walls),
    family("of a grid", |random, count| many(count, || on_grid(random))),
    family("5 degrees apart", |random, count| {
        apart(random, count, 0.087)
    }),
    family("of a closed body", closed),
    family("single precision", single),
];

fn many(count: usize, mut one: impl FnMut() -> [f64; 3]) -> Vec<[f64; 3]> {
    (0..count).map(|_| one()).collect()
}

/// Returns a cone with an interior: all normals are on one side of a plane.
pub(crate) fn with_room(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    let inside = random.unit();
    many(count, || {
        let normal = random.unit();
        let side = dot(normal, inside).signum();
        normal.map(|x| side * x)
    })
}

fn duplicates(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    let few = many(3, || random.unit());
    many(count, || random.pick(&few))
}

fn opposite(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    let few = many(2, || random.unit());
    let side = |random: &mut Random| random.pick(&[1.0, -1.0]);
    many(count, || {
        let side = side(random);
        random.pick(&few).map(|x| side * x)
    })
}

/// Returns normals around two directions and their opposites.
fn apart(random: &mut Random, count: usize, distance: f64) -> Vec<[f64; 3]> {
    let few = many(2, || random.unit());
    many(count, || {
        let side = random.pick(&[1.0, 1.0, -1.0]);
        let centre = random.pick(&few).map(|x| side * x);
        unit(plus(centre, distance, random.ball()))
    })
}

/// Returns normals nearly all in one plane, so that the lines in which faces meet are nearly parallel.
fn flat(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    many(count, || {
        let [x, y, z] = random.unit();
        unit([x, 1e-7 * y, z])
    })
}

/// Returns the normals of floors, ceilings and upright walls, as in game levels.
fn walls(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    many(count, || match random.below(4) {
        0 => [0.0, random.pick(&[1.0, 1.0, -1.0]), 0.0],
        _ => {
            let [x, _, z] = random.ball();
            unit([x, 0.0, z + 1e-3])
        }
    })
}

fn on_grid(random: &mut Random) -> [f64; 3] {
    loop {
        let step = |random: &mut Random| random.pick(&[-1.0, 0.0, 1.0]);
        let normal = [step(random), step(random), step(random)];
        if normal != [0.0; 3] {
            return unit(normal);
        }
    }
}

/// Returns normals that allow only a movement of zero, or nearly zero.
fn closed(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    let mut normals = many(count, || random.unit());
    let sum = normals
        .iter()
        .fold([0.0; 3], |sum, &normal| plus(sum, 1.0, normal));
    if dot(sum, sum) > 1e-6 {
        normals.push(unit(sum.map(|x| -x)));
    }
    normals
}

#[allow(clippy::cast_possible_truncation, reason = "rounding is meant")]
fn single(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    let rounded = |normal: [f64; 3]| normal.map(|x| f64::from(x as f32));
    with_room(random, count).into_iter().map(rounded).collect()
}

/// Returns a wanted movement with a length from 1e-6 to 1e6, sometimes along or against a normal or on the grid.
pub(crate) fn wanted(random: &mut Random, normals: &[[f64; 3]]) -> [f64; 3] {
    let direction = match (random.below(6), normals) {
        (0, [first, ..]) => first.map(|x| -x),
        (1, [first, .., last]) => plus(first.map(|x| -x), 1e-7, *last),
        (2, _) => on_grid(random),
        _ => random.unit(),
    };
    let exponent = 6.0 * random.signed();
    let size = libm::exp10(exponent);
    direction.map(|x| x * size)
}
