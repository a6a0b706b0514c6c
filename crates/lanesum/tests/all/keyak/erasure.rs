//! Secrets are erased: those of sessions that are dropped or have failed, and keys.

use super::{KEY, NONCE, instances, start};
use crate::support::dropped::{gone, key_is_gone, memory_after_drop, memory_after_work};
use crate::support::{backends_for, message};
use lanesum::hazmat::Motorist;
use lanesum::keyak::CryptLane;
use lanesum::keyak::{Forget, LakeKeyakAead, RiverKeyakAead};

fn sessions<W: CryptLane, const P: usize>() {
    // Random bytes: one of 256 was 0 before.
    let least = 24 * W::BYTES * P * 95 / 100;
    for backend in backends_for::<W>() {
        let mut session = start::<W, P>(backend, KEY, NONCE, Forget::No);
        session.wrap_in_place(&[], &mut message(10_000, 1), Forget::No).unwrap();
        let memory = memory_after_work(session.clone(), |session| {
            session.unwrap_in_place(b"m", &mut message(300, 2), &[0; 16], Forget::No).unwrap_err();
        });
        assert!(gone(&memory) > least, "{backend}: {} bytes after a wrong tag", gone(&memory));
        let memory = memory_after_drop(session);
        assert!(gone(&memory) > least, "{backend}: {} bytes on drop", gone(&memory));

        let mut motorist = Motorist::<W, P>::start(Some(backend), KEY, Forget::No).unwrap();
        motorist.wrap_in_place(&[], &mut message(1000, 1), Forget::No).unwrap();
        let memory = memory_after_drop(motorist);
        assert!(gone(&memory) > least, "{backend}: {} bytes of Motorist", gone(&memory));
    }
}

#[test]
fn of_sessions() {
    instances!(sessions());
}

/// A state that has been used is there to be seen: what these tests look at is no copy.
#[test]
fn a_session_that_goes_on_is_not_erased() {
    for backend in backends_for::<u64>() {
        let session = start::<u64, 1>(backend, KEY, NONCE, Forget::No);
        let memory = memory_after_work(session, |session| {
            session.wrap_in_place(&[], &mut [0; 100], Forget::No).unwrap();
        });
        assert!(gone(&memory) < 20 && memory.0 != memory.1, "{backend}");
    }
}

#[test]
fn of_keys() {
    key_is_gone::<RiverKeyakAead>();
    key_is_gone::<LakeKeyakAead>();
}
