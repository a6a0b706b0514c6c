//! The machine and the build of a run.

use lanesum::cpu;
use measure::trials::Machine;

/// This machine, this build, now. Only the processors that the calling thread may use are counted: call this before pinning
/// it.
pub fn here() -> Machine {
    let cpu::Model { vendor, family, model, .. } = cpu::model();
    Machine {
        processor: cpu::brand(),
        vendor,
        family,
        model,
        features: cpu::features().into_iter().map(String::from).collect(),
        rustc: Some(env!("LANESUM_RUSTC").into()),
        // All crates of the workspace have one version.
        lanesum: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("LANESUM_COMMIT").map(String::from),
        ..Machine::here()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_and_build_are_known() {
        let machine = here();
        let rustc = machine.rustc.as_deref().expect("the build script asked for it");
        assert!(rustc.starts_with("rustc 1."), "{rustc}");
        let is_commit = |commit: &String| u64::from_str_radix(commit.trim_end_matches("-dirty"), 16).is_ok();
        assert!(machine.commit.as_ref().is_none_or(is_commit), "{:?}", machine.commit);
        assert_eq!(machine.vendor.is_empty(), cfg!(not(target_arch = "x86_64")));
    }
}
