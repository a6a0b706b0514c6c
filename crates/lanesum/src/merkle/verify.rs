//! Verification of proofs. A proof is refused unless its length is exactly what the tree's shape asks for.

use super::scheme::{Error, MOST, Rule, Scheme, Sibling};
use crate::DigestMany;

/// The digests of a proof that were not used yet.
pub(super) struct Rest<'p> {
    pub(super) proof: &'p [u8],
    pub(super) bytes: usize,
}

impl<'p> Rest<'p> {
    pub(super) fn next(&mut self) -> Result<&'p [u8], Error> {
        let (next, rest) = self.proof.split_at_checked(self.bytes).ok_or(Error::ProofTooShort)?;
        self.proof = rest;
        Ok(next)
    }

    pub(super) fn end(&self) -> Result<(), Error> {
        if self.proof.is_empty() { Ok(()) } else { Err(Error::ProofTooLong) }
    }
}

/// A digest on the stack.
#[derive(Clone, Copy)]
struct Digest {
    bytes: [u8; MOST],
    len: usize,
}

impl Digest {
    fn new(digest: &[u8]) -> Self {
        let mut bytes = [0; MOST];
        bytes[..digest.len()].copy_from_slice(digest);
        Self { bytes, len: digest.len() }
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn must_be(&self, root: &[u8]) -> Result<(), Error> {
        if self.get() == root { Ok(()) } else { Err(Error::WrongRoot) }
    }

    /// The node above this one, which is at place `at` of its level.
    fn climb<H: DigestMany>(&mut self, scheme: &Scheme<H>, sibling: &[u8], at: Sibling) -> Result<(), Error> {
        let (left, right) = if at == Sibling::Left { (sibling, self.get()) } else { (self.get(), sibling) };
        scheme.may_be_siblings(left, right, at)?;
        let mut above = [0; MOST];
        scheme.node(left, right, &mut above[..self.len])?;
        self.bytes = above;
        Ok(())
    }
}

impl<H: DigestMany> Scheme<H> {
    /// In Bitcoin's trees, siblings differ, but for the last node and its copy.
    pub(super) fn may_be_siblings(&self, left: &[u8], right: &[u8], at: Sibling) -> Result<(), Error> {
        if self.rule == Rule::Bitcoin && (left == right) != (at == Sibling::Itself) {
            return Err(Error::Mutated);
        }
        Ok(())
    }

    /// Verifies that the tree of `leaves` leaves with this root has the leaf with digest `leaf` ([`Scheme::leaf`]) at `index`. The proof is
    /// that of `Tree::proof`: the siblings on the way up from the leaf, as in RFC 9162, section 2.1.3. It may come from an enemy; the root and
    /// the number of leaves must not.
    ///
    /// # Errors
    /// [`Error::WrongRoot`] if it is not there. [`Error::Index`], [`Error::Limit`], [`Error::ProofTooShort`], [`Error::ProofTooLong`] and
    /// [`Error::Mutated`] if there is no such proof; [`Error::Hash`] if `root` or `leaf` has not the length of a digest.
    pub fn verify(&self, root: &[u8], leaves: u64, index: u64, leaf: &[u8], proof: &[u8]) -> Result<(), Error> {
        self.is_digest("root", root)?;
        self.is_digest("leaf", leaf)?;
        if index >= leaves {
            return Err(Error::Index { index, leaves });
        }
        let (mut at, mut last, mut digest) = (index, leaves - 1, Digest::new(leaf));
        let mut rest = Rest { proof, bytes: leaf.len() };
        for _ in 0..self.rule.depth(leaves)? {
            let sibling = self.rule.sibling(at, last);
            if sibling != Sibling::None {
                digest.climb(self, rest.next()?, sibling)?;
            }
            (at, last) = (at / 2, last / 2);
        }
        rest.end()?;
        digest.must_be(root)
    }

    /// Verifies that the tree of `old` leaves with the root `old_root` is the beginning of that of `new` leaves with `new_root` (RFC 9162,
    /// section 2.1.4.2). The proof is that of `Tree::consistency`, and may come from an enemy.
    ///
    /// # Errors
    /// [`Error::WrongRoot`] if it is not; [`Error::Sizes`], [`Error::NoConsistency`], [`Error::ProofTooShort`] and [`Error::ProofTooLong`] if
    /// there is no such proof; [`Error::Hash`] if a root has not the length of a digest.
    pub fn verify_consistency(
        &self,
        old: u64,
        old_root: &[u8],
        new: u64,
        new_root: &[u8],
        proof: &[u8],
    ) -> Result<(), Error> {
        self.is_digest("old_root", old_root)?;
        self.is_digest("new_root", new_root)?;
        self.rule.has_consistency(old, new)?;
        let mut rest = Rest { proof, bytes: old_root.len() };
        // The largest whole subtree at the end of the old tree.
        let level = (old - 1).trailing_ones();
        let (mut at, mut last) = ((old - 1) >> level, (new - 1) >> level);
        // If that is the whole old tree, its root is known.
        let first = if at == 0 { old_root } else { rest.next()? };
        let (mut before, mut after) = (Digest::new(first), Digest::new(first));
        while last > 0 {
            let sibling = self.rule.sibling(at, last);
            if sibling != Sibling::None {
                let next = rest.next()?;
                after.climb(self, next, sibling)?;
                if sibling == Sibling::Left {
                    before.climb(self, next, sibling)?;
                }
            }
            (at, last) = (at / 2, last / 2);
        }
        rest.end()?;
        before.must_be(old_root)?;
        after.must_be(new_root)
    }
}

impl Rule {
    /// Fails unless these trees have a proof of consistency.
    pub(super) fn has_consistency(self, old: u64, new: u64) -> Result<(), Error> {
        match self {
            Self::Bitcoin | Self::Ssz { .. } => Err(Error::NoConsistency),
            _ if old == 0 || old > new => Err(Error::Sizes { old, new }),
            _ => Ok(()),
        }
    }
}
