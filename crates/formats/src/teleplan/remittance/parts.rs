// SPDX-License-Identifier: AGPL-3.0-or-later

//! Extracts values from a line by columns counted from 0, excluding the end, as in the layouts of
//! remittances. A column is one character, however many bytes it has. Positions beyond the end of a trimmed
//! line are spaces.

use chrono::NaiveDate;

use super::overpunch::signed;

/// A line being parsed.
#[derive(Clone, Copy)]
pub(super) struct Cut<'a>(pub(super) &'a [char]);

/// Why a line could not be parsed.
pub(super) type Broken = &'static str;

impl<'a> Cut<'a> {
    fn letters(self, from: usize, to: usize) -> &'a [char] {
        let end = self.0.len();
        &self.0[from.min(end)..to.min(end)]
    }

    /// For numbers, which contain ASCII only.
    fn bytes(self, from: usize, to: usize) -> Vec<u8> {
        let letters = self.letters(from, to).iter();
        letters
            .map(|letter| {
                u8::try_from(*letter)
                    .ok()
                    .filter(u8::is_ascii)
                    .unwrap_or(b'?')
            })
            .collect()
    }

    /// Trimmed text.
    pub(super) fn text(self, from: usize, to: usize) -> String {
        let letters = self.letters(from, to).iter();
        let text: String = letters.collect();
        let trimmed = text.trim_matches(|letter: char| letter.is_ascii_whitespace());
        trimmed
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect()
    }

    /// An unsigned number; blanks are zero.
    pub(super) fn number(self, from: usize, to: usize, why: Broken) -> Result<u32, Broken> {
        let bytes = self.bytes(from, to);
        let bytes = bytes.trim_ascii();
        if bytes.len() > 9 || !bytes.iter().all(u8::is_ascii_digit) {
            return Err(why);
        }
        Ok(bytes
            .iter()
            .fold(0, |sum, digit| sum * 10 + u32::from(*digit - b'0')))
    }

    /// An amount in cents, or a count, that may be negative.
    pub(super) fn signed(self, from: usize, to: usize, why: Broken) -> Result<i64, Broken> {
        signed(&self.bytes(from, to)).map_err(|_| why)
    }

    /// An amount for display only; `None` when it is invalid.
    pub(super) fn amount(self, from: usize, to: usize) -> Option<i64> {
        signed(&self.bytes(from, to)).ok()
    }

    /// A day; `None` when it is missing or invalid.
    pub(super) fn day(self, from: usize, to: usize) -> Option<NaiveDate> {
        let text = self.text(from, to);
        if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        NaiveDate::parse_from_str(&text, "%Y%m%d").ok()
    }

    /// Consecutive two-letter codes, without blank ones.
    pub(super) fn codes(self, from: usize, count: usize) -> Vec<String> {
        (0..count)
            .map(|at| self.text(from + at * 2, from + at * 2 + 2))
            .filter(|code| !code.is_empty())
            .collect()
    }

    /// Seven pairs of code and amount; empty ones are omitted.
    pub(super) fn adjustments(self, from: usize) -> Result<Vec<(String, i64)>, Broken> {
        let mut found = Vec::new();
        for at in 0..7 {
            let start = from + at * 9;
            let code = self.text(start, start + 2);
            let amount = self.signed(start + 2, start + 9, "an adjustment is no amount")?;
            if !code.is_empty() || amount != 0 {
                found.push((code, amount));
            }
        }
        Ok(found)
    }
}
