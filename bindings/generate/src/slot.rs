//! The meaning of C parameters. A slot is one parameter, or several that belong together, such as a pointer and its length.

use crate::header::{Field, Function, Header, Struct};
use crate::map::{Default_, FunctionMap, Map};

/// One slot of a call.
#[derive(Debug)]
pub(crate) struct Slot<'a> {
    /// The name of the first parameter.
    pub(crate) name: &'a str,
    pub(crate) kind: Kind<'a>,
    /// Whether NULL is allowed.
    pub(crate) may_be_null: bool,
    /// The default of an optional number.
    pub(crate) default: Option<Default_>,
    /// Whether it is the struct the function belongs to.
    pub(crate) is_this: bool,
}

/// The kind of value a slot passes.
#[derive(Clone, Debug)]
pub(crate) enum Kind<'a> {
    /// The object the method is called on.
    This,
    Object(&'a Struct),
    Number(Scalar),
    Flag,
    Text,
    Texts,
    List(Element<'a>),
    /// Three numbers.
    Vector(Scalar),
    Struct(&'a Struct),
    /// A struct passed by value.
    Value(&'a Struct),
    InOut(&'a Struct),
    /// A buffer of the caller's, which must have the right length.
    Fill(Scalar),
    Fixed(u32),
    OutNumber(Scalar),
    OutFlag,
    OutVector(Scalar),
    OutStruct(&'a Struct),
    OutHandle,
    OutText,
    OutList(Element<'a>),
    Error,
}

/// The element type of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Element<'a> {
    Number(Scalar),
    Struct(&'a Struct),
}

/// A number type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    U8,
    U16,
    U32,
    U64,
    Size,
    F32,
    F64,
}

impl Scalar {
    pub(crate) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "uint8_t" => Self::U8,
            "uint16_t" => Self::U16,
            "uint32_t" => Self::U32,
            "uint64_t" => Self::U64,
            "size_t" => Self::Size,
            "float" => Self::F32,
            "double" => Self::F64,
            _ => return None,
        })
    }
}

impl<'a> Slot<'a> {
    /// Returns whether callers pass a value for the slot.
    pub(crate) fn is_given(&self) -> bool {
        !self.is_out() && !matches!(self.kind, Kind::This | Kind::Fixed(_) | Kind::Error)
    }

    /// Returns whether callers may leave the slot out.
    pub(crate) fn is_optional(&self) -> bool {
        self.default.is_some() || self.may_be_null
    }

    /// Returns whether the function returns a result through the slot.
    pub(crate) fn is_answer(&self) -> bool {
        self.is_out() || matches!(self.kind, Kind::InOut(_) | Kind::Fill(_))
    }

    fn is_out(&self) -> bool {
        matches!(
            self.kind,
            Kind::OutNumber(_)
                | Kind::OutFlag
                | Kind::OutVector(_)
                | Kind::OutStruct(_)
                | Kind::OutHandle
                | Kind::OutText
                | Kind::OutList(_)
        )
    }

    /// Returns the slots of a function, in order.
    ///
    /// # Errors
    /// Returns an error if no rule fits a parameter.
    pub(crate) fn of_function(
        header: &'a Header,
        map: &Map,
        function: &'a Function,
        owner: Option<&'a Struct>,
        how: &FunctionMap,
    ) -> Result<Vec<Self>, String> {
        let nullable = function.nullable()?;
        let mut slots: Vec<Self> = Vec::new();
        let mut rest = &function.parameters[..];
        while let [first, after @ ..] = rest {
            let name = &first.name;
            let wrong = || format!("no rule fits `{name}`: describe it in bindings.toml");
            let (kind, taken) = kind(header, map, first, after, how).ok_or_else(wrong)?;
            rest = &after[taken - 1..];
            slots.push(Self {
                name: &first.name,
                kind,
                may_be_null: nullable.contains(&first.name.as_str()),
                default: how.defaults.get(&first.name).cloned(),
                is_this: false,
            });
        }
        if let Some(owner) = owner {
            mark_this(&mut slots, owner);
        }
        Ok(slots)
    }
}

/// Marks the object of the method: the first parameter that is a handle of the class, or its struct, passed as an input.
fn mark_this(slots: &mut [Slot<'_>], owner: &Struct) {
    let is_of = |slot: &&mut Slot<'_>| match slot.kind {
        Kind::Object(of) | Kind::Struct(of) | Kind::InOut(of) => of == owner,
        _ => false,
    };
    if let Some(slot) = slots.iter_mut().find(is_of) {
        match slot.kind {
            Kind::Object(_) => slot.kind = Kind::This,
            _ => slot.is_this = true,
        }
    }
}

/// Returns the kind of the slot that starts with a parameter, and the number of parameters in the slot.
fn kind<'a>(
    header: &'a Header,
    map: &Map,
    first: &Field,
    after: &[Field],
    how: &FunctionMap,
) -> Option<(Kind<'a>, usize)> {
    let name = &first.name;
    if let Some(fixed) = how.fixed.get(name) {
        return Some((Kind::Fixed(*fixed), 1));
    }
    if name == "error" {
        return Some((Kind::Error, 1));
    }
    let of = header.find(&first.of);
    let scalar = Scalar::of(&first.of);
    // `times_secs` is followed by `times_count`.
    let is_followed_by = |end: &str| {
        let next = after.first().filter(|next| next.stars == 0);
        let stem = next.and_then(|next| next.name.strip_suffix(end)?.strip_suffix('_'));
        stem.is_some_and(|stem| format!("{name}_").starts_with(&format!("{stem}_")))
    };
    let is_vector = map.vectors.contains(name);
    let is_counted = is_followed_by("count") || is_followed_by("len");
    match (first.stars, first.is_const) {
        (0, _) => by_value(of, scalar).map(|kind| (kind, 1)),
        (1, true) if is_counted => Some((counted(of, scalar, &first.of)?, 2)),
        (1, true) => {
            let vector = scalar.filter(|_| is_vector).map(Kind::Vector);
            Some((of.map(Kind::Struct).or(vector)?, 1))
        }
        (1, false) if is_followed_by("capacity") => Some((written(of, scalar, &first.of)?, 3)),
        (1, false) if is_counted => Some((Kind::Fill(scalar?), 2)),
        (1, false) if how.inout.contains(name) => Some((Kind::InOut(of?), 1)),
        (1, false) => Some((one_out(of, scalar, is_vector)?, 1)),
        _ => None,
    }
}

fn by_value<'a>(of: Option<&'a Struct>, scalar: Option<Scalar>) -> Option<Kind<'a>> {
    Some(match (of, scalar) {
        (Some(of), _) if of.is_handle() => Kind::Object(of),
        (Some(of), _) => Kind::Value(of),
        (None, Some(Scalar::U8)) => Kind::Flag,
        (None, scalar) => Kind::Number(scalar?),
    })
}

fn counted<'a>(of: Option<&'a Struct>, scalar: Option<Scalar>, name: &str) -> Option<Kind<'a>> {
    Some(match (name, of) {
        ("char", _) => Kind::Text,
        ("fw_text", _) => Kind::Texts,
        (_, Some(of)) => Kind::List(Element::Struct(of)),
        _ => Kind::List(Element::Number(scalar?)),
    })
}

fn written<'a>(of: Option<&'a Struct>, scalar: Option<Scalar>, name: &str) -> Option<Kind<'a>> {
    Some(match (name, of) {
        ("char", _) => Kind::OutText,
        (_, Some(of)) => Kind::OutList(Element::Struct(of)),
        _ => Kind::OutList(Element::Number(scalar?)),
    })
}

fn one_out<'a>(
    of: Option<&'a Struct>,
    scalar: Option<Scalar>,
    is_vector: bool,
) -> Option<Kind<'a>> {
    Some(match (of, scalar) {
        (Some(of), _) if of.is_handle() => Kind::OutHandle,
        (Some(of), _) => Kind::OutStruct(of),
        (None, Some(Scalar::U8)) => Kind::OutFlag,
        (None, Some(scalar)) if is_vector => Kind::OutVector(scalar),
        (None, scalar) => Kind::OutNumber(scalar?),
    })
}
