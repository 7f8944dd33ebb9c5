// SPDX-License-Identifier: AGPL-3.0-or-later

//! Rows whose columns are found by name, in any order; a file with its own names comes with a mapping to
//! ours.

use std::collections::HashMap;
use std::io::Read;

use serde::{Deserialize, Serialize};

use super::lines::text_of;
use super::{Encoding, FileFault, Line, read_lines};

/// Positions of the columns of a file, by name without case and punctuation.
#[derive(Debug, Clone)]
pub struct Columns(HashMap<String, usize>);

/// `DRUG_CODE`, `drug_code` and `Drug Code` are the same name.
fn key(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

/// Maps the columns of a file to ours: the file's name, then ours.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnMap(pub Vec<(String, String)>);

impl ColumnMap {
    /// Parses `street=address`; `None` for another format.
    pub fn pair(text: &str) -> Option<(String, String)> {
        let (theirs, ours) = text.split_once('=')?;
        let (theirs, ours) = (theirs.trim(), ours.trim());
        let is_whole = !key(theirs).is_empty() && !key(ours).is_empty();
        is_whole.then(|| (theirs.to_owned(), ours.to_owned()))
    }

    /// The file's column mapped to one of ours.
    fn theirs(&self, ours: &str) -> Option<&str> {
        let wanted = key(ours);
        let mut pairs = self.0.iter();
        pairs
            .find(|(_, ours)| key(ours) == wanted)
            .map(|(theirs, _)| theirs.as_str())
    }

    /// Our name of the file's column.
    fn ours(&self, theirs: &str) -> Option<String> {
        let mut pairs = self.0.iter();
        pairs
            .find(|(name, _)| key(name) == theirs)
            .map(|(_, ours)| key(ours))
    }
}

impl Columns {
    /// The columns named in a first line.
    pub fn of(file: &str, record: &csv::StringRecord) -> Result<Self, FileFault> {
        Self::mapped(file, record, &ColumnMap::default())
    }

    /// Like [`Columns::of`], with the file's names replaced by ours. A missing column is an error, and so is
    /// one that would replace another with our name.
    pub fn mapped(
        file: &str,
        record: &csv::StringRecord,
        map: &ColumnMap,
    ) -> Result<Self, FileFault> {
        let absent = map
            .0
            .iter()
            .find(|(theirs, _)| !record.iter().any(|name| key(name) == key(theirs)));
        if let Some((theirs, _)) = absent {
            return Err(FileFault::NoColumn {
                file: file.to_owned(),
                column: theirs.clone(),
            });
        }
        let mut columns = HashMap::new();
        for (at, name) in record.iter().enumerate() {
            let theirs = key(name);
            let key = match (map.ours(&theirs), map.theirs(&theirs)) {
                (Some(ours), _) => ours,
                (None, Some(other)) => {
                    return Err(FileFault::ColumnTaken {
                        file: file.to_owned(),
                        ours: tidy(name),
                        theirs: other.to_owned(),
                    });
                }
                (None, None) => theirs,
            };
            if !key.is_empty() && columns.insert(key, at).is_some() {
                return Err(FileFault::ColumnTwice {
                    file: file.to_owned(),
                    column: tidy(name),
                });
            }
        }
        Ok(Self(columns))
    }

    /// The position of a column.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.0.get(&key(name)).copied()
    }
}

/// One row with its column names.
pub struct Named<'a> {
    columns: &'a Columns,
    map: &'a ColumnMap,
    line: Line<'a>,
}

impl Named<'_> {
    /// The normalized value of a column; empty when there is none.
    pub fn get(&self, name: &str) -> String {
        match self.line {
            Line::Cells(..) => self.line.cell(self.columns.place(name), name),
            Line::Entry(_, entry) => entry
                .as_object()
                .and_then(|entry| {
                    let wanted = key(self.map.theirs(name).unwrap_or(name));
                    entry.iter().find(|(name, _)| key(name) == wanted)
                })
                .map(|(_, value)| text_of(Some(value)))
                .unwrap_or_default(),
        }
    }

    /// Whether the column exists, empty or not.
    pub fn has(&self, name: &str) -> bool {
        match self.line {
            Line::Cells(..) => self.columns.place(name).is_some(),
            Line::Entry(_, entry) => {
                let wanted = key(self.map.theirs(name).unwrap_or(name));
                let mut names = entry.as_object().into_iter().flat_map(|entry| entry.keys());
                names.any(|name| key(name) == wanted)
            }
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

    /// The line, or the position in the list.
    pub fn number(&self) -> u64 {
        self.line.number()
    }
}

/// Reads the rows of a file whose first line names the columns, or of a list of JSON objects. One column of
/// each group of `needed` must exist.
pub fn read_named(
    file: &str,
    input: Box<dyn Read + '_>,
    encoding: Encoding,
    needed: &[&[&str]],
    visit: &mut dyn FnMut(&Named<'_>) -> Result<(), FileFault>,
) -> Result<(), FileFault> {
    read_mapped(file, input, encoding, needed, &ColumnMap::default(), visit)
}

/// Like [`read_named`], for a file with its own names.
pub fn read_mapped(
    file: &str,
    input: Box<dyn Read + '_>,
    encoding: Encoding,
    needed: &[&[&str]],
    map: &ColumnMap,
    visit: &mut dyn FnMut(&Named<'_>) -> Result<(), FileFault>,
) -> Result<(), FileFault> {
    let no_columns = Columns(HashMap::new());
    let mut columns: Option<Columns> = None;
    read_lines(file, input, encoding, &mut |line| match line {
        Line::Entry(..) => visit(&Named {
            columns: &no_columns,
            map,
            line,
        }),
        Line::Cells(_, record) => {
            if let Some(columns) = &columns {
                return visit(&Named { columns, map, line });
            }
            let named = Columns::mapped(file, record, map)?;
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

/// The column names of a file as written: for CSV the first line, for JSON the fields of the first entry.
pub fn column_names(
    file: &str,
    input: Box<dyn Read + '_>,
    encoding: Encoding,
) -> Result<Vec<String>, FileFault> {
    let mut names = None;
    let read = read_lines(file, input, encoding, &mut |line| {
        names = Some(match line {
            Line::Cells(_, record) => record.iter().map(tidy).collect(),
            Line::Entry(_, entry) => {
                let fields = entry.as_object().into_iter().flat_map(|entry| entry.keys());
                fields.cloned().collect()
            }
        });
        Err(FileFault::Stopped)
    });
    match (names, read) {
        (Some(names), _) => Ok(names),
        (None, Err(fault)) => Err(fault),
        (None, Ok(())) => Err(FileFault::NoRows {
            file: file.to_owned(),
        }),
    }
}

/// A field to which a file's column can be mapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Our name, and alternatives accepted without a mapping.
    pub names: &'static [&'static str],
    pub is_needed: bool,
    /// Names used by others; whole names first.
    pub likely: &'static [&'static str],
}

/// The proposed column for each field: an accepted name, otherwise a likely one that no other field uses. A
/// person must confirm the proposal.
pub fn proposed_columns(columns: &[String], fields: &[Field]) -> Vec<Option<String>> {
    let is = |column: &String, name: &str| key(column) == key(name);
    let mut found: Vec<Option<String>> = fields
        .iter()
        .map(|field| {
            let mut names = field.names.iter();
            names.find_map(|name| columns.iter().find(|column| is(column, name)).cloned())
        })
        .collect();
    for (at, field) in fields.iter().enumerate() {
        if found[at].is_some() {
            continue;
        }
        let free = |column: &&String| !found.contains(&Some((*column).clone()));
        let whole = field
            .likely
            .iter()
            .find_map(|name| columns.iter().filter(free).find(|column| is(column, name)));
        let part = || {
            field.likely.iter().find_map(|name| {
                let mut free = columns.iter().filter(free);
                free.find(|column| key(column).contains(&key(name)))
            })
        };
        found[at] = whole.or_else(part).cloned();
    }
    found
}

/// Normalizes a value to one line with single spaces and no control characters.
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
