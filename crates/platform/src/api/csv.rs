// SPDX-License-Identifier: AGPL-3.0-or-later

//! CSV answers: the only place of the server that writes CSV. Texts that others typed, such as names, stand in the
//! cells, and spreadsheets calculate a cell that begins like a formula; so such a text gets an apostrophe, which
//! makes it a text again. The web's counterpart is `web/src/ui/files/csv.ts`; both are tested with `csv_cases.json`.
//! Not here: reading CSV (`salal_formats::tables`).

use schemars::Schema;

use super::openapi::Schemas;
use super::responses::{Answer, Parts, text};
use crate::error::{Error, Result};

/// What begins a formula, or what a spreadsheet drops before it looks for one.
const FORMULA: &str = "=+-@\t\r\n\0＝＋－＠";
/// What may stand before a formula without ending it: blanks and quotes.
const PASSED_OVER: &str = " \u{a0}\u{2009}\u{200b}\u{202f}\u{3000}\u{feff}\"'‘’“”";

/// A cell of a table.
#[derive(Debug)]
pub enum Cell {
    /// A text, also one of digits only: guarded against being calculated.
    Text(String),
    /// A number of our own: written as it is, since a sign makes no formula of it.
    Number(i128),
}

impl Cell {
    fn written(self) -> String {
        match self {
            Self::Text(text) => guarded(text),
            Self::Number(number) => number.to_string(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Whether a spreadsheet could calculate the text.
fn is_formula(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.find(|letter| !PASSED_OVER.contains(*letter));
    first.is_some_and(|letter| FORMULA.contains(letter))
}

/// The text as no spreadsheet calculates it.
fn guarded(text: String) -> String {
    if is_formula(&text) {
        format!("'{text}")
    } else {
        text
    }
}

/// The text of a cell that was written here: without the apostrophe that made it safe, if it has one.
pub fn unguarded(cell: &str) -> &str {
    let inside = cell.strip_prefix('\'');
    inside.filter(|text| is_formula(text)).unwrap_or(cell)
}

/// 200 with a CSV file, which the browser saves. Only `Csv::of` makes one, so none is without its guard.
#[derive(Debug)]
pub struct Csv {
    name: String,
    bytes: Vec<u8>,
}

impl Csv {
    /// A table with its header, as RFC 4180 says; `name` is the one that a browser offers when saving.
    pub fn of<const N: usize>(
        name: &str,
        header: [&str; N],
        rows: impl IntoIterator<Item = [Cell; N]>,
    ) -> Result<Self> {
        let mut builder = csv::WriterBuilder::new();
        let mut csv = builder
            .terminator(csv::Terminator::CRLF)
            .from_writer(Vec::new());
        csv.write_record(header).map_err(Error::broken)?;
        for row in rows {
            csv.write_record(row.map(Cell::written))
                .map_err(Error::broken)?;
        }
        Ok(Self {
            name: name.chars().map(safe).collect(),
            bytes: csv.into_inner().map_err(Error::broken)?,
        })
    }

    /// The file itself; for tests.
    #[cfg(any(test, debug_assertions))]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A letter of a file name that needs no quoting in a header and means no folder.
fn safe(letter: char) -> char {
    if letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_') {
        letter
    } else {
        '-'
    }
}

impl Answer for Csv {
    fn parts(self) -> Result<Parts> {
        Ok(Parts {
            status: 200,
            content_type: "text/csv; charset=utf-8".into(),
            body: self.bytes,
            headers: vec![(
                "content-disposition",
                format!("attachment; filename=\"{}\"", self.name),
            )],
        })
    }
    fn describe(_: &mut Schemas) -> (u16, Vec<(&'static str, Schema)>) {
        (200, vec![("text/csv", text())])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_text_is_calculated() {
        let cases: Vec<(String, String)> =
            serde_json::from_str(include_str!("csv_cases.json")).unwrap();
        assert!(cases.len() > 20);
        for (text, cell) in cases {
            assert_eq!(guarded(text.clone()), cell, "{text:?}");
            assert_eq!(unguarded(&cell), text, "{cell:?}");
        }
    }

    #[test]
    fn numbers_keep_their_sign_and_names_are_safe() {
        let rows = [[Cell::Number(-5), "-5".into(), "a,\"b\"\r\nc".into()]];
        let csv = Csv::of("au/dit \"2026\".csv", ["n", "t", "x"], rows).unwrap();
        assert_eq!(
            String::from_utf8_lossy(csv.bytes()),
            "n,t,x\r\n-5,'-5,\"a,\"\"b\"\"\r\nc\"\r\n"
        );
        let parts = csv.parts().unwrap();
        assert_eq!(parts.content_type, "text/csv; charset=utf-8");
        assert_eq!(
            parts.headers,
            [(
                "content-disposition",
                "attachment; filename=\"au-dit--2026-.csv\"".to_owned()
            )]
        );
    }

    proptest! {
        #[test]
        fn every_text_reads_back_and_none_is_a_formula(text in "[ '\"=+\\-@\t\r\na-c]{0,6}|\\PC{0,20}") {
            let cell = guarded(text.clone());
            prop_assert!(!is_formula(&cell) || cell.starts_with('\''));
            prop_assert_eq!(unguarded(&cell), text.as_str());
        }
    }
}
