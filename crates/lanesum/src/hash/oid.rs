//! The object identifiers that NIST has assigned (Computer Security Objects Register, 2.16.840.1.101.3.4.2).

use super::function::FixedFunction;
#[cfg(feature = "sha3")]
use super::function::XofFunction;
#[cfg(feature = "sha3")]
use super::xof::Xof;
use super::{FixedHash, functions};
use digest::const_oid::{AssociatedOid, ObjectIdentifier};

macro_rules! oids {
    ($($feature:literal $function:ident $number:literal;)*) => { $(
        #[cfg(feature = $feature)]
        impl AssociatedOid for functions::$function {
            const OID: ObjectIdentifier =
                ObjectIdentifier::new_unwrap(concat!("2.16.840.1.101.3.4.2.", $number));
        }
    )* };
}
oids! {
    "sha2" Sha256 "1";
    "sha2" Sha384 "2";
    "sha2" Sha512 "3";
    "sha2" Sha224 "4";
    "sha2" Sha512_224 "5";
    "sha2" Sha512_256 "6";
    "sha3" Sha3_224 "7";
    "sha3" Sha3_256 "8";
    "sha3" Sha3_384 "9";
    "sha3" Sha3_512 "10";
    "sha3" Shake128 "11";
    "sha3" Shake256 "12";
}

impl<F: FixedFunction + AssociatedOid> AssociatedOid for FixedHash<F> {
    const OID: ObjectIdentifier = F::OID;
}

#[cfg(feature = "sha3")]
impl<F: XofFunction + AssociatedOid> AssociatedOid for Xof<F> {
    const OID: ObjectIdentifier = F::OID;
}
