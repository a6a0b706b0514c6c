//! An order of the program's own. It is the whole process's, and so these tests have a process to themselves (with those of `fuzzed.rs`, or of
//! crate `lanesum-papers`), and take turns.

#[allow(unused_imports)]
#[path = "support/mod.rs"]
mod support;

use lanesum::dispatch::{Family, Order, Width};
use lanesum::hazmat::States;
use lanesum::ketje::KetjeMajor;
use lanesum::keyak::{LakeKeyak, Start};
use lanesum::{Algorithm, Backend, Error, Hasher, Message};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

static TURN: Mutex<()> = Mutex::new(());

/// The turn of one test, at whose end the library's own order is in force again.
pub struct Turn(#[allow(dead_code)] MutexGuard<'static, ()>);

/// Waits for the turn.
pub fn turn() -> Turn {
    // Registers the forms in the tests of `lanesum-papers`.
    support::backends();
    Turn(TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}

impl Drop for Turn {
    fn drop(&mut self) {
        Family::ALL.into_iter().for_each(Order::reset);
    }
}

/// One message at a time on one backend.
fn one_by_one(backend: Backend, cost: u32) -> Order {
    Order::new(Family::Keccak, &[Width::new(1, backend, cost)]).unwrap()
}

/// Eleven messages of different lengths hashed in one call by nobody's choice.
fn assert_digests(algorithm: Algorithm) {
    let bytes = algorithm.digest_bits() / 8;
    let messages: Vec<Vec<u8>> = (0..11).map(|i| support::message(i * 61, i as u64)).collect();
    let batch: Vec<Message> = messages.iter().map(|message| Message::new(message)).collect();
    let mut out = vec![0; bytes * messages.len()];
    algorithm.digest_many(None, &batch, &mut out).unwrap();
    for (out, message) in out.chunks_exact(bytes).zip(&messages) {
        let expected = support::expected(algorithm, message, 8 * message.len());
        assert_eq!(out, expected);
        let mut hasher = Hasher::new(algorithm);
        hasher.update(message);
        let mut alone = vec![0; bytes];
        hasher.finalize().read(&mut alone).unwrap();
        assert_eq!(alone, expected);
    }
}

#[test]
fn the_library_has_one_of_its_own() {
    let _turn = turn();
    for &algorithm in Algorithm::PLAIN {
        let family = algorithm.family();
        let order = Order::current(family);
        assert_eq!(order, Order::built_in(family));
        assert_eq!(order.family(), family);
        let first = order.widths()[0];
        let choice = algorithm.chosen(1);
        assert_eq!((choice.backend, choice.width, choice.cost), (first.backend, 1, first.cost.into()));
        assert_eq!((choice.processor, choice.evidence), (order.processor(), order.evidence()));
        assert_ne!(choice.evidence, "installed by the program");
        // The order that the library uses can be installed.
        Order::new(family, order.widths()).unwrap().install();
        assert_eq!(Order::current(family).widths(), order.widths());
        assert_eq!(algorithm.chosen(1).evidence, "installed by the program");
        Order::reset(family);
        assert_eq!(Order::current(family), order);
    }
}

#[test]
fn an_installed_order_is_followed() {
    let _turn = turn();
    let before = Hasher::new(Algorithm::Sha3_256);
    let order = one_by_one(Backend::Compact, 1000);
    order.install();
    assert_eq!(Order::current(Family::Keccak), order);
    for count in [1, 2, 8, 100] {
        let choice = Algorithm::Sha3_256.chosen(count);
        assert_eq!((choice.backend, choice.width, choice.cost), (Backend::Compact, 1, 1000 * count as u64));
        assert_eq!(choice.evidence, "installed by the program");
    }
    assert_eq!(Hasher::new(Algorithm::Sha3_256).backend(), Backend::Compact);
    assert_eq!(States::<u64, 8>::new().backend(), Backend::Compact);
    let own = Order::built_in(Family::Keccak).widths()[0].backend;
    assert_eq!(before.backend(), own, "what is there already keeps its backend");
    // The other families have orders of their own.
    assert_eq!(Order::current(Family::Sha256), Order::built_in(Family::Sha256));
    assert_digests(Algorithm::Sha3_256);
}

/// The costs of Zen 4 without AVX-512. Two messages are absorbed by a kernel for four; to permute and to squeeze, that would copy the states.
#[cfg(target_arch = "x86_64")]
#[test]
fn absorbing_permuting_and_squeezing_have_prices() {
    let _turn = turn();
    let widths = [(1, Backend::Bmi2, 941), (2, Backend::Sse2, 1340), (4, Backend::Avx2, 1333)];
    let Ok(order) = Order::new(Family::Keccak, &widths.map(|(messages, of, cost)| Width::new(messages, of, cost)))
    else {
        assert!(!widths.iter().all(|(_, backend, _)| backend.is_available()));
        return;
    };
    order.install();
    assert_eq!([1, 2, 4].map(|count| Algorithm::Sha3_256.chosen(count).width), [1, 4, 4]);
    let taken =
        [States::<u64, 1>::new().backend(), States::<u64, 2>::new().backend(), States::<u64, 4>::new().backend()];
    assert_eq!(taken, [Backend::Bmi2, Backend::Sse2, Backend::Avx2]);
    let squeezed = lanesum::ManyXof::<lanesum::functions::Shake128, 2>::new([Message::new(b"a"), Message::new(b"b")]);
    assert_eq!(squeezed.backend(), Backend::Sse2);
}

/// Each backend for each number of messages that it takes at once, and one message at a time before it.
#[test]
fn every_form_can_be_chosen() {
    let _turn = turn();
    let of_each_family = [
        Algorithm::Sha3_256,
        Algorithm::Sha256,
        Algorithm::Sha512,
        Algorithm::Blake256,
        Algorithm::Blake512,
        Algorithm::Blake2s,
        Algorithm::Blake2b,
        Algorithm::Blake3,
    ];
    for algorithm in of_each_family {
        let family = algorithm.family();
        for backend in support::backends_of(algorithm) {
            Order::new(family, &[Width::new(1, backend, 7)]).unwrap().install();
            assert_eq!(Hasher::new(algorithm).backend(), backend);
            assert_digests(algorithm);
            for &width in algorithm.widths(backend).iter().filter(|width| **width > 1) {
                let widths = [Width::new(1, Backend::Portable, 1_000_000), Width::new(width, backend, 7)];
                Order::new(family, &widths).unwrap().install();
                let choice = algorithm.chosen(width);
                assert_eq!((choice.backend, choice.width), (backend, width), "{algorithm}");
                assert_digests(algorithm);
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let _turn = turn();
    for &algorithm in Algorithm::PLAIN {
        let family = algorithm.family();
        for &backend in Backend::ALL {
            let order = Order::new(family, &[Width::new(1, backend, 10)]);
            let expected = Hasher::with_backend(algorithm, backend).map(|_| ());
            assert_eq!(order.map(|_| ()), expected, "{algorithm}, {backend}");
            for messages in [2, 4, 8, 16] {
                let order =
                    Order::new(family, &[Width::new(1, Backend::Portable, 10), Width::new(messages, backend, 10)]);
                let takes = algorithm.widths(backend).contains(&messages);
                let expected = match expected {
                    Ok(()) if !takes => Err(Error::NoFormForWidth { backend, family, width: messages }),
                    expected => expected,
                };
                assert_eq!(order.map(|_| ()), expected, "{algorithm}, {backend}, {messages} messages");
            }
        }
        assert_eq!(Order::current(family), Order::built_in(family));
    }
}

/// Readers among two writers see one of the orders, never a mixture.
#[test]
fn orders_are_installed_while_others_hash() {
    let _turn = turn();
    let costs = [11, 13, 17];
    let backends = [Backend::Portable, Backend::Portable32, Backend::Compact];
    let orders = [0, 1, 2].map(|i| one_by_one(backends[i], costs[i]));
    orders[0].install();
    let done = AtomicBool::new(false);
    let until_done = |work: &dyn Fn()| {
        while !done.load(Ordering::Relaxed) {
            work();
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| until_done(&|| orders.iter().for_each(Order::install)));
        scope.spawn(|| {
            until_done(&|| {
                assert_eq!(lanesum::sha3_256(b"abc")[..2], [0x3a, 0x98]);
                orders[0].install();
            });
        });
        let look = scope.spawn(|| {
            let begun = Instant::now();
            let mut mixtures = Vec::new();
            while begun.elapsed() < Duration::from_millis(300) {
                let seen = Order::current(Family::Keccak);
                if !orders.contains(&seen) {
                    mixtures.push(seen);
                }
            }
            mixtures
        });
        let mixtures = look.join();
        done.store(true, Ordering::Relaxed); // before any assertion, or the others would go on for ever
        assert_eq!(mixtures.unwrap(), []);
    });
    assert!(orders.contains(&Order::current(Family::Keccak)));
    assert_digests(Algorithm::Sha3_256);
}

#[test]
fn encryption_goes_by_no_form_that_keeps_planes() {
    let _turn = turn();
    for planes in [Backend::Avx2Planes, Backend::Avx512PlanesPaper, Backend::Avx512Planes] {
        if !planes.is_available() {
            continue;
        }
        one_by_one(planes, 700).install();
        let has_forms = |backend| [Backend::Avx512Vl, Backend::Bmi2, Backend::Portable].contains(&backend);
        assert!(has_forms(KetjeMajor::new(&[1; 16], &[2; 16]).unwrap().backend()), "{planes}");
        let keyak = LakeKeyak::start(&Start::new(&[1; 16], &[2; 16])).unwrap();
        assert!(has_forms(keyak.backend()), "{planes}");
    }
    let backend = Backend::Bmi2;
    if backend.is_available() {
        one_by_one(backend, 700).install();
        assert_eq!(KetjeMajor::new(&[1; 16], &[2; 16]).unwrap().backend(), backend);
    }
}
