//! A reader for `footwork.h` as cbindgen writes it.

/// The declarations of the header.
#[derive(Debug, Default)]
pub struct Header {
    /// Named numbers.
    pub constants: Vec<Constant>,
    /// The status codes.
    pub statuses: Vec<Constant>,
    /// Structs and handles.
    pub structs: Vec<Struct>,
    /// The functions, in the order of the header.
    pub functions: Vec<Function>,
}

/// A named number.
#[derive(Debug)]
pub struct Constant {
    /// Its comment, in one line.
    pub docs: String,
    /// The name without `FW_`.
    pub name: String,
    /// As written in C.
    pub value: String,
}

/// A struct, or the handle of a class.
#[derive(Debug)]
pub struct Struct {
    /// Its comment, in one line.
    pub docs: String,
    /// As written in C.
    pub name: String,
    /// The fields, in order.
    pub fields: Vec<Field>,
}

/// A field or a parameter.
#[derive(Debug)]
pub struct Field {
    /// Its comment, in one line.
    pub docs: String,
    /// As written in C.
    pub name: String,
    /// The type without `const`, `struct` and stars.
    pub of: String,
    /// Whether it is a pointer to `const`.
    pub is_const: bool,
    /// The number of stars.
    pub stars: usize,
    /// The length of an array; 0 for one value.
    pub length: usize,
}

/// A function that returns a status, or the version.
#[derive(Debug)]
pub struct Function {
    /// Its comment, in one line.
    pub docs: String,
    /// As written in C.
    pub name: String,
    /// The return type.
    pub returns: String,
    /// The parameters, in order.
    pub parameters: Vec<Field>,
}

impl PartialEq for Struct {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Struct {
    /// Returns whether the struct is a handle.
    pub fn is_handle(&self) -> bool {
        self.fields.len() == 1 && self.fields[0].name == "handle"
    }

    /// Returns whether the struct holds an address.
    pub fn has_pointers(&self) -> bool {
        let points = |field: &Field| field.stars > 0 || is_function_type(&field.of);
        self.fields.iter().any(points)
    }

    /// Returns whether the struct starts with its size.
    pub fn is_sized(&self) -> bool {
        self.fields[0].name == "size"
    }

    /// Returns whether the struct consists only of numbers, so that users see it unchanged.
    pub fn is_plain(&self) -> bool {
        !self.is_handle() && !self.has_pointers() && self.name != "fw_error"
    }
}

impl Field {
    /// Returns whether the field is reserved space.
    pub fn is_reserved(&self) -> bool {
        self.name.starts_with("reserved")
    }
}

/// Returns whether a type is a pointer to a function.
pub(crate) fn is_function_type(of: &str) -> bool {
    [
        "fw_accept",
        "fw_accept_contact",
        "fw_allocate",
        "fw_free",
        "fw_ground_under",
        "fw_reach",
    ]
    .contains(&of)
}

/// The phrase that marks a parameter as optional in a function's comment.
pub(crate) const MAY_BE_NULL: &str = "may be NULL";

/// Splits a comment into sentences.
pub(crate) fn sentences(docs: &str) -> impl Iterator<Item = &str> {
    docs.split_inclusive(". ").map(str::trim_end)
}

impl Function {
    /// Returns the parameters that may be NULL according to the comment.
    ///
    /// # Errors
    /// Returns an error for a sentence that mentions NULL in other words.
    pub(crate) fn nullable(&self) -> Result<Vec<&str>, String> {
        let mut names = Vec::new();
        for sentence in sentences(&self.docs).filter(|it| it.contains("NULL")) {
            let (before, _) = sentence
                .split_once(MAY_BE_NULL)
                .filter(|(_, rest)| !rest.contains("NULL"))
                .ok_or_else(|| format!("say \"`name` {MAY_BE_NULL}\" instead of: {sentence}"))?;
            names.extend(before.split('`').skip(1).step_by(2));
        }
        Ok(names)
    }
}

impl Header {
    /// Reads the text of a header.
    ///
    /// # Errors
    /// Returns an error for a line in a form that cbindgen is not known to write.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut header = Self::default();
        let mut docs = Vec::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let trimmed = line.trim();
            if let Some(doc) = trimmed.strip_prefix("// ") {
                docs.push(doc);
                continue;
            }
            let docs = std::mem::take(&mut docs).join(" ");
            if let Some(rest) = line.strip_prefix("#define FW_") {
                let (name, value) = rest.split_once(' ').ok_or(line)?;
                header.constants.push(constant(docs, name, value));
            } else if let Some((name, value)) = status(trimmed) {
                header.statuses.push(constant(docs, name, value));
            } else if let Some(rest) = line.strip_prefix("typedef struct ") {
                let name = rest.trim_end_matches(" {").to_owned();
                let fields = fields(&mut lines)?;
                header.structs.push(Struct { docs, name, fields });
            } else if let Some(found) = function(docs, line, &mut lines)? {
                header.functions.push(found);
            }
        }
        Ok(header)
    }

    /// Returns the struct with this name.
    pub fn find(&self, name: &str) -> Option<&Struct> {
        self.structs.iter().find(|it| it.name == name)
    }
}

fn constant(docs: String, name: &str, value: &str) -> Constant {
    Constant {
        docs,
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// Parses `FW_OK = 0,`.
fn status(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix("FW_")?.split_once(" = ")?;
    Some((name, value.strip_suffix(',')?))
}

/// Reads fields up to the end of a struct.
fn fields<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<Vec<Field>, String> {
    let (mut fields, mut docs) = (Vec::new(), Vec::new());
    for line in lines.take_while(|line| !line.starts_with('}')) {
        match line.trim().strip_prefix("// ") {
            Some(doc) => docs.push(doc),
            None => fields.push(field(std::mem::take(&mut docs).join(" "), line)?),
        }
    }
    Ok(fields)
}

/// Parses `fw_status fw_name(struct fw_database database,` and the lines that continue it.
fn function<'a>(
    docs: String,
    line: &str,
    lines: &mut impl Iterator<Item = &'a str>,
) -> Result<Option<Function>, String> {
    let Some((returns, _)) = line.split_once(" fw_") else {
        return Ok(None);
    };
    if !["fw_status", "uint32_t"].contains(&returns) {
        return Ok(None);
    }
    let mut whole = line.to_owned();
    while !whole.ends_with(");") {
        whole.push_str(lines.next().ok_or(line)?.trim());
    }
    let declared = whole.trim_end_matches(");");
    let (start, parameters) = declared.split_once('(').ok_or(line)?;
    let parameters = parameters.split(',').filter(|it| it.trim() != "void");
    let parameters = parameters.map(|it| field(String::new(), it));
    Ok(Some(Function {
        docs,
        name: start[returns.len() + 1..].to_owned(),
        returns: returns.to_owned(),
        parameters: parameters.collect::<Result<_, _>>()?,
    }))
}

/// Parses `const struct fw_player *players` or `double position[3];`.
fn field(docs: String, text: &str) -> Result<Field, String> {
    let text = text.trim().trim_end_matches(';');
    let stars = text.matches('*').count();
    let plain = text.replace('*', " ");
    let mut words: Vec<&str> = plain
        .split_whitespace()
        .filter(|word| !["const", "struct"].contains(word))
        .collect();
    let last = words.pop().ok_or(text)?;
    let (name, length) = match last.split_once('[') {
        Some((name, length)) => (name, length.trim_end_matches(']')),
        None => (last, "0"),
    };
    let length = length.replace("FW_MESSAGE_SIZE", "480");
    Ok(Field {
        docs,
        name: name.to_owned(),
        of: words.join(" "),
        is_const: text.starts_with("const "),
        stars,
        length: length.parse().map_err(|_| text.to_owned())?,
    })
}
