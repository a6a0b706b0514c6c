//! Arrow objects of Python, chunk by chunk.

use super::arrow::{ArrowArray, ArrowSchema, Owned, Stream, import_array};
use super::column::{ArrowColumn, columns};
use super::pandas::without_index;
use super::schema::{Schema, of_argument};
use super::types::TableSchema;
use super::values::Table;
use pyo3::prelude::*;

/// The chunks of an Arrow object.
pub(crate) enum Chunks {
    One(Option<Owned<ArrowArray>>),
    Stream(Stream),
}

impl Chunks {
    /// `None` for an object that has no Arrow interface.
    pub(crate) fn of(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Option<(Schema, Self)>> {
        let Some((schema, chunks)) = Self::import(object, argument)? else { return Ok(None) };
        let schema =
            Schema::of(object.py(), schema.get()).map_err(|error| of_argument(error, object.py(), argument))?;
        Ok(Some((schema, chunks)))
    }

    /// The same of a table with values of any type. `chosen` are the names of its columns, if they are not all of them.
    pub(crate) fn of_table(
        object: &Bound<'_, PyAny>,
        argument: &str,
        chosen: Option<&[String]>,
    ) -> PyResult<Option<(TableSchema, Self)>> {
        let py = object.py();
        let Some((schema, chunks)) = Self::import(object, argument)? else { return Ok(None) };
        let schema = TableSchema::of(py, schema.get(), chosen).map_err(|error| of_argument(error, py, argument))?;
        Ok(Some((schema, chunks)))
    }

    fn import(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Option<(Owned<ArrowSchema>, Self)>> {
        let py = object.py();
        // A class has the methods of its instances.
        if object.is_instance_of::<pyo3::types::PyType>() {
            return Ok(None);
        }
        // The stream first: an object with both may have several chunks, as nanoarrow's Array, and no one array of them.
        if object.hasattr("__arrow_c_stream__")? {
            let without_index = without_index(object)?;
            let object = without_index.as_ref().unwrap_or(object);
            let mut stream = Stream::import(object, argument)?;
            let schema = stream.schema(py).map_err(|error| of_argument(error, py, argument))?;
            return Ok(Some((schema, Self::Stream(stream))));
        }
        if object.hasattr("__arrow_c_array__")? {
            let (schema, array) = import_array(object, argument)?;
            return Ok(Some((schema, Self::One(Some(array)))));
        }
        Ok(None)
    }

    fn next_array(&mut self, py: Python<'_>) -> PyResult<Option<Owned<ArrowArray>>> {
        match self {
            Self::One(array) => Ok(array.take()),
            Self::Stream(stream) => stream.next(py),
        }
    }

    /// The next chunk of a table; `None` after the last one.
    pub(crate) fn next_table<'s>(
        &mut self,
        py: Python<'_>,
        schema: &'s TableSchema,
        argument: &str,
    ) -> PyResult<Option<Table<'s>>> {
        let table = self.next_array(py).and_then(|array| array.map(|array| Table::of(array, schema)).transpose());
        table.map_err(|error| of_argument(error, py, argument))
    }

    /// The columns of the next chunk; `None` after the last one.
    pub(crate) fn next(
        &mut self,
        py: Python<'_>,
        schema: &Schema,
        argument: &str,
    ) -> PyResult<Option<Vec<ArrowColumn>>> {
        let columns = self.next_array(py).and_then(|array| array.map(|array| columns(array, schema)).transpose());
        columns.map_err(|error| of_argument(error, py, argument))
    }
}
