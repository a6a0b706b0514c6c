//! The parameter sets of all schemes, and public keys.

use std::fmt;
use std::str::FromStr;

use signatures::pkcs8::LineEnding;
use signatures::spki::{self, DecodePublicKey as _, EncodePublicKey as _};
use signatures::{lms, slh_dsa, xmss};

/// The context of SLH-DSA signatures, which separates them from all others by the same key. XMSS and LMS have no contexts.
pub(super) const CONTEXT: &[u8] = b"lanesum-sums-v1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    SlhDsa(slh_dsa::ParameterSet),
    Xmss(xmss::ParameterSet),
    Lms(lms::ParameterSet),
}

impl Set {
    pub(super) fn signature_bytes(&self) -> usize {
        match self {
            Self::SlhDsa(set) => set.signature_bytes(),
            Self::Xmss(set) => set.signature_bytes(),
            Self::Lms(set) => set.signature_bytes(),
        }
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlhDsa(set) => set.fmt(f),
            Self::Xmss(set) => set.fmt(f),
            Self::Lms(set) => set.fmt(f),
        }
    }
}

impl FromStr for Set {
    type Err = signatures::Error;

    /// In any case of letters.
    fn from_str(name: &str) -> Result<Self, signatures::Error> {
        let slh_dsa = slh_dsa::ParameterSet::ALL.iter().find(|set| set.name().eq_ignore_ascii_case(name));
        match slh_dsa {
            Some(set) => Ok(Self::SlhDsa(*set)),
            None => name.parse().map(Self::Xmss).or_else(|_| name.to_ascii_uppercase().parse().map(Self::Lms)),
        }
    }
}

#[derive(Debug)]
pub(super) enum PublicKey {
    SlhDsa(slh_dsa::VerifyingKey),
    Xmss(xmss::VerifyingKey),
    Lms(lms::VerifyingKey),
}

impl PublicKey {
    pub(super) fn from_pem(pem: &str) -> Option<Self> {
        let slh_dsa = slh_dsa::VerifyingKey::from_public_key_pem(pem).map(Self::SlhDsa);
        let xmss = |_| xmss::VerifyingKey::from_public_key_pem(pem).map(Self::Xmss);
        slh_dsa.or_else(xmss).or_else(|_| lms::VerifyingKey::from_public_key_pem(pem).map(Self::Lms)).ok()
    }

    pub(super) fn der(&self) -> Result<spki::Document, spki::Error> {
        match self {
            Self::SlhDsa(key) => key.to_public_key_der(),
            Self::Xmss(key) => key.to_public_key_der(),
            Self::Lms(key) => key.to_public_key_der(),
        }
    }

    pub(super) fn pem(&self) -> Result<String, spki::Error> {
        Ok(self.der()?.to_pem("PUBLIC KEY", LineEnding::LF)?)
    }

    /// Whether a key of this set can be the private one. A public key of HSS has the parameters of its top level alone.
    pub(super) fn fits(&self, set: &Set) -> bool {
        match (self, set) {
            (Self::SlhDsa(key), Set::SlhDsa(set)) => key.parameter_set() == *set,
            (Self::Xmss(key), Set::Xmss(set)) => key.parameter_set() == *set,
            (Self::Lms(key), Set::Lms(set)) => key.top() == (set.levels().len(), set.levels()[0]),
            _ => false,
        }
    }

    /// Whether each signature is that of the message of the same index.
    pub(super) fn verifies(&self, messages: &[&[u8]], signatures: &[&[u8]]) -> Vec<bool> {
        let found = match self {
            Self::SlhDsa(key) => {
                let signatures = signatures.iter().map(|signature| slh_dsa::Signature::try_from(*signature));
                signatures.collect::<Result<Vec<_>, _>>().and_then(|all| key.verify_many_rayon(CONTEXT, messages, &all))
            }
            Self::Xmss(key) => key.verify_many(messages, &all_of(signatures, xmss::Signature::from_bytes)),
            Self::Lms(key) => key.verify_many(messages, &all_of(signatures, lms::Signature::from_bytes)),
        };
        // Reading a file has checked the length of its signature.
        found.map_or_else(|_| vec![false; messages.len()], |all| all.iter().map(Result::is_ok).collect())
    }
}

fn all_of<T>(signatures: &[&[u8]], read: fn(&[u8]) -> T) -> Vec<T> {
    signatures.iter().map(|signature| read(signature)).collect()
}
