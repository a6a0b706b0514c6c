//! The compression functions, applied to whole blocks.

use super::functions::{Words32, Words64};
use lanesum_batch::md::compression::one_or_best;
use lanesum_batch::{Backend, Error};

macro_rules! compress {
    ($($name:ident $size:ident $word:ident $block:literal $section:literal;)*) => { $(
        #[doc = concat!("Compresses each block in turn into the chaining value `state`, with words of ", stringify!($word), " (FIPS 180-4, section ", $section, ").")]
        ///
        /// The caller pads the message and adds its length. Runs on `backend`, or without one on the best for this machine.
        ///
        /// # Errors
        /// [`Error::BackendUnavailable`] if the machine lacks the backend, [`Error::OnlyInPapers`] if only `lanesum-papers` has it,
        /// [`Error::NoForm`] if no backend has this name here.
        pub fn $name(backend: Option<Backend>, state: &mut [$word; 8], blocks: &[[u8; $block]]) -> Result<(), Error> {
            one_or_best::<$size>(backend)?.compress(state, blocks.as_flattened());
            Ok(())
        }
    )* };
}
compress! {
    sha256_compress Words32 u32 64 "6.2.2";
    sha512_compress Words64 u64 128 "6.4.2";
}
