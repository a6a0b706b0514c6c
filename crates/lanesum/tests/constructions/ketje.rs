//! Ketje v2 in the plainest form (Ketje v2, sections 2 and 4), for the checksums of `testKetjev2.inc`: the twisted permutation
//! and `MonkeyDuplex` are tested with them.

use crate::support::{backends_for, hex};
use lanesum::Backend;
use lanesum::hazmat::{Lane, MonkeyDuplex, MonkeyRounds, TwistedState};

const ROUNDS: MonkeyRounds = MonkeyRounds { start: 12, step: 1, stride: 6 };

/// A session: bytes that have not gone into a block yet, and the key stream for them.
struct Ketje<W: Lane> {
    duplex: MonkeyDuplex<TwistedState<W>>,
    /// ρ in bytes.
    rho: usize,
    block: Vec<u8>,
}

/// The frame bits of a block, the first one lowest, and how many there are.
#[derive(Clone, Copy)]
struct Frame(u8, usize);

const METADATA: Frame = Frame(0b00, 2);
const LAST_METADATA: Frame = Frame(0b10, 2);
const PLAINTEXT: Frame = Frame(0b11, 2);
const LAST_PLAINTEXT: Frame = Frame(0b01, 2);
const MORE_TAG: Frame = Frame(0b0, 1);

impl<W: Lane> Ketje<W> {
    fn new(backend: Backend, key: &[u8], nonce: &[u8]) -> Self {
        let rho = if W::BYTES < 4 { 2 * W::BYTES } else { 4 * W::BYTES };
        let initial = [&[key.len() as u8 + 2], key, &[1], nonce].concat();
        let duplex = MonkeyDuplex::with_backend(backend, 8 * rho + 4, ROUNDS, &initial, 8 * initial.len());
        Self { duplex: duplex.unwrap(), rho, block: Vec::new() }
    }

    /// The block that there is, and what comes after it.
    fn step(&mut self, frame: Frame) -> Vec<u8> {
        let mut sigma = std::mem::take(&mut self.block);
        let bits = 8 * sigma.len() + frame.1;
        sigma.push(frame.0);
        let mut out = vec![0; self.rho];
        self.duplex.step(&sigma, bits, &mut out).unwrap();
        out
    }

    fn feed(&mut self, metadata: &[u8]) {
        for &byte in metadata {
            if self.block.len() == self.rho {
                self.step(METADATA);
            }
            self.block.push(byte);
        }
    }

    fn wrap(&mut self, plaintext: &[u8]) -> Vec<u8> {
        let mut stream = self.step(LAST_METADATA);
        let mut out = Vec::new();
        for &byte in plaintext {
            if self.block.len() == self.rho {
                stream = self.step(PLAINTEXT);
            }
            out.push(byte ^ stream[self.block.len()]);
            self.block.push(byte);
        }
        out
    }

    fn tag(&mut self, len: usize) -> Vec<u8> {
        let mut sigma = std::mem::take(&mut self.block);
        let bits = 8 * sigma.len() + LAST_PLAINTEXT.1;
        sigma.push(LAST_PLAINTEXT.0);
        let mut tag = vec![0; self.rho];
        self.duplex.stride(&sigma, bits, &mut tag).unwrap();
        while tag.len() < len {
            tag.extend(self.step(MORE_TAG));
        }
        tag.truncate(len);
        tag
    }
}

/// Byte i is p + 161 (n - rol8(i, q) + i).
fn pattern(n: usize, p: usize, q: u32) -> Vec<u8> {
    let byte =
        |i: usize| p as u8 as usize + 161 * (n.wrapping_sub((i as u8).rotate_left(q).into()).wrapping_add(i) % 256);
    (0..n).map(|i| byte(i) as u8).collect()
}

fn checksum<W: Lane>(backend: Backend) -> String {
    let b = 200 * W::BYTES;
    let max = (b - 18) / 8;
    let mut sum = Ketje::<W>::new(backend, &[], &[]);
    let mut key_len = max;
    while key_len >= 12 {
        let longest = max - key_len;
        let mut nonce_len = if key_len == 16 { 0 } else { longest };
        while nonce_len <= longest {
            let key = pattern(key_len, 0x12 + nonce_len + key_len, 3);
            let nonce = pattern(nonce_len, 0x23 + nonce_len + key_len, 6);
            let mut ketje = Ketje::<W>::new(backend, &key, &nonce);
            let mut a = 0;
            while a <= 50 {
                let mut p = 0;
                while p <= 50 {
                    for tag_len in if key_len == 16 { vec![0, 8, 16, 24, 32] } else { vec![16] } {
                        let seed = a + p + tag_len;
                        ketje.feed(&pattern(a, 0x34 + seed, 4));
                        let ciphertext = ketje.wrap(&pattern(p, 0x45 + seed, 7));
                        sum.feed(&ciphertext);
                        sum.feed(&ketje.tag(tag_len));
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
    sum.wrap(&[]);
    hex(&sum.tag(16))
}

fn check<W: Lane>(answer: &str) {
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
