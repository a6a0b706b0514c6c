//! All tests of the schemes in one program, which is linked once.

#[cfg(target_os = "linux")]
mod erased;
mod key_files;
#[cfg(unix)]
mod liboqs;
mod lms;
mod slh_dsa;
mod support;
mod xmss;
