//! Frames of pandas: their index is left out, because pandas would export it as one more column.

use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// A frame of pandas whose index would come as further columns, without it. An index that only counts rows does not come.
pub(super) fn without_index<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    const RESET: &str = "reset_index";
    if !(object.hasattr(RESET)? && object.hasattr("columns")? && object.hasattr("index")?)
        || object.getattr("index")?.get_type().name()? == "RangeIndex"
    {
        return Ok(None);
    }
    let drop = [("drop", true)].into_py_dict(object.py())?;
    object.call_method(RESET, (), Some(&drop)).map(Some)
}
