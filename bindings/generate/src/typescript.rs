//! TypeScript: interfaces, the layouts of structs in the memory of wasm32, and classes around the functions.

use std::fmt::Write;

use crate::api::Api;
use crate::docs::{Language, comment, of_thing};
use crate::header::{Field, Struct, is_function_type};
use crate::names::{camel, layout, pascal};
use crate::slot::Scalar;

mod call;
pub(crate) mod classes;
mod inputs;

const HEAD: &str = "\
// @generated from bindings/c by `cargo xtask bindings`; not edited by hand.
import type { Layout } from './layout.js';
";

/// Returns the text of `declarations.ts`.
pub(crate) fn declare(api: &Api<'_>) -> Result<String, String> {
    let header = api.header;
    let mut out = HEAD.to_owned();
    out += "\n/** How a call ended. */\nexport const STATUS = {\n";
    for status in &header.statuses {
        out += &thing(api, &status.docs, None, 2);
        let _ = writeln!(out, "  {}: {},", status.name, status.value);
    }
    out += "} as const;\n";
    for constant in &header.constants {
        out += "\n";
        out += &thing(api, &constant.docs, None, 0);
        let value = constant.value.replace("UINT32_MAX", "0xffffffff");
        let _ = writeln!(out, "export const FW_{} = {value};", constant.name);
    }
    for it in header.structs.iter().filter(|it| it.is_plain()) {
        out += "\n";
        out += &thing(api, &it.docs, None, 0);
        let _ = writeln!(out, "export interface {} {{", pascal(&it.name));
        for field in shown(it) {
            out += &thing(api, &field.docs, Some(it), 2);
            let _ = writeln!(out, "  {}: {};", camel(&field.name), type_of(field));
        }
        out += "}\n";
    }
    for it in header.structs.iter().filter(|it| !it.is_handle()) {
        out += &layout_of(api, it)?;
    }
    out += "\n/** The functions of the module. Addresses and lengths are numbers, handles are bigints. */\n";
    out += "export interface Exports {\n  memory: WebAssembly.Memory;\n  __indirect_function_table: WebAssembly.Table;\n";
    for function in &header.functions {
        let parameters = function.parameters.iter();
        let parameters =
            parameters.map(|it| format!("{}: {}", camel(&it.name), parameter(api, it)));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "  {}({parameters}): number;", function.name);
    }
    out += "}\n";
    Ok(out)
}

fn thing(api: &Api<'_>, docs: &str, of: Option<&Struct>, indent: usize) -> String {
    let docs = of_thing(api, docs, Language::TypeScript, of);
    comment(&docs, Language::TypeScript, indent)
}

fn shown(it: &Struct) -> impl Iterator<Item = &Field> {
    let is_shown = |field: &&Field| field.name != "size" && !field.is_reserved();
    it.fields.iter().filter(is_shown)
}

/// Returns the layout of a struct.
fn layout_of(api: &Api<'_>, it: &Struct) -> Result<String, String> {
    let of = if it.is_plain() {
        pascal(&it.name)
    } else {
        "Record<string, unknown>".to_owned()
    };
    let mut fields = String::new();
    let (size, _) = measure(api, it, &mut |field, at| {
        let kind = kind(api, field);
        let key = if kind.ends_with("LAYOUT") {
            "of"
        } else {
            "kind"
        };
        let (name, length) = (camel(&field.name), field.length);
        let _ = writeln!(
            fields,
            "    {name}: {{ at: {at}, {key}: {kind}, length: {length} }},"
        );
    })?;
    Ok(format!(
        "\nexport const {}: Layout<{of}> = {{\n  size: {size},\n  sized: {},\n  fields: {{\n{fields}  }},\n}};\n",
        layout(&it.name),
        it.is_sized()
    ))
}

/// Calls `each` with the visible fields and their offsets. Returns size and alignment.
fn measure(
    api: &Api<'_>,
    it: &Struct,
    each: &mut dyn FnMut(&Field, usize),
) -> Result<(usize, usize), String> {
    let (mut end, mut most) = (0usize, 1);
    for field in &it.fields {
        let (size, alignment) = place(api, field)?;
        let at = end.next_multiple_of(alignment);
        end = at + size * field.length.max(1);
        most = most.max(alignment);
        if field.name != "size" && !field.is_reserved() {
            each(field, at);
        }
    }
    Ok((end.next_multiple_of(most), most))
}

/// Returns the size and alignment of one value on wasm32.
fn place(api: &Api<'_>, field: &Field) -> Result<(usize, usize), String> {
    let size = match (field.stars, Scalar::of(&field.of), field.of.as_str()) {
        (0, Some(scalar), _) => bytes(scalar),
        (0, None, "char") => 1,
        (0, None, "fw_status") => 4,
        (0, None, name) if is_function_type(name) => 4,
        (0, None, name) => {
            let of = api
                .header
                .find(name)
                .ok_or_else(|| format!("TypeScript has no type for `{name}`"))?;
            return measure(api, of, &mut |_, _| {});
        }
        _ => 4,
    };
    Ok((size, size))
}

/// Returns the size of a number on wasm32, in bytes.
pub(crate) fn bytes(scalar: Scalar) -> usize {
    match scalar {
        Scalar::U8 => 1,
        Scalar::U16 => 2,
        Scalar::U32 | Scalar::Size | Scalar::F32 => 4,
        Scalar::U64 | Scalar::F64 => 8,
    }
}

/// Returns the kind of one value: a number type or the layout of a struct.
fn kind(api: &Api<'_>, field: &Field) -> String {
    let number = match (field.stars, Scalar::of(&field.of), field.of.as_str()) {
        (0, Some(Scalar::U8), _) | (0, _, "char") => "u8",
        (0, Some(Scalar::U16), _) => "u16",
        (0, Some(Scalar::U64), _) => "u64",
        (0, Some(Scalar::F64), _) => "f64",
        (0, Some(Scalar::F32), _) => "f32",
        (0, None, name) => match api.header.find(name) {
            Some(of) if of.is_handle() => "u64",
            Some(_) => return layout(name),
            None => "u32",
        },
        _ => "u32",
    };
    format!("'{number}'")
}

fn type_of(field: &Field) -> String {
    let of = match Scalar::of(&field.of) {
        Some(Scalar::U64) => "bigint".to_owned(),
        Some(_) => "number".to_owned(),
        None => pascal(&field.of),
    };
    match field.length {
        0 => of,
        length => format!("[{}]", vec![of; length].join(", ")),
    }
}

fn parameter(api: &Api<'_>, field: &Field) -> &'static str {
    let is_handle = api.header.find(&field.of).is_some_and(Struct::is_handle);
    if field.stars == 0 && (field.of == "uint64_t" || is_handle) {
        "bigint"
    } else {
        "number"
    }
}
