//! The sponge, the duplexes, the generator and the stream cipher over every width of Keccak-p: any calls, on two backends; one run in four
//! against the reference, too, which takes most of its time.

use arbitrary::{Result, Unstructured};
use cipher::{KeyIvInit, StreamCipher};
use lanesum::hazmat::{
    Duplex, FullStateDuplex, KeccakSponge, Lane, MonkeyDuplex, MonkeyRounds, Outer, Shake128Stream, Shake256Stream,
    Snp, State, TwistedState,
};
use lanesum::prg::Prg;
use lanesum::{Algorithm, Backend};
use reference::duplex::{self, Function};
use reference::keccak_p::{Width, keccak_p};
use reference::sponge::{pad10star1, sponge};
use reference::twisted::keccak_p_twisted;
use reference::{BitString, sha3};

use super::check::{holds, same};
use super::input::{asks_the_reference, backend, bytes, length, pieces};

pub fn constructions(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=16_u8)? {
        0 => sponges::<u8>(u),
        1 => sponges::<u16>(u),
        2 => sponges::<u32>(u),
        3 => sponges::<u64>(u),
        4 => duplexes::<u8>(u),
        5 => duplexes::<u32>(u),
        6 => duplexes::<u64>(u),
        7 => monkeys::<u8, State<u8>>(u, straight::<u8>),
        8 => monkeys::<u16, TwistedState<u16>>(u, twisted::<u16>),
        9 => monkeys::<u64, TwistedState<u64>>(u, twisted::<u64>),
        10 => full_state::<u16>(u),
        11 => full_state::<u32>(u),
        12 => full_state::<u64>(u),
        13 => generators::<u8>(u),
        14 => generators::<u32>(u),
        15 => generators::<u64>(u),
        _ => stream(u),
    }
}

fn width<W: Lane>() -> Width {
    Width::from_bits(200 * W::BYTES).expect("a width of the permutation")
}

fn straight<W: Lane>(rounds: usize) -> Function {
    Box::new(move |s| keccak_p(width::<W>(), rounds as u32, s))
}

fn twisted<W: Lane>(rounds: usize) -> Function {
    Box::new(move |s| keccak_p_twisted(width::<W>(), rounds as u32, s))
}

fn on<W: Lane>(u: &mut Unstructured<'_>) -> Result<Backend> {
    backend(u, Algorithm::Sha3_256, |backend| State::<W>::with_backend(backend).is_ok())
}

/// This many bits, and what the reference takes for them.
fn bits(u: &mut Unstructured<'_>, most: usize) -> Result<(Vec<u8>, BitString)> {
    let len = u.int_in_range(0..=most)?;
    let mut data = bytes(u, len.div_ceil(8))?;
    data.resize(len.div_ceil(8), 0x3c);
    let string = BitString::from_bits_lsb(&data, len);
    Ok((data, string))
}

/// Of whole bytes, or any.
fn rate<W: Lane>(u: &mut Unstructured<'_>, least: usize) -> Result<usize> {
    let width = 200 * W::BYTES;
    if u.arbitrary()? { Ok(8 * u.int_in_range(1..=width / 8 - 1)?) } else { u.int_in_range(least..=width - 1) }
}

fn sponges<W: Lane>(u: &mut Unstructured<'_>) -> Result<()> {
    let asks = asks_the_reference(u);
    let (rate, rounds) = (rate::<W>(u, 1)?, u.int_in_range(1..=W::ROUNDS)?);
    // A block of few bits takes as long as one of many.
    let most = if rate < 40 { 60 } else { 1000 };
    let mut sponges =
        [on::<W>(u)?, on::<W>(u)?].map(|on| KeccakSponge::<W>::with_backend(on, rate, rounds).expect("it fits"));
    let mut whole = BitString::new();
    for _ in 0..u.int_in_range(0..=4_u8)? {
        let (data, string) = bits(u, most)?;
        for sponge in &mut sponges {
            sponge.absorb_bits(&data, string.len() as u64).expect("as many bits as there are");
        }
        whole = whole.concat(&string);
    }
    let outs = [u.int_in_range(0..=most)?, u.int_in_range(0..=most)?];
    let f = |s: &BitString| keccak_p(width::<W>(), rounds as u32, s);
    let expected = || self::sponge(200 * W::BYTES, f, pad10star1, rate, &whole, outs[0] + outs[1]).to_bytes();
    let expected = asks.then(expected);
    let [one, other] = sponges.map(|sponge| {
        let mut reader = sponge.finish();
        let mut got = BitString::new();
        for len in outs {
            let mut out = vec![0xff; len.div_ceil(8)];
            reader.squeeze_bits(&mut out, len as u64).expect("there is room");
            got = got.concat(&BitString::from_bits_lsb(&out, len));
        }
        got.to_bytes()
    });
    same("constructions: sponge, another backend", &other, &one);
    if let Some(expected) = expected {
        same("constructions: sponge, the reference", &one, &expected);
    }
    Ok(())
}

fn duplexes<W: Lane>(u: &mut Unstructured<'_>) -> Result<()> {
    let asks = asks_the_reference(u);
    let (rate, rounds) = (rate::<W>(u, 3)?, u.int_in_range(1..=W::ROUNDS)?);
    let mut theirs = asks.then(|| duplex::Duplex::new(200 * W::BYTES, straight::<W>(rounds), rate));
    let mut ours = [on::<W>(u)?, on::<W>(u)?].map(|on| Duplex::<W>::with_backend(on, rate, rounds).expect("it fits"));
    let block = rate.div_ceil(8);
    for _ in 0..u.int_in_range(1..=5_u8)? {
        let (kind, cut) = (u.int_in_range(0..=3_u8)?, u.int_in_range(0..=block)?);
        let (fed, zeroes) = (bytes(u, (rate - 2) / 8)?, u.int_in_range(0..=40_usize)?);
        let zeroes = zeroes.min((rate - 2) / 8 - fed.len());
        let (besides, string) = bits(u, rate - 2 - 8 * (fed.len() + zeroes))?;
        let expected = theirs.as_mut().map(|theirs| match kind {
            0 => theirs.overwriting(&string, rate),
            1 => {
                theirs.replace(&BitString::from_bytes(&fed));
                theirs.duplexing(&BitString::zeroes(8 * fed.len()), rate)
            }
            _ => {
                let sigma = BitString::from_bytes(&fed).concat(&BitString::zeroes(8 * zeroes)).concat(&string);
                theirs.duplexing(&sigma, rate)
            }
        });
        let [one, other] = ours.each_mut().map(|ours| {
            let mut out = vec![0xff; block];
            let (now, later) = out.split_at_mut(cut);
            match kind {
                0 => ours.overwriting(&besides, string.len(), now),
                1 => ours.overwrite(&fed).and_then(|()| ours.duplexing(&[], 0, now)),
                _ => {
                    let fed = ours.feed(&fed).and_then(|()| ours.feed_zeroes(zeroes));
                    fed.and_then(|()| ours.duplexing(&besides, string.len(), now))
                }
            }
            .expect("it fits");
            ours.read(later).expect("that many are unread");
            let too_many = vec![0; block + 1];
            holds("constructions: duplex refuses more than its rate", ours.feed(&too_many).is_err());
            out
        });
        same("constructions: duplex, another backend", &other, &one);
        if let Some(expected) = expected {
            same("constructions: duplex, the reference", &one, &expected.to_bytes());
        }
    }
    Ok(())
}

fn monkeys<W: Lane, S: Snp>(u: &mut Unstructured<'_>, f: fn(usize) -> Function) -> Result<()> {
    let asks = asks_the_reference(u);
    let width = 200 * W::BYTES;
    let rate = u.int_in_range(3..=width)?;
    let mut rounds = || u.int_in_range(1..=W::ROUNDS);
    let (start, step, stride) = (rounds()?, rounds()?, rounds()?);
    let (data, string) = bits(u, width - 2)?;
    let mut theirs = asks.then(|| duplex::MonkeyDuplex::start(width, [start, step, stride].map(f), rate, &string));
    let mut ours = [on::<W>(u)?, on::<W>(u)?].map(|on| {
        let rounds = MonkeyRounds { start, step, stride };
        MonkeyDuplex::<S>::with_backend(on, rate, rounds, &data, string.len()).expect("it fits")
    });
    for _ in 0..u.int_in_range(1..=5_u8)? {
        let (data, string) = bits(u, rate - 2)?;
        let (stride, len) = (u.arbitrary()?, u.int_in_range(0..=rate.div_ceil(8))?);
        let expected = theirs.as_mut().map(|theirs| {
            let expected = if stride { theirs.stride(&string, rate) } else { theirs.step(&string, rate) };
            expected.to_bytes()[..len].to_vec()
        });
        let [one, other] = ours.each_mut().map(|ours| {
            let mut out = vec![0xff; len];
            let done = if stride {
                ours.stride(&data, string.len(), &mut out)
            } else {
                ours.step(&data, string.len(), &mut out)
            };
            done.expect("it fits");
            out
        });
        same("constructions: MonkeyDuplex, another backend", &other, &one);
        if let Some(expected) = expected {
            same("constructions: MonkeyDuplex, the reference", &one, &expected);
        }
    }
    Ok(())
}

fn full_state<W: Lane>(u: &mut Unstructured<'_>) -> Result<()> {
    let asks = asks_the_reference(u);
    let size = 25 * W::BYTES;
    let (rate, rounds) = (u.int_in_range(1..=size)?, u.int_in_range(1..=W::ROUNDS)?);
    let start = bytes(u, size)?;
    let theirs =
        || duplex::FullStateDuplex::new(8 * size, straight::<W>(rounds), 8 * rate, &BitString::from_bytes(&start));
    let mut theirs = asks.then(theirs);
    let mut ours = [on::<W>(u)?, on::<W>(u)?]
        .map(|on| FullStateDuplex::<W>::with_backend(on, rate, rounds, &start).expect("it fits"));
    for _ in 0..u.int_in_range(1..=5_u8)? {
        let (block, overwrite, len) = (bytes(u, size)?, u.arbitrary()?, length(u, rate)?);
        let expected = theirs
            .as_mut()
            .map(|theirs| theirs.duplexing(&BitString::from_bytes(&block), overwrite).to_bytes()[..len].to_vec());
        let [one, other] = ours.each_mut().map(|ours| {
            let mut out = vec![0xff; len];
            ours.duplexing(if overwrite { Outer::Overwrite } else { Outer::Add }, &block, &mut out).expect("it fits");
            out
        });
        same("constructions: full-state duplex, another backend", &other, &one);
        if let Some(expected) = expected {
            same("constructions: full-state duplex, the reference", &one, &expected);
        }
    }
    Ok(())
}

fn generators<W: Lane>(u: &mut Unstructured<'_>) -> Result<()> {
    let asks = asks_the_reference(u);
    let capacity = u.int_in_range(1..=200 * W::BYTES - 10)?;
    let mut theirs = asks.then(|| duplex::Prg::new(200 * W::BYTES, straight::<W>(W::ROUNDS), capacity));
    let mut ours = [on::<W>(u)?, on::<W>(u)?].map(|on| Prg::<W>::with_backend(on, capacity).expect("it fits"));
    // A block of few bytes takes as long as one of many.
    let most = 300.min(20 * ours[0].block_len());
    for _ in 0..u.int_in_range(1..=7_u8)? {
        let data = bytes(u, most)?;
        match u.int_in_range(0..=3_u8)? {
            0 => {
                if let Some(theirs) = &mut theirs {
                    theirs.feed(&data);
                }
                for ours in &mut ours {
                    ours.feed(&data);
                }
            }
            1 => {
                let [one, other] = ours.each_mut().map(|ours| ours.forget().is_ok());
                holds("constructions: Prg forgets, another backend", other == one);
                if let Some(theirs) = &mut theirs {
                    holds("constructions: Prg forgets, the reference", one == theirs.forget());
                }
            }
            _ => {
                let [one, other] = ours.each_mut().map(|ours| {
                    let mut out = vec![0; data.len()];
                    ours.fetch(&mut out);
                    out
                });
                same("constructions: Prg, another backend", &other, &one);
                if let Some(theirs) = &mut theirs {
                    same("constructions: Prg, the reference", &one, &theirs.fetch(data.len()));
                }
            }
        }
    }
    Ok(())
}

fn stream(u: &mut Unstructured<'_>) -> Result<()> {
    let asks = asks_the_reference(u);
    let (key, nonce): ([u8; 32], [u8; 16]) = u.arbitrary()?;
    let data = bytes(u, 2000)?;
    let pieces = pieces(u, &data)?;
    let on = on::<u64>(u)?;
    let digest = |algorithm: Algorithm, seed: &[u8]| {
        let mut out = vec![0; data.len()];
        algorithm.digest(on, seed, &mut out).expect("an output of any length");
        out
    };
    if u.arbitrary()? {
        let seed = [&key[..16], &nonce].concat();
        let ours = keystream::<Shake128Stream>(&seed, &pieces);
        let theirs = digest(Algorithm::Shake128, &seed);
        same("constructions: Shake128Stream, SHAKE128 on another backend", &ours, &theirs);
        if asks {
            let theirs = sha3::shake128(&BitString::from_bytes(&seed), 8 * data.len()).to_bytes();
            same("constructions: Shake128Stream, the reference", &ours, &theirs);
        }
    } else {
        let seed = [&key[..], &nonce].concat();
        let ours = keystream::<Shake256Stream>(&seed, &pieces);
        let theirs = digest(Algorithm::Shake256, &seed);
        same("constructions: Shake256Stream, SHAKE256 on another backend", &ours, &theirs);
        if asks {
            let theirs = sha3::shake256(&BitString::from_bytes(&seed), 8 * data.len()).to_bytes();
            same("constructions: Shake256Stream, the reference", &ours, &theirs);
        }
    }
    Ok(())
}

/// The keystream that the cipher adds to these pieces, under the key and nonce that the seed is made of.
fn keystream<C: KeyIvInit + StreamCipher>(seed: &[u8], pieces: &[&[u8]]) -> Vec<u8> {
    let (key, nonce) = seed.split_at(C::key_size());
    let mut cipher = C::new_from_slices(key, nonce).expect("as long as both are");
    let mut all = Vec::new();
    for data in pieces {
        let mut piece = data.to_vec();
        cipher.apply_keystream(&mut piece);
        all.extend(piece.iter().zip(*data).map(|(after, before)| after ^ before));
    }
    all
}
