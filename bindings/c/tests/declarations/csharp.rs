//! The declarations for C#: structs of the same layout, and P/Invoke.

use std::fmt::Write;

use crate::header::{Field, Header, pascal};

const HEAD: &str = "\
// @generated from bindings/c/include/footwork.h by `BLESS=1 cargo test -p footwork-c`; not edited by hand.
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

/// Returns the text of the file.
pub(crate) fn declare(header: &Header) -> String {
    let mut out = HEAD.to_owned();
    summary(&mut out, 1, &["How a call ended.".to_owned()]);
    out += "    public enum Status\n    {\n";
    for status in &header.statuses {
        summary(&mut out, 2, &status.docs);
        writeln!(out, "        {} = {},", pascal(&status.name), status.value).unwrap();
    }
    out += "    }\n\n";
    summary(&mut out, 1, &["The numbers of the header.".to_owned()]);
    out += "    public static class Constants\n    {\n";
    for constant in &header.constants {
        summary(&mut out, 2, &constant.docs);
        let value = constant.value.replace("UINT32_MAX", "uint.MaxValue");
        writeln!(
            out,
            "        public const uint {} = {value};",
            pascal(&constant.name)
        )
        .unwrap();
    }
    out += "    }\n\n";
    for (name, of, fields) in TUPLES {
        tuple(&mut out, name, of, fields);
    }
    structs(header, &mut out);
    functions(header, &mut out);
    out += "}\n";
    out
}

fn tuple(out: &mut String, name: &str, of: &str, fields: &[&str]) {
    let count = fields.len();
    writeln!(
        out,
        "    /// <summary>{count} numbers.</summary>\n    [StructLayout(LayoutKind.Sequential)]"
    )
    .unwrap();
    writeln!(out, "    public struct {name}\n    {{").unwrap();
    writeln!(
        out,
        "        public {of} {};",
        fields.join(&format!("; public {of} "))
    )
    .unwrap();
    let lower: Vec<String> = fields.iter().map(|it| it.to_ascii_lowercase()).collect();
    let parameters: Vec<String> = lower.iter().map(|it| format!("{of} {it}")).collect();
    let set: Vec<String> = fields
        .iter()
        .zip(&lower)
        .map(|(to, from)| format!("{to} = {from};"))
        .collect();
    writeln!(
        out,
        "        public {name}({}) {{ {} }}\n    }}\n",
        parameters.join(", "),
        set.join(" ")
    )
    .unwrap();
}

fn structs(header: &Header, out: &mut String) {
    for it in header.structs.iter().filter(|it| !it.is_handle()) {
        summary(out, 1, &it.docs);
        let inside = it.has_pointers() || it.name == "fw_error";
        let visible = if inside { "internal unsafe" } else { "public" };
        let name = if inside {
            it.name.clone()
        } else {
            pascal(&it.name)
        };
        writeln!(
            out,
            "    [StructLayout(LayoutKind.Sequential)]\n    {visible} struct {name}\n    {{"
        )
        .unwrap();
        for field in &it.fields {
            // A member may not be named as its type.
            let name = match pascal(&field.name) {
                name if name == pascal(&it.name) => "Number".to_owned(),
                name => name,
            };
            if name.starts_with("Reserved") {
                for place in 0..field.length.max(1) {
                    writeln!(
                        out,
                        "        private {} {name}{place};",
                        type_of(header, field)
                    )
                    .unwrap();
                }
                continue;
            }
            summary(out, 2, &field.docs);
            let of = type_of(header, field);
            match field.length {
                0 => writeln!(out, "        public {of} {name};"),
                480 => writeln!(out, "        public fixed byte {name}[480];"),
                length => writeln!(out, "        public {} {name};", tuple_of(&of, length)),
            }
            .unwrap();
        }
        out.push_str("    }\n\n");
    }
}

fn functions(header: &Header, out: &mut String) {
    out.push_str(
        "    internal static unsafe class Native\n    {\n        private const string Library = \"footwork_c\";\n",
    );
    for function in &header.functions {
        let returns = if function.name == "fw_abi_version" {
            "uint"
        } else {
            "Status"
        };
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|it| {
                let keyword = ["params", "in", "out", "event"].contains(&it.name.as_str());
                format!(
                    "{} {}{}",
                    type_of(header, it),
                    if keyword { "@" } else { "" },
                    it.name
                )
            })
            .collect();
        writeln!(
            out,
            "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n        public static extern {returns} {}({});",
            function.name,
            parameters.join(", ")
        )
        .unwrap();
    }
    out.push_str("    }\n");
}

/// Every number of an array has this type.
fn type_of(header: &Header, field: &Field) -> String {
    let of = match field.of.as_str() {
        "uint8_t" | "char" => "byte".to_owned(),
        "uint16_t" => "ushort".to_owned(),
        "uint32_t" => "uint".to_owned(),
        "uint64_t" => "ulong".to_owned(),
        "size_t" => "UIntPtr".to_owned(),
        "fw_status" => "Status".to_owned(),
        "fw_accept" | "fw_accept_contact" | "fw_allocate" | "fw_free" => "IntPtr".to_owned(),
        "float" | "double" | "void" => field.of.clone(),
        name => {
            let of = header.find(name).unwrap();
            match (of.is_handle(), of.has_pointers() || of.name == "fw_error") {
                (true, _) => "ulong".to_owned(),
                (false, true) => of.name.clone(),
                (false, false) => pascal(name),
            }
        }
    };
    format!("{of}{}", "*".repeat(field.stars))
}

fn tuple_of(of: &str, length: usize) -> &'static str {
    let found = TUPLES
        .iter()
        .find(|(_, kind, fields)| *kind == of && fields.len() == length);
    found.unwrap_or_else(|| panic!("{of}[{length}]")).0
}

fn summary(out: &mut String, depth: usize, docs: &[String]) {
    let text = docs.join(" ");
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    writeln!(out, "{}/// <summary>{text}</summary>", "    ".repeat(depth)).unwrap();
}
