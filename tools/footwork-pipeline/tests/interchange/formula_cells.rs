//! Cells of CSV that a spreadsheet would run as formulas: the cases of `testdata/interchange/formula_cells.toml`.

use footwork_pipeline::csv_cell;

#[test]
fn texts_become_the_cells_of_the_cases() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/interchange/formula_cells.toml"
    );
    let cases: toml::Table = std::fs::read_to_string(file).unwrap().parse().unwrap();
    let cases = cases["case"].as_array().unwrap();
    assert!(cases.len() > 10);
    for case in cases {
        let [text, cell] = ["text", "cell"].map(|key| case[key].as_str().unwrap());
        assert_eq!(csv_cell(text), cell, "{text:?}");
    }
}
