// SPDX-License-Identifier: AGPL-3.0-or-later

//! The plan's published reference lists: diagnosis codes, fee items, and remittance codes. Rows are read by
//! column name; for an unusable row the reason is returned.

use std::io::Cursor;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::cents::Cents;
use crate::tables::{FileFault, Limits, Named, Upload, examine, read_named};

/// Length of a diagnosis code, without its dot.
const DIAGNOSIS_LENGTHS: std::ops::RangeInclusive<usize> = 3..=5;

/// The code in claim format: letters and digits, capitals, without its dot; `None` for another format.
pub fn diagnosis_code(typed: &str) -> Option<String> {
    let code: String = typed
        .trim()
        .chars()
        .filter(|sign| *sign != '.')
        .map(|sign| sign.to_ascii_uppercase())
        .collect();
    let fits =
        DIAGNOSIS_LENGTHS.contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric());
    fits.then_some(code)
}

/// A longer text is truncated.
const LONGEST_TEXT: usize = 600;

/// A diagnosis code and its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    pub code: String,
    pub description: String,
}

/// The amount of a fee item from a day on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeItem {
    pub code: String,
    pub description: String,
    #[serde(rename = "cents")]
    pub amount: Cents,
    /// `None`: no start date.
    pub effective: Option<NaiveDate>,
}

/// A remittance code and its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeText {
    pub code: String,
    pub text: String,
}

/// Parses a diagnosis: a column `code`, and `long_description` or `description`.
pub fn diagnosis(row: &Named<'_>) -> Result<Diagnosis, &'static str> {
    let code = diagnosis_code(row.get("code").trim_end_matches('*')).ok_or("no diagnosis code")?;
    let text = row.first(&["long_description", "description"]);
    if text.is_empty() {
        return Err("no description");
    }
    Ok(Diagnosis {
        code,
        description: cut(text.trim_end_matches('*')),
    })
}

/// Parses a fee item: columns `service_code`, `fee` or `msp_fee`, `description`, and optionally
/// `effective_date`.
pub fn fee_item(row: &Named<'_>) -> Result<FeeItem, &'static str> {
    let code = row.get("service_code");
    if code.len() != 5 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err("a fee item has five characters");
    }
    let fee = row.first(&["fee", "msp_fee"]);
    if fee.is_empty() {
        return Err("no fee");
    }
    let effective = match row.get("effective_date").as_str() {
        "" => None,
        text => Some(NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| "no such day")?),
    };
    Ok(FeeItem {
        code,
        description: cut(&row.get("description")),
        amount: cents(&fee).ok_or("the fee is no amount")?,
        effective,
    })
}

/// Parses a remittance code: columns `code` and `text`.
pub fn code_text(row: &Named<'_>) -> Result<CodeText, &'static str> {
    let (code, text) = (row.get("code"), cut(&row.get("text")));
    if code.chars().count() != 2 {
        return Err("a code has two characters");
    }
    if text.is_empty() {
        return Err("no text");
    }
    Ok(CodeText { code, text })
}

/// All rows of a list in memory, and the number of unusable ones.
pub fn read_all<T>(
    bytes: &[u8],
    of: fn(&Named<'_>) -> Result<T, &'static str>,
) -> Result<(Vec<T>, usize), FileFault> {
    let file = "list.csv";
    let mut upload = Upload::open(file, Cursor::new(bytes), Limits::default())?;
    let (mut rows, mut left_out) = (Vec::new(), 0);
    for entry in upload.entries().to_vec() {
        let examined = examine(file, &mut upload.read(&entry)?)?;
        let input = upload.read(&entry)?;
        read_named(
            file,
            input,
            examined.encoding,
            &[&["code", "service_code"]],
            &mut |row| {
                match of(row) {
                    Ok(row) => rows.push(row),
                    Err(_) => left_out += 1,
                }
                Ok(())
            },
        )?;
    }
    Ok((rows, left_out))
}

/// An amount as written, in cents, without floating point.
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

fn cut(text: &str) -> String {
    text.chars().take(LONGEST_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::{cents, code_text, diagnosis, fee_item, read_all};
    use crate::cents::Cents;

    #[test]
    fn diagnoses_are_read_whatever_the_order_of_the_columns() {
        let file = "\u{feff}description,code,status\nESSENTIAL  HYPERTENSION*   ,401,A\n,402,A\nCut,1,A\nMénière's disease,386.0,A\n";
        let (rows, left_out) = read_all(file.as_bytes(), diagnosis).expect("it can be read");
        let found: Vec<_> = rows
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
        assert_eq!(left_out, 2);
    }

    #[test]
    fn fees_are_cents() {
        let file = "service_code,description,fee,effective_date\n00100,Visit,27.90,2003-05-05\n13437,Phone,31.6,\n1,Short,1,\n00101,Bad,1e3,\n";
        let (rows, left_out) = read_all(file.as_bytes(), fee_item).expect("it can be read");
        let amounts: Vec<_> = rows.iter().map(|one| one.amount).collect();
        assert_eq!(amounts, [Cents(2790), Cents(3160)]);
        assert_eq!(left_out, 2);
        for wrong in ["", "-1", "1.234", "12345678", "1,50", ".5"] {
            assert_eq!(cents(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_file_that_is_none_is_refused_whole() {
        assert!(read_all(b"PK\x03\x04\xff", diagnosis).is_err());
        assert!(read_all(b"a,b\n1,2\n", diagnosis).is_err());
        let (codes, left_out) =
            read_all(b"code,text\nBH,Held\n39,\n", code_text).expect("it can be read");
        assert_eq!((codes.len(), left_out), (1, 1));
    }
}
