//! The kinds of x86-64 processors that have rows, by vendor, family, and model or features; their names, and the features that they need.

use crate::plan::processors::Processors;
use lanes::Features;

const fn amd(family: u32, models: &'static [[u8; 2]]) -> Processors {
    Processors { vendor: b"AuthenticAMD", family, models, marks: Features::NONE }
}

const fn intel(models: &'static [[u8; 2]]) -> Processors {
    Processors { vendor: b"GenuineIntel", family: 6, models, marks: Features::NONE }
}

pub static ZEN_5: Processors = amd(0x1a, &[]);
/// Zen 3 and Zen 4. Rows tell them apart by the features that they need: every Zen 4 has AVX-512 with VL, and no Zen 3 has AVX-512. A
/// virtual machine that hides AVX-512 makes a Zen 4 look like a Zen 3.
pub static ZEN_3_AND_4: Processors = amd(0x19, &[]);
/// Zen 2. The lower models are Zen 1, whose vector units have 128 bits.
pub static ZEN_2: Processors = amd(0x17, &[[0x30, 0xff]]);

/// Haswell and Broadwell.
pub static HASWELL: Processors = intel(&[[0x3c, 0x3d], [0x3f, 0x3f], [0x45, 0x47], [0x4f, 0x4f], [0x56, 0x56]]);
/// Skylake to Comet Lake, without AVX-512.
pub static SKYLAKE: Processors = intel(&[[0x4e, 0x4e], [0x5e, 0x5e], [0x8e, 0x8e], [0x9e, 0x9e], [0xa5, 0xa6]]);
/// Ice Lake, Tiger Lake and Rocket Lake, which share a model in LLVM.
pub static ICE_LAKE: Processors = intel(&[[0x6a, 0x6a], [0x6c, 0x6c], [0x7d, 0x7e], [0x8c, 0x8d], [0xa7, 0xa7]]);
/// Alder Lake and Raptor Lake. The rows are about the fast cores: a program cannot know which kind of core it will run on.
pub static ALDER_LAKE: Processors = intel(&[[0x97, 0x97], [0x9a, 0x9a], [0xb7, 0xb7], [0xba, 0xba], [0xbf, 0xbf]]);
/// Sapphire Rapids, Emerald Rapids and those that came after them: all have AVX-512 for numbers of 16 bits, and none before them has it.
pub static SAPPHIRE_RAPIDS: Processors =
    Processors { marks: Features::AVX512FP16, ..intel(&[[0x8f, 0x8f], [0xcf, 0xcf]]) };

/// The features that groups of backends need.
pub mod needs {
    use lanes::Features;

    const BMI: Features = Features::BMI1.and(Features::BMI2);
    pub const SSE41: Features = Features::SSE2.and(Features::SSSE3).and(Features::SSE41);
    pub const SHA_NI: Features = SSE41.and(Features::SHA);
    pub const AVX2: Features = Features::SSE2.and(Features::AVX).and(Features::AVX2).and(BMI);
    pub const AVX512VL: Features = Features::AVX512F.and(Features::AVX512VL).and(BMI);
}

/// Names of kinds of processors that several tables have rows for.
pub mod names {
    pub const ZEN_5: &str = "AMD Zen 5";
    pub const ZEN_4: &str = "AMD Zen 4";
    pub const ZEN_3: &str = "AMD Zen 3";
    pub const ZEN_2: &str = "AMD Zen 2";
    pub const SAPPHIRE_RAPIDS: &str = "Intel Sapphire Rapids";
    pub const ICE_LAKE: &str = "Intel Ice Lake";
    pub const ALDER_LAKE: &str = "Intel Alder Lake";
    pub const SKYLAKE: &str = "Intel Skylake";
    pub const HASWELL: &str = "Intel Haswell";
    pub const AVX512VL: &str = "AVX-512 with VL";
    pub const AVX2: &str = "AVX2 and BMI2";
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanes::features::Model;

    fn model(vendor: &[u8; 12], family: u32, model: u32) -> Model {
        Model { vendor: *vendor, family, model }
    }

    #[test]
    fn each_processor_is_of_one_kind() {
        let kinds = [&ZEN_5, &ZEN_3_AND_4, &ZEN_2, &HASWELL, &SKYLAKE, &ICE_LAKE, &ALDER_LAKE, &SAPPHIRE_RAPIDS];
        for (vendor, families) in [(b"AuthenticAMD", 0x17..=0x1a), (b"GenuineIntel", 6..=6)] {
            for (family, number) in families.flat_map(|family| (0..=0xff).map(move |number| (family, number))) {
                let here = model(vendor, family, number);
                assert!(
                    kinds.iter().filter(|kind| kind.has(Features::NONE, &here)).count() <= 1,
                    "{family:x} {number:x}"
                );
            }
        }
    }

    #[test]
    fn models_are_told_apart() {
        let is = |kind: &Processors, vendor, family, number| kind.has(Features::NONE, &model(vendor, family, number));
        let (amd, intel) = (b"AuthenticAMD", b"GenuineIntel");
        // Milan, Genoa; Naples, Rome, Matisse; Skylake client and server, Broadwell; Gracemont alone (Alder Lake-N).
        assert!(is(&ZEN_3_AND_4, amd, 0x19, 1) && is(&ZEN_3_AND_4, amd, 0x19, 0x11));
        assert_eq!([0x01, 0x31, 0x71].map(|number| is(&ZEN_2, amd, 0x17, number)), [false, true, true]);
        assert_eq!([0x5e, 0x55].map(|number| is(&SKYLAKE, intel, 6, number)), [true, false]);
        assert_eq!([0x3e, 0x4f].map(|number| is(&HASWELL, intel, 6, number)), [false, true]);
        assert_eq!([0x97, 0xbe].map(|number| is(&ALDER_LAKE, intel, 6, number)), [true, false]);
        assert!(!is(&SKYLAKE, amd, 6, 0x5e) && !is(&SKYLAKE, intel, 6, 0x15e));
    }

    #[test]
    fn a_machine_that_says_an_older_model_has_the_rows_of_its_features() {
        // Seen on 2026-11-28: a processor with AMX that calls itself a Rocket Lake.
        let here = model(b"GenuineIntel", 6, 0xa7);
        assert!(SAPPHIRE_RAPIDS.has(Features::AVX512FP16, &here) && !SAPPHIRE_RAPIDS.has(Features::AVX512VL, &here));
        assert!(!SAPPHIRE_RAPIDS.has(Features::AVX512FP16, &model(b"AuthenticAMD", 6, 0xa7)));
        assert!(!SAPPHIRE_RAPIDS.has(Features::AVX512FP16, &model(b"GenuineIntel", 0x13, 1)));
    }
}
