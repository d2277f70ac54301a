//! How the generator translates a new C function, and what it reports.

#![allow(clippy::unwrap_used, reason = "a failure ends the test")]

use footwork_bindings::of_header;

/// Returns a header of one class, with the functions under test.
fn header(functions: &str) -> String {
    format!(
        "\
// Plain numbers.
typedef struct fw_room {{
  // How wide.
  uint32_t wide_m;
}} fw_room;

// A box. One thread at a time may use it.
typedef struct fw_box {{
  // 0 is null.
  uint64_t handle;
}} fw_box;

// What is wrong.
typedef struct fw_error {{
  // `sizeof(fw_error)`.
  uint32_t size;
}} fw_error;

fw_status fw_box_destroy(struct fw_box box, struct fw_error *error);

{functions}"
    )
}

/// Returns the text of a file generated from these functions.
fn made(file: &str, functions: &str, map: &str) -> String {
    let files = of_header(&header(functions), map).unwrap();
    let found = files.into_iter().find(|it| it.path.ends_with(file));
    found.unwrap().text
}

fn asked(functions: &str, map: &str, wanted: &str) {
    let error = of_header(&header(functions), map).unwrap_err();
    assert!(error.contains(wanted), "{error}");
}

const FILL: &str = "\
// Writes how full a box is. `room` may be NULL for the room of the box. Set `size` before.
fw_status fw_box_fill(struct fw_box box, uint32_t layer, const struct fw_room *room, double *share, struct fw_error *error);
";

#[test]
fn a_function_without_a_rule_of_its_own_is_in_every_language() {
    let csharp = made("Classes.cs", FILL, "");
    assert!(
        csharp.contains("public double Fill(uint layer, Room? room = null)"),
        "{csharp}"
    );
    let says =
        "Returns how full a box is. <c>room</c> may be left out for the room of the box.</summary>";
    assert!(csharp.contains(says), "{csharp}");
    let typescript = made("classes.ts", FILL, "");
    assert!(
        typescript.contains("fill(layer: number, room?: Partial<Room>): number"),
        "{typescript}"
    );
    assert!(
        typescript.contains("wholeU32(layer, \"layer\");"),
        "{typescript}"
    );
    // JavaScript has one thread.
    assert!(typescript.contains("/** A box. */"), "{typescript}");
    let twins = made("twins.md", FILL, "");
    let row = "| `fw_box_fill` | `Box.Fill` | `Box.fill` |";
    assert!(twins.contains(row), "{twins}");
    assert!(twins.contains("| `fw_box_destroy` | `Box.Dispose` | `Box.free` |"));
}

#[test]
fn names_in_the_map_apply_to_every_language() {
    let map = "class.fw_box = \"Crate\"\nfunction.fw_box_fill.name = \"filled_share\"";
    let twins = made("twins.md", FILL, map);
    assert!(
        twins.contains("| `fw_box_fill` | `Crate.FilledShare` | `Crate.filledShare` |"),
        "{twins}"
    );
}

#[test]
fn a_list_has_the_numbers_of_its_type() {
    for (of, put) in [
        ("uint32_t", "wholes"),
        ("float", "floats"),
        ("double", "doubles"),
    ] {
        let list = format!(
            "// Moves it.\nfw_status fw_box_move(struct fw_box box, const {of} *ways, size_t ways_count, struct fw_error *error);\n"
        );
        let typescript = made("classes.ts", &list, "");
        let wanted = format!("{put}(ways)");
        assert!(typescript.contains(&wanted), "{wanted}: {typescript}");
    }
}

#[test]
fn a_parameter_that_no_rule_fits_is_an_error() {
    let three =
        "fw_status fw_box_move(struct fw_box box, const double *by, struct fw_error *error);\n";
    asked(three, "", "fw_box_move: no rule fits `by`");
    assert!(made("Classes.cs", three, "vectors = [\"by\"]").contains("Move(Double3 by)"));
    let null = "// Moves it, or not where `by` is NULL.\nfw_status fw_box_move(struct fw_box box, uint32_t by, struct fw_error *error);\n";
    asked(null, "", "fw_box_move: say \"`name` may be NULL\"");
    let hidden =
        "fw_status fw_box_move(struct fw_box box, uint32_t scope, struct fw_error *error);\n";
    asked(
        hidden,
        "",
        "fw_box_move: `scope` is a function of module.ts",
    );
}

#[test]
fn a_name_that_the_header_lacks_is_an_error() {
    asked(
        FILL,
        "function.fw_box_full.constructor = true",
        "no `fw_box_full`",
    );
    asked(FILL, "class.fw_bag = \"Bag\"", "no `fw_bag`");
    asked(FILL, "function.fw_box_fill.inouts = []", "line 1");
}
