//! The impulses by which a moved body pushes dynamic ones.

use footwork_slide::Contact;
use rapier3d::dynamics::{RigidBodyHandle, RigidBodySet};
use rapier3d::geometry::ColliderSet;
use rapier3d::math::Vector;

use super::RapierLevel;

/// An impulse on a dynamic body, ready to apply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impulse {
    /// The body.
    pub body: RigidBodyHandle,
    /// The impulse, in newton seconds in the world.
    pub impulse: Vector,
    /// The point in the world at which it acts.
    pub point: Vector,
}

impl Impulse {
    /// Applies the impulse and wakes the body.
    pub fn apply(&self, bodies: &mut RigidBodySet) {
        if let Some(body) = bodies.get_mut(self.body) {
            body.apply_impulse_at_point(self.impulse, self.point, true);
        }
    }
}

impl RapierLevel {
    /// Returns the impulses by which a body of `mass_kg` pushes the dynamic bodies in `contacts`. Each is the
    /// impulse of an inelastic impact at the touched point, given the masses and the inertia of both bodies.
    /// Contacts with the same body share the impulse.
    ///
    /// Apply them before the next physics step. The contacts come from
    /// [`MoveResult::contacts`](footwork_slide::MoveResult::contacts).
    pub fn impulses<'a>(
        bodies: &'a RigidBodySet,
        colliders: &'a ColliderSet,
        contacts: &'a [Contact],
        mass_kg: f32,
    ) -> impl Iterator<Item = Impulse> + 'a {
        let pushed = |contact: &Contact| {
            let collider = colliders.get(Self::collider(contact.obstacle))?;
            let handle = collider.parent()?;
            let is_pushed = contact.closing_mps > 0.0 && bodies.get(handle)?.is_dynamic();
            is_pushed.then_some(handle)
        };
        contacts.iter().filter_map(move |contact| {
            let handle = pushed(contact)?;
            let body = bodies.get(handle)?;
            let sharing = contacts
                .iter()
                .filter(|other| pushed(other) == Some(handle));
            let share = sharing.fold(0.0, |share: f32, _| share + 1.0);
            let point = Vector::from_array(contact.point.map(narrow));
            let normal = Vector::from_array(contact.normal);
            let properties = body.mass_properties();
            let arm = (point - properties.world_com).cross(normal);
            let turning = arm.dot(properties.effective_world_inv_inertia * arm);
            let linear = normal.dot(normal * properties.effective_inv_mass);
            let inverse = 1.0 / mass_kg + linear + turning;
            let size = contact.closing_mps / (inverse * share);
            // NaN, from a mass of zero, is not above 0.
            let is_push = size > 0.0;
            is_push.then_some(Impulse {
                body: handle,
                impulse: -normal * size,
                point,
            })
        })
    }
}

#[allow(clippy::cast_possible_truncation, reason = "Rapier's numbers are f32")]
fn narrow(at: f64) -> f32 {
    at as f32
}
