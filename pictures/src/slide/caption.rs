//! Captions of scenes.

/// Returns the caption for the name of a scene's file; the name itself, if there is nothing to add.
pub(crate) fn caption(name: &str) -> String {
    let says = match name {
        "abutting_walls" => "three meshes abut, with T-junctions, slivers and split vertices",
        "corner" => "into a corner of 60 degrees, off its middle",
        "crowd" => "through a crowd at full speed; the grey one is in a layer that never blocks",
        "far_away" => "the same corner, 100 km from the origin",
        "flat_wall" => "a flat wall of 100 triangles",
        "gentle_ground" => "over four triangles of 2 to 10 degrees; a body used to freeze here",
        "gentle_rise_freeze" => "six moves over a rise of 6 degrees; a body used to freeze here",
        "groove" => "falls between two slopes of 60 degrees, slides along the groove and jumps",
        "idle" => "on a slope of 11 degrees with gravity, for two seconds without a wish to move",
        "inside" => "out of a box and a sphere, without a wish to move",
        "inside_slowly" => "out of a box at 1 m/s and no faster",
        "lift" => "carried up by a lift, and then round by a turntable",
        "on_a_wall" => "up is to the left: it falls to a wall, climbs a step, and is stopped",
        "one_way" => "up through a platform and down onto it; through a one-way door, and not back",
        "pushed" => {
            "a crate of 30 kg is pushed away again and again, a crate of 800 kg hardly moves"
        }
        "rough_wall" => "a wall with 2 mm of noise",
        "sensors" => "through grass, past a cloud, up a ladder: sensors block no body",
        "sheet_edge" => "a sheet without thickness, hit at its edge",
        "slope_49_limit_50" => "onto 49 degrees with a limit of 50, no faster than wanted",
        "slopes" => "down a drop, up 27 degrees, not up 63: the limit is 40",
        "solids" => "over a turned box, a hull, a field of heights and a turned compound",
        "spoiled_triangles" => "flipped, doubled and empty triangles",
        "stairs" => "steps of 15, 20, 25 and 30 cm are climbed, 35 cm is not",
        "steep_climb" => "up and down 59 degrees, no faster than wanted: the limit is 70",
        "thin_slab" => "moves of up to 100 m against a slab of 2 mm",
        "trihedral" => "a floor and two walls",
        "uphill" => "as fast up and down 30 degrees as on the level",
        "volumes" => "a sphere among boxes, spheres and leaning capsules",
        _ => "",
    };
    if says.is_empty() {
        name.to_owned()
    } else {
        format!("{name}: {says}")
    }
}
