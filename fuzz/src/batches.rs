//! Many messages: ragged, with prefixes, ends within a byte, and what a hasher begins with; on a backend or by an order that is random,
//! too; XOFs in step. Each against the same message alone on another backend, and one against the reference.

use arbitrary::{Result, Unstructured};
use lanesum::dispatch::{Order, Width};
use lanesum::functions::{Shake128, Shake256};
use lanesum::{Algorithm, Hasher, ManyXof, Message, XofFunction};

use super::check::{holds, same};
use super::input::{backend, bytes, is_for_the_reference, keccak, length};
use super::model::Start;

pub fn batches(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=9_u8)? {
        0 => in_step::<Shake128, 2>(u),
        1 => in_step::<Shake256, 1>(u),
        2 => in_step::<Shake128, 4>(u),
        3 => in_step::<Shake256, 8>(u),
        _ => ragged(u),
    }
}

struct Parts {
    prefix: Vec<u8>,
    body: Vec<u8>,
    last: (u8, u32),
}

impl Parts {
    fn new(u: &mut Unstructured<'_>, most: usize, whole_bytes: bool) -> Result<Self> {
        let prefix = if u.arbitrary()? { bytes(u, 300)? } else { Vec::new() };
        let last = if whole_bytes || u.ratio(3, 4)? { (0, 0) } else { (u.arbitrary()?, u.int_in_range(1..=7)?) };
        Ok(Self { prefix, body: bytes(u, most)?, last })
    }

    fn message(&self) -> Message<'_> {
        Message::prefixed(&self.prefix, &self.body).with_last_bits(self.last.0, self.last.1).expect("few bits")
    }

    fn alone(&self, mut hasher: Hasher, out: &mut [u8]) {
        hasher.update(&self.prefix);
        hasher.update(&self.body);
        let reader = hasher.finalize_with_last_bits(self.last.0, self.last.1).expect("few bits");
        { reader }.read(out).expect("no more than there is");
    }
}

fn ragged(u: &mut Unstructured<'_>) -> Result<()> {
    let start: Start = u.arbitrary()?;
    let algorithm = start.algorithm;
    // An input that ended early has left one.
    Order::reset(algorithm.family());
    let most = *u.choose(&[40, 300, 3000, 20_000])?;
    let count = u.int_in_range(0..=if most > 3000 { 9 } else { 40 })?;
    let alike = u.ratio(1, 4)?;
    let mut parts = Vec::new();
    for i in 0..count {
        let mut part = Parts::new(u, most, algorithm.takes_whole_bytes())?;
        if let (true, Some(Parts { body, .. })) = (alike && i > 0, parts.first()) {
            part.body.resize(body.len(), 0x5a);
        }
        parts.push(part);
    }
    let messages: Vec<_> = parts.iter().map(Parts::message).collect();
    let len = if algorithm.is_xof() { length(u, 500)? } else { algorithm.digest_bits() / 8 };
    let mut out = vec![0xff; len * messages.len()];
    let before = bytes(u, 300)?;
    let mut options = start.options();
    if u.arbitrary()? {
        options = options.backend(backend(u, algorithm, |_| true)?);
    } else {
        order(u, algorithm)?;
    }
    let has_prefix = match u.int_in_range(0..=2_u8)? {
        0 => {
            algorithm.digest_many(options, &messages, &mut out).expect("all fits");
            false
        }
        1 => {
            algorithm.digest_many_rayon(options, &messages, &mut out).expect("all fits");
            false
        }
        _ => {
            let mut hasher = Hasher::with_options(algorithm, options).expect("it is available");
            hasher.update(&before);
            hasher.finalize_many(&messages, len, &mut out).expect("all fits");
            true
        }
    };
    Order::reset(algorithm.family());
    let other = backend(u, algorithm, |_| true)?;
    for (i, part) in parts.iter().enumerate() {
        let mut hasher = Hasher::with_options(algorithm, start.options().backend(other)).expect("it is available");
        if has_prefix {
            hasher.update(&before);
        }
        let mut alone = vec![0; len];
        part.alone(hasher, &mut alone);
        let ours = &out[i * len..][..len];
        same("batches: each message alone", ours, &alone);
        let bits = 8 * (part.prefix.len() + part.body.len()) + part.last.1 as usize;
        let first = i == 0 && !has_prefix && part.body.len() < 3000;
        if first && is_for_the_reference(bits / 8 + len, ours) {
            let all = [&part.prefix[..], &part.body, &[part.last.0]].concat();
            same("batches: the reference", ours, &start.reference(&all[..bits.div_ceil(8)], bits, 8 * len));
        }
    }
    Ok(())
}

/// Installs an order of any widths, if there can be such a one.
fn order(u: &mut Unstructured<'_>, algorithm: Algorithm) -> Result<()> {
    let mut widths = vec![Width::new(1, backend(u, algorithm, |_| true)?, u.int_in_range(1..=5000)?)];
    for _ in 0..u.int_in_range(0..=3_u8)? {
        let backend = backend(u, algorithm, |_| true)?;
        let messages = *u.choose(algorithm.widths(backend))?;
        widths.push(Width::new(messages, backend, u.arbitrary()?));
    }
    if let Ok(order) = Order::new(algorithm.family(), &widths) {
        order.install();
        holds("batches: an order in force", Order::current(algorithm.family()).widths() == order.widths());
    }
    Ok(())
}

fn in_step<F: XofFunction, const N: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let mut parts = Vec::new();
    for _ in 0..N {
        parts.push(Parts::new(u, 600, false)?);
    }
    let messages = std::array::from_fn(|i| parts[i].message());
    let mut many = ManyXof::<F, N>::with_backend(keccak(u)?, messages).expect("it is available");
    let mut got = vec![Vec::new(); N];
    for _ in 0..u.int_in_range(0..=4_u8)? {
        let len = length(u, 700)?;
        let mut out = vec![vec![0xff; len]; N];
        let mut places = out.iter_mut();
        let places = std::array::from_fn(|_| &mut places.next().expect("N of them")[..]);
        many.squeeze(places).expect("all as long");
        got.iter_mut().zip(out).for_each(|(all, out)| all.extend(out));
    }
    let other = keccak(u)?;
    for (part, got) in parts.iter().zip(&got) {
        let mut alone = vec![0; got.len()];
        part.alone(Hasher::with_backend(F::ALGORITHM, other).expect("it is available"), &mut alone);
        same("batches: XOFs in step", got, &alone);
    }
    Ok(())
}
