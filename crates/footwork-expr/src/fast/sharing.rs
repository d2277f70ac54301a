//! Finds equal nodes, so that they can be shared.

use super::node::{Id, Node};

/// The maximum number of probes. A node that needs more probes is not shared. This keeps the time linear even for
/// expressions crafted to collide.
const MAX_PROBES: usize = 32;

/// A hash table from the content of nodes to their places, with open addressing, at most half full.
pub(super) struct Sharing {
    /// The places of nodes, plus one; 0 is a free slot. The length is a power of two.
    places: Vec<Id>,
    filled: usize,
}

impl Sharing {
    /// Creates a table for about `nodes` nodes.
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            places: vec![0; (2 * nodes).next_power_of_two().max(16)],
            filled: 0,
        }
    }

    /// Returns the place of `node` in `nodes`, appending the node if it is missing.
    pub(super) fn place(&mut self, nodes: &mut Vec<Node>, node: Node) -> Id {
        let mask = self.places.len() - 1;
        let start = hash(node);
        let mut free = None;
        for look in 0..MAX_PROBES {
            let at = start.wrapping_add(look) & mask;
            match self.places[at] {
                0 => {
                    free = Some(at);
                    break;
                }
                place if nodes[place as usize - 1] == node => return place - 1,
                _ => {}
            }
        }
        nodes.push(node);
        // Invariant: a program has at most 65,535 steps, each of a few nodes, so the number of nodes fits.
        let place = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
        if let Some(at) = free {
            self.places[at] = place;
            self.filled += 1;
            if 2 * self.filled > self.places.len() {
                self.grow(nodes);
            }
        }
        place - 1
    }

    fn grow(&mut self, nodes: &[Node]) {
        let old = std::mem::take(&mut self.places);
        let mask = 2 * old.len() - 1;
        self.places = vec![0; 2 * old.len()];
        self.filled = 0;
        for place in old.into_iter().filter(|&place| place > 0) {
            let start = hash(nodes[place as usize - 1]);
            let mut looks = (0..MAX_PROBES).map(|look| start.wrapping_add(look) & mask);
            if let Some(at) = looks.find(|&at| self.places[at] == 0) {
                self.places[at] = place;
                self.filled += 1;
            }
        }
    }
}

/// Multiplies by a constant of Steele and Vigna (*Computationally Easy, Spectrally Good Multipliers*, 2021).
fn hash(node: Node) -> usize {
    const MULTIPLIER: u64 = 0xf135_7aea_2e62_a9c5;
    let mix = |hash: u64, word: u32| (hash ^ u64::from(word)).wrapping_mul(MULTIPLIER);
    let hash = match node {
        Node::Variable(number) => mix(1, number),
        Node::Constant(bits) => mix(2, bits),
        Node::Power(power, [a]) => mix(mix(3, a).rotate_left(23), power),
        Node::Call(function, [a, b, c, d]) => {
            let hash = mix(mix(4 + u64::from(function.number()), a).rotate_left(23), b);
            mix(mix(hash.rotate_left(23), c).rotate_left(23), d)
        }
    };
    // The bits of the upper half depend on all bits of the node.
    (hash >> 32) as usize
}
