//! Structs with pointers: a `ref struct` with spans and objects, and the code that turns it into the C struct for a call.

use std::fmt::Write;

use crate::api::Api;
use crate::csharp::{element_type, scalar_type, vector};
use crate::docs::{Language, comment, of_thing};
use crate::header::Struct;
use crate::input::{self, InputField, InputKind};
use crate::names::pascal;

/// Declares the struct that users fill in.
pub(crate) fn declare(api: &Api<'_>, of: &Struct) -> Result<String, String> {
    let docs = of_thing(api, &of.docs, Language::CSharp, None);
    let mut out = comment(&docs, Language::CSharp, 4);
    let _ = writeln!(
        out,
        "    public ref struct {}\n    {{",
        api.class_name(&of.name)
    );
    for it in input::fields(api, of)? {
        let docs = of_thing(api, &it.field.docs, Language::CSharp, Some(of));
        out += &comment(&docs, Language::CSharp, 8);
        let (name, of) = (pascal(&it.field.name), type_of(api, &it)?);
        let _ = writeln!(out, "        public {of} {name};");
    }
    out += "    }\n\n";
    Ok(out)
}

fn type_of(api: &Api<'_>, it: &InputField<'_>) -> Result<String, String> {
    let of = match &it.kind {
        InputKind::Number(scalar) => scalar_type(*scalar).to_owned(),
        InputKind::Flag => "bool".to_owned(),
        InputKind::Vector(scalar) => vector(*scalar)?.to_owned(),
        InputKind::Object(of) => api.class_name(&of.name),
        InputKind::List(element, ..) => {
            let span = if it.field.is_const {
                "ReadOnlySpan"
            } else {
                "Span"
            };
            format!("{span}<{}>", element_type(*element))
        }
    };
    let question = if it.has.is_some() { "?" } else { "" };
    Ok(of + question)
}

/// The lines that turn a user's struct into the C struct.
#[derive(Debug, Default)]
pub(crate) struct Lowered {
    /// Lines that pin its lists.
    pub(crate) fixed: Vec<String>,
    /// Lines that fill it in while the lists are pinned.
    pub(crate) lines: Vec<String>,
    /// The objects it refers to, which must live until the call returns.
    pub(crate) keep: Vec<String>,
    /// Lines that copy its numbers back after the call.
    pub(crate) back: Vec<String>,
}

/// Returns the code that makes `nameValue` from `name`.
pub(crate) fn lower(api: &Api<'_>, of: &Struct, name: &str) -> Result<Lowered, String> {
    let mut lowered = Lowered::default();
    let value = format!("{name}Value");
    let mut lines = vec![format!("{0} {value} = default({0});", of.name)];
    if of.is_sized() {
        lines.push(format!("{value}.Size = (uint)sizeof({});", of.name));
    }
    let mut counted: Vec<&str> = Vec::new();
    for it in input::fields(api, of)? {
        let field = pascal(&it.field.name);
        let from = format!("{name}.{field}");
        if let Some(has) = it.has {
            let has = pascal(&has.name);
            lines.push(format!("{value}.{has} = {from}.HasValue ? 1u : 0u;"));
        }
        let set = match (&it.kind, it.has) {
            (InputKind::Flag, _) => format!("(byte)({from} ? 1 : 0)"),
            (InputKind::Object(_), _) => {
                lowered.keep.push(from.clone());
                format!("{from} == null ? 0 : {from}.Raw")
            }
            (InputKind::List(element, count, each), _) => {
                let of = element_type(*element);
                let at = format!("{name}{field}");
                let pin = format!("fixed ({of}* {at} = &MemoryMarshal.GetReference({from}))");
                lowered.fixed.push(pin);
                let length = format!("{name}{}", pascal(&count.name));
                let is_checked = *each != 1 || counted.contains(&count.name.as_str());
                if !counted.contains(&count.name.as_str()) {
                    counted.push(&count.name);
                    let each = if *each == 1 {
                        String::new()
                    } else {
                        format!(" / {each}")
                    };
                    lines.push(format!("int {length} = {from}.Length{each};"));
                    let of = if count.of == "size_t" {
                        "UIntPtr"
                    } else {
                        "uint"
                    };
                    let count = pascal(&count.name);
                    lines.push(format!("{value}.{count} = ({of}){length};"));
                }
                if is_checked {
                    let times = if *each == 1 {
                        String::new()
                    } else {
                        format!("{each} * ")
                    };
                    lines.push(format!(
                        "Call.Length({from}.Length, {times}{length}, \"{field}\");"
                    ));
                }
                at
            }
            (_, Some(_)) => format!("{from}.GetValueOrDefault()"),
            _ => from.clone(),
        };
        lines.push(format!("{value}.{field} = {set};"));
        let is_number = matches!(it.kind, InputKind::Number(_) | InputKind::Vector(_));
        if is_number {
            lowered.back.push(format!("{from} = {value}.{field};"));
        }
    }
    lowered.lines = lines;
    Ok(lowered)
}
