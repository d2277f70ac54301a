//! Queries return the same as a search of everything, and allocate nothing.

mod known;

use std::sync::Arc;

use footwork_base::to_f32;
use glam::{DQuat, DVec3};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::{Gathered, Nearby, Piece, PieceKind, Place, Query, World};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::frame::Frame;
use crate::mesh::tests::soups::{Soup, below, cube, random, shuffle, sphere, terrain};
use crate::{Filter, Label, Mesh, Pose, Solid, Volume};
use known::{Found, Known};

/// The oracle rounds differently: at a gap smaller than this, in metres, it and the query may disagree about touching.
const SLACK: f64 = 1e-7;

fn random_pose(rng: &mut TestRng, spread: f64) -> Pose {
    let mut at = || spread * (random(rng) - 0.5);
    let position = [at(), at(), at()];
    let turn = [at() + 1e-3, at(), at(), at()];
    let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
    let turn = turn.map(|part| to_f32(part / length));
    match below(rng, 3) {
        0 => Pose::at(position),
        _ => Pose::new(position, turn),
    }
    .unwrap()
}

fn random_volume(rng: &mut TestRng) -> Volume {
    let mut length = || to_f32(0.1 + 1.5 * random(rng));
    let (a, b, c) = (length(), length(), length());
    match below(rng, 3) {
        0 => Volume::Box { half_m: [a, b, c] },
        1 => Volume::Sphere { radius_m: a },
        _ => Volume::Capsule {
            radius_m: a,
            half_axis_m: b,
        },
    }
}

fn meshes(rng: &mut TestRng) -> Vec<(Arc<Soup>, Arc<Mesh>)> {
    let soups = [cube(), sphere(2), terrain(8, rng), Soup::new()];
    let with_mesh = |soup: Soup| {
        let mesh = Mesh::from_triangles(&soup).unwrap();
        (Arc::new(soup), Arc::new(mesh))
    };
    soups.into_iter().map(with_mesh).collect()
}

fn add(
    world: &mut World,
    meshes: &[(Arc<Soup>, Arc<Mesh>)],
    spread: f64,
    rng: &mut TestRng,
) -> Known {
    let pose = random_pose(rng, spread);
    let layers = 1 << below(rng, 3);
    let label = Label { layers, tag: 5 };
    let (soup, solid) = match below(rng, 4) {
        0 => {
            let (soup, mesh) = &meshes[below(rng, meshes.len())];
            (Some(soup.clone()), Solid::Mesh(mesh.clone()))
        }
        _ => (None, Solid::Volume(random_volume(rng))),
    };
    Known {
        id: world.add(solid.clone(), pose, label).unwrap(),
        soup,
        solid,
        pose,
        layers,
    }
}

/// Queries random boxes and compares with a search of everything.
fn compare(
    world: &World,
    known: &[Known],
    spread: f64,
    rng: &mut TestRng,
) -> Result<(), TestCaseError> {
    let mut pieces = Vec::new();
    for _ in 0..8 {
        let mut at = || DVec3::new(random(rng), random(rng), random(rng)) - 0.5;
        let (centre, half, origin) = (spread * at(), 2.0 * at().abs(), spread * at());
        let filter = Filter {
            layers: 0b101,
            accept: Some(&|id, label: &Label| label.tag == 5 && known[0].id != id),
            ..Filter::default()
        };
        let near = Bounds {
            min: centre - half,
            max: centre + half,
        };
        let query = Query::upright(near, origin, &filter);
        world.gather(&query, &mut pieces);
        prop_assert!(are_gathered(world, &query, &pieces));
        let mut found: Vec<Found> = pieces.iter().map(|at| (at.obstacle, at.triangle)).collect();
        found.sort_unstable();
        prop_assert!(
            found.windows(2).all(|pair| pair[0] != pair[1]),
            "a query finds a piece twice"
        );
        for one in known {
            let counts = one.layers & 0b101 != 0 && one.id != known[0].id;
            for (what, gap) in one.gaps(centre - half, centre + half) {
                let is_found = found.binary_search(&what).is_ok();
                let is_right = gap.abs() < SLACK || is_found == (counts && gap < 0.0);
                prop_assert!(is_right, "{what:?} at {gap}");
            }
        }
        for piece in &pieces {
            let one = known.iter().find(|one| one.id == piece.obstacle).unwrap();
            prop_assert!(is_where_it_belongs(world, piece, one, origin), "{piece:?}");
        }
    }
    Ok(())
}

/// Returns whether a round body gathers each piece of a query once with the same bits. It may also gather triangles
/// that the query does not find, but no other volumes.
fn are_gathered(world: &World, query: &Query<'_>, pieces: &[Piece]) -> bool {
    let body = Body::Round {
        half_axis: 0.5,
        radius: 0.3,
    };
    let mut gathered = Gathered::with_capacity(1);
    gathered.gather(world, &body, query);
    let others = gathered.others.iter().map(|at| Place::Piece(*at as usize));
    let lanes = (0..gathered.batches.len()).map(Place::Lane);
    let places: Vec<Place> = others.chain(lanes).collect();
    let mut all: Vec<(Nearby, String)> = (places.iter())
        .map(|place| {
            let mut made = None;
            let piece = gathered
                .piece(world, &query.frame, *place, &mut made)
                .unwrap();
            assert_eq!(gathered.obstacle(*place), Some(piece.obstacle));
            (piece.id(), format!("{piece:?}"))
        })
        .collect();
    all.sort_unstable();
    let once = all.windows(2).all(|pair| pair[0].0 != pair[1].0);
    let known = |id| all.iter().find(|(other, _)| *other == id);
    let same =
        |piece: &Piece| known(piece.id()).is_some_and(|(_, told)| *told == format!("{piece:?}"));
    let more = all
        .iter()
        .filter(|(id, _)| pieces.iter().all(|piece| piece.id() != *id));
    once && pieces.iter().all(same) && more.into_iter().all(|(id, _)| id.triangle.is_some())
}

fn is_where_it_belongs(world: &World, piece: &Piece, known: &Known, origin: DVec3) -> bool {
    let pose = known.pose;
    let place = DVec3::from_array(pose.position()) - origin;
    let turn = DQuat::from_array(pose.rotation().map(f64::from));
    match (&piece.kind, &known.soup) {
        (PieceKind::Triangle { vertices, .. }, Some(soup)) => {
            let [a, b, c] = *vertices;
            let face = world.face_normal(piece);
            let normal = face.unwrap();
            let given = soup[piece.triangle.unwrap() as usize].map(DVec3::from_array);
            let near = |(vertex, given): (&DVec3, DVec3)| {
                (*vertex - (place + turn * given)).length() < 1e-4
            };
            vertices.iter().zip(given).all(near)
                && world.limited_normal(&Frame::at(DVec3::ZERO), piece, face, normal, DVec3::ZERO)
                    == normal
                && normal.dot((b - a).cross(c - a)) > 0.0
        }
        (PieceKind::Volume(volume), None) => (volume.centre - place).length() < 1e-9,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_query_finds_what_a_search_of_everything_finds(seed in any::<[u8; 32]>()) {
        let rng = &mut TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let meshes = meshes(rng);
        let (mut world, mut known) = (World::new(), Vec::new());
        let spread = 4.0 + 12.0 * random(rng);
        for _ in 0..below(rng, 150) + 1 {
            known.push(add(&mut world, &meshes, spread, rng));
        }
        for _ in 0..6 {
            compare(&world, &known, spread, rng)?;
            world.begin_step();
            for _ in 0..below(rng, 3 * known.len()) {
                let one = below(rng, known.len());
                known[one].pose = random_pose(rng, spread);
                world.move_to(known[one].id, known[one].pose).unwrap();
            }
            for _ in 0..below(rng, known.len()) {
                let gone = known.swap_remove(below(rng, known.len()));
                world.remove(gone.id).unwrap();
                prop_assert!(world.pose(gone.id).is_err());
            }
            for _ in 0..below(rng, 40) {
                known.push(add(&mut world, &meshes, spread, rng));
            }
            prop_assert_eq!(world.len(), known.len());
        }
    }

    #[test]
    fn the_order_of_triangles_does_not_matter(seed in any::<[u8; 32]>()) {
        let rng = &mut TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let soup = terrain(10, rng);
        let mut order: Vec<u32> = (0..200).collect();
        shuffle(&mut order, rng);
        let shuffled: Soup = order.iter().map(|&at| soup[at as usize]).collect();
        let pose = random_pose(rng, 1.0);
        let [plain, other] = [soup, shuffled].map(|soup| {
            let mut world = World::new();
            let mesh = Arc::new(Mesh::from_triangles(&soup).unwrap());
            world.add_mesh(mesh, pose, Label::default()).unwrap();
            world
        });
        for _ in 0..50 {
            // On the grid of the vertices, so that bounds often just touch.
            let mut at = || below(rng, 10) as f64;
            let (min, size) = ([at(), -1.0, at()], at() / 4.0);
            let max = [min[0] + size, 1.0, min[2] + size];
            let found = |world: &World| -> Vec<u32> {
                let near = world.pieces_near(min, max, &Filter::default());
                near.iter().map(|near| near.triangle.unwrap()).collect()
            };
            let mut mapped: Vec<u32> = found(&other).iter().map(|&at| order[at as usize]).collect();
            mapped.sort_unstable();
            prop_assert_eq!(found(&plain), mapped);
        }
    }
}

#[test]
fn queries_and_moves_allocate_nothing_once_warm() {
    let rng = &mut TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let meshes = meshes(rng);
    let mut world = World::new();
    let known: Vec<Known> = (0..100)
        .map(|_| add(&mut world, &meshes, 20.0, rng))
        .collect();
    let everything = Bounds {
        min: DVec3::NEG_INFINITY,
        max: DVec3::INFINITY,
    };
    let mut pieces = Vec::new();
    let gather = |world: &World, pieces: &mut Vec<Piece>| {
        let filter = Filter::default();
        world.gather(&Query::upright(everything, DVec3::ONE, &filter), pieces);
    };
    gather(&world, &mut pieces);
    let many = pieces.len();
    assert!(many > 500);
    let step = |world: &mut World, pieces: &mut Vec<Piece>| {
        for one in &known {
            world.move_to(one.id, one.pose).unwrap();
        }
        gather(world, pieces);
    };
    step(&mut world, &mut pieces);
    world.begin_step();
    let (counts, ()) = footwork_testkit::allocations(|| step(&mut world, &mut pieces));
    assert_eq!(pieces.len(), many);
    assert_eq!(counts.count, 0);
}

#[test]
fn worn_trees_are_rebuilt_in_their_own_memory() {
    let rng = &mut TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut world = World::new();
    let ball = Volume::Sphere { radius_m: 0.1 };
    let row: Vec<_> = (0..1000)
        .map(|at| {
            let pose = Pose::at([f64::from(at), 0.0, 0.0]).unwrap();
            world.add_volume(ball, pose, Label::default()).unwrap()
        })
        .collect();
    let cost = |world: &World| world.index.cost();
    let new = cost(&world);
    let mut allocated = 0;
    for _ in 0..5 {
        for &id in &row {
            let at = [1000.0 * random(rng), 0.0, 0.0];
            world.move_to(id, Pose::at(at).unwrap()).unwrap();
        }
        assert!(cost(&world) > 10.0 * new, "the trees are not worn");
        allocated += footwork_testkit::allocations(|| world.begin_step()).0.count;
        assert!(cost(&world) < 3.0 * new, "the trees were not rebuilt");
    }
    assert_eq!(allocated, 0);
}

/// In soak only: a million triangles.
#[test]
#[ignore = "takes long without optimisation"]
fn a_query_in_a_mesh_of_a_million_triangles_finds_one_or_two() {
    let side = match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 708,
        None => 70,
    };
    let rng = &mut TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let soup = terrain(side, rng);
    let mesh = Arc::new(Mesh::from_triangles(&soup).unwrap());
    assert_eq!((mesh.len(), mesh.dropped()), (2 * side * side, 0));
    let mut world = World::new();
    world
        .add_mesh(mesh, Pose::IDENTITY, Label::default())
        .unwrap();
    for at in 0..side {
        let x = at as f64 + 0.5;
        let near = world.pieces_near([x, -1.0, x], [x, 1.0, x], &Filter::default());
        assert!((1..=2).contains(&near.len()));
    }
}
