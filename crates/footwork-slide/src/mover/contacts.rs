//! The contacts of a move, without repetitions.

use super::Mover;
use super::scene::Scene;
use super::state::Contact;
use crate::obstacle_id::ObstacleId;

/// Up to this number of contacts, each contact is compared with those before it.
const FEW_CONTACTS: usize = 16;

impl Mover {
    /// Makes the contacts of a move from its hits. If several hits have the same piece and normal, only the first
    /// counts.
    pub(super) fn list_contacts(&mut self, scene: &Scene<'_>) {
        self.contacts.clear();
        let contacts = self.hits.iter().map(|hit| hit.as_contact(scene));
        self.contacts.extend(contacts);
        let contacts = &mut self.contacts;
        if contacts.len() <= FEW_CONTACTS {
            merge_few(contacts);
            return;
        }
        // Repetitions are found by sorting, because a heap of obstacles has many contacts.
        self.order.clear();
        self.order.extend(0..contacts.len());
        self.order
            .sort_unstable_by_key(|at| (identity(&contacts[*at]), *at));
        self.order.dedup_by(|again, first| {
            let is_again = identity(&contacts[*again]) == identity(&contacts[*first]);
            contacts[*first].active |= is_again && contacts[*again].active;
            is_again
        });
        self.order.sort_unstable();
        for (to, from) in self.order.iter().enumerate() {
            contacts[to] = contacts[*from];
        }
        contacts.truncate(self.order.len());
    }
}

/// Removes repetitions from a short list of contacts, by comparing each contact with all kept contacts.
fn merge_few(contacts: &mut Vec<Contact>) {
    let mut kept = 0;
    for index in 0..contacts.len() {
        let contact = contacts[index];
        let is_again = |first: &&mut Contact| identity(first) == identity(&contact);
        if let Some(first) = contacts[..kept].iter_mut().find(is_again) {
            first.active |= contact.active;
        } else {
            contacts[kept] = contact;
            kept += 1;
        }
    }
    contacts.truncate(kept);
}

/// Returns the piece and the normal's bits. Two contacts of a move are the same if these are equal.
fn identity(contact: &Contact) -> (ObstacleId, u32, Option<u32>, [u32; 3]) {
    let normal = contact.normal.map(f32::to_bits);
    (contact.obstacle, contact.part, contact.triangle, normal)
}
