/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/cmov-d3dcb6a53242f5d1.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/macros.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/array.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/backends.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/backends/soft.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/slice.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/../README.md

/work/wtable/bindings/wasm/target/wasm32-unknown-unknown/debug/deps/libcmov-d3dcb6a53242f5d1.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/macros.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/array.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/backends.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/backends/soft.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/slice.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/../README.md

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/lib.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/macros.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/array.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/backends.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/backends/soft.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/slice.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cmov-0.5.4/src/../README.md:
