//! Merkle trees.

use crate::batch::leaf_digests;
use crate::functions::{self, Options, natural, positive};
use crate::memory::buffer::{copied, kind};
use crate::message::pool;
use crate::state;
use lanesum::Hasher;
use lanesum::merkle::{Error, Rule, Scheme, Tree};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

fn exception(error: Error) -> PyErr {
    match error {
        Error::Index { .. } => PyIndexError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The function with this name and its options, by this rule. `caller` is for errors.
fn scheme(
    caller: &str,
    name: &Bound<'_, PyAny>,
    rule: &str,
    limit: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Scheme<Hasher>, Options)> {
    let function = functions::of(name, "name")?;
    let options = Options::parse_plain(caller, function, options)?;
    let rule = match (rule, limit) {
        ("ssz", limit) => Rule::Ssz { limit: limit.map(|limit| positive(limit, "limit")).transpose()? },
        (_, Some(_)) => return Err(PyTypeError::new_err("limit is for the rule 'ssz' alone")),
        ("rfc9162", None) => Rule::Rfc9162,
        ("bitcoin", None) => Rule::Bitcoin,
        ("pairs", None) => Rule::Pairs,
        _ => {
            return Err(PyValueError::new_err(format!(
                "rule must be 'rfc9162', 'bitcoin', 'ssz' or 'pairs', not '{rule}'"
            )));
        }
    };
    Ok((Scheme::new(state::begin(function, &options)?, rule), options))
}

/// Digests side by side: one bytes-like object, or an iterable of such.
fn digests(scheme: &Scheme<Hasher>, object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("leaves that are digests must be bytes-like, not str"));
    }
    if object.is_instance_of::<PyBytes>() {
        return copied(object, "leaves");
    }
    let iterator = object.try_iter().map_err(|_| {
        PyTypeError::new_err(format!("leaves must be an iterable of bytes-like objects, not {}", kind(object)))
    })?;
    let mut all = Vec::new();
    for (index, digest) in iterator.enumerate() {
        let digest = copied(&digest?, &format!("leaves[{index}]"))?;
        if digest.len() != scheme.digest_bytes() {
            let (expected, got) = (scheme.digest_bytes(), digest.len());
            return Err(PyValueError::new_err(format!("leaves[{index}] must have {expected} bytes, not {got}")));
        }
        all.extend_from_slice(&digest);
    }
    Ok(all)
}

fn indexes(object: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let iterator = object
        .try_iter()
        .map_err(|_| PyTypeError::new_err(format!("indexes must be an iterable of integers, not {}", kind(object))))?;
    iterator.enumerate().map(|(place, index)| natural(&index?, &format!("indexes[{place}]"))).collect()
}

/// A Merkle tree over the function with this name, with its leaves, all levels and proofs.
///
/// `rule` is "rfc9162" (Certificate Transparency), "bitcoin", "ssz" (Ethereum; `limit` is the number of chunks that the type has
/// room for) or "pairs". `leaves` is as the messages of `digest_many`, without nulls. With `digests=True`, and for "ssz", they are
/// digests or chunks, and are not hashed: an iterable of them, or bytes with one after the other. The other keywords are those of the
/// function: `key`, `customization`, `function`, `salt`, `domain`, `block_size`, of BLAKE2 `digest_size`. `threads` is as in `digest_many`.
///
/// >>> tree = lanesum.MerkleTree("sha256", ["a", "b", "c"])
/// >>> proof = tree.proof(2)
/// >>> lanesum.merkle_verify("sha256", tree.root, 3, 2, lanesum.merkle_leaf("sha256", b"c"), proof)
/// True
#[pyclass(module = "lanesum")]
pub(crate) struct MerkleTree {
    tree: Tree<Hasher>,
    options: Options,
    digests: bool,
}

/// Bytes of digests from which their nodes are worth a pool of threads, whose beginning takes some 100 µs.
const MANY: usize = 1 << 18;

impl MerkleTree {
    fn hashed(&self, py: Python<'_>, leaves: &Bound<'_, PyAny>, threads: usize) -> PyResult<Vec<u8>> {
        let scheme = self.tree.scheme();
        if self.digests { digests(scheme, leaves) } else { leaf_digests(py, scheme, &self.options, leaves, threads) }
    }

    fn bytes(py: Python<'_>, bytes: Result<Vec<u8>, Error>) -> PyResult<Bound<'_, PyBytes>> {
        Ok(PyBytes::new(py, &bytes.map_err(exception)?))
    }
}

#[pymethods]
impl MerkleTree {
    #[new]
    #[pyo3(signature = (name, leaves = None, *, rule = "rfc9162", limit = None, digests = false, threads = None, **options))]
    #[allow(clippy::too_many_arguments)] // those of Python's class
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyAny>,
        leaves: Option<&Bound<'_, PyAny>>,
        rule: &str,
        limit: Option<&Bound<'_, PyAny>>,
        digests: bool,
        threads: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (scheme, options) = scheme("MerkleTree", name, rule, limit, options)?;
        let digests = digests || matches!(scheme.rule(), Rule::Ssz { .. });
        let mut tree = Self { tree: scheme.tree_of_digests(&[]).map_err(exception)?, options, digests };
        if let Some(leaves) = leaves {
            tree.append(py, leaves, threads)?;
        }
        Ok(tree)
    }

    /// The root.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.tree.root())
    }

    /// The number of leaves.
    fn __len__(&self) -> usize {
        self.tree.leaves() as usize
    }

    /// The levels above the leaves.
    #[getter]
    fn depth(&self) -> u32 {
        self.tree.depth()
    }

    /// Whether a tree of fewer leaves has the same root by Bitcoin's rule (CVE-2012-2459).
    #[getter]
    fn is_mutated(&self) -> bool {
        self.tree.is_mutated()
    }

    /// The digests of a level, one after the other: 0 is that of the leaves.
    ///
    /// Raises IndexError for a level above `depth`, TypeError for one that is no integer, and ValueError for a negative one.
    ///
    /// >>> tree = lanesum.MerkleTree("sha256", ["a", "b", "c"])
    /// >>> [len(tree.level(level)) // 32 for level in range(tree.depth + 1)]
    /// [3, 2, 1]
    fn level<'py>(&self, py: Python<'py>, level: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (level, depth) = (natural(level, "level")?, self.tree.depth());
        match u32::try_from(level) {
            Ok(level) if level <= depth => Ok(PyBytes::new(py, self.tree.level(level))),
            _ => Err(PyIndexError::new_err(format!("there is no level {level}: the depth is {depth}"))),
        }
    }

    /// Appends leaves, as the constructor takes them.
    ///
    /// Raises TypeError and ValueError as the constructor does; the tree is then as it was.
    ///
    /// >>> tree = lanesum.MerkleTree("sha256", ["a", "b"])
    /// >>> tree.append(["c"])
    /// >>> tree.root == lanesum.MerkleTree("sha256", ["a", "b", "c"]).root
    /// True
    #[pyo3(signature = (leaves, *, threads = None))]
    fn append(
        &mut self,
        py: Python<'_>,
        leaves: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let threads = threads.map_or(Ok(1), functions::threads)?;
        let hashed = self.hashed(py, leaves, threads)?;
        if threads > 1 && hashed.len() > MANY {
            let pool = pool(threads)?;
            py.detach(|| pool.install(|| self.tree.append_digests_rayon(&hashed)))
        } else {
            py.detach(|| self.tree.append_digests(&hashed))
        }
        .map_err(exception)
    }

    /// Replaces the leaves at these indexes, in the order of `leaves`.
    ///
    /// Raises IndexError for an index that the tree does not have, and TypeError and ValueError for leaves as the constructor does, or
    /// not as many as indexes.
    ///
    /// >>> tree = lanesum.MerkleTree("sha256", ["a", "b", "c"])
    /// >>> tree.update([1], ["B"])
    /// >>> tree.root == lanesum.MerkleTree("sha256", ["a", "B", "c"]).root
    /// True
    fn update(&mut self, py: Python<'_>, indexes: &Bound<'_, PyAny>, leaves: &Bound<'_, PyAny>) -> PyResult<()> {
        let (indexes, hashed) = (self::indexes(indexes)?, self.hashed(py, leaves, 1)?);
        py.detach(|| self.tree.update_digests(&indexes, &hashed)).map_err(exception)
    }

    /// The proof that the leaf at this index is in the tree, for `merkle_verify`.
    ///
    /// Raises IndexError for an index that the tree does not have, TypeError for one that is no integer, and ValueError for a
    /// negative one.
    ///
    /// >>> len(lanesum.MerkleTree("sha256", ["a", "b", "c"]).proof(0)) // 32
    /// 2
    fn proof<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        Self::bytes(py, self.tree.proof(natural(index, "index")?))
    }

    /// One proof for the leaves at these indexes, which ascend, for `merkle_verify_many`.
    ///
    /// Raises IndexError for an index that the tree does not have, TypeError for one that is no integer, and ValueError for indexes that
    /// do not ascend, or are negative.
    ///
    /// >>> len(lanesum.MerkleTree("sha256", ["a", "b", "c"]).proof_many([0, 1])) // 32
    /// 1
    fn proof_many<'py>(&self, py: Python<'py>, indexes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        Self::bytes(py, self.tree.proof_many(&self::indexes(indexes)?))
    }

    /// The proof that the tree of the first `old` leaves is the beginning of this one, for `merkle_verify_consistency`.
    ///
    /// Raises TypeError for a number that is no integer, and ValueError for 0 leaves, for more than the tree has, and by the rules
    /// "bitcoin" and "ssz".
    ///
    /// >>> len(lanesum.MerkleTree("sha256", ["a", "b", "c"]).consistency(2)) // 32
    /// 1
    fn consistency<'py>(&self, py: Python<'py>, old: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        Self::bytes(py, self.tree.consistency(natural(old, "old")?))
    }

    /// A tree of its own with the same leaves.
    ///
    /// >>> tree = lanesum.MerkleTree("sha256", ["a", "b"])
    /// >>> copy = tree.copy()
    /// >>> copy.append(["c"])
    /// >>> len(tree), len(copy)
    /// (2, 3)
    fn copy(&self, py: Python<'_>) -> Self {
        Self { tree: py.detach(|| self.tree.clone()), options: self.options.clone(), digests: self.digests }
    }

    fn __repr__(&self) -> String {
        format!("<lanesum.MerkleTree of {} leaves>", self.tree.leaves())
    }
}

/// The digest of a leaf by a rule of `MerkleTree`, whose other keywords it takes.
#[pyfunction]
#[pyo3(signature = (name, message, *, rule = "rfc9162", **options))]
pub(crate) fn merkle_leaf<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    message: &Bound<'py, PyAny>,
    rule: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let ((scheme, _), message) = (scheme("merkle_leaf", name, rule, None, options)?, copied(message, "message")?);
    PyBytes::new_with(py, scheme.digest_bytes(), |out| scheme.leaf(&message, out).map_err(exception))
}

/// The digest of a node by a rule of `MerkleTree`, from the digests of the two below it.
#[pyfunction]
#[pyo3(signature = (name, left, right, *, rule = "rfc9162", **options))]
pub(crate) fn merkle_node<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
    rule: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (scheme, _) = scheme("merkle_node", name, rule, None, options)?;
    let (left, right) = (copied(left, "left")?, copied(right, "right")?);
    PyBytes::new_with(py, scheme.digest_bytes(), |out| scheme.node(&left, &right, out).map_err(exception))
}

/// The root of a list of SSZ: the root of its chunks, with its length in elements mixed in.
///
/// A proof for a chunk of the list is one for the chunk, and then the length in 32 bytes, little-endian: verify it with twice the `limit`.
///
/// >>> root = lanesum.MerkleTree("sha256", rule="ssz", limit=2**32).root
/// >>> lanesum.merkle_mix_in_length("sha256", root, 0).hex()[:16]  # the deposit contract without deposits
/// 'd70a234731285c68'
#[pyfunction]
#[pyo3(signature = (name, root, length, **options))]
pub(crate) fn merkle_mix_in_length<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    root: &Bound<'py, PyAny>,
    length: &Bound<'py, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (scheme, _) = scheme("merkle_mix_in_length", name, "ssz", None, options)?;
    let (root, length) = (copied(root, "root")?, natural(length, "length")?);
    PyBytes::new_with(py, scheme.digest_bytes(), |out| scheme.mix_in_length(&root, length, out).map_err(exception))
}

/// Whether a proof is right, or false for every error of a proof; other errors are raised.
fn is_right(result: Result<(), Error>) -> PyResult<bool> {
    match result {
        Ok(()) => Ok(true),
        Err(Error::WrongRoot | Error::Mutated | Error::ProofTooShort | Error::ProofTooLong) => Ok(false),
        Err(error) => Err(exception(error)),
    }
}

/// Whether the tree of `leaves` leaves with this root has the leaf with the digest `leaf` (`merkle_leaf`) at `index`. Only the proof
/// may come from an enemy. The keywords are those of `MerkleTree`.
#[pyfunction]
#[pyo3(signature = (name, root, leaves, index, leaf, proof, *, rule = "rfc9162", limit = None, **options))]
#[allow(clippy::too_many_arguments)] // as in Rust
pub(crate) fn merkle_verify(
    name: &Bound<'_, PyAny>,
    root: &Bound<'_, PyAny>,
    leaves: &Bound<'_, PyAny>,
    index: &Bound<'_, PyAny>,
    leaf: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    rule: &str,
    limit: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<bool> {
    let (root, leaf, proof) = (copied(root, "root")?, copied(leaf, "leaf")?, copied(proof, "proof")?);
    let (leaves, index) = (natural(leaves, "leaves")?, natural(index, "index")?);
    let (scheme, _) = scheme("merkle_verify", name, rule, limit, options)?;
    is_right(scheme.verify(&root, leaves, index, &leaf, &proof))
}

/// As `merkle_verify`, for the leaves at these indexes, which ascend; `digests` has the digests of the leaves, one after the other.
#[pyfunction]
#[pyo3(signature = (name, root, leaves, indexes, digests, proof, *, rule = "rfc9162", limit = None, **options))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn merkle_verify_many(
    name: &Bound<'_, PyAny>,
    root: &Bound<'_, PyAny>,
    leaves: &Bound<'_, PyAny>,
    indexes: &Bound<'_, PyAny>,
    digests: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    rule: &str,
    limit: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<bool> {
    let (scheme, _) = scheme("merkle_verify_many", name, rule, limit, options)?;
    let (root, digests, proof) = (copied(root, "root")?, self::digests(&scheme, digests)?, copied(proof, "proof")?);
    let (leaves, indexes) = (natural(leaves, "leaves")?, self::indexes(indexes)?);
    is_right(scheme.verify_many(&root, leaves, &indexes, &digests, &proof))
}

/// Whether the tree of `old` leaves with the root `old_root` is the beginning of that of `new` leaves with `new_root` (RFC 9162). Only
/// the proof may come from an enemy.
#[pyfunction]
#[pyo3(signature = (name, old, old_root, new, new_root, proof, *, rule = "rfc9162", **options))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn merkle_verify_consistency(
    name: &Bound<'_, PyAny>,
    old: &Bound<'_, PyAny>,
    old_root: &Bound<'_, PyAny>,
    new: &Bound<'_, PyAny>,
    new_root: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    rule: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<bool> {
    let (old_root, new_root) = (copied(old_root, "old_root")?, copied(new_root, "new_root")?);
    let proof = copied(proof, "proof")?;
    let (old, new) = (natural(old, "old")?, natural(new, "new")?);
    let (scheme, _) = scheme("merkle_verify_consistency", name, rule, None, options)?;
    is_right(scheme.verify_consistency(old, &old_root, new, &new_root, &proof))
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<MerkleTree>()?;
    module.add_function(wrap_pyfunction!(merkle_leaf, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_mix_in_length, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_node, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_verify, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_verify_many, module)?)?;
    module.add_function(wrap_pyfunction!(merkle_verify_consistency, module)?)
}
