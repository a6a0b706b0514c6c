//! One whole message without a key or other parameters: its state stays in registers and on the stack, and no hasher is made.

use super::{Blake2bHasher, Blake2sHasher};
use crate::choice::FormChoice;
use crate::engines::{Many2b, Many2s, One2b, One2s};
use crate::words::{Blake2b, Blake2s, Compressor, STATE, put};
use lanesum_batch::sure::sure;
use lanesum_batch::wipe::wipe_if_asked;

macro_rules! whole {
    ($hasher:ident: $function:ident of $word:ident, $one:ident $many:ident, $name:literal) => {
        impl $hasher {
            #[doc = concat!("The ", $name, " digest of a message, as long as `out`.")]
            ///
            /// # Panics
            /// Unless a digest has that many bytes, at least one.
            pub fn digest(message: &[u8], out: &mut [u8]) {
                assert!((1..=Self::MOST).contains(&out.len()), "bytes of a digest");
                let form = sure(FormChoice::new::<$one, $many>(None)).one::<$one>();
                let mut state = [0; STATE];
                state[..8].copy_from_slice(&$function::START);
                state[0] ^= 0x0101_0000 ^ out.len() as $word;
                let before = message.len().saturating_sub(1) / Self::BLOCK * Self::BLOCK;
                let (blocks, last) = message.split_at(before);
                if !blocks.is_empty() {
                    form.compress(&mut state, blocks);
                }
                Self::count_last(&mut state, last.len());
                state[8] = $word::MAX;
                if last.len() == Self::BLOCK {
                    form.compress(&mut state, last);
                } else {
                    let mut block = [0; Self::BLOCK];
                    block[..last.len()].copy_from_slice(last);
                    form.compress(&mut state, &block);
                    wipe_if_asked(&mut block);
                }
                put(state.iter().map(|word| word.to_le_bytes()), out);
                wipe_if_asked(&mut state);
            }
        }
    };
}
whole!(Blake2bHasher: Blake2b of u64, One2b Many2b, "`BLAKE2b`");
whole!(Blake2sHasher: Blake2s of u32, One2s Many2s, "`BLAKE2s`");
