//! Reference lists of the plan as they are published: diagnosis codes, fee items, and the codes of
//! remittances. Columns are found by their names, whatever their order; a row that cannot be used is
//! left out and told with its line.

use std::collections::HashMap;

use chrono::NaiveDate;

use super::visit::diagnosis_code;
use crate::fees::Cents;

/// A file above this size is refused.
pub const LARGEST_FILE: usize = 64 * 1024 * 1024;
/// A longer text of a row is cut.
const LONGEST_TEXT: usize = 600;

/// A diagnosis code and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    pub code: String,
    pub description: String,
}

/// What a fee item pays from a day on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeeItem {
    pub code: String,
    pub description: String,
    pub amount: Cents,
    /// None: from always.
    pub effective: Option<NaiveDate>,
}

/// A code of a remittance and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeText {
    pub code: String,
    pub text: String,
}

/// A row that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub line: u64,
    pub reason: &'static str,
}

/// The rows of a file that can be used, and those that cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    pub rows: Vec<T>,
    pub left_out: Vec<LeftOut>,
}

/// Why a whole file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListFault {
    #[error("the file is larger than 64 MB")]
    TooLarge,
    #[error("the file is not a text in UTF-8; export it as CSV in UTF-8")]
    NotText,
    #[error("the first line names no column that is needed: {0}")]
    NoColumn(&'static str),
    #[error("no row of the file can be used")]
    Empty,
}

/// Reads diagnosis codes: a column `code`, and `long_description` or `description`.
pub fn diagnoses(bytes: &[u8]) -> Result<Read<Diagnosis>, ListFault> {
    read(bytes, &["code"], |row| {
        let code =
            diagnosis_code(row.get("code").trim_end_matches('*')).ok_or("no diagnosis code")?;
        let text = [row.get("long_description"), row.get("description")]
            .into_iter()
            .find(|text| !text.is_empty())
            .ok_or("no description")?;
        Ok(Diagnosis {
            code,
            description: clean(text.trim_end_matches('*')),
        })
    })
}

/// Reads fee items: columns `service_code`, `fee` or `msp_fee`, `description`, and perhaps `effective_date`.
pub fn fee_items(bytes: &[u8]) -> Result<Read<FeeItem>, ListFault> {
    read(bytes, &["service_code"], |row| {
        let code = row.get("service_code");
        if code.len() != 5 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err("a fee item has five characters");
        }
        let fee = [row.get("fee"), row.get("msp_fee")]
            .into_iter()
            .find(|text| !text.is_empty())
            .ok_or("no fee")?;
        let effective = match row.get("effective_date") {
            "" => None,
            text => Some(NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| "no such day")?),
        };
        Ok(FeeItem {
            code: code.to_owned(),
            description: clean(row.get("description")),
            amount: cents(fee).ok_or("the fee is no amount")?,
            effective,
        })
    })
}

/// Reads the codes of remittances: columns `code` and `text`.
pub fn code_texts(bytes: &[u8]) -> Result<Read<CodeText>, ListFault> {
    read(bytes, &["code", "text"], |row| {
        let (code, text) = (row.get("code"), clean(row.get("text")));
        if code.chars().count() != 2 {
            return Err("a code has two characters");
        }
        if text.is_empty() {
            return Err("no text");
        }
        Ok(CodeText {
            code: code.to_owned(),
            text,
        })
    })
}

/// An amount as written, in cents, without passing through a fraction.
pub fn cents(text: &str) -> Option<Cents> {
    let (dollars, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if dollars.is_empty()
        || dollars.len() > 7
        || rest.len() > 2
        || !digits(dollars)
        || !digits(rest)
    {
        return None;
    }
    let dollars: i64 = dollars.parse().ok()?;
    let rest: i64 = format!("{rest:0<2}").parse().ok()?;
    Some(Cents(dollars * 100 + rest))
}

/// One row by the names of its columns.
struct Row<'a> {
    columns: &'a HashMap<String, usize>,
    record: &'a csv::StringRecord,
}

impl Row<'_> {
    /// The trimmed cell of a column; empty when there is none.
    fn get(&self, column: &str) -> &str {
        let at = self.columns.get(column);
        at.and_then(|at| self.record.get(*at))
            .unwrap_or_default()
            .trim()
    }
}

fn read<T>(
    bytes: &[u8],
    needed: &[&'static str],
    of: impl Fn(&Row<'_>) -> Result<T, &'static str>,
) -> Result<Read<T>, ListFault> {
    if bytes.len() > LARGEST_FILE {
        return Err(ListFault::TooLarge);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| ListFault::NotText)?;
    if text.contains('\0') {
        return Err(ListFault::NotText);
    }
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|_| ListFault::NotText)?;
    let columns: HashMap<String, usize> = header
        .iter()
        .enumerate()
        .map(|(at, name)| (name.trim().to_lowercase(), at))
        .collect();
    if let Some(missing) = needed.iter().find(|name| !columns.contains_key(**name)) {
        return Err(ListFault::NoColumn(missing));
    }
    let mut found = Read {
        rows: Vec::new(),
        left_out: Vec::new(),
    };
    for record in reader.records() {
        let Ok(record) = record else {
            return Err(ListFault::NotText);
        };
        let line = record.position().map_or(0, csv::Position::line);
        match of(&Row {
            columns: &columns,
            record: &record,
        }) {
            Ok(row) => found.rows.push(row),
            Err(reason) => found.left_out.push(LeftOut { line, reason }),
        }
    }
    if found.rows.is_empty() {
        return Err(ListFault::Empty);
    }
    Ok(found)
}

/// One line without runs of white space or control characters.
fn clean(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::{ListFault, cents, code_texts, diagnoses, fee_items};
    use crate::fees::Cents;

    #[test]
    fn diagnoses_are_read_whatever_the_order_of_the_columns() {
        let file = "\u{feff}description,code,status\nESSENTIAL  HYPERTENSION*   ,401,A\n,402,A\nCut,1,A\nMénière's disease,386.0,A\n";
        let read = diagnoses(file.as_bytes()).expect("it can be read");
        let found: Vec<_> = read
            .rows
            .iter()
            .map(|one| (one.code.as_str(), one.description.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("401", "ESSENTIAL HYPERTENSION"),
                ("3860", "Ménière's disease")
            ]
        );
        let lines: Vec<_> = read
            .left_out
            .iter()
            .map(|one| (one.line, one.reason))
            .collect();
        assert_eq!(lines, [(3, "no description"), (4, "no diagnosis code")]);
    }

    #[test]
    fn fees_are_cents() {
        let file = "service_code,description,fee,effective_date\n00100,Visit,27.90,2003-05-05\n13437,Phone,31.6,\n1,Short,1,\n00101,Bad,1e3,\n";
        let read = fee_items(file.as_bytes()).expect("it can be read");
        let amounts: Vec<_> = read.rows.iter().map(|one| one.amount).collect();
        assert_eq!(amounts, [Cents(2790), Cents(3160)]);
        assert_eq!(read.left_out.len(), 2);
        for wrong in ["", "-1", "1.234", "12345678", "1,50", ".5"] {
            assert_eq!(cents(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_file_that_is_none_is_refused_whole() {
        assert_eq!(diagnoses(b"PK\x03\x04\xff"), Err(ListFault::NotText));
        assert_eq!(diagnoses(b"a,b\n1,2\n"), Err(ListFault::NoColumn("code")));
        assert_eq!(diagnoses(b"code,description\n"), Err(ListFault::Empty));
        assert_eq!(diagnoses(b""), Err(ListFault::NoColumn("code")));
        let codes = code_texts(b"code,text\nBH,Held\n39,\n").expect("it can be read");
        assert_eq!((codes.rows.len(), codes.left_out.len()), (1, 1));
    }
}
