//! Saved states.

use super::super::construction::{Construction, by_construction};
use super::super::incremental::{Incremental, Later as _};
use super::{Hasher, UnderWay};
use crate::families::by_family;
use crate::prelude::*;
use crate::{Algorithm, Error, SavedError, modes};
use lanesum_batch::md::chain::Md;
use lanesum_batch::saved::{is_of, restore, save_to_vec};

impl Hasher {
    /// The state as bytes, for storing and sending: the message so far, with salt, domain and customization string.
    ///
    /// The bytes are `lns`, the version of the format (1), the algorithm's [`standard_name`](Algorithm::standard_name) in 16 bytes, the
    /// contents that the algorithm needs, and a checksum of 8 bytes. The type of the same function ([`FixedHash`](crate::FixedHash),
    /// [`Xof`](crate::Xof), `TurboShake`, `Kt`, `Kmac`) saves the same bytes. KMACXOF128 is saved as KMAC128, from which it differs at the
    /// end only, and likewise the other functions with XOF in their names. **With a key, the bytes are as secret as the key.** They do not
    /// depend on the backend; the machine that restores the state chooses its own.
    ///
    /// ```
    /// use lanesum::{Algorithm, Hasher};
    /// let mut hasher = Hasher::new(Algorithm::Sha256);
    /// hasher.update(b"the first ");
    /// let saved = hasher.to_bytes();
    ///
    /// let mut restored = Hasher::from_bytes(&saved)?;
    /// restored.update(b"half");
    /// let mut digest = [0; 32];
    /// restored.finalize().read(&mut digest)?;
    /// assert_eq!(digest, lanesum::sha256(b"the first half"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> alloc::vec::Vec<u8> {
        let name = self.algorithm.standard_name();
        each!(&self.under_way,
            sponge => {
                // The byte that follows the message of `TurboSHAKE`.
                let domain = self.algorithm.takes_whole_bytes().then(|| sponge.parameters().suffix as u8);
                save_to_vec(name, Sponge::SAVED_BYTES + domain.as_slice().len(), |out| {
                    sponge.save(out);
                    out.bytes(domain.as_slice());
                })
            },
            tree => tree.save(name),
            derived => derived.save(self.algorithm.derived()),
            blake3 => blake3.save(name),
            md => save_to_vec(name, Incremental::saved_bytes(md), |out| Incremental::save(md, out)))
    }

    /// Restores what [`Hasher::to_bytes`] saved, for any algorithm that this build has. Restores the saved state of a typed function, too.
    /// A state of KMACXOF128 becomes KMAC128: [`Hasher::end_as`] changes that.
    ///
    /// # Errors
    /// [`Error::Saved`] for bytes that were damaged or cut off, a state of something else or whose parts contradict each other, or an unknown
    /// version of the format.
    pub fn from_bytes(saved: &[u8]) -> Result<Self, Error> {
        let is_of = is_of(saved)?;
        let algorithm = Algorithm::ALL.iter().copied().find(|one| is_of(one.saved_name()));
        let algorithm = algorithm.ok_or(Error::Saved(SavedError::Other))?;
        by_family! { match algorithm.construction();
            "keccak" {
                Construction::Derived(derived) => {
                    let under_way = UnderWay::Derived(modes::sp800_185::DerivedState::restore(derived, saved)?);
                    return Ok(Self { algorithm, under_way, forced: false });
                },
            }
            else _ => ()
        }
        let under_way = restore(algorithm.standard_name(), saved, |saved| {
            Some(by_construction!(algorithm.construction(),
                parameters => {
                    let mut sponge: Sponge = Incremental::restore(parameters, saved)?;
                    if algorithm.takes_whole_bytes() {
                        let [byte] = *saved.array()?;
                        sponge.set_suffix(crate::Domain::new(byte).ok()?.byte().into());
                    }
                    UnderWay::Sponge(sponge)
                },
                kind => UnderWay::Tree(modes::kangaroo::Customized::restore(kind, saved)?),
                _ => return None,
                K => K::restored(saved)?.into(),
                C, initial => <Md<C> as Incremental>::restore(initial, saved)?.into()))
        })?;
        Ok(Self { algorithm, under_way, forced: false })
    }
}
