//! The traits of `std::io`.

use super::{FixedFunction, FixedHash, Hasher, HasherReader};

impl<F: FixedFunction> std::io::Write for FixedHash<F> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.try_update(data).map_err(|error| std::io::Error::new(std::io::ErrorKind::FileTooLarge, error))?;
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::io::Write for Hasher {
    /// # Errors
    /// [`std::io::ErrorKind::FileTooLarge`] for a message of more bits than the standard allows; [`std::io::ErrorKind::Unsupported`] for a
    /// tuple, because a writer does not know where a string ends.
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        if self.algorithm().is_of_tuples() {
            return Err(std::io::ErrorKind::Unsupported.into());
        }
        self.try_update(data).map_err(|error| std::io::Error::new(std::io::ErrorKind::FileTooLarge, error))?;
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::io::Read for HasherReader {
    /// Reads the next bytes; 0 after the last whole byte of a digest of fixed length.
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let left = self.left_bits().map_or(u64::MAX, |left| left / 8);
        let count = out.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.read(&mut out[..count]).map_err(std::io::Error::other)?;
        Ok(count)
    }
}
