//! Trees of unlikely shapes, and trees whose items move and are removed.

use glam::Vec3;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::{Item, MovingTree, Tree};
use crate::bounds::Outer;
use crate::mesh::tests::soups::{below, random};

fn at(place: Vec3, size: f32, index: u32) -> Item {
    Item {
        bounds: Outer {
            min: place,
            max: place + Vec3::splat(size),
        },
        index,
    }
}

fn touch(a: &Outer, b: &Outer) -> bool {
    a.min.cmple(b.max).all() && a.max.cmpge(b.min).all()
}

#[test]
fn items_that_cannot_be_balanced_are_found() {
    let power = |exponent: i32| f32::from_bits(u32::try_from(127 + exponent).unwrap() << 23);
    let growing: Vec<Item> = (0..240_u8)
        .map(|step| {
            let size = power(i32::from(step) - 120);
            at(Vec3::splat(size), size / 4.0, u32::from(step))
        })
        .collect();
    let alike: Vec<Item> = (0..1000).map(|index| at(Vec3::ONE, 1.0, index)).collect();
    for (items, leaf) in [(&growing, 1), (&growing, 4), (&alike, 1), (&alike, 4)] {
        let mut ordered = items.clone();
        let tree = Tree::build(&mut ordered, leaf);
        for item in items {
            let mut found = Vec::new();
            tree.visit(&item.bounds, |first, count| {
                let leaf = &ordered[first as usize..][..count as usize];
                found.extend(leaf.iter().map(|item| item.index));
            });
            assert!(found.contains(&item.index));
        }
    }
    Tree::build(&mut [], 4).visit(&growing[0].bounds, |_, _| {
        panic!("an empty tree has no leaf")
    });
}

#[test]
fn a_query_finds_items_after_moves_and_removals() {
    let rng = &mut TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let place = |rng: &mut TestRng| {
        let bounded = |x: f64| f32::from(hundredths(x));
        Vec3::new(
            bounded(random(rng)),
            bounded(random(rng)),
            bounded(random(rng)),
        )
    };
    let mut items: Vec<Item> = (0..300).map(|index| at(place(rng), 9.0, index)).collect();
    let mut tree = MovingTree::new(&mut items);
    let mut living: Vec<Option<Item>> = items.into_iter().map(Some).collect();
    for _ in 0..2000 {
        let one = below(rng, living.len());
        let number = u32::try_from(one).unwrap();
        match (&mut living[one], below(rng, 20)) {
            (None, _) => {}
            (gone, 0) => {
                *gone = None;
                tree.remove(number);
            }
            (Some(item), _) => {
                item.bounds = at(place(rng), 9.0, 0).bounds;
                tree.move_to(number, item.bounds);
            }
        }
        let near = at(place(rng), 20.0, 0).bounds;
        let mut found = Vec::new();
        tree.visit(&near, |number| found.push(number));
        found.sort_unstable();
        let all = living.iter().flatten();
        let mut expected: Vec<u32> = all
            .filter(|item| touch(&item.bounds, &near))
            .map(|item| item.index)
            .collect();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
    assert_eq!(tree.len(), living.iter().flatten().count());
    assert_eq!(tree.items().count(), tree.len());
    assert!(tree.is_worn(), "the tree is not worn after 2000 moves");
}

/// Returns a share in hundredths, from 0 to 100.
fn hundredths(share: f64) -> u8 {
    (0..100_u8)
        .filter(|&step| f64::from(step) < 100.0 * share)
        .map(|_| 1)
        .sum()
}
