//! Keys in PKCS#8 (RFC 5958) and `SubjectPublicKeyInfo` (RFC 5280) as in RFC 9909: raw bytes, no parameters. With the feature `pem`, their
//! traits also read and write PEM.

use super::keys::{SigningKey, VerifyingKey};
use super::parameters::ParameterSet;
use pkcs8::der::asn1::{BitStringRef, OctetStringRef};
use pkcs8::{EncodePrivateKey, ObjectIdentifier, PrivateKeyInfoRef, SecretDocument};
use spki::der::{AnyRef, Document};
use spki::{AlgorithmIdentifierRef, EncodePublicKey, SubjectPublicKeyInfoRef};

impl ParameterSet {
    /// The object identifier, 2.16.840.1.101.3.4.3.20 to 31 (RFC 9909, section 3).
    #[must_use]
    pub fn oid(self) -> ObjectIdentifier {
        const SIGNATURES: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.3");
        SIGNATURES.push_arc(self.parameters().oid.into()).expect("a short identifier")
    }

    fn of(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<Self, spki::Error> {
        let fits = |set: &&Self| set.oid() == algorithm.oid;
        let unknown = spki::Error::OidUnknown { oid: algorithm.oid };
        let set = Self::ALL.iter().find(fits).copied().ok_or(unknown)?;
        // "the parameters component MUST be absent"
        if algorithm.parameters.is_some() { Err(spki::Error::KeyMalformed) } else { Ok(set) }
    }

    fn algorithm(self) -> AlgorithmIdentifierRef<'static> {
        AlgorithmIdentifierRef { oid: self.oid(), parameters: None::<AnyRef<'static>> }
    }
}

impl TryFrom<PrivateKeyInfoRef<'_>> for SigningKey {
    type Error = pkcs8::Error;

    fn try_from(info: PrivateKeyInfoRef<'_>) -> Result<Self, pkcs8::Error> {
        let set = ParameterSet::of(&info.algorithm).map_err(pkcs8::Error::PublicKey)?;
        let key = Self::from_bytes(set, info.private_key.as_bytes()).map_err(|_| spki::Error::KeyMalformed)?;
        // If the encoding has a public key too, it must be the same.
        let public = info.public_key.map(|public| public.as_bytes() == Some(key.verifying_key().as_bytes()));
        if public == Some(false) { Err(spki::Error::KeyMalformed.into()) } else { Ok(key) }
    }
}

impl EncodePrivateKey for SigningKey {
    fn to_pkcs8_der(&self) -> Result<SecretDocument, pkcs8::Error> {
        let bytes = self.to_bytes();
        let info = PrivateKeyInfoRef::new(self.parameter_set().algorithm(), OctetStringRef::new(&bytes)?);
        SecretDocument::try_from(info)
    }
}

impl TryFrom<SubjectPublicKeyInfoRef<'_>> for VerifyingKey {
    type Error = spki::Error;

    fn try_from(info: SubjectPublicKeyInfoRef<'_>) -> Result<Self, spki::Error> {
        let set = ParameterSet::of(&info.algorithm)?;
        let bytes = info.subject_public_key.as_bytes().ok_or(spki::Error::KeyMalformed)?;
        Self::from_bytes(set, bytes).map_err(|_| spki::Error::KeyMalformed)
    }
}

impl EncodePublicKey for VerifyingKey {
    fn to_public_key_der(&self) -> Result<Document, spki::Error> {
        let subject_public_key = BitStringRef::from_bytes(self.as_bytes())?;
        Document::try_from(SubjectPublicKeyInfoRef { algorithm: self.parameter_set().algorithm(), subject_public_key })
    }
}
