//! Published answers: the permutations and the checksums of XKCP's self-tests (commits 6ce53d0 and a41913e) by their
//! procedures (`testPermutations.c`, `testDuplex.inc`, `testPRG.inc`).

use crate::support::{Checksum, backends_for, hex};
use lanesum::Backend;
use lanesum::hazmat::{Duplex, Lane, keccak_p200_compact, keccak_p400_compact, keccak_p800_compact};
use lanesum::prg::Prg;

/// The forms in place, on lanes as numbers.
#[test]
fn permutations_in_place() {
    let mut lanes = [0_u8; 25];
    (0..1000).for_each(|_| keccak_p200_compact(&mut lanes, 18).unwrap());
    assert_eq!(hex(&lanes), "924f4e511110703cc6ea7760f7c4223d6d14f7bc7a6b18d68d");
    let mut lanes = [0_u16; 25];
    (0..1000).for_each(|_| keccak_p400_compact(&mut lanes, 20).unwrap());
    assert_eq!(lanes[..3], [0x6eea, 0x7c90, 0x4d20]);
    let mut lanes = [0_u32; 25];
    (0..1000).for_each(|_| keccak_p800_compact(&mut lanes, 22).unwrap());
    assert_eq!(lanes[..2], [0xcb6a_81c1, 0x5e12_8246]);
    for rounds in [0, 19, usize::MAX] {
        assert_eq!(keccak_p200_compact(&mut [0; 25], rounds), Err(lanesum::Error::Rounds(rounds)));
    }
    assert_eq!(keccak_p400_compact(&mut [0; 25], 21), Err(lanesum::Error::Rounds(21)));
    assert_eq!(keccak_p800_compact(&mut [0; 25], 23), Err(lanesum::Error::Rounds(23)));
}

/// `testDuplex.inc` for one rate.
fn duplex<W: Lane>(backend: Option<Backend>, rate: usize) -> String {
    let mut checksum = Checksum::<W>::new(backend);
    let mut duplex = match backend {
        Some(backend) => Duplex::<W>::with_backend(backend, rate, W::ROUNDS).unwrap(),
        None => Duplex::new(rate).unwrap(),
    };
    let input = |n: usize| -> Vec<u8> { (0..n.div_ceil(8)).map(|i| (n - i) as u8).collect() };
    let mut out = vec![0; rate.div_ceil(8)];
    for n in 0..=rate - 2 {
        duplex.duplexing(&input(n), n, &mut out).unwrap();
        checksum.absorb(&out);
    }
    for n in (0..=rate - 2).step_by(8) {
        duplex.duplexing(&input(n), n, &mut []).unwrap();
        duplex.overwrite_with_zeroes(n / 8).unwrap();
        duplex.duplexing(&[], 0, &mut out).unwrap();
        checksum.absorb(&out);
    }
    for n in 0..=rate.div_ceil(8) {
        duplex.duplexing(&[], 0, &mut out[..n]).unwrap();
        checksum.absorb(&out[..n]);
    }
    checksum.squeeze::<8>()
}

/// Every backend that has a form for the lanes, and the one that is chosen.
fn everywhere<W: Lane>() -> impl Iterator<Item = Option<Backend>> {
    backends_for::<W>().into_iter().map(Some).chain([None])
}

/// All rates of one width. The digest is of all checksums; of some the value is here, to see what fails.
fn duplexes<W: Lane>(rates: &[usize], answers: &[(usize, &str)], all: &str) {
    for backend in everywhere::<W>() {
        let sums: Vec<String> = rates.iter().map(|&rate| duplex::<W>(backend, rate)).collect();
        for (rate, answer) in answers {
            let at = rates.iter().position(|r| r == rate).expect("a rate of the list");
            assert_eq!(sums[at], *answer, "rate {rate} on {backend:?}");
        }
        assert_eq!(hex(&lanesum::sha3_256(sums.concat().as_bytes())), all, "{} rates on {backend:?}", rates.len());
    }
}

#[test]
fn duplexes_of_every_width() {
    let rates = |fifth: usize, last: usize| -> Vec<usize> {
        (3..=68).chain((73..=fifth).step_by(5)).chain((248..=last).step_by(25)).collect()
    };
    // testDuplex.c: the values of some rates, and SHA3-256 of those of all rates, one after the other in hexadecimal.
    duplexes::<u8>(
        &rates(198, 0),
        &[(3, "5d7ffca65e89b124"), (40, "afc8a4feb237e385"), (66, "e3adcddcfb6d08d7"), (198, "1b28e649d8dbcaad")],
        "11399b590ce155a42738167a15514c1c6f93d702477a92537adf1bd1251844cf",
    );
    duplexes::<u16>(
        &rates(223, 398),
        &[(3, "409c3c759085723a"), (9, "2123d0667c30725d"), (64, "8c86bb6309f91945"), (398, "4310510ddfd18d15")],
        "765e298570d36ae004f07f60c52e9327d2d4a528a330c4f62f6265ad8a663028",
    );
    duplexes::<u32>(
        &rates(223, 798),
        &[(3, "45c68866e416d2cf"), (8, "11a27038866d5615"), (67, "4fa57c7f2d4e7b5a"), (798, "065c79b43747e768")],
        "01562242080a2380fac255dd6f46a3525d943f38555477888635781f8e00514e",
    );
    duplexes::<u64>(
        &rates(223, 1598),
        &[(3, "0d85ef10b79f5ee0"), (123, "cc870c1887003598"), (1573, "7f3f68eb7429234c"), (1598, "e017cc639fc5575f")],
        "8d35389d479033d783ab2738b34f8eaad4aff407df1f112e9f995ae6fdf1b251",
    );
}

/// `testPRG.inc` for one ρ.
fn prg<W: Lane>(backend: Option<Backend>, rho: usize) -> String {
    let (bytes, capacity) = (25 * W::BYTES, 200 * W::BYTES - 8 * rho - 2);
    let mut checksum = Checksum::<W>::new(backend);
    let mut n = 0;
    while n <= 512 {
        let input: Vec<u8> = (0..n).map(|i| (n - i) as u8).collect();
        let mut out = vec![0; (509 + 3 * n) % 512];
        let mut prg = match backend {
            Some(backend) => Prg::<W>::with_backend(backend, capacity).unwrap(),
            None => Prg::new(capacity).unwrap(),
        };
        assert_eq!((prg.block_len(), prg.capacity()), (rho, capacity));
        prg.feed(&input);
        prg.fetch(&mut out);
        if let Some(&first) = out.first().filter(|first| *first & 1 == 1) {
            if first & 2 != 0 {
                prg.feed(&input);
            }
            assert_eq!(prg.forget().is_ok(), 8 * rho >= capacity);
            if first & 4 != 0 {
                prg.fetch(&mut out);
            }
        }
        checksum.absorb(&out);
        n += if n < bytes { 1 } else { 7 };
    }
    checksum.squeeze::<8>()
}

/// All of one width on the backend that is chosen, and some on every one: a generator of few bytes a block takes long.
fn prgs<W: Lane>(rhos: &[usize], answers: &[(usize, &str)], all: &str) {
    let sums: Vec<String> = rhos.iter().map(|&rho| prg::<W>(None, rho)).collect();
    for (rho, answer) in answers {
        let at = rhos.iter().position(|r| r == rho).expect("one of the list");
        assert_eq!(sums[at], *answer, "{rho} bytes");
        for backend in backends_for::<W>() {
            assert_eq!(prg::<W>(Some(backend), *rho), *answer, "{rho} bytes on {backend}");
        }
    }
    assert_eq!(hex(&lanesum::sha3_256(sums.concat().as_bytes())), all, "all {}", rhos.len());
}

#[test]
fn generators_of_every_width() {
    let list = |parts: &[(usize, usize, usize)]| -> Vec<usize> {
        parts.iter().flat_map(|&(first, last, step)| (first..=last).step_by(step)).collect()
    };
    // testPRG.c, in its order.
    prgs::<u8>(
        &list(&[(1, 24, 1)]),
        &[(8, "02d3da9ce4d0ae1b"), (24, "078482d8786cd370")],
        "8b4d8e3546473bd813f5557988333bcb358bf5ef0d1c8cac9a219a419a43ef71",
    );
    prgs::<u16>(
        &list(&[(1, 33, 2), (34, 49, 1)]),
        &[(25, "f0844cddadbb4a3a"), (49, "58b7863fdc1a707f")],
        "a67549b36abe64a26a803ea0f97e02f08d811ec2aabfa059f000291ac5b53942",
    );
    prgs::<u32>(
        &list(&[(1, 65, 4), (67, 85, 2), (86, 99, 1)]),
        &[(65, "7c482e5afcb4192a"), (99, "82e4940b0ca087bd")],
        "501d9c161ebcff755614094833c8f7fd65a2c94f6ae1778e7f1c1d1ff35b5671",
    );
    prgs::<u64>(
        &list(&[(1, 129, 8), (133, 169, 4), (170, 199, 1), (168, 168, 1), (136, 136, 1)]),
        &[(129, "b62759ce98ea7cf4"), (168, "e783565d92dffba4"), (136, "f67e5ca89e16b94a"), (199, "0220842ad485c4a4")],
        "39500e148140e60b1c8198541e8aef27ae8aa94177d0af4d8adb7015238fa523",
    );
}
