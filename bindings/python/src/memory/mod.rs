//! Memory that belongs to Python or to a producer of Arrow arrays: the only folder with `unsafe`.
//!
//! | file | what |
//! | --- | --- |
//! | `memory` | a range of bytes that another thread may write to |
//! | `block` | the messages of some rows, and copies of those that could change |
//! | `buffer` | one argument's bytes; buffers with rows (PEP 3118) |
//! | `list` | the bytes of Python objects, held as long as a batch needs them |
//! | `arrow` | the structs of Arrow's C Data Interface, moved out of capsules and released |
//! | `schema` | the layouts of columns in an Arrow schema |
//! | `column` | an Arrow array checked against its schema |
//! | `types` | the types of a table's columns, for its rows |
//! | `values` | rows of a table with values of any type |
//! | `encode` | a value as bytes |
//! | `chunks` | Arrow objects of Python, chunk by chunk |
//! | `pandas` | frames without their index |
//! | `interpreter` | whether this is the main interpreter; its signals |
//! | `lock` | a lock for what threads of Python share |
//! | `quick` | the method `update` by the interpreter's own calling convention |
//! | `room` | zeroes for results |
//! | `long` | long `bytes` and `str`, made piece by piece |
//! | `digests` | the result of a batch: a sequence, a buffer and an Arrow array over the same bytes |

pub(crate) mod arrow;
mod block;
pub(crate) mod buffer;
pub(crate) mod chunks;
pub(crate) mod column;
pub(crate) mod digests;
pub(crate) mod encode;
pub(crate) mod interpreter;
pub(crate) mod list;
mod lock;
mod long;
#[allow(clippy::module_inception)] // the file has the type of this name
mod memory;
mod pandas;
pub(crate) mod quick;
mod room;
mod schema;
mod types;
pub(crate) mod values;

pub(crate) use block::{Block, Cursor, Piece, Segment};
pub(crate) use lock::{Guard, Lock};
pub(crate) use long::{bytes_in_pieces, hex_string};
pub(crate) use memory::Memory;
pub(crate) use room::{no_memory, zeroes};
pub(crate) use schema::Schema;
