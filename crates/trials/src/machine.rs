//! Where it is measured.

use std::time::SystemTime;

use crate::Machine;

impl Machine {
    /// This machine, this build, now. The processors are counted that the calling thread may use: ask before pinning it.
    pub fn here() -> Self {
        let (vendor, family, model) = processor();
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
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn processor() -> (String, u32, u32) {
    let cpuid = raw_cpuid::CpuId::new();
    let vendor = cpuid.get_vendor_info().map(|vendor| vendor.as_str().to_owned()).unwrap_or_default();
    let (family, model) =
        cpuid.get_feature_info().map_or((0, 0), |info| (u32::from(info.family_id()), u32::from(info.model_id())));
    (vendor, family, model)
}

#[cfg(not(target_arch = "x86_64"))]
fn processor() -> (String, u32, u32) {
    (String::new(), 0, 0)
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
        assert_eq!(machine.vendor.is_empty(), cfg!(not(target_arch = "x86_64")));
        assert_eq!(machine.tsc_mhz.is_some(), measure::tsc().is_some());
    }
}
