//! Tests of the code that SHA-2 and BLAKE share, with both: known answers, and messages in the slots of a kernel.

use crate::{Backend, Error};
use digest::typenum::Unsigned;
use lanesum_batch::md::chain::{ChainForm, Md};
use lanesum_batch::md::compression::{Compression, MdWord, blocks, one_named};
use lanesum_batch::scheduler::lockstep::{self, Member};
use lanesum_batch::tail::Tail;
use lanesum_blake::compression::{Blake32, Blake64};
use lanesum_sha2::functions::{Words32, Words64};
use reference::bits::BitString;
use reference::{blake, sha2};
use std::vec::Vec;

fn known<C: Compression<Word: Into<u64>>>() -> [u64; 8] {
    C::KNOWN_ANSWER.map(Into::into)
}

fn blake<W: MdWord + Into<u64>>(word: blake::Word, all: &[u8]) -> [u64; 8] {
    let (mut h, mut bits) = ([0; 8], 0);
    for block in all.chunks(16 * size_of::<W>()) {
        bits += 8 * block.len() as u64;
        let words: Vec<u64> = block.chunks(size_of::<W>()).map(|word| W::get(word).into()).collect();
        h = word.compress(h, &words, [0; 4], [bits, 0]);
    }
    h
}

#[test]
fn known_answers_are_the_references() {
    let all = blocks();
    let message = BitString::from_bytes_msb(&all);
    assert_eq!(known::<Words32>(), sha2::compress_all(sha2::Word::W32, [0; 8], &message));
    assert_eq!(known::<Words64>(), sha2::compress_all(sha2::Word::W64, [0; 8], &message));
    assert_eq!(known::<Blake32>(), blake::<u32>(blake::Word::W32, &all));
    assert_eq!(known::<Blake64>(), blake::<u64>(blake::Word::W64, &all));
}

/// A message that can share a kernel with any other.
struct Beside<C: Compression>(Md<C>);

impl<C: Compression> Member<Md<C>> for Beside<C> {
    fn single(&self) -> Option<&Md<C>> {
        Some(&self.0)
    }

    fn single_mut(&mut self) -> Option<&mut Md<C>> {
        Some(&mut self.0)
    }

    fn forced(&self) -> Option<Backend> {
        Some(self.0.backend())
    }
}

/// A message that has absorbed `bytes` bytes, which are whole blocks.
fn after<C: Compression>(form: ChainForm<C>, bytes: u128) -> Md<C> {
    let mut saved = [0; 240];
    // Differs from the initial chaining value.
    saved[0] = 1;
    let value = C::SAVED_WORDS * size_of::<C::Word>();
    saved[value..value + 16].copy_from_slice(&bytes.to_be_bytes());
    Md::restore(&C::Initial::default(), form, &saved[..value + 16 + C::Block::USIZE])
        .expect("a state that a hasher may have")
}

/// Kernels for several messages must count blocks like those for one, also where a counter of 32 or 64 bits wraps, and where a message gets
/// too long.
fn check<C: Compression>(powers: &[u32]) {
    let block = C::Block::USIZE;
    let data: Vec<u8> = (0..40 * block).map(|i| ((i * i) >> 3) as u8).collect();
    // One to seven blocks, and a byte.
    let piece = |i: usize| &data[i..=i + (1 + i % 7) * block];
    let last = C::MAX_BITS / 8 + 1;
    let forms: Vec<_> = lanesum_batch::engine::backends::<C::One, C::Many>()
        .iter()
        .filter_map(|backend| one_named::<C>(*backend).ok())
        .collect();
    assert!(!forms.is_empty());
    for form in forms {
        for before in powers.iter().map(|power| 1 << power).chain([last]) {
            let before = before - 3 * block as u128;
            let mut members: Vec<_> = (0..17).map(|_| Beside(after::<C>(form, before))).collect();
            let mut pieces: Vec<_> = members.iter_mut().enumerate().map(|(i, md)| (md, piece(i))).collect();
            lockstep::update::<Md<C>, _>(&mut pieces);
            let rests: Vec<_> = pieces.iter().map(|(_, rest)| *rest).collect();
            for (i, (mut member, rest)) in members.into_iter().zip(rests).enumerate() {
                assert!(rest.len() <= 1);
                member.0.update(rest);
                let mut alone = after::<C>(form, before);
                alone.update(piece(i));
                let [mut ours, mut expected] = [[0; 64]; 2];
                let digest = &mut ours[..8 * size_of::<C::Word>()];
                let result = member.0.finish_to(Tail::NONE, digest);
                let wanted = alone.finish_to(Tail::NONE, &mut expected[..digest.len()]);
                assert_eq!(result, wanted);
                assert_eq!(ours, expected, "{before}, message {i}");
                let too_long = before + piece(i).len() as u128 > C::MAX_BITS / 8;
                assert_eq!(result == Err(Error::MessageTooLong), too_long, "{before}, message {i}");
            }
        }
    }
}

#[test]
fn lengths_go_on_in_slots() {
    check::<Words32>(&[29, 32]);
    check::<Words64>(&[29, 32, 61, 64]);
    check::<Blake32>(&[29, 32]);
    check::<Blake64>(&[29, 32, 61, 64]);
}

/// A greater one would be moved by a call.
#[test]
fn hashers_of_32_bit_words_are_small() {
    assert!(size_of::<Md<Words32>>() <= 128);
    assert!(size_of::<crate::Sha256>() <= 128);
}

/// HMAC's outer hash has the digest of the inner one in its unfinished block.
#[test]
fn an_erased_hasher_has_nothing_of_its_message() {
    let mut md =
        Md::<Words32>::new(&lanesum_batch::md::initial::SHA_256, one_named::<Words32>(Backend::Portable).unwrap());
    md.update(&[0xa5; 64 + 32]);
    lanesum_batch::wipe::Erase::erase(&mut md);
    assert_eq!((md.chain.words(), md.buffer.data()), (&[0; 8], &[0; 32][..]));
}
