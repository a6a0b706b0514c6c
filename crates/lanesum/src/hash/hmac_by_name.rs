//! HMAC of many messages, of a function by its name.

use super::hmac::many;
use crate::algorithm::for_each_algorithm;
use crate::{Algorithm, Error, Messages, Parameter};
use lanesum_batch::scheduler::Survey;

macro_rules! by_name {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal ($source:literal $($facts:tt)*): $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident,
       $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        impl Algorithm {
            /// The HMACs of many messages with one key (FIPS 198-1); that of message i is chunk i of `out`. See [`FixedHash::hmac_many`](crate::FixedHash::hmac_many).
            ///
            /// # Errors
            /// [`Error::NotTaken`] for an XOF, which HMAC is not defined over; [`Error::Length`] unless `out` has a digest for each message;
            /// [`Error::MessageTooLong`].
            pub fn hmac_many<M: Messages + ?Sized>(self, key: &[u8], messages: &M, out: &mut [u8]) -> Result<(), Error> {
                let survey = Survey::of(&messages);
                self.fits_hmac(survey.count, out)?;
                match self {
                    $( #[cfg(feature = $feature)] Self::$variant => by_name!(@$output $variant, F => many::<F>(key, &survey, out)), )*
                }
            }

            /// As [`Algorithm::hmac_many`], with a key for each message.
            ///
            /// # Errors
            /// As [`Algorithm::hmac_many`]; [`Error::Length`] if there are not as many keys as messages.
            #[cfg(feature = "alloc")]
            pub fn hmac_many_keys<K: AsRef<[u8]>, M: Messages + ?Sized>(
                self,
                keys: &[K],
                messages: &M,
                out: &mut [u8],
            ) -> Result<(), Error> {
                self.fits_hmac(messages.count(), out)?;
                // One copy of the code for all kinds of keys and messages.
                let (keys, messages) = (keys.iter().map(AsRef::as_ref).collect::<alloc::vec::Vec<_>>(), &messages as &dyn Messages);
                match self {
                    $( #[cfg(feature = $feature)] Self::$variant => by_name!(@$output $variant, F => super::hmac_keys::many_keys::<F, _>(&keys, messages, out)), )*
                }
            }
        }
    };
    (@Fixed $variant:ident, $f:ident => $do:expr) => {{
        type $f = super::typed::functions::$variant;
        $do
    }};
    (@$other:ident $variant:ident, $f:ident => $do:expr) => {
        Err(Error::NotTaken(Parameter::Key))
    };
}
for_each_algorithm!(by_name);

impl Algorithm {
    fn fits_hmac(self, messages: usize, out: &[u8]) -> Result<(), Error> {
        if self.has_any_length() {
            return Err(Error::NotTaken(Parameter::Key));
        }
        let (expected, got) = (messages.saturating_mul(self.digest_bits() / 8), out.len());
        if expected == got { Ok(()) } else { Err(Error::Length { argument: "out", expected, got }) }
    }
}
