// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fixed-width records: position, padding and allowed characters of each value. Columns are counted from 1
//! and include both ends, as in the record specification.

// cspell:ignoreRegExp rust-string

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// How a value fills its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pad {
    /// Left-aligned text, padded with spaces.
    Left,
    /// Right-aligned text, padded with spaces.
    Right,
    /// Text that fills the columns exactly, or is empty.
    Exact,
    /// Right-aligned digits, padded with zeros; empty is all zeros.
    Digits,
    /// Right-aligned digits, padded with zeros; empty is all spaces.
    DigitsOrSpaces,
    /// Digits as above; text is left-aligned.
    DigitsOrText,
}

/// A field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub first: usize,
    pub last: usize,
    pub pad: Pad,
}

/// A value that does not fit its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{record} {field}: {why}")]
pub struct Misfit {
    pub record: &'static str,
    pub field: &'static str,
    pub why: &'static str,
}

impl Field {
    fn misfit(&self, record: &'static str, why: &'static str) -> Misfit {
        Misfit {
            record,
            field: self.name,
            why,
        }
    }

    fn length(&self) -> usize {
        self.last - self.first + 1
    }

    /// Writes a value into its columns of a line of spaces.
    pub(super) fn write(
        &self,
        record: &'static str,
        line: &mut [u8],
        value: &str,
    ) -> Result<(), Misfit> {
        let text = if self.pad == Pad::Exact {
            value
        } else {
            value.trim()
        };
        if !text.bytes().all(is_printable) {
            return Err(self.misfit(record, "a character that claims cannot carry"));
        }
        if text.len() > self.length() {
            return Err(self.misfit(record, "too long"));
        }
        if self.pad == Pad::Exact && !text.is_empty() && text.len() != self.length() {
            return Err(self.misfit(record, "not the whole length"));
        }
        let columns = &mut line[self.first - 1..self.last];
        let start = columns.len() - text.len();
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        match self.pad {
            Pad::Left | Pad::Exact => columns[..text.len()].copy_from_slice(text.as_bytes()),
            Pad::Right => columns[start..].copy_from_slice(text.as_bytes()),
            Pad::Digits | Pad::DigitsOrSpaces if !is_number => {
                return Err(self.misfit(record, "not a number"));
            }
            Pad::DigitsOrSpaces if text.is_empty() => {}
            Pad::DigitsOrText if !is_number => {
                columns[..text.len()].copy_from_slice(text.as_bytes());
            }
            Pad::Digits | Pad::DigitsOrSpaces | Pad::DigitsOrText => {
                columns[..start].fill(b'0');
                columns[start..].copy_from_slice(text.as_bytes());
            }
        }
        Ok(())
    }

    /// Reads the value from a whole line.
    pub(super) fn read(&self, record: &'static str, line: &[u8]) -> Result<String, Misfit> {
        let columns = &line[self.first - 1..self.last];
        if !columns.iter().copied().all(is_printable) {
            return Err(self.misfit(record, "a character that claims cannot carry"));
        }
        let text = String::from_utf8_lossy(columns);
        let trimmed = text.trim();
        match self.pad {
            Pad::Exact if trimmed.is_empty() => Ok(String::new()),
            Pad::Exact => Ok(text.into_owned()),
            Pad::Digits | Pad::DigitsOrSpaces
                if !trimmed.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                Err(self.misfit(record, "not a number"))
            }
            _ => Ok(trimmed.to_owned()),
        }
    }
}

fn is_printable(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

/// The line at full length: trimmed spaces are restored. Longer lines may only end in spaces.
pub(super) fn whole(record: &'static str, line: &[u8], length: usize) -> Result<Vec<u8>, Misfit> {
    let misfit = |why| Misfit {
        record,
        field: "record",
        why,
    };
    if !line.starts_with(record.as_bytes()) {
        return Err(misfit("another record"));
    }
    let (inside, rest) = line.split_at(line.len().min(length));
    if rest.iter().any(|byte| *byte != b' ') {
        return Err(misfit("too long"));
    }
    let mut whole = inside.to_vec();
    whole.resize(length, b' ');
    Ok(whole)
}

/// Defines a record by its fields: a struct of texts that is written and parsed column by column.
macro_rules! record {
    ($(#[$about:meta])* $name:ident = $code:literal, $length:literal {
        $($(#[$of:meta])* $field:ident: $first:literal..=$last:literal $pad:ident,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[$of])* pub $field: String,)*
        }

        impl $name {
            /// The code at the start of a line.
            pub const CODE: &'static str = $code;
            /// The length of a line.
            pub const LENGTH: usize = $length;
            /// The fields, from left to right.
            pub const FIELDS: &'static [$crate::teleplan::columns::Field] = &[$(
                $crate::teleplan::columns::Field {
                    name: stringify!($field),
                    first: $first,
                    last: $last,
                    pad: $crate::teleplan::columns::Pad::$pad,
                },
            )*];

            /// The line, without its end.
            pub fn write(&self) -> Result<Vec<u8>, $crate::teleplan::columns::Misfit> {
                let mut line = vec![b' '; Self::LENGTH];
                line[..Self::CODE.len()].copy_from_slice(Self::CODE.as_bytes());
                let values = [$(&self.$field),*];
                for (field, value) in Self::FIELDS.iter().zip(values) {
                    field.write(Self::CODE, &mut line, value)?;
                }
                Ok(line)
            }

            /// Reads a line without its end.
            pub fn read(line: &[u8]) -> Result<Self, $crate::teleplan::columns::Misfit> {
                let line = $crate::teleplan::columns::whole(Self::CODE, line, Self::LENGTH)?;
                let mut fields = Self::FIELDS.iter();
                let mut next = || match fields.next() {
                    Some(field) => field.read(Self::CODE, &line),
                    None => Ok(String::new()),
                };
                Ok(Self { $($field: next()?,)* })
            }

            /// A record with these values in the order of the fields.
            #[cfg(test)]
            pub(crate) fn of(values: &[String]) -> Self {
                let mut values = values.iter().cloned();
                Self { $($field: values.next().unwrap_or_default(),)* }
            }
        }
    };
}
pub(super) use record;

/// A text in claim format: capitals without accents, one space for anything else.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'ß' => plain.push_str("SS"),
            'Ø' | 'ø' => plain.push('O'),
            'Æ' | 'æ' => plain.push_str("AE"),
            'Œ' | 'œ' => plain.push_str("OE"),
            'Ł' | 'ł' => plain.push('L'),
            'Đ' | 'đ' => plain.push('D'),
            '’' | '‘' => plain.push('\''),
            '“' | '”' | '«' | '»' | '„' => plain.push('"'),
            '–' | '—' | '‐' | '−' => plain.push('-'),
            ' '..='~' => plain.push(letter.to_ascii_uppercase()),
            _ if plain.ends_with(' ') => {}
            _ => plain.push(' '),
        }
    }
    plain.trim().to_owned()
}

/// The letters of a text in claim format.
pub(super) fn letters(text: &str) -> String {
    plain(text)
        .chars()
        .filter(char::is_ascii_alphabetic)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{letters, plain};
    use proptest::prelude::*;

    #[test]
    fn letters_beyond_ascii_are_folded() {
        assert_eq!(plain("Geneviève Łuk-Strauß"), "GENEVIEVE LUK-STRAUSS");
        assert_eq!(plain("李小龍"), "");
        assert_eq!(plain("a\r\nb\tc"), "A B C");
        assert_eq!(letters("O’Neil-Özdemir"), "ONEILOZDEMIR");
    }

    proptest! {
        #[test]
        fn a_folded_text_is_one_byte_a_letter(text in "\\PC{0,60}") {
            let folded = plain(&text);
            prop_assert!(folded.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
            prop_assert_eq!(plain(&folded), folded);
        }
    }
}
