//! Short messages of equal length side by side, for WOTS+, FORS and the trees. Each slot holds one padded message. A digest replaces a part
//! of its message, so that a chain continues without a copy.

pub(crate) mod keccak;
pub(crate) mod masked;
pub(crate) mod messages;
pub(crate) mod numbered;
pub(crate) mod sha2;
mod slot;

use alloc::boxed::Box;
use keccak::KeccakSlots;
use masked::Masked;
use messages::{Sha2, Shake};
use numbered::NumberedKeccak;
use sha2::Sha2Slots;
use slot::Compressed;
pub(crate) use slot::{Layout, LongSlots, Numbered, Slots};

/// Work for any number of slots.
pub(crate) trait Work {
    fn run<S: Slots>(self, slots: &mut S);
}

/// Work for slots with longer messages.
pub(crate) trait LongWork {
    fn run<S: LongSlots>(self, slots: &mut S);
}

/// Slots of several widths, with the numbers of messages that each is for.
macro_rules! widths {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $slots:ident for $messages:pat),* }) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $name<$($slots),*> {
            $( pub(crate) $field: $slots, )*
        }

        impl<$($slots: Slots),*> $name<$($slots),*> {
            fn run(&mut self, messages: usize, work: impl Work) {
                match messages {
                    $( $messages => work.run(&mut self.$field), )*
                }
            }
        }

        impl<$($slots: LongSlots),*> $name<$($slots),*> {
            fn run_long(&mut self, messages: usize, work: impl LongWork) {
                match messages {
                    $( $messages => work.run(&mut self.$field), )*
                }
            }
        }
    };
}
widths! {
    /// One to eight messages.
    Eight { x1: One for 0..=1, x4: Four for 2..=4, x8: Most for 5.. }
}
widths! {
    /// One to sixteen messages.
    Sixteen { x1: One for 0..=1, x4: Four for 2..=4, x8: Half for 5..=8, x16: Most for 9.. }
}

/// The slots of SLH-DSA.
type Keccak = Eight<KeccakSlots<1>, KeccakSlots<4>, KeccakSlots<8>>;
type Sha256<P> = Sixteen<Sha2Slots<u32, P, 1>, Sha2Slots<u32, P, 4>, Sha2Slots<u32, P, 8>, Sha2Slots<u32, P, 16>>;
type Sha512 = Eight<Sha2Slots<u64, Compressed, 1>, Sha2Slots<u64, Compressed, 4>, Sha2Slots<u64, Compressed, 8>>;
/// The slots of LMS: those of SHA-256, and these.
type LmsShake = Eight<NumberedKeccak<1>, NumberedKeccak<4>, NumberedKeccak<8>>;
/// The slots of XMSS, whose functions use keys and masks.
type MaskedShake = Eight<Masked<Shake<1>, 1>, Masked<Shake<4>, 4>, Masked<Shake<8>, 8>>;
type MaskedSha256 =
    Sixteen<Masked<Sha2<u32, 1>, 1>, Masked<Sha2<u32, 4>, 4>, Masked<Sha2<u32, 8>, 8>, Masked<Sha2<u32, 16>, 16>>;
type MaskedSha512 = Eight<Masked<Sha2<u64, 1>, 1>, Masked<Sha2<u64, 4>, 4>, Masked<Sha2<u64, 8>, 8>>;

fn sha256<P: slot::Prefix>(prefix: P, of: Layout<'_>) -> Sha256<P> {
    let (x1, x4) = (Sha2Slots::new(prefix, of), Sha2Slots::new(prefix, of));
    Sixteen { x1, x4, x8: Sha2Slots::new(prefix, of), x16: Sha2Slots::new(prefix, of) }
}

/// Slots of several widths, so that few messages do not cost as much as many.
#[derive(Clone)]
pub(crate) enum Bank {
    Keccak(Box<Keccak>),
    Sha256(Box<Sha256<Compressed>>),
    Sha512(Box<Sha512>),
    LmsSha256(Box<Sha256<Numbered>>),
    LmsShake(Box<LmsShake>),
    MaskedShake(Box<MaskedShake>),
    MaskedSha256(Box<MaskedSha256>),
    MaskedSha512(Box<MaskedSha512>),
}

impl Bank {
    pub(crate) fn keccak(of: Layout<'_>) -> Self {
        Self::Keccak(Box::new(Eight { x1: KeccakSlots::new(of), x4: KeccakSlots::new(of), x8: KeccakSlots::new(of) }))
    }

    pub(crate) fn sha256(of: Layout<'_>) -> Self {
        Self::Sha256(Box::new(sha256(Compressed, of)))
    }

    pub(crate) fn sha512(of: Layout<'_>) -> Self {
        let slots = Sha2Slots::new(Compressed, of);
        Self::Sha512(Box::new(Eight {
            x1: slots,
            x4: Sha2Slots::new(Compressed, of),
            x8: Sha2Slots::new(Compressed, of),
        }))
    }

    pub(crate) fn lms_sha256(prefix: Numbered, of: Layout<'_>) -> Self {
        Self::LmsSha256(Box::new(sha256(prefix, of)))
    }

    pub(crate) fn lms_shake(prefix: Numbered, of: Layout<'_>) -> Self {
        let (x1, x4) = (NumberedKeccak::new(prefix, of), NumberedKeccak::new(prefix, of));
        Self::LmsShake(Box::new(Eight { x1, x4, x8: NumberedKeccak::new(prefix, of) }))
    }

    /// The greatest width.
    pub(crate) fn most(&self) -> usize {
        match self {
            Self::Sha256(_) | Self::LmsSha256(_) | Self::MaskedSha256(_) => 16,
            Self::Keccak(_) | Self::Sha512(_) | Self::LmsShake(_) | Self::MaskedShake(_) | Self::MaskedSha512(_) => 8,
        }
    }

    /// Runs `work` in the slots for this many messages, or in the widest ones.
    pub(crate) fn run(&mut self, messages: usize, work: impl Work) {
        match self {
            Self::Keccak(bank) => bank.run(messages, work),
            Self::Sha256(bank) => bank.run(messages, work),
            Self::Sha512(bank) => bank.run(messages, work),
            Self::LmsSha256(bank) => bank.run(messages, work),
            Self::LmsShake(bank) => bank.run(messages, work),
            Self::MaskedShake(bank) => bank.run(messages, work),
            Self::MaskedSha256(bank) => bank.run(messages, work),
            Self::MaskedSha512(bank) => bank.run(messages, work),
        }
    }

    /// As [`Bank::run`], for longer messages, which XMSS does not have.
    pub(crate) fn run_long(&mut self, messages: usize, work: impl LongWork) {
        match self {
            Self::Keccak(bank) => bank.run_long(messages, work),
            Self::Sha256(bank) => bank.run_long(messages, work),
            Self::Sha512(bank) => bank.run_long(messages, work),
            Self::LmsSha256(bank) => bank.run_long(messages, work),
            Self::LmsShake(bank) => bank.run_long(messages, work),
            Self::MaskedShake(_) | Self::MaskedSha256(_) | Self::MaskedSha512(_) => {
                unreachable!("XMSS compresses its one-time keys by L-trees")
            }
        }
    }
}
