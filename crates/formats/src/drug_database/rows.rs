// SPDX-License-Identifier: AGPL-3.0-or-later

//! The rows of one file in a common form, whether the file is a text extract or a saved response of the web
//! API.
//!
//! `build` combines them.

use std::io::Read;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ImportError;
use super::columns::{AHFS_PLACE, Layout, WITHOUT_AHFS, layout};
use super::sources::Role;
use crate::tables::{Columns, Encoding, Line, read_lines};

/// One row: its line in the file (or position in a list), the drug code, and the values in the order of their
/// resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub line: u64,
    pub code: i64,
    pub cells: Vec<String>,
}

impl Row {
    /// The row with the names of the web API.
    pub fn named(&self, role: Role) -> Value {
        let mut named = Map::new();
        named.insert("drug_code".into(), self.code.into());
        for (cell, text) in layout(role).cells.iter().zip(&self.cells) {
            let is_told = cell.is_needed || !text.is_empty();
            if is_told {
                named.insert(cell.field.into(), text.as_str().into());
            }
        }
        Value::Object(named)
    }
}

/// A usable row, or the line of an unusable one and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    Row(Row),
    Skipped(u64, &'static str),
}

const NO_CODE: &str = "the drug code is not a number";

/// Reads all rows of a file that was checked before.
pub fn read_rows(
    file: &str,
    role: Role,
    input: Box<dyn Read + '_>,
    encoding: Encoding,
    visit: &mut dyn FnMut(Found) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    let mut shape = Shape {
        file,
        role,
        layout: layout(role),
        columns: None,
        places: Vec::new(),
        code: 0,
    };
    read_lines(file, input, encoding, &mut |line| match line {
        Line::Cells(_, record) => match shape.cells(line, record)? {
            Some(found) => visit(found),
            None => Ok(()),
        },
        Line::Entry(place, entry) => visit(shape.entry(place, line, entry)),
    })
}

/// The layout detected from the first row.
struct Shape<'a> {
    file: &'a str,
    role: Role,
    layout: &'static Layout,
    /// Columns of the first row.
    columns: Option<usize>,
    /// For each value: its position, and that of its French text.
    places: Vec<(Option<usize>, Option<usize>)>,
    /// Position of the drug code.
    code: usize,
}

impl Shape<'_> {
    fn cells(
        &mut self,
        line: Line<'_>,
        record: &csv::StringRecord,
    ) -> Result<Option<Found>, ImportError> {
        if self.columns.is_none() {
            self.columns = Some(record.len());
            if self.names(record)? {
                return Ok(None);
            }
            self.by_place(record)?;
        }
        let number = line.number();
        if Some(record.len()) != self.columns {
            let reason = "the row has another number of columns than the file";
            return Ok(Some(Found::Skipped(number, reason)));
        }
        let code = record.get(self.code).unwrap_or_default().trim();
        let Ok(code) = code.parse() else {
            return Ok(Some(Found::Skipped(number, NO_CODE)));
        };
        let cells = self.layout.cells.iter().zip(&self.places);
        let cells: Vec<String> = cells
            .map(|(cell, (place, french))| {
                let english = line.cell(*place, cell.field);
                if english.is_empty() && french.is_some() {
                    line.cell(*french, cell.field)
                } else {
                    english
                }
            })
            .collect();
        Ok(Some(self.judged(number, code, cells)))
    }

    /// Uses the first row as column names if it contains the drug code's name.
    fn names(&mut self, record: &csv::StringRecord) -> Result<bool, ImportError> {
        let names_code = record.iter().any(|name| {
            let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
            letters.eq_ignore_ascii_case("drugcode")
        });
        if !names_code {
            return Ok(false);
        }
        let columns = Columns::of(self.file, record)?;
        self.code = columns.place("drug_code").unwrap_or_default();
        for cell in self.layout.cells {
            let names = [cell.field].into_iter().chain(cell.names.iter().copied());
            let place = names.clone().find_map(|name| columns.place(name));
            let french = names
                .clone()
                .find_map(|name| columns.place(&format!("{name}_f")));
            if cell.is_needed && place.is_none() {
                return Err(ImportError::NoColumn {
                    file: self.file.to_owned(),
                    column: cell.field.to_uppercase(),
                });
            }
            self.places.push((place, french));
        }
        Ok(true)
    }

    fn by_place(&mut self, record: &csv::StringRecord) -> Result<(), ImportError> {
        if !self.layout.counts.contains(&record.len()) {
            return Err(ImportError::UnknownColumns {
                file: self.file.to_owned(),
                columns: record.len(),
            });
        }
        let without_ahfs = self.role == Role::Class && record.len() == WITHOUT_AHFS;
        for cell in self.layout.cells {
            let is_gone = without_ahfs && cell.place == Some(AHFS_PLACE);
            let place = cell.place.filter(|_| !is_gone);
            self.places.push((place, cell.french));
        }
        Ok(())
    }

    fn entry(&self, place: u64, line: Line<'_>, entry: &Value) -> Found {
        let code = match &entry["drug_code"] {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        let Some(code) = code else {
            return Found::Skipped(place, NO_CODE);
        };
        let cells = self.layout.cells.iter();
        let cells: Vec<String> = cells.map(|cell| line.cell(None, cell.field)).collect();
        let is_other = self
            .layout
            .cells
            .iter()
            .filter(|cell| cell.is_needed)
            .all(|cell| entry.get(cell.field).is_none());
        if is_other {
            return Found::Skipped(place, "the entry has none of this resource's fields");
        }
        self.judged(place, code, cells)
    }

    /// Validates a single row.
    fn judged(&self, line: u64, code: i64, cells: Vec<String>) -> Found {
        let text = |at: usize| cells.get(at).map_or("", String::as_str);
        let reason = match self.role {
            _ if code < 1 => Some("the drug code is no code of the register"),
            Role::Product if text(2).is_empty() => Some("the product has no name"),
            Role::Status if !matches!(text(0), "" | "Y" | "N" | "y" | "n") => {
                Some("the flag of the current status is neither Y nor N")
            }
            _ => None,
        };
        match reason {
            Some(reason) => Found::Skipped(line, reason),
            None => Found::Row(Row { line, code, cells }),
        }
    }
}
