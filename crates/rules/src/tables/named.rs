//! Rows whose columns are found by their names, whatever their order.

use std::collections::HashMap;
use std::io::Read;

use super::lines::text_of;
use super::{Encoding, FileFault, Line, read_lines};

/// Where the columns of a file stand, by their names without case and punctuation.
#[derive(Debug, Clone)]
pub struct Columns(HashMap<String, usize>);

/// `DRUG_CODE`, `drug_code` and `Drug Code` are one name.
fn key(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

impl Columns {
    /// The columns that a first line names.
    pub fn of(file: &str, record: &csv::StringRecord) -> Result<Self, FileFault> {
        let mut columns = HashMap::new();
        for (at, name) in record.iter().enumerate() {
            let key = key(name);
            if !key.is_empty() && columns.insert(key, at).is_some() {
                return Err(FileFault::ColumnTwice {
                    file: file.to_owned(),
                    column: tidy(name),
                });
            }
        }
        Ok(Self(columns))
    }

    /// The place of a column.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.0.get(&key(name)).copied()
    }
}

/// One row by the names of its columns.
pub struct Named<'a> {
    columns: &'a Columns,
    line: Line<'a>,
}

impl Named<'_> {
    /// The tidied value of a column; empty when there is none.
    pub fn get(&self, name: &str) -> String {
        match self.line {
            Line::Cells(..) => self.line.cell(self.columns.place(name), name),
            Line::Entry(_, entry) => entry
                .as_object()
                .and_then(|entry| {
                    let wanted = key(name);
                    entry.iter().find(|(name, _)| key(name) == wanted)
                })
                .map(|(_, value)| text_of(Some(value)))
                .unwrap_or_default(),
        }
    }

    /// The first of these columns that is not empty.
    pub fn first(&self, names: &[&str]) -> String {
        names
            .iter()
            .map(|name| self.get(name))
            .find(|text| !text.is_empty())
            .unwrap_or_default()
    }

    /// The line, or the place in the list.
    pub fn number(&self) -> u64 {
        self.line.number()
    }
}

/// Reads the rows of a file whose first line names the columns, or of a list of JSON objects. Of each
/// group of `needed` one column has to be there.
pub fn read_named(
    file: &str,
    input: Box<dyn Read + '_>,
    encoding: Encoding,
    needed: &[&[&str]],
    visit: &mut dyn FnMut(&Named<'_>) -> Result<(), FileFault>,
) -> Result<(), FileFault> {
    let no_columns = Columns(HashMap::new());
    let mut columns: Option<Columns> = None;
    read_lines(file, input, encoding, &mut |line| match line {
        Line::Entry(..) => visit(&Named {
            columns: &no_columns,
            line,
        }),
        Line::Cells(_, record) => {
            if let Some(columns) = &columns {
                return visit(&Named { columns, line });
            }
            let named = Columns::of(file, record)?;
            let missing = needed
                .iter()
                .find(|group| group.iter().all(|name| named.place(name).is_none()));
            if let Some(group) = missing {
                return Err(FileFault::NoColumn {
                    file: file.to_owned(),
                    column: group.join(" or "),
                });
            }
            columns = Some(named);
            Ok(())
        }
    })
}

/// One line, single spaces, no control characters: values hold tabs, double spaces and line breaks.
pub fn tidy(text: &str) -> String {
    let is_odd = |letter: char| letter.is_whitespace() || letter.is_control();
    if !text.contains(is_odd) {
        return text.to_owned();
    }
    text.split(is_odd)
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
