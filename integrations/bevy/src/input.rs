//! Where a character should go: a stick, or a path.

use bevy_ecs::component::Component;
use footwork::matching::{Input, Stick, Want, Waypoint};

/// The stick of a character: where to go and where to look. By default, the character stands.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct StickInput(pub Stick);

impl StickInput {
    /// Creates a stick that asks for a velocity, world x and z in m/s, and for the heading of that velocity.
    pub fn new(velocity_mps: [f64; 2]) -> Self {
        Self(Stick::new(velocity_mps))
    }
}

impl Default for StickInput {
    fn default() -> Self {
        Self::new([0.0; 2])
    }
}

/// The path of a character, used instead of its [`StickInput`]: straight lines from its present place
/// through the waypoints. The times of waypoints count from now, so write the path again in each frame.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct PathInput(pub Vec<Waypoint>);

/// Returns the input of a character: the path if there is one, or else the stick.
pub(crate) fn input_of<'a>(stick: &StickInput, path: Option<&'a PathInput>) -> Input<'a> {
    match path {
        Some(path) => Input {
            want: Want::Path(&path.0),
            ..Input::default()
        },
        None => Input {
            want: Want::Stick(stick.0.velocity_mps),
            heading_rad: stick.0.heading_rad,
            ..Input::default()
        },
    }
}
