//! Merkle trees: published answers, a slow tree from the definitions, the crates `ct-merkle` and `rs_merkle`, and proofs by an enemy.

use ct_merkle::mem_backed_tree::MemoryBackedTree;
use ct_merkle::{ConsistencyProof, InclusionProof, RootHash};
use lanesum::merkle::{Error, Rule, Scheme, Tree};
use lanesum::{Error as Lanesum, Hasher, Keccak256, Message, Sha256, Strided};
use rs_merkle::{MerkleProof, MerkleTree};
use sha2::Digest;

use crate::support::message;

type Node = [u8; 32];
type Of256 = Scheme<Sha256>;

const RULES: [Rule; 5] =
    [Rule::Rfc9162, Rule::Pairs, Rule::Bitcoin, Rule::Ssz { limit: None }, Rule::Ssz { limit: Some(5000) }];

fn sha256(pieces: &[&[u8]]) -> Node {
    sha2::Sha256::digest(pieces.concat()).into()
}

fn scheme(rule: Rule) -> Of256 {
    Scheme::new(Sha256::new(), rule)
}

fn hex<const N: usize>(text: &str) -> [u8; N] {
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
}

/// Bitcoin prints numbers with the last byte first.
fn reversed(text: &str) -> Node {
    let mut number: Node = hex(text);
    number.reverse();
    number
}

/// Leaves of different lengths, or chunks for SSZ.
fn leaves(rule: Rule, count: usize) -> Vec<Vec<u8>> {
    let len = |i: usize| if matches!(rule, Rule::Ssz { .. }) { 32 } else { i * 7 % 150 };
    (0..count).map(|i| message(len(i), i as u64)).collect()
}

/// The digests of leaves, from the rule's definition.
fn digests(rule: Rule, leaves: &[Vec<u8>]) -> Vec<Node> {
    let digest = |leaf: &Vec<u8>| match rule {
        Rule::Rfc9162 => sha256(&[&[0], leaf]),
        Rule::Bitcoin => sha256(&[&sha256(&[leaf])]),
        Rule::Pairs => sha256(&[leaf]),
        _ => leaf[..].try_into().unwrap(),
    };
    leaves.iter().map(digest).collect()
}

/// The root, from the rule's definition.
fn root(rule: Rule, nodes: &[Node]) -> Node {
    match (rule, nodes) {
        (Rule::Rfc9162, []) => sha256(&[]),
        (Rule::Bitcoin | Rule::Pairs, []) => [0; 32],
        (Rule::Ssz { limit }, _) => {
            let room = limit.unwrap_or(nodes.len() as u64).next_power_of_two() as usize;
            let mut level = nodes.to_vec();
            level.resize(room, [0; 32]);
            while level.len() > 1 {
                level = level.chunks(2).map(|pair| sha256(&[&pair[0], &pair[1]])).collect();
            }
            level[0]
        }
        (_, [root]) => *root,
        (Rule::Bitcoin, _) => {
            let node = |pair: &[Node]| sha256(&[&sha256(&[&pair[0], pair.last().unwrap()])]);
            root(rule, &nodes.chunks(2).map(node).collect::<Vec<_>>())
        }
        _ => {
            let (left, right) = nodes.split_at(nodes.len().next_power_of_two() / 2);
            let prefix: &[u8] = if rule == Rule::Rfc9162 { &[1] } else { &[] };
            sha256(&[prefix, &root(rule, left), &root(rule, right)])
        }
    }
}

/// The root of the whole of Certificate Transparency's test tree (`ct_merkle` has others), and a path: `merkletree/testutil` of
/// `certificate-transparency-go`.
#[test]
fn rfc_9162() {
    let leaves: [&[u8]; 8] = [
        b"",
        b"\0",
        b"\x10",
        b"\x20\x21",
        b"\x30\x31",
        b"\x40\x41\x42\x43",
        b"\x50\x51\x52\x53\x54\x55\x56\x57",
        b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
    ];
    let tree = scheme(Rule::Rfc9162).tree(&leaves).unwrap();
    let root = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328";
    assert_eq!(tree.root(), hex::<32>(root));
    let path = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7\
                5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e\
                6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
    assert_eq!(tree.proof(0).unwrap(), hex::<96>(path));
}

/// Block 100,000, and how CVE-2012-2459 changed blocks.
#[test]
fn bitcoin() {
    let ids = [
        "8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87",
        "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4",
        "6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4",
        "e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d",
    ]
    .map(reversed);
    let scheme = scheme(Rule::Bitcoin);
    let tree = scheme.tree_of_digests(ids.as_flattened()).unwrap();
    assert_eq!(tree.root(), reversed("f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766"));
    assert!(!tree.is_mutated());

    let three = scheme.tree_of_digests(ids[..3].as_flattened()).unwrap();
    let four = scheme.tree_of_digests([ids[0], ids[1], ids[2], ids[2]].as_flattened()).unwrap();
    assert_eq!(three.root(), four.root());
    assert!(!three.is_mutated() && four.is_mutated());
    // Two equal nodes above the leaves.
    let ids = [0, 1, 2, 3, 4, 5, 4, 5].map(|i| [i; 32]);
    let [six, eight] = [6, 8].map(|count| scheme.tree_of_digests(ids[..count].as_flattened()).unwrap());
    assert_eq!(six.root(), eight.root());
    assert!(!six.is_mutated() && eight.is_mutated());
    // The proof of a copy is refused.
    let refused = scheme.verify(four.root(), 4, 3, &three.level(0)[64..], &four.proof(3).unwrap());
    assert_eq!(refused, Err(Error::Mutated));
    let refused = scheme.verify_many(
        eight.root(),
        8,
        &[4, 5, 6],
        &[[4; 32], [5; 32], [4; 32]].concat(),
        &eight.proof_many(&[4, 5, 6]).unwrap(),
    );
    assert_eq!(refused, Err(Error::Mutated));
}

/// `zerohashes` of the consensus specification, the root of the deposit contract without deposits, and a proof through a list's length.
#[test]
fn ssz() {
    let of_zeroes = |limit| scheme(Rule::Ssz { limit: Some(limit) }).tree_of_digests(&[]).unwrap().root().to_vec();
    assert_eq!(of_zeroes(0), [0; 32]);
    assert_eq!(of_zeroes(1), [0; 32]);
    assert_eq!(of_zeroes(2), hex::<32>("f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"));
    assert_eq!(of_zeroes(3), hex::<32>("db56114e00fdd4c1f85c892bf35ac9a89289aaecb1ebd0a96cde606a748b5d71"));
    let mut root = [0; 32];
    scheme(Rule::Ssz { limit: None }).mix_in_length(&of_zeroes(1 << 32), 0, &mut root).unwrap();
    assert_eq!(root, hex::<32>("d70a234731285c6804c2a4f56711ddb8c82c99740f207854891028af34e27e5e"));

    let tree = scheme(Rule::Ssz { limit: Some(1 << 40) }).tree(&leaves(RULES[3], 5)).unwrap();
    tree.scheme().mix_in_length(tree.root(), 17, &mut root).unwrap();
    let mut length = [0; 32];
    length[0] = 17;
    let proof = [&tree.proof(3).unwrap()[..], &length].concat();
    scheme(Rule::Ssz { limit: Some(1 << 41) }).verify(&root, 5, 3, &tree.level(0)[96..128], &proof).unwrap();

    let small = scheme(Rule::Ssz { limit: Some(4) });
    assert_eq!(small.tree(&leaves(RULES[3], 5)).unwrap_err(), Error::Limit { leaves: 5, limit: 4 });
    let wrong = Error::Hash(Lanesum::Length { argument: "leaf", expected: 32, got: 31 });
    assert_eq!(small.tree(&[&[0; 31][..]]).unwrap_err(), wrong);
    let mut untouched = [9; 64];
    assert_eq!(small.leaves(&[&[0; 32][..], &[0; 31]], &mut untouched), Err(wrong));
    assert_eq!(untouched, [9; 64]);
    let (left, right) = (message(5, 1), message(27, 2));
    assert_eq!(small.tree(&[Message::prefixed(&left, &right)]).unwrap().level(0), [left, right].concat());
}

/// Ethereum's trees of zeroes by Keccak-256, as in the contracts of Semaphore and of optimistic rollups.
#[test]
fn keccak256() {
    for scheme in [Rule::Pairs, Rule::Ssz { limit: None }].map(|rule| Scheme::new(Keccak256::new(), rule)) {
        let root = |count: usize| scheme.tree_of_digests(&vec![0; 32 * count]).unwrap().root().to_vec();
        assert_eq!(root(2), hex::<32>("ad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb5"));
        assert_eq!(root(4), hex::<32>("b4c11951957c6f8f642c4af61cd6b24640fec6dc7fc607ee8206a99e92410d30"));
    }
}

/// All sizes, made at once, on threads, leaf by leaf, in parts and by updates, as the definition says.
#[test]
fn trees_are_as_defined() {
    for rule in RULES {
        let (scheme, all) = (scheme(rule), leaves(rule, 5000));
        let nodes = digests(rule, &all);
        let mut grown = scheme.tree::<[Node]>(&[]).unwrap();
        assert_eq!(grown.root(), root(rule, &[]), "{rule:?}");
        for count in (1..70).chain([127, 128, 129, 1000, 5000]) {
            let what = format!("{rule:?}, {count} leaves");
            let tree = scheme.tree(&all[..count]).unwrap();
            assert_eq!(tree.root(), root(rule, &nodes[..count]), "{what}");
            assert_eq!(tree.level(0), nodes[..count].as_flattened(), "{what}");
            let mut alone = vec![0; 32 * count];
            scheme.leaves(&all[..count], &mut alone).unwrap();
            assert_eq!(tree.level(0), alone, "{what}");
            assert!(tree.level(tree.depth() + 1).is_empty(), "{what}");
            grown.append(&all[grown.leaves() as usize..count]).unwrap();
            same(&grown, &tree, &what);
            same(&scheme.tree_of_digests(nodes[..count].as_flattened()).unwrap(), &tree, &what);
            #[cfg(feature = "rayon")]
            {
                let mut threaded = scheme.tree_of_digests(nodes[..count / 3].as_flattened()).unwrap();
                threaded.append_digests_rayon(nodes[count / 3..count].as_flattened()).unwrap();
                same(&threaded, &tree, &what);
                same(&scheme.tree_rayon(&all[..count]).unwrap(), &tree, &what);
                same(&scheme.tree_of_digests_rayon(nodes[..count].as_flattened()).unwrap(), &tree, &what);
            }
            // A tree of other leaves, in which all are replaced, the first one twice.
            let mut updated = scheme.tree_of_digests(&vec![7; 32 * count]).unwrap();
            let some: Vec<u64> = (0..count as u64).rev().step_by(3).collect();
            updated.update(&some, &some.iter().map(|i| &all[*i as usize]).collect::<Vec<_>>()).unwrap();
            let mut mixed: Vec<Node> = vec![[7; 32]; count];
            for i in some {
                mixed[i as usize] = nodes[i as usize];
            }
            same(&updated, &scheme.tree_of_digests(mixed.as_flattened()).unwrap(), &what);
            let every: Vec<u64> = [0].into_iter().chain(0..count as u64).collect();
            updated.update_digests(&every, [&[[9; 32]], &nodes[..count]].concat().as_flattened()).unwrap();
            same(&updated, &tree, &what);
        }
    }
}

/// A tree of more than 32 MiB, whose pages are touched before leaves are copied.
#[test]
fn a_large_tree() {
    let leaf = |i: u32| core::array::from_fn(|at| (i >> (at % 4 * 8)) as u8);
    let leaves: Vec<Node> = (0..(1 << 19) + 1024).map(leaf).collect();
    let tree = scheme(Rule::Pairs).tree_of_digests(leaves.as_flattened()).unwrap();
    assert_eq!(tree.root(), root(Rule::Pairs, &leaves));
    let mut grown = scheme(Rule::Pairs).tree_of_digests(leaves[..1000].as_flattened()).unwrap();
    grown.append_digests(leaves[1000..].as_flattened()).unwrap();
    same(&grown, &tree, "large");
}

fn same(a: &Tree<Sha256>, b: &Tree<Sha256>, what: &str) {
    assert_eq!((a.leaves(), a.depth()), (b.leaves(), b.depth()), "{what}");
    for level in 0..=a.depth() {
        assert!(a.level(level) == b.level(level), "{what}, level {level}");
    }
}

/// Some sets of leaves.
fn sets(count: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..count).map(|i| vec![i]).chain((1..6).map(move |step| (step - 1..count).step_by(step as usize).collect()))
}

/// Every proof is accepted, and refused after any change of it, of the leaf, of the root, and of the number of leaves where that changes
/// the path.
#[test]
fn proofs_and_what_enemies_make_of_them() {
    for rule in RULES {
        let (scheme, all) = (scheme(rule), leaves(rule, 33));
        for count in (1..14).chain([32, 33]) {
            let tree = scheme.tree(&all[..count as usize]).unwrap();
            let leaf = |i: u64| &tree.level(0)[32 * i as usize..][..32];
            for set in sets(count).filter(|set| !set.is_empty()) {
                let what = format!("{rule:?}, {count} leaves, {set:?}");
                let digests: Vec<u8> = set.iter().flat_map(|i| leaf(*i).to_vec()).collect();
                let (root, proof) = (tree.root(), tree.proof_many(&set).unwrap());
                let many = |root: &[u8], count, set: &[u64], digests: &[u8], proof: &[u8]| {
                    let many = scheme.verify_many(root, count, set, digests, proof);
                    if let [index] = set {
                        assert_eq!(scheme.verify(root, count, *index, digests, proof), many, "{what}");
                    }
                    many
                };
                assert_eq!(many(root, count, &set, &digests, &proof), Ok(()), "{what}");
                let bad =
                    |result, what: &str| assert!(matches!(result, Err(Error::WrongRoot | Error::Mutated)), "{what}");
                for at in (0..proof.len()).step_by(5) {
                    bad(many(root, count, &set, &digests, &flipped(&proof, at)), &what);
                }
                for at in (0..digests.len()).step_by(5) {
                    bad(many(root, count, &set, &flipped(&digests, at), &proof), &what);
                }
                bad(many(&flipped(root, 31), count, &set, &digests, &proof), &what);
                let long = [&proof[..], leaf(0)].concat();
                assert_eq!(many(root, count, &set, &digests, &long), Err(Error::ProofTooLong), "{what}");
                assert_eq!(
                    many(root, count, &set, &digests, &long[..=proof.len()]),
                    Err(Error::ProofTooLong),
                    "{what}"
                );
                if !proof.is_empty() {
                    for short in [&proof[1..], &proof[32..], &[]] {
                        let refused = many(root, count, &set, &digests, short).unwrap_err();
                        // A node's copy can be wrong before the proof ends.
                        let wrong_copy = rule == Rule::Bitcoin && refused == Error::Mutated;
                        assert!(refused == Error::ProofTooShort || wrong_copy, "{what}: {refused}");
                    }
                }
                for (i, index) in set.iter().enumerate() {
                    let mut other = set.clone();
                    other[i] = index ^ 1;
                    if other.is_sorted_by(|a, b| a < b) && other[i] < count {
                        assert!(many(root, count, &other, &digests, &proof).is_err(), "{what} as {other:?}");
                    }
                    other[i] = count;
                    let missing = Error::Index { index: count, leaves: count };
                    assert_eq!(
                        many(root, count, &other[..=i], &digests[..32 * (i + 1)], &proof),
                        Err(missing),
                        "{what}"
                    );
                }
                if count.is_power_of_two() && rule.eq(&Rule::Rfc9162) {
                    assert!(many(root, 2 * count, &set, &digests, &proof).is_err(), "{what}");
                }
            }
        }
        let tree = scheme.tree(&all[..7]).unwrap();
        let (two, root) = (&tree.level(0)[..64], tree.root());
        for (set, error) in [
            (vec![3, 3], Error::Order { index: 3 }),
            (vec![3, 1], Error::Order { index: 1 }),
            (vec![3, 7], Error::Index { index: 7, leaves: 7 }),
        ] {
            assert_eq!(tree.proof_many(&set), Err(error), "{rule:?}");
            assert_eq!(scheme.verify_many(root, 7, &set, two, &[]), Err(error), "{rule:?}");
        }
        assert_eq!(tree.proof_many(&[]), Err(Error::NoIndex));
        assert_eq!(scheme.verify_many(root, 7, &[], &[], &[]), Err(Error::NoIndex));
        assert!(scheme.verify(root, u64::MAX, 0, &two[..32], &[]).is_err());
        for result in [
            scheme.verify(&root[1..], 7, 0, &two[..32], &[]),
            scheme.verify(root, 7, 0, two, &[]),
            scheme.verify_many(root, 7, &[0], two, &[]),
            scheme.node(two, root, &mut [0; 32]),
            scheme.leaf(&[1; 32], &mut [0; 33]),
            scheme.leaves(&[[1; 32]; 2], &mut [0; 63]),
            tree.clone().update(&[1, 2], &[[1; 32]]),
            tree.clone().update_digests(&[1], two),
            tree.clone().append_digests(&two[1..]),
        ] {
            assert!(matches!(result, Err(Error::Hash(Lanesum::Length { .. }))), "{rule:?}: {result:?}");
        }
        assert_eq!(tree.clone().update(&[7], &[[1; 32]]), Err(Error::Index { index: 7, leaves: 7 }), "{rule:?}");
        // There are none in memory, but as many leaves as one likes.
        let endless = Strided::new(&[], 0, 0, usize::MAX).unwrap();
        assert!(scheme.tree(&endless).is_err(), "{rule:?}");
        assert!(scheme.leaves(&endless, &mut []).is_err(), "{rule:?}");
    }
}

fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 1;
    bytes
}

/// Both make roots, proofs of inclusion and proofs of consistency; each verifies the other's.
#[test]
fn ct_merkle() {
    let (scheme, all) = (scheme(Rule::Rfc9162), leaves(Rule::Rfc9162, 40));
    let root_of = |count: u64| {
        let tree = scheme.tree(&all[..count as usize]).unwrap();
        RootHash::<sha2::Sha256>::new(Node::try_from(tree.root()).unwrap().into(), count)
    };
    let mut theirs = MemoryBackedTree::<sha2::Sha256, Vec<u8>>::new();
    for new in 1..=40 {
        theirs.push(all[new as usize - 1].clone());
        let tree = scheme.tree(&all[..new as usize]).unwrap();
        assert_eq!(theirs.root().as_bytes()[..], *tree.root());
        for index in 0..new {
            let proof = theirs.prove_inclusion(index as usize);
            assert_eq!(proof.as_bytes(), tree.proof(index).unwrap(), "{index} of {new}");
            let ours = InclusionProof::try_from_bytes(tree.proof(index).unwrap()).unwrap();
            root_of(new).verify_inclusion(&all[index as usize], index, &ours).unwrap();
        }
        for old in 1..=new {
            let (before, proof) = (root_of(old), tree.consistency(old).unwrap());
            let verify =
                |old, new, proof: &[u8]| scheme.verify_consistency(old, before.as_bytes(), new, tree.root(), proof);
            assert_eq!(verify(old, new, &proof), Ok(()), "{old} of {new}");
            if old < new {
                let theirs = theirs.prove_consistency((new - old) as usize);
                assert_eq!(theirs.as_bytes(), proof, "{old} of {new}");
                let ours = ConsistencyProof::try_from_bytes(proof.clone()).unwrap();
                root_of(new).verify_consistency(&before, &ours).unwrap();
            }
            for at in (0..proof.len()).step_by(9) {
                assert_eq!(verify(old, new, &flipped(&proof, at)), Err(Error::WrongRoot), "{old} of {new}");
            }
            let long = [&proof[..], &[0; 32]].concat();
            assert_eq!(verify(old, new, &long), Err(Error::ProofTooLong), "{old} of {new}");
            if !proof.is_empty() {
                assert_eq!(verify(old, new, &proof[1..]), Err(Error::ProofTooShort), "{old} of {new}");
                assert_eq!(verify(old, new, &[]), Err(Error::ProofTooShort), "{old} of {new}");
            }
            if old > 1 {
                assert!(verify(old - 1, new, &proof).is_err(), "{old} of {new}");
            }
        }
        for old in [0, new + 1] {
            assert_eq!(tree.consistency(old), Err(Error::Sizes { old, new }));
            let refused = scheme.verify_consistency(old, tree.root(), new, tree.root(), &[]);
            assert_eq!(refused, Err(Error::Sizes { old, new }));
        }
    }
    for rule in &RULES[2..] {
        assert_eq!(self::scheme(*rule).tree(&[[1; 32]]).unwrap().consistency(1), Err(Error::NoConsistency));
    }
}

#[derive(Clone)]
struct Plain;

impl rs_merkle::Hasher for Plain {
    type Hash = Node;
    fn hash(data: &[u8]) -> Node {
        sha256(&[data])
    }
}

#[derive(Clone)]
struct Doubled;

impl rs_merkle::Hasher for Doubled {
    type Hash = Node;
    fn hash(data: &[u8]) -> Node {
        sha256(&[&sha256(&[data])])
    }
    fn concat_and_hash(left: &Node, right: Option<&Node>) -> Node {
        Self::hash(&[*left, *right.unwrap_or(left)].concat())
    }
}

/// Both make roots and proofs of many leaves; each verifies the other's.
#[test]
fn rs_merkle() {
    let all = leaves(Rule::Pairs, 40);
    for count in 1..=40 {
        let nodes = digests(Rule::Pairs, &all[..count]);
        // Of a power of two leaves, `rs_merkle` pairs the root with itself, too, which Bitcoin does not.
        if !count.is_power_of_two() {
            let doubled = scheme(Rule::Bitcoin).tree_of_digests(nodes.as_flattened()).unwrap();
            assert_eq!(MerkleTree::<Doubled>::from_leaves(&nodes).root().unwrap(), doubled.root());
        }
        let (theirs, ours) =
            (MerkleTree::<Plain>::from_leaves(&nodes), scheme(Rule::Pairs).tree(&all[..count]).unwrap());
        let root = theirs.root().unwrap();
        assert_eq!(root, ours.root());
        for set in sets(count as u64).filter(|set| !set.is_empty()) {
            let indexes: Vec<usize> = set.iter().map(|i| *i as usize).collect();
            let digests: Vec<Node> = indexes.iter().map(|i| nodes[*i]).collect();
            let proof = theirs.proof(&indexes).to_bytes();
            assert_eq!(ours.proof_many(&set).unwrap(), proof, "{set:?} of {count}");
            ours.scheme().verify_many(&root, count as u64, &set, digests.as_flattened(), &proof).unwrap();
            let ours = MerkleProof::<Plain>::from_bytes(&ours.proof_many(&set).unwrap()).unwrap();
            assert!(ours.verify(root, &indexes, &digests, count), "{set:?} of {count}");
        }
    }
}

/// The function can have any length of digest, be known by its name only, and have absorbed something.
#[test]
fn any_function() {
    for name in ["sha512", "sha3-384", "shake256", "kt128", "blake224", "blake3"] {
        let mut hasher = Hasher::new(name.parse().unwrap());
        hasher.update(b"begun");
        let scheme = Scheme::new(hasher.clone(), Rule::Rfc9162);
        let digest = |pieces: &[&[u8]]| {
            let (mut hasher, mut out) = (hasher.clone(), vec![0; scheme.digest_bytes()]);
            for piece in pieces {
                hasher.update(piece);
            }
            hasher.finalize().read(&mut out).unwrap();
            out
        };
        let [a, b, c] = ["a", "b", "c"].map(|leaf| digest(&[&[0], leaf.as_bytes()]));
        let tree = scheme.tree(&["a", "b", "c"]).unwrap();
        assert_eq!(tree.root(), digest(&[&[1], &digest(&[&[1], &a, &b]), &c]), "{name}");
        scheme.verify(tree.root(), 3, 1, &b, &tree.proof(1).unwrap()).unwrap();
    }
}
