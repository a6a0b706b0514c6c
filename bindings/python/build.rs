//! The compiler's conditions for versions of the interpreter.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
