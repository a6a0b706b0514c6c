//! Saved states: they can be restored, and are never printed.

use super::support::{backends, backends_of, message};
use super::{fixed_on, xof_on};
use digest::{ExtendableOutput, Update, XofReader};
use lanesum::{Algorithm, FixedFunction, Hasher, XofFunction, functions};
use std::fmt;

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
