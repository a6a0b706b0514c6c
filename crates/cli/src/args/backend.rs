//! Checks `--backend` of `sum` and `check` against the function and the machine.

use lanesum::{Backend, Error, Hasher, Options};

use crate::function::Function;
use crate::refusal::{Refusal, list};

/// Refuses a backend that the function or the machine does not have.
pub(crate) fn check_backend(function: Function, backend: Backend) -> Result<(), Refusal> {
    let forms = function.backends();
    let Some(algorithm) = function.algorithm() else {
        return Err(Refusal(format!(
            "--backend does not apply to {function}, which another library computes: omit it"
        )));
    };
    let options = Options::from(backend);
    // Any key will do.
    let options = if algorithm.needs_key() { options.key(&[]) } else { options };
    if !forms.contains(&backend) {
        let usable = list(forms.iter().filter(|form| form.is_available()).map(|form| form.name()));
        let lacks = match Hasher::with_options(algorithm, options) {
            Err(Error::OnlyInPapers(_)) => format!("has backend {backend} only in crate lanesum-papers"),
            _ => format!("has no backend {backend}"),
        };
        return Err(Refusal(format!("{function} {lacks}; usable here: {usable}")));
    }
    if !backend.is_available() {
        let why = backend.reason();
        return Err(Refusal(format!("backend {backend} cannot be used: {why} (see \"lanesum info\")")));
    }
    Hasher::with_options(algorithm, options).map(drop).map_err(|error| Refusal(error.to_string()))
}
