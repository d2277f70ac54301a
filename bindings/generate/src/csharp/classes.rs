//! C# classes, whose methods call the C functions.

use crate::api::{Api, Member, Role};
use crate::csharp::call::{Answer, CallText, answer, parameter};
use crate::csharp::{element_type, inputs, variable};
use crate::docs::{Language, comment, of_member, of_thing};
use crate::header::Struct;
use crate::names::{camel, indented, pascal};
use crate::slot::{Kind, Slot};

const HEAD: &str = "\
// @generated from bindings/c by `cargo xtask bindings`; not edited by hand.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
";

const FULL: &str =
    " Returns how many there are; if that is more than there is room for, nothing is written.";

/// Returns the text of `Classes.cs`.
pub(crate) fn write(api: &Api<'_>) -> Result<String, String> {
    let mut blocks = Vec::new();
    for of in api.inputs() {
        blocks.push(inputs::declare(api, of)?.trim_end().to_owned() + "\n");
    }
    for of in &api.header.structs {
        let block = if of.is_handle() {
            Some(class(api, of)?)
        } else {
            extension(api, of)?
        };
        blocks.extend(block);
    }
    Ok(format!("{HEAD}{}}}\n", blocks.join("\n")))
}

/// Returns the class of a handle.
fn class(api: &Api<'_>, of: &Struct) -> Result<String, String> {
    let name = api.class_name(&of.name);
    let docs = of_thing(api, &of.docs, Language::CSharp, None);
    let mut members = members(api, of)?;
    let makes = api.members_of(of).any(|it| it.role == Role::Factory);
    if makes {
        members.insert(
            0,
            format!("private {name}(Made made)\n{{\n    Own(made.Handle);\n}}\n"),
        );
    }
    members.push(format!(
        "internal override Status Destroy(ulong made)\n{{\n    return Native.{}_destroy(made, null);\n}}\n",
        of.name
    ));
    let body = indented(&members.join("\n"), 8);
    Ok(format!(
        "{}    public sealed unsafe partial class {name} : FootworkObject\n    {{\n{body}    }}\n",
        comment(&docs, Language::CSharp, 4)
    ))
}

/// Returns the methods of a struct, if it has any.
fn extension(api: &Api<'_>, of: &Struct) -> Result<Option<String>, String> {
    let members = members(api, of)?;
    if members.is_empty() {
        return Ok(None);
    }
    let body = indented(&members.join("\n"), 8);
    let name = pascal(&of.name);
    Ok(Some(format!(
        "    public unsafe partial struct {name}\n    {{\n{body}    }}\n"
    )))
}

fn members(api: &Api<'_>, of: &Struct) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for member in api.members_of(of) {
        let is_by_hand = api.map.by_hand("csharp", &member.function.name).is_some();
        if is_by_hand || member.role == Role::Destructor {
            continue;
        }
        let is_text = member
            .slots
            .iter()
            .any(|it| matches!(it.kind, Kind::OutText));
        all.push(if is_text {
            text(api, member)?
        } else {
            method(api, member, false)?
        });
        if member.list().is_some_and(|it| it.may_be_null) {
            all.push(method(api, member, true)?);
        }
        if member.is_list() && member.how.limit.is_none() {
            all.push(array(api, member)?);
        }
    }
    Ok(all)
}

/// Returns the slots in parameter order: required slots and output lists in C order, then optional slots.
fn ordered<'m, 'a>(member: &'m Member<'a>, without_list: bool) -> Vec<&'m Slot<'a>> {
    let is_list = |it: &&Slot<'_>| matches!(it.kind, Kind::OutList(_)) && !without_list;
    let given = |it: &&Slot<'_>| it.is_given() && !it.is_this;
    let all = member.slots.iter().filter(|it| given(it) || is_list(it));
    let (optional, required): (Vec<_>, Vec<_>) =
        all.partition(|it| it.is_given() && it.is_optional());
    [required, optional].concat()
}

/// Returns a method, getter or constructor.
fn method(api: &Api<'_>, member: &Member<'_>, without_list: bool) -> Result<String, String> {
    let call = CallText::new(api, member, without_list)?;
    let returned = Returned::of(member, without_list)?;
    let mut parameters = Vec::new();
    let slots = ordered(member, without_list);
    let required = slots
        .iter()
        .filter(|it| !(it.is_given() && it.is_optional()))
        .count();
    for slot in &slots {
        parameters.extend(parameter(api, slot)?);
    }
    let outs = returned
        .outs
        .iter()
        .map(|it| format!("out {} {}", it.of, it.name));
    parameters.splice(required..required, outs);
    let parameters = parameters.join(", ");
    let name = member.csharp_name();
    let class = member
        .owner
        .map_or_else(String::new, |it| api.class_name(&it.name));
    let head = match member.role {
        Role::Constructor => format!("public {class}({parameters})"),
        Role::Factory => format!("public static {class} {name}({parameters})"),
        Role::Static => format!("public static {} {name}({parameters})", returned.of),
        Role::Getter => format!("public {} {name}", returned.of),
        _ => format!("public {} {name}({parameters})", returned.of),
    };
    let is_list = member.is_list() && !without_list;
    let returns = returned.of != "void" && !is_list;
    let mut docs = of_member(api, member, Language::CSharp, returns);
    if is_list && member.how.limit.is_none() {
        docs += FULL;
    }
    let body = match member.role {
        Role::Getter => format!(
            "get\n{{\n{}}}\n",
            indented(&body(&class, member, &call, &returned), 4)
        ),
        _ => body(&class, member, &call, &returned),
    };
    Ok(format!(
        "{}{head}\n{{\n{}}}\n",
        comment(&docs, Language::CSharp, 0),
        indented(&body, 4)
    ))
}

fn body(class: &str, member: &Member<'_>, call: &CallText, returned: &Returned) -> String {
    let mut lines = vec!["fw_error error = Call.Error();".to_owned()];
    lines.extend(call.before.iter().cloned());
    let invoked = format!("Native.{}({})", member.function.name, call.args.join(", "));
    let mut inner = call.inside.clone();
    inner.push(format!("Status status = {invoked};"));
    inner.extend(call.finally.iter().cloned());
    inner.extend(call.keep.iter().map(|it| format!("GC.KeepAlive({it});")));
    match &returned.fit {
        Some(length) => inner.push(format!("return Call.Fit(status, {length}, &error);")),
        None => inner.push("Call.Check(status, &error);".to_owned()),
    }
    inner.extend(call.after.iter().cloned());
    inner.extend(
        returned
            .outs
            .iter()
            .map(|it| format!("{} = {};", it.name, it.value)),
    );
    inner.extend(match (member.role, member.owner) {
        (Role::Constructor, _) => Some("Own(made);".to_owned()),
        (Role::Factory, _) => Some(format!("return new {class}(new Made(made));")),
        _ => returned.value.as_ref().map(|it| format!("return {it};")),
    });
    if call.fixed.is_empty() {
        lines.extend(inner);
    } else {
        lines.extend(call.fixed.iter().cloned());
        lines.push(format!("{{\n{}}}", indented(&inner.join("\n"), 4)));
    }
    lines.join("\n")
}

/// The results of a method.
struct Returned {
    /// Its return type.
    of: String,
    value: Option<String>,
    /// The results returned through `out` parameters.
    outs: Vec<Answer>,
    /// The variable with the length of an output list, which may exceed the caller's buffer.
    fit: Option<String>,
}

impl Returned {
    fn of(member: &Member<'_>, without_list: bool) -> Result<Self, String> {
        let mut returned = Self {
            of: "void".to_owned(),
            value: None,
            outs: Vec::new(),
            fit: None,
        };
        let is_single = |it: &&Slot<'_>| {
            !it.is_given() && !matches!(it.kind, Kind::OutList(_) | Kind::OutHandle)
        };
        let singles: Vec<_> = member.answers().filter(is_single).collect();
        let present = member.how.present.as_deref();
        let present = member.slots.iter().find(|it| Some(it.name) == present);
        match (present, &singles[..]) {
            (None, [one]) => {
                let Answer { of, value, .. } = answer(one)?;
                (returned.of, returned.value) = (of, Some(value));
            }
            (flag, many) => {
                for slot in many {
                    returned.outs.push(answer(slot)?);
                }
                if let Some(flag) = flag {
                    let Answer { of, value, .. } = answer(flag)?;
                    (returned.of, returned.value) = (of, Some(value));
                }
            }
        }
        let Some(list) = member.list().filter(|_| !without_list) else {
            return Ok(returned);
        };
        let length = format!("{}Length", camel(list.name));
        let count = format!("checked((int){length})");
        match (member.is_list(), returned.value.is_some()) {
            (true, _) => {
                returned.of = "int".to_owned();
                returned.fit = Some(length);
            }
            (false, true) => {
                returned.outs.push(Answer {
                    of: "int".to_owned(),
                    name: format!("{}Count", camel(list.name)),
                    value: count,
                });
            }
            (false, false) => {
                (returned.of, returned.value) = ("int".to_owned(), Some(count));
            }
        }
        Ok(returned)
    }
}

/// Returns a method that returns a string: the first call to C gets its length, the second its bytes.
fn text(api: &Api<'_>, member: &Member<'_>) -> Result<String, String> {
    let call = CallText::new(api, member, false)?;
    let slot = member
        .slots
        .iter()
        .find(|it| matches!(it.kind, Kind::OutText));
    let name = slot.map_or_else(String::new, |it| camel(it.name));
    let mut parameters = Vec::new();
    for slot in ordered(member, false) {
        parameters.extend(parameter(api, slot)?);
    }
    let invoked = format!("Native.{}({})", member.function.name, call.args.join(", "));
    let first = invoked.replace(&format!("{name}At, {name}Length"), "null, UIntPtr.Zero");
    let docs = of_member(api, member, Language::CSharp, true);
    let body = format!(
        "fw_error error = Call.Error();
{before}UIntPtr {name}Length;
Call.Fit({first}, {name}Length, &error);
byte[] {name}Bytes = new byte[(int){name}Length];
fixed (byte* {name}At = {name}Bytes)
{{
    Status status = {invoked};
    GC.KeepAlive(this);
    Call.Check(status, &error);
}}
return Call.Text({name}Bytes);",
        before = call
            .before
            .iter()
            .map(|it| format!("{it}\n"))
            .collect::<String>(),
    );
    Ok(format!(
        "{}public string {}({})\n{{\n{}}}\n",
        comment(&docs, Language::CSharp, 0),
        member.csharp_name(),
        parameters.join(", "),
        indented(&body, 4)
    ))
}

/// Returns an overload that allocates an array for the list.
fn array(api: &Api<'_>, member: &Member<'_>) -> Result<String, String> {
    let slots = ordered(member, false);
    let (mut parameters, mut asked, mut filled) = (Vec::new(), Vec::new(), Vec::new());
    let mut of = String::new();
    for slot in &slots {
        let name = variable(&camel(slot.name));
        if let Kind::OutList(element) = slot.kind {
            of = element_type(element);
            asked.push(format!("Span<{of}>.Empty"));
            filled.push("all".to_owned());
            continue;
        }
        parameters.extend(parameter(api, slot)?);
        asked.push(name.clone());
        filled.push(name);
    }
    let name = member.csharp_name();
    let docs = of_member(api, member, Language::CSharp, true) + " The results are in a new array.";
    let body = format!(
        "{of}[] all = new {of}[{name}({})];\n{name}({});\nreturn all;",
        asked.join(", "),
        filled.join(", ")
    );
    Ok(format!(
        "{}public {of}[] {name}({})\n{{\n{}}}\n",
        comment(&docs, Language::CSharp, 0),
        parameters.join(", "),
        indented(&body, 4)
    ))
}
