//! The table of results.

use lanesum::Backend;

use crate::primitives::Primitive;

/// Whether valgrind cannot run a backend's instructions.
pub fn beyond_valgrind(backend: Backend) -> bool {
    backend.name().starts_with("avx512") || ["sha-ni", "sha512-ni", "xop"].contains(&backend.name())
}

/// A row for each primitive, a column for each of these backends that one of them has; `cell` returns its text and whether it is right.
pub fn table(
    primitives: &[&Primitive],
    all: &[Backend],
    mut cell: impl FnMut(&Primitive, Backend) -> (String, bool),
) -> Result<usize, String> {
    let (mut cells, mut wrong) = (0, Vec::new());
    let backends: Vec<_> = all.iter().filter(|backend| primitives.iter().any(|p| p.is_on(**backend))).collect();
    let heads: Vec<_> = backends.iter().map(|backend| format!("`{backend}`")).collect();
    println!("| primitive | {} |\n| --- |{}", heads.join(" | "), " --: |".repeat(heads.len()));
    for primitive in primitives {
        let row = backends.iter().map(|&&backend| {
            if !primitive.is_on(backend) {
                return "–".to_owned();
            }
            let (text, right) = cell(primitive, backend);
            cells += 1;
            if !right {
                wrong.push(format!("{} on {backend}: {text}", primitive.name));
            }
            text
        });
        println!("| {} | {} |", primitive.name, row.collect::<Vec<_>>().join(" | "));
    }
    if cells == 0 {
        return Err("no primitive has a form here".into());
    }
    // The backends that CI says the processor has.
    let required = std::env::var("LANESUM_REQUIRED_BACKENDS").unwrap_or_default();
    for name in required.split_whitespace() {
        if all.iter().any(|backend| backend.name() == name) && !backends.iter().any(|backend| backend.name() == name) {
            return Err(format!("backend {name} is required, and has no column"));
        }
    }
    if wrong.is_empty() { Ok(cells) } else { Err(wrong.join("; ")) }
}
