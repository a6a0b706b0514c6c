//! Every public type can be sent to another thread and shared among threads. A type that could not would break a program of
//! somebody's without an error here, so all are listed; `the_list_is_complete` reads the sources and fails where one is missing.
#![cfg(all(feature = "std", feature = "aead", feature = "caesar", feature = "cipher"))]

use lanesum::strengths::{Bits128, Bits256};

/// Checks all types of the list, and gives the last word of each one's name.
macro_rules! shared {
    ($($type:ty),* $(,)?) => {{
        fn shared<T: Send + Sync>() -> &'static str {
            let name = std::any::type_name::<T>();
            let name = name.split('<').next().unwrap_or(name);
            name.rsplit("::").next().unwrap_or(name)
        }
        vec![$( shared::<$type>() ),*]
    }};
}

fn list() -> Vec<&'static str> {
    use lanesum::{cpu, dispatch, file, hazmat, ketje, keyak, merkle, prg, subtrees, *};
    shared![
        Algorithm,
        Backend,
        BitOrder,
        BitStr<'static>,
        Blake2b,
        Blake2s,
        Blake2bp,
        Blake2sp,
        Blake3,
        Blake3Mode<'static>,
        Blake3Reader,

        Bits128,
        Bits256,
        CShake<Bits128>,
        Choice,
        Domain,
        Error,
        FixedHash<functions::Sha256>,
        Hasher,
        HasherReader,
        Kmac<Bits128>,
        KmacReader,
        Kt<Bits128>,
        ManyXof<functions::Shake128, 4>,
        Message<'static>,
        Options<'static>,
        Parameter,
        ParallelHash<Bits128>,
        Reader,
        SavedError,
        Sha512T,
        Strided<'static>,
        TupleElement<'static>,
        TupleHash<Bits128>,
        TurboShake<Bits128>,
        Xof<functions::Shake128>,
        XofOutput<functions::Shake128>,
        cpu::Model,
        dispatch::Family,
        dispatch::Order,
        dispatch::Width,
        file::Change,
        file::FileError,
        file::Input,
        file::Reading<'static>,
        hazmat::BlakeChain<u32>,
        hazmat::Duplex<u64>,
        hazmat::FullStateDuplex<u64>,
        hazmat::KeccakReader<u64>,
        hazmat::KeccakSponge<u64>,
        hazmat::KeyedOutput<functions::Shake128>,
        hazmat::MonkeyDuplex<hazmat::State<u64>>,
        hazmat::MonkeyRounds,
        hazmat::Motorist<u64, 1>,
        hazmat::Outer,
        hazmat::Sha2Core<functions::Sha256>,
        hazmat::Sha2States<u32, 4>,
        hazmat::State<u64>,
        hazmat::States<u64, 4>,
        hazmat::TwistedState<u64>,
        hazmat::XofStream<KmacReader>,
        ketje::KetjeMajor,
        ketje::KetjeMajorAead,
        ketje::Packet<'static>,
        keyak::Forget,
        keyak::LakeKeyak,
        keyak::LakeKeyakAead,
        keyak::Start<'static>,
        merkle::Error,
        merkle::Rule,
        merkle::Scheme<Sha256>,
        merkle::Tree<Sha256>,
        prg::Prg<u64>,
        subtrees::Blake3Subtree,
        subtrees::FinalNode<Bits128>,
        subtrees::LastSubtree<Bits128>,
        subtrees::Leaves<Bits128>,
        subtrees::Subtree<Bits128>,
    ]
}

/// The names of all structures and enumerations of the sources that are `pub` without a limit.
fn declared(folder: &std::path::Path, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            declared(&path, names);
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let line = line.trim_start();
            let rest = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
            let name = rest.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(rest));
            // A name that a macro makes begins with `$`.
            names.extend(name.filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_list_is_complete() {
    let listed = list();
    let mut names = Vec::new();
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for below in ["batch", "keccak", "sha2", "blake"] {
        declared(&crates.join(below).join("src"), &mut names);
    }
    // Of those, what `lib.rs` shows.
    let shown = include_str!("../../src/lib.rs");
    let shown = shown.split(';').filter_map(|statement| statement.split_once("pub use lanesum_"));
    let shown: Vec<_> = shown.flat_map(|(_, names)| names.split(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    names.retain(|name| shown.contains(&name.as_str()));
    declared(&crates.join("lanesum/src"), &mut names);
    assert!(names.len() > 50, "only {} types: are the sources elsewhere?", names.len());
    for name in names {
        assert!(listed.contains(&name.as_str()), "{name} is not in the list of public types");
    }
}
