//! How users of other languages fill in structs with pointers: with lists instead of pointers and counts, and with objects
//! instead of handles.

use crate::api::Api;
use crate::header::{Field, Struct};
use crate::slot::{Element, Scalar};

/// A field visible to users.
#[derive(Debug)]
pub(crate) struct InputField<'a> {
    pub(crate) field: &'a Field,
    pub(crate) kind: InputKind<'a>,
    /// The flag that says whether this field is set.
    pub(crate) has: Option<&'a Field>,
}

/// The kind of a field.
#[derive(Debug)]
pub(crate) enum InputKind<'a> {
    Number(Scalar),
    Flag,
    Vector(Scalar),
    Object(&'a Struct),
    /// A list: the type of its elements, the field that counts them, and how many numbers each element takes.
    List(Element<'a>, &'a Field, usize),
}

impl InputField<'_> {
    /// Returns whether the field may be left out.
    pub(crate) fn is_optional(&self) -> bool {
        let docs = &self.field.docs;
        let may_be_null = docs.contains("may be NULL") || docs.contains("null handle");
        self.has.is_some() || may_be_null || matches!(self.kind, InputKind::Flag)
    }
}

/// Returns the fields of a struct that users see.
///
/// # Errors
/// Returns an error if no rule fits a field.
pub(crate) fn fields<'a>(api: &Api<'a>, of: &'a Struct) -> Result<Vec<InputField<'a>>, String> {
    let named = |name: &str| of.fields.iter().find(|it| it.name == name);
    let wrong = |field: &Field| format!("{}.{}: not known in bindings.toml", of.name, field.name);
    let counts = &api.map.input[&of.name].counts;
    let count_of = |field: &Field| match counts.get(&field.name) {
        Some((name, each)) => named(name).map(|count| (count, *each)),
        None => named(&format!("{}_count", field.name)).map(|count| (count, 1)),
    };
    let mut hidden: Vec<&str> = vec!["size"];
    let mut seen = Vec::new();
    for field in of.fields.iter().filter(|it| it.stars > 0) {
        let (count, _) = count_of(field).ok_or_else(|| wrong(field))?;
        hidden.push(&count.name);
    }
    for field in &of.fields {
        let has = named(&format!("has_{}", field.name));
        hidden.extend(has.map(|it| it.name.as_str()));
    }
    for field in &of.fields {
        if field.is_reserved() || hidden.contains(&field.name.as_str()) {
            continue;
        }
        let (scalar, it) = (Scalar::of(&field.of), api.header.find(&field.of));
        let kind = match (field.stars, field.length, scalar, it) {
            (1, _, _, _) => {
                let (count, each) = count_of(field).ok_or_else(|| wrong(field))?;
                let element = it.map(Element::Struct).or(scalar.map(Element::Number));
                InputKind::List(element.ok_or_else(|| wrong(field))?, count, each)
            }
            (0, 0, Some(Scalar::U8), _) => InputKind::Flag,
            (0, 0, Some(scalar), _) => InputKind::Number(scalar),
            (0, 3, Some(scalar), _) => InputKind::Vector(scalar),
            (0, 0, None, Some(of)) if of.is_handle() => InputKind::Object(of),
            _ => return Err(wrong(field)),
        };
        let has = named(&format!("has_{}", field.name));
        seen.push(InputField { field, kind, has });
    }
    Ok(seen)
}
