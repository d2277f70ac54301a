//! The functions of the header as class members: their owners, the meaning of their parameters, and their results.

use std::collections::BTreeMap;

use crate::header::{Function, Header, Struct};
use crate::map::{Default_, FunctionMap, Map};
use crate::names::{camel, pascal};
use crate::slot::{Kind, Slot};

/// The header as target languages see it.
#[derive(Debug)]
pub(crate) struct Api<'a> {
    pub(crate) header: &'a Header,
    pub(crate) map: &'a Map,
    /// In the order of the header.
    pub(crate) members: Vec<Member<'a>>,
}

/// A function of the header in its class.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    pub(crate) function: &'a Function,
    /// The struct or handle it belongs to; `None` for functions of the whole library.
    pub(crate) owner: Option<&'a Struct>,
    pub(crate) role: Role,
    /// Its name in its class, in C spelling.
    pub(crate) name: String,
    pub(crate) how: &'a FunctionMap,
    /// The parameters in C order. Empty if the function is handwritten in both languages.
    pub(crate) slots: Vec<Slot<'a>>,
}

/// The role of a function in its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Constructor,
    /// A named constructor.
    Factory,
    Destructor,
    Method,
    /// A method without parameters and with a single result.
    Getter,
    Static,
}

const NOTHING: &FunctionMap = &FunctionMap {
    name: None,
    typescript: None,
    class: None,
    constructor: false,
    defaults: BTreeMap::new(),
    fixed: BTreeMap::new(),
    inout: Vec::new(),
    present: None,
    limit: None,
};

impl<'a> Api<'a> {
    /// Finds a place for each function.
    ///
    /// # Errors
    /// Returns an error if no rule fits a function, or if `bindings.toml` names something the header lacks.
    pub(crate) fn new(header: &'a Header, map: &'a Map) -> Result<Self, String> {
        check_names(header, map)?;
        let mut api = Self {
            header,
            map,
            members: Vec::new(),
        };
        for function in &header.functions {
            let member = api.member(function);
            let wrong = |wrong| format!("{}: {wrong}", function.name);
            api.members.push(member.map_err(wrong)?);
        }
        Ok(api)
    }

    /// Returns the structs with pointers that users fill in.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &'a Struct> {
        let structs = self.header.structs.iter();
        structs.filter(|it| self.map.input.contains_key(&it.name))
    }

    pub(crate) fn members_of(&self, owner: &'a Struct) -> impl Iterator<Item = &Member<'a>> {
        let of = move |it: &&Member<'_>| it.owner == Some(owner);
        self.members.iter().filter(of)
    }

    /// Returns the class name of a struct or handle.
    pub(crate) fn class_name(&self, name: &str) -> String {
        self.map
            .class
            .get(name)
            .cloned()
            .unwrap_or_else(|| pascal(name))
    }

    fn member(&self, function: &'a Function) -> Result<Member<'a>, String> {
        let how = self.map.function.get(&function.name).unwrap_or(NOTHING);
        let owner = self.owner(function, how);
        let short = match owner {
            Some(owner) if function.name.starts_with(&format!("{}_", owner.name)) => {
                function.name[owner.name.len() + 1..].to_owned()
            }
            _ => pascal(&function.name),
        };
        let short = short.strip_prefix("get_").unwrap_or(&short).to_owned();
        let is_everywhere_by_hand =
            ["csharp", "typescript"].map(|it| self.map.by_hand(it, &function.name).is_some());
        let slots = match is_everywhere_by_hand {
            [true, true] => Vec::new(),
            _ => Slot::of_function(self.header, self.map, function, owner, how)?,
        };
        Ok(Member {
            function,
            owner,
            role: role(&short, how, &slots),
            name: how.name.clone().unwrap_or(short),
            how,
            slots,
        })
    }

    /// Returns the class named in `bindings.toml`, or else the class whose name is the longest prefix of the function's name.
    fn owner(&self, function: &Function, how: &FunctionMap) -> Option<&'a Struct> {
        if let Some(class) = &how.class {
            return self.header.find(class);
        }
        let structs = self.header.structs.iter();
        structs
            .filter(|it| function.name.starts_with(&format!("{}_", it.name)))
            .max_by_key(|it| it.name.len())
    }
}

fn role(short: &str, how: &FunctionMap, slots: &[Slot<'_>]) -> Role {
    let makes = slots.iter().any(|it| matches!(it.kind, Kind::OutHandle));
    let is_method = slots
        .iter()
        .any(|it| it.is_this || matches!(it.kind, Kind::This));
    let takes = slots.iter().any(|it| it.is_given() && !it.is_this);
    let answers = slots.iter().filter(|it| it.is_answer()).count();
    let is_one_value = slots.iter().all(|it| !matches!(it.kind, Kind::OutList(_)));
    match (makes, is_method) {
        (true, _) if how.constructor || short == "create" => Role::Constructor,
        (true, _) => Role::Factory,
        (_, true) if short == "destroy" => Role::Destructor,
        (_, true) if !takes && answers == 1 && is_one_value => Role::Getter,
        (_, true) => Role::Method,
        _ => Role::Static,
    }
}

impl<'a> Member<'a> {
    /// Returns the slots that callers fill, required ones first.
    pub(crate) fn given(&self) -> impl Iterator<Item = &Slot<'a>> {
        let given = || self.slots.iter().filter(|it| it.is_given() && !it.is_this);
        let required = given().filter(|it| !it.is_optional());
        required.chain(given().filter(|it| it.is_optional()))
    }

    /// Returns the slots with results, without the flag that says whether there is one.
    pub(crate) fn answers(&self) -> impl Iterator<Item = &Slot<'a>> {
        let is_flag = |it: &Slot<'_>| self.how.present.as_deref() == Some(it.name);
        self.slots
            .iter()
            .filter(move |it| it.is_answer() && !is_flag(it))
    }

    /// Returns the list that the function writes.
    pub(crate) fn list(&self) -> Option<&Slot<'a>> {
        self.slots
            .iter()
            .find(|it| matches!(it.kind, Kind::OutList(_)))
    }

    /// Returns whether the function's only result is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.list().is_some() && self.answers().count() == 1
    }

    /// Returns its C# name, with its class.
    pub(crate) fn csharp(&self, api: &Api<'_>) -> String {
        if let Some(hand) = api.map.by_hand("csharp", &self.function.name) {
            return hand.twin.clone();
        }
        let class = self
            .owner
            .map_or_else(String::new, |owner| api.class_name(&owner.name));
        match self.role {
            Role::Constructor => format!("new {class}"),
            Role::Destructor => format!("{class}.Dispose"),
            _ => format!("{class}.{}", self.csharp_name()),
        }
    }

    /// Returns its C# name within its class.
    pub(crate) fn csharp_name(&self) -> String {
        match self.how.present {
            Some(_) => format!("Try{}", pascal(&self.name)),
            None => pascal(&self.name),
        }
    }

    /// Returns its TypeScript name, with its class if it has one.
    pub(crate) fn typescript(&self, api: &Api<'_>) -> String {
        if let Some(hand) = api.map.by_hand("typescript", &self.function.name) {
            return hand.twin.clone();
        }
        match (self.role, self.owner) {
            (Role::Constructor, Some(owner)) => format!("new {}", api.class_name(&owner.name)),
            (Role::Destructor, Some(owner)) => format!("{}.free", api.class_name(&owner.name)),
            (_, Some(owner)) if owner.is_handle() => {
                format!("{}.{}", api.class_name(&owner.name), camel(&self.name))
            }
            (_, owner) => self.typescript_function(owner),
        }
    }

    /// Returns the TypeScript name of a function that belongs to a struct.
    pub(crate) fn typescript_function(&self, owner: Option<&Struct>) -> String {
        match (&self.how.typescript, owner) {
            (Some(name), _) => name.clone(),
            (None, Some(owner)) => camel(&self.name) + &pascal(&owner.name),
            (None, None) => camel(&self.name),
        }
    }
}

impl Default_ {
    /// Returns the number as text, or `constant` of the constant's name.
    pub(crate) fn text(&self, constant: impl Fn(&str) -> String) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Constant(name) => constant(name),
        }
    }
}

/// Rejects names that the header does not have.
fn check_names(header: &Header, map: &Map) -> Result<(), String> {
    let has_function = |name: &str| header.functions.iter().any(|it| it.name == name);
    let has_struct = |name: &str| header.find(name).is_some();
    let structs = map.class.keys().chain(map.input.keys());
    let wrong_struct = structs.into_iter().find(|name| !has_struct(name));
    let hand = map.handwritten.values().flat_map(BTreeMap::keys);
    let wrong = wrong_struct
        .or_else(|| map.function.keys().find(|name| !has_function(name)))
        .or_else(|| {
            hand.into_iter()
                .find(|name| !has_function(name) && !has_struct(name))
        });
    wrong.map_or(Ok(()), |name| {
        Err(format!("bindings.toml: the header has no `{name}`"))
    })
}
