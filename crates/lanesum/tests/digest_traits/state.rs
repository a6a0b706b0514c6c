//! What becomes of the state: saved and restored, never printed.

use super::support::{backends, backends_of, expected, message, resealed};
use super::{fixed_on, xof_on};
use digest::common::hazmat::SerializableState;
use digest::{ExtendableOutput, FixedOutput, Update, XofReader};
use lanesum::{Algorithm, Backend, BitOrder, FixedFunction, Hasher, XofFunction, functions};
use std::fmt;

/// Of a sponge, the byte after the head and the state's 200: how much of the block has been absorbed.
const POSITION: usize = 20 + 200;

/// A hasher that is saved at any place, on any backend, and restored goes on as if nothing had been; what is saved does
/// not tell the backend. Of a sponge, a position that is not within the block or before the message's end is refused, any other is not.
fn save_and_restore<T: SerializableState<SerializedStateSize: fmt::Debug> + Clone + Update>(
    algorithm: Algorithm,
    on: impl Fn(Backend) -> T,
    finish: impl Fn(T) -> Vec<u8>,
) {
    let rate = algorithm.block_bytes();
    let data = message(3 * rate + 50, 7);
    let expected = expected(algorithm, &data, 8 * data.len());
    let mut cuts = vec![0, 1, 7, 8, 9, rate - 1, rate, rate + 1, 2 * rate, 3 * rate - 1, 3 * rate + 49, data.len()];
    cuts.extend((0..data.len()).step_by(23));
    for cut in cuts {
        let portable = on(Backend::Portable).chain(&data[..cut]).serialize();
        if algorithm.bit_order() == BitOrder::LowestFirst {
            assert_eq!(usize::from(portable[POSITION]), cut % rate, "{algorithm}");
        }
        for backend in backends_of(algorithm) {
            let what = format!("{algorithm}, {backend}, saved after {cut} bytes");
            let hasher = on(backend).chain(&data[..cut]);
            let saved = hasher.serialize();
            assert!(saved == portable, "{what}: differs from what portable saves");
            let mut any = Hasher::new(algorithm);
            any.update(&data[..cut]);
            assert_eq!(any.to_bytes(), saved[..], "{what}: differs from what `Hasher` saves");
            let Ok(restored) = T::deserialize(&saved) else { panic!("{what}: refused") };
            assert!(restored.serialize() == saved, "{what}: saved again, it differs");
            assert_eq!(finish(restored.chain(&data[cut..])), expected, "{what}, restored");
            assert_eq!(finish(hasher.chain(&data[cut..])), expected, "{what}, continued");
        }
        // Before the first permutation, what has not been absorbed is 0, and the message's last byte is not.
        let first = if cut < rate { cut } else { 0 };
        assert!(cut == 0 || data[cut - 1] != 0);
        for position in 0..=u8::MAX {
            if algorithm.bit_order() == BitOrder::HighestFirst {
                break; // `sha2.rs` has what is refused there
            }
            let mut corrupt = portable.clone();
            corrupt[POSITION] = position;
            let resealed = resealed(&corrupt);
            corrupt.copy_from_slice(&resealed);
            let accepted = T::deserialize(&corrupt).is_ok();
            assert_eq!(accepted, (first..rate).contains(&usize::from(position)), "{algorithm}, position {position}");
        }
    }
}

#[test]
fn serializable_state() {
    fn fixed<F: FixedFunction>() {
        save_and_restore(F::ALGORITHM, fixed_on::<F>, |hasher| hasher.finalize_fixed().to_vec());
    }
    fn xof<F: XofFunction>() {
        save_and_restore(F::ALGORITHM, xof_on::<F>, |hasher| {
            let mut out = vec![0; F::ALGORITHM.digest_bits() / 8];
            hasher.finalize_xof_into(&mut out);
            out
        });
    }
    each_fixed!(fixed);
    each_xof!(xof);
}

/// A debugging print tells the backend and the same for any message: nothing of the state.
#[test]
fn debug_prints_no_state() {
    /// Two values that differ in their states alone must print alike, on one line and on many.
    fn alike(a: &dyn fmt::Debug, b: &dyn fmt::Debug, must_name: &str) {
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
        assert_eq!(format!("{a:#?}"), format!("{b:#?}"));
        assert!(format!("{a:?}").contains(must_name), "{a:?} does not name {must_name}");
    }
    fn fixed<F: FixedFunction>() {
        let (a, b) = (message(300, 8), message(300, 9));
        for backend in backends_of(F::ALGORITHM) {
            let name = format!("{backend:?}");
            let fresh = fixed_on::<F>(backend);
            alike(&fresh, &fresh.clone().chain(&a), &name);
            alike(&fresh.clone().chain(&a), &fresh.clone().chain(&b), F::ALGORITHM.name());
        }
    }
    fn xof<F: XofFunction>() {
        let (a, b) = (message(300, 8), message(300, 9));
        for backend in backends_of(F::ALGORITHM) {
            let name = format!("{backend:?}");
            let fresh = xof_on::<F>(backend);
            alike(&fresh, &fresh.clone().chain(&a), &name);
            alike(&fresh.clone().chain(&a), &fresh.clone().chain(&b), F::ALGORITHM.name());
            let [mut first, mut second] = [&a, &b].map(|data| fresh.clone().chain(data).finalize_xof());
            alike(&first, &second, F::ALGORITHM.name());
            first.read(&mut [0; 10]);
            second.read(&mut [0; 10]);
            alike(&first, &second, F::ALGORITHM.name());
        }
    }
    each_fixed!(fixed);
    each_xof!(xof);
    let (a, b) = (message(300, 8), message(300, 9));
    for &algorithm in Algorithm::PLAIN {
        for backend in backends_of(algorithm) {
            let name = format!("{backend:?}");
            let [first, second] = [&a, &b].map(|data| {
                let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                hasher.update(data);
                hasher
            });
            alike(&first, &second, &name);
            alike(&first, &second, &format!("{algorithm:?}"));
            alike(&first.finalize(), &second.finalize(), "Reader");
        }
    }
    for backend in backends() {
        let name = format!("{backend:?}");
        let [first, second] = [&a, &b].map(|data| {
            let mut state = lanesum::hazmat::State::<u64>::with_backend(backend).unwrap();
            state.add_bytes(0, &data[..200]).unwrap();
            state
        });
        alike(&first, &second, &name);
        let [first, second] = [&a, &b].map(|data| {
            let mut states = lanesum::hazmat::States::<u64, 4>::with_backend(backend).unwrap();
            states.add_bytes(2, 0, &data[..200]).unwrap();
            states
        });
        alike(&first, &second, &name);
        let [first, second] = [&a, &b].map(|data| {
            let message = lanesum::Message::new(data);
            lanesum::ManyXof::<functions::Shake128, 2>::with_backend(backend, [message; 2]).unwrap()
        });
        alike(&first, &second, &name);
    }
}
