//! Arrow columns and tables, as any producer may hand them to the Python package: arrays and streams of every layout, some of them
//! malformed. Each row's digest is that of the bytes which `read` finds there, a malformed array is an exception, and every struct is
//! released once. The package is a library of Python's and cannot be linked, so its modules are compiled into this target.
#![no_main]
#![deny(unsafe_code)]
#![allow(dead_code, unused_imports)]
// The package's build script names the conditions for versions of the interpreter.
#![allow(unexpected_cfgs)]

macro_rules! modules {
    ($($(#[$attribute:meta])* $name:ident $path:literal)*) => { $(#[path = $path] $(#[$attribute])* mod $name;)* };
}
modules! {
    batch "../../../bindings/python/src/batch/mod.rs"
    begun "../../../bindings/python/src/begun.rs"
    constructors "../../../bindings/python/src/constructors.rs"
    functions "../../../bindings/python/src/functions.rs"
    hash "../../../bindings/python/src/hash.rs"
    local "../../../bindings/python/src/local.rs"
    #[allow(unsafe_code)]
    memory "../../../bindings/python/src/memory/mod.rs"
    message "../../../bindings/python/src/message.rs"
    state "../../../bindings/python/src/state.rs"
}
mod column;
#[allow(unsafe_code)]
mod interface;
mod read;

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use lanesum::{Algorithm, Hasher, TupleHash128};
use lanesum_fuzz::check::{holds, same};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList};

use column::{Array, Layout, Schema};
use interface::{Made, Wrong, all_are_released};
use read::{Column, Row, columns};

lanesum_fuzz::target!(arrow);

/// Those with kernels of their own, by their names in Python.
const FUNCTIONS: [(&str, Algorithm); 5] = [
    ("sha256", Algorithm::Sha256),
    ("sha3_256", Algorithm::Sha3_256),
    ("sha512", Algorithm::Sha512),
    ("blake256", Algorithm::Blake256),
    ("kt128", Algorithm::Kt128),
];

/// Python classes with the methods of the PyCapsule interface.
const PRODUCERS: &std::ffi::CStr = c"
class Array:
    def __init__(self, *pair):
        self.pair = pair
    def __arrow_c_array__(self, requested_schema=None):
        return self.pair

class Stream:
    def __init__(self, capsule):
        self.capsule = capsule
    def __arrow_c_stream__(self, requested_schema=None):
        return self.capsule
";

/// The Python objects that are made once.
struct Ready {
    digest_many: Py<PyAny>,
    array: Py<PyAny>,
    stream: Py<PyAny>,
}

static READY: LazyLock<Ready> = LazyLock::new(|| {
    Python::initialize();
    Python::attach(|py| {
        let producers = PyModule::from_code(py, PRODUCERS, c"producers.py", c"producers")?;
        Ok::<_, PyErr>(Ready {
            digest_many: wrap_pyfunction!(batch::digest_many, py)?.into_any().unbind(),
            array: producers.getattr("Array")?.unbind(),
            stream: producers.getattr("Stream")?.unbind(),
        })
    })
    .expect("Python starts")
});

/// An object with an Arrow interface, in Rust.
struct Producer {
    layouts: Vec<Layout>,
    is_table: bool,
    schema: Schema,
    /// One, or any number in a stream.
    chunks: Vec<Array>,
    is_stream: bool,
    wrong: Option<Wrong>,
    /// Whether the schema was changed so that nobody could read the columns.
    unreadable: bool,
}

impl Producer {
    /// `total` is the number of rows of all chunks, if that is to be right.
    fn new(u: &mut Unstructured<'_>, is_table: bool, total: Option<usize>) -> Result<Self> {
        let count = if is_table { u.int_in_range(0..=3_usize)?.max(usize::from(u.ratio(7, 8)?)) } else { 1 };
        let layouts = (0..count).map(|_| Layout::new(u)).collect::<Result<Vec<_>>>()?;
        let mut schemas = layouts.iter().map(|layout| layout.schema(u)).collect::<Result<Vec<_>>>()?;
        let schema = match schemas.pop() {
            Some(schema) if !is_table => schema,
            last => Schema {
                format: Some("+s".into()),
                name: None,
                children: schemas.into_iter().chain(last).collect(),
                stated_children: None,
                dictionary: None,
                no_pointers: false,
            },
        };
        let is_stream = u.arbitrary()?;
        let mut chunks = Vec::new();
        let count = if is_stream { u.int_in_range(u8::from(total.is_some())..=3)? } else { 1 };
        let mut left = total.unwrap_or(0);
        for chunk in 1..=count {
            let rows = match total {
                Some(_) if chunk == count => left,
                Some(_) => u.int_in_range(0..=left)?,
                None if u.ratio(1, 16)? => u.int_in_range(0..=3000)?,
                None => u.int_in_range(0..=20)?,
            };
            left -= rows.min(left);
            chunks.push(if is_table {
                let before = u.int_in_range(0..=4_usize)?;
                let mut columns = Vec::new();
                for layout in &layouts {
                    let more = usize::from(u.arbitrary::<bool>()?);
                    columns.push(Array::new(u, layout, before + rows + more)?);
                }
                Array::struct_of(u, before, rows, columns)?
            } else {
                Array::new(u, &layouts[0], rows)?
            });
        }
        let mut this = Self { layouts, is_table, schema, chunks, is_stream, wrong: None, unreadable: false };
        if u.arbitrary()? {
            this.change(u)?;
        }
        Ok(this)
    }

    /// Something that is wrong, or may be.
    fn change(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        if self.is_stream && u.ratio(1, 6)? {
            self.wrong =
                Some(*u.choose(&[Wrong::NoSchema, Wrong::NoFunctions, Wrong::FailsAtEnd, Wrong::FailsWithoutText])?);
        }
        if u.ratio(1, 6)? {
            self.unreadable = true;
            self.change_schema(u)?;
        }
        for _ in 0..u.int_in_range(0..=3_u8)? {
            if !self.chunks.is_empty() {
                let which = u.int_in_range(0..=self.chunks.len() - 1)?;
                self.chunks[which].change(u)?;
            }
        }
        for chunk in &mut self.chunks {
            if self.is_table {
                chunk.fit();
                chunk.children.iter_mut().zip(&self.layouts).for_each(|(child, layout)| child.repair(layout));
            } else {
                chunk.repair(&self.layouts[0]);
            }
        }
        Ok(())
    }

    /// One that no column can have.
    fn change_schema(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        const OTHER: [&str; 14] =
            ["", "b", "+l", "tdD", "w:", "w:-1", "w:4294967296", "w: 5", "x", "zz", "d:19,10", "g", "+us:1", "\u{fc}"];
        let is_table = self.is_table;
        let schema = match self.schema.children.last_mut() {
            Some(child) if u.arbitrary()? => child,
            _ => &mut self.schema,
        };
        match u.int_in_range(0..=3_u8)? {
            0 => schema.format = None,
            1 if is_table && !schema.children.is_empty() => schema.no_pointers = true,
            2 if is_table && !schema.children.is_empty() => schema.stated_children = Some(-1),
            // The values of a dictionary, which have no dictionary again.
            3 if schema.dictionary.is_some() => {
                if let Some(values) = &mut schema.dictionary {
                    values.format = Some((*u.choose(&OTHER)?).to_owned());
                }
            }
            _ => schema.format = Some((*u.choose(&OTHER)?).to_owned()),
        }
        Ok(())
    }

    fn object<'py>(&self, py: Python<'py>, made: &mut Made) -> PyResult<Bound<'py, PyAny>> {
        if self.is_stream {
            return READY.stream.bind(py).call1((made.stream(py, &self.schema, &self.chunks, self.wrong)?,));
        }
        READY.array.bind(py).call1((made.schema(py, &self.schema)?, made.array(py, &self.chunks[0])?))
    }

    /// The chunks, each with its columns; `None` if it is malformed.
    fn read(&self) -> Option<Vec<Vec<Column<'_>>>> {
        // An array that has been released is the end of a stream.
        let ends = self.is_stream && self.chunks.iter().any(|chunk| chunk.released);
        let fails = match self.wrong {
            None => false,
            Some(Wrong::NoSchema | Wrong::NoFunctions) => true,
            Some(Wrong::FailsAtEnd | Wrong::FailsWithoutText) => !ends,
        };
        if self.unreadable || fails {
            return None;
        }
        let chunks = self.chunks.iter().take_while(|chunk| !(ends && chunk.released));
        chunks.map(|chunk| columns(chunk, &self.layouts, self.is_table)).collect()
    }
}

fn digest(algorithm: Algorithm, message: &[u8]) -> Vec<u8> {
    let mut hasher = Hasher::new(algorithm);
    hasher.update(message);
    let mut out = [0; 64];
    let out = &mut out[..if algorithm == Algorithm::Sha512 { 64 } else { 32 }];
    hasher.finalize().read(out).expect("its own length");
    out.to_vec()
}

/// The digests of one row after another; `None` for null.
type Digests = Vec<Option<Vec<u8>>>;

/// Of a column of messages; and whether there are values, of a dictionary, that no row has and nobody can read.
fn of_messages(producer: &Producer, algorithm: Algorithm) -> Option<(Digests, bool)> {
    let mut digests = Digests::new();
    let mut unused = false;
    if producer.layouts.len() != 1 {
        return None;
    }
    for column in producer.read()?.iter().flatten() {
        for row in 0..column.rows {
            digests.push(column.row(row).ok()?.map(|message| digest(algorithm, message)));
        }
        let values = column.part.values.as_ref();
        unused |= values.is_some_and(|values| (0..values.length).any(|row| values.row(row).is_err()));
    }
    Some((digests, unused))
}

/// Of a row of several columns.
fn of_tuple<'a>(elements: impl IntoIterator<Item = Row<'a>>) -> Option<Option<Vec<u8>>> {
    let elements: Vec<_> = elements.into_iter().collect::<std::result::Result<_, _>>().ok()?;
    let Some(elements) = elements.into_iter().collect::<Option<Vec<_>>>() else { return Some(None) };
    let mut hasher = TupleHash128::new("");
    elements.into_iter().for_each(|element| hasher.push(element));
    let mut out = vec![0; 32];
    hasher.finalize_to(&mut out);
    Some(Some(out))
}

/// Of the tables of a producer.
fn of_table(producer: &Producer) -> Option<Digests> {
    let mut digests = Digests::new();
    for columns in &producer.read()? {
        for row in 0..columns.first()?.rows {
            digests.push(of_tuple(columns.iter().map(|column| column.row(row)))?);
        }
    }
    (!producer.layouts.is_empty()).then_some(digests)
}

/// Of columns that are producers each. The rows of one that has chunks go through all of them.
fn of_columns(producers: &[Producer]) -> Option<Digests> {
    let columns: Vec<_> = producers.iter().map(Producer::read).collect::<Option<_>>()?;
    let rows = |column: &[Vec<Column<'_>>]| column.iter().flatten().map(|part| part.rows).sum::<usize>();
    let count = rows(columns.first()?);
    if columns.iter().any(|column| rows(column) != count) {
        return None;
    }
    let mut rows: Vec<_> = columns
        .iter()
        .map(|column| column.iter().flatten().flat_map(|part| (0..part.rows).map(|row| part.row(row))))
        .collect();
    (0..count).map(|_| of_tuple(rows.iter_mut().map(|rows| rows.next().unwrap_or(Err(()))))).collect()
}

fn arrow(u: &mut Unstructured<'_>) -> Result<()> {
    let ready = &*READY;
    let kind = u.int_in_range(0..=5_u8)?;
    let (name, algorithm) = *u.choose(&FUNCTIONS)?;
    let threads = if u.ratio(1, 16)? { 2 } else { 1 };
    let mut producers = vec![Producer::new(u, kind % 2 == 1, None)?];
    if kind == 4 {
        for _ in 0..u.int_in_range(0..=2_u8)? {
            let total = producers[0].chunks.iter().map(|chunk| usize::try_from(chunk.length).unwrap_or(0)).sum();
            let total = (u.ratio(3, 4)? && total <= 10_000).then_some(total);
            producers.push(Producer::new(u, false, total)?);
        }
    }
    let (expected, unused) = match kind {
        0..=2 => {
            of_messages(&producers[0], algorithm).map_or((None, false), |(digests, unused)| (Some(digests), unused))
        }
        4 => (of_columns(&producers), false),
        _ => (of_table(&producers[0]), false),
    };
    // The memory that the structs point to outlives every object.
    let mut made = Made::default();
    Python::attach(|py| {
        let objects = producers.iter().map(|producer| producer.object(py, &mut made)).collect::<PyResult<Vec<_>>>()?;
        let options = [("threads", threads)].into_py_dict(py)?;
        let (name, argument) = match kind {
            0..=2 => (name, "messages"),
            _ => ("tuplehash128", "columns"),
        };
        let given = if kind == 4 { PyList::new(py, &objects)?.into_any() } else { objects[0].clone() };
        options.set_item(argument, given)?;
        match ready.digest_many.bind(py).call((name,), Some(&options)) {
            Ok(digests) => {
                holds("arrow: what is malformed is refused", expected.is_some());
                check(&digests, expected.as_deref().unwrap_or_default())?;
            }
            Err(error) => {
                let kind = error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py);
                let due = expected.is_none() || unused;
                if !(kind && due) {
                    eprintln!("{error}");
                }
                holds("arrow: a refusal is a ValueError or a TypeError", kind);
                holds("arrow: what is well-formed is taken", due);
                holds("arrow: an exception says why", !error.value(py).to_string().is_empty());
            }
        }
        Ok::<_, PyErr>(())
    })
    .expect("Python has memory");
    holds("arrow: each struct is released once", all_are_released());
    Ok(())
}

/// The digests, as objects and by Arrow again.
fn check(digests: &Bound<'_, PyAny>, expected: &[Option<Vec<u8>>]) -> PyResult<()> {
    let py = digests.py();
    let ours: Digests = digests.call_method0("tolist")?.extract()?;
    let join = |digests: &[Option<Vec<u8>>]| {
        digests
            .iter()
            .flat_map(|digest| digest.as_ref().map_or(vec![0], |digest| [&[1][..], digest].concat()))
            .collect()
    };
    let (ours, theirs): (Vec<u8>, Vec<u8>) = (join(&ours), join(expected));
    same("arrow: digests", &ours, &theirs);
    let nulls: usize = digests.getattr("null_count")?.extract()?;
    holds("arrow: nulls", nulls == expected.iter().filter(|digest| digest.is_none()).count());
    let again = READY.digest_many.bind(py).call1(("sha3_256", digests))?;
    let again: Digests = again.call_method0("tolist")?.extract()?;
    let theirs: Digests =
        expected.iter().map(|message| message.as_ref().map(|message| digest(Algorithm::Sha3_256, message))).collect();
    same("arrow: digests, exported and read again", &join(&again), &join(&theirs));
    Ok(())
}
