//! The functions of the module: one for each hash function, with the keywords that it takes.

use crate::functions::{Function, Options};
use crate::hash::{Hash, Kmac, KmacXof, Xof};
use crate::message::Core;
use lanesum::Algorithm;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An argument that need not be given. One that is None is given, and wrong: hashlib refuses it, too.
pub(crate) struct Given<'a, 'py>(pub(crate) Option<Borrowed<'a, 'py, PyAny>>);

pub(crate) const NOTHING: Given<'static, 'static> = Given(None);

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'a, 'py> {
    type Error = std::convert::Infallible;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, Self::Error> {
        Ok(Self(Some(object)))
    }
}

impl<'a, 'py> Given<'a, 'py> {
    /// The message, which some versions of hashlib call `string`.
    #[inline]
    pub(crate) fn or(self, string: Given<'a, 'py>) -> PyResult<Self> {
        match (&self.0, &string.0) {
            (Some(_), Some(_)) => {
                Err(PyTypeError::new_err("'data' and 'string' are mutually exclusive: both are the message"))
            }
            (None, _) => Ok(string),
            _ => Ok(self),
        }
    }

    #[inline]
    pub(crate) fn get(&self) -> Option<&Bound<'py, PyAny>> {
        self.0.as_deref()
    }
}

/// Functions whose first argument is the message.
macro_rules! functions {
    ($($class:ident $name:ident($first:ident, $($option:ident),*) $function:ident $signature:literal
       $what:literal $source:literal $errors:literal $call:literal $digest:literal;)*) => { $(
        #[doc = concat!("Begins a message of ", $what, ".")]
        ///
        #[doc = concat!("Source: ", $source, ".")]
        ///
        #[doc = $errors]
        ///
        #[doc = concat!(">>> lanesum.", stringify!($name), $call, "[:16]")]
        #[doc = concat!("'", $digest, "'")]
        #[pyfunction]
        #[pyo3(signature = ($first = NOTHING, *, $($option = NOTHING,)* usedforsecurity = NOTHING, string = NOTHING), text_signature = $signature)]
        pub(crate) fn $name<'a, 'py>(
            $first: Given<'a, 'py>,
            $($option: Given<'a, 'py>,)*
            usedforsecurity: Given<'a, 'py>,
            string: Given<'a, 'py>,
        ) -> PyResult<$class> {
            // hashlib's keyword, which says that a weak function is no defect. None here is weak.
            let _ = usedforsecurity;
            let $first = $first.or(string)?;
            functions!(@begin Function(Algorithm::$function), $first, $($option),*).map($class)
        }
    )* };
    (@begin $function:expr, $first:ident,) => { Core::begin_plain($function, $first.get()) };
    (@begin $function:expr, $first:ident, $($option:ident),+) => {{
        let mut options = Options::default();
        $( options.give(stringify!($option), $option.get())?; )*
        Core::new($function, &options)?.begin($first.get(), options.threads)
    }};
}

/// Those whose first argument is a key.
macro_rules! keyed {
    ($($class:ident $name:ident($($option:ident),*) $function:ident $signature:literal $what:literal $digest:literal;)*) => { $(
        #[doc = concat!("Begins a message of ", $what)]
        ///
        /// Source: SP 800-185, section 4. A key should have at least as many bits as the strength (section 8.4.1).
        ///
        /// Raises TypeError if `key` or `data` is not bytes-like, and ValueError for a `digest_size` below 1, or of 2^29 or more.
        ///
        #[doc = concat!(">>> lanesum.", stringify!($name), "(b\"sixteen bytes...\", b\"abc\").digest(", keyed!(@length $class), ").hex()[:16]")]
        #[doc = concat!("'", $digest, "'")]
        #[pyfunction]
        #[pyo3(
            signature = (key, data = NOTHING, *, $($option = NOTHING,)* usedforsecurity = NOTHING),
            text_signature = $signature
        )]
        pub(crate) fn $name(
            key: &Bound<'_, PyAny>,
            data: Given<'_, '_>,
            $($option: Given<'_, '_>,)*
            usedforsecurity: Given<'_, '_>,
        ) -> PyResult<$class> {
            let _ = usedforsecurity;
            let mut options = Options::default();
            options.give("key", Some(key))?;
            $( options.give(stringify!($option), $option.get())?; )*
            Core::new(Function(Algorithm::$function), &options)?.begin(data.get(), None).map($class)
        }
    )* };
    (@length Kmac) => { "" };
    (@length KmacXof) => { "32" };
}

/// Puts all of them into the module.
macro_rules! all {
    ($($name:ident)*) => {
        pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $( module.add_function(wrap_pyfunction!($name, module)?)?; )*
            Ok(())
        }
    };
}

include!("constructors/table.rs");
