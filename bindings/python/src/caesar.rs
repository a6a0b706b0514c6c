//! Keyak and Ketje, under `lanesum.caesar`.

use crate::constructors::{Given, NOTHING};
use crate::functions::{flag, positive};
use crate::memory::buffer::copied;
use crate::message::DETACH;
use lanesum::Error;
use lanesum::ketje::{KetjeJr, KetjeMajor, KetjeMinor, KetjeSr};
use lanesum::keyak::{Forget, LakeKeyak, LunarKeyak, OceanKeyak, RiverKeyak, SeaKeyak, Start};
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use std::sync::{Mutex, MutexGuard};
use zeroize::Zeroizing;

create_exception!(
    lanesum.caesar,
    WrongTag,
    PyValueError,
    "The tag is wrong: the message, its metadata or an earlier message was changed. The session is over."
);

/// Bytes of a tag of Keyak.
const TAG: usize = 16;

#[allow(clippy::large_enum_variant)] // boxed where it is used
enum State {
    River(RiverKeyak),
    Lake(LakeKeyak),
    Sea(SeaKeyak),
    Ocean(OceanKeyak),
    Lunar(LunarKeyak),
    Jr(KetjeJr),
    Sr(KetjeSr),
    Minor(KetjeMinor),
    Major(KetjeMajor),
}

/// A session of Keyak or Ketje: both sides wrap and unwrap the same messages in the same order.
///
/// It can be neither copied nor pickled: a copy would be a second session with the same nonce. The functions of `lanesum.caesar` begin one.
#[pyclass(frozen, module = "lanesum.caesar")]
pub(crate) struct Session {
    name: &'static str,
    tag_size: usize,
    state: Mutex<Box<State>>,
}

fn exception(error: Error) -> PyErr {
    match error {
        Error::WrongTag => WrongTag::new_err(
            "wrong tag: the message, its metadata or the session was changed; the session is over, begin a new one",
        ),
        Error::SessionOver => PyValueError::new_err("the session is over, because a tag was wrong; begin a new one"),
        Error::KeyLength { bytes, most, .. } => {
            PyValueError::new_err(format!("key must have at most {most} bytes, not {bytes}"))
        }
        Error::NonceLength { bytes, most } => {
            PyValueError::new_err(format!("nonce must have at most {most} bytes with this key, not {bytes}"))
        }
        error => PyValueError::new_err(error.to_string()),
    }
}

fn forget(forget: bool) -> Forget {
    if forget { Forget::Yes } else { Forget::No }
}

/// A call of Ketje with a tag of one of the lengths that can be asked for.
macro_rules! with_tag {
    ($size:expr, $tag:ident => $call:expr) => {
        match $size {
            8 => with_tag!(@ 8 $tag $call),
            12 => with_tag!(@ 12 $tag $call),
            32 => with_tag!(@ 32 $tag $call),
            _ => with_tag!(@ 16 $tag $call),
        }
    };
    (@ $size:literal $tag:ident $call:expr) => {{
        const $tag: usize = $size;
        $call
    }};
}

macro_rules! each {
    ($state:expr, $keyak:pat => $of_keyak:expr, $ketje:pat => $of_ketje:expr) => {
        match $state {
            State::River($keyak) => $of_keyak,
            State::Lake($keyak) => $of_keyak,
            State::Sea($keyak) => $of_keyak,
            State::Ocean($keyak) => $of_keyak,
            State::Lunar($keyak) => $of_keyak,
            State::Jr($ketje) => $of_ketje,
            State::Sr($ketje) => $of_ketje,
            State::Minor($ketje) => $of_ketje,
            State::Major($ketje) => $of_ketje,
        }
    };
}

impl State {
    fn wrap(&mut self, metadata: &[u8], data: &mut [u8], forget: Forget, tag_size: usize) -> Result<Vec<u8>, Error> {
        each!(self,
            keyak => keyak.wrap_in_place(metadata, data, forget).map(Into::into),
            ketje => with_tag!(tag_size, SIZE => ketje.wrap_in_place::<SIZE>(metadata, data).map(Into::into)))
    }

    fn unwrap(&mut self, metadata: &[u8], data: &mut [u8], tag: &[u8], forget: Forget) -> Result<(), Error> {
        let length = Error::Length { argument: "tag", expected: TAG, got: tag.len() };
        each!(self,
        keyak => keyak.unwrap_in_place(metadata, data, tag.try_into().map_err(|_| length)?, forget),
        ketje => with_tag!(tag.len(), SIZE => {
            ketje.unwrap_in_place::<SIZE>(metadata, data, tag.try_into().map_err(|_| length)?)
        }))
    }

    fn is_ketje(&self) -> bool {
        each!(self, _ => false, _ => true)
    }
}

impl Session {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Box<State>> {
        match self.state.try_lock() {
            Ok(guard) => guard,
            Err(_) => self.state.lock_py_attached(py).unwrap_or_else(std::sync::PoisonError::into_inner),
        }
    }

    fn forget_of(&self, state: &State, forget: &Given<'_, '_>) -> PyResult<Forget> {
        let forget = flag(forget.get(), "forget")?;
        if forget && state.is_ketje() {
            return Err(PyTypeError::new_err(format!("forget: {} cannot forget; only Keyak can", self.name)));
        }
        Ok(self::forget(forget))
    }
}

#[pymethods]
impl Session {
    /// Encrypts a message. Returns the ciphertext, as long as the message, and the tag, which authenticates both the message, its
    /// metadata and the session before. With `forget` (Keyak only) the state afterwards tells nothing of the messages so far.
    ///
    /// Raises TypeError for what is not bytes-like, and for `forget` with Ketje; ValueError if the session is over.
    ///
    /// >>> session = lanesum.caesar.lake_keyak(b"a key of 16 byte", b"a nonce, once")
    /// >>> ciphertext, tag = session.wrap(b"attack at dawn", b"to: bob")
    /// >>> len(ciphertext), len(tag)
    /// (14, 16)
    #[pyo3(signature = (plaintext, /, metadata = None, *, forget = NOTHING), text_signature = "($self, plaintext, /, metadata=None, *, forget=False)")]
    fn wrap<'py>(
        &self,
        py: Python<'py>,
        plaintext: &Bound<'py, PyAny>,
        metadata: Option<&Bound<'py, PyAny>>,
        forget: Given<'_, '_>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let metadata = metadata.map_or(Ok(Vec::new()), |metadata| copied(metadata, "metadata"))?;
        let mut data = copied(plaintext, "plaintext")?;
        let mut state = self.lock(py);
        let forget = self.forget_of(&state, &forget)?;
        let state = &mut **state;
        let mut wrap = || state.wrap(&metadata, &mut data, forget, self.tag_size);
        let tag = if metadata.len() < DETACH { wrap() } else { py.detach(wrap) }.map_err(exception)?;
        Ok((PyBytes::new(py, &data), PyBytes::new(py, &tag)))
    }

    /// Decrypts a message, and returns it. If the tag is wrong, no plaintext is returned, and the session is over.
    ///
    /// Raises WrongTag, a ValueError; ValueError for a tag of another length than `tag_size`, and if the session is over; TypeError as `wrap`.
    ///
    /// >>> ciphertext, tag = lanesum.caesar.lake_keyak(b"a key of 16 byte", b"a nonce, once").wrap(b"attack at dawn")
    /// >>> lanesum.caesar.lake_keyak(b"a key of 16 byte", b"a nonce, once").unwrap(ciphertext, tag)
    /// b'attack at dawn'
    #[pyo3(signature = (ciphertext, tag, /, metadata = None, *, forget = NOTHING), text_signature = "($self, ciphertext, tag, /, metadata=None, *, forget=False)")]
    fn unwrap<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &Bound<'py, PyAny>,
        tag: &Bound<'py, PyAny>,
        metadata: Option<&Bound<'py, PyAny>>,
        forget: Given<'_, '_>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let metadata = metadata.map_or(Ok(Vec::new()), |metadata| copied(metadata, "metadata"))?;
        let tag = copied(tag, "tag")?;
        if tag.len() != self.tag_size {
            let (expected, got) = (self.tag_size, tag.len());
            return Err(PyValueError::new_err(format!("tag must have {expected} bytes, not {got}")));
        }
        let mut data = copied(ciphertext, "ciphertext")?;
        let mut state = self.lock(py);
        let forget = self.forget_of(&state, &forget)?;
        state.unwrap(&metadata, &mut data, &tag, forget).map_err(exception)?;
        Ok(PyBytes::new(py, &data))
    }

    /// The name of the function that began it.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// Bytes of a tag.
    #[getter]
    fn tag_size(&self) -> usize {
        self.tag_size
    }

    fn __repr__(&self) -> String {
        format!("<lanesum.caesar.Session {}>", self.name)
    }

    #[allow(clippy::unused_self)]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'Session' object: a copy would use the same nonce again"))
    }
}

macro_rules! keyak {
    ($($name:ident $variant:ident $kind:ident $doc:literal;)*) => { $(
        #[doc = concat!("Begins a session of ", $doc, ".")]
        ///
        /// Both sides need the same key and nonce. The same pair must never begin two sessions. A key should have 16 bytes or more, since it
        /// has no more strength than its bytes; the document sets no least length, and none is checked. With `forget` the state tells
        /// nothing of the key afterwards. Source: "CAESAR submission: Keyak v2", 2016. It is not a standard.
        ///
        /// Raises TypeError for a key or a nonce that is not bytes-like, and ValueError for a key that is too long.
        ///
        #[doc = concat!(">>> alice = lanesum.caesar.", stringify!($name), "(b\"a key of 16 byte\", b\"a nonce, once\")")]
        /// >>> ciphertext, tag = alice.wrap(b"attack at dawn", b"to: bob")
        #[doc = concat!(">>> bob = lanesum.caesar.", stringify!($name), "(b\"a key of 16 byte\", b\"a nonce, once\")")]
        /// >>> bob.unwrap(ciphertext, tag, b"to: bob")
        /// b'attack at dawn'
        #[pyfunction]
        #[pyo3(signature = (key, nonce, *, forget = NOTHING), text_signature = "(key, nonce, *, forget=False)")]
        pub(crate) fn $name(key: &Bound<'_, PyAny>, nonce: &Bound<'_, PyAny>, forget: Given<'_, '_>) -> PyResult<Session> {
            let forget = flag(forget.get(), "forget")?;
            let (key, nonce) = (Zeroizing::new(copied(key, "key")?), copied(nonce, "nonce")?);
            let start = Start::new(&key, &nonce).forget(self::forget(forget));
            let state = State::$variant($kind::start(&start).map_err(exception)?);
            Ok(Session { name: stringify!($name), tag_size: TAG, state: Mutex::new(Box::new(state)) })
        }
    )* };
}
keyak! {
    river_keyak River RiverKeyak "Keyak v2 with one state of 800 bits";
    lake_keyak Lake LakeKeyak "Keyak v2 with one state of 1600 bits, the primary recommendation";
    sea_keyak Sea SeaKeyak "Keyak v2 with two states of 1600 bits";
    ocean_keyak Ocean OceanKeyak "Keyak v2 with four states of 1600 bits";
    lunar_keyak Lunar LunarKeyak "Keyak v2 with eight states of 1600 bits";
}

macro_rules! ketje {
    ($($name:ident $variant:ident $kind:ident $doc:literal $key:literal;)*) => { $(
        #[doc = concat!("Begins a session of ", $doc, ".")]
        ///
        /// Both sides need the same key and nonce. The same pair must never begin two sessions: that may give away the whole state. A key
        /// should have 12 bytes or more for Ketje Jr, and 16 for the others; no least length is checked. `tag_size` is 8, 12, 16 or 32 bytes. Source: "CAESAR submission: Ketje v2", 2016. It is not a standard.
        ///
        /// Raises TypeError for a key or a nonce that is not bytes-like, and ValueError for a key and a nonce that are too long, and for
        /// another `tag_size`.
        ///
        #[doc = concat!(">>> alice = lanesum.caesar.", stringify!($name), "(b\"", $key, "\", b\"once only\")")]
        /// >>> ciphertext, tag = alice.wrap(b"attack at dawn", b"to: bob")
        #[doc = concat!(">>> bob = lanesum.caesar.", stringify!($name), "(b\"", $key, "\", b\"once only\")")]
        /// >>> bob.unwrap(ciphertext, tag, b"to: bob")
        /// b'attack at dawn'
        #[pyfunction]
        #[pyo3(signature = (key, nonce, *, tag_size = NOTHING), text_signature = "(key, nonce, *, tag_size=16)")]
        pub(crate) fn $name(key: &Bound<'_, PyAny>, nonce: &Bound<'_, PyAny>, tag_size: Given<'_, '_>) -> PyResult<Session> {
            let tag_size = tag_size.get().map_or(Ok(TAG), |size| positive::<usize>(size, "tag_size"))?;
            if !matches!(tag_size, 8 | 12 | 16 | 32) {
                return Err(PyValueError::new_err(format!("tag_size must be 8, 12, 16 or 32, not {tag_size}")));
            }
            let (key, nonce) = (Zeroizing::new(copied(key, "key")?), copied(nonce, "nonce")?);
            let state = State::$variant($kind::new(&key, &nonce).map_err(exception)?);
            Ok(Session { name: stringify!($name), tag_size, state: Mutex::new(Box::new(state)) })
        }
    )* };
}
ketje! {
    ketje_jr Jr KetjeJr "Ketje Jr: 200 bits, 96 bits of strength" "twelve bytes";
    ketje_sr Sr KetjeSr "Ketje Sr: 400 bits" "a key of 16 byte";
    ketje_minor Minor KetjeMinor "Ketje Minor: 800 bits" "a key of 16 byte";
    ketje_major Major KetjeMajor "Ketje Major: 1600 bits" "a key of 16 byte";
}

/// Puts all of it into the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Session>()?;
    module.add("WrongTag", module.py().get_type::<WrongTag>())?;
    module.add_function(wrap_pyfunction!(river_keyak, module)?)?;
    module.add_function(wrap_pyfunction!(lake_keyak, module)?)?;
    module.add_function(wrap_pyfunction!(sea_keyak, module)?)?;
    module.add_function(wrap_pyfunction!(ocean_keyak, module)?)?;
    module.add_function(wrap_pyfunction!(lunar_keyak, module)?)?;
    module.add_function(wrap_pyfunction!(ketje_jr, module)?)?;
    module.add_function(wrap_pyfunction!(ketje_sr, module)?)?;
    module.add_function(wrap_pyfunction!(ketje_minor, module)?)?;
    module.add_function(wrap_pyfunction!(ketje_major, module)?)?;
    Ok(())
}
