// SPDX-License-Identifier: AGPL-3.0-or-later

//! Detects the encoding of a file: UTF-8, UTF-16 or otherwise Windows-1252. A file is scanned once to its end
//! before it is parsed, so that damage is detected before anything is imported.

use std::io::{self, Read};

use super::FileFault;
use super::archive::{is_gzip, is_zip};
use super::faults::fault_of;

/// The encoding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

/// The result of scanning a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Examined {
    pub encoding: Encoding,
    /// Decompressed bytes.
    pub bytes: u64,
}

/// The first bytes of documents that are misnamed as tables.
const DOCUMENTS: &[&[u8]] = &[
    b"\xd0\xcf\x11\xe0",
    b"%PDF",
    b"{\\rtf",
    b"<!DOCTYPE",
    b"<!doctype",
    b"<html",
    b"<?xml",
];

/// Scans a file to its end.
pub fn examine(file: &str, input: &mut dyn Read) -> Result<Examined, FileFault> {
    let mut look = Look::default();
    let mut block = vec![0; 64 * 1024];
    loop {
        let read = fill(input, &mut block).map_err(|error| fault_of(&error, file))?;
        if read == 0 {
            break;
        }
        look.at(file, &block[..read])?;
    }
    let encoding = look.finish(file)?;
    Ok(Examined {
        encoding,
        bytes: look.bytes,
    })
}

/// Reads until the block is full or the file ends.
fn fill(input: &mut dyn Read, block: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < block.len() {
        match input.read(&mut block[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[derive(Default)]
struct Look {
    bytes: u64,
    lines: u64,
    wide: Option<Encoding>,
    /// A byte sequence that is invalid in UTF-8.
    not_utf8: bool,
    /// A valid UTF-8 character beyond ASCII.
    has_utf8: bool,
    /// The beginning of a character that ends in the next block.
    carry: Vec<u8>,
}

impl Look {
    fn at(&mut self, file: &str, block: &[u8]) -> Result<(), FileFault> {
        if self.bytes == 0 {
            self.begin(file, block)?;
        }
        self.bytes += block.len() as u64;
        if self.wide.is_some() {
            self.lines += count(block, b'\n');
            return Ok(());
        }
        if let Some(at) = block.iter().position(|byte| *byte == 0) {
            return Err(FileFault::NotText {
                file: file.to_owned(),
                line: self.lines + count(&block[..at], b'\n') + 1,
            });
        }
        self.lines += count(block, b'\n');
        if !self.not_utf8 {
            self.utf8(block);
        }
        Ok(())
    }

    fn begin(&mut self, file: &str, block: &[u8]) -> Result<(), FileFault> {
        let file = || file.to_owned();
        if is_zip(block) || is_gzip(block) {
            return Err(FileFault::Nested { file: file() });
        }
        if DOCUMENTS.iter().any(|start| block.starts_with(start)) {
            return Err(FileFault::Document { file: file() });
        }
        self.wide = match block {
            [0xff, 0xfe, ..] => Some(Encoding::Utf16Le),
            [0xfe, 0xff, ..] => Some(Encoding::Utf16Be),
            // Without a byte-order mark: Latin letters have a zero in every second byte.
            [a, 0, b, 0, ..] if *a != 0 && *b != 0 => Some(Encoding::Utf16Le),
            [0, a, 0, b, ..] if *a != 0 && *b != 0 => Some(Encoding::Utf16Be),
            _ => None,
        };
        Ok(())
    }

    fn utf8(&mut self, block: &[u8]) {
        let joined;
        let bytes = if self.carry.is_empty() {
            block
        } else {
            joined = [self.carry.as_slice(), block].concat();
            &joined
        };
        let (valid, rest) = match std::str::from_utf8(bytes) {
            Ok(_) => (bytes, &bytes[bytes.len()..]),
            Err(error) if error.error_len().is_none() => bytes.split_at(error.valid_up_to()),
            Err(_) => {
                self.not_utf8 = true;
                return;
            }
        };
        self.has_utf8 |= !valid.is_ascii();
        self.carry = rest.to_vec();
    }

    fn finish(&self, file: &str) -> Result<Encoding, FileFault> {
        let cut_off = || FileFault::CutOff {
            file: file.to_owned(),
            line: self.lines + 1,
        };
        if let Some(wide) = self.wide {
            return if self.bytes.is_multiple_of(2) {
                Ok(wide)
            } else {
                Err(cut_off())
            };
        }
        if self.not_utf8 {
            return Ok(Encoding::Windows1252);
        }
        match (self.carry.is_empty(), self.has_utf8) {
            (true, _) => Ok(Encoding::Utf8),
            // Half a character at the end.
            (false, true) => Err(cut_off()),
            (false, false) => Ok(Encoding::Windows1252),
        }
    }
}

fn count(bytes: &[u8], wanted: u8) -> u64 {
    bytes.iter().map(|byte| u64::from(*byte == wanted)).sum()
}

/// The text of a file as UTF-8, without a byte-order mark.
pub(super) fn decoded<'a>(input: Box<dyn Read + 'a>, encoding: Encoding) -> Box<dyn Read + 'a> {
    let of = match encoding {
        Encoding::Utf8 => encoding_rs::UTF_8,
        Encoding::Utf16Le => encoding_rs::UTF_16LE,
        Encoding::Utf16Be => encoding_rs::UTF_16BE,
        Encoding::Windows1252 => encoding_rs::WINDOWS_1252,
    };
    Box::new(Decoding {
        inner: input,
        decoder: of.new_decoder_with_bom_removal(),
        raw: vec![0; 16 * 1024],
        text: Vec::with_capacity(64 * 1024),
        at: 0,
        is_done: false,
    })
}

struct Decoding<R> {
    inner: R,
    decoder: encoding_rs::Decoder,
    raw: Vec<u8>,
    text: Vec<u8>,
    at: usize,
    is_done: bool,
}

impl<R: Read> Read for Decoding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() && !self.is_done {
            let read = fill(&mut self.inner, &mut self.raw)?;
            self.is_done = read == 0;
            // One byte becomes at most three, and a replacement character has three bytes.
            self.text.resize(self.raw.len() * 4, 0);
            let (_, _, written, _) =
                self.decoder
                    .decode_to_utf8(&self.raw[..read], &mut self.text, self.is_done);
            self.text.truncate(written);
            self.at = 0;
        }
        let given = buffer.len().min(self.text.len() - self.at);
        buffer[..given].copy_from_slice(&self.text[self.at..self.at + given]);
        self.at += given;
        Ok(given)
    }
}
