//! One call from C#: its parameters, the memory it pins, its arguments, and its results.

use crate::api::{Api, Member};
use crate::csharp::inputs::lower;
use crate::csharp::{element_type, scalar_type, variable, vector};
use crate::header::Struct;
use crate::names::{camel, pascal};
use crate::slot::{Kind, Scalar, Slot};

/// The parts of a method, as lines.
#[derive(Debug, Default)]
pub(crate) struct CallText {
    /// Lines before anything is pinned.
    pub(crate) before: Vec<String>,
    pub(crate) fixed: Vec<String>,
    /// Lines with memory pinned, before the call.
    pub(crate) inside: Vec<String>,
    pub(crate) args: Vec<String>,
    /// Lines after a successful call.
    pub(crate) after: Vec<String>,
    /// Lines after every call, whether it succeeded or not.
    pub(crate) finally: Vec<String>,
    /// Objects that must stay alive during the call.
    pub(crate) keep: Vec<String>,
}

/// Returns the declaration of a method's parameter; `None` for slots that callers do not fill.
pub(crate) fn parameter(api: &Api<'_>, slot: &Slot<'_>) -> Result<Option<String>, String> {
    let name = variable(&camel(slot.name));
    let is_optional = slot.is_optional();
    let plain = |of: String| match (&slot.default, is_optional) {
        (Some(default), _) => {
            let value =
                default.text(|it| format!("Constants.{}", pascal(it.trim_start_matches("FW_"))));
            format!("{of} {name} = {value}")
        }
        (None, true) => format!("{of}? {name} = null"),
        (None, false) => format!("{of} {name}"),
    };
    Ok(Some(match &slot.kind {
        Kind::Object(of) => format!("{} {name}", api.class_name(&of.name)),
        Kind::Number(Scalar::Size) => plain("uint".to_owned()),
        Kind::Number(scalar) => plain(scalar_type(*scalar).to_owned()),
        Kind::Flag => plain("bool".to_owned()),
        Kind::Text => format!("string {name}"),
        Kind::Texts => format!("Texts {name}"),
        Kind::List(element) => format!("ReadOnlySpan<{}> {name}", element_type(*element)),
        Kind::Vector(scalar) => plain(vector(*scalar)?.to_owned()),
        Kind::Struct(of) if is_by_hand(api, of) => format!("{} {name} = null", hand(api, of)),
        Kind::Struct(of) if !of.is_plain() => {
            if is_optional {
                format!("{0} {name} = default({0})", api.class_name(&of.name))
            } else {
                format!("{} {name}", api.class_name(&of.name))
            }
        }
        Kind::Struct(of) | Kind::Value(of) => plain(pascal(&of.name)),
        Kind::InOut(of) => format!("ref {} {name}", api.class_name(&of.name)),
        Kind::Fill(scalar) => format!("Span<{}> {name}", scalar_type(*scalar)),
        Kind::OutList(element) => format!("Span<{}> {name}", element_type(*element)),
        _ => return Ok(None),
    }))
}

fn is_by_hand(api: &Api<'_>, of: &Struct) -> bool {
    api.map.by_hand("csharp", &of.name).is_some()
}

fn hand(api: &Api<'_>, of: &Struct) -> String {
    let hand = api.map.by_hand("csharp", &of.name);
    hand.map_or_else(String::new, |hand| hand.twin.clone())
}

impl CallText {
    /// Builds the parts of a call. With `without_list`, it passes null for an optional list.
    pub(crate) fn new(
        api: &Api<'_>,
        member: &Member<'_>,
        without_list: bool,
    ) -> Result<Self, String> {
        let mut call = Self::default();
        for slot in &member.slots {
            match (&slot.kind, without_list) {
                (Kind::OutList(_), true) => {
                    call.args
                        .extend(["null", "UIntPtr.Zero", "null"].map(str::to_owned));
                }
                _ => call.slot(api, slot)?,
            }
        }
        Ok(call)
    }

    fn slot(&mut self, api: &Api<'_>, slot: &Slot<'_>) -> Result<(), String> {
        let name = camel(slot.name);
        let given = variable(&name);
        let arg = match &slot.kind {
            Kind::This => {
                self.keep.push("this".to_owned());
                "Raw".to_owned()
            }
            Kind::Object(_) => {
                self.keep.push(given.clone());
                format!("{given}.Raw")
            }
            Kind::Number(Scalar::Size) => format!("(UIntPtr){given}"),
            Kind::Number(_) | Kind::Value(_) => given,
            Kind::Flag => format!("(byte)({given} ? 1 : 0)"),
            Kind::Fixed(number) => number.to_string(),
            Kind::Error => "&error".to_owned(),
            Kind::Vector(scalar) => self.vector(slot, &given, *scalar)?,
            Kind::Struct(of) if is_by_hand(api, of) => {
                self.before.push(format!(
                    "{} {name}Value = {given} == null ? default({0}) : {given}.Begin();",
                    of.name
                ));
                self.finally.push(format!("if ({given} != null)"));
                self.finally.push(format!("{{\n    {given}.End();\n}}"));
                self.keep.push(given.clone());
                format!("{given} == null ? null : &{name}Value")
            }
            Kind::Struct(of) if !of.is_plain() => self.lower(api, of, &name, false)?,
            Kind::InOut(of) if !of.is_plain() => self.lower(api, of, &name, true)?,
            Kind::Struct(of) => self.plain(slot, &given, of),
            Kind::InOut(of) => {
                let from = if slot.is_this { "this" } else { &given };
                self.fixed
                    .push(format!("fixed ({}* {name}At = &{from})", pascal(&of.name)));
                format!("{name}At")
            }
            _ => return self.memory(slot),
        };
        self.args.push(arg);
        Ok(())
    }

    /// Adds a struct with pointers. With `is_written`, its numbers are copied back.
    fn lower(
        &mut self,
        api: &Api<'_>,
        of: &Struct,
        name: &str,
        is_written: bool,
    ) -> Result<String, String> {
        let lowered = lower(api, of, name)?;
        self.fixed.extend(lowered.fixed);
        self.inside.extend(lowered.lines);
        self.keep.extend(lowered.keep);
        if is_written {
            self.after.extend(lowered.back);
        }
        Ok(format!("&{name}Value"))
    }

    fn vector(&mut self, slot: &Slot<'_>, given: &str, scalar: Scalar) -> Result<String, String> {
        let number = scalar_type(scalar);
        if !slot.may_be_null {
            return Ok(format!("({number}*)&{given}"));
        }
        let of = vector(scalar)?;
        self.before
            .push(format!("{of} {given}Value = {given}.GetValueOrDefault();"));
        Ok(format!(
            "{given}.HasValue ? ({number}*)&{given}Value : null"
        ))
    }

    /// Adds a struct of numbers, and sets the size in the method's copy.
    fn plain(&mut self, slot: &Slot<'_>, given: &str, of: &Struct) -> String {
        let name = pascal(&of.name);
        let copy = match (slot.is_this, slot.may_be_null) {
            (true, _) => {
                self.before.push(format!("{name} self = this;"));
                "self".to_owned()
            }
            (_, true) => {
                let value = format!("{given}Value");
                self.before
                    .push(format!("{name} {value} = {given}.GetValueOrDefault();"));
                value
            }
            _ => given.to_owned(),
        };
        if of.is_sized() {
            self.before
                .push(format!("{copy}.Size = (uint)sizeof({name});"));
        }
        if slot.may_be_null {
            format!("{given}.HasValue ? &{copy} : null")
        } else {
            format!("&{copy}")
        }
    }

    /// Adds slots that live in memory: texts, lists and results.
    fn memory(&mut self, slot: &Slot<'_>) -> Result<(), String> {
        let name = camel(slot.name);
        let given = variable(&name);
        let pinned =
            |of: &str| format!("fixed ({of}* {name}At = &MemoryMarshal.GetReference({given}))");
        let mut args = vec![format!("{name}At")];
        match &slot.kind {
            Kind::Text => {
                self.before
                    .push(format!("byte[] {name}Bytes = Call.Bytes({given});"));
                self.fixed
                    .push(format!("fixed (byte* {name}At = {name}Bytes)"));
                args.push(format!("(UIntPtr){name}Bytes.Length"));
            }
            Kind::Texts => {
                self.fixed.push(format!(
                    "using (TextList {name}List = new TextList({given}))"
                ));
                args = vec![format!("{name}List.At"), format!("{name}List.Count")];
            }
            Kind::List(element) => {
                self.fixed.push(pinned(&element_type(*element)));
                args.push(format!("(UIntPtr){given}.Length"));
            }
            Kind::Fill(scalar) => {
                self.fixed.push(pinned(scalar_type(*scalar)));
                args.push(format!("(UIntPtr){given}.Length"));
            }
            Kind::OutList(element) => {
                self.fixed.push(pinned(&element_type(*element)));
                self.before.push(format!("UIntPtr {name}Length;"));
                args.extend([format!("(UIntPtr){given}.Length"), format!("&{name}Length")]);
            }
            Kind::OutText => args.extend([format!("{name}Length"), format!("&{name}Length")]),
            Kind::OutNumber(scalar) => {
                self.before
                    .push(format!("{} {name}Value;", scalar_type(*scalar)));
                args = vec![format!("&{name}Value")];
            }
            Kind::OutFlag => {
                self.before.push(format!("byte {name}Value;"));
                args = vec![format!("&{name}Value")];
            }
            Kind::OutVector(scalar) => {
                let of = vector(*scalar)?;
                self.before
                    .push(format!("{of} {name}Value = default({of});"));
                args = vec![format!("({}*)&{name}Value", scalar_type(*scalar))];
            }
            Kind::OutStruct(of) => {
                let is_sized = of.is_sized();
                let of = pascal(&of.name);
                self.before
                    .push(format!("{of} {name}Value = default({of});"));
                if is_sized {
                    self.before
                        .push(format!("{name}Value.Size = (uint)sizeof({of});"));
                }
                args = vec![format!("&{name}Value")];
            }
            Kind::OutHandle => {
                self.before.push("ulong made;".to_owned());
                args = vec!["&made".to_owned()];
            }
            _ => return Err(format!("C# has no rule for `{}`", slot.name)),
        }
        self.args.extend(args);
        Ok(())
    }
}

/// One result of a method.
pub(crate) struct Answer {
    /// Its type.
    pub(crate) of: String,
    pub(crate) name: String,
    /// The expression that computes it from the memory that the call wrote.
    pub(crate) value: String,
}

/// Returns the result of a slot that the function writes.
pub(crate) fn answer(slot: &Slot<'_>) -> Result<Answer, String> {
    let name = camel(slot.name);
    let value = format!("{name}Value");
    let (of, value) = match &slot.kind {
        Kind::OutNumber(Scalar::Size) => ("int".to_owned(), format!("checked((int){value})")),
        Kind::OutNumber(scalar) => (scalar_type(*scalar).to_owned(), value),
        Kind::OutFlag => ("bool".to_owned(), format!("{value} != 0")),
        Kind::OutVector(scalar) => (vector(*scalar)?.to_owned(), value),
        Kind::OutStruct(of) => (pascal(&of.name), value),
        _ => return Err(format!("`{}` is not a single answer", slot.name)),
    };
    Ok(Answer { of, name, value })
}
