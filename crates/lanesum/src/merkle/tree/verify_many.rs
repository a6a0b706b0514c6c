//! The proof of many leaves is verified.

use super::super::scheme::{Error, Scheme, Sibling};
use super::super::verify::Rest;
use super::threads::This;
use crate::DigestMany;
use alloc::vec::Vec;

impl<H: DigestMany> Scheme<H> {
    /// As [`Scheme::verify`], for many leaves: `digests` has the digest of each. The indexes ascend. The proof is that of
    /// `Tree::proof_many`. The nodes of each level are hashed in one call.
    ///
    /// # Errors
    /// As [`Scheme::verify`]; [`Error::Order`] if the indexes do not ascend, [`Error::NoIndex`] if there is none.
    pub fn verify_many(
        &self,
        root: &[u8],
        leaves: u64,
        indexes: &[u64],
        digests: &[u8],
        proof: &[u8],
    ) -> Result<(), Error> {
        self.is_digest("root", root)?;
        let bytes = root.len();
        let (expected, got) = (indexes.len().saturating_mul(bytes), digests.len());
        if expected != got {
            return Err(crate::Error::Length { argument: "digests", expected, got }.into());
        }
        must_ascend(indexes, leaves)?;
        let (mut last, mut rest) = (leaves - 1, Rest { proof, bytes });
        let (mut places, mut nodes) = (indexes.to_vec(), digests.to_vec());
        for _ in 0..self.rule.depth(leaves)? {
            let (mut above, mut pairs, mut moved) = (Vec::new(), Vec::new(), None);
            let mut known = places.iter().copied().zip(nodes.chunks_exact(bytes)).peekable();
            while let Some((at, node)) = known.next() {
                above.push(at / 2);
                let sibling = self.rule.sibling(at, last);
                let (left, right) = match sibling {
                    Sibling::None => {
                        moved = Some(node);
                        continue;
                    }
                    Sibling::Left => (rest.next()?, node),
                    _ => match known.next_if(|(next, _)| *next == at + 1) {
                        Some((_, next)) => (node, next),
                        None => (node, rest.next()?),
                    },
                };
                self.may_be_siblings(left, right, sibling)?;
                pairs.extend_from_slice(left);
                pairs.extend_from_slice(right);
            }
            let count = pairs.len() / (2 * bytes);
            let mut hashed = alloc::vec![0; count * bytes];
            let pairs = crate::Strided::new(&pairs, 2 * bytes, 2 * bytes, count)?;
            self.many::<This, _>(self.of_nodes(), &pairs, &mut hashed)?;
            // Only the last node of a level can move up.
            hashed.extend_from_slice(moved.unwrap_or_default());
            (places, nodes, last) = (above, hashed, last / 2);
        }
        rest.end()?;
        if nodes == root { Ok(()) } else { Err(Error::WrongRoot) }
    }
}

/// Fails unless these are indexes of leaves, in order, each once.
pub(super) fn must_ascend(indexes: &[u64], leaves: u64) -> Result<(), Error> {
    let last = *indexes.last().ok_or(Error::NoIndex)?;
    if let Some(pair) = indexes.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(Error::Order { index: pair[1] });
    }
    if last < leaves { Ok(()) } else { Err(Error::Index { index: last, leaves }) }
}
