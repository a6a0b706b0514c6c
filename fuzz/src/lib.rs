//! The code of the fuzz targets, with one function for each. It runs the library on two backends at once, and compares it with the
//! reference, on inputs that `arbitrary` makes from the fuzzer's bytes. docs/trust.md says how to run them. The library's tests have most of
//! these modules, too (`crates/lanesum/tests/fuzzed.rs`): over the seeds, and on random inputs.
//!
//! Every comparison has a name ([`check::same`]). `LANESUM_FUZZ_PLANT=NAME` falsifies the library's side of it, so that `fuzz/run control`
//! can check that the corpus reaches each.
#![forbid(unsafe_code)]

mod batches;
mod blake3_tree;
pub mod check;
mod constructions;
mod encryption;
mod hashes;
pub mod input;
mod keys;
mod model;
mod modes;
mod saved;

pub use batches::batches;
pub use constructions::constructions;
pub use encryption::encryption;
pub use hashes::hashes;
pub use keys::keys;
pub use modes::modes;
pub use saved::saved;

/// The program of one target.
#[macro_export]
macro_rules! target {
    ($run:path) => {
        libfuzzer_sys::fuzz_target!(|input: &[u8]| {
            lanesum_papers::register();
            // An input that is too short ends a run early; that is all that an error says.
            let _ = $run(&mut arbitrary::Unstructured::new(input));
        });
    };
}
