/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/lanesum-d61b55352d2243c5.d: src/lib.rs src/exports.rs src/functions.rs src/instance.rs src/message.rs src/wrong.rs

/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/liblanesum-d61b55352d2243c5.rmeta: src/lib.rs src/exports.rs src/functions.rs src/instance.rs src/message.rs src/wrong.rs

src/lib.rs:
src/exports.rs:
src/functions.rs:
src/instance.rs:
src/message.rs:
src/wrong.rs:
