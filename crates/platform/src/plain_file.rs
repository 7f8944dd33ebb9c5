// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads files that others may have put there: regular ones alone, up to a size. A pipe or a device in the place of a file
//! would hold up whoever opens it without end, or give data without end.

// cspell:ignore NOCTTY NONBLOCK

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read as _, Result};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::fs::OFlags;

/// What is said of something that is no file.
pub const NO_FILE: &str = "it is no regular file, but a folder, a pipe or a device";

/// Opens a file as these options say. What is there is looked at once it is open: before, somebody could exchange it.
pub fn open(path: &Path, options: &mut OpenOptions) -> Result<File> {
    // A device may act on being opened. A file that is not there yet may be made.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(Error::new(ErrorKind::InvalidInput, NO_FILE));
    }
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = options
        .custom_flags(flags.bits().cast_signed())
        .open(path)?;
    if !file.metadata()?.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, NO_FILE));
    }
    Ok(file)
}

/// Reads a file of at most so many bytes.
pub fn read(path: &Path, longest: u64) -> Result<Vec<u8>> {
    let file = open(path, OpenOptions::new().read(true))?;
    let mut bytes = Vec::new();
    // Not by the size that it has: it may grow.
    file.take(longest + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= longest) {
        return Ok(bytes);
    }
    let told = format!("it is larger than {longest} bytes");
    Err(Error::new(ErrorKind::FileTooLarge, told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_regular_file_of_a_size_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "12345").expect("a file");
        assert_eq!(read(&at("file"), 5).expect("reads"), b"12345");
        let too_long = read(&at("file"), 4).expect_err("too long").to_string();
        assert!(too_long.contains("larger than 4 bytes"), "{too_long}");
        std::os::unix::fs::symlink("/dev/zero", at("zero")).expect("a link");
        std::fs::create_dir(at("folder")).expect("a folder");
        let pipe = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status();
        assert!(pipe.expect("mkfifo runs").success());
        for name in ["zero", "folder", "pipe"] {
            let refused = read(&at(name), 5).expect_err(name).to_string();
            assert_eq!(refused, NO_FILE, "{name}");
        }
        let sparse = File::create(at("sparse")).expect("a file");
        sparse.set_len(1 << 40).expect("a large file");
        assert!(read(&at("sparse"), 1024).is_err());
        assert_eq!(
            read(&at("none"), 5).expect_err("none").kind(),
            ErrorKind::NotFound
        );
    }
}
