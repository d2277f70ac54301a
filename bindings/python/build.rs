//! Passes the linker arguments for an extension module: Python's own symbols are resolved when Python loads the
//! module.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
