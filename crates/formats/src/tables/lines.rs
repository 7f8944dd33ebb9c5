// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads the rows of a file in order, CSV or JSON by its content.

use std::io::{BufRead, BufReader, Read};

use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use serde_json::Value;

use super::encoding::{Encoding, decoded};
use super::faults::fault_of;
use super::guard::Guard;
use super::{FileFault, tidy};

/// One row: its line, or its position in a JSON list (from 1).
#[derive(Debug, Clone, Copy)]
pub enum Line<'a> {
    Cells(u64, &'a csv::StringRecord),
    Entry(u64, &'a Value),
}

type Visit<'v> = dyn FnMut(Line<'_>) -> Result<(), FileFault> + 'v;

/// Reads all rows of a file that was checked before.
pub fn read_lines(
    file: &str,
    input: Box<dyn Read + '_>,
    encoding: Encoding,
    visit: &mut Visit<'_>,
) -> Result<(), FileFault> {
    let mut text = BufReader::with_capacity(64 * 1024, decoded(input, encoding));
    let start = text.fill_buf().map_err(|error| fault_of(&error, file))?;
    match start.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'[') => list(file, text, visit),
        Some(b'{') => one_by_one(file, text, visit),
        _ => {
            let delimiter = delimiter(start);
            cells(file, text, delimiter, visit)
        }
    }
}

/// The separator: the candidate that occurs most in the first line.
fn delimiter(start: &[u8]) -> u8 {
    let first = start.split(|byte| *byte == b'\n').next().unwrap_or(start);
    let count = |sign: u8| first.split(|byte| *byte == sign).count();
    let mut best = b',';
    for sign in *b";\t|" {
        if count(sign) > count(best) {
            best = sign;
        }
    }
    best
}

fn cells(
    file: &str,
    text: impl Read,
    delimiter: u8,
    visit: &mut Visit<'_>,
) -> Result<(), FileFault> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(Guard::new(text, file, delimiter));
    let mut record = csv::StringRecord::new();
    let (mut first, mut last) = (None, (0, 0));
    loop {
        let more = reader.read_record(&mut record);
        let is_record = more.map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => fault_of(&error, file),
            _ => FileFault::Broken {
                file: file.to_owned(),
            },
        })?;
        if !is_record {
            break;
        }
        let line = reader.get_mut().next_row();
        first.get_or_insert(record.len());
        last = (line, record.len());
        if record.iter().any(|cell| !cell.trim().is_empty()) {
            visit(Line::Cells(line, &record))?;
        }
    }
    let (line, columns) = last;
    if first.is_some_and(|first| columns < first) && reader.get_ref().is_within_a_row() {
        return Err(FileFault::CutOff {
            file: file.to_owned(),
            line,
        });
    }
    Ok(())
}

fn list(file: &str, text: impl Read, visit: &mut Visit<'_>) -> Result<(), FileFault> {
    let mut stopped = None;
    let mut json = serde_json::Deserializer::from_reader(text);
    let read = json
        .deserialize_seq(Entries {
            visit,
            stopped: &mut stopped,
        })
        .and_then(|()| json.end());
    match (stopped, read) {
        (Some(fault), _) => Err(fault),
        (None, Err(error)) => Err(json_fault(file, error)),
        (None, Ok(())) => Ok(()),
    }
}

/// One object, or several in sequence without a list.
fn one_by_one(file: &str, text: impl Read, visit: &mut Visit<'_>) -> Result<(), FileFault> {
    let entries = serde_json::Deserializer::from_reader(text).into_iter::<Value>();
    for (place, entry) in (1..).zip(entries) {
        let entry = entry.map_err(|error| json_fault(file, error))?;
        visit(Line::Entry(place, &entry))?;
    }
    Ok(())
}

fn json_fault(file: &str, error: serde_json::Error) -> FileFault {
    let file = file.to_owned();
    let (line, column) = (error.line(), error.column());
    if error.is_io() {
        fault_of(&error.into(), &file)
    } else if error.is_eof() {
        FileFault::CutOff {
            file,
            line: line as u64,
        }
    } else {
        FileFault::NotJson { file, line, column }
    }
}

/// Passes on the entries of a list while it is parsed.
struct Entries<'a, 'v> {
    visit: &'a mut Visit<'v>,
    stopped: &'a mut Option<FileFault>,
}

impl<'de> Visitor<'de> for Entries<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut place = 0;
        while let Some(entry) = entries.next_element::<Value>()? {
            place += 1;
            if let Err(fault) = (self.visit)(Line::Entry(place, &entry)) {
                *self.stopped = Some(fault);
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

impl Line<'_> {
    /// The line, or the position in the list.
    pub fn number(&self) -> u64 {
        match self {
            Self::Cells(line, _) => *line,
            Self::Entry(place, _) => *place,
        }
    }

    /// A value by its position or, in JSON, by its name; normalized.
    pub fn cell(&self, column: Option<usize>, field: &str) -> String {
        match self {
            Self::Cells(_, record) => column
                .and_then(|column| record.get(column))
                .map(tidy)
                .unwrap_or_default(),
            Self::Entry(_, entry) => text_of(entry.get(field)),
        }
    }
}

/// A JSON value as text; the items of a list are joined with semicolons.
pub(super) fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => tidy(text),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Bool(yes)) => yes.to_string(),
        Some(Value::Array(values)) => {
            let texts: Vec<String> = values.iter().map(|one| text_of(Some(one))).collect();
            texts.join(";")
        }
        Some(Value::Null | Value::Object(_)) | None => String::new(),
    }
}
