//! What this processor is and has.

/// The vector and hashing features that can be used here, operating system included, by the names that compilers use:
/// `avx2`, `avx512f`, ….
#[cfg(feature = "alloc")]
pub fn features() -> alloc::vec::Vec<&'static str> {
    lanes::Features::detect().names().collect()
}

/// The processor's own name; empty where it has none to be asked for.
#[cfg(feature = "alloc")]
pub fn brand() -> alloc::string::String {
    let (text, len) = lanes::features::brand();
    alloc::string::String::from_utf8_lossy(&text[..len]).trim().into()
}

/// The kind of processor whose figures the choice of backends rests on, and what those figures are.
pub fn plan() -> (&'static str, &'static str) {
    let plan = crate::keccak::plan::Here::plan().row();
    (plan.name, plan.evidence)
}
