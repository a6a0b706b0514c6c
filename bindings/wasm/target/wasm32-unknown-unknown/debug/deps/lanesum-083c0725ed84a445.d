/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/lanesum-083c0725ed84a445.d: src/lib.rs src/exports.rs src/functions.rs src/instance.rs src/keccak.rs src/message.rs src/wrong.rs

/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/liblanesum-083c0725ed84a445.rmeta: src/lib.rs src/exports.rs src/functions.rs src/instance.rs src/keccak.rs src/message.rs src/wrong.rs

src/lib.rs:
src/exports.rs:
src/functions.rs:
src/instance.rs:
src/keccak.rs:
src/message.rs:
src/wrong.rs:
