//! Merkle trees: `lanesum_merkle` in the caller's memory, and the calls on it.

use super::batch::Scattered;
use super::error::lanesum_error;
use super::functions::{known, lanesum_algorithm};
use super::memory::{Checked, apart, array, bytes, bytes_mut, call, erase, in_and_out, place};
use super::options::{Given, lanesum_options};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;
use lanesum::Hasher;
use lanesum::merkle::{Error, Rule, Scheme, Tree};
use lanesum_error::*;
use zeroize::Zeroize;

/// A Merkle tree of Certificate Transparency (RFC 9162).
pub const LANESUM_RULE_RFC9162: u32 = 0;
/// A Merkle tree of Bitcoin's blocks: a digest without a sibling is paired with itself.
pub const LANESUM_RULE_BITCOIN: u32 = 1;
/// A Merkle tree of Ethereum's SSZ: chunks of zeroes follow the last one, up to the limit or else the next power of two.
pub const LANESUM_RULE_SSZ: u32 = 2;
/// A Merkle tree of plain pairs: a digest without a sibling moves up.
pub const LANESUM_RULE_PAIRS: u32 = 3;

/// A Merkle tree: a function with its options, a rule, and the digests of any number of leaves and of all nodes above them. It is opaque, and
/// must stay where the caller has put it. Its digests are on the heap, two for each leaf, and up to twice as many after an append.
///
/// Every tree that lanesum_merkle_init has made goes to lanesum_merkle_wipe in the end. One tree belongs to one thread at a time; several
/// threads may read one (calls to which it is const) while none writes it.
///
/// Digests lie one after the other, without gaps. A digest has lanesum_digest_bytes of the function, or the option digest_bytes.
#[repr(C)]
#[allow(non_camel_case_types)]
pub struct lanesum_merkle {
    /// Private.
    pub opaque: [u64; 8],
}

/// The contents of a `lanesum_merkle`: any bytes are one.
#[repr(C)]
pub(super) struct Contents {
    /// [`READY`] or [`BROKEN`] plus this very address: other memory has no tree.
    mark: usize,
    tree: *mut Tree<Hasher>,
}

const READY: usize = 0x6c61_6e65_7375_6d35_u64 as usize;
/// After a panic: nobody knows what is in the tree.
const BROKEN: usize = 0x6c61_6e65_7375_6d36_u64 as usize;
const SIZE: usize = size_of::<lanesum_merkle>();
const _: () = assert!(size_of::<Contents>() <= SIZE && align_of::<Contents>() <= align_of::<lanesum_merkle>());

impl Contents {
    fn of(tree: *const lanesum_merkle) -> Checked<*mut Self> {
        place(tree).map(|()| tree.cast_mut().cast())
    }

    fn stage(&self) -> usize {
        self.mark.wrapping_sub(ptr::from_ref(self).addr())
    }
}

/// A tree that is only read.
///
/// # Safety
/// `tree` is null, or points to a `lanesum_merkle` that nobody writes during `'a`.
unsafe fn read<'a>(tree: *const lanesum_merkle) -> Checked<&'a Tree<Hasher>> {
    // SAFETY: as here.
    let contents = unsafe { &*Contents::of(tree)? };
    // SAFETY: the mark is only there together with a tree.
    if contents.stage() == READY { Ok(unsafe { &*contents.tree }) } else { Err(LANESUM_ERROR_STATE) }
}

/// A call that changes a tree. After a panic, it can only be wiped.
///
/// # Safety
/// `tree` is null, or points to a `lanesum_merkle` that nobody else uses during the call.
pub(super) unsafe fn change(
    tree: *mut lanesum_merkle,
    body: impl FnOnce(&mut Tree<Hasher>) -> Checked<()>,
) -> lanesum_error {
    let contents = match Contents::of(tree) {
        // SAFETY: as here.
        Ok(contents) => unsafe { &mut *contents },
        Err(error) => return error,
    };
    if contents.stage() != READY {
        return LANESUM_ERROR_STATE;
    }
    // SAFETY: the mark is only there together with a tree.
    let result = call(|| body(unsafe { &mut *contents.tree }));
    if result == LANESUM_ERROR_INTERNAL {
        contents.mark = BROKEN.wrapping_add(ptr::from_ref(contents).addr());
    }
    result
}

/// Fails if memory of the caller's shares a byte with a tree or its digests.
fn apart_from(memory: *const lanesum_merkle, tree: &Tree<Hasher>, data: *const c_void, len: usize) -> Checked<()> {
    apart(memory.cast(), SIZE, data, len)?;
    (0..=tree.depth()).try_for_each(|level| {
        let level = tree.level(level);
        apart(level.as_ptr().cast(), level.len(), data, len)
    })
}

fn len_of(tree: &Tree<Hasher>, count: usize) -> Checked<usize> {
    count.checked_mul(tree.scheme().digest_bytes()).ok_or(LANESUM_ERROR_LENGTH)
}

/// So many digests of the caller's.
///
/// # Safety
/// As of [`bytes`].
unsafe fn digests<'a>(tree: &Tree<Hasher>, digests: *const c_void, count: usize) -> Checked<&'a [u8]> {
    // SAFETY: as here.
    unsafe { bytes(digests, len_of(tree, count)?) }
}

fn code(error: Error) -> lanesum_error {
    match error {
        Error::Hash(error) => error.into(),
        Error::Index { .. } | Error::Order { .. } | Error::NoIndex | Error::Limit { .. } | Error::Sizes { .. } => {
            LANESUM_ERROR_RANGE
        }
        Error::ProofTooShort | Error::ProofTooLong | Error::Mutated | Error::WrongRoot => LANESUM_ERROR_TAG,
        Error::TooLarge => LANESUM_ERROR_LENGTH,
        Error::NoConsistency => LANESUM_ERROR_CALL,
        _ => LANESUM_ERROR_INTERNAL,
    }
}

/// Makes a tree without leaves, over a function with its options, by a rule. size is sizeof(lanesum_merkle). options may be NULL, but not for
/// KMAC. limit is for LANESUM_RULE_SSZ: the chunks that the type has room for, or 0 for no limit; by the other rules it is 0.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _SIZE, _ALGORITHM, _BACKEND, _OVERLAP, _LENGTH, or _OPTION for a rule that does not exist, too. The
/// memory is as it was then. tree may be one that was wiped. First wipe a tree that is in use: otherwise its memory leaks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_init(
    tree: *mut lanesum_merkle,
    size: usize,
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    rule: u32,
    limit: u64,
) -> lanesum_error {
    call(|| {
        let contents = Contents::of(tree)?;
        if size != SIZE {
            return Err(LANESUM_ERROR_SIZE);
        }
        let algorithm = known(algorithm)?;
        let rule = match (rule, limit) {
            (LANESUM_RULE_SSZ, limit) => Rule::Ssz { limit: (limit > 0).then_some(limit) },
            (LANESUM_RULE_RFC9162, 0) => Rule::Rfc9162,
            (LANESUM_RULE_BITCOIN, 0) => Rule::Bitcoin,
            (LANESUM_RULE_PAIRS, 0) => Rule::Pairs,
            _ => return Err(LANESUM_ERROR_OPTION),
        };
        // SAFETY: the caller's options; they do not overlap the tree.
        let given = unsafe { Given::new(options, algorithm, tree.cast(), SIZE) }?.all()?;
        let scheme = Scheme::new(Hasher::with_options(algorithm, given)?, rule);
        let made = Box::new(scheme.tree_of_digests(&[]).map_err(code)?);
        // SAFETY: the memory is the caller's to write, and aligned.
        unsafe { contents.write(Contents { mark: READY.wrapping_add(contents.addr()), tree: Box::into_raw(made) }) };
        Ok(())
    })
}

/// Frees the tree, and erases tree. A tree that was wiped, or memory of zeroes, may be wiped again; other memory stays as it is, with
/// LANESUM_ERROR_STATE.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT or _STATE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_wipe(tree: *mut lanesum_merkle) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's memory, aligned.
        let contents = unsafe { &mut *Contents::of(tree)? };
        if contents.mark == 0 {
            return Ok(());
        }
        if !matches!(contents.stage(), READY | BROKEN) {
            return Err(LANESUM_ERROR_STATE);
        }
        let made = contents.tree;
        // SAFETY: the caller's memory, whose bytes may be anything. The tree is from `Box::into_raw`; nobody knows it any more, and its own bytes,
        // with what depends on a key, are erased before they are freed.
        unsafe {
            erase(&raw mut (*tree).opaque);
            made.drop_in_place();
            let mut made = Box::from_raw(made.cast::<MaybeUninit<Tree<Hasher>>>());
            (*made.as_mut_ptr().cast::<[MaybeUninit<u8>; size_of::<Tree<Hasher>>()]>()).zeroize();
        }
        Ok(())
    })
}

/// The digests of count leaves by the rule of the tree, many at a time: by LANESUM_RULE_RFC9162 each is that of a zero byte and the leaf, by
/// _BITCOIN the digest of its digest, by _SSZ the leaf itself, which has the length of a digest, by _PAIRS its digest. Messages and lens are as
/// in lanesum_digest_many; out_len must be count times the length of a digest. The tree gets no leaves by it.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH, _OVERLAP or _MESSAGE_TOO_LONG; nothing was written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_leaves(
    tree: *const lanesum_merkle,
    messages: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's tree.
        let made = unsafe { read(tree) }?;
        if len_of(made, count)? != out_len {
            return Err(LANESUM_ERROR_LENGTH);
        }
        apart_from(tree, made, out, out_len)?;
        // SAFETY: the caller's arrays, and the messages that they name. What is read and what is written are apart.
        let (messages, out) =
            unsafe { (Scattered::of(messages, lens, count, out, out_len)?, bytes_mut(out, out_len)?) };
        made.scheme().leaves(&messages, out).map_err(code)
    })
}

/// Appends count leaves with these digests, and makes the nodes above them, many at a time.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH, _OVERLAP, or _RANGE for more than the limit of LANESUM_RULE_SSZ; the tree is as it
/// was then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_append(
    tree: *mut lanesum_merkle,
    digests: *const c_void,
    count: usize,
) -> lanesum_error {
    let body = |made: &mut Tree<Hasher>| {
        apart_from(tree, made, digests, len_of(made, count)?)?;
        // SAFETY: the caller's memory, apart from the tree.
        made.append_digests(unsafe { self::digests(made, digests, count) }?).map_err(code)
    };
    // SAFETY: the caller's tree.
    unsafe { change(tree, body) }
}

/// Replaces count leaves: leaf indexes[i] gets digest i, and the nodes above all of them are made anew, each once. If an index is there more
/// than once, its last digest counts.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH, _OVERLAP, or _RANGE for an index that the tree does not have; the tree is as it
/// was then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_update(
    tree: *mut lanesum_merkle,
    indexes: *const u64,
    count: usize,
    digests: *const c_void,
) -> lanesum_error {
    let body = |made: &mut Tree<Hasher>| {
        apart_from(tree, made, indexes.cast(), count.saturating_mul(size_of::<u64>()))?;
        apart_from(tree, made, digests, len_of(made, count)?)?;
        // SAFETY: the caller's memory, apart from the tree.
        let (indexes, digests) = unsafe { (array(indexes, count)?, self::digests(made, digests, count)?) };
        made.update_digests(indexes, digests).map_err(code)
    };
    // SAFETY: the caller's tree.
    unsafe { change(tree, body) }
}

/// Writes the root. out_len must be the length of a digest. A tree without leaves has the digest of the empty string by
/// LANESUM_RULE_RFC9162, that of zeroes up to its limit by _SSZ, and zeroes by the others.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH or _OVERLAP; nothing was written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_root(
    tree: *const lanesum_merkle,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's tree.
        let made = unsafe { read(tree) }?;
        if out_len != made.root().len() {
            return Err(LANESUM_ERROR_LENGTH);
        }
        apart_from(tree, made, out, out_len)?;
        // SAFETY: the caller's memory.
        unsafe { bytes_mut(out, out_len) }?.copy_from_slice(made.root());
        Ok(())
    })
}

/// Sets *digests to the digests of a level, which are not copied, and *count to their number. Level 0 is that of the leaves, the last one that
/// of the root. What only fills up a level, as by LANESUM_RULE_SSZ and _BITCOIN, is not there. The digests stay there until the next call of
/// lanesum_merkle_append or _wipe; _update changes them.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _OVERLAP, or _RANGE for a level above the root.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_level(
    tree: *const lanesum_merkle,
    level: u32,
    digests: *mut *const c_void,
    count: *mut usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's tree.
        let made = unsafe { read(tree) }?;
        place(digests)?;
        place(count)?;
        apart_from(tree, made, digests.cast(), size_of::<usize>())?;
        apart_from(tree, made, count.cast(), size_of::<usize>())?;
        apart(digests.cast(), size_of::<usize>(), count.cast(), size_of::<usize>())?;
        if level > made.depth() {
            return Err(LANESUM_ERROR_RANGE);
        }
        let level = made.level(level);
        // SAFETY: not null, aligned, and the caller's to write.
        unsafe {
            *digests = if level.is_empty() { ptr::null() } else { level.as_ptr().cast() };
            *count = level.len() / made.scheme().digest_bytes();
        }
        Ok(())
    })
}

/// Whether two siblings of the tree are equal that should not be: then a tree of fewer leaves has the same root by LANESUM_RULE_BITCOIN
/// (CVE-2012-2459). True also for memory that is no tree.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_is_mutated(tree: *const lanesum_merkle) -> bool {
    let mut is_mutated = true;
    call(|| {
        // SAFETY: the caller's tree.
        is_mutated = unsafe { read(tree) }?.is_mutated();
        Ok(())
    });
    is_mutated
}

/// The proof that the count leaves at these indexes, which ascend, are in the tree: for one leaf the digests of the siblings from the leaf up,
/// for several, level by level from the leaves up and from left to right, the siblings that the leaves do not give. *proof_len is the room at
/// proof, and becomes the bytes of the proof; proof may be NULL to ask for them. A proof of one leaf has at most 64 digests.
///
/// Returns LANESUM_ERROR_LENGTH if there is less room (*proof_len is what it takes, and nothing else is written), LANESUM_ERROR_NULL,
/// _ALIGNMENT, _STATE, _OVERLAP, or _RANGE for no index, for one that the tree does not have, and for indexes that do not ascend.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_proof(
    tree: *const lanesum_merkle,
    indexes: *const u64,
    count: usize,
    proof: *mut c_void,
    proof_len: *mut usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's tree and memory.
        let (made, indexes) = unsafe { (read(tree)?, array(indexes, count)?) };
        // SAFETY: the caller's memory.
        unsafe { put(tree, made, indexes, proof, proof_len, || made.proof_many(indexes)) }
    })
}

/// The proof that the tree of the first old_leaves leaves is the beginning of this one (RFC 9162), for lanesum_merkle_verify_consistency. proof
/// and proof_len are as of lanesum_merkle_proof.
///
/// Returns LANESUM_ERROR_CALL by LANESUM_RULE_BITCOIN and _SSZ, LANESUM_ERROR_RANGE for no leaf or more than there are, and the other errors
/// of lanesum_merkle_proof.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_consistency(
    tree: *const lanesum_merkle,
    old_leaves: u64,
    proof: *mut c_void,
    proof_len: *mut usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's tree.
        let made = unsafe { read(tree) }?;
        // SAFETY: the caller's memory.
        unsafe { put(tree, made, &[], proof, proof_len, || made.consistency(old_leaves)) }
    })
}

/// Writes a proof where there is room, and its length.
///
/// # Safety
/// `proof_len` is null or can be read and written, and `proof` is null or has as much room as it says.
unsafe fn put(
    memory: *const lanesum_merkle,
    tree: &Tree<Hasher>,
    indexes: &[u64],
    proof: *mut c_void,
    proof_len: *mut usize,
    proved: impl FnOnce() -> Result<Vec<u8>, Error>,
) -> Checked<()> {
    place(proof_len)?;
    // SAFETY: not null, aligned, and the caller's.
    let room = if proof.is_null() { 0 } else { unsafe { proof_len.read() } };
    let len = size_of::<usize>();
    for (written, written_len) in [(proof, room), (proof_len.cast(), len)] {
        apart_from(memory, tree, written, written_len)?;
        apart(indexes.as_ptr().cast(), size_of_val(indexes), written, written_len)?;
    }
    apart(proof, room, proof_len.cast(), len)?;
    let made = proved().map_err(code)?;
    // SAFETY: as above.
    unsafe { proof_len.write(made.len()) };
    if proof.is_null() {
        return Ok(());
    }
    if made.len() > room {
        return Err(LANESUM_ERROR_LENGTH);
    }
    // SAFETY: the caller's memory, apart from all that is read.
    unsafe { bytes_mut(proof, made.len()) }?.copy_from_slice(&made);
    Ok(())
}

/// Verifies that a tree of this many leaves with this root has the count leaves with these digests at these indexes, which ascend. Function,
/// rule and limit are those of tree, which needs no leaves. Only the proof may come from an enemy: the root and the number of leaves must not.
///
/// Returns LANESUM_ERROR_TAG if the proof is wrong in any way; LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH, or _RANGE for no index, for one
/// that is not below leaves, for indexes that do not ascend, and for more leaves than the limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_verify(
    tree: *const lanesum_merkle,
    root: *const c_void,
    leaves: u64,
    indexes: *const u64,
    count: usize,
    digests: *const c_void,
    proof: *const c_void,
    proof_len: usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's tree and memory.
        let (made, indexes, proof) = unsafe { (read(tree)?, array(indexes, count)?, bytes(proof, proof_len)?) };
        // SAFETY: as above.
        let (root, digests) = unsafe { (self::digests(made, root, 1)?, self::digests(made, digests, count)?) };
        match *indexes {
            [index] => made.scheme().verify(root, leaves, index, digests, proof),
            _ => made.scheme().verify_many(root, leaves, indexes, digests, proof),
        }
        .map_err(code)
    })
}

/// Verifies that the tree of old_leaves leaves with the root old_root is the beginning of that of new_leaves leaves with new_root. Function and
/// rule are those of tree, which needs no leaves. Only the proof may come from an enemy.
///
/// Returns LANESUM_ERROR_TAG if the proof is wrong in any way; LANESUM_ERROR_CALL by LANESUM_RULE_BITCOIN and _SSZ; LANESUM_ERROR_NULL,
/// _ALIGNMENT, _STATE, _LENGTH, or _RANGE for no leaf before, and for fewer after.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_verify_consistency(
    tree: *const lanesum_merkle,
    old_leaves: u64,
    old_root: *const c_void,
    new_leaves: u64,
    new_root: *const c_void,
    proof: *const c_void,
    proof_len: usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's tree.
        let made = unsafe { read(tree) }?;
        // SAFETY: the caller's memory.
        let [old_root, new_root, proof] =
            unsafe { [digests(made, old_root, 1)?, digests(made, new_root, 1)?, bytes(proof, proof_len)?] };
        made.scheme().verify_consistency(old_leaves, old_root, new_leaves, new_root, proof).map_err(code)
    })
}

/// Writes the root of a list of SSZ to out: the root of its chunks, with its length in elements mixed in. The function is that of tree. root
/// and out have out_len bytes, the length of a digest.
///
/// A proof for a chunk of the list is one for the chunk, and then the length in 32 bytes, little-endian: verify it with twice the limit.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _LENGTH or _OVERLAP; nothing was written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_mix_in_length(
    tree: *const lanesum_merkle,
    root: *const c_void,
    length: u64,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's tree.
        let made = unsafe { read(tree) }?;
        apart_from(tree, made, out, out_len)?;
        // SAFETY: the caller's memory. What is read and what is written are apart.
        let (root, out) = unsafe { in_and_out(root, out_len, out, out_len) }?;
        made.scheme().mix_in_length(root, length, out).map_err(code)
    })
}
