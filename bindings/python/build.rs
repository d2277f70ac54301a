//! Linker arguments: Python's own symbols are found when Python loads the module, which some linkers must know.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
