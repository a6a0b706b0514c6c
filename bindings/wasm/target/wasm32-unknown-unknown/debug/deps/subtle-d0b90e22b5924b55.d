/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/subtle-d0b90e22b5924b55.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/subtle-2.6.1/src/lib.rs

/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/libsubtle-d0b90e22b5924b55.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/subtle-2.6.1/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/subtle-2.6.1/src/lib.rs:
