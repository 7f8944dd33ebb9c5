// SPDX-License-Identifier: AGPL-3.0-or-later

//! Amounts and counts of remittances: digits whose last one contains the sign (COBOL overpunch).

// cspell:ignore jklmnopqr

/// Why a number could not be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overpunched;

/// Last digits that make the amount negative, from 0 on.
const NEGATIVE: &[u8; 10] = b"}JKLMNOPQR";
/// Last digits that mark the amount as positive, from 0 on.
const POSITIVE: &[u8; 10] = b"{ABCDEFGHI";

/// Parses a number: blanks are zero.
pub fn signed(columns: &[u8]) -> Result<i64, Overpunched> {
    let text = columns.trim_ascii();
    let Some((last, digits)) = text.split_last() else {
        return Ok(0);
    };
    // The plan's numbers are never longer; a longer one would overflow.
    if digits.len() > 15 || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Overpunched);
    }
    let place = |table: &[u8; 10]| table.iter().position(|sign| sign == last);
    let (unit, sign) = if last.is_ascii_digit() {
        (usize::from(*last - b'0'), 1)
    } else if let Some(unit) = place(NEGATIVE) {
        (unit, -1)
    } else if let Some(unit) = place(POSITIVE) {
        (unit, 1)
    } else {
        return Err(Overpunched);
    };
    let whole = digits
        .iter()
        .fold(0_i64, |sum, digit| sum * 10 + i64::from(*digit - b'0'));
    let unit = i64::try_from(unit).map_err(|_| Overpunched)?;
    Ok(sign * (whole * 10 + unit))
}

/// Writes a number into this many columns; `None` when it does not fit.
pub fn write_signed(number: i64, length: usize) -> Option<String> {
    let mut text = format!("{:0length$}", number.unsigned_abs());
    if text.len() > length {
        return None;
    }
    if number < 0 {
        let unit = text.pop()?.to_digit(10)?;
        let unit = usize::try_from(unit).ok()?;
        text.push(char::from(NEGATIVE[unit]));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::{Overpunched, signed, write_signed};
    use proptest::prelude::*;

    #[test]
    fn the_reference_s_examples() {
        for (text, wanted) in [
            ("000316K", -3162),
            ("000316}", -3160),
            ("0000000", 0),
            ("000225}", -2250),
            ("000012M", -124),
            ("00J", -1),
            ("00000{", 0),
            ("0001A", 11),
            ("       ", 0),
            ("      5", 5),
        ] {
            assert_eq!(signed(text.as_bytes()), Ok(wanted), "{text}");
        }
        for wrong in [
            "00K5",
            "12 4",
            "-12",
            "00.12",
            "1234567890123456789",
            "0000S",
        ] {
            assert_eq!(signed(wrong.as_bytes()), Err(Overpunched), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_number_comes_back(number in -9_999_999_i64..=9_999_999) {
            let text = write_signed(number, 7).expect("it fits");
            prop_assert_eq!(text.len(), 7);
            prop_assert_eq!(signed(text.as_bytes()), Ok(number));
        }

        #[test]
        fn any_bytes_are_a_number_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..24)) {
            let _ = signed(&bytes);
        }
    }
}
