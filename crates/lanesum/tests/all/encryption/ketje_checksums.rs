//! `testKetjev2.inc` of the Keccak code package (version of 2023), by procedure, on every backend.

use crate::support::{backends_for, hex};
use lanesum::Backend;
use lanesum::hazmat::TwistedState;
use lanesum::ketje::{Ketje, StepLane};

/// Byte i is p + 161 (n - rol8(i, q) + i).
fn pattern(n: usize, p: usize, q: u32) -> Vec<u8> {
    let byte = |i: usize| {
        let i = i as u8;
        (n as u8).wrapping_sub(i.rotate_left(q)).wrapping_add(i).wrapping_mul(161).wrapping_add(p as u8)
    };
    (0..n).map(byte).collect()
}

fn wrap<W: StepLane>(session: &mut Ketje<TwistedState<W>>, data: &mut [u8], tag_len: usize) -> Vec<u8> {
    match tag_len {
        0 => session.wrap_in_place::<0>(&[], data).unwrap().to_vec(),
        8 => session.wrap_in_place::<8>(&[], data).unwrap().to_vec(),
        16 => session.wrap_in_place::<16>(&[], data).unwrap().to_vec(),
        24 => session.wrap_in_place::<24>(&[], data).unwrap().to_vec(),
        _ => session.wrap_in_place::<32>(&[], data).unwrap().to_vec(),
    }
}

fn checksum<W: StepLane>(backend: Backend) -> String {
    let start = |key: &[u8], nonce: &[u8]| Ketje::<TwistedState<W>>::with_backend(backend, key, nonce).unwrap();
    let b = 200 * W::BYTES;
    let max = (b - 18) / 8;
    assert_eq!(max, Ketje::<TwistedState<W>>::MAX_KEY_AND_NONCE_BYTES);
    let mut sum = start(&[], &[]);
    let mut key_len = max;
    while key_len >= 12 {
        let longest = max - key_len;
        let mut nonce_len = if key_len == 16 { 0 } else { longest };
        while nonce_len <= longest {
            let key = pattern(key_len, 0x12 + nonce_len + key_len, 3);
            let nonce = pattern(nonce_len, 0x23 + nonce_len + key_len, 6);
            let mut session = start(&key, &nonce);
            let mut a = 0;
            while a <= 50 {
                let mut p = 0;
                while p <= 50 {
                    for tag_len in if key_len == 16 { vec![0, 8, 16, 24, 32] } else { vec![16] } {
                        let seed = a + p + tag_len;
                        session.feed(&pattern(a, 0x34 + seed, 4)).unwrap();
                        let mut data = pattern(p, 0x45 + seed, 7);
                        let tag = wrap(&mut session, &mut data, tag_len);
                        sum.feed(&data).unwrap();
                        sum.feed(&tag).unwrap();
                    }
                    p += p / 2 + 1 + a + if a == 0 { key_len - 12 } else { nonce_len / 32 + key_len / 2 };
                }
                a += 1 + a / 3 + (key_len - 12) + nonce_len / 32;
            }
            nonce_len += if b <= 400 { 1 } else { b / 200 };
        }
        key_len -= match key_len {
            48.. => 25,
            23.. => 5,
            15.. => 2,
            _ => 1,
        };
    }
    hex(&wrap(&mut sum, &mut [], 16))
}

fn check<W: StepLane>(answer: &str) {
    for backend in backends_for::<W>() {
        assert_eq!(checksum::<W>(backend), answer, "{backend}");
    }
}

#[test]
fn the_checksums_of_ketje() {
    check::<u8>("6b2db5c57651366cf83e42dcb3690e51");
    check::<u16>("92af558848df0a4e9b94f633ee2fe971");
    check::<u32>("ae36c9e0eabc1192f67a9fb6938ae358");
    check::<u64>("1e7c6c56424f8c1fe0bd042d03da3a1e");
}
