//! Object identifiers: as other people's crates have them, and as NIST's register does.
#![cfg(feature = "oid")]

use digest::const_oid::AssociatedOid;

#[test]
fn as_the_crates_sha2_and_sha3_have_them() {
    macro_rules! same {
        ($($function:ident in $other:ident;)*) => { $(
            let other = <$other::$function as $other::digest::const_oid::AssociatedOid>::OID;
            assert_eq!(lanesum::$function::OID.as_bytes(), other.as_bytes(), stringify!($function));
            assert_eq!(lanesum::functions::$function::OID, lanesum::$function::OID);
        )* };
    }
    same! {
        Sha224 in sha2;
        Sha256 in sha2;
        Sha384 in sha2;
        Sha512 in sha2;
        Sha512_224 in sha2;
        Sha512_256 in sha2;
        Sha3_224 in sha3;
        Sha3_256 in sha3;
        Sha3_384 in sha3;
        Sha3_512 in sha3;
    }
}

/// Computer Security Objects Register: hashAlgs is 2.16.840.1.101.3.4.2.
#[test]
fn as_the_register_has_them() {
    for (oid, number) in [
        (lanesum::Shake128::OID, 11),
        (lanesum::Shake256::OID, 12),
        (lanesum::Kmac128::OID, 19),
        (lanesum::Kmac256::OID, 20),
        (lanesum::Sha256::OID, 1),
    ] {
        assert_eq!(oid.to_string(), format!("2.16.840.1.101.3.4.2.{number}"));
    }
}
