//! The calls that the keys and signatures of XMSS and LMS have in common: `keys!`.

/// Defines `Signature`, and methods of `VerifyingKey` and `PrivateKey`; `@stateful`, in an `impl Stateful`, what is the same for both.
macro_rules! keys {
    (key: $of_key:literal, signature: $of_signature:literal, $checked:literal) => {
        impl Signature {
            #[doc = concat!("A signature from its bytes. Only verifying checks ", $checked, ".")]
            #[must_use]
            pub fn from_bytes(bytes: &[u8]) -> Self {
                Self(bytes.to_vec())
            }

            #[doc = concat!("The signature's bytes (", $of_signature, ").")]
            #[must_use]
            pub fn as_bytes(&self) -> &[u8] {
                &self.0
            }
        }

        impl core::fmt::Debug for Signature {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "Signature({} bytes)", self.0.len())
            }
        }

        impl VerifyingKey {
            #[doc = concat!("The key's bytes (", $of_key, ").")]
            #[must_use]
            pub fn as_bytes(&self) -> &[u8] {
                &self.bytes
            }

            /// The same key on a backend of your choice. Functions without a form of this backend use their best one.
            #[must_use]
            pub fn with_backend(self, backend: lanesum::Backend) -> Self {
                Self { backend: Some(backend), ..self }
            }
        }

        impl PrivateKey {
            /// The same key, with its known trees, on a backend of your choice. Functions without a form of this backend use their best one.
            #[must_use]
            pub fn with_backend(mut self, backend: lanesum::Backend) -> Self {
                self.backend = Some(backend);
                self
            }

            /// The calls of the permutation or compression function in the last operation, without those for the message itself.
            #[must_use]
            pub fn calls(&self) -> crate::slh_dsa::Calls {
                self.calls
            }
        }

        impl core::fmt::Debug for PrivateKey {
            /// Prints the parameter set only.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct("PrivateKey").field("set", &self.set).finish_non_exhaustive()
            }
        }
    };
    (@stateful) => {
        type Set = ParameterSet;
        type Signature = Signature;
        type VerifyingKey = VerifyingKey;

        fn set(&self) -> ParameterSet {
            self.set
        }

        fn parts(&self) -> (&[u8], &[Tree]) {
            (&self.bytes, &self.trees)
        }

        fn from_parts(set: ParameterSet, bytes: Zeroizing<Vec<u8>>, trees: Vec<Tree>) -> Self {
            Self { set, bytes, trees, backend: None, calls: Calls::default() }
        }

        fn public(&self) -> VerifyingKey {
            self.verifying_key()
        }

        fn public_bytes(&self) -> Vec<u8> {
            self.verifying_key().bytes
        }

        fn sign_with(&mut self, index: u64, message: &[u8]) -> Result<Signature, Error> {
            self.sign(index, message)
        }

        fn is_valid(&self, message: &[u8], signature: &Signature) -> bool {
            self.verifying_key().verify(message, signature).is_ok()
        }
    };
}
pub(crate) use keys;
