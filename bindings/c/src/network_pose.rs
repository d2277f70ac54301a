//! Poses as the inputs of a network.

use footwork::NetworkInputs;
use footwork::base::Role;
use footwork::features::{Frame, Skeleton, SkeletonJoint};

use crate::FW_NONE;
use crate::door::{Buffer, call, groups, out, slice, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::expression::{fw_text, texts_of};
use crate::network::{NETWORKS, Network, fw_network};

/// Facts about a pose that its joints do not show.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct fw_pose_facts {
    /// The heading, as an angle about y in radians: 0 towards +z, growing to the left. It replaces the heading found from the
    /// pose if `has_heading` is not 0.
    pub heading_rad: f64,
    /// Whether `heading_rad` counts.
    pub has_heading: u8,
    /// Whether the left foot touches the ground, for networks that take contacts.
    pub left_contact: u8,
    /// Whether the right foot touches the ground, for networks that take contacts.
    pub right_contact: u8,
    /// Always 0.
    pub reserved: [u8; 5],
}

/// Sets the skeleton whose poses the network takes, and begins a new stream. Each joint has a name, a parent, an offset and a
/// role. The parent comes before the joint, and is FW_NONE for the root. The offset is from the parent at rest, in metres.
/// The role is a text such as `left_foot`, or empty. `travelling` is the joint that carries the character over the ground,
/// such as the hips. If `has_channels` is not 0, channels are computed from the poses too, and outputs come up to two frames
/// later. Otherwise the caller gives channels with each pose. If the skeleton does not fit, FW_BAD_DATA names the first
/// difference. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_set_skeleton(
    network: fw_network,
    names: *const fw_text,
    names_count: usize,
    parents: *const u32,
    parents_count: usize,
    offsets_m: *const f32,
    offsets_count: usize,
    roles: *const fw_text,
    roles_count: usize,
    travelling: u32,
    has_channels: u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let names = texts_of(slice(names, names_count, "names")?, "names")?;
        let parents = slice(parents, parents_count, "parents")?;
        let offsets: &[[f32; 3]] =
            groups(slice(offsets_m, offsets_count, "offsets_m")?, "offsets_m")?;
        let roles = texts_of(slice(roles, roles_count, "roles")?, "roles")?;
        let skeleton = skeleton(&names, parents, offsets, &roles, travelling)?;
        let mut network = NETWORKS.take(network.handle)?;
        let spec = &network.spec;
        let mut inputs = NetworkInputs::new(spec, &skeleton).map_err(Fault::data)?;
        if has_channels != 0 {
            inputs = inputs.with_channels(spec, &skeleton).map_err(Fault::data)?;
        }
        let delay_secs = network.delay_secs + inputs.delay_secs();
        network.outputs = network.outputs.clone().with_delay(delay_secs);
        network.outputs.restart();
        network.inputs = Some(inputs);
    })
}

/// Computes the inputs of the network from the next pose. `position` is the world position of joint 0 in metres; y is
/// up. `rotations` has four numbers for each joint: a quaternion x, y, z, w in the space of the parent.
/// `translations_m` has three numbers for each joint: the position in the space of the parent. It is empty if joints
/// keep their offsets. `given` has the columns of channels, events and tags, in this order, or is empty if the network
/// takes none. `facts` may be NULL. Writes whether there is a new frame to run the network on. There always is one
/// unless channels are computed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_push_pose(
    network: fw_network,
    position: *const f64,
    rotations: *const f32,
    rotations_count: usize,
    translations_m: *const f32,
    translations_count: usize,
    given: *const f32,
    given_count: usize,
    facts: *const fw_pose_facts,
    is_ready: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let is_ready = out(is_ready, "is_ready")?;
        let position = value(position.cast::<[f64; 3]>(), "position")?;
        let rotations = groups(slice(rotations, rotations_count, "rotations")?, "rotations")?;
        let translations = slice(translations_m, translations_count, "translations_m")?;
        let translations = groups(translations, "translations_m")?;
        let given = slice(given, given_count, "given")?;
        let facts = if facts.is_null() {
            fw_pose_facts::default()
        } else {
            value(facts, "facts")?
        };
        let mut network = NETWORKS.take(network.handle)?;
        let frame = Frame {
            root_position_m: position,
            rotations,
            translations: (!translations.is_empty()).then_some(translations),
            contacts: [facts.left_contact, facts.right_contact].map(|contact| contact != 0),
            heading_rad: (facts.has_heading != 0).then_some(facts.heading_rad),
        };
        let pushed = inputs(&mut network)?.push(&frame, given);
        is_ready.write(u8::from(pushed.map_err(Fault::caused)?));
    })
}

/// Writes the input tensor of the network, of shape (1, frames, inputs) of `fw_network_info`. It has the scaled numbers of
/// the last frames, the oldest first. Until there are enough poses, the first pose fills the earlier frames.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_window(
    network: fw_network,
    window: *mut f32,
    window_capacity: usize,
    window_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(window, window_capacity, window_count, "window")?;
        let mut network = NETWORKS.take(network.handle)?;
        let window = inputs(&mut network)?.window();
        room.fill(window.len(), window.iter().copied())?;
    })
}

fn inputs(network: &mut Network) -> Result<&mut NetworkInputs, Fault> {
    let inputs = network.inputs.as_mut();
    inputs.ok_or_else(|| {
        Fault::range("the network has no skeleton: call fw_network_set_skeleton first")
    })
}

fn skeleton(
    names: &[&str],
    parents: &[u32],
    offsets: &[[f32; 3]],
    roles: &[&str],
    travelling: u32,
) -> Result<Skeleton, Fault> {
    let joints = names.len();
    let lists = [
        ("parents", parents.len()),
        ("offsets_m", offsets.len()),
        ("roles", roles.len()),
    ];
    if let Some((list, found)) = lists.iter().find(|(_, found)| *found != joints) {
        let message = format!("there are {joints} names, and `{list}` is for {found} joints");
        return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
    }
    let index = |number: u32| usize::try_from(number).map_err(Fault::range);
    let joint = |at: usize| {
        let parent = (parents[at] != FW_NONE).then(|| index(parents[at]));
        Ok(SkeletonJoint {
            name: names[at].to_owned(),
            parent: parent.transpose()?,
            offset_m: offsets[at],
            is_end: false,
        })
    };
    let known = |(at, role): (usize, &&str)| {
        let role = role.parse::<Role>();
        let unknown = |error| Fault::new(fw_status::FW_UNKNOWN_NAME, format!("{error}"));
        Ok((role.map_err(unknown)?, at))
    };
    let named = roles
        .iter()
        .enumerate()
        .filter(|(_, role)| !role.is_empty());
    let roles = named.map(known).collect::<Result<Vec<_>, Fault>>()?;
    let joints = (0..joints).map(joint).collect::<Result<Vec<_>, Fault>>()?;
    Skeleton::new(joints, &roles, index(travelling)?).map_err(Fault::range)
}
