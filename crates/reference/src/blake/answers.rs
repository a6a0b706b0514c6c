//! Known answers of the final BLAKE, for all tests.
//!
//! Source: computed with the authors' reference code (veorq/BLAKE, commit 65f9ac8); those with a salt also with the reference code of the
//! first round, at 14 and 16 rounds.

/// A message.
#[derive(Clone, Copy, Debug)]
pub enum Message {
    /// The empty message.
    Empty,
    /// This many zero bytes.
    Zeroes(usize),
    /// "The quick brown fox…", and the text after it.
    Fox(&'static str),
    /// This many bytes: 0, 1, 2, … modulo 256.
    Count(usize),
}

impl Message {
    /// The message's bytes.
    pub fn bytes(self) -> Vec<u8> {
        match self {
            Self::Empty => Vec::new(),
            Self::Zeroes(len) => vec![0; len],
            Self::Fox(end) => ["The quick brown fox jumps over the lazy dog", end].concat().into_bytes(),
            Self::Count(len) => counting(0, len),
        }
    }
}

/// Bytes that count up from `first`, modulo 256.
pub fn counting(first: u8, len: usize) -> Vec<u8> {
    (0..len).map(|i| first.wrapping_add(i as u8)).collect()
}

/// A message, the first byte of a salt that counts up, and the digests of 224, 256, 384 and 512 bits in hexadecimal digits.
pub type Answer = (Message, Option<u8>, [&'static str; 4]);

use Message::{Count, Empty, Fox, Zeroes};

/// All answers.
#[rustfmt::skip]
pub static ANSWERS: &[Answer] = &[
    (Empty, None, [
        "7dc5313b1c04512a174bd6503b89607aecbee0903d40a8a569c94eed",
        "716f6e863f744b9ac22c97ec7b76ea5f5908bc5b2f67c61510bfc4751384ea7a",
        "c6cbd89c926ab525c242e6621f2f5fa73aa4afe3d9e24aed727faaadd6af38b620bdb623dd2b4788b1c8086984af8706",
        "a8cfbbd73726062df0c6864dda65defe58ef0cc52a5625090fa17601e1eecd1b628e94f396ae402a00acc9eab77b4d4c2e852aaaa25a636d80af3fc7913ef5b8",
    ]),
    (Zeroes(1), None, [
        "4504cb0314fb2a4f7a692e696e487912fe3f2468fe312c73a5278ec5",
        "0ce8d4ef4dd7cd8d62dfded9d4edb0a774ae6a41929a74da23109e8f11139c87",
        "10281f67e135e90ae8e882251a355510a719367ad70227b137343e1bc122015c29391e8545b5272d13a7c2879da3d807",
        "97961587f6d970faba6d2478045de6d1fabd09b61ae50932054d52bc29d31be4ff9102b9f69e2bbdb83be13d4b9c06091e5fa0b48bd081b634058be0ec49beb3",
    ]),
    (Zeroes(72), None, [
        "f5aa00dd1cb847e3140372af7b5c46b4888d82c8c0a917913cfb5d04",
        "d419bad32d504fb7d44d460c42c5593fe544fa4c135dec31e21bd9abdcc22d41",
        "e37d96e5ca54058c348e8c67cac1f93aa13fc64aa4bca19015a582e6505dcbc7d39d661b464d485fb74c75485b30c6c2",
        "2f31e729e269c7f22cac8b71cb80a504afe38350498e0d178afb38cc356dfdaf55d1e7d723c8ff686df0710c43d9abef9f0f61b91ab3b49f72b96f899159a735",
    ]),
    (Zeroes(144), None, [
        "8363b0e0c87006817e1318dca96eedc5e4660bd5cd27a2c9e21c3e68",
        "c767aece3c228efd742caa953ad8f5dc44114c915cf0374c232d78af0519b8c1",
        "0b9845dd429566cdab772ba195d271effe2d0211f16991d766ba749447c5cde569780b2daa66c4b224a2ec2e5d09174c",
        "313717d608e9cf758dcb1eb0f0c3cf9fc150b2d500fb33f51c52afc99d358a2f1374b8a38bba7974e7f6ef79cab16f22ce1e649d6e01ad9589c213045d545dde",
    ]),
    (Fox(""), None, [
        "c8e92d7088ef87c1530aee2ad44dc720cc10589cc2ec58f95a15e51b",
        "7576698ee9cad30173080678e5965916adbb11cb5245d386bf1ffda1cb26c9d7",
        "67c9e8ef665d11b5b57a1d99c96adffb3034d8768c0827d1c6e60b54871e8673651767a2c6c43d0ba2a9bb2500227406",
        "1f7e26f63b6ad25a0896fd978fd050a1766391d2fd0471a77afb975e5034b7ad2d9ccf8dfb47abbbe656e1b82fbc634ba42ce186e8dc5e1ce09a885d41f43451",
    ]),
    (Fox("."), None, [
        "91e670c2da5728a9cdc2e92cd9215393d59abf053843e49d4ce204f2",
        "13af722eafeab6bb2ed498129044e6782c84a7604bba9988b135d98158fbe816",
        "73c9a55749f42ace6caf83a0e421b7b52ec473b7f6c48774cc6857d2f471b43c8f0e7b7e416c2df934713a4947ca27af",
        "9adee69086e3ec1f7e8bba754ac96135bb9abe283413a90a965d0cc5f6fb78a4b1ae49b3c5534d0bed63b20731e551e8e5d3119f65fd2f009405953aa93dec67",
    ]),
    (Count(55), None, [
        "9cf0874791902bfae4cf1ea7234c86493d536e4d540dc8309539a6f5",
        "d7ec78bc615d99e41d371cf6401449969144b5f789bde014a9aeafd8987257f2",
        "44146f414bbafd07f2fc010f013ce95a3682e28e4688225b96f02de1e9d0372685fcd31c295997c6a33450181c48b045",
        "87c280da884ad31f881f917a5d19f337e436e06dc698ca89106243deb8a141427e2cc0181f6ab87b6e43fb800c362167d1e32744cc7edae9015db7aa9c00422a",
    ]),
    (Count(56), None, [
        "355834d4f2a437fbf46d579063e1a9b9ff3263b65ae2ab5f7bddb217",
        "26ca422697c9fabc642129b1a5669be07fb0a3c31f14f1c7859e048ad5958e44",
        "e9909fdf6f96a27d1558232612d3c5bd44aeb5fa1f5434b115305d2d3ccc9ae8896909956b3dc6c0cd5e9bb7d4dbb54d",
        "8cf55be3cfdc2f5836a7f742c0cb8bc7426ad056606b912be406979aea4ac88f53407143e74ccf4cc4396b5d3a1ade5d610cfa35c746cdf67988c1ea5b334740",
    ]),
    (Count(63), None, [
        "0a5e8da4f27db9afe24c29a3c6f92ec8831113f144c59a64c37a2016",
        "cfce445066d35322557b432540bd2f0af4caf9f426568236d9944426a5df792a",
        "4688779d44b6d0ee1be74fce5a3bf8c02069c816f01e68e541bd5e6772d6dadeb79b6c3193a1c2732206885f29391030",
        "d8e947b518ad5700e94a32ebb2f4e5e734a907637dd24f26ba675cd5f984bddace7392993576ff2ab387c19b3fbb920e7f0c1368f910756306070aea6affe1e7",
    ]),
    (Count(64), None, [
        "08b6960d0b0d6f864c9c2a2331341dd01745cfbfad200888cdb4b5b7",
        "4432b2c1e983b0c326583516920f3949c2acf5d85a99353601228cab40c867bc",
        "917d92609d640f06cba773be8604d177492649c39a4ce85df643c0b72293053ff39967691cbb1809737eaf6734e1b185",
        "4d47291b807750d2ce6ced17ae71dc24f5a3205f4fe309537488242c4420cd32d997beda4d560200cbcf3e9d68143e69f08c54b82ce77db7c22d0e17b5a1363e",
    ]),
    (Count(65), None, [
        "b899fd2004a1813a4c79ca99842d629cede03e90c1d362ba03ddf99b",
        "106cdd00dc14e257b1130d026b9fcc2c5ecbaae08fec13af0002ad6054c7bbd5",
        "af682f3ea0d8182064eaad1aa72bbcd86b3cda81703f60b038acb8c7772d632d2b2b8d4d0b7cfa0de1f593cee4ca3f34",
        "c7cd3ff77c1cbe41ca6bfd36adb40177743fadd9eddef109256d1f4200c3174e6db8c94c5691648e7a330da0b364d6eb9f82abf98a45e1aa0b0a81d3c88086f8",
    ]),
    (Count(111), None, [
        "bbd7e3ba39e4b6e52d7b9202a37dd587b4510401716a2709f9b2002d",
        "6903c03c0ad87ad143edf84dbefa7d041cdc06383f681a7512e04d92f5547dd9",
        "8553c31b90da813048d56d04675f6399586b3c9e540184bbef029c8820efc6d68850c8719dffeb68fe8952ce39b55db3",
        "5329f386033ff4492299d9a893f8ec8e8c7ed9e5fb24a74d2a018fcf7378edc25840a2df487707f02819a5822c1ef203ee41b1595fcd330edee15a7c3c0d82af",
    ]),
    (Count(112), None, [
        "77700f9c5b3493e631788817ab44abc7fa65daf4a57aaf957afdbc37",
        "2229d11078828cbfb3a0052763edcdcc831afb402c7c7ad99191cbda58f5094f",
        "799d0100f2b276d078f2cdd10249b2a8516c82322bc69845f4ade0101f2a9d479c82c3e96604cffc95a79acbd3859755",
        "55deffdbf43d5940ec59ea0670940f8ae1015b0c03a1ca920ffaa28cb44687f4413c38a91ae49d7cc01625c1c840fcb3e913a7ad6b08c43fb15b2c3f0ecd8b52",
    ]),
    (Count(119), None, [
        "9c9f6e01306a922e2043804e2a6a703c3c1b8cf127633b43ace29997",
        "7271691baf3f4ea7795006522897316eccd614816fa4fe10c546c11e882ac016",
        "6e7d44e45c1dd05dd92ef758cea86c0db6be370f6ada89a81864ca9c82616ae6e1ebe329c7c44856eba8b26eeb4b65a1",
        "8538f2f27aeca2177e96de33efe8789f64a7cda61ebd24935ac845f328c1633466225148098384d3133d9133686372650c76241bff7ee4b20257389624dabbc3",
    ]),
    (Count(120), None, [
        "bf059d08e7c06a1ab367dc672af7431f597b9ca0789e79fad1f76297",
        "6b4831d9c2ab2403b17ce7063f804ce559db6951563678294acd9a0a418bab35",
        "804e0cd4e73c4236b9e714c525850428add60615e2793375f7b4e65bf44fd570eddba4e947f0d3ab1b6f64f63c803629",
        "3bff10f204cee60a442c25f981876e7db8d27b2c63ddfc35cf078369ac575c5920e4f491026447b1a22cdf8d9635d0d9b0f3d3397bb5196c004364a05575d4b7",
    ]),
    (Count(127), None, [
        "18d20b546fa3043eeeb3444958d1776a58eebdac65a1ad5ac29316a8",
        "1446de0b1bc379c8b05fef5b9af281f322904af57c217351057cc955fd89d58a",
        "2ff0bf574234fee0fd667f583ec0107f549dd6e20eafff084752850c42450d56e7c6f515da3551658a95c6fbb631c4fc",
        "b79f3ad1fc9b260f28c223a55e008d1daac41606c7142e00c1827226840e9f7d6344cfcdbec4e0f293a9bb636871f58a63d252c7df40a397a6762fe6a8ee24c9",
    ]),
    (Count(128), None, [
        "6497be09700d49b179c94ec59ab1511f72fffe476da28d7a9dcc12d4",
        "70a7b33d6d251c06757362fa717d0b19ceb0ebdccf48300a98156b5bb6b8c9a5",
        "b206f4786e40647e0445b58d48c0a0c4e26438a756a76f58524f16782d167002cb341be1ac3529cdcfc266b56d774737",
        "d8501cdaf83ff9159d68e065b4d112bf2e96c570d2eae9eeddcf44f62fa221148d2d53722b58778ad681fc8a441ded46fd9e9eb8c58b6e35aa635c7ae0e028f0",
    ]),
    (Count(129), None, [
        "4b2f1c792e971d2652b1db9547d6a793db7b4e8d081b13996f853186",
        "e382768b94ee0f9e7539b78c6252dbd3dcf54bc53de9670a02d85b6fc92d7e76",
        "5cbc08d5c89a952fb9522bbf90120bbfcad6b5ca270da10eae12e7016330eeb5e84e42b0aebc64332d41cda73cdcf8f8",
        "7d2374719582a454aa5a23f4bb416c378305bea485ed2dca6a0134ac17ccf35928c5f0a7e0b2e39425ccc5e01f393e82df381998d1c3c7fecba2227aa56326ff",
    ]),
    (Count(239), None, [
        "ab9dce0375c60f7821daa5c995e8ee4e3656256bd5d22807254daff7",
        "886bcfacf2a623fb0b7ef6a1529ff8b0b078019dae95f97f66dc25c391a6c55d",
        "cf0ac47a8205f135e5ddee56ae0daa1ae32a844be3bc3aea3b6d7ced1c23dbe83f31ea66cf73f5d7ac6974cdc30a62bb",
        "e07189e9fdcf5f44ae90a4afaf992fcc17f626b775151940125867240c59032273255879bcf3e3902cea8b89f184e8d5c7ca85177afcdaf73e2b9a823637e261",
    ]),
    (Count(240), None, [
        "75dbb55b76d8d72270049ba9174007067f0342fcad8de6d9663b450a",
        "53d5e4e7e663c4808804de04630b13590de37b2291e3fd46988eab930a1340dc",
        "b73f329f5793beecf3aa9539dacee5fd40bd071072b48dd1673cb2ba0aeb88c1547cc78e0a966240d5ce92d3c17e04a1",
        "7726d4b53eb04ccd75c98029d0390a0b334c4d71a29060b899b271829dc5c24c7b2eb4fdf9d3e75f3af5610db5fc05bdaa6056b44e9b274111fb733767f195e7",
    ]),
    (Count(256), None, [
        "f441d735821ecc146186e9cbcb33429f5de3310f1b5c264702c622e3",
        "ecc9d48e2073e5f84ecbb144a0d8398cee6cebecf33591511bc7bf6957d43a53",
        "ee5b8367059e914db9cb8dad58b869ed0550d448d33b33f0164202dc84bab5a2464e5518a44a0d94f2671f869008d433",
        "c0b4d984b15a33b656ad20d33f093bf85d344d26c10a51a0bcaef643fc8473fe6af0301dd1eae72dceed9894b7c79de48dc95ee6450f79326affff4544bd2254",
    ]),
    (Count(1000), None, [
        "50eb4af7263fd494793968e66ded1bfb71dae6e2c2fd083558aee071",
        "812abfe1c2a5333d9c4fff2e21f058543efcaf499f0f44251df2dfc6bbfc01dd",
        "4fcc1d42055d2e6304d4439836d424ebedd01274db6e6c78683caadb09de2a6e663c859c2c2fbe56bc20891efd981130",
        "e47f8636a24b0315c34c5e81684fd885406670a4255762cc1af01d6c9f26a7b6e03b04555063fd9fb8c18b7f93bcdfdff0e2cb8cb3b1556513edb19d0e86cd73",
    ]),
    (Fox(""), Some(0), [
        "d2a16ee3b6a0890131f4ccc5a8b839aa6b3a375f37a4ef8511ceb86a",
        "15ee3b01fb1eb60f7ddcb2ed14017998d0633e9a556a5ac41d5c9f1f1c5eae21",
        "2abe6856f5ff94cd7704e869ec42d429033916d13b0805bcba8f326583b381e9fe8ce1d507d99b10ca45140a800b426b",
        "6a39f393d4553fadc4ef582515acce6da5ad2437f5e5a2dc9908393c806fd399bbf11b275eccb64e7e6146dccb1a49d095e9f2236bd93189b64b15943f08a85f",
    ]),
    (Count(200), Some(0xf0), [
        "cec7f8579929809eb52f1d00b6924e1d32b2730e1f4cf28614037743",
        "6bf8df1a12974e8b6f5e00132f19ec4816c6334ed9dd9b20c5ca9cd864b8b762",
        "7b2481e8dd1bdeaea5daf84bf2b76d3cab9dc237a0861a6b55467265854881f93a6ed29afb1d871b1615f8a82dcd68b9",
        "96c5a2ef7bd90acd13b8dd979bf56c9258731cad6cfa31626972424896bc6b3d44d3e729b3669d789b6e9b57f4050c8f1c54dfcc7d9042964e276af0bd2b9176",
    ]),
];

/// From the competition's `ShortMsgKAT`, for the final version: the digest's length in bits, the message and the digest in hexadecimal
/// digits.
#[rustfmt::skip]
pub static SHORT: &[(usize, &str, &str)] = &[
    (224, "cc", "5e21c1e375c7bc822046fad96910c95031bd4262ada71b4c91052fea"),
    (256, "cc", "e104256a2bc501f459d03fac96b9014f593e22d30f4de525fa680c3aa189eb4f"),
    (256, "41fb", "8f341148be7e354fdf38b693d8c6b4e0bd57301a734f6fd35cd85b8491c3ddcd"),
    (384, "cc", "a77e65c0c03ecb831dbcdd50a3c2bce300d55eac002a9c197095518d8514c0b578e3ecb7415291f99ede91d49197dd05"),
    (512, "cc", "4f0ef594f20172d23504873f596984c64c1583c7b2abb8d8786aa2aeeae1c46c744b61893d661b0733b76d1fe19257dd68e0ef05422ca25d058dfe6c33d68709"),
];

/// Messages of 1 and 2 bits, the high ones of a byte, and their BLAKE-224.
pub static BITS: &[(u8, usize, &str)] = &[
    (0x00, 1, "615b9bd1077a8270d4f647799ffaaf87c03d72efd37e4947fcf01cca"),
    (0xc0, 2, "6a829dca3a3d0d35762d7b0f9a2c8379c32415c87a8ad773fefec19f"),
];
