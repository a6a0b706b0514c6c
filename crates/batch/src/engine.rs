//! Maps a backend's name to a form. This is the one place where a token meets a kernel.
//!
//! A *form* is a token together with a kernel for it, seen through a trait of its family (`dyn OneForm<u64>`, …). Forms have no bytes, so a
//! hasher can hold a `'static` reference to one. A program links only the forms that it can reach: [`planned`](Engine::planned) reaches the
//! forms that a plan may choose, and only a program that names a backend reaches all of them.

use crate::plan::{MOST_WIDTHS, Plan, Row, WIDEST};
use crate::{Backend, Error};
use core::marker::PhantomData;
use lanes::Theta;

/// The forms of one family for one message, or for several.
pub trait Engine {
    /// The trait through which forms are used.
    type Form: ?Sized + 'static;
    /// All forms of this build, whether or not this machine can run them, in the order of [`Backend::ALL`].
    const FORMS: &'static [Named];
    /// The backends that have forms in builds with the feature `papers` only.
    const IN_PAPERS: &'static [Backend];

    /// The form of this backend and width, if this machine can run it.
    fn named(backend: Backend, width: usize) -> Option<&'static Self::Form>;
    /// As [`Engine::named`], inlined: of a constant backend, the compiler leaves one form.
    fn constant(backend: Backend, width: usize) -> Option<&'static Self::Form>;
    /// As [`Engine::named`], but only among the forms that a plan may choose.
    fn planned(backend: Backend, width: usize) -> Option<&'static Self::Form>;
    fn plan() -> &'static Plan;
    /// The features that the token of each form of this architecture proves.
    const TOKEN_NEEDS: &'static [(Backend, lanes::Features)];
    /// Holds [`Engine::named`], once the program has installed its own order.
    #[cfg(feature = "std")]
    fn all_forms() -> &'static OnceLock<Find<Self::Form>>;
}

#[cfg(feature = "std")]
#[doc(hidden)]
pub use std::sync::OnceLock;

#[cfg(feature = "std")]
pub type Find<F> = fn(Backend, usize) -> Option<&'static F>;

/// The name of a form: its backend and width.
#[derive(Clone, Copy)]
pub struct Named {
    backend: Backend,
    width: usize,
    kind: Kind,
}

/// Whether a plan may choose a form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A plan may choose it.
    Plan,
    /// No plan chooses it.
    Own,
    /// No plan chooses it. It is the form of another width, with idle slots.
    Padded,
}

impl Named {
    pub const fn new(backend: Backend, width: usize, kind: Kind) -> Self {
        Self { backend, width, kind }
    }
}

/// The form that a plan names, or that of the backend to which the build is fixed. `None` if there is no form of this width.
#[inline]
pub fn planned<E: Engine>(backend: Backend, width: usize) -> Option<&'static E::Form> {
    if let Some(fixed) = Backend::FIXED {
        return E::constant(fixed, width);
    }
    let planned = E::planned(backend, width);
    #[cfg(feature = "std")]
    let planned = planned.or_else(|| E::all_forms().get()?(backend, width));
    planned
}

/// The form that the plan takes for one message.
#[inline]
pub fn best_one<E: Engine>() -> Option<&'static E::Form> {
    // With a fixed backend, no plan is linked.
    let backend = match Backend::FIXED {
        Some(fixed) => fixed,
        None => row::<E>().backend(1),
    };
    planned::<E>(backend, 1)
}

/// Lets [`planned`] find all forms of an engine, so that an order can choose any of them.
#[cfg(feature = "std")]
pub fn open<E: Engine>() {
    // Another thread may have set it first: the value is the same.
    let _ = E::all_forms().set(E::named);
}

/// The number of backends of two engines of a family together.
pub const fn count_backends(engines: [&[Named]; 2]) -> usize {
    let mut count = 0;
    let mut i = 0;
    while i < Backend::ALL.len() {
        count += has(engines, Backend::ALL[i]) as usize;
        i += 1;
    }
    count
}

/// The backends of two engines of a family together, in the order of [`Backend::ALL`].
pub const fn list_backends<const COUNT: usize>(engines: [&[Named]; 2]) -> [Backend; COUNT] {
    let mut list = [Backend::Portable; COUNT];
    let (mut count, mut i) = (0, 0);
    while i < Backend::ALL.len() {
        if has(engines, Backend::ALL[i]) {
            list[count] = Backend::ALL[i];
            count += 1;
        }
        i += 1;
    }
    list
}

const fn has(engines: [&[Named]; 2], backend: Backend) -> bool {
    mask(engines[0], backend, true) | mask(engines[1], backend, true) != 0
}

/// The widths of a backend as a sum of powers of two; forms with idle slots count only if `padded_too`.
const fn mask(forms: &[Named], backend: Backend, padded_too: bool) -> usize {
    let mut mask = 0;
    let mut i = 0;
    while i < forms.len() {
        let counts = padded_too || !matches!(forms[i].kind, Kind::Padded);
        if forms[i].backend as usize == backend as usize && counts {
            mask |= forms[i].width;
        }
        i += 1;
    }
    mask
}

/// The widths of a backend, ascending: those of two engines of a family together.
pub const fn widths(engines: [&[Named]; 2], backend: Backend) -> &'static [usize] {
    let mask = mask(engines[0], backend, false) | mask(engines[1], backend, false);
    SUBSETS[mask].split_at(mask.count_ones() as usize).0
}

/// The smallest width that has room for `messages`; if there is none, the greatest.
#[inline]
pub fn width_for(widths: &[usize], messages: usize) -> Option<usize> {
    widths.iter().find(|width| **width >= messages).or(widths.last()).copied()
}

/// For each sum of different widths: these widths, ascending, then zeroes.
static SUBSETS: [[usize; MOST_WIDTHS]; 2 * WIDEST] = {
    let mut subsets = [[0; MOST_WIDTHS]; 2 * WIDEST];
    let mut sum = 0;
    while sum < subsets.len() {
        let (mut width, mut count) = (1, 0);
        while width <= WIDEST {
            if sum & width != 0 {
                subsets[sum][count] = width;
                count += 1;
            }
            width *= 2;
        }
        sum += 1;
    }
    subsets
};

#[inline]
pub fn row<E: Engine>() -> &'static Row {
    E::plan().in_force()
}

/// Which text of theta the row in force prefers. Only AVX-512 has two, so a build that is fixed to another backend links no row.
#[inline]
pub fn theta<E: Engine>() -> Theta {
    match Backend::FIXED {
        None | Some(Backend::Avx512Vl | Backend::Avx512) => row::<E>().theta,
        Some(_) => Theta::Ternary,
    }
}

/// The error for a backend that this function cannot use here; `forms` are the function's backends.
#[cold]
pub fn refused(backend: Backend, forms: &'static [Backend], in_papers: &[&[Backend]]) -> Error {
    if forms.contains(&backend) {
        Error::BackendUnavailable(backend)
    } else if in_papers.iter().any(|backends| backends.contains(&backend)) {
        Error::FeatureMissing { backend, feature: "papers" }
    } else {
        Error::NoForm { backend, forms }
    }
}

/// A token with a kernel for it. `BACKEND` is the backend's place in [`Backend::ALL`].
pub struct Form<T, F, const BACKEND: usize> {
    pub token: T,
    form: PhantomData<fn() -> F>,
}

impl<T, F, const BACKEND: usize> Form<T, F, BACKEND> {
    pub const BACKEND: Backend = Backend::ALL[BACKEND];

    pub const fn new(token: T) -> Self {
        Self { token, form: PhantomData }
    }
}

impl<T: Copy, F, const BACKEND: usize> Clone for Form<T, F, BACKEND> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, F, const BACKEND: usize> Copy for Form<T, F, BACKEND> {}

/// The methods of all forms, whatever their family.
pub trait Shared: Send + Sync + core::panic::UnwindSafe + core::panic::RefUnwindSafe + 'static {
    fn backend(&self) -> Backend;
}

impl<T, F, const BACKEND: usize> Shared for Form<T, F, BACKEND>
where
    T: Copy + Send + Sync + core::panic::UnwindSafe + core::panic::RefUnwindSafe + 'static,
    F: 'static,
{
    fn backend(&self) -> Backend {
        Self::BACKEND
    }
}

/// Implements `Debug` for forms: prints the backend's name. (A method of the forms themselves would link all names with each form.)
#[macro_export]
macro_rules! printed {
    ($($form:ident<$word:ident: $bound:path>),*) => { $(
        impl<$word: $bound + 'static> core::fmt::Debug for dyn $form<$word> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&self.backend(), f)
            }
        }
    )* };
}

/// Defines an engine: `NAME by PLAN: dyn TRAIT;`, then the forms as lines `KIND Backend(token) WIDTH: kernel;`, in groups by the
/// architecture or feature that they are built for.
#[macro_export]
macro_rules! engine {
    ($(#[$doc:meta])* $name:ident by $plan:path: dyn $form:path;
     all { $($kind:ident $backend:ident($token:path) $width:literal: $kernel:ty;)* }
     x86_64 { $($kind_x86:ident $backend_x86:ident($token_x86:path) $width_x86:literal: $kernel_x86:ty;)* }
     papers { $($kind_papers:ident $backend_papers:ident($token_papers:path) $width_papers:literal: $kernel_papers:ty;)* }
     aarch64 { $($kind_arm:ident $backend_arm:ident($token_arm:path) $width_arm:literal: $kernel_arm:ty;)* }
     $(wasm32 { $($kind_wasm:ident $backend_wasm:ident($token_wasm:path) $width_wasm:literal: $kernel_wasm:ty;)* })?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl $crate::engine::Engine for $name {
            type Form = dyn $form;
            const FORMS: &'static [$crate::engine::Named] = &[
                $( $crate::engine::Named::new($crate::Backend::$backend, $width, $crate::engine::Kind::$kind), )*
                $( $crate::engine::Named::new($crate::Backend::$backend_x86, $width_x86, $crate::engine::Kind::$kind_x86), )*
                $( #[cfg(feature = "papers")]
                   $crate::engine::Named::new($crate::Backend::$backend_papers, $width_papers, $crate::engine::Kind::$kind_papers), )*
                $( $crate::engine::Named::new($crate::Backend::$backend_arm, $width_arm, $crate::engine::Kind::$kind_arm), )*
                $($( $crate::engine::Named::new($crate::Backend::$backend_wasm, $width_wasm, $crate::engine::Kind::$kind_wasm), )*)?
            ];
            const IN_PAPERS: &'static [$crate::Backend] = &[$( $crate::Backend::$backend_papers ),*];

            // Not inlined: who calls it would compile all kernels again.
            #[inline(never)]
            fn named(backend: $crate::Backend, width: usize) -> Option<&'static Self::Form> {
                Self::constant(backend, width)
            }

            #[inline(always)]
            fn constant(backend: $crate::Backend, width: usize) -> Option<&'static Self::Form> {
                $( $crate::form!(backend, width, $backend($token) $width: $kernel); )*
                #[cfg(target_arch = "x86_64")]
                { $( $crate::form!(backend, width, $backend_x86($token_x86) $width_x86: $kernel_x86); )* }
                #[cfg(all(target_arch = "x86_64", feature = "papers"))]
                { $( $crate::form!(backend, width, $backend_papers($token_papers) $width_papers: $kernel_papers); )* }
                #[cfg(target_arch = "aarch64")]
                { $( $crate::form!(backend, width, $backend_arm($token_arm) $width_arm: $kernel_arm); )* }
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                { $($( $crate::form!(backend, width, $backend_wasm($token_wasm) $width_wasm: $kernel_wasm); )*)? }
                let _ = (backend, width);
                None
            }

            #[inline(never)]
            fn planned(backend: $crate::Backend, width: usize) -> Option<&'static Self::Form> {
                $( if matches!($crate::engine::Kind::$kind, $crate::engine::Kind::Plan) {
                    $crate::form!(backend, width, $backend($token) $width: $kernel);
                } )*
                #[cfg(target_arch = "x86_64")]
                { $( if matches!($crate::engine::Kind::$kind_x86, $crate::engine::Kind::Plan) {
                    $crate::form!(backend, width, $backend_x86($token_x86) $width_x86: $kernel_x86);
                } )* }
                #[cfg(target_arch = "aarch64")]
                { $( if matches!($crate::engine::Kind::$kind_arm, $crate::engine::Kind::Plan) {
                    $crate::form!(backend, width, $backend_arm($token_arm) $width_arm: $kernel_arm);
                } )* }
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                { $($( if matches!($crate::engine::Kind::$kind_wasm, $crate::engine::Kind::Plan) {
                    $crate::form!(backend, width, $backend_wasm($token_wasm) $width_wasm: $kernel_wasm);
                } )*)? }
                let _ = (backend, width);
                None
            }

            fn plan() -> &'static $crate::plan::Plan {
                &$plan
            }

            const TOKEN_NEEDS: &'static [($crate::Backend, $crate::lanes::Features)] = &[
                $( #[cfg(target_arch = "x86_64")] ($crate::Backend::$backend_x86, <$token_x86>::NEEDS), )*
                $( #[cfg(all(target_arch = "x86_64", feature = "papers"))]
                   ($crate::Backend::$backend_papers, <$token_papers>::NEEDS), )*
                $( #[cfg(target_arch = "aarch64")] ($crate::Backend::$backend_arm, <$token_arm>::NEEDS), )*
                $($( #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                     ($crate::Backend::$backend_wasm, <$token_wasm>::NEEDS), )*)?
            ];

            $crate::all_forms!(dyn $form);
        }
    };
}

/// Defines [`Engine::all_forms`](crate::engine::Engine::all_forms), if this crate has `std`: the family's own feature may differ.
#[cfg(feature = "std")]
#[macro_export]
#[doc(hidden)]
macro_rules! all_forms {
    ($form:ty) => {
        fn all_forms() -> &'static $crate::engine::OnceLock<$crate::engine::Find<Self::Form>> {
            static ALL: $crate::engine::OnceLock<$crate::engine::Find<$form>> = $crate::engine::OnceLock::new();
            &ALL
        }
    };
}

#[cfg(not(feature = "std"))]
#[macro_export]
#[doc(hidden)]
macro_rules! all_forms {
    ($form:ty) => {};
}

/// Returns from the surrounding function with the form of one line of [`engine!`], if its backend and width are the requested ones.
#[macro_export]
#[doc(hidden)]
macro_rules! form {
    ($asked:ident, $asked_width:ident, $backend:ident($token:path) $width:literal: $kernel:ty) => {
        if matches!($asked, $crate::Backend::$backend) && $asked_width == $width {
            type Form = $crate::engine::Form<$token, $kernel, { $crate::Backend::$backend as usize }>;
            return <$token>::detect().map(|token| $crate::lanes::forever(Form::new(token)) as &'static Self::Form);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_names_a_backend_without_its_feature_is_told_of_it() {
        use std::string::ToString;
        let forms: &'static [Backend] = &[Backend::Portable, Backend::Sse2];
        let papers: [&[Backend]; 2] = [&[], &[Backend::Xop]];
        let missing = refused(Backend::Xop, forms, &papers);
        assert_eq!(missing, Error::FeatureMissing { backend: Backend::Xop, feature: "papers" });
        assert_eq!(missing.to_string(), "the function has backend xop only with the cargo feature `papers`");
        assert_eq!(refused(Backend::Sse2, forms, &papers), Error::BackendUnavailable(Backend::Sse2));
        assert_eq!(refused(Backend::ShaNi, forms, &papers), Error::NoForm { backend: Backend::ShaNi, forms });
    }
}
