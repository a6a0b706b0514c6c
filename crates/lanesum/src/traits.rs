//! The traits of other crates, and [`DigestMany`](crate::DigestMany), that a hasher implements in one line each: `traits!`.

/// Implements traits for a type, whose parameters are in brackets. An argument `|this| …` is the trait's method, or what distinguishes it.
macro_rules! traits {
    ($parameters:tt $type:ty: $($(#[$doc:meta])* $trait:ident $(($($argument:tt)*))?;)*) => {
        $( traits!(@$trait $parameters $type, [$(#[$doc])*] $($($argument)*)?); )*
    };
    // Name, and what it may show; never the state, which may be secret.
    (@Debug [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $name:expr $(, $field:ident)*) => {
        impl<$($parameters)*> core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct($name)$(.field(stringify!($field), &self.$field()))*.finish_non_exhaustive()
            }
        }
    };
    (@AlgorithmName [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $name:expr) => {
        impl<$($parameters)*> digest::common::AlgorithmName for $type {
            fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str($name)
            }
        }
    };
    (@HashMarker [$($parameters:tt)*] $type:ty, [$($doc:tt)*]) => {
        impl<$($parameters)*> digest::HashMarker for $type {}
    };
    (@BlockSizeUser [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $block:ty) => {
        impl<$($parameters)*> digest::common::BlockSizeUser for $type {
            type BlockSize = $block;
        }
    };
    (@OutputSizeUser [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $output:ty) => {
        impl<$($parameters)*> digest::OutputSizeUser for $type {
            type OutputSize = $output;
        }
    };
    (@CollisionResistance [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $resistance:ty) => {
        impl<$($parameters)*> digest::CollisionResistance for $type {
            type CollisionResistance = $resistance;
        }
    };
    (@Default [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $new:expr) => {
        impl<$($parameters)*> Default for $type {
            // Not inline: where that is large, a message of KT128 in one piece takes 5 % longer.
            $($doc)*
            fn default() -> Self {
                $new
            }
        }
    };
    (@Update [$($parameters:tt)*] $type:ty, [$($doc:tt)*] |$this:ident, $data:ident| $update:expr) => {
        impl<$($parameters)*> digest::Update for $type {
            #[inline]
            fn update(&mut self, $data: &[u8]) {
                let $this = self;
                $update
            }
        }
    };
    // After `Update`.
    (@Write [$($parameters:tt)*] $type:ty, [$($doc:tt)*]) => {
        #[cfg(feature = "std")]
        impl<$($parameters)*> std::io::Write for $type {
            fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                digest::Update::update(self, data);
                Ok(data.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
    };
    (@Reset [$($parameters:tt)*] $type:ty, [$($doc:tt)*] |$this:ident| $reset:expr) => {
        impl<$($parameters)*> digest::Reset for $type {
            $($doc)*
            fn reset(&mut self) {
                let $this = self;
                $reset
            }
        }
    };
    // After `Reset`; with `FixedOutputReset`.
    (@FixedOutput [$($parameters:tt)*] $type:ty, [$($doc:tt)*] |$this:ident, $out:ident| $finish:expr) => {
        impl<$($parameters)*> digest::FixedOutput for $type {
            // Else the hasher is moved to a place of its own.
            #[inline(always)]
            fn finalize_into(mut self, $out: &mut digest::Output<Self>) {
                let $this = &mut self;
                $finish;
            }
        }

        impl<$($parameters)*> digest::FixedOutputReset for $type {
            fn finalize_into_reset(&mut self, $out: &mut digest::Output<Self>) {
                // In place: a copy of the state would be a fifth of a boot loader's stack.
                let $this = &mut *self;
                $finish;
                digest::Reset::reset(self);
            }
        }
    };
    // After `Reset`; with `ExtendableOutputReset`. `here` ends the message of a hasher that is reset then, and `finish`, if there is one, of one that is moved.
    (@ExtendableOutput $parameters:tt $type:ty, $doc:tt $reader:ty, |$this:ident| $here:expr) => {
        traits!(@ExtendableOutput $parameters $type, $doc $reader, |$this| $here, |$this| $here);
    };
    (@ExtendableOutput [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $reader:ty, |$moved:ident| $finish:expr, |$this:ident| $here:expr) => {
        $($doc)*
        impl<$($parameters)*> digest::ExtendableOutput for $type {
            type Reader = $reader;

            #[inline]
            #[allow(unused_mut)] // where one is moved
            fn finalize_xof(self) -> $reader {
                let mut $moved = self;
                $finish
            }
        }

        $($doc)*
        impl<$($parameters)*> digest::ExtendableOutputReset for $type {
            fn finalize_xof_reset(&mut self) -> $reader {
                let $this = &mut *self;
                let reader = $here;
                digest::Reset::reset(self);
                reader
            }
        }
    };
    // With `io::Read`: the output never ends.
    (@XofReader [$($parameters:tt)*] $type:ty, [$($doc:tt)*] |$this:ident, $out:ident| $read:expr) => {
        impl<$($parameters)*> digest::XofReader for $type {
            #[inline]
            fn read(&mut self, $out: &mut [u8]) {
                let $this = self;
                $read
            }
        }

        #[cfg(feature = "std")]
        impl<$($parameters)*> std::io::Read for $type {
            fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
                digest::XofReader::read(self, out);
                Ok(out.len())
            }
        }
    };
    // The contents have a length that `bytes` says, with head and checksum.
    (@SerializableState [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $bytes:ty, $name:expr, |$this:ident, $out:ident| $save:expr, $restore:expr) => {
        $($doc)*
        impl<$($parameters)*> digest::common::hazmat::SerializableState for $type {
            type SerializedStateSize = $bytes;

            fn serialize(&self) -> digest::common::hazmat::SerializedState<Self> {
                let mut saved = digest::common::hazmat::SerializedState::<Self>::default();
                let $this = self;
                lanesum_batch::saved::save($name, &mut saved, |$out| $save);
                saved
            }

            fn deserialize(
                saved: &digest::common::hazmat::SerializedState<Self>,
            ) -> Result<Self, digest::common::hazmat::DeserializeStateError> {
                lanesum_batch::saved::restore($name, saved, $restore)
                    .map_err(|_| digest::common::hazmat::DeserializeStateError)
            }
        }
    };
    // By the type's own `finalize_many`.
    (@DigestMany [$($parameters:tt)*] $type:ty, [$($doc:tt)*] $bytes:expr, |$messages:ident| $check:expr) => {
        impl<$($parameters)*> crate::DigestMany for $type {
            fn digest_bytes(&self) -> usize {
                $bytes
            }

            fn check_many<M: crate::Messages + ?Sized>(&self, $messages: &M, _: usize) -> Result<(), crate::Error> {
                $check
            }

            fn finalize_many<M: crate::Messages + ?Sized>(
                &self,
                messages: &M,
                output_bytes: usize,
                out: &mut [u8],
            ) -> Result<(), crate::Error> {
                self.finalize_many(messages, output_bytes, out)
            }
        }
    };
}
pub(crate) use traits;
