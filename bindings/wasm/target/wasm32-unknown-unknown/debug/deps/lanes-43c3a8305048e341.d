/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/lanes-43c3a8305048e341.d: /work/wtable/crates/lanes/src/lib.rs /work/wtable/crates/lanes/src/elements.rs /work/wtable/crates/lanes/src/features.rs /work/wtable/crates/lanes/src/interleaved.rs /work/wtable/crates/lanes/src/model.rs /work/wtable/crates/lanes/src/plane.rs /work/wtable/crates/lanes/src/portable.rs /work/wtable/crates/lanes/src/quads.rs /work/wtable/crates/lanes/src/rows.rs /work/wtable/crates/lanes/src/sha.rs /work/wtable/crates/lanes/src/traits.rs /work/wtable/crates/lanes/src/two_words.rs /work/wtable/crates/lanes/src/words.rs

/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/liblanes-43c3a8305048e341.rmeta: /work/wtable/crates/lanes/src/lib.rs /work/wtable/crates/lanes/src/elements.rs /work/wtable/crates/lanes/src/features.rs /work/wtable/crates/lanes/src/interleaved.rs /work/wtable/crates/lanes/src/model.rs /work/wtable/crates/lanes/src/plane.rs /work/wtable/crates/lanes/src/portable.rs /work/wtable/crates/lanes/src/quads.rs /work/wtable/crates/lanes/src/rows.rs /work/wtable/crates/lanes/src/sha.rs /work/wtable/crates/lanes/src/traits.rs /work/wtable/crates/lanes/src/two_words.rs /work/wtable/crates/lanes/src/words.rs

/work/wtable/crates/lanes/src/lib.rs:
/work/wtable/crates/lanes/src/elements.rs:
/work/wtable/crates/lanes/src/features.rs:
/work/wtable/crates/lanes/src/interleaved.rs:
/work/wtable/crates/lanes/src/model.rs:
/work/wtable/crates/lanes/src/plane.rs:
/work/wtable/crates/lanes/src/portable.rs:
/work/wtable/crates/lanes/src/quads.rs:
/work/wtable/crates/lanes/src/rows.rs:
/work/wtable/crates/lanes/src/sha.rs:
/work/wtable/crates/lanes/src/traits.rs:
/work/wtable/crates/lanes/src/two_words.rs:
/work/wtable/crates/lanes/src/words.rs:
