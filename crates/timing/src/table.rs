//! The table of results, and the secrets for both tests.

use lanesum::Backend;

use crate::primitives::{Primitive, SECRET_BYTES};

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
    // What CI says that the processor has.
    let required = std::env::var("LANESUM_REQUIRED_BACKENDS").unwrap_or_default();
    for name in required.split_whitespace() {
        if all.iter().any(|backend| backend.name() == name) && !backends.iter().any(|backend| backend.name() == name) {
            return Err(format!("backend {name} is required, and has no column"));
        }
    }
    if wrong.is_empty() { Ok(cells) } else { Err(wrong.join("; ")) }
}

/// Secrets that look random, the same in every run.
pub struct Secrets(u64);

impl Secrets {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> [u8; SECRET_BYTES] {
        let mut secret = [0; SECRET_BYTES];
        for eight in secret.chunks_mut(8) {
            // SplitMix64. With a congruential generator, whose bits follow one another in patterns, a class followed what was before it.
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            eight.copy_from_slice(&(mixed ^ mixed >> 31).to_le_bytes()[..eight.len()]);
        }
        secret
    }
}
