//! Where it is measured.

use std::time::SystemTime;

use crate::Machine;

impl Machine {
    /// This machine, this build, now. The processors are counted that the calling thread may use: ask before pinning it.
    pub fn here() -> Self {
        let lanesum::cpu::Model { vendor, family, model, .. } = lanesum::cpu::model();
        Self {
            processor: lanesum::cpu::brand(),
            vendor,
            family,
            model,
            cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            features: lanesum::cpu::features().into_iter().map(String::from).collect(),
            tsc_mhz: measure::tsc_hz().map(|hz| hz / 1e6),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            rustc: env!("LANESUM_RUSTC").into(),
            // All crates of the workspace have one version.
            lanesum: env!("CARGO_PKG_VERSION").into(),
            commit: option_env!("LANESUM_COMMIT").map(String::from),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known() {
        let machine = Machine::here();
        assert!(machine.cores >= 1);
        assert!(machine.rustc.starts_with("rustc 1."), "{}", machine.rustc);
        let date = machine.date.as_bytes();
        assert!(date.len() == 20 && date[10] == b'T' && date[19] == b'Z', "{}", machine.date);
        let is_commit = |commit: &str| {
            let number = commit.trim_end_matches("-dirty");
            number.len() >= 4 && number.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        assert!(machine.commit.as_deref().is_none_or(is_commit), "{:?}", machine.commit);
        assert_eq!(machine.vendor.is_empty(), cfg!(not(target_arch = "x86_64")));
        assert_eq!(machine.tsc_mhz.is_some(), measure::tsc().is_some());
    }
}
