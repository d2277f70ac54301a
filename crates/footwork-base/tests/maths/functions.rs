//! Every function of the module, by name and number of arguments.

use footwork_base::maths;

use super::inputs::{Random, SPECIALS, all_exponents};

/// A function of one to five numbers.
#[derive(Clone, Copy)]
pub(crate) enum Function {
    One(fn(f32) -> f32),
    Two(fn(f32, f32) -> f32),
    Three(fn(f32, f32, f32) -> f32),
    Four(fn(f32, f32, f32, f32) -> f32),
    Five(fn(f32, f32, f32, f32, f32) -> f32),
}

use Function::{Five, Four, One, Three, Two};

pub(crate) const FUNCTIONS: &[(&str, Function)] = &[
    ("abs", One(maths::abs)),
    ("acos", One(maths::acos)),
    ("asin", One(maths::asin)),
    ("atan", One(maths::atan)),
    ("atan2", Two(maths::atan2)),
    ("canonical", One(maths::canonical)),
    ("cbrt", One(maths::cbrt)),
    ("ceil", One(maths::ceil)),
    ("clamp", Three(maths::clamp)),
    ("cos", One(maths::cos)),
    ("deg", One(maths::deg)),
    ("exp", One(maths::exp)),
    ("exp2", One(maths::exp2)),
    ("floor", One(maths::floor)),
    ("fract", One(maths::fract)),
    ("hash", One(|x| maths::hash(1, x))),
    ("hypot", Two(maths::hypot)),
    ("length2", Two(maths::length2)),
    ("length3", Three(maths::length3)),
    ("length4", Four(maths::length4)),
    ("lerp", Three(maths::lerp)),
    ("ln", One(maths::ln)),
    ("log10", One(maths::log10)),
    ("log2", One(maths::log2)),
    ("max", Two(maths::max)),
    ("min", Two(maths::min)),
    ("modulo", Two(maths::modulo)),
    ("noise1", One(|x| maths::noise1(1, x))),
    ("noise2", Two(|x, y| maths::noise2(1, x, y))),
    ("noise3", Three(|x, y, z| maths::noise3(1, x, y, z))),
    ("pow", Two(maths::pow)),
    ("rad", One(maths::rad)),
    ("rem", Two(maths::rem)),
    ("remap", Five(maths::remap)),
    ("round", One(maths::round)),
    ("saturate", One(maths::saturate)),
    ("select", Three(maths::select)),
    ("sign", One(maths::sign)),
    ("sin", One(maths::sin)),
    ("smoothstep", Three(maths::smoothstep)),
    ("sqrt", One(maths::sqrt)),
    ("step", Two(maths::step)),
    ("tan", One(maths::tan)),
    ("trunc", One(maths::trunc)),
    ("wrap", Three(maths::wrap)),
];

/// Calls `see` with the results of a function on a fixed grid of arguments, which includes all
/// special values.
pub(crate) fn for_each_result(function: Function, mut see: impl FnMut(f32)) {
    let some: Vec<f32> = SPECIALS.into_iter().chain(all_exponents(1)).collect();
    let few = &SPECIALS;
    match function {
        One(f) => SPECIALS
            .into_iter()
            .chain(all_exponents(64))
            .chain((0..20_000).map(|i| (i - 10_000) as f32 * 0.003_7))
            .for_each(|x| see(f(x))),
        Two(f) => {
            for &x in &some {
                few.iter().for_each(|&y| see(f(x, y)));
            }
            let mut random = Random(1);
            (0..10_000).for_each(|_| see(f(random.between(-9.0, 9.0), random.between(-9.0, 9.0))));
        }
        Three(f) => {
            for x in *few {
                for y in *few {
                    few.iter().for_each(|&z| see(f(x, y, z)));
                }
            }
            let mut random = Random(1);
            let mut next = || random.between(-9.0, 9.0);
            (0..10_000).for_each(|_| see(f(next(), next(), next())));
        }
        Four(f) => {
            let mut random = Random(1);
            let mut next = || pick(&mut random);
            (0..20_000).for_each(|_| see(f(next(), next(), next(), next())));
        }
        Five(f) => {
            let mut random = Random(1);
            let mut next = || pick(&mut random);
            (0..20_000).for_each(|_| see(f(next(), next(), next(), next(), next())));
        }
    }
}

/// Returns a special value in one of eight cases, otherwise an ordinary number.
fn pick(random: &mut Random) -> f32 {
    if random.bits().is_multiple_of(8) {
        let index = random.bits() as usize % SPECIALS.len();
        SPECIALS[index]
    } else {
        random.between(-9.0, 9.0)
    }
}
