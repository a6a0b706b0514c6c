//! Short messages of one length side by side: what WOTS+, FORS and the trees hash. Each slot holds one message, already padded, and
//! a digest takes the place of a part of its message, so that a chain goes on without a copy.

pub(crate) mod keccak;
pub(crate) mod masked;
pub(crate) mod messages;
pub(crate) mod sha2;
mod slot;

use alloc::boxed::Box;
use keccak::KeccakSlots;
use masked::Masked;
use sha2::Sha2Slots;
pub(crate) use slot::{Layout, LongSlots, Slots};

/// Slots of several numbers, so that few messages do not pay for many.
#[derive(Clone)]
pub(crate) enum Bank {
    Keccak(Box<Keccak>),
    Sha256(Box<Sha256>),
    Sha512(Box<Sha512>),
    /// XMSS's, whose functions take keys and masks.
    MaskedShake(Box<MaskedShake>),
    MaskedSha256(Box<MaskedSha256>),
    MaskedSha512(Box<MaskedSha512>),
}

/// SHAKE256, one to eight messages.
#[derive(Clone)]
pub(crate) struct Keccak {
    x8: KeccakSlots<8>,
    x4: KeccakSlots<4>,
    x1: KeccakSlots<1>,
}

/// SHA-256, one to sixteen messages.
#[derive(Clone)]
pub(crate) struct Sha256 {
    x16: Sha2Slots<u32, 16>,
    x8: Sha2Slots<u32, 8>,
    x4: Sha2Slots<u32, 4>,
    x1: Sha2Slots<u32, 1>,
}

/// SHA-512, one to eight messages.
#[derive(Clone)]
pub(crate) struct Sha512 {
    x8: Sha2Slots<u64, 8>,
    x4: Sha2Slots<u64, 4>,
    x1: Sha2Slots<u64, 1>,
}

/// XMSS's functions over SHAKE.
#[derive(Clone)]
pub(crate) struct MaskedShake {
    pub(crate) x8: Masked<messages::Shake<8>, 8>,
    pub(crate) x4: Masked<messages::Shake<4>, 4>,
    pub(crate) x1: Masked<messages::Shake<1>, 1>,
}

/// XMSS's functions over SHA-256.
#[derive(Clone)]
pub(crate) struct MaskedSha256 {
    pub(crate) x16: Masked<messages::Sha2<u32, 16>, 16>,
    pub(crate) x8: Masked<messages::Sha2<u32, 8>, 8>,
    pub(crate) x4: Masked<messages::Sha2<u32, 4>, 4>,
    pub(crate) x1: Masked<messages::Sha2<u32, 1>, 1>,
}

/// XMSS's functions over SHA-512.
#[derive(Clone)]
pub(crate) struct MaskedSha512 {
    pub(crate) x8: Masked<messages::Sha2<u64, 8>, 8>,
    pub(crate) x4: Masked<messages::Sha2<u64, 4>, 4>,
    pub(crate) x1: Masked<messages::Sha2<u64, 1>, 1>,
}

/// Something to do with slots, however many they are.
pub(crate) trait Work {
    fn run<S: Slots>(self, slots: &mut S);
}

/// As [`Work`], for slots with longer messages.
pub(crate) trait LongWork {
    fn run<S: LongSlots>(self, slots: &mut S);
}

impl Bank {
    pub(crate) fn keccak(of: Layout<'_>) -> Self {
        Self::Keccak(Box::new(Keccak { x8: KeccakSlots::new(of), x4: KeccakSlots::new(of), x1: KeccakSlots::new(of) }))
    }

    pub(crate) fn sha256(of: Layout<'_>) -> Self {
        Self::Sha256(Box::new(Sha256 {
            x16: Sha2Slots::new(of),
            x8: Sha2Slots::new(of),
            x4: Sha2Slots::new(of),
            x1: Sha2Slots::new(of),
        }))
    }

    pub(crate) fn sha512(of: Layout<'_>) -> Self {
        Self::Sha512(Box::new(Sha512 { x8: Sha2Slots::new(of), x4: Sha2Slots::new(of), x1: Sha2Slots::new(of) }))
    }

    /// The most messages at once.
    pub(crate) fn most(&self) -> usize {
        match self {
            Self::Sha256(_) | Self::MaskedSha256(_) => 16,
            Self::Keccak(_) | Self::Sha512(_) | Self::MaskedShake(_) | Self::MaskedSha512(_) => 8,
        }
    }

    /// The slots for so many messages, or the most that there are.
    pub(crate) fn run(&mut self, messages: usize, work: impl Work) {
        match (self, messages) {
            (Self::Keccak(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::Keccak(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::Keccak(bank), _) => work.run(&mut bank.x8),
            (Self::Sha256(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::Sha256(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::Sha256(bank), 5..=8) => work.run(&mut bank.x8),
            (Self::Sha256(bank), _) => work.run(&mut bank.x16),
            (Self::Sha512(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::Sha512(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::Sha512(bank), _) => work.run(&mut bank.x8),
            (Self::MaskedShake(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::MaskedShake(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::MaskedShake(bank), _) => work.run(&mut bank.x8),
            (Self::MaskedSha256(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::MaskedSha256(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::MaskedSha256(bank), 5..=8) => work.run(&mut bank.x8),
            (Self::MaskedSha256(bank), _) => work.run(&mut bank.x16),
            (Self::MaskedSha512(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::MaskedSha512(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::MaskedSha512(bank), _) => work.run(&mut bank.x8),
        }
    }

    /// As [`Bank::run`], for longer messages, which XMSS's functions do not have.
    pub(crate) fn run_long(&mut self, messages: usize, work: impl LongWork) {
        match (self, messages) {
            (Self::Keccak(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::Keccak(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::Keccak(bank), _) => work.run(&mut bank.x8),
            (Self::Sha256(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::Sha256(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::Sha256(bank), 5..=8) => work.run(&mut bank.x8),
            (Self::Sha256(bank), _) => work.run(&mut bank.x16),
            (Self::Sha512(bank), 0..=1) => work.run(&mut bank.x1),
            (Self::Sha512(bank), 2..=4) => work.run(&mut bank.x4),
            (Self::Sha512(bank), _) => work.run(&mut bank.x8),
            (Self::MaskedShake(_) | Self::MaskedSha256(_) | Self::MaskedSha512(_), _) => {
                unreachable!("XMSS compresses its one-time keys by L-trees")
            }
        }
    }
}
