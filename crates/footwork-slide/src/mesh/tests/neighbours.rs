//! Neighbours across whole edges and across parts of edges.

use proptest::prelude::*;
use proptest::test_runner::TestRng;

use super::soups::{Soup, cube, quad, random, shuffle, sphere, terrain};
use super::{Mesh, agree, check, edges, letters};

fn flipped([a, b, c]: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    [a, c, b]
}

/// Returns a floor of two squares that meet at x = 0, along edge 1 of triangle 1 and edge 0 of triangle 2.
fn floor() -> Soup {
    let mut soup = quad([
        [-1.0, 0.0, 0.0],
        [-1.0, 0.0, 1.0],
        [0.0, 0.0, 1.0],
        [0.0; 3],
    ]);
    soup.extend(quad([
        [0.0; 3],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
    ]));
    soup
}

#[test]
fn closed_surfaces_have_no_border() {
    check(&cube(), &["xxf", "fxx"].repeat(6));
    let inside: Soup = cube().into_iter().map(flipped).collect();
    check(&inside, &["fvv", "vvf"].repeat(6));
    check(&sphere(3), &["xxx"; 512]);
}

#[test]
fn a_triangle_wound_the_other_way_swaps_its_own_sides_only() {
    let mut soup = cube();
    soup[4] = flipped(soup[4]);
    let mut expected = ["xxf", "fxx"].repeat(6);
    expected[4] = "fvv";
    check(&soup, &expected);
}

#[test]
fn a_floor_is_flat_inside_with_borders_around() {
    check(&floor(), &["bbf", "ffb", "fbf", "fbb"]);
    check(&floor()[..1].to_vec(), &["bbb"]);
    check(&Soup::new(), &[]);
}

#[test]
fn a_body_cannot_catch_where_a_wall_stands_on_a_floor() {
    let mut soup = floor();
    soup.extend(quad([
        [0.0; 3],
        [0.0, 0.0, 1.0],
        [0.0, 1.0, 1.0],
        [0.0, 1.0, 0.0],
    ]));
    check(&soup, &["bbf", "ffb", "fbf", "fbb", "fbf", "fbb"]);
    // A ridge is convex. A wall that stands on the ridge makes it flat from both sides. A wall that hangs below the
    // ridge changes nothing.
    let roof: Soup = floor()
        .into_iter()
        .map(|triangle| triangle.map(|[x, _, z]| [x, -x.abs(), z]))
        .collect();
    check(&roof, &["bbf", "fxb", "xbf", "fbb"]);
    let with = |y: f64| {
        let mut soup = roof.clone();
        soup.extend(quad([
            [0.0; 3],
            [0.0, 0.0, 1.0],
            [0.0, y, 1.0],
            [0.0, y, 0.0],
        ]));
        letters(&Mesh::from_triangles(&soup).unwrap())
    };
    assert_eq!(with(1.0), ["bbf", "ffb", "fbf", "fbb", "fbf", "fbb"]);
    assert_eq!(with(-1.0), ["bbf", "fxb", "xbf", "fbb", "fbf", "fbb"]);
}

#[test]
fn duplicate_triangles_count_as_one_neighbour() {
    let twice: Soup = cube().into_iter().flat_map(|t| [t, t]).collect();
    check(&twice, &["xxf", "xxf", "fxx", "fxx"].repeat(6));
    let alone = floor()[0];
    check(&vec![alone, alone, flipped(alone)], &["bbb"; 3]);
}

#[test]
fn an_edge_covered_in_parts_is_not_a_border() {
    // On the right, two triangles share a vertex at z = 0.4. The triangle on the left has no vertex there.
    let (o, z, m, far) = ([0.0; 3], [0.0, 0.0, 1.0], [0.0, 0.0, 0.4], [1.0, 0.0, 0.0]);
    let bent = |y: f64| {
        let mut soup = floor()[..2].to_vec();
        let far = [far[0], y, far[2]];
        soup.extend([[o, m, far], [m, z, far]]);
        soup
    };
    check(&bent(0.0), &["bbf", "ffb", "ffb", "fbf"]);
    check(&bent(-0.2), &["bbf", "fxb", "xfb", "xbf"]);
    check(&bent(0.2), &["bbf", "fvb", "vfb", "vbf"]);
    // An edge is a border if only a part of it has a neighbour.
    check(&bent(0.0)[..3].to_vec(), &["bbf", "fbb", "fbb"]);
    // A triangle without area along the divided edge is dropped and changes nothing.
    let mut filled = bent(0.0);
    filled.push([o, m, z]);
    check(&filled, &["bbf", "ffb", "ffb", "fbf", "---"]);
    assert_eq!(Mesh::from_triangles(&filled).unwrap().dropped(), 1);
}

#[test]
fn a_sheet_folded_onto_itself_has_a_border_at_the_fold() {
    let sheet = floor();
    let folded: Soup = sheet
        .iter()
        .map(|triangle| triangle.map(|[x, y, z]| [-x.abs(), y, z]))
        .collect();
    check(&folded, &["bbf", "fbb", "bbf", "fbb"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_order_of_triangles_does_not_matter(seed in any::<[u8; 32]>()) {
        let mut rng = TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &seed);
        let mut soup = terrain(6, &mut rng);
        soup.extend(cube());
        for at in 0..soup.len() {
            match (random(&mut rng) * 10.0).floor() {
                0.0 => soup.push(soup[at]),
                1.0 => soup[at] = flipped(soup[at]),
                2.0 => soup.push([soup[at][0], soup[at][0], soup[at][1]]),
                _ => {}
            }
        }
        for coordinate in soup.as_flattened_mut().as_flattened_mut() {
            *coordinate += 2e-5 * random(&mut rng);
        }
        let mut order: Vec<usize> = (0..soup.len()).collect();
        shuffle(&mut order, &mut rng);
        let shuffled: Soup = order.iter().map(|&at| soup[at]).collect();
        let [plain, other] = [soup, shuffled].map(|soup| edges(&Mesh::from_triangles(&soup).unwrap()));
        for (at, &from) in order.iter().enumerate() {
            match (&plain[from], &other[at]) {
                (None, None) => {}
                (Some(a), Some(b)) => {
                    for (a, b) in a.iter().zip(b) {
                        prop_assert!(agree(a, b), "triangle {from}: {a:?} or {b:?}");
                    }
                }
                (a, b) => prop_assert!(false, "triangle {from}: {a:?} or {b:?}"),
            }
        }
    }
}
