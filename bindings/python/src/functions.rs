//! The table of functions, and the options of each.

use crate::memory::buffer::{copied, kind, utf8};
use lanesum::{Algorithm, Domain};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use zeroize::Zeroizing;

/// The first length of output that is refused in one piece, as CPython's own SHAKE refuses it.
pub(crate) const LONGEST: usize = 1 << 29;

/// The two strengths of SP 800-185.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strength {
    Bits128,
    Bits256,
}

/// Whether the length of the output is bound into it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Bound,
    Any,
}

/// What computes a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain(Algorithm),
    CShake(Strength),
    Kmac(Strength, Output),
    TupleHash(Strength, Output),
    ParallelHash(Strength, Output),
}

/// A row of the table.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// Bytes of the digest; of an XOF, those that give it its full collision resistance.
    pub(crate) digest_size: usize,
}

macro_rules! functions {
    ($($constant:ident $name:literal $kind:expr;)*) => {
        $( pub(crate) const $constant: &Function = {
            static FUNCTION: Function = Function { name: $name, kind: $kind, digest_size: digest_size($kind) };
            &FUNCTION
        }; )*
        pub(crate) const ALL: &[&Function] = &[$($constant),*];
    };
}

use Kind::{CShake, Kmac, ParallelHash, Plain, TupleHash};
use Output::{Any, Bound as Fixed};
use Strength::{Bits128, Bits256};

functions! {
    SHA3_224 "sha3_224" Plain(Algorithm::Sha3_224);
    SHA3_256 "sha3_256" Plain(Algorithm::Sha3_256);
    SHA3_384 "sha3_384" Plain(Algorithm::Sha3_384);
    SHA3_512 "sha3_512" Plain(Algorithm::Sha3_512);
    SHAKE_128 "shake_128" Plain(Algorithm::Shake128);
    SHAKE_256 "shake_256" Plain(Algorithm::Shake256);
    KECCAK256 "keccak256" Plain(Algorithm::Keccak256);
    SHA224 "sha224" Plain(Algorithm::Sha224);
    SHA256 "sha256" Plain(Algorithm::Sha256);
    SHA384 "sha384" Plain(Algorithm::Sha384);
    SHA512 "sha512" Plain(Algorithm::Sha512);
    SHA512_224 "sha512_224" Plain(Algorithm::Sha512_224);
    SHA512_256 "sha512_256" Plain(Algorithm::Sha512_256);
    BLAKE224 "blake224" Plain(Algorithm::Blake224);
    BLAKE256 "blake256" Plain(Algorithm::Blake256);
    BLAKE384 "blake384" Plain(Algorithm::Blake384);
    BLAKE512 "blake512" Plain(Algorithm::Blake512);
    TURBOSHAKE128 "turboshake128" Plain(Algorithm::TurboShake128);
    TURBOSHAKE256 "turboshake256" Plain(Algorithm::TurboShake256);
    KT128 "kt128" Plain(Algorithm::Kt128);
    KT256 "kt256" Plain(Algorithm::Kt256);
    CSHAKE128 "cshake128" CShake(Bits128);
    CSHAKE256 "cshake256" CShake(Bits256);
    KMAC128 "kmac128" Kmac(Bits128, Fixed);
    KMAC256 "kmac256" Kmac(Bits256, Fixed);
    KMACXOF128 "kmacxof128" Kmac(Bits128, Any);
    KMACXOF256 "kmacxof256" Kmac(Bits256, Any);
    TUPLEHASH128 "tuplehash128" TupleHash(Bits128, Fixed);
    TUPLEHASH256 "tuplehash256" TupleHash(Bits256, Fixed);
    TUPLEHASHXOF128 "tuplehashxof128" TupleHash(Bits128, Any);
    TUPLEHASHXOF256 "tuplehashxof256" TupleHash(Bits256, Any);
    PARALLELHASH128 "parallelhash128" ParallelHash(Bits128, Fixed);
    PARALLELHASH256 "parallelhash256" ParallelHash(Bits256, Fixed);
    PARALLELHASHXOF128 "parallelhashxof128" ParallelHash(Bits128, Any);
    PARALLELHASHXOF256 "parallelhashxof256" ParallelHash(Bits256, Any);
}

const fn digest_size(kind: Kind) -> usize {
    match kind {
        Plain(algorithm) => algorithm.digest_bits() / 8,
        CShake(strength) | Kmac(strength, _) | TupleHash(strength, _) | ParallelHash(strength, _) => match strength {
            Bits128 => 32,
            Bits256 => 64,
        },
    }
}

/// How an object of a function gives its output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Hash,
    Xof,
    Kmac,
    KmacXof,
}

impl Function {
    /// By a name as hashlib, OpenSSL or the standard writes it.
    fn named(name: &str) -> Option<&'static Self> {
        if let Some(function) = ALL.iter().find(|function| function.name == name) {
            return Some(function);
        }
        let name = plain(name);
        // OpenSSL's SHA2-256 and SHA2-512/256. Three digits: SHA2-3-256 is nothing.
        let name = match name.strip_prefix("sha2_") {
            Some(bits) if bits.len() >= 3 && bits.bytes().take(3).all(|byte| byte.is_ascii_digit()) => {
                format!("sha{bits}")
            }
            _ => name,
        };
        ALL.iter().find(|function| plain(function.name) == name).copied()
    }

    /// Whether it is no function without a key.
    pub(crate) fn is_keyed(&self) -> bool {
        matches!(self.kind, Kmac(..))
    }

    pub(crate) fn class(&self) -> Class {
        match self.kind {
            Plain(algorithm) if !algorithm.is_xof() => Class::Hash,
            Plain(_) | CShake(_) | TupleHash(_, Any) | ParallelHash(_, Any) => Class::Xof,
            TupleHash(..) | ParallelHash(..) => Class::Hash,
            Kmac(_, Fixed) => Class::Kmac,
            Kmac(_, Any) => Class::KmacXof,
        }
    }

    /// Bytes of a block (a sponge's rate).
    pub(crate) fn block_size(&self) -> usize {
        match self.kind {
            Plain(algorithm) => algorithm.block_bytes(),
            CShake(strength) | Kmac(strength, _) | TupleHash(strength, _) | ParallelHash(strength, _) => match strength
            {
                Bits128 => 168,
                Bits256 => 136,
            },
        }
    }

    /// Whether the caller chooses the length of the output.
    pub(crate) fn has_any_length(&self) -> bool {
        !matches!(self.kind, Plain(algorithm) if !algorithm.is_xof())
    }

    /// Whether the length of the output is bound into it, of functions that exist with both.
    pub(crate) fn output(&self) -> Option<Output> {
        match self.kind {
            Plain(_) | CShake(_) => None,
            Kmac(_, output) | TupleHash(_, output) | ParallelHash(_, output) => Some(output),
        }
    }

    /// Whether it takes the option of this name.
    fn takes(&self, option: &str) -> bool {
        match self.kind {
            Plain(Algorithm::TurboShake128 | Algorithm::TurboShake256) => option == "domain",
            Plain(Algorithm::Kt128 | Algorithm::Kt256) => option == "customization",
            Plain(algorithm) => option == "salt" && algorithm.salt_bytes() > 0,
            CShake(_) => matches!(option, "function" | "customization"),
            Kmac(_, output) => {
                matches!(option, "key" | "customization") || (option == "digest_size" && output == Fixed)
            }
            TupleHash(_, output) => option == "customization" || (option == "digest_size" && output == Fixed),
            ParallelHash(_, output) => {
                matches!(option, "block_size" | "customization") || (option == "digest_size" && output == Fixed)
            }
        }
    }
}

/// What a function is given beside the message.
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
}

/// A string that may be `str`, as names of purposes are.
fn text(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<u8>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(utf8(text, argument)?.as_bytes().to_vec());
    }
    copied(value, argument)
}

/// A whole number from 1 on.
pub(crate) fn positive<T: TryFrom<i64>>(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<T> {
    let number = value.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(value.py()) {
            PyTypeError::new_err(format!("{argument} must be an integer, not {}", kind(value)))
        } else {
            PyValueError::new_err(format!("{argument} is out of range: it does not fit into 64 bits"))
        }
    })?;
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

impl Options {
    /// Of the arguments by keyword that `caller` was given. Those that the function does not take are an error.
    pub(crate) fn parse(caller: &str, function: &Function, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self::default();
        for (name, value) in arguments.into_iter().flatten() {
            let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
            if name == "usedforsecurity" {
                continue;
            }
            if !function.takes(&name) {
                let function = function.name;
                return Err(PyTypeError::new_err(format!(
                    "{caller}() got an unexpected keyword argument '{name}' for {function}"
                )));
            }
            options.set(&name, &value)?;
        }
        options.check(function)?;
        Ok(options)
    }

    /// Whether nothing is given.
    #[inline]
    pub(crate) fn none(&self) -> bool {
        let Self { key, customization, function, salt, domain, block_size, digest_size } = self;
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
    pub(crate) fn give_to(&mut self, function: &Function, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if !function.takes(name) {
            return Err(PyTypeError::new_err(format!(
                "{name}: {} has digests of one size; leave {name} out",
                function.name
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
            _ => unreachable!("an option that a function takes"),
        }
        Ok(())
    }

    pub(crate) fn check(&self, function: &Function) -> PyResult<()> {
        match function.kind {
            Kmac(..) if self.key.is_none() => {
                Err(PyTypeError::new_err(format!("{}() missing required argument 'key'", function.name)))
            }
            Plain(algorithm) if !self.salt.is_empty() && self.salt.len() != algorithm.salt_bytes() => {
                let (expected, got) = (algorithm.salt_bytes(), self.salt.len());
                Err(PyValueError::new_err(format!("salt must have {expected} bytes, not {got}")))
            }
            _ => Ok(()),
        }
    }
}

/// A name in small letters, with `_` for each separator. A separator between a letter and a digit has no meaning, and is left out: SHA-512/256
/// is sha512_256. One between digits stays, so that SHA3-224 is not SHA-32/24.
fn plain(name: &str) -> String {
    let name = name.to_ascii_lowercase().replace(['-', '/'], "_");
    let bytes = name.as_bytes();
    let says_nothing = |at: usize| {
        let (before, after) = (at.checked_sub(1).map(|at| bytes[at]), bytes.get(at + 1));
        bytes[at] == b'_'
            && before.is_some_and(|byte| byte.is_ascii_alphabetic())
            && after.is_some_and(u8::is_ascii_digit)
    };
    name.char_indices().filter(|&(at, _)| !says_nothing(at)).map(|(_, letter)| letter).collect()
}

/// The function with this name.
pub(crate) fn named(name: &str, argument: &str) -> PyResult<&'static Function> {
    Function::named(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{argument}: unsupported hash type {name}; lanesum.algorithms_available has the names"
        ))
    })
}

/// A function that a caller names, or gives.
pub(crate) fn of(name: &Bound<'_, PyAny>, argument: &str) -> PyResult<&'static Function> {
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
pub(crate) fn own(object: &Bound<'_, PyAny>) -> PyResult<Option<&'static Function>> {
    // Whatever another library's attribute raises: the object is not a function of lanesum.
    let Ok(name) = object.getattr("__name__").and_then(|name| name.extract::<String>()) else {
        return Ok(None);
    };
    let Some(function) = ALL.iter().find(|function| function.name == name) else {
        return Ok(None);
    };
    let is_own = object.py().import("lanesum._lanesum")?.getattr(function.name)?.is(object);
    Ok(is_own.then_some(*function))
}
