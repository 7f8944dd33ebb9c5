// SPDX-License-Identifier: AGPL-3.0-or-later

//! Parses the lines of a pick-up file by column (reference teleplan 4). Unparsable lines and unknown records
//! are kept and reported, never dropped.

mod check;
mod overpunch;
mod parts;
mod records;
mod shapes;

use std::fmt;

pub use check::{Gravity, Told, checks};
pub use overpunch::{Overpunched, signed, write_signed};
pub use shapes::{
    Adjustment, Broadcast, ClaimLine, Control, EligibilityAnswer, Message, Outcome, PayeeLine,
    Practitioner, Record, RefusedClaim, Share,
};

/// A file above this size is refused.
pub const LARGEST_FILE: usize = 64 * 1024 * 1024;
/// A longer line is not the plan's.
pub const LONGEST_LINE: usize = 1_000;

/// A line and its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// The line as received, without its end and leading spaces; an oversized line is truncated.
    pub raw: String,
    pub record: Record,
}

/// Why a whole file was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    #[error("the file is larger than 64 MB")]
    TooLarge,
}

/// Parses all lines of a pick-up file.
pub fn read(bytes: &[u8]) -> Result<Vec<Line>, FileFault> {
    if bytes.len() > LARGEST_FILE {
        return Err(FileFault::TooLarge);
    }
    let mut lines = Vec::new();
    for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = trimmed(line);
        if line.is_empty() {
            continue;
        }
        // A UTF-8 character has at most four bytes.
        let text = decoded(&line[..line.len().min(4 * (LONGEST_LINE + 1))]);
        let (raw, is_long) = match text.char_indices().nth(LONGEST_LINE) {
            Some((end, _)) => (text[..end].to_owned(), true),
            None => (text, false),
        };
        let record = if is_long {
            Record::Broken("the line is too long")
        } else {
            records::read(&raw)
        };
        lines.push(Line {
            number: at + 1,
            raw,
            record,
        });
    }
    Ok(lines)
}

/// Without line ends and surrounding blanks: one writer starts lines with a line feed and ends them with a
/// carriage return.
fn trimmed(line: &[u8]) -> &[u8] {
    let is_filler = |byte: &u8| matches!(byte, b'\r' | b' ' | b'\x1a' | b'\0');
    let end = line
        .iter()
        .rposition(|byte| !is_filler(byte))
        .map_or(0, |at| at + 1);
    let start = line[..end]
        .iter()
        .position(|byte| *byte != b'\r')
        .unwrap_or(end);
    &line[start..end]
}

/// The characters of a line, so that columns are counted by character: a name with an accent is one byte
/// longer in UTF-8 than in the older encoding, which most lines have.
fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252
            .decode_without_bom_handling(bytes)
            .0
            .into_owned(),
    }
}

impl fmt::Display for Line {
    /// Number and kind, never the content.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} ({})", self.number, self.record.code(&self.raw))
    }
}

#[cfg(test)]
mod tests;
