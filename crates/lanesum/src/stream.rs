//! Keystream from a keyed sponge.

use crate::hash::functions;
use crate::{Shake128, Shake256, XofFunction, XofOutput};
use cipher::{InOutBuf, Iv, IvSizeUser, Key, KeyIvInit, KeySizeUser, StreamCipher, StreamCipherError};
use core::fmt;
use digest::consts::{U16, U32};
use digest::{ExtendableOutput, Update, XofReader};
use lanesum_batch::wipe::{Erase, wipe};

/// A stream cipher whose keystream is the output of an XOF.
///
/// Sources: "SIMD Instruction Set Extensions for Keccak", slide "Keccak applications", construction c; "Cryptographic sponge functions",
/// section 2.3.
///
/// **This is not authenticated encryption.** Anybody who can change the ciphertext can change single bits of the plaintext unnoticed. Two
/// messages with the same key and nonce reveal each other. It is here for building other constructions.
///
/// [`XofStream::from_xof`] takes any XOF that has absorbed the key and a nonce, in an encoding that keeps them apart. [`Shake128Stream`]
/// and [`Shake256Stream`] absorb key ‖ nonce, both of fixed lengths, and nothing else. Do not use their keys with SHAKE in any other way.
/// The keystream does not end.
///
/// ```
/// use cipher::{KeyIvInit, StreamCipher};
/// use lanesum::hazmat::Shake256Stream;
///
/// let (key, nonce) = ([7; 32], [1; 16]);
/// let mut text = *b"as many lanes wide as the processor";
/// Shake256Stream::new(&key.into(), &nonce.into()).apply_keystream(&mut text);
/// Shake256Stream::new(&key.into(), &nonce.into()).apply_keystream(&mut text);
/// assert_eq!(&text, b"as many lanes wide as the processor");
/// ```
pub struct XofStream<R> {
    reader: R,
}

/// The stream cipher with the keystream SHAKE128(key ‖ nonce), both of 16 bytes.
pub type Shake128Stream = XofStream<KeyedOutput<functions::Shake128>>;
/// The stream cipher with the keystream SHAKE256(key ‖ nonce), a key of 32 bytes and a nonce of 16.
pub type Shake256Stream = XofStream<KeyedOutput<functions::Shake256>>;

/// Output of an XOF that has absorbed a key: erased on drop, with or without the feature `zeroize`.
pub struct KeyedOutput<F: XofFunction>(XofOutput<F>);

impl<F: XofFunction> XofReader for KeyedOutput<F> {
    fn read(&mut self, out: &mut [u8]) {
        self.0.read(out);
    }
}

impl<F: XofFunction> Drop for KeyedOutput<F> {
    fn drop(&mut self) {
        self.0.erase();
    }
}

impl<F: XofFunction> zeroize::ZeroizeOnDrop for KeyedOutput<F> {}

impl<R: XofReader> XofStream<R> {
    /// A cipher whose keystream is the rest of the reader's output.
    #[must_use]
    pub const fn from_xof(reader: R) -> Self {
        Self { reader }
    }
}

impl<R: XofReader> StreamCipher for XofStream<R> {
    fn check_remaining(&self, _: usize) -> Result<(), StreamCipherError> {
        Ok(())
    }

    fn unchecked_apply_keystream_inout(&mut self, mut buf: InOutBuf<'_, '_, u8>) {
        let mut stream = [0; 1024];
        while !buf.is_empty() {
            let count = stream.len().min(buf.len());
            let (mut now, rest) = buf.split_at(count);
            let stream = &mut stream[..count];
            self.reader.read(stream);
            now.xor_in2out(stream);
            buf = rest;
        }
        wipe(&mut stream);
    }

    fn unchecked_write_keystream(&mut self, buf: &mut [u8]) {
        self.reader.read(buf);
    }
}

macro_rules! keyed {
    ($stream:ident, $xof:ident, $key:ident, $iv:ident) => {
        impl KeySizeUser for $stream {
            type KeySize = $key;
        }
        impl IvSizeUser for $stream {
            type IvSize = $iv;
        }
        impl KeyIvInit for $stream {
            fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
                Self { reader: KeyedOutput($xof::default().chain(key).chain(iv).finalize_xof()) }
            }
        }
    };
}
keyed!(Shake128Stream, Shake128, U16, U16);
keyed!(Shake256Stream, Shake256, U32, U16);

impl<R> fmt::Debug for XofStream<R> {
    /// Prints no state: it is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("XofStream").finish_non_exhaustive()
    }
}

impl<R: zeroize::ZeroizeOnDrop> zeroize::ZeroizeOnDrop for XofStream<R> {}
