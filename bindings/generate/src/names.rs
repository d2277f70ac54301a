//! Names of C as other languages write them.

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

/// `velocity_mps` as `velocityMps`.
pub(crate) fn camel(name: &str) -> String {
    let name = pascal(name);
    let first = name.chars().next().map_or(0, char::len_utf8);
    name[..first].to_ascii_lowercase() + &name[first..]
}

/// `fw_player` as `PLAYER_LAYOUT`.
pub(crate) fn layout(name: &str) -> String {
    let name = name.trim_start_matches("fw_").to_ascii_uppercase();
    format!("{name}_LAYOUT")
}

/// What the text is indented by in the line that it fills.
pub(crate) fn indented(text: &str, spaces: usize) -> String {
    let indent = " ".repeat(spaces);
    let line = |line: &str| match line {
        "" => "\n".to_owned(),
        line => format!("{indent}{line}\n"),
    };
    text.lines().map(line).collect()
}
