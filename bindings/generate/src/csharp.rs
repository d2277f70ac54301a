//! C#: structs with the layout of the C structs, P/Invoke declarations, and classes that call them.

use std::fmt::Write;

use crate::api::Api;
use crate::docs::{Language, comment, of_thing};
use crate::header::{Field, Struct, is_function_type};
use crate::names::pascal;
use crate::slot::{Element, Scalar};

pub(crate) mod call;
pub(crate) mod classes;
mod inputs;

const HEAD: &str = "\
// @generated from bindings/c by `cargo xtask bindings`; not edited by hand.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
";

const TUPLES: &[(&str, &str, &[&str])] = &[
    ("Double2", "double", &["X", "Y"]),
    ("Double3", "double", &["X", "Y", "Z"]),
    ("Float3", "float", &["X", "Y", "Z"]),
    ("Float4", "float", &["X", "Y", "Z", "W"]),
    ("UInt3", "uint", &["X", "Y", "Z"]),
];

/// Returns the text of `Declarations.cs`.
pub(crate) fn declare(api: &Api<'_>) -> Result<String, String> {
    let header = api.header;
    let mut out = HEAD.to_owned();
    out += &comment("How a call ended.", Language::CSharp, 4);
    out += "    public enum Status\n    {\n";
    for status in &header.statuses {
        out += &thing(api, &status.docs, None, 8);
        let _ = writeln!(out, "        {} = {},", pascal(&status.name), status.value);
    }
    out += "    }\n\n";
    out += &comment("The numbers of the header.", Language::CSharp, 4);
    out += "    public static class Constants\n    {\n";
    for constant in &header.constants {
        out += &thing(api, &constant.docs, None, 8);
        let value = constant.value.replace("UINT32_MAX", "uint.MaxValue");
        let name = pascal(&constant.name);
        let _ = writeln!(out, "        public const uint {name} = {value};");
    }
    out += "    }\n\n";
    for (name, of, fields) in TUPLES {
        tuple(&mut out, name, of, fields);
    }
    for it in header.structs.iter().filter(|it| !it.is_handle()) {
        declare_struct(api, &mut out, it)?;
    }
    functions(api, &mut out)?;
    out += "}\n";
    Ok(out)
}

fn thing(api: &Api<'_>, docs: &str, of: Option<&Struct>, indent: usize) -> String {
    let docs = of_thing(api, docs, Language::CSharp, of);
    comment(&docs, Language::CSharp, indent)
}

fn tuple(out: &mut String, name: &str, of: &str, fields: &[&str]) {
    let lower: Vec<String> = fields.iter().map(|it| it.to_ascii_lowercase()).collect();
    let parameters: Vec<String> = lower.iter().map(|it| format!("{of} {it}")).collect();
    let pairs = fields.iter().zip(&lower);
    let set: Vec<String> = pairs.map(|(to, from)| format!("{to} = {from};")).collect();
    let _ = write!(
        out,
        "    /// <summary>{} numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct {name}
    {{
        public {of} {};
        public {name}({}) {{ {} }}
    }}

",
        fields.len(),
        fields.join(&format!("; public {of} ")),
        parameters.join(", "),
        set.join(" ")
    );
}

fn declare_struct(api: &Api<'_>, out: &mut String, it: &Struct) -> Result<(), String> {
    let (visible, name) = if it.is_plain() {
        ("public partial", pascal(&it.name))
    } else {
        ("internal unsafe", it.name.clone())
    };
    *out += &thing(api, &it.docs, None, 4);
    let _ = writeln!(
        out,
        "    [StructLayout(LayoutKind.Sequential)]\n    {visible} struct {name}\n    {{"
    );
    for field in &it.fields {
        let name = field_name(it, field);
        let of = type_of(api, field)?;
        if field.is_reserved() {
            for place in 0..field.length.max(1) {
                let _ = writeln!(out, "        private {of} {name}{place};");
            }
            continue;
        }
        *out += &thing(api, &field.docs, Some(it), 8);
        let visible = match name.as_str() {
            "Size" => "internal",
            _ => "public",
        };
        let _ = match field.length {
            0 => writeln!(out, "        {visible} {of} {name};"),
            480 => writeln!(out, "        public fixed byte {name}[480];"),
            length => writeln!(out, "        public {} {name};", tuple_of(&of, length)?),
        };
    }
    out.push_str("    }\n\n");
    Ok(())
}

/// Returns the C# name of a field. C# forbids a member with the name of its type.
pub(crate) fn field_name(of: &Struct, field: &Field) -> String {
    match pascal(&field.name) {
        name if name == pascal(&of.name) => "Number".to_owned(),
        name => name,
    }
}

fn functions(api: &Api<'_>, out: &mut String) -> Result<(), String> {
    out.push_str(
        "    internal static unsafe class Native\n    {\n        private const string Library = \"footwork_c\";\n",
    );
    for function in &api.header.functions {
        let returns = match function.returns.as_str() {
            "uint32_t" => "uint",
            _ => "Status",
        };
        let parameters = function
            .parameters
            .iter()
            .map(|it| Ok(format!("{} {}", type_of(api, it)?, variable(&it.name))));
        let parameters = parameters.collect::<Result<Vec<_>, String>>()?.join(", ");
        let _ = writeln!(
            out,
            "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n        public static extern {returns} {}({parameters});",
            function.name
        );
    }
    out.push_str("    }\n");
    Ok(())
}

/// Escapes a C name that is a C# keyword.
pub(crate) fn variable(name: &str) -> String {
    match name {
        "params" | "in" | "out" | "event" => format!("@{name}"),
        name => name.to_owned(),
    }
}

/// Returns the C# type of a field; for an array, that of one element.
fn type_of(api: &Api<'_>, field: &Field) -> Result<String, String> {
    let of = match field.of.as_str() {
        "char" => "byte".to_owned(),
        "fw_status" => "Status".to_owned(),
        name if is_function_type(name) => "IntPtr".to_owned(),
        "void" => "void".to_owned(),
        name => match (Scalar::of(name), api.header.find(name)) {
            (Some(scalar), _) => scalar_type(scalar).to_owned(),
            (_, Some(of)) if of.is_handle() => "ulong".to_owned(),
            (_, Some(of)) if of.is_plain() => pascal(name),
            (_, Some(of)) => of.name.clone(),
            _ => return Err(format!("C# has no type for `{name}`")),
        },
    };
    Ok(format!("{of}{}", "*".repeat(field.stars)))
}

pub(crate) fn scalar_type(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::U8 => "byte",
        Scalar::U16 => "ushort",
        Scalar::U32 => "uint",
        Scalar::U64 => "ulong",
        Scalar::Size => "UIntPtr",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
    }
}

/// Returns the struct of `length` numbers.
pub(crate) fn tuple_of(of: &str, length: usize) -> Result<&'static str, String> {
    let mut tuples = TUPLES.iter();
    let found = tuples.find(|(_, kind, fields)| *kind == of && fields.len() == length);
    found
        .map(|it| it.0)
        .ok_or_else(|| format!("C# has no struct of {length} {of}"))
}

/// Returns the struct of three numbers.
pub(crate) fn vector(scalar: Scalar) -> Result<&'static str, String> {
    tuple_of(scalar_type(scalar), 3)
}

pub(crate) fn element_type(element: Element<'_>) -> String {
    match element {
        Element::Number(scalar) => scalar_type(scalar).to_owned(),
        Element::Struct(of) => pascal(&of.name),
    }
}
