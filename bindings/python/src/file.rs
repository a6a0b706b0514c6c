//! `file_digest`: digests of paths and of file objects.

use crate::blake::{blake3, lock};
use crate::functions::{self, Function, Options};
use crate::hash::{Hash, Xof, object};
use crate::memory::buffer::{kind, unencodable, utf8};
use crate::message::{Core, pool};
use crate::state::{exception, os_error};
use lanesum::file::{Absorb, FileError, Input, Reading};
use pyo3::exceptions::{PyBlockingIOError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyByteArray, PyBytes, PyDict, PyMemoryView, PySlice, PyString};
use rayon::ThreadPool;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Bytes that are read at once of a file object: eight rounds of eight leaves of KT128, some hundreds of microseconds of work.
const PIECE: usize = 512 << 10;

/// Hashes a file from its current position to its end. Returns the hash object, whose `digest()` is the file's.
///
/// `fileobj` is a path (`str`, `bytes` or `os.PathLike`), or a file object open for reading in binary mode. `digest` is the name of a function, the function itself, or
/// a callable that makes a hash object; the other keywords are those of the function, with `key` for one that has a key. `progress`, if
/// it is given, is called with the number of bytes so far, every 512 KiB and at the end (of an empty file: once, with 0); an
/// exception that it raises ends the call.
///
/// `threads`, 0 for as many as the process may use, is for regular files of 2 MiB or more by their paths: some threads read the next piece while others hash
/// this one; KT128, KT256, ParallelHash and BLAKE3 are hashed by all of them. `progress` is then called less often.
///
/// Other Python threads run while the file is read and hashed. Ctrl-C stops the call within a tenth of a second.
///
/// Raises OSError for a file that cannot be read; of a path, also if the file changes while a function of lanesum reads it. Raises
/// ValueError for a path with a zero byte, and for a file object that is not open for reading in binary mode. Raises TypeError for a
/// `progress` that cannot be called, and for a TupleHash: a file is no tuple.
///
/// >>> import io
/// >>> lanesum.file_digest(io.BytesIO(b"abc"), "sha256").hexdigest()[:16]
/// 'ba7816bf8f01cfea'
#[pyfunction]
#[pyo3(
    signature = (fileobj, digest, /, *, progress = None, threads = None, **options),
    text_signature = "(fileobj, digest, /, *, progress=None, threads=1, **options)"
)]
pub(crate) fn file_digest<'py>(
    py: Python<'py>,
    fileobj: &Bound<'py, PyAny>,
    digest: &Bound<'py, PyAny>,
    progress: Option<Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(progress) = &progress
        && !progress.is_callable()
    {
        return Err(PyTypeError::new_err(format!("progress must be callable, not {}", kind(progress))));
    }
    let threads = threads.map_or(Ok(1), crate::functions::threads)?;
    let mut other = None;
    let own = if let Ok(name) = digest.cast::<PyString>() {
        let name = utf8(name, "digest")?;
        let function = Function::named(name);
        other = match function {
            None => Some(functions::of_hashlib(name, "digest", None, options, py)?),
            Some(function) if function.has_class() => Some(function.of_class(None, options, py)?),
            Some(_) => None,
        };
        function
    } else {
        functions::own(digest)?
    };
    let own = own.filter(|function| !function.has_class());
    let hasher = if let Some(function) = own {
        refuse_tuples(function)?;
        let core = Core::new(function, &Options::parse("file_digest", function, options)?)?;
        if is_path(fileobj)?
            && let Some((path, input)) = regular(fileobj)?
        {
            core.with_hasher(py, |hasher| read(py, hasher, input, progress.as_ref(), &path, threads))??;
            return object(py, core);
        }
        object(py, core)?
    } else if let Some(other) = other {
        other
    } else {
        // As hashlib, whatever the object is.
        let hasher = digest.call((), options)?;
        if let Ok(hash) = hasher.cast::<Hash>() {
            refuse_tuples(hash.get().0.function)?;
        } else if let Ok(xof) = hasher.cast::<Xof>() {
            refuse_tuples(xof.get().0.function)?;
        }
        hasher
    };
    if let Ok(hasher) = hasher.cast::<blake3>()
        && is_path(fileobj)?
        && let Some((path, input)) = regular(fileobj)?
    {
        // A copy: `progress` may be told of the object, and use it.
        let mut state = lock(&hasher.get().0, py).clone();
        read(py, &mut state, input, progress.as_ref(), &path, threads)?;
        *lock(&hasher.get().0, py) = state;
        return Ok(hasher.clone().into_any());
    }
    let update = hasher.getattr("update")?;
    if is_path(fileobj)? {
        let file = open(fileobj)?;
        let read = hash(py, &file, &update, progress.as_ref());
        // An error of reading says more than one of closing.
        let closed = file.call_method0("close");
        read?;
        closed?;
    } else if fileobj.hasattr("getbuffer")? {
        let buffer = fileobj.call_method0("getbuffer")?;
        let start = fileobj.call_method0("tell")?.extract::<usize>()?;
        let end = buffer.len()?;
        let mut at = start.min(end);
        while at < end {
            let next = (at + PIECE).min(end);
            update.call1((buffer.get_item(PySlice::new(py, at as isize, next as isize, 1))?,))?;
            at = next;
            told(py, progress.as_ref(), (at - start) as u64)?;
        }
        if start >= end {
            told(py, progress.as_ref(), 0)?;
        }
        buffer.call_method0("release")?;
        fileobj.call_method1("seek", (at.max(start),))?;
    } else {
        hash(py, fileobj, &update, progress.as_ref())?;
    }
    Ok(hasher)
}

fn is_path(file: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(file.is_instance_of::<PyString>() || file.is_instance_of::<PyBytes>() || file.hasattr("__fspath__")?)
}

/// A regular file, which is read without the interpreter. Anything else, and every error, is left to Python's `open`: it raises the usual
/// exceptions, and Ctrl-C ends its waiting for the writer of a FIFO.
fn regular(path: &Bound<'_, PyAny>) -> PyResult<Option<(PathBuf, Input)>> {
    let py = path.py();
    let decoded = py.import("os")?.call_method1("fsdecode", (path,)).and_then(|path| path.extract::<PathBuf>());
    let Ok(path) = decoded else { return Ok(None) };
    let input = py.detach(|| std::fs::metadata(&path).ok()?.is_file().then(|| Input::open(&path).ok())?);
    if input.is_some() {
        py.import("sys")?.call_method1("audit", ("open", &path, "rb", 0))?;
    }
    Ok(input.map(|input| (path, input)))
}

fn read(
    py: Python<'_>,
    hasher: &mut impl Absorb,
    input: Input,
    progress: Option<&Bound<'_, PyAny>>,
    path: &Path,
    threads: usize,
) -> PyResult<()> {
    /// A shorter file is read and hashed before threads have started.
    const WORTH_THREADS: u64 = 2 << 20;
    let is_short = input.stated_bytes().is_some_and(|bytes| bytes < WORTH_THREADS);
    let progress = progress.map(|progress| progress.clone().unbind());
    let (mut raised, mut last) = (None, None);
    let mut tell = |bytes: Option<u64>| {
        // After a signal the number is the same.
        let news = bytes.is_some() && last.replace(bytes) != Some(bytes);
        let progress = progress.as_ref().filter(|_| news);
        match Python::attach(|py| told(py, progress.map(|progress| progress.bind(py)), bytes.unwrap_or(0))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                raised = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let read = if threads == 1 || is_short {
        let mut tell = |bytes| tell(Some(bytes));
        py.detach(|| Reading::new().progress(&mut tell).input(input, hasher))
    } else {
        let pool = pool(threads)?;
        py.detach(|| read_on(&pool, input, hasher, &mut tell))
    };
    match (read, raised) {
        (_, Some(error)) => Err(error),
        (Ok(_), None) => Ok(()),
        (Err(error), None) => Err(failed(py, path, error)),
    }
}

fn failed(py: Python<'_>, path: &Path, error: FileError) -> PyErr {
    match error {
        FileError::System(error) => os_error(py, error),
        FileError::Hash(error) => exception(error),
        error => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Reads and hashes by the threads of a pool, while this one, to which the interpreter's signals come, tells of the progress.
fn read_on(
    pool: &ThreadPool,
    input: Input,
    hasher: &mut impl Absorb,
    tell: &mut dyn FnMut(Option<u64>) -> ControlFlow<()>,
) -> Result<u64, FileError> {
    /// Half of the tenth of a second in which Ctrl-C is promised to be seen.
    const LOOK: Duration = Duration::from_millis(40);
    let stop = AtomicBool::new(false);
    let (sender, news) = channel();
    pool.in_place_scope(|scope| {
        let stop = &stop;
        let (result, done) = channel();
        scope.spawn(move |_| {
            let mut progress = |bytes| {
                // Nobody listens any more after a stop.
                let _ = sender.send(bytes);
                if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let _ = result.send(Reading::new().rayon().progress(&mut progress).input(input, hasher));
        });
        loop {
            let bytes = match news.recv_timeout(LOOK) {
                Ok(bytes) => Some(bytes),
                Err(RecvTimeoutError::Timeout) => None,
                // Its sender is gone: the file is done.
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if tell(bytes).is_break() {
                stop.store(true, Relaxed);
                break;
            }
        }
        done.recv().unwrap_or(Err(FileError::Stopped))
    })
}

fn open<'py>(path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = path.py();
    let path = py.import("os")?.getattr("fspath")?.call1((path,)).map_err(|error| named(error, py))?;
    let unbuffered = [("buffering", 0)].into_py_dict(py)?;
    py.import("io")?.getattr("open")?.call((path, "rb"), Some(&unbuffered)).map_err(|error| named(error, py))
}

/// Of a path that no file can have, as one with a zero byte.
fn named(error: PyErr, py: Python<'_>) -> PyErr {
    let text = format!("fileobj: {}", error.value(py));
    if error.get_type(py).is(py.get_type::<PyValueError>()) {
        PyValueError::new_err(text)
    } else if error.get_type(py).is(py.get_type::<PyTypeError>()) {
        PyTypeError::new_err(text)
    } else {
        unencodable(error, py, "fileobj")
    }
}

/// A TupleHash would take each piece for an element, and its digest would depend on `PIECE`.
fn refuse_tuples(function: Function) -> PyResult<()> {
    if function.0.is_of_tuples() {
        return Err(PyTypeError::new_err(format!(
            "digest: {} hashes tuples, not files; use another function",
            function.name()
        )));
    }
    Ok(())
}

fn hash<'py>(
    py: Python<'py>,
    file: &Bound<'py, PyAny>,
    update: &Bound<'py, PyAny>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<()> {
    let is_binary =
        file.hasattr("readinto")? && file.hasattr("readable")? && file.call_method0("readable")?.is_truthy()?;
    if !is_binary {
        let file = file.repr()?;
        return Err(PyValueError::new_err(format!(
            "fileobj: {file} is not a file-like object in binary reading mode; open it with mode 'rb'"
        )));
    }
    // The method of a file releases the interpreter while it reads.
    let readinto = file.getattr("readinto")?;
    let buffer = PyByteArray::new_with(py, PIECE, |_| Ok(()))?;
    let view = PyMemoryView::from(&buffer)?;
    let mut total = 0_u64;
    loop {
        let read = readinto.call1((&view,))?;
        if read.is_none() {
            return Err(PyBlockingIOError::new_err(
                "fileobj: a non-blocking file had no bytes ready; make it blocking",
            ));
        }
        // A number that no machine word holds is as wrong as one below 0.
        let read = match read.extract::<isize>() {
            Ok(read) => usize::try_from(read).ok().filter(|&read| read <= PIECE),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                let what = kind(&read);
                return Err(PyTypeError::new_err(format!("fileobj: readinto() must return an integer, not {what}")));
            }
            Err(_) => None,
        };
        let Some(read) = read else {
            return Err(PyValueError::new_err(format!("fileobj: readinto() must read from 0 to {PIECE} bytes")));
        };
        if read == 0 {
            break;
        }
        update.call1((view.get_item(PySlice::new(py, 0, read as isize, 1))?,))?;
        total += read as u64;
        told(py, progress, total)?;
    }
    if total == 0 {
        told(py, progress, 0)?;
    }
    Ok(())
}

/// Tells of the progress, and looks for signals.
fn told(py: Python<'_>, progress: Option<&Bound<'_, PyAny>>, bytes: u64) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1((bytes,))?;
    }
    Ok(())
}
