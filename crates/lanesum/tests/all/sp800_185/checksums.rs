//! The checksums of the Keccak code package's self-test.

use super::support::{Checksum, backends, pattern};
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{Backend, BitStr, CShake, ParallelHash, Strength};
use reference::sp800_185::Length;

/// 0, 1, 1 + q, 1 + 2q and so on, up to `last`.
fn lengths(q: usize, last: usize) -> impl Iterator<Item = usize> {
    [0].into_iter().chain((1..=last).step_by(q))
}

struct SelfTest<S> {
    /// None: those that the library chooses.
    backend: Option<Backend>,
    /// A block less a byte, in bits.
    q: usize,
    customization: Vec<u8>,
    name: Vec<u8>,
    strength: std::marker::PhantomData<S>,
}

impl<S: Strength> SelfTest<S> {
    fn new(backend: Option<Backend>) -> Self {
        let half = S::BITS as usize / 2;
        let q = if S::BITS == 128 { 167 * 8 } else { 135 * 8 };
        Self {
            backend,
            q,
            customization: pattern(16, half, 97),
            name: pattern(16, half, 91),
            strength: std::marker::PhantomData,
        }
    }

    fn cshake(&self, sum: &mut Checksum<u64>, bits: usize, out_bits: usize, name: usize, custom: usize) {
        let data = pattern(bits.div_ceil(8), out_bits, bits + custom);
        // The self-test does not clear the bits above the last one of the customization.
        let customization = &self.customization[..custom.div_ceil(8)];
        let customization = BitStr::with_whole_last_byte(customization, custom as u64).unwrap();
        let function = &self.name[..name / 8];
        let mut hasher = match self.backend {
            Some(backend) => CShake::<S>::with_backend(backend, function, customization).unwrap(),
            None => CShake::<S>::new(function, customization),
        };
        hasher.update_bits(BitStr::from_bits(&data, bits as u64).unwrap());
        let mut out = vec![0; out_bits.div_ceil(8)];
        hasher.finalize_xof().read_bits(&mut out, out_bits as u64).unwrap();
        sum.absorb(&out);
    }

    fn of_cshake(&self) -> String {
        let mut sum = Checksum::<u64>::new(None);
        for bits in 0..=8192 {
            self.cshake(&mut sum, bits, 256, 0, 0);
        }
        for bits in lengths(self.q, 8192) {
            for name in (0..=128).step_by(8) {
                for custom in (0..=128).step_by(7) {
                    self.cshake(&mut sum, bits, 256, name, custom);
                }
            }
        }
        let mut out_bits = 1;
        while out_bits <= 512 {
            for bits in lengths(self.q, 8192) {
                self.cshake(&mut sum, bits, out_bits, 0, 0);
            }
            out_bits += if out_bits >= 16 { self.q } else { 1 };
        }
        sum.squeeze::<16>()
    }

    fn of_cshake_xof(&self) -> String {
        let mut sum = Checksum::<u64>::new(None);
        for out_bits in [1024, 2048, 4096] {
            for bits in [0, 1, 4, 16, 64, 256, 1024, 4096] {
                self.cshake(&mut sum, bits, out_bits, 0, 0);
            }
        }
        sum.squeeze::<16>()
    }

    fn parallel(&self, sum: &mut Checksum<u64>, block: usize, bytes: usize, out: usize, custom: usize, length: Length) {
        let data = pattern(bytes, block / 256 + out, bytes + custom);
        let (block, customization) = (block as u64, &self.customization[..custom]);
        let mut hasher = match self.backend {
            Some(backend) => <ParallelHash<S>>::with_backend(backend, block, customization).unwrap(),
            None => <ParallelHash<S>>::new(block, customization).unwrap(),
        };
        hasher.update(&data);
        let mut output = vec![0; out];
        match length {
            Length::Fixed => hasher.finalize_to(&mut output),
            Length::Arbitrary => hasher.finalize_xof().read(&mut output),
        }
        sum.absorb(&output);
    }

    fn of_parallel_hash(&self) -> String {
        let mut sum = Checksum::<u64>::new(None);
        for block in [1024, 8192] {
            for bytes in 0..=9 * block + 123 {
                self.parallel(&mut sum, block, bytes, 32, 0, Length::Fixed);
            }
        }
        for block in (3..=13).map(|log| 1 << log) {
            for out in [16, 32, 64] {
                for bytes in lengths(self.q / 8, 1024).take_while(|bytes| *bytes <= 3 * block) {
                    for custom in [0, 7, 14] {
                        self.parallel(&mut sum, block, bytes, out, custom, Length::Fixed);
                    }
                }
            }
        }
        sum.squeeze::<16>()
    }

    fn of_parallel_hash_xof(&self) -> String {
        let mut sum = Checksum::<u64>::new(None);
        for out in (4..=9).map(|log| 1 << log) {
            for block in (3..=13).map(|log| 1 << log) {
                let mut bytes = 0;
                while bytes <= 3 * block && bytes <= 1024 {
                    self.parallel(&mut sum, block, bytes, out, 0, Length::Arbitrary);
                    bytes = if bytes == 0 { 1 } else { 4 * bytes };
                }
            }
        }
        sum.squeeze::<16>()
    }
}

/// XKCP, `tests/UnitTests/testSP800-185.c`: the checksums at its head, on every backend.
#[test]
fn self_test_of_the_code_package() {
    for backend in backends() {
        let (s128, s256) = (SelfTest::<Bits128>::new(Some(backend)), SelfTest::<Bits256>::new(Some(backend)));
        assert_eq!(s128.of_cshake(), "8470d70905bac8f86b721dbcee4b186c", "{backend}");
        assert_eq!(s256.of_cshake(), "4b94428745df7c24d2b6974c18a0bf76", "{backend}");
        assert_eq!(s128.of_cshake_xof(), "c00580f0893fd585485e8cbe144046b9", "{backend}");
        assert_eq!(s256.of_cshake_xof(), "88e00485d8e4e16d30aea87499d77ec9", "{backend}");
        assert_eq!(s128.of_parallel_hash_xof(), "a349e75ad6c62f34bcbdb600e4fbb07f", "{backend}");
        assert_eq!(s256.of_parallel_hash_xof(), "2c8de65d50a82419d4b6515f85ce418d", "{backend}");
    }
}

/// The same of `ParallelHash`: all lengths up to nine blocks of 8192 bytes, 5 GB. Not on every backend: `.ci/prove` proves their kernels.
#[test]
#[ignore = "every length up to nine blocks: 5 GB"]
fn self_test_of_parallel_hash() {
    assert_eq!(SelfTest::<Bits128>::new(None).of_parallel_hash(), "88ff7de79d0d8bbff347ab9a3d5eee7e");
    assert_eq!(SelfTest::<Bits256>::new(None).of_parallel_hash(), "9ed2259393336060749696b710e9997a");
}
