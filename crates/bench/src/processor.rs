//! The kinds of processor that goals were set for and that rivals' figures are quoted from.

use measure::trials::Machine;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Processor {
    SkylakeSp,
    /// With registers of 512 bits in its execution units, as EPYC has it.
    Zen5,
}

impl Processor {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Processor::SkylakeSp => "Skylake-SP",
            Processor::Zen5 => "EPYC, Zen 5",
        }
    }

    /// Which of them the machine has.
    pub(crate) fn of(machine: &Machine) -> Option<Self> {
        match (machine.vendor.as_str(), machine.family, machine.model) {
            ("GenuineIntel", 6, 0x55) => Some(Processor::SkylakeSp),
            // Models from 0x20 on are for notebooks and desktops, or Zen 6.
            ("AuthenticAMD", 0x1a, 0..=0x1f) => Some(Processor::Zen5),
            _ => None,
        }
    }
}
