//! One call from TypeScript: its parameters, the memory it fills, its arguments, and its results.

use crate::api::{Api, Member};
use crate::header::Struct;
use crate::names::{camel, layout, pascal};
use crate::slot::{Element, Kind, Scalar, Slot};

/// The parts of a method, as lines.
#[derive(Debug, Default)]
pub(crate) struct CallText {
    /// Lines before anything is put into memory.
    pub(crate) checks: Vec<String>,
    pub(crate) puts: Vec<String>,
    pub(crate) args: Vec<String>,
    /// The results.
    pub(crate) answers: Vec<Answer>,
    /// The flag that says whether there is a result.
    pub(crate) present: Option<String>,
}

/// One result of a method.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) name: String,
    /// Its type.
    pub(crate) of: String,
    pub(crate) value: String,
}

/// A parameter of a method, with its default as text.
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) of: String,
    pub(crate) default: Option<String>,
    pub(crate) is_optional: bool,
}

/// Returns the parameter for a slot.
pub(crate) fn parameter(api: &Api<'_>, slot: &Slot<'_>) -> Parameter {
    let of = match &slot.kind {
        Kind::Object(of) => api.class_name(&of.name),
        Kind::Number(Scalar::U64) => "bigint".to_owned(),
        Kind::Flag => "boolean".to_owned(),
        Kind::Text => "string".to_owned(),
        Kind::Texts => "string | readonly string[]".to_owned(),
        Kind::List(Element::Number(Scalar::U8)) => "Uint8Array".to_owned(),
        Kind::List(Element::Number(_)) => "ArrayLike<number>".to_owned(),
        Kind::List(Element::Struct(of)) => format!("readonly Partial<{}>[]", pascal(&of.name)),
        Kind::Vector(_) => "Vector".to_owned(),
        Kind::Struct(of) | Kind::Value(of) | Kind::InOut(of) => struct_type(api, of),
        Kind::Fill(scalar) => array(*scalar).to_owned(),
        _ => "number".to_owned(),
    };
    let is_input = matches!(slot.kind, Kind::Struct(of) if api.map.input.contains_key(&of.name));
    let default = match &slot.default {
        Some(default) => Some(default.text(str::to_owned)),
        None if slot.may_be_null && is_input => Some("{}".to_owned()),
        None => None,
    };
    Parameter {
        name: camel(slot.name),
        of,
        default,
        is_optional: slot.is_optional(),
    }
}

/// Returns the parameter type for a struct. Numbers that users leave out are 0, except in structs with defaults.
fn struct_type(api: &Api<'_>, of: &Struct) -> String {
    if let Some(hand) = api.map.by_hand("typescript", &of.name) {
        return hand.twin.clone();
    }
    if of.is_plain() && !of.is_sized() {
        format!("Partial<{}>", pascal(&of.name))
    } else {
        api.class_name(&of.name)
    }
}

/// Returns the typed array for a number type.
pub(crate) fn array(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::U8 => "Uint8Array",
        Scalar::U16 => "Uint16Array",
        Scalar::U32 | Scalar::Size => "Uint32Array",
        Scalar::U64 => "BigUint64Array",
        Scalar::F32 => "Float32Array",
        Scalar::F64 => "Float64Array",
    }
}

/// Returns an expression that puts a list into memory and evaluates to its address.
pub(crate) fn put_list(element: Element<'_>, from: &str) -> String {
    match element {
        Element::Number(Scalar::U8) => format!("copy({from})"),
        Element::Number(Scalar::U32) => format!("wholes({from})"),
        Element::Number(Scalar::F32) => format!("floats({from})"),
        Element::Number(_) => format!("doubles({from})"),
        Element::Struct(of) => format!("putAll({}, {from})", layout(&of.name)),
    }
}

impl CallText {
    pub(crate) fn new(api: &Api<'_>, member: &Member<'_>) -> Self {
        let mut call = Self::default();
        for slot in &member.slots {
            call.slot(api, member, slot);
        }
        let flag = member.how.present.as_deref().map(camel);
        if let Some(place) =
            flag.and_then(|flag| call.answers.iter().position(|it| it.name == flag))
        {
            call.present = Some(call.answers.remove(place).value);
        }
        call
    }

    fn slot(&mut self, api: &Api<'_>, member: &Member<'_>, slot: &Slot<'_>) {
        let name = camel(slot.name);
        let at = format!("{name}At");
        match &slot.kind {
            Kind::This => {
                let of = member.owner.map(|of| api.class_name(&of.name));
                let of = of.unwrap_or_default();
                self.args.push(format!("alive(this, \"{of}\")"));
            }
            Kind::Object(of) => {
                let of = api.class_name(&of.name);
                self.args
                    .push(format!("handleOf({name}, {of}, \"{of}\", \"{name}\")"));
            }
            Kind::Number(Scalar::U32 | Scalar::Size) => {
                self.checks.push(format!("wholeU32({name}, \"{name}\");"));
                self.args.push(name);
            }
            Kind::Number(Scalar::U64) => self.args.push(name),
            Kind::Number(_) => {
                self.checks.push(format!("isNumber({name}, \"{name}\");"));
                self.args.push(name);
            }
            Kind::Flag => self.args.push(format!("{name} ? 1 : 0")),
            Kind::Fixed(number) => self.args.push(number.to_string()),
            Kind::Error => self.args.push("error".to_owned()),
            Kind::Text | Kind::Texts => {
                let put = if matches!(slot.kind, Kind::Text) {
                    "text"
                } else {
                    "textList"
                };
                self.puts
                    .push(format!("const [{at}, {name}Length] = {put}({name});"));
                self.args.extend([at, format!("{name}Length")]);
            }
            Kind::List(element) => {
                self.puts
                    .push(format!("const {at} = {};", put_list(*element, &name)));
                self.args.extend([at, format!("{name}.length")]);
            }
            Kind::Vector(scalar) => {
                let put = put_list(Element::Number(*scalar), &name);
                let is_given = if slot.may_be_null {
                    format!("if ({name} !== undefined) ")
                } else {
                    String::new()
                };
                let check = format!("hasLength({name}.length, 3, \"{name}\");");
                self.checks.push(match is_given.as_str() {
                    "" => check,
                    is_given => format!("{is_given}{{\n  {check}\n}}"),
                });
                let put = if slot.may_be_null {
                    format!("{name} === undefined ? 0 : {put}")
                } else {
                    put
                };
                self.puts.push(format!("const {at} = {put};"));
                self.args.push(at);
            }
            Kind::Struct(of) | Kind::Value(of) | Kind::InOut(of) => {
                self.puts.push(format!(
                    "const {at} = {};",
                    put_struct(api, slot, of, &name)
                ));
                self.args.push(at.clone());
                if matches!(slot.kind, Kind::InOut(_)) {
                    self.answer(&name, result_type(api, of), read(api, of, &at));
                }
            }
            _ => self.written(member, slot, name, at),
        }
    }

    fn written(&mut self, member: &Member<'_>, slot: &Slot<'_>, name: String, at: String) {
        let reserve = |bytes: String| format!("const {at} = reserve({bytes});");
        match &slot.kind {
            Kind::Fill(scalar) => {
                let array = array(*scalar);
                self.checks
                    .push(format!("isArray({name}, {array}, \"{name}\");"));
                // The function may leave some numbers unchanged, so the array is copied in first.
                let put = put_list(Element::Number(*scalar), &name);
                self.puts.push(format!("const {at} = {put};"));
                self.args.extend([at.clone(), format!("{name}.length")]);
                self.answer(
                    &name.clone(),
                    array.to_owned(),
                    format!("filled({name}, {at})"),
                );
            }
            Kind::OutNumber(scalar) => {
                self.puts.push(reserve("8".to_owned()));
                let (of, get) = number(*scalar, &at);
                self.args.push(at);
                self.answer(&name, of.to_owned(), get);
            }
            Kind::OutFlag => {
                self.puts.push(reserve("8".to_owned()));
                let get = format!("memory().getUint8({at}) !== 0");
                self.args.push(at);
                self.answer(&name, "boolean".to_owned(), get);
            }
            Kind::OutVector(scalar) => {
                self.puts.push(reserve("24".to_owned()));
                let get = format!("vectorAt({}, {at})", array(*scalar));
                self.args.push(at);
                self.answer(&name, "[number, number, number]".to_owned(), get);
            }
            Kind::OutStruct(of) => {
                let layout = layout(&of.name);
                self.puts.push(format!("const {at} = put({layout}, {{}});"));
                let get = format!("read(memory(), {layout}, {at})");
                self.args.push(at);
                self.answer(&name, pascal(&of.name), get);
            }
            Kind::OutHandle => self.args.push("at".to_owned()),
            Kind::OutText => {
                self.args.extend(["at", "room", "count"].map(str::to_owned));
                self.answer(&name.clone(), "string".to_owned(), name);
            }
            Kind::OutList(element) => {
                let room = match member.how.limit {
                    Some(_) => "Math.min(limit, room)",
                    None => "room",
                };
                self.args.extend(["at", room, "count"].map(str::to_owned));
                let of = match element {
                    Element::Number(scalar) => array(*scalar).to_owned(),
                    Element::Struct(of) => format!("{}[]", pascal(&of.name)),
                };
                self.answer(&name.clone(), of, name);
            }
            _ => {}
        }
    }

    fn answer(&mut self, name: &str, of: String, value: String) {
        let name = name.to_owned();
        self.answers.push(Answer { name, of, value });
    }
}

fn put_struct(api: &Api<'_>, slot: &Slot<'_>, of: &Struct, name: &str) -> String {
    let class = api.class_name(&of.name);
    if let Some(hand) = api.map.by_hand("typescript", &of.name) {
        return format!("put{}({name})", hand.twin);
    }
    match (of.is_plain(), slot.may_be_null) {
        (true, true) => format!("putOr({}, {name})", layout(&of.name)),
        (true, false) => format!("put({}, {name})", layout(&of.name)),
        (false, _) => format!("put{class}({name})"),
    }
}

fn result_type(api: &Api<'_>, of: &Struct) -> String {
    api.class_name(&of.name)
}

fn read(api: &Api<'_>, of: &Struct, at: &str) -> String {
    if of.is_plain() {
        format!("read(memory(), {}, {at})", layout(&of.name))
    } else {
        format!("read{}({at})", api.class_name(&of.name))
    }
}

fn number(scalar: Scalar, at: &str) -> (&'static str, String) {
    let (of, get) = match scalar {
        Scalar::U8 => return ("number", format!("memory().getUint8({at})")),
        Scalar::U16 => ("number", "Uint16"),
        Scalar::U32 | Scalar::Size => ("number", "Uint32"),
        Scalar::U64 => ("bigint", "BigUint64"),
        Scalar::F32 => ("number", "Float32"),
        Scalar::F64 => ("number", "Float64"),
    };
    (of, format!("memory().get{get}({at}, true)"))
}
