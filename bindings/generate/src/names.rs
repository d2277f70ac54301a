//! C names in the spelling of other languages.

/// Converts `fw_mover_state` to `MoverState`, and `velocity_mps` to `VelocityMps`.
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

/// Converts `velocity_mps` to `velocityMps`.
pub(crate) fn camel(name: &str) -> String {
    let name = pascal(name);
    let first = name.chars().next().map_or(0, char::len_utf8);
    name[..first].to_ascii_lowercase() + &name[first..]
}

/// Converts `fw_player` to `PLAYER_LAYOUT`.
pub(crate) fn layout(name: &str) -> String {
    let name = name.trim_start_matches("fw_").to_ascii_uppercase();
    format!("{name}_LAYOUT")
}

/// Indents each line of a text that is not empty.
pub(crate) fn indented(text: &str, spaces: usize) -> String {
    let indent = " ".repeat(spaces);
    let line = |line: &str| match line {
        "" => "\n".to_owned(),
        line => format!("{indent}{line}\n"),
    };
    text.lines().map(line).collect()
}
