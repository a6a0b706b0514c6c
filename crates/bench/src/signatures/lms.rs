//! LMS by lanesum and by the crate `hbs-lms`.

use std::cell::RefCell;
use std::hint::black_box;

use anyhow::{Result, anyhow, bail, ensure};
use hbs_lms::{
    HashChain, HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_192, Sha256_256, Shake256_192, Shake256_256,
};
use lanesum::Backend;
use signatures::lms::hazmat::{PrivateKey, verify_counted};
use signatures::lms::{HashFunction, ParameterSet};

use super::operation::{MESSAGE, Operation, Work, timed};
use super::subjects::{FIRST, GENERATE, PART, SIGN, VERIFY};

pub(super) fn operations(
    name: &str,
    backend: Option<Backend>,
    crates: &[&str],
    mut sample: impl FnMut(Operation<'_>),
) -> Result<()> {
    let set: ParameterSet = name.parse()?;
    let (seed, id) = ([0x5a; 32], [0x5a; 16]);
    let seed = &seed[..set.levels()[0].function().bytes()];
    let generate = || PrivateKey::from_seed(set, seed, &id, backend);
    let mut key = generate()?;
    let public = key.verifying_key();
    let generated = key.calls();
    let signature = key.sign(0, MESSAGE)?;
    let first = key.calls();
    key.sign(1, MESSAGE)?;
    let later = key.calls();
    let (valid, verified) = verify_counted(&public, MESSAGE, &signature);
    valid?;
    let key = RefCell::new(key);
    // Indices are used again and again, of a key that signs nothing else.
    let signing = |index: u64| drop(black_box(key.borrow_mut().sign(index, MESSAGE)));
    let (mut start, mut index) = (0, 0);
    let ours_first = move || {
        start = (start + PART) % set.capacity();
        signing(start);
    };
    let ours_later = move || {
        index = (index + 1) % PART;
        signing(index);
    };
    let mut generates: Vec<Work<'_>> = vec![("lanesum", timed(generate))];
    let mut signs: Vec<Work<'_>> = vec![("lanesum", Box::new(ours_later))];
    let mut verifies: Vec<Work<'_>> = vec![("lanesum", timed(|| verify_counted(&public, MESSAGE, &signature)))];
    if crates.contains(&"hbs-lms") {
        let w = if set.levels()[0].w() == 8 { LmotsAlgorithm::LmotsW8 } else { LmotsAlgorithm::LmotsW4 };
        let theirs = match set.levels()[0].function() {
            HashFunction::Sha256 => {
                // The other functions have other numbers there.
                let valid = hbs_lms::verify::<Sha256_256>(MESSAGE, signature.as_bytes(), public.as_bytes());
                ensure!(valid.is_ok(), "hbs-lms does not verify lanesum's signature");
                rival::<Sha256_256>(w, seed)?
            }
            HashFunction::Sha256_192 => rival::<Sha256_192>(w, seed)?,
            HashFunction::Shake256 => rival::<Shake256_256>(w, seed)?,
            HashFunction::Shake256_192 => rival::<Shake256_192>(w, seed)?,
            other => bail!("{other:?} is new to the bench"),
        };
        let contenders = [&mut generates, &mut signs, &mut verifies];
        contenders.into_iter().zip(theirs).for_each(|(all, work)| all.push(("hbs-lms", work)));
    }
    sample(Operation { name: GENERATE, calls: generated, contenders: generates });
    sample(Operation { name: FIRST, calls: first, contenders: vec![("lanesum", Box::new(ours_first))] });
    sample(Operation { name: SIGN, calls: later, contenders: signs });
    sample(Operation { name: VERIFY, calls: verified, contenders: verifies });
    Ok(())
}

/// The operations of `hbs-lms` that are timed. The tests of the signatures exchange signatures with it.
fn rival<H: HashChain + 'static>(w: LmotsAlgorithm, seed: &[u8]) -> Result<[Box<dyn FnMut()>; 3]> {
    let failed = || anyhow!("crate hbs-lms");
    let parameters = [HssParameter::<H>::new(w, LmsAlgorithm::LmsH10)];
    let mut own = Seed::<H>::default();
    own.as_mut_slice().copy_from_slice(seed);
    // The upper levels of the tree, as ours has them; it shortens the slice to what it needs.
    let mut kept = vec![0; 100_000];
    let mut used = &mut kept[..];
    let (key, public) = hbs_lms::keygen(&parameters, &own, Some(&mut used)).map_err(|_| failed())?;
    let used = used.len();
    kept.truncate(used);
    let signed = key.clone().try_sign_with_aux(MESSAGE, Some(&mut &mut kept[..])).map_err(|_| failed())?;
    ensure!(hbs_lms::verify::<H>(MESSAGE, signed.as_ref(), public.as_slice()).is_ok(), failed());
    Ok([
        timed(move || hbs_lms::keygen(&parameters, &own, None)),
        // Of a copy: its 1,024 indices would be used up.
        timed(move || key.clone().try_sign_with_aux(MESSAGE, Some(&mut &mut kept[..]))),
        timed(move || hbs_lms::verify::<H>(MESSAGE, signed.as_ref(), public.as_slice())),
    ])
}
