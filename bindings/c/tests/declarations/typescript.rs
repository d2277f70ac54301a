//! The declarations for TypeScript: what objects look like, and where their numbers lie in the memory of wasm32.

use std::fmt::Write;

use crate::header::{Field, Header, Struct, pascal};

const HEAD: &str = "\
// @generated from bindings/c/include/footwork.h by `BLESS=1 cargo test -p footwork-c`; not edited by hand.
import type { Layout } from './layout.js';
";

/// Returns the text of the file.
pub(crate) fn declare(header: &Header) -> String {
    let mut out = HEAD.to_owned();
    out += "\n/** How a call ended. */\nexport const STATUS = {\n";
    for status in &header.statuses {
        docs(&mut out, "  ", &status.docs);
        writeln!(out, "  {}: {},", status.name, status.value).unwrap();
    }
    out += "} as const;\n";
    for constant in &header.constants {
        out += "\n";
        docs(&mut out, "", &constant.docs);
        let value = constant.value.replace("UINT32_MAX", "0xffffffff");
        writeln!(out, "export const FW_{} = {value};", constant.name).unwrap();
    }
    for it in header.structs.iter().filter(|it| is_plain(it)) {
        let name = pascal(&it.name);
        out += "\n";
        docs(&mut out, "", &it.docs);
        writeln!(out, "export interface {name} {{").unwrap();
        for field in shown(it) {
            docs(&mut out, "  ", &field.docs);
            writeln!(out, "  {}: {};", camel(&field.name), type_of(field)).unwrap();
        }
        out += "}\n";
    }
    for it in header.structs.iter().filter(|it| !it.is_handle()) {
        let name = constant_name(&it.name);
        let of = if is_plain(it) {
            pascal(&it.name)
        } else {
            "Record<string, unknown>".to_owned()
        };
        writeln!(out, "\nexport const {name}: Layout<{of}> = {{").unwrap();
        let (size, _) = measure(header, it, |field, at| {
            let kind = kind(header, field);
            let key = if kind.contains("LAYOUT") {
                "of"
            } else {
                "kind"
            };
            writeln!(
                out,
                "  {}: {{ at: {at}, {key}: {kind}, length: {} }},",
                camel(&field.name),
                field.length
            )
            .unwrap();
        });
        // The fields go into an object of their own.
        let start = out.rfind(&format!("export const {name}:")).unwrap();
        let body = out.split_off(start);
        let (first, fields) = body.split_once('\n').unwrap();
        let fields = fields.replace("\n  ", "\n    ");
        let fields = fields.trim_end();
        let sized = it.fields[0].name == "size";
        writeln!(
            out,
            "{first}\n  size: {size},\n  sized: {sized},\n  fields: {{\n    {}\n  }},\n}};",
            fields.trim_start()
        )
        .unwrap();
    }
    out += "\n/** The functions of the module. Addresses and lengths are numbers, handles are bigints. */\nexport interface Exports {\n  memory: WebAssembly.Memory;\n";
    for function in &header.functions {
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|it| format!("{}: {}", camel(&it.name), parameter(header, it)))
            .collect();
        writeln!(
            out,
            "  {}({}): number;",
            function.name,
            parameters.join(", ")
        )
        .unwrap();
    }
    out += "}\n";
    out
}

/// Whether it is an object of numbers, which people see.
fn is_plain(it: &Struct) -> bool {
    !it.is_handle() && !it.has_pointers() && it.name != "fw_error"
}

fn shown(it: &Struct) -> impl Iterator<Item = &Field> {
    it.fields
        .iter()
        .filter(|field| field.name != "size" && !field.name.starts_with("reserved"))
}

/// Calls `each` with the fields that are shown and where they lie; returns size and alignment.
fn measure(header: &Header, it: &Struct, mut each: impl FnMut(&Field, usize)) -> (usize, usize) {
    let (mut end, mut most) = (0usize, 1);
    for field in &it.fields {
        let (size, alignment) = place(header, field);
        let at = end.next_multiple_of(alignment);
        end = at + size * field.length.max(1);
        most = most.max(alignment);
        if field.name != "size" && !field.name.starts_with("reserved") {
            each(field, at);
        }
    }
    (end.next_multiple_of(most), most)
}

/// Size and alignment of one value on wasm32.
fn place(header: &Header, field: &Field) -> (usize, usize) {
    match field.of.as_str() {
        _ if field.stars > 0 => (4, 4),
        "uint8_t" | "char" => (1, 1),
        "uint16_t" => (2, 2),
        "uint64_t" | "double" => (8, 8),
        "uint32_t" | "float" | "size_t" | "fw_status" | "fw_accept" | "fw_accept_contact" => (4, 4),
        name => measure(header, header.find(name).unwrap(), |_, _| {}),
    }
}

/// What one value is: the name of a number, or the layout of a struct.
fn kind(header: &Header, field: &Field) -> String {
    let number = match field.of.as_str() {
        _ if field.stars > 0 => "u32",
        "uint8_t" | "char" => "u8",
        "uint16_t" => "u16",
        "uint64_t" => "u64",
        "double" => "f64",
        "float" => "f32",
        "uint32_t" | "size_t" | "fw_status" | "fw_accept" | "fw_accept_contact" => "u32",
        name if header.find(name).unwrap().is_handle() => "u64",
        name => return constant_name(name),
    };
    format!("'{number}'")
}

fn type_of(field: &Field) -> String {
    let of = match field.of.as_str() {
        "uint64_t" => "bigint".to_owned(),
        "uint8_t" | "uint16_t" | "uint32_t" | "float" | "double" => "number".to_owned(),
        name => pascal(name),
    };
    match field.length {
        0 => of,
        length => format!("[{}]", vec![of; length].join(", ")),
    }
}

fn parameter(header: &Header, field: &Field) -> &'static str {
    let wide = field.of == "uint64_t" || header.find(&field.of).is_some_and(Struct::is_handle);
    if field.stars == 0 && wide {
        "bigint"
    } else {
        "number"
    }
}

/// `FW_PLAYER_LAYOUT`, without the prefix.
fn constant_name(name: &str) -> String {
    format!(
        "{}_LAYOUT",
        name.trim_start_matches("fw_").to_ascii_uppercase()
    )
}

fn camel(name: &str) -> String {
    let name = pascal(name);
    name[..1].to_ascii_lowercase() + &name[1..]
}

fn docs(out: &mut String, indent: &str, lines: &[String]) {
    match lines {
        [] => {}
        [one] => writeln!(out, "{indent}/** {one} */").unwrap(),
        many => {
            writeln!(out, "{indent}/**").unwrap();
            many.iter()
                .for_each(|line| writeln!(out, "{indent} * {line}").unwrap());
            writeln!(out, "{indent} */").unwrap();
        }
    }
}
