//! Messages one after the other, for the functions that have no lanes.

use super::Message;
use crate::sha2::chain::Md;
use crate::sha2::engine::Kernels;
use crate::sha2::plan;
use crate::sha2::size::Size;
use crate::{Backend, Error};

/// Hashes all messages of `jobs`, each to its output, on the backend asked for or the best one.
pub(crate) fn one_by_one<'a, 'o, S: Size>(
    backend: Option<Backend>,
    initial: &[S::Word; 8],
    jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) -> Result<(), Error> {
    let engine = backend.map_or_else(|| Ok(plan::engine::<S>()), Kernels::new)?;
    for (Message { prefix, body, tail }, out) in jobs {
        let mut md = Md::<S>::new(initial, engine);
        if !prefix.is_empty() {
            md.update(prefix);
        }
        md.update(body);
        md.finish_into(tail, out)?;
    }
    Ok(())
}
