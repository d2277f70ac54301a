//! Reads the header, as cbindgen writes it.

/// What a header declares.
#[derive(Debug, Default)]
pub(crate) struct Header {
    pub(crate) constants: Vec<Constant>,
    pub(crate) statuses: Vec<Constant>,
    pub(crate) structs: Vec<Struct>,
    pub(crate) functions: Vec<Function>,
}

/// A number with a name.
#[derive(Debug)]
pub(crate) struct Constant {
    pub(crate) docs: Vec<String>,
    pub(crate) name: String,
    pub(crate) value: String,
}

#[derive(Debug)]
pub(crate) struct Struct {
    pub(crate) docs: Vec<String>,
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
}

/// A field or a parameter.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) docs: Vec<String>,
    pub(crate) name: String,
    /// Without `const`, `struct` and stars.
    pub(crate) of: String,
    /// How many stars there are.
    pub(crate) stars: usize,
    /// The length of an array; 0 for one value.
    pub(crate) length: usize,
}

#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Field>,
}

impl Struct {
    /// Whether it is the number of an object.
    pub(crate) fn is_handle(&self) -> bool {
        self.fields.len() == 1 && self.fields[0].name == "handle"
    }

    /// Whether it holds an address.
    pub(crate) fn has_pointers(&self) -> bool {
        let functions = ["fw_accept", "fw_accept_contact"];
        let points = |field: &Field| field.stars > 0 || functions.contains(&field.of.as_str());
        self.fields.iter().any(points)
    }
}

impl Header {
    pub(crate) fn parse(text: &str) -> Self {
        let mut header = Self::default();
        let mut docs = Vec::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let trimmed = line.trim();
            if let Some(doc) = trimmed.strip_prefix("// ") {
                docs.push(doc.to_owned());
                continue;
            }
            let docs = std::mem::take(&mut docs);
            if let Some(rest) = line.strip_prefix("#define FW_") {
                let (name, value) = rest.split_once(' ').unwrap();
                header.constants.push(constant(docs, name, value));
            } else if let Some((name, value)) = status(trimmed) {
                header.statuses.push(constant(docs, name, value));
            } else if line.starts_with("typedef struct ") {
                let name = line.split_whitespace().nth(2).unwrap().to_owned();
                let mut fields = Vec::new();
                let mut docs_of = Vec::new();
                for line in lines.by_ref() {
                    if line.starts_with('}') {
                        break;
                    }
                    match line.trim().strip_prefix("// ") {
                        Some(doc) => docs_of.push(doc.to_owned()),
                        None => fields.push(field(std::mem::take(&mut docs_of), line)),
                    }
                }
                header.structs.push(Struct { docs, name, fields });
            } else if line.starts_with("fw_status fw_") || line.starts_with("uint32_t fw_") {
                let mut whole = line.to_owned();
                while !whole.ends_with(");") {
                    whole.push_str(lines.next().unwrap().trim());
                }
                let (start, parameters) = whole.trim_end_matches(");").split_once('(').unwrap();
                let name = start.split_whitespace().nth(1).unwrap().to_owned();
                let parameters = parameters.split(',').filter(|it| it.trim() != "void");
                let parameters = parameters.map(|it| field(Vec::new(), it)).collect();
                header.functions.push(Function { name, parameters });
            }
        }
        header
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Struct> {
        self.structs.iter().find(|it| it.name == name)
    }
}

fn constant(docs: Vec<String>, name: &str, value: &str) -> Constant {
    Constant {
        docs,
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// `FW_OK = 0,`
fn status(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix("FW_")?.split_once(" = ")?;
    Some((name, value.strip_suffix(',')?))
}

/// `const struct fw_player *players` or `double position[3];`
fn field(docs: Vec<String>, text: &str) -> Field {
    let text = text.trim().trim_end_matches(';');
    let stars = text.matches('*').count();
    let plain = text.replace('*', " ");
    let mut words: Vec<&str> = plain
        .split_whitespace()
        .filter(|word| !["const", "struct"].contains(word))
        .collect();
    let last = words.pop().unwrap();
    let (name, length) = match last.split_once('[') {
        Some((name, length)) => (name, length.trim_end_matches(']')),
        None => (last, "0"),
    };
    let length = length.replace("FW_MESSAGE_SIZE", "480").parse().unwrap();
    Field {
        docs,
        name: name.to_owned(),
        of: words.join(" "),
        stars,
        length,
    }
}

/// `fw_mover_state` and `velocity_mps` as `MoverState` and `VelocityMps`.
pub(crate) fn pascal(name: &str) -> String {
    let words = name.trim_start_matches("fw_").split('_');
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first
            .into_iter()
            .chain(letters.map(|it| it.to_ascii_lowercase()))
            .collect::<String>()
    };
    words.map(word).collect()
}
