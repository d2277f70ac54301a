//! What the columns of an encoded signal are called.

use footwork_base::Name;

/// The names of the columns of these events, in the order in which they stand in a row: the sine
/// and then the cosine of each event.
///
/// ```
/// let names = ["Foot.Left", "Foot.Right"].map(|name| name.parse().unwrap());
/// let columns = footwork_events::column_names(&names);
/// assert_eq!(columns, ["Foot.Left.sin", "Foot.Left.cos", "Foot.Right.sin", "Foot.Right.cos"]);
/// ```
pub fn column_names(events: &[Name]) -> Vec<String> {
    let columns = events
        .iter()
        .flat_map(|event| ["sin", "cos"].map(|part| format!("{event}.{part}")));
    columns.collect()
}
