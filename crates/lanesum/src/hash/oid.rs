//! The object identifiers that NIST has assigned (Computer Security Objects Register, 2.16.840.1.101.3.4.2).

use super::function::FixedFunction;
use super::{FixedHash, functions};
use crate::algorithm::for_each_algorithm;
use digest::const_oid::{AssociatedOid, ObjectIdentifier};

macro_rules! oids {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal
       ($source:literal [$($oid:literal)?] $($facts:tt)*): $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident,
       $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        $( $( #[cfg(feature = $feature)] oids!(@$construction $variant $oid); )? )*
    };
    (@impl $type:path, $oid:literal) => {
        impl AssociatedOid for $type {
            const OID: ObjectIdentifier = ObjectIdentifier::new_unwrap(concat!("2.16.840.1.101.3.4.2.", $oid));
        }
    };
    // RFC 8702, section 3.4: with parameters left out, tags of 32 or 64 bytes and no customization string.
    (@Derived $variant:ident $oid:literal) => {
        oids!(@impl crate::$variant, $oid);
    };
    (@$construction:ident $variant:ident $oid:literal) => {
        oids!(@impl functions::$variant, $oid);
    };
}
for_each_algorithm!(oids);

impl<F: FixedFunction + AssociatedOid> AssociatedOid for FixedHash<F> {
    const OID: ObjectIdentifier = F::OID;
}

#[cfg(feature = "keccak")]
impl<F: crate::XofFunction + AssociatedOid> AssociatedOid for crate::Xof<F> {
    const OID: ObjectIdentifier = F::OID;
}
