//! Structs with pointers: an interface with lists and objects, and functions that write it to memory and read it back.

use std::fmt::Write;

use crate::api::Api;
use crate::docs::{Language, comment, of_thing};
use crate::header::Struct;
use crate::input::{self, InputField, InputKind};
use crate::names::{camel, layout, pascal};
use crate::slot::{Element, Kind, Scalar};
use crate::typescript::call::{array, put_list};

/// Declares the interface and its functions.
pub(crate) fn declare(api: &Api<'_>, of: &Struct) -> Result<String, String> {
    let name = api.class_name(&of.name);
    let docs = of_thing(api, &of.docs, Language::TypeScript, None);
    let mut out = comment(&docs, Language::TypeScript, 0);
    let _ = writeln!(out, "export interface {name} {{");
    for it in input::fields(api, of)? {
        let docs = of_thing(api, &it.field.docs, Language::TypeScript, Some(of));
        out += &comment(&docs, Language::TypeScript, 2);
        let question = if it.is_optional() { "?" } else { "" };
        let of = type_of(api, &it);
        let _ = writeln!(out, "  {}{question}: {of};", camel(&it.field.name));
    }
    out += "}\n\n";
    out += &put(api, of, &name)?;
    let is_written = |kind: &Kind<'_>| matches!(kind, Kind::InOut(it) if *it == of);
    let mut slots = api.members.iter().flat_map(|it| &it.slots);
    if slots.any(|it| is_written(&it.kind)) {
        out += "\n";
        out += &read(api, of, &name)?;
    }
    Ok(out)
}

fn type_of(api: &Api<'_>, it: &InputField<'_>) -> String {
    match &it.kind {
        InputKind::Number(Scalar::U64) => "bigint".to_owned(),
        InputKind::Number(_) => "number".to_owned(),
        InputKind::Flag => "boolean".to_owned(),
        InputKind::Vector(_) => "Vector".to_owned(),
        InputKind::Object(of) => api.class_name(&of.name),
        // Written lists come back as typed arrays.
        InputKind::List(Element::Number(scalar), ..) => {
            if it.field.is_const {
                "ArrayLike<number>".to_owned()
            } else {
                array(*scalar).to_owned()
            }
        }
        InputKind::List(Element::Struct(of), ..) => {
            format!("readonly Partial<{}>[]", pascal(&of.name))
        }
    }
}

fn put(api: &Api<'_>, of: &Struct, name: &str) -> Result<String, String> {
    let (mut before, mut fields) = (String::new(), String::new());
    let mut names = Vec::new();
    let mut counted: Vec<String> = Vec::new();
    for it in input::fields(api, of)? {
        let field = camel(&it.field.name);
        let from = format!("it.{field}");
        names.push(format!("\"{field}\""));
        if let Some(has) = it.has {
            let has = camel(&has.name);
            let _ = writeln!(fields, "    {has}: {from} === undefined ? 0 : 1,");
        }
        let value = match &it.kind {
            InputKind::Flag => format!("{from} ? 1 : 0"),
            InputKind::Object(of) => {
                let of = api.class_name(&of.name);
                let handle = format!("handleOf({from}, {of}, \"{of}\", \"{field}\")");
                if it.is_optional() {
                    format!("{from} === undefined ? 0n : {handle}")
                } else {
                    handle
                }
            }
            InputKind::List(element, count, each) => {
                let question = if it.is_optional() { "?" } else { "" };
                let length = format!(
                    "{from}{question}.length{}",
                    if it.is_optional() { " ?? 0" } else { "" }
                );
                let count = camel(&count.name);
                let is_checked = *each != 1 || counted.contains(&count);
                if !counted.contains(&count) {
                    let divided = if *each == 1 {
                        String::new()
                    } else {
                        format!(" / {each}")
                    };
                    let _ = writeln!(
                        before,
                        "  const {count} = wholeU32({length}{divided}, \"{count}\");"
                    );
                    let _ = writeln!(fields, "    {count},");
                }
                if is_checked {
                    let times = if *each == 1 {
                        String::new()
                    } else {
                        format!("{each} * ")
                    };
                    let _ = writeln!(
                        before,
                        "  hasLength({length}, {times}{count}, \"{field}\");"
                    );
                }
                counted.push(count);
                if it.is_optional() {
                    format!("{from} ? {} : 0", put_list(*element, &from))
                } else {
                    put_list(*element, &from)
                }
            }
            _ if it.has.is_some() => match it.kind {
                InputKind::Vector(_) => format!("{from} ?? [0, 0, 0]"),
                _ => format!("{from} ?? 0"),
            },
            _ => from,
        };
        let _ = writeln!(fields, "    {field}: {value},");
    }
    Ok(format!(
        "function put{name}(it: {name}): number {{\n  only(it, [{}], \"{name}\");\n{before}  return put({}, {{\n{fields}  }});\n}}\n",
        names.join(", "),
        layout(&of.name)
    ))
}

fn read(api: &Api<'_>, of: &Struct, name: &str) -> Result<String, String> {
    let mut fields = String::new();
    for it in input::fields(api, of)? {
        let field = camel(&it.field.name);
        let value = match &it.kind {
            InputKind::List(Element::Number(scalar), count, each) => {
                let count = camel(&count.name);
                format!(
                    "numbersAt({}, it.{field} as number, {each} * (it.{count} as number))",
                    array(*scalar)
                )
            }
            InputKind::Vector(_) => format!("it.{field} as Vector"),
            InputKind::Number(_) => format!("it.{field} as number"),
            _ => return Err(format!("{}.{field} cannot be read", of.name)),
        };
        let _ = writeln!(fields, "    {field}: {value},");
    }
    Ok(format!(
        "function read{name}(at: number): {name} {{\n  const it = read(memory(), {}, at);\n  return {{\n{fields}  }};\n}}\n",
        layout(&of.name)
    ))
}
