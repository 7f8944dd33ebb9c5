//! Rows whose columns are found by their names, whatever their order; a file with names of its own comes
//! with a map that says which of its columns is which of ours.

use std::collections::HashMap;
use std::io::Read;

use serde::{Deserialize, Serialize};

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

/// Which column of a file stands for which of ours: the file's name, then ours.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnMap(pub Vec<(String, String)>);

impl ColumnMap {
    /// Reads `street=address`; none when it is not of that form.
    pub fn pair(text: &str) -> Option<(String, String)> {
        let (theirs, ours) = text.split_once('=')?;
        let (theirs, ours) = (theirs.trim(), ours.trim());
        let is_whole = !key(theirs).is_empty() && !key(ours).is_empty();
        is_whole.then(|| (theirs.to_owned(), ours.to_owned()))
    }

    /// The file's column that stands for one of ours.
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
    /// The columns that a first line names.
    pub fn of(file: &str, record: &csv::StringRecord) -> Result<Self, FileFault> {
        Self::mapped(file, record, &ColumnMap::default())
    }

    /// As [`Columns::of`], with the file's own names exchanged for ours. A column that is not there is a fault,
    /// and so is one that would take the place of another that is named as ours.
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

    /// The place of a column.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.0.get(&key(name)).copied()
    }
}

/// One row by the names of its columns.
pub struct Named<'a> {
    columns: &'a Columns,
    map: &'a ColumnMap,
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
                    let wanted = key(self.map.theirs(name).unwrap_or(name));
                    entry.iter().find(|(name, _)| key(name) == wanted)
                })
                .map(|(_, value)| text_of(Some(value)))
                .unwrap_or_default(),
        }
    }

    /// Whether there is such a column, empty or not.
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
    read_mapped(file, input, encoding, needed, &ColumnMap::default(), visit)
}

/// As [`read_named`], of a file with names of its own.
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

/// The names of a file's columns as they are written, and none of its rows: of CSV the first line, of JSON
/// the fields of the first entry.
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

/// A field of ours that a file's column may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Our name of it, and others under which it is read as it is.
    pub names: &'static [&'static str],
    pub is_needed: bool,
    /// How others name it; whole names first.
    pub likely: &'static [&'static str],
}

/// Which column of a file may stand for each field: the one that is read as it is, or else a likely one that
/// no other field has. What is proposed is a person's to confirm.
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
