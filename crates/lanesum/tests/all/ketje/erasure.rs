//! Secrets are erased: those of sessions that are dropped or have failed, and keys.

use super::{KEY, NONCE};
use crate::support::dropped::{gone, key_is_gone, memory_after_drop, memory_after_work};
use crate::support::{backends_for, message};
use lanesum::hazmat::{State, TwistedState};
use lanesum::ketje::{Ketje, KetjeJrAead, KetjeMajorAead, KetjeMinorAead, KetjeSrAead, Packet};
use lanesum::ketje::{KetjeState, StepLane};

fn sessions<W: StepLane, S: KetjeState>() {
    // Random bytes: one of 256 was 0 before.
    let least = S::BYTES * 9 / 10;
    for backend in backends_for::<W>() {
        let mut session = Ketje::<S>::with_backend(backend, KEY, NONCE).unwrap();
        session.wrap_in_place::<16>(&[], &mut message(1000, 1)).unwrap();
        let memory = memory_after_work(session.clone(), |session| {
            session.unwrap_in_place(b"m", &mut message(300, 2), &[0; 16]).unwrap_err();
        });
        assert!(gone(&memory) > least, "{backend}: {} bytes after a wrong tag", gone(&memory));
        let memory = memory_after_work([(); 9].map(|()| session.clone()), |sessions| {
            let mut data = [(); 9].map(|()| message(300, 2));
            let mut packets = data.each_mut().map(|data| Packet { metadata: b"m", data });
            let mut results = [Ok(()); 9];
            Ketje::unwrap_many(sessions, &mut packets, &[[0; 16]; 9], &mut results).unwrap();
        });
        assert!(gone(&memory) > 9 * least, "{backend}: {} bytes of nine after wrong tags", gone(&memory));
        let memory = memory_after_drop(session);
        assert!(gone(&memory) > least, "{backend}: {} bytes on drop", gone(&memory));
    }
}

#[test]
fn of_sessions() {
    sessions::<u8, TwistedState<u8>>();
    sessions::<u16, TwistedState<u16>>();
    sessions::<u32, TwistedState<u32>>();
    sessions::<u64, TwistedState<u64>>();
    sessions::<u8, State<u8>>();
    sessions::<u16, State<u16>>();
}

#[test]
fn of_keys() {
    key_is_gone::<KetjeJrAead>();
    key_is_gone::<KetjeSrAead>();
    key_is_gone::<KetjeMinorAead>();
    key_is_gone::<KetjeMajorAead>();
}
