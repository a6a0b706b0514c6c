//! A binary tree of BLAKE-256, two leaves at a time in registers of 256 bits (Neves and Aumasson, "BLAKE and 256-bit advanced
//! vector extensions", 2012, slides 21 and 23: "enables faster tree modes").

use lanesum_batch::md::chain::{ChainForm, hash, pad};
use lanesum_batch::md::compression::{Compression, MdWord, one_or_best};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::wipe_if_asked;
use lanesum_batch::{Backend, Error};
use lanesum_blake::compression::{BLAKE_256, Blake32};
use lanesum_blake::engines::{TWO, two};

/// Bytes of a leaf of [`blake256_tree`]; the last leaf may be shorter.
pub const BLAKE256_TREE_LEAF_BYTES: usize = 4096;

const VALUE: usize = 32;
/// One value for each bit of a number of leaves, and one more.
const MOST: usize = usize::BITS as usize + 1;

/// The role of a node; a byte of its salt.
#[derive(Clone, Copy)]
enum Role {
    Leaf = 0,
    Inner = 1,
    OnlyLeaf = 2,
    Root = 3,
}

impl Role {
    /// The salt of a node: the name, the role, the leaf length as a power of two, the fan-out, 0.
    fn salt(self) -> [u8; 16] {
        let mut salt = *b"lanesum-tree\0\x0c\x02\0";
        salt[12] = self as u8;
        salt
    }
}

/// A digest of 256 bits of a message, by a binary tree of BLAKE-256.
///
/// **This is lanesum's own and not a standard**: no other program has it, no other document specifies it, and nobody has analysed it. It
/// exists to measure the claim of Neves and Aumasson's slides about tree modes. For files and protocols, use KT128
/// (`Algorithm`), which is a standard and several times as fast.
///
/// - A leaf has [`BLAKE256_TREE_LEAF_BYTES`] (4096) bytes of the message, the last one the rest, at least one byte. An empty message
///   has one empty leaf.
/// - The fan-out is 2. The values of the leaves are paired in their order, then the values of those pairs, and so on up to the root. A
///   value without a right neighbour moves up unchanged.
/// - The value of a leaf is its BLAKE-256. That of an inner node is the BLAKE-256 of its two values, 64 bytes. The digest is the
///   value of the root.
/// - Each BLAKE-256 has a salt of 16 bytes, which separates the nodes from each other and from everything else:
///
/// | bytes | content |
/// | --- | --- |
/// | 12 | `lanesum-tree` |
/// | 1 | 0 for a leaf, 1 for an inner node, 2 for a leaf that is the root, 3 for an inner node that is the root |
/// | 1 | 12: the leaf length is 2^12 |
/// | 1 | 2: the fan-out |
/// | 1 | 0 |
///
/// Whole leaves are hashed two at a time on `avx2` and `avx512vl`, and one after the other on any other backend of BLAKE-256. Without a
/// backend, the best one for this machine is used. Compared with BLAKE-256, a leaf costs one more block of padding, and an inner node two
/// blocks.
///
/// # Errors
/// [`Error::BackendUnavailable`] if the machine lacks the backend, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if
/// BLAKE-256 has none of that name.
pub fn blake256_tree(backend: Option<Backend>, message: &[u8]) -> Result<[u8; 32], Error> {
    let one = one_or_best::<Blake32>(backend)?;
    let two = TWO.iter().rev().copied().find(|two| backend.map_or(two.is_available(), |backend| backend == *two));
    let mut digest = [0; VALUE];
    if message.len() <= BLAKE256_TREE_LEAF_BYTES {
        node(one, Role::OnlyLeaf, message, &mut digest);
        return Ok(digest);
    }
    let mut path = Path { one, values: [[0; VALUE]; MOST], len: 0, leaves: 0 };
    let mut pairs = message.chunks_exact(2 * BLAKE256_TREE_LEAF_BYTES);
    if let Some(backend) = two {
        for pair in &mut pairs {
            for value in two_leaves(backend, pair)? {
                path.push(value);
            }
        }
    }
    let rest = if two.is_some() { pairs.remainder() } else { message };
    for leaf in rest.chunks(BLAKE256_TREE_LEAF_BYTES) {
        let mut value = [0; VALUE];
        node(one, Role::Leaf, leaf, &mut value);
        path.push(value);
    }
    path.root(&mut digest);
    Ok(digest)
}

/// The values of nodes whose parents are not complete.
struct Path {
    one: ChainForm<Blake32>,
    values: [[u8; VALUE]; MOST],
    len: usize,
    leaves: usize,
}

impl Path {
    /// Takes the value of the next leaf. First joins the values before it, down to one for each 1 bit of their number. None of these is the
    /// root, because one more leaf follows.
    fn push(&mut self, value: [u8; VALUE]) {
        while self.len > self.leaves.count_ones() as usize {
            self.join(Role::Inner);
        }
        self.values[self.len] = value;
        self.len += 1;
        self.leaves += 1;
    }

    fn join(&mut self, role: Role) {
        let at = self.len - 2;
        let mut value = [0; VALUE];
        node(self.one, role, self.values[at..self.len].as_flattened(), &mut value);
        self.values[at] = value;
        self.len -= 1;
    }

    /// Joins all values, and writes the root's.
    fn root(mut self, digest: &mut [u8; VALUE]) {
        while self.len > 2 {
            self.join(Role::Inner);
        }
        self.join(Role::Root);
        *digest = self.values[0];
        wipe_if_asked(self.values.as_flattened_mut());
    }
}

fn node(one: ChainForm<Blake32>, role: Role, input: &[u8], value: &mut [u8; VALUE]) {
    hash::<Blake32>(one, &BLAKE_256.salted(&role.salt()), input, Tail::NONE, value);
}

/// The values of two whole leaves, side by side.
fn two_leaves(backend: Backend, leaves: &[u8]) -> Result<[[u8; VALUE]; 2], Error> {
    let initial = BLAKE_256.salted(&Role::Leaf.salt());
    let mut states = [Blake32::begin(&initial); 2];
    let (first, second) = leaves.split_at(BLAKE256_TREE_LEAF_BYTES);
    let [one, other] = &mut states;
    two(backend, [one, other], [first, second])?;
    // A block with padding only: its counter is 0.
    let mut buffer = Blake32::EMPTY;
    let bits = 8 * BLAKE256_TREE_LEAF_BYTES as u128;
    let len = pad::<Blake32>(&mut buffer, 0, Tail::NONE, bits, Blake32::mark(&initial));
    for state in &mut states {
        Blake32::count(state, 0);
    }
    let [one, other] = &mut states;
    two(backend, [one, other], [&buffer[..len]; 2])?;
    let mut values = [[0; VALUE]; 2];
    for (value, state) in values.iter_mut().zip(&states) {
        u32::put_all(state[..8].iter(), value);
    }
    wipe_if_asked(states.as_flattened_mut());
    Ok(values)
}
