//! Known answers. (The tests of the library compare each step of each width with kernels that were written independently.)

use super::*;
use crate::bits::b2h;

/// Outputs for the all-zero state.
struct Answer {
    width: Width,
    /// The result of Keccak-f.
    once: &'static str,
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
        thousand: "924f4e511110703cc6ea7760f7c4223d6d14f7bc7a6b18d68d",
        twelve_rounds: "bc21cccfba09007453cf0a0ee67b77cb8c79186403e3f4c474",
    },
    Answer {
        width: Width::B400,
        once: "\
            f509ac40a90ff5149fe8a0ecd15b7078f0ef8fbf3703526075dcc90e76e74652a159815d956d146e\
            3e63ee58ff714c718eb3",
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
