//! lanesum's binary tree of BLAKE-256, which no rival has and no standard describes: what two leaves at a time gain.

use lanesum::{Algorithm, Backend};
use lanesum_papers::blake256_tree;
use measure::trials::{Case, Contender, Failed, Hash, Input, LANESUM, Work};

use super::counts::on_each;
use super::functions::forms;

/// Its name in rows.
pub const BLAKE_TREE: &str = "blake256-tree";

/// On the best backend, or for [`RowKind::Form`] on each.
pub(super) fn contenders<'a>(case: &Case, input: &'a Input) -> Vec<Contender<'a>> {
    on_each(case, forms(Algorithm::Blake256, 1), |backend| contender(case, input, backend))
}

fn contender<'a>(case: &Case, input: &'a Input, backend: Option<Backend>) -> Contender<'a> {
    let refused = blake256_tree(backend, &[]).err().map(|error| error.to_string());
    let hash: Hash = Box::new(move |message, out| {
        let digest = blake256_tree(backend, message).map_err(|_| Failed)?;
        out.copy_from_slice(&digest);
        Ok(())
    });
    let work = match refused {
        Some(reason) => Err(reason),
        None => Work::one_by_one(input, case.output_bytes, hash),
    };
    Contender {
        backend: backend.map(|backend| backend.name().into()),
        limit_core_cpb: Err("two leaves at a time and nodes one by one: no formula tells".into()),
        ..Contender::new(LANESUM, work)
    }
}

#[cfg(test)]
mod tests {
    use measure::trials::RowKind;

    use super::*;

    #[test]
    fn every_backend_has_the_same_digest() {
        let (kind, algorithm) = (RowKind::Form, BLAKE_TREE.to_owned());
        let case = Case { algorithm, kind, bytes: 20_000, messages: 1, output_bytes: 32, threads: 1 };
        let input = Input::of(&case);
        let mut all = contenders(&case, &input);
        all.extend(contenders(&Case { kind: RowKind::Messages, ..case.clone() }, &input));
        let outputs: Vec<_> = all.iter().filter_map(|c| Some(&c.work.as_ref().ok()?.output)).collect();
        assert!(outputs.len() > 2 && outputs.iter().all(|output| *output == outputs[0]));
        assert_eq!(outputs[0].len(), 32);
    }
}
