//! BLAKE3 ("BLAKE3: one function, fast everywhere", 2021), with the paper's names.

#[cfg(test)]
mod tests;

macro_rules! flags {
    ($($name:ident $value:literal)*) => { $(
        #[doc = concat!("The flag `", stringify!($name), "` (table 3).")]
        pub const $name: u32 = $value;
    )* };
}
flags! {
    CHUNK_START 1
    CHUNK_END 2
    PARENT 4
    ROOT 8
    KEYED_HASH 16
    DERIVE_KEY_CONTEXT 32
    DERIVE_KEY_MATERIAL 64
}

/// IV (table 1).
pub const IV: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The permutation of the message words between rounds (table 2).
pub const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

fn g(v: &mut [u32; 16], [a, b, c, d]: [usize; 4], x: u32, y: u32) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(12);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(8);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(7);
}

/// The compression function (2.2): chaining value, message block, counter, number of bytes in the block, flags.
pub fn compress(h: [u32; 8], m: [u32; 16], t: u64, b: u32, d: u32) -> [u32; 16] {
    let mut v = [0; 16];
    v[..8].copy_from_slice(&h);
    v[8..12].copy_from_slice(&IV[..4]);
    v[12..].copy_from_slice(&[t as u32, (t >> 32) as u32, b, d]);
    let mut m = m;
    for _ in 0..7 {
        g(&mut v, [0, 4, 8, 12], m[0], m[1]);
        g(&mut v, [1, 5, 9, 13], m[2], m[3]);
        g(&mut v, [2, 6, 10, 14], m[4], m[5]);
        g(&mut v, [3, 7, 11, 15], m[6], m[7]);
        g(&mut v, [0, 5, 10, 15], m[8], m[9]);
        g(&mut v, [1, 6, 11, 12], m[10], m[11]);
        g(&mut v, [2, 7, 8, 13], m[12], m[13]);
        g(&mut v, [3, 4, 9, 14], m[14], m[15]);
        m = PERMUTATION.map(|i| m[i]);
    }
    std::array::from_fn(|i| v[i] ^ if i < 8 { v[i + 8] } else { h[i - 8] })
}

fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let byte = |i: usize| u32::from(bytes.get(i).copied().unwrap_or(0));
    std::array::from_fn(|i| (0..4).map(|j| byte(4 * i + j) << (8 * j)).sum())
}

/// A compression that may become the root: then its output can be extended (2.6).
struct Node {
    h: [u32; 8],
    m: [u32; 16],
    t: u64,
    b: u32,
    d: u32,
}

impl Node {
    fn chaining_value(&self) -> [u32; 8] {
        compress(self.h, self.m, self.t, self.b, self.d)[..8].try_into().expect("eight words")
    }

    fn output(&self, from: u64, bytes: usize) -> Vec<u8> {
        let block = |t| compress(self.h, self.m, t, self.b, self.d | ROOT).into_iter().flat_map(u32::to_le_bytes);
        (from / 64..).flat_map(block).skip((from % 64) as usize).take(bytes).collect()
    }
}

/// A chunk (2.4).
fn chunk(key: [u32; 8], t: u64, flags: u32, bytes: &[u8]) -> Node {
    let blocks: Vec<&[u8]> = if bytes.is_empty() { vec![bytes] } else { bytes.chunks(64).collect() };
    let last = blocks.len() - 1;
    let mut h = key;
    for (i, block) in blocks.iter().enumerate() {
        let d = flags | if i == 0 { CHUNK_START } else { 0 } | if i == last { CHUNK_END } else { 0 };
        let node = Node { h, m: words(block), t, b: block.len() as u32, d };
        if i == last {
            return node;
        }
        h = node.chaining_value();
    }
    unreachable!("a chunk has a block");
}

/// The tree over chunks from number `t` on (2.1): the left subtree is the greatest complete one that leaves something to the right.
fn tree(key: [u32; 8], t: u64, flags: u32, bytes: &[u8]) -> Node {
    if bytes.len() <= 1024 {
        return chunk(key, t, flags, bytes);
    }
    let mut left = 1024;
    while 2 * left < bytes.len() {
        left *= 2;
    }
    let (l, r) = (tree(key, t, flags, &bytes[..left]), tree(key, t + left as u64 / 1024, flags, &bytes[left..]));
    let mut m = [0; 16];
    m[..8].copy_from_slice(&l.chaining_value());
    m[8..].copy_from_slice(&r.chaining_value());
    Node { h: key, m, t: 0, b: 64, d: flags | PARENT }
}

/// The chaining value of a subtree that is not the whole tree: of the chunks from number `t` on.
pub fn subtree(mode: &Mode<'_>, t: u64, bytes: &[u8]) -> [u32; 8] {
    let (key, flags) = mode.key();
    tree(key, t, flags, bytes).chaining_value()
}

/// The modes (2.3).
#[derive(Clone, Copy, Debug)]
pub enum Mode<'a> {
    /// hash
    Hash,
    /// `keyed_hash`, with its key
    Keyed(&'a [u8; 32]),
    /// `derive_key`, with its context
    Derive(&'a [u8]),
}

impl Mode<'_> {
    fn key(&self) -> ([u32; 8], u32) {
        match self {
            Self::Hash => (IV, 0),
            Self::Keyed(key) => (words(*key), KEYED_HASH),
            Self::Derive(context) => {
                (words(&tree(IV, 0, DERIVE_KEY_CONTEXT, context).output(0, 32)), DERIVE_KEY_MATERIAL)
            }
        }
    }
}

/// `bytes` bytes of output from byte `from` on.
pub fn hash(mode: &Mode<'_>, message: &[u8], from: u64, bytes: usize) -> Vec<u8> {
    let (key, flags) = mode.key();
    tree(key, 0, flags, message).output(from, bytes)
}
