//! An order of the program's own. It is the whole process's, and so these tests have a process to themselves and take
//! turns.

#[allow(unused_imports)]
mod support;

use lanesum::dispatch::Order;
use lanesum::hazmat::States;
use lanesum::ketje::KetjeMajor;
use lanesum::keyak::{LakeKeyak, Start};
use lanesum::{Algorithm, Backend, Error, Hasher, Message};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

static TURN: Mutex<()> = Mutex::new(());

/// The turn of one test, at whose end the library's own order is in force again.
struct Turn(#[allow(dead_code)] MutexGuard<'static, ()>);

fn turn() -> Turn {
    Turn(TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}

impl Drop for Turn {
    fn drop(&mut self) {
        Order::reset();
    }
}

/// All on one backend for one message.
fn one_by_one(backend: Backend, cost: u32) -> Order {
    Order::new([1, 2, 4, 8].map(|ways| (backend, ways * cost))).unwrap()
}

/// Eleven messages of different lengths hashed in one call by nobody's choice.
fn assert_digests() {
    let messages: Vec<Vec<u8>> = (0..11).map(|i| support::message(i * 61, i as u64)).collect();
    let batch: Vec<Message> = messages.iter().map(|message| Message::new(message)).collect();
    let mut out = vec![0; 32 * messages.len()];
    Algorithm::Sha3_256.digest_many(None, &batch, 32, &mut out).unwrap();
    for (out, message) in out.chunks_exact(32).zip(&messages) {
        let expected = support::expected(Algorithm::Sha3_256, message, 8 * message.len());
        assert_eq!(out, expected);
        let mut hasher = Hasher::new(Algorithm::Sha3_256);
        hasher.update(message);
        let mut alone = [0; 32];
        hasher.finalize().read(&mut alone);
        assert_eq!(alone[..], expected);
    }
}

#[test]
fn the_library_has_one_of_its_own() {
    let _turn = turn();
    assert_eq!(Order::current(), Order::built_in());
    assert_eq!(Order::new(Order::built_in().ways()), Ok(Order::built_in()));
    let choice = Algorithm::Sha3_256.chosen(1);
    assert_eq!((choice.backend, choice.cost), (Order::current().ways()[0].0, Order::current().ways()[0].1.into()));
    assert_ne!(choice.evidence, "installed by the program");
}

#[test]
fn an_installed_order_is_followed() {
    let _turn = turn();
    let before = Hasher::new(Algorithm::Sha3_256);
    let order = one_by_one(Backend::Compact, 1000);
    order.install();
    assert_eq!(Order::current(), order);
    for count in [1, 2, 8, 100] {
        let choice = Algorithm::Sha3_256.chosen(count);
        assert_eq!((choice.backend, choice.ways, choice.cost), (Backend::Compact, 1, 1000 * count as u64));
        assert_eq!(choice.evidence, "installed by the program");
    }
    assert_eq!(lanesum::cpu::plan().1, "installed by the program");
    assert_eq!(Hasher::new(Algorithm::Sha3_256).backend(), Backend::Compact);
    assert_eq!(States::<u64, 8>::new().backend(), Backend::Compact);
    assert_eq!(before.backend(), Order::built_in().ways()[0].0, "what is there already keeps its backend");
    assert_digests();
}

#[test]
fn every_backend_serves_every_width() {
    let _turn = turn();
    for backend in support::backends() {
        // As good at any width: one message leaves lanes idle, eight are taken at once, in groups.
        let order = Order::new([(backend, 7); 4]).unwrap();
        order.install();
        assert_eq!(Hasher::new(Algorithm::Sha3_256).backend(), backend);
        assert_eq!(Algorithm::Sha3_256.chosen(8).ways, 8);
        assert_digests();
    }
}

#[test]
fn a_backend_that_the_machine_lacks_is_refused() {
    let _turn = turn();
    for &missing in Algorithm::Sha3_256.backends().iter().filter(|backend| !backend.is_available()) {
        let mut ways = Order::built_in().ways();
        ways[2].0 = missing;
        assert_eq!(Order::new(ways), Err(Error::BackendUnavailable(missing)));
    }
    assert_eq!(Order::current(), Order::built_in());
}

/// Readers among two writers see one of the orders, never a mixture.
#[test]
fn orders_are_installed_while_others_hash() {
    let _turn = turn();
    let costs = [11, 13, 17]; // as many as there are slots would meet the same order in a slot each time
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
        scope.spawn(|| until_done(&|| orders.iter().for_each(|order| order.install())));
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
                let seen = Order::current();
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
    assert!(orders.contains(&Order::current()));
    assert_digests();
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
