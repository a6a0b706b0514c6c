//! LMS by lanesum and by the crate `hbs-lms`.

use std::cell::RefCell;
use std::hint::black_box;

use anyhow::{Result, anyhow, ensure};
use hbs_lms::{HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_256};
use signatures::lms::ParameterSet;
use signatures::lms::hazmat::{PrivateKey, verify_counted};

use super::operation::{MESSAGE, Operation, Work, timed};
use super::subjects::{FIRST, GENERATE, LMS_SHA256_H10_W4, PART, SIGN, VERIFY};

pub(super) fn operations(name: &str, crates: &[&str], mut sample: impl FnMut(Operation<'_>)) -> Result<()> {
    let set: ParameterSet = name.parse()?;
    let (seed, id) = ([0x5a; 32], [0x5a; 16]);
    let seed = &seed[..set.levels()[0].function().bytes()];
    let generate = || PrivateKey::from_seed(set, seed, &id, None);
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
    let parameters = [HssParameter::<Sha256_256>::new(LmotsAlgorithm::LmotsW4, LmsAlgorithm::LmsH10)];
    let mut their_seed = Seed::<Sha256_256>::default();
    // The upper levels of the tree, as ours has them.
    let mut kept = vec![0; 100_000];
    let mut kept = &mut kept[..];
    let mut generates: Vec<Work<'_>> = vec![("lanesum", timed(generate))];
    let mut signs: Vec<Work<'_>> = vec![("lanesum", Box::new(ours_later))];
    let mut verifies: Vec<Work<'_>> = vec![("lanesum", timed(|| verify_counted(&public, MESSAGE, &signature)))];
    if crates.contains(&"hbs-lms") && name == LMS_SHA256_H10_W4 {
        let failed = |_| anyhow!("crate hbs-lms");
        their_seed.as_mut_slice().copy_from_slice(seed);
        let (theirs, their_public) =
            hbs_lms::keygen(&parameters, &their_seed, Some(&mut kept)).map_err(|_| anyhow!("crate hbs-lms"))?;
        let signed = theirs.clone().try_sign_with_aux(MESSAGE, Some(&mut kept)).map_err(failed)?;
        let valid = hbs_lms::verify::<Sha256_256>(MESSAGE, signature.as_bytes(), public.as_bytes());
        ensure!(valid.is_ok(), "hbs-lms does not verify lanesum's signature");
        generates.push(("hbs-lms", timed(|| hbs_lms::keygen(&parameters, &their_seed, None))));
        // Of a copy: its 1,024 indices would be used up.
        signs.push(("hbs-lms", timed(move || theirs.clone().try_sign_with_aux(MESSAGE, Some(&mut kept)))));
        let verify = move || hbs_lms::verify::<Sha256_256>(MESSAGE, signed.as_ref(), their_public.as_slice());
        verifies.push(("hbs-lms", timed(verify)));
    }
    sample(Operation { name: GENERATE, calls: generated, contenders: generates });
    sample(Operation { name: FIRST, calls: first, contenders: vec![("lanesum", Box::new(ours_first))] });
    sample(Operation { name: SIGN, calls: later, contenders: signs });
    sample(Operation { name: VERIFY, calls: verified, contenders: verifies });
    Ok(())
}
