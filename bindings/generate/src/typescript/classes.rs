//! TypeScript classes and functions, which call the functions of the module.

use std::collections::BTreeSet;

use crate::api::{Api, Member, Role};
use crate::docs::{Language, comment, of_member, of_thing};
use crate::header::Struct;
use crate::names::{camel, indented, layout, pascal};
use crate::slot::{Element, Kind};
use crate::typescript::call::{CallText, Parameter, array, parameter};
use crate::typescript::inputs;

const HEAD: &str = "// @generated from bindings/c by `cargo xtask bindings`; not edited by hand.\n";

/// Names that the classes may import from each handwritten file.
const USED: &[(&str, &[&str])] = &[
    (
        "./layout.js",
        &["hasLength", "isNumber", "only", "read", "wholeU32"],
    ),
    (
        "./module.js",
        &[
            "alive",
            "call",
            "copy",
            "doubles",
            "filled",
            "floats",
            "Handle",
            "handleOf",
            "isArray",
            "list",
            "memory",
            "numbers",
            "numbersAt",
            "put",
            "putAll",
            "putOr",
            "reserve",
            "scope",
            "text",
            "textList",
            "textOf",
            "type OfMethod",
            "type Vector",
            "vectorAt",
            "wasm",
            "wholes",
        ],
    ),
];

/// Returns the text of `classes.ts`.
pub(crate) fn write(api: &Api<'_>) -> Result<String, String> {
    let mut blocks = Vec::new();
    for of in api.inputs() {
        blocks.push(inputs::declare(api, of)?);
    }
    for of in &api.header.structs {
        if of.is_handle() {
            blocks.push(class(api, of)?)
        } else {
            blocks.extend(functions(api, of)?)
        }
    }
    let body = blocks.join("\n");
    Ok(format!("{HEAD}{}\n{body}", imports(api, &body)))
}

/// Returns the imports for the names that the text uses.
fn imports(api: &Api<'_>, body: &str) -> String {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_code = |line: &&str| !line.trim_start().starts_with(['/', '*']);
    let code = body.lines().filter(is_code);
    let words: BTreeSet<&str> = code
        .flat_map(|it| it.split(|letter| !is_of_name(letter)))
        .collect();
    let mut out = String::new();
    let mut import = |file: &str, names: Vec<String>| {
        if !names.is_empty() {
            out += &format!(
                "import {{\n{}}} from \"{file}\";\n",
                indented(&(names.join(",\n") + ","), 2)
            );
        }
    };
    let mut declared = Vec::new();
    for it in api.header.structs.iter().filter(|it| !it.is_handle()) {
        let (layout, name) = (layout(&it.name), pascal(&it.name));
        declared.extend(words.contains(layout.as_str()).then_some(layout));
        let is_type = it.is_plain() && words.contains(name.as_str());
        declared.extend(is_type.then(|| format!("type {name}")));
    }
    let constants = api
        .header
        .constants
        .iter()
        .map(|it| format!("FW_{}", it.name));
    declared.extend(constants.filter(|it| words.contains(it.as_str())));
    import("./declarations.js", declared);
    for (file, names) in USED {
        let used = names
            .iter()
            .filter(|it| words.contains(it.trim_start_matches("type ")));
        import(file, used.map(|it| (*it).to_owned()).collect());
    }
    let by_hand = api.map.handwritten.get("typescript").into_iter().flatten();
    for (name, hand) in by_hand {
        let file = format!("./{}", hand.file.replace(".ts", ".js"));
        let function = delegate(&hand.twin);
        let is_struct = api.header.find(name).is_some();
        let names = match is_struct {
            true => vec![format!("type {}", hand.twin), format!("put{}", hand.twin)],
            false if hand.twin.contains('.') => vec![function],
            false => Vec::new(),
        };
        let used = names
            .into_iter()
            .filter(|it| words.contains(it.trim_start_matches("type ")));
        import(&file, used.collect());
    }
    out
}

/// Returns the handwritten function behind a method: `expressionBlock` for `Expression.block`.
fn delegate(twin: &str) -> String {
    let words: Vec<&str> = twin.split('.').collect();
    match words[..] {
        [class, member] => {
            let first = class.chars().next().map_or(0, char::len_utf8);
            let next = member.chars().next().map_or(0, char::len_utf8);
            class[..first].to_lowercase()
                + &class[first..]
                + &member[..next].to_uppercase()
                + &member[next..]
        }
        _ => twin.to_owned(),
    }
}

/// Returns the class of a handle.
fn class(api: &Api<'_>, of: &Struct) -> Result<String, String> {
    let name = api.class_name(&of.name);
    let mut members = Vec::new();
    let has_constructor = api.members_of(of).any(|it| it.role == Role::Constructor);
    if !has_constructor {
        members.push("private constructor() {\n  super();\n}\n".to_owned());
    }
    for member in api.members_of(of) {
        match api.map.by_hand("typescript", &member.function.name) {
            Some(hand) => members.push(by_hand(api, member, &hand.twin)),
            None if member.role == Role::Destructor => {}
            None => members.push(method(api, member)?),
        }
    }
    let docs = of_thing(api, &of.docs, Language::TypeScript, None);
    let body = indented(&members.join("\n"), 2);
    let docs = comment(&docs, Language::TypeScript, 0);
    Ok(format!(
        "{docs}export class {name} extends Handle {{\n{body}}}\n"
    ))
}

/// Returns a method that calls a handwritten function.
fn by_hand(api: &Api<'_>, member: &Member<'_>, twin: &str) -> String {
    let docs = of_member(api, member, Language::TypeScript, true);
    let docs = comment(&docs, Language::TypeScript, 0);
    let function = delegate(twin);
    let name = twin.split('.').next_back().unwrap_or(twin);
    match member.role {
        Role::Factory | Role::Constructor => format!(
            "{docs}static {name}(...given: Parameters<typeof {function}>): ReturnType<typeof {function}> {{\n  return {function}(...given);\n}}\n"
        ),
        _ => format!(
            "{docs}{name}(...given: OfMethod<typeof {function}>): ReturnType<typeof {function}> {{\n  return {function}(this, ...given);\n}}\n"
        ),
    }
}

/// Returns the functions of a struct.
fn functions(api: &Api<'_>, of: &Struct) -> Result<Vec<String>, String> {
    let of_struct = api.members_of(of);
    let generated =
        of_struct.filter(|it| api.map.by_hand("typescript", &it.function.name).is_none());
    generated.map(|it| method(api, it)).collect()
}

fn method(api: &Api<'_>, member: &Member<'_>) -> Result<String, String> {
    let call = CallText::new(api, member);
    let owner = member.owner.ok_or("belongs to nothing")?;
    let class = api.class_name(&owner.name);
    let (parameters, bag) = parameters(api, member);
    let (of, value) = answer(&call);
    let name = camel(&member.name);
    let head = match (member.role, owner.is_handle()) {
        (Role::Constructor, _) => format!("constructor({parameters})"),
        (Role::Factory, _) => format!("static {name}({parameters}): {class}"),
        (Role::Getter, true) => format!("get {name}(): {of}"),
        (Role::Static, true) => format!("static {name}({parameters}): {of}"),
        (_, true) => format!("{name}({parameters}): {of}"),
        (_, false) => {
            let name = member.typescript_function(Some(owner));
            format!("export function {name}({parameters}): {of}")
        }
    };
    let docs = of_member(api, member, Language::TypeScript, !call.answers.is_empty());
    let docs = comment(&docs, Language::TypeScript, 0);
    let used = USED.iter().flat_map(|(_, names)| *names);
    if let Some(hidden) = used
        .into_iter()
        .find(|it| member.slots.iter().any(|slot| slot.name == **it))
    {
        return Err(format!(
            "{}: `{hidden}` is a function of module.ts",
            member.function.name
        ));
    }
    let mut lines: Vec<String> = bag.into_iter().collect();
    if let Some(limit) = &member.how.limit {
        lines.push(format!("if (wholeU32(limit, \"limit\") > {limit}) {{"));
        lines.push(format!(
            "  throw new RangeError(`limit is at most ${{{limit}}}, not ${{limit}}`);"
        ));
        lines.push("}".to_owned());
    }
    lines.extend(call.checks.iter().cloned());
    let body = match member.role {
        Role::Constructor => made(member, &call, &lines, "super(", owner),
        Role::Factory => made(
            member,
            &call,
            &lines,
            &format!("return Handle.made({class}, "),
            owner,
        ),
        _ => {
            lines.push("return scope(() => {".to_owned());
            lines.push(
                indented(&invoked(member, &call, &value), 2)
                    .trim_end()
                    .to_owned(),
            );
            lines.push("});".to_owned());
            lines.join("\n")
        }
    };
    Ok(format!("{docs}{head} {{\n{}}}\n", indented(&body, 2)))
}

/// Returns the parameters, and the line that destructures several optional ones.
fn parameters(api: &Api<'_>, member: &Member<'_>) -> (String, Option<String>) {
    // A function of a struct takes the struct as its first parameter.
    let this = member.slots.iter().filter(|it| it.is_this);
    let all: Vec<Parameter> = this
        .chain(member.given())
        .map(|it| parameter(api, it))
        .collect();
    let (optional, required): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.is_optional);
    let mut parts: Vec<String> = required
        .iter()
        .map(|it| format!("{}: {}", it.name, it.of))
        .collect();
    if member.how.limit.is_some() {
        parts.push("limit: number".to_owned());
    }
    let mut bag = None;
    match &optional[..] {
        [] => {}
        [one] => parts.push(match &one.default {
            Some(default) => format!("{}: {} = {default}", one.name, one.of),
            None => format!("{}?: {}", one.name, one.of),
        }),
        many => {
            let types: Vec<String> = many
                .iter()
                .map(|it| format!("{}?: {}", it.name, it.of))
                .collect();
            parts.push(format!("options: {{ {} }} = {{}}", types.join("; ")));
            let known = many.iter().map(|it| format!("\"{}\"", it.name));
            let known: Vec<String> = known.collect();
            let names = many.iter().map(|it| match &it.default {
                Some(default) => format!("{} = {default}", it.name),
                None => it.name.clone(),
            });
            let names: Vec<String> = names.collect();
            bag = Some(format!(
                "only(options, [{}], \"options\");\nconst {{ {} }} = options;",
                known.join(", "),
                names.join(", ")
            ));
        }
    }
    (parts.join(", "), bag)
}

/// Returns the type and value of the result.
fn answer(call: &CallText) -> (String, Option<String>) {
    let (of, value) = match &call.answers[..] {
        [] => return ("void".to_owned(), None),
        [one] => (one.of.clone(), one.value.clone()),
        many => {
            let of: Vec<String> = many
                .iter()
                .map(|it| format!("{}: {}", it.name, it.of))
                .collect();
            let values: Vec<String> = many
                .iter()
                .map(|it| format!("{}: {}", it.name, it.value))
                .collect();
            (
                format!("{{ {} }}", of.join("; ")),
                format!("{{ {} }}", values.join(", ")),
            )
        }
    };
    match &call.present {
        Some(flag) => (
            format!("{of} | undefined"),
            Some(format!("{flag} ? {value} : undefined")),
        ),
        None => (of, Some(value)),
    }
}

/// Returns the call inside the scope of its memory.
fn invoked(member: &Member<'_>, call: &CallText, value: &Option<String>) -> String {
    let mut lines = call.puts.clone();
    let function = format!("wasm().{}({})", member.function.name, call.args.join(", "));
    let written = member
        .slots
        .iter()
        .find(|it| matches!(it.kind, Kind::OutText | Kind::OutList(_)));
    let many = written.map(|it| {
        let how = match it.kind {
            Kind::OutList(Element::Struct(of)) => format!("list({}, ", layout(&of.name)),
            Kind::OutList(Element::Number(scalar)) => format!("numbers({}, ", array(scalar)),
            _ => "textOf(".to_owned(),
        };
        format!(
            "const {} = {how}(at, room, count, error) =>\n  {function},\n);",
            camel(it.name)
        )
    });
    lines.push(many.unwrap_or_else(|| format!("call((error) => {function});")));
    lines.extend(value.as_ref().map(|it| format!("return {it};")));
    lines.join("\n")
}

/// Returns the code that makes an object.
fn made(
    member: &Member<'_>,
    call: &CallText,
    lines: &[String],
    start: &str,
    owner: &Struct,
) -> String {
    let mut lines = lines.to_vec();
    let function = format!("wasm().{}({})", member.function.name, call.args.join(", "));
    let mut inner = call.puts.clone();
    inner.push(format!("return {function};"));
    let destroy = format!("wasm().{}_destroy", owner.name);
    lines.push(format!(
        "{start}(at, error) =>\n  scope(() => {{\n{}  }}), {destroy});",
        indented(&inner.join("\n"), 4)
    ));
    lines.join("\n")
}
