//! Captions of scenes.

/// Returns the caption for the name of a scene's file; the name itself, if there is nothing to add.
pub(crate) fn caption(name: &str) -> String {
    let says = match name {
        "abutting_walls" => "three meshes abut, with T-junctions, slivers and split vertices",
        "corner" => "a corner of 60 degrees, met off its middle",
        "crowd" => "through a crowd at full speed; the grey one is in a layer that does not count",
        "far_away" => "the same corner, 100 km from the origin",
        "flat_wall" => "a flat wall of 100 triangles",
        "gentle_ground" => "over four triangles of 2 to 10 degrees, on which a body froze",
        "groove" => {
            "between two slopes of 60 degrees, where it is wedged; along the groove, and a jump"
        }
        "inside" => "a start inside of a box and a sphere, with no wish to move",
        "rough_wall" => "a wall with 2 mm of noise",
        "sheet_edge" => "a sheet without thickness, hit at its edge",
        "slopes" => "down a drop, up 27 degrees, not up 63: the limit is 40",
        "spoiled_triangles" => "flipped, doubled and empty triangles",
        "stairs" => "steps of 15, 20, 25 and 30 cm are climbed, 35 cm is not",
        "steep_climb" => "up and down 59 degrees, no faster than wanted: the limit is 70",
        "thin_slab" => "moves of up to 100 m against a slab of 2 mm",
        "trihedral" => "a floor and two walls",
        "volumes" => "a sphere among boxes, spheres and leaning capsules",
        _ => "",
    };
    match says.is_empty() {
        true => name.to_owned(),
        false => format!("{name}: {says}"),
    }
}
