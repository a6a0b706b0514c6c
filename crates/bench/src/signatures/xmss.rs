//! XMSS by lanesum and by the crate `xmss`.

use std::cell::RefCell;
use std::hint::black_box;

use ::xmss::{KeyPair, XmssSha2_10_256};
use anyhow::{Result, ensure};
use lanesum::Backend;
use signatures::xmss::ParameterSet;
use signatures::xmss::hazmat::{PrivateKey, verify_counted};

use super::operation::{MESSAGE, Operation, Work, timed};
use super::subjects::{FIRST, GENERATE, PART, SIGN, VERIFY};

pub(super) fn operations(
    set: ParameterSet,
    backend: Option<Backend>,
    crates: &[&str],
    mut sample: impl FnMut(Operation<'_>),
) -> Result<()> {
    let seed = vec![0x5a; set.seed_bytes()];
    let generate = || PrivateKey::from_seeds(set, &seed, &seed, &seed, backend);
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

    let theirs = crates.contains(&"xmss") && set == ParameterSet::Sha2_10_256;
    let seeds = seed.repeat(3);
    let pair = || KeyPair::<XmssSha2_10_256>::from_seed(&seeds);
    let their_pair = if theirs { pair().ok().map(RefCell::new) } else { None };
    let mut generates: Vec<Work<'_>> = vec![("lanesum", timed(generate))];
    let (mut start, mut index) = (0, 0);
    let ours_first = move || {
        start = (start + PART) % (1 << set.height());
        signing(start);
    };
    let ours_later = move || {
        index = (index + 1) % PART;
        signing(index);
    };
    let mut signs: Vec<Work<'_>> = vec![("lanesum", Box::new(ours_later))];
    let mut verifies: Vec<Work<'_>> = vec![("lanesum", timed(|| verify_counted(&public, MESSAGE, &signature)))];
    if let Some(their_pair) = &their_pair {
        let their_public = their_pair.borrow().verifying_key().clone();
        let theirs = their_pair.borrow_mut().signing_key().sign_detached(MESSAGE);
        let theirs = theirs.map_err(|error| anyhow::anyhow!("crate xmss: {error:?}"))?;
        ensure!(theirs.as_ref() == signature.as_bytes(), "lanesum and xmss have different signatures");
        generates.push(("xmss", timed(pair)));
        signs.push(("xmss", timed(|| their_pair.borrow_mut().signing_key().sign_detached(MESSAGE))));
        verifies.push(("xmss", timed(move || their_public.verify_detached(&theirs, MESSAGE))));
    }
    sample(Operation { name: GENERATE, calls: generated, contenders: generates });
    sample(Operation { name: FIRST, calls: first, contenders: vec![("lanesum", Box::new(ours_first))] });
    sample(Operation { name: SIGN, calls: later, contenders: signs });
    sample(Operation { name: VERIFY, calls: verified, contenders: verifies });
    Ok(())
}
