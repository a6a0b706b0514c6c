//! Maps a backend's name to a form. This is the one place where a token meets a kernel.
//!
//! A *form* is a token together with a kernel for it, seen through a trait of its family (`dyn OneForm<u64>`, …). Forms have no bytes, so a
//! hasher can hold a `'static` reference to one. A program links only the forms that it can reach: [`planned`](Engine::planned) reaches the
//! forms that a plan may choose, and only a program that names a backend reaches all of them.

use crate::plan::{MOST_WIDTHS, Plan, Row, WIDEST};
use crate::{Backend, Error};
use core::marker::PhantomData;
use lanes::Theta;

pub use crate::later::{Find, FoundLater};

/// The forms of one family for one message, or for several.
pub trait Engine {
    /// The trait through which forms are used.
    type Form: ?Sized + 'static;
    /// All forms of this build, whether or not this machine can run them, in the order of [`Backend::ALL`].
    const FORMS: &'static [Named];
    /// The forms that crate `lanesum-papers` adds.
    const IN_PAPERS: &'static [Named];

    /// The form of this backend and width, if this machine can run it.
    fn named(backend: Backend, width: usize) -> Option<&'static Self::Form>;
    /// As [`Engine::named`], inlined and without `lanesum-papers`: of a constant backend, the compiler leaves one form.
    fn constant(backend: Backend, width: usize) -> Option<&'static Self::Form>;
    /// As [`Engine::named`], but only among the forms that a plan may choose.
    fn planned(backend: Backend, width: usize) -> Option<&'static Self::Form>;
    fn plan() -> &'static Plan;
    /// The features that the token of each form of this architecture proves.
    const TOKEN_NEEDS: &'static [(Backend, lanes::Features)];
    fn found_later() -> &'static FoundLater<Self::Form>;
}

/// The name of a form: its backend and width.
#[derive(Clone, Copy)]
pub struct Named {
    backend: Backend,
    width: usize,
    eligibility: Eligibility,
}

/// Whether a plan may choose a form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Eligibility {
    /// A plan may choose it.
    Plan,
    /// No plan chooses it.
    Own,
    /// No plan chooses it. It is the form of another width, with idle slots.
    Padded,
}

impl Named {
    pub const fn new(backend: Backend, width: usize, eligibility: Eligibility) -> Self {
        Self { backend, width, eligibility }
    }
}

/// The form that a plan names, or that of the backend to which the build is fixed. `None` if there is no form of this width.
#[inline]
pub fn planned<E: Engine>(backend: Backend, width: usize) -> Option<&'static E::Form> {
    if let Some(fixed) = Backend::FIXED {
        return E::constant(fixed, width);
    }
    E::planned(backend, width).or_else(|| E::found_later().in_all(backend, width))
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

/// Lets [`planned`] find all forms of an engine, so that an order can choose any of them, and [`opened`].
#[inline]
pub fn open<E: Engine>() {
    E::found_later().set_all(E::named);
}

/// The form that the caller has named, of an engine that was opened then. So only programs that name a backend link all forms.
pub fn opened<E: Engine>(backend: Backend, width: usize) -> Option<&'static E::Form> {
    if cfg!(feature = "std") && Backend::FIXED.is_none() {
        return planned::<E>(backend, width);
    }
    E::named(backend, width)
}

/// Lets [`Engine::named`] find the forms of `lanesum-papers`, which calls this for each engine that has [`Engine::IN_PAPERS`], and then
/// [`Backend::papers_are_registered`].
pub fn register<E: Engine>(find: Find<E::Form>) {
    E::found_later().set_papers(find);
}

/// The form of `lanesum-papers`, if the program has registered them and this machine can run it.
#[cold]
pub fn in_papers<E: Engine + ?Sized>(backend: Backend, width: usize) -> Option<&'static E::Form> {
    E::found_later().in_papers(backend, width)
}

/// The backends of two engines of a family together, in the order of [`Backend::ALL`], with those of `lanesum-papers` once the program has
/// registered them.
pub fn backends<One: Engine, Many: Engine>() -> &'static [Backend] {
    let (list, count) =
        if Backend::papers_are_known() { &Backends::<One, Many>::WITH_PAPERS } else { &Backends::<One, Many>::OWN };
    list.split_at(*count).0
}

struct Backends<One, Many>(PhantomData<(One, Many)>);

impl<One: Engine, Many: Engine> Backends<One, Many> {
    const OWN: List = list(&[One::FORMS, Many::FORMS]);
    const WITH_PAPERS: List = list(&[One::FORMS, Many::FORMS, One::IN_PAPERS]);
}

/// Backends, and their number.
type List = ([Backend; Backend::ALL.len()], usize);

const fn list(engines: &[&[Named]]) -> List {
    let mut list = [Backend::Portable; Backend::ALL.len()];
    let (mut count, mut i) = (0, 0);
    while i < Backend::ALL.len() {
        if has(engines, Backend::ALL[i]) {
            list[count] = Backend::ALL[i];
            count += 1;
        }
        i += 1;
    }
    (list, count)
}

const fn has(engines: &[&[Named]], backend: Backend) -> bool {
    all(engines, backend, true) != 0
}

const fn all(engines: &[&[Named]], backend: Backend, padded_too: bool) -> usize {
    let (mut all, mut i) = (0, 0);
    while i < engines.len() {
        all |= mask(engines[i], backend, padded_too);
        i += 1;
    }
    all
}

/// The widths of a backend as a sum of powers of two; forms with idle slots count only if `padded_too`.
const fn mask(forms: &[Named], backend: Backend, padded_too: bool) -> usize {
    let mut mask = 0;
    let mut i = 0;
    while i < forms.len() {
        let counts = padded_too || !matches!(forms[i].eligibility, Eligibility::Padded);
        if forms[i].backend as usize == backend as usize && counts {
            mask |= forms[i].width;
        }
        i += 1;
    }
    mask
}

/// The widths of a backend, ascending: those of the engines of a family together.
pub const fn widths(engines: &[&[Named]], backend: Backend) -> &'static [usize] {
    let mask = all(engines, backend, false);
    SUBSETS[mask].split_at(mask.count_ones() as usize).0
}

/// As [`widths`], with the forms of `lanesum-papers` once the program has registered them.
pub fn all_widths<One: Engine, Many: Engine>(backend: Backend) -> &'static [usize] {
    let papers = if Backend::papers_are_known() { One::IN_PAPERS } else { &[] };
    widths(&[One::FORMS, Many::FORMS, papers], backend)
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
pub fn refused(backend: Backend, forms: &'static [Backend], in_papers: &[Named]) -> Error {
    if forms.contains(&backend) {
        return Error::BackendUnavailable(backend);
    }
    if has(&[in_papers], backend) { Error::OnlyInPapers(backend) } else { Error::NoForm { backend, forms } }
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
/// architecture that they are built for; a plan may choose a line `if` that is constant and true. `papers` names the backends of which crate `lanesum-papers` has a form for one message.
#[macro_export]
macro_rules! engine {
    ($(#[$doc:meta])* $name:ident by $plan:path: dyn $form:path;
     all { $($kind:ident $backend:ident($token:path) $width:literal: $kernel:ty $(, if $is_planned:expr)?;)* }
     x86_64 { $($kind_x86:ident $backend_x86:ident($token_x86:path) $width_x86:literal: $kernel_x86:ty;)* }
     aarch64 { $($kind_arm:ident $backend_arm:ident($token_arm:path) $width_arm:literal: $kernel_arm:ty;)* }
     $(wasm32 { $($kind_wasm:ident $backend_wasm:ident($token_wasm:path) $width_wasm:literal: $kernel_wasm:ty;)* })?
     $(papers { $($in_papers:ident)* })?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl $crate::engine::Engine for $name {
            type Form = dyn $form;
            const FORMS: &'static [$crate::engine::Named] = &[
                $( $crate::engine::Named::new($crate::Backend::$backend, $width, $crate::engine::Eligibility::$kind), )*
                $( $crate::engine::Named::new($crate::Backend::$backend_x86, $width_x86, $crate::engine::Eligibility::$kind_x86), )*
                $( $crate::engine::Named::new($crate::Backend::$backend_arm, $width_arm, $crate::engine::Eligibility::$kind_arm), )*
                $($( $crate::engine::Named::new($crate::Backend::$backend_wasm, $width_wasm, $crate::engine::Eligibility::$kind_wasm), )*)?
            ];
            const IN_PAPERS: &'static [$crate::engine::Named] =
                &[$( $( $crate::engine::Named::new($crate::Backend::$in_papers, 1, $crate::engine::Eligibility::Own) ),* )?];

            // Not inlined: who calls it would compile all kernels again.
            #[inline(never)]
            fn named(backend: $crate::Backend, width: usize) -> Option<&'static Self::Form> {
                // A build that is fixed to a backend links its forms, the portable ones and no others.
                let form = match $crate::Backend::FIXED {
                    None => Self::constant(backend, width),
                    Some(fixed) if backend == fixed => Self::constant(fixed, width),
                    Some(_) if backend == $crate::Backend::Portable => Self::constant($crate::Backend::Portable, width),
                    Some(_) => None,
                };
                form.or_else(|| $crate::engine::in_papers::<Self>(backend, width))
            }

            #[inline(always)]
            fn constant(backend: $crate::Backend, width: usize) -> Option<&'static Self::Form> {
                $( $crate::form!(backend, width, $backend($token) $width: $kernel); )*
                #[cfg(target_arch = "x86_64")]
                { $( $crate::form!(backend, width, $backend_x86($token_x86) $width_x86: $kernel_x86); )* }
                #[cfg(target_arch = "aarch64")]
                { $( $crate::form!(backend, width, $backend_arm($token_arm) $width_arm: $kernel_arm); )* }
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                { $($( $crate::form!(backend, width, $backend_wasm($token_wasm) $width_wasm: $kernel_wasm); )*)? }
                let _ = (backend, width);
                None
            }

            #[inline(never)]
            fn planned(backend: $crate::Backend, width: usize) -> Option<&'static Self::Form> {
                $( if matches!($crate::engine::Eligibility::$kind, $crate::engine::Eligibility::Plan) $(&& $is_planned)? {
                    $crate::form!(backend, width, $backend($token) $width: $kernel);
                } )*
                #[cfg(target_arch = "x86_64")]
                { $( if matches!($crate::engine::Eligibility::$kind_x86, $crate::engine::Eligibility::Plan) {
                    $crate::form!(backend, width, $backend_x86($token_x86) $width_x86: $kernel_x86);
                } )* }
                #[cfg(target_arch = "aarch64")]
                { $( if matches!($crate::engine::Eligibility::$kind_arm, $crate::engine::Eligibility::Plan) {
                    $crate::form!(backend, width, $backend_arm($token_arm) $width_arm: $kernel_arm);
                } )* }
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                { $($( if matches!($crate::engine::Eligibility::$kind_wasm, $crate::engine::Eligibility::Plan) {
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
                $( #[cfg(target_arch = "aarch64")] ($crate::Backend::$backend_arm, <$token_arm>::NEEDS), )*
                $($( #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                     ($crate::Backend::$backend_wasm, <$token_wasm>::NEEDS), )*)?
            ];

            fn found_later() -> &'static $crate::engine::FoundLater<Self::Form> {
                static LATER: $crate::engine::FoundLater<dyn $form> = $crate::engine::FoundLater::new();
                &LATER
            }
        }
    };
}

/// Returns from the surrounding function with the form of one line of [`engine!`], if its backend and width are the requested ones.
#[macro_export]
#[doc(hidden)]
macro_rules! form {
    ($asked:ident, $asked_width:ident, $backend:ident($token:path) $width:literal: $kernel:ty) => {
        // One number for both, of which the compiler makes one search for all lines.
        if ($asked_width << 8) | $asked as usize == ($width << 8) | $crate::Backend::$backend as usize {
            type Form = $crate::engine::Form<$token, $kernel, { $crate::Backend::$backend as usize }>;
            return <$token>::detect().map(|token| $crate::lanes::forever(Form::new(token)) as _);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_names_a_form_of_papers_is_told_of_that_crate() {
        use std::string::ToString;
        let forms: &'static [Backend] = &[Backend::Portable, Backend::Sse2];
        let papers = [Named::new(Backend::Xop, 1, Eligibility::Own)];
        let missing = refused(Backend::Xop, forms, &papers);
        assert_eq!(missing, Error::OnlyInPapers(Backend::Xop));
        assert_eq!(
            missing.to_string(),
            "the function has backend xop only in crate lanesum-papers, which this program lacks"
        );
        assert_eq!(refused(Backend::Sse2, forms, &papers), Error::BackendUnavailable(Backend::Sse2));
        assert_eq!(refused(Backend::ShaNi, forms, &papers), Error::NoForm { backend: Backend::ShaNi, forms });
    }
}
