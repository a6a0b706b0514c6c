//! Public keys in `SubjectPublicKeyInfo` (RFC 5280) as in RFC 9802 and RFC 9708: raw bytes, no parameters. With the feature `pem`, their traits
//! also read and write PEM.

use crate::{lms, xmss};
use spki::der::{AnyRef, Document, asn1::BitStringRef};
use spki::{AlgorithmIdentifierRef, EncodePublicKey, Error, ObjectIdentifier, SubjectPublicKeyInfoRef};

/// `id-alg-hss-lms-hashsig`, `id-alg-xmss-hashsig` and `id-alg-xmssmt-hashsig`.
const HSS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.3.17");
const XMSS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.6.34");
const XMSS_MT: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.6.35");

fn encode(oid: ObjectIdentifier, key: &[u8]) -> Result<Document, Error> {
    let algorithm = AlgorithmIdentifierRef { oid, parameters: None::<AnyRef<'static>> };
    Document::try_from(SubjectPublicKeyInfoRef { algorithm, subject_public_key: BitStringRef::from_bytes(key)? })
}

/// The identifier and the key's bytes.
fn decode<'a>(info: &SubjectPublicKeyInfoRef<'a>) -> Result<(ObjectIdentifier, &'a [u8]), Error> {
    // "the parameters component MUST be absent"
    let bytes = info.subject_public_key.as_bytes().filter(|_| info.algorithm.parameters.is_none());
    Ok((info.algorithm.oid, bytes.ok_or(Error::KeyMalformed)?))
}

impl EncodePublicKey for lms::VerifyingKey {
    fn to_public_key_der(&self) -> Result<Document, Error> {
        encode(HSS, self.as_bytes())
    }
}

impl TryFrom<SubjectPublicKeyInfoRef<'_>> for lms::VerifyingKey {
    type Error = Error;

    fn try_from(info: SubjectPublicKeyInfoRef<'_>) -> Result<Self, Error> {
        match decode(&info)? {
            (HSS, bytes) => Self::from_bytes(bytes).map_err(|_| Error::KeyMalformed),
            (oid, _) => Err(Error::OidUnknown { oid }),
        }
    }
}

impl EncodePublicKey for xmss::VerifyingKey {
    fn to_public_key_der(&self) -> Result<Document, Error> {
        encode(if self.parameter_set().is_multi_tree() { XMSS_MT } else { XMSS }, self.as_bytes())
    }
}

impl TryFrom<SubjectPublicKeyInfoRef<'_>> for xmss::VerifyingKey {
    type Error = Error;

    fn try_from(info: SubjectPublicKeyInfoRef<'_>) -> Result<Self, Error> {
        let (multi, bytes) = match decode(&info)? {
            (XMSS, bytes) => (false, bytes),
            (XMSS_MT, bytes) => (true, bytes),
            (oid, _) => return Err(Error::OidUnknown { oid }),
        };
        let number = bytes.first_chunk().map(|number| u32::from_be_bytes(*number));
        let fits = |set: &&xmss::ParameterSet| set.is_multi_tree() == multi && Some(set.oid()) == number;
        let set = xmss::ParameterSet::ALL.iter().find(fits).ok_or(Error::KeyMalformed)?;
        Self::from_bytes(*set, bytes).map_err(|_| Error::KeyMalformed)
    }
}
