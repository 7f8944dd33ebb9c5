//! Cutting values out of a line by columns counted from 0, the end not included, as the layouts of
//! remittances have it. A column is a letter, however many bytes stand for it. What stands beyond the end of a trimmed line is spaces.

use chrono::NaiveDate;

use super::money::signed;

/// A line while it is read.
#[derive(Clone, Copy)]
pub(super) struct Cut<'a>(pub(super) &'a [char]);

/// Why a line could not be read.
pub(super) type Broken = &'static str;

impl<'a> Cut<'a> {
    fn letters(self, from: usize, to: usize) -> &'a [char] {
        let end = self.0.len();
        &self.0[from.min(end)..to.min(end)]
    }

    /// For numbers, in which no letter beyond ASCII means anything.
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

    /// A number without sign; blanks are zero.
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

    /// An amount that is for reading only; none when it makes no sense.
    pub(super) fn amount(self, from: usize, to: usize) -> Option<i64> {
        signed(&self.bytes(from, to)).ok()
    }

    /// A day; none when there is none, or no such day.
    pub(super) fn day(self, from: usize, to: usize) -> Option<NaiveDate> {
        let text = self.text(from, to);
        if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        NaiveDate::parse_from_str(&text, "%Y%m%d").ok()
    }

    /// The codes of two letters that stand side by side, without the blank ones.
    pub(super) fn codes(self, from: usize, count: usize) -> Vec<String> {
        (0..count)
            .map(|at| self.text(from + at * 2, from + at * 2 + 2))
            .filter(|code| !code.is_empty())
            .collect()
    }

    /// Seven pairs of code and amount; those without a code and an amount are left out.
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
