//! `TurboSHAKE` with every domain: batches, in step, saved and restored. (`table` has one message.)

use super::Both;
use super::support::{backends, message};
use lanesum::{Domain, Error, ManyXof, Message, Strided, TurboShake, TurboShake128, TurboShake256, strengths};
use reference::turboshake::turboshake;

fn domain(byte: u8) -> Domain {
    Domain::new(byte).unwrap()
}

#[test]
fn domains_are_those_of_the_rfc() {
    for byte in 0..=255 {
        let made = Domain::new(byte);
        assert_eq!(made, Domain::try_from(byte));
        if (0x01..=0x7f).contains(&byte) {
            assert_eq!(made.map(Domain::byte), Ok(byte));
        } else {
            assert_eq!(made, Err(Error::Domain(byte)));
        }
    }
    assert_eq!((Domain::default(), Domain::DEFAULT.byte()), (Domain::DEFAULT, 0x1f));
    assert_eq!((domain(7).to_string(), format!("{:?}", domain(7))), ("0x07".to_owned(), "Domain(0x07)".to_owned()));
    assert_eq!(Error::Domain(0x80).to_string(), "domain separation byte 0x80: it must be 0x01 to 0x7f");
}

#[test]
fn debug_prints_no_state() {
    for backend in backends() {
        assert_eq!(
            format!("{:?}", TurboShake256::with_backend(backend, domain(1)).unwrap()),
            format!("TurboSHAKE256 {{ domain: Domain(0x01), backend: {backend:?}, .. }}")
        );
    }
}

fn many<S: Both, const N: usize>() {
    let lengths = [0, 168, 1, 1000, 136, 500, 167, 33];
    let data: [Vec<u8>; N] = std::array::from_fn(|i| message(lengths[i], i as u64));
    let expected = data.each_ref().map(|data| turboshake(S::STANDARD, data, 0x0b, 700));
    let messages = data.each_ref().map(|data| &data[..]);
    let chosen: ManyXof<TurboShake<S>, N> = TurboShake::<S>::many(domain(0x0b), messages);
    let named = |backend| TurboShake::<S>::many_with_backend(backend, domain(0x0b), messages).unwrap();
    for mut xofs in [chosen].into_iter().chain(backends().into_iter().map(named)) {
        let mut done = 0;
        for len in [1, 0, 167, 168, 300, 64] {
            let mut out: [Vec<u8>; N] = std::array::from_fn(|_| vec![0; len]);
            xofs.squeeze(out.each_mut().map(|out| &mut out[..])).unwrap();
            for i in 0..N {
                assert_eq!(out[i], expected[i][done..done + len], "{xofs:?}, {i}");
            }
            done += len;
        }
    }
}

#[test]
fn in_step() {
    many::<strengths::Bits128, 1>();
    many::<strengths::Bits128, 2>();
    many::<strengths::Bits128, 4>();
    many::<strengths::Bits128, 8>();
    many::<strengths::Bits256, 8>();
}

#[test]
fn batches() {
    let data: Vec<_> = (0..40).map(|i| message(i * 37, i as u64)).collect();
    let messages: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let expected: Vec<u8> = data.iter().flat_map(|data| turboshake(TurboBits::STANDARD, data, 0x33, 50)).collect();
    let mut out = vec![0; expected.len()];
    TurboShake256::new(domain(0x33)).finalize_many(&messages, 50, &mut out).unwrap();
    assert_eq!(out, expected);

    let buffer = message(2000, 9);
    let messages = Strided::new(&buffer, 300, 100, 11).unwrap();
    let expected: Vec<u8> =
        (0..11).flat_map(|i| turboshake(TurboBits::STANDARD, &buffer[100 * i..][..300], 0x01, 64)).collect();
    let mut out = vec![0; expected.len()];
    TurboShake256::new(domain(1)).finalize_many(&messages, 64, &mut out).unwrap();
    assert_eq!(out, expected);

    let within = [Message::from_bits(&[1], 3).unwrap()];
    let mut out = [0x5a; 8];
    assert_eq!(TurboShake128::digest_many(&within, 8, &mut out), Err(Error::WholeBytes));
    assert_eq!(
        TurboShake128::digest_many(&["a"], 9, &mut out),
        Err(Error::Length { argument: "out", expected: 9, got: 8 })
    );
    assert_eq!(out, [0x5a; 8]);
}

/// The strength of the batches.
type TurboBits = strengths::Bits256;
