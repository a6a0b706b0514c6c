//! The library's table of functions as Python sees it, and the options of each.

use crate::memory::buffer::{copied, kind, utf8};
use lanesum::{Algorithm, Domain, Parameter};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::LazyLock;
use zeroize::Zeroizing;

/// The first length of output that is refused in one piece, as CPython's own SHAKE refuses it.
pub(crate) const LONGEST: usize = 1 << 29;

/// A function of the library's table, by the name that Python knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Function(pub(crate) Algorithm);

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = Function> {
    Algorithm::ALL.iter().copied().map(Function)
}

/// The names, in the order of the table: the library's, as Python writes names; those of SHAKE are hashlib's.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let name = |algorithm: &Algorithm| match algorithm {
        Algorithm::Shake128 => "shake_128".to_owned(),
        Algorithm::Shake256 => "shake_256".to_owned(),
        algorithm => algorithm.name().replace('-', "_"),
    };
    Algorithm::ALL.iter().map(name).collect()
});

/// How an object of a function gives its output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Hash,
    Xof,
    Kmac,
    KmacXof,
}

impl Function {
    /// As Python knows it.
    #[inline]
    pub(crate) fn name(self) -> &'static str {
        &NAMES[self.0 as usize]
    }

    /// By a name as hashlib, OpenSSL or the standard writes it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        all().find(|function| function.name() == name).or_else(|| all().find(|function| function.0.is_called(name)))
    }

    /// Bytes of the digest; of an XOF, those that give it its full collision resistance.
    #[inline]
    pub(crate) fn digest_size(self) -> usize {
        self.0.digest_bits() / 8
    }

    /// Whether it is no function without a key.
    pub(crate) fn is_keyed(self) -> bool {
        self.0.needs_key()
    }

    pub(crate) fn class(self) -> Class {
        match (self.is_keyed(), self.0.is_xof()) {
            (false, false) => Class::Hash,
            (false, true) => Class::Xof,
            (true, false) => Class::Kmac,
            (true, true) => Class::KmacXof,
        }
    }

    /// Whether the length of the output is bound into it.
    pub(crate) fn binds_length(self) -> bool {
        self.0.has_any_length() && !self.0.is_xof()
    }

    /// Whether several threads can hash one message.
    pub(crate) fn is_tree(self) -> bool {
        matches!(self.0, Algorithm::Kt128 | Algorithm::Kt256) || self.0.takes(Parameter::BlockBytes)
    }

    /// Whether its objects are of a class of its own, which takes a key: those of BLAKE2 and `blake3`.
    pub(crate) fn has_class(self) -> bool {
        self.0.takes(Parameter::DigestBytes) || self.0 == Algorithm::Blake3
    }

    /// An object of that class.
    pub(crate) fn of_class<'py>(
        self,
        data: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let class = py.import("lanesum._lanesum")?.getattr(self.name())?;
        match data {
            Some(data) => class.call((data,), options),
            None => class.call((), options),
        }
    }

    /// Whether it exists with and without the length of the output bound into it.
    pub(crate) fn has_twin(self) -> bool {
        self.0.is_derived() && !self.0.takes(Parameter::FunctionName)
    }

    /// Whether it takes the option of this name.
    fn takes(self, option: &str) -> bool {
        let parameter = match option {
            "key" => Parameter::Key,
            "customization" => Parameter::Customization,
            "function" => Parameter::FunctionName,
            "salt" => Parameter::Salt,
            "domain" => Parameter::Domain,
            "block_size" => Parameter::BlockBytes,
            "threads" => return self.is_tree(),
            "digest_size" => return self.binds_length() || self.0.takes(Parameter::DigestBytes),
            _ => return false,
        };
        self.0.takes(parameter)
    }
}

/// The inputs of a function beside the message.
#[derive(Clone, Default)]
pub(crate) struct Options {
    /// Erased on drop.
    pub(crate) key: Option<Zeroizing<Vec<u8>>>,
    pub(crate) customization: Vec<u8>,
    pub(crate) function: Vec<u8>,
    pub(crate) salt: Vec<u8>,
    pub(crate) domain: Option<Domain>,
    pub(crate) block_size: Option<u64>,
    pub(crate) digest_size: Option<usize>,
    /// For the message that the call has.
    pub(crate) threads: Option<usize>,
}

/// A string that may be `str`, as names of purposes are.
pub(crate) fn text(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<u8>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(utf8(text, argument)?.as_bytes().to_vec());
    }
    copied(value, argument)
}

fn integer(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<i64> {
    value.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(value.py()) {
            PyTypeError::new_err(format!("{argument} must be an integer, not {}", kind(value)))
        } else {
            PyValueError::new_err(format!("{argument} is out of range: it does not fit into 64 bits"))
        }
    })
}

/// A whole number from 0 on.
pub(crate) fn natural(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<u64> {
    u64::try_from(integer(value, argument)?)
        .map_err(|_| PyValueError::new_err(format!("{argument} must not be negative")))
}

/// A whole number from 1 on.
pub(crate) fn positive<T: TryFrom<i64>>(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<T> {
    let number = integer(value, argument)?;
    match T::try_from(number) {
        Ok(value) if number > 0 => Ok(value),
        _ => Err(PyValueError::new_err(format!("{argument} must be at least 1, not {number}"))),
    }
}

/// The length of a digest in bytes.
pub(crate) fn size(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<usize> {
    match positive(value, argument)? {
        size if size < LONGEST => Ok(size),
        size => Err(PyValueError::new_err(format!("{argument} must be less than {LONGEST}, not {size}"))),
    }
}

/// An argument that is True or False.
pub(crate) fn flag(value: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<bool> {
    let Some(value) = value else { return Ok(false) };
    let wrong = |_| PyTypeError::new_err(format!("{argument} must be True or False, not {}", kind(value)));
    value.extract().map_err(wrong)
}

/// How many threads a caller asks for; 0 for as many as the process may use.
pub(crate) fn threads(threads: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = threads.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(threads.py()) {
            PyTypeError::new_err(format!("threads must be an integer, not {}", kind(threads)))
        } else {
            PyValueError::new_err("threads is out of range: it must be from 0 (all) to 1024")
        }
    })?;
    match number {
        0 => Ok(std::thread::available_parallelism().map_or(1, std::num::NonZero::get)),
        1..=1024 => Ok(number as usize),
        _ => Err(PyValueError::new_err(format!("threads must be from 0 (all) to 1024, not {number}"))),
    }
}

impl Options {
    /// Of the arguments by keyword that `caller` was given. Those that the function does not take are an error.
    pub(crate) fn parse(caller: &str, function: Function, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self::default();
        for (name, value) in arguments.into_iter().flatten() {
            let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
            if name == "usedforsecurity" {
                continue;
            }
            if !function.takes(&name) {
                return Err(Self::unexpected(caller, &name, function));
            }
            options.set(&name, &value)?;
        }
        options.check(function)?;
        Ok(options)
    }

    /// Of the arguments by keyword of a call whose digests have the usual length, and which has no message.
    pub(crate) fn parse_plain(
        caller: &str,
        function: Function,
        arguments: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = Self::parse(caller, function, arguments)?;
        if options.threads.is_some() {
            return Err(Self::unexpected(caller, "threads", function));
        }
        if options.digest_size.is_some() && !function.0.takes(Parameter::DigestBytes) {
            return Err(Self::unexpected(caller, "digest_size", function));
        }
        Ok(options)
    }

    fn unexpected(caller: &str, name: &str, function: Function) -> PyErr {
        let function = function.name();
        PyTypeError::new_err(format!("{caller}() got an unexpected keyword argument '{name}' for {function}"))
    }

    /// Whether nothing is given.
    #[inline]
    pub(crate) fn none(&self) -> bool {
        let Self { key, customization, function, salt, domain, block_size, digest_size, threads: _ } = self;
        let strings = [customization, function, salt];
        key.is_none()
            && strings.iter().all(|string| string.is_empty())
            && domain.is_none()
            && block_size.is_none()
            && digest_size.is_none()
    }

    /// An argument of the function itself; None for "not given".
    pub(crate) fn give(&mut self, name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        match value {
            Some(value) => self.set(name, value),
            None => Ok(()),
        }
    }

    /// An argument that the function may not take.
    pub(crate) fn give_to(&mut self, function: Function, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if !function.takes(name) {
            return Err(PyTypeError::new_err(format!(
                "{name}: {} has digests of one size; leave {name} out",
                function.name()
            )));
        }
        self.set(name, value)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name {
            "key" => self.key = Some(Zeroizing::new(copied(value, name)?)),
            "customization" => self.customization = text(value, name)?,
            "function" => self.function = text(value, name)?,
            "salt" => self.salt = copied(value, name)?,
            "domain" => {
                let number = positive::<i64>(value, name)?;
                let domain = u8::try_from(number).ok().and_then(|byte| Domain::new(byte).ok());
                let wrong = || PyValueError::new_err(format!("domain must be from 0x01 to 0x7f, not {number:#x}"));
                self.domain = Some(domain.ok_or_else(wrong)?);
            }
            "block_size" => self.block_size = Some(positive(value, name)?),
            "digest_size" => self.digest_size = Some(size(value, name)?),
            "threads" if value.is_none() => {}
            "threads" => self.threads = Some(threads(value)?),
            _ => unreachable!("an option that a function takes"),
        }
        Ok(())
    }

    pub(crate) fn check(&self, function: Function) -> PyResult<()> {
        let salt = function.0.salt_bytes();
        if function.is_keyed() && self.key.is_none() {
            return Err(PyTypeError::new_err(format!("{}() missing required argument 'key'", function.name())));
        }
        // BLAKE2 adds zeroes.
        let is_short = self.salt.len() < salt && !self.salt.is_empty() && !function.has_class();
        if is_short || self.salt.len() > salt {
            return Err(PyValueError::new_err(format!("salt must have {salt} bytes, not {}", self.salt.len())));
        }
        Ok(())
    }

    /// As the library takes them. The size of a digest is an option of BLAKE2 alone; other functions have it at the end.
    pub(crate) fn given_to(&self, function: Function) -> lanesum::Options<'_> {
        match self.digest_size {
            Some(size) if function.0.takes(Parameter::DigestBytes) => self.given().digest_bytes(size),
            _ => self.given(),
        }
    }

    /// As the library takes them, but for the size of a digest.
    pub(crate) fn given(&self) -> lanesum::Options<'_> {
        let Self { key, customization, function, salt, domain, block_size, .. } = self;
        let mut given = lanesum::Options::new().customization(customization).function_name(function).salt(salt);
        if let Some(key) = key {
            given = given.key(key);
        }
        if let Some(domain) = domain {
            given = given.domain(*domain);
        }
        match block_size {
            Some(block) => given.block_bytes(*block),
            None => given,
        }
    }
}

/// The function with this name.
pub(crate) fn named(name: &str, argument: &str) -> PyResult<Function> {
    Function::named(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{argument}: unsupported hash type {name}; lanesum.algorithms_available has the names"
        ))
    })
}

/// A hash object of a function that only hashlib has: MD5, SHA-1 and those of OpenSSL.
pub(crate) fn of_hashlib<'py>(
    name: &str,
    argument: &str,
    data: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
    py: Python<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let new = py.import("hashlib")?.getattr("new")?;
    let made = match data {
        Some(data) => new.call((name, data), options),
        None => new.call((name,), options),
    };
    match made {
        // It has not, either.
        Err(error) if error.get_type(py).is(py.get_type::<PyValueError>()) => {
            named(name, argument).map(|_| py.None().into_bound(py))
        }
        made => made,
    }
}

/// A function that a caller names, or gives.
pub(crate) fn of(name: &Bound<'_, PyAny>, argument: &str) -> PyResult<Function> {
    if let Ok(name) = name.cast::<PyString>() {
        return named(utf8(name, argument)?, argument);
    }
    let wrong =
        || PyTypeError::new_err(format!("{argument} must be a string or a function of lanesum, not {}", kind(name)));
    if !name.is_callable() {
        return Err(wrong());
    }
    own(name)?.ok_or_else(wrong)
}

/// The function that this object of the module begins messages of, if it is one.
pub(crate) fn own(object: &Bound<'_, PyAny>) -> PyResult<Option<Function>> {
    // Whatever another library's attribute raises: the object is not a function of lanesum.
    let Ok(name) = object.getattr("__name__").and_then(|name| name.extract::<String>()) else {
        return Ok(None);
    };
    let Some(function) = all().find(|function| function.name() == name) else {
        return Ok(None);
    };
    let is_own = object.py().import("lanesum._lanesum")?.getattr(function.name())?.is(object);
    Ok(is_own.then_some(function))
}
