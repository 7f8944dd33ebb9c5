//! What comes back from the plan: every line of a pick-up file, read by its columns (reference teleplan
//! 4). A line that cannot be read is kept and told, never dropped; so is a record nobody knows.

mod check;
mod money;
mod parts;
mod records;
mod shapes;

use std::fmt;

pub use check::{Gravity, Told, checks};
pub use money::{Overpunched, signed, write_signed};
pub use shapes::{
    Adjustment, Broadcast, ClaimLine, Control, EligibilityAnswer, Message, Outcome, PayeeLine,
    Practitioner, Record, RefusedClaim, Share,
};

/// A file above this size is refused.
pub const LARGEST_FILE: usize = 64 * 1024 * 1024;
/// A longer line is none of the plan's.
pub const LONGEST_LINE: usize = 1_000;

/// A line and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// The line as it came, without its end and the spaces before it; a line that is too long is cut.
    pub raw: String,
    pub record: Record,
}

/// A whole file could not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    #[error("the file is larger than 64 MB")]
    TooLarge,
}

/// Reads every line of a pick-up file.
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
        // A letter of UTF-8 has four bytes at most.
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

/// Without the end of the line and what stands for nothing around it: one writer begins lines with a
/// line feed and ends them with a carriage return.
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

/// The letters of a line, so that columns are counted by letters: a name with an accent is one byte longer in
/// UTF-8 than in the older encoding, which most lines have.
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
    /// Number and kind, never what stands in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} ({})", self.number, self.record.code(&self.raw))
    }
}

#[cfg(test)]
mod tests;
