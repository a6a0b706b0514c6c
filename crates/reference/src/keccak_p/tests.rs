//! Known answers, and the tables that published implementations print.

use super::*;
use crate::bits::{b2h, h2b};
use crate::sample;

/// Outputs for the all-zero state.
struct Answer {
    width: Width,
    /// The result of Keccak-f.
    once: &'static str,
    /// The result of applying Keccak-f twice.
    twice: &'static str,
    /// The result of applying Keccak-f 1000 times.
    thousand: &'static str,
    /// The result of Keccak-p[b, 12].
    twelve_rounds: &'static str,
}

/// Computed with XKCP 6ce53d0 and, for the widths below 1600, a41913e.
const ANSWERS: [Answer; 4] = [
    Answer {
        width: Width::B200,
        once: "3c2826841cb35c171eaae9b811134ceaa3852c69d2c5abafea",
        twice: "1bef689492a8a543a5999fdb834e3166a14be827d95040479e",
        thousand: "924f4e511110703cc6ea7760f7c4223d6d14f7bc7a6b18d68d",
        twelve_rounds: "bc21cccfba09007453cf0a0ee67b77cb8c79186403e3f4c474",
    },
    Answer {
        width: Width::B400,
        once: "\
            f509ac40a90ff5149fe8a0ecd15b7078f0ef8fbf3703526075dcc90e76e74652a159815d956d146e\
            3e63ee58ff714c718eb3",
        twice: "\
            37e5d6d5e7dbf3aac79b7dcab286ecfd2c695b4eb167ad15f7a76fa6ff678a3f992fc2e26b65315f\
            a65b29ca24c25cb87c09",
        thousand: "\
            ea6e907c204d18b767ccb59d192b00499407602186a5b4acf02f67aa09fb06ebc6325df6030344c0\
            95d0ddb4501c5f5ba05a",
        twelve_rounds: "\
            d22b80b28225e740b94c89cdf7d6e792bbef1b6d60c5bd8b83f7d0f81f324e8b34b2fa9adeef4eb8\
            65189e3c944139477dd5",
    },
    Answer {
        width: Width::B800,
        once: "\
            5dd431e5fbc604f499bfa0232f45f8f142d0ff5178f539e5a7800bf0643697af4cf35abf24247a22\
            152717888458689f54d05cb10efcf41b91fa66619a599e1a1f0a97a3879665ab688dabaf15104be7\
            981a0034f3ef1941760e0a937080b28796e9ef11",
        twice: "\
            0d2dbf75890e619b40af26c8ab84cd64d6bd05f9352883bcb901805fce2c66155ec9388e43e51f70\
            8043541bffdeac89deb5ed51d902970e16aa196cee3e91a29a4e75603c061998549270f484909fd0\
            59a22d77f75db31d6201a65ad5258835ab3b78b3",
        thousand: "\
            c1816acb4682125edda7cbf5f9b1bf73cb21cf19ff63a69375b047139b4d9bd07f1d6972bf05daad\
            65b2e510dd1c17c51eba8a036e6dbd4ca5f027be71a6f9c1e6ae6f8b5af9b7ae2fb335885f30c681\
            b655d2daa06d1940ad0bf98066ec02125f34b1c4",
        twelve_rounds: "\
            0b3e6e25cb9aebd24d7f25c1669636eda9cf4ef7c9ea4dd58c308e1793ea1968ad9f8d11c206fe01\
            91e28d4492422ba45af67a62c6f049978fc1f2c59a3ab148c73381d02bb9f603e2a081eecae2b838\
            14ba14e9b8f23d2d2e537a35ac9180493a826fdd",
    },
    Answer {
        width: Width::B1600,
        once: "\
            e7dde140798f25f18a47c033f9ccd584eea95aa61e2698d54d49806f304715bd57d05362054e288b\
            d46f8e7f2da497ffc44746a4a0e5fe90762e19d60cda5b8c9c05191bf7a630ad64fc8fd0b75a9330\
            35d617233fa95aeb0321710d26e6a6a95f55cfdb167ca58126c84703cd31b8439f56a5111a2ff201\
            61aed9215a63e505f270c98cf2febe641166c47b95703661cb0ed04f555a7cb8c832cf1c8ae83e8c\
            14263aae22790c94e409c5a224f94118c26504e72635f5163ba1307fe944f67549a2ec5c7bfff1ea",
        twice: "\
            3ccb6ef94d955c2d6db55770d02c336a6c6bd770128d3d0994d06955b2d9208a56f1e7e5994f9c4f\
            38fb65daa2b957f90daf7512ae3d7785f710d8c347f2f4fa59879af7e69e1b1f25b498ee0fccfee4\
            a168ceb9b661ce684f978fbac466eadef5b1af6e833dc433d9db1927045406e065128309f0a9f87c\
            434717bfa64954fd404b99d833addd9774e70b5dfcd5ea483cb0b755eec8b8e3e9429e646e22a091\
            7bddbae729310e90e8cca3fac59e2a20b63d1c4e4602345b59104ca4624e9f605cbf8f6ad26cd020",
        thousand: "\
            3c8a4efdeff1ee14a6d1bd33598d75bdb818a837e62b548629e5bbb40a8f80ccd546fbb95d12266f\
            bf78e614af6a334e2c8c309bc10faaa26a52235f825738d139d3a6abca165fd2c7ceb98d0aeb49b8\
            e61b54a03c61de6244b12ce10773020884b97f3990db97b909e4608f2aea2595283f6cdc24180f40\
            f3e985faf5042c342af76c8e36f97080d3b06061a016b92bde95681cde2d4c808091306d594c2685\
            217dc2fb90aaf61d1d553323c9ca096492ea3199b2caef07cd13058a796a5530463d14930f044bd0",
        twelve_rounds: "\
            1786a7b938545e8e1ed059f2506acdd9351fa952c6e7b887c5e0e4cd67e09310455ad9f290ab33b0\
            451adda8722fa7e09c2f6714aa8037c51d075100f547dd3ecc8a170c311da3b3a0aa5792a586b579\
            9bf9b1b33d7c4abc93678ae66340876866250e2e33036c5cda30f0b90212aa9c9f7acf2b789a3b5f\
            2379ae61e0c136e5ec873cb718b6e96dc28a9170f1d1be2ab724edda53bdab6a5ae12e2c6a41c1bf\
            af5209b936e0cfc6d76070dc17365045e47a9fc2b21156627a64302cdb7136d41ca02c22760dfdcf",
    },
];

fn apply(width: Width, rounds: u32, times: usize) -> String {
    let state = (0..times).fold(State::zero(width), |state, _| permute(&state, rounds));
    b2h(&state.to_bits())
}

#[test]
fn known_answers() {
    for answer in ANSWERS {
        let rounds = answer.width.rounds();
        assert_eq!(apply(answer.width, rounds, 1), answer.once);
        assert_eq!(apply(answer.width, rounds, 2), answer.twice);
        assert_eq!(apply(answer.width, rounds, 1000), answer.thousand);
        assert_eq!(apply(answer.width, 12, 1), answer.twelve_rounds);
    }
}

/// No published answers exist for these widths; the values are from another program of this
/// project.
#[test]
fn small_widths() {
    for (width, rounds, answer) in [
        (Width::B25, 12, "6c02aa00"),
        (Width::B50, 14, "78c55f1d2d1302"),
        (Width::B100, 16, "66c5edab6df22058d077ae0a01"),
    ] {
        assert_eq!(width.rounds(), rounds);
        let zero = BitString::zeroes(width.bits());
        assert_eq!(b2h(&keccak_f(width, &zero)), answer);
    }
}

/// FIPS 202, table 2.
#[test]
fn offsets_are_those_of_the_table() {
    let by_row = [
        [0, 1, 190, 28, 91],
        [36, 300, 6, 55, 276],
        [3, 10, 171, 153, 231],
        [105, 45, 15, 21, 136],
        [210, 66, 253, 120, 78],
    ];
    let offsets = rotation_offsets();
    for (y, row) in by_row.iter().enumerate() {
        for (x, &offset) in row.iter().enumerate() {
            assert_eq!(offsets[x][y], offset, "({x}, {y})");
        }
    }
}

/// The constants for lanes of 64 bits, as the Keccak team lists them.
#[test]
fn constants_are_those_of_the_table() {
    let table = [
        0x0000_0000_0000_0001,
        0x0000_0000_0000_8082,
        0x8000_0000_0000_808a,
        0x8000_0000_8000_8000,
        0x0000_0000_0000_808b,
        0x0000_0000_8000_0001,
        0x8000_0000_8000_8081,
        0x8000_0000_0000_8009,
        0x0000_0000_0000_008a,
        0x0000_0000_0000_0088,
        0x0000_0000_8000_8009,
        0x0000_0000_8000_000a,
        0x0000_0000_8000_808b,
        0x8000_0000_0000_008b,
        0x8000_0000_0000_8089,
        0x8000_0000_0000_8003,
        0x8000_0000_0000_8002,
        0x8000_0000_0000_0080,
        0x0000_0000_0000_800a,
        0x8000_0000_8000_000a,
        0x8000_0000_8000_8081,
        0x8000_0000_0000_8080,
        0x0000_0000_8000_0001,
        0x8000_0000_8000_8008,
    ];
    for (i, constant) in (0..).zip(table) {
        for width in Width::ALL {
            assert_eq!(round_constant(width, i), constant & width.mask());
        }
    }
}

/// The specification's other form of the register: multiplication by x modulo
/// x^8 + x^6 + x^5 + x^4 + 1, which is 0x171.
#[test]
fn the_register_is_maximal_and_runs_backwards() {
    let mut r = 1_u32;
    for t in 0..255 {
        assert_eq!(rc(t), r & 1 == 1);
        assert_eq!(rc(t), rc(t - 255));
        r <<= 1;
        if r > 255 {
            r ^= 0x171;
        }
    }
    assert_eq!(r, 1);
}

/// Fewer rounds are the last ones; more rounds put indices below 0 in front.
#[test]
fn numbers_of_rounds() {
    for width in Width::ALL {
        let state = sample::state(width, 1);
        let full = width.rounds();
        assert_eq!(permute(&state, 0), state);
        assert_eq!(permute(&state, 1), round(&state, full.cast_signed() - 1));
        let extended = permute(&round(&round(&state, -2), -1), full);
        assert_eq!(permute(&state, full + 2), extended);
        assert_eq!(round_indices(width, full + 2).start, -2);
    }
}

/// States with one set bit: FIPS 202 defines each step bit by bit, the code works on lanes.
#[test]
fn steps_move_single_bits_as_the_formulas_say() {
    let offsets = rotation_offsets();
    for width in Width::ALL {
        let w = width.lane();
        for (x, y, z) in [(0, 0, 0), (1, 0, w - 1), (3, 2, w / 2), (4, 4, w - 1)] {
            let mut a = State::zero(width);
            a.set_lane(x, y, 1 << z);

            let moved = rho(&a).lane(x, y);
            assert_eq!(moved, 1 << ((z + offsets[x][y]) % w));
            assert_eq!(pi(&a).lane(y, 2 * x + 3 * y), 1 << z);

            let mut mixed = a;
            for row in 0..5 {
                let (left, right) = ((x + 4) % 5, (x + 1) % 5);
                mixed.set_lane(right, row, mixed.lane(right, row) ^ 1 << z);
                mixed.set_lane(left, row, mixed.lane(left, row) ^ 1 << ((z + 1) % w));
            }
            assert_eq!(theta(&a), mixed);

            // The bit itself, and the bit two to the left, whose right neighbour is 0.
            let row: [u64; 5] = array::from_fn(|i| chi(&a).lane(i, y));
            let expected: [u64; 5] = array::from_fn(|i| u64::from(i == x || (i + 2) % 5 == x) << z);
            assert_eq!(row, expected);
        }
    }
}

#[test]
fn conversions_are_inverse_and_in_the_order_of_the_standard() {
    for width in Width::ALL {
        assert_eq!(Width::from_bits(width.bits()), Some(width));
        let state = sample::state(width, 7);
        assert_eq!(State::from_bits(width, &state.to_bits()), state);
        assert_eq!(State::from_bytes(width, &state.to_bytes()), state);

        let mut one = State::zero(width);
        one.set_lane(2, 3, 1);
        let position = one.to_bits().as_slice().iter().position(|&bit| bit);
        assert_eq!(position, Some(width.lane() * (5 * 3 + 2)));
    }
    assert_eq!(Width::from_bits(75), None);

    let bytes: Vec<u8> = (0..200).collect();
    let lane = State::from_bytes(Width::B1600, &bytes).lane(1, 2);
    assert_eq!(lane.to_le_bytes(), bytes[88..96]);
    let top = h2b("000000ff", 25);
    assert_eq!(State::from_bits(Width::B25, &top).to_bytes(), [0, 0, 0, 1]);
}
