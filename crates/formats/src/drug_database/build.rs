// SPDX-License-Identifier: AGPL-3.0-or-later

//! Builds drugs from the rows of all files (reference drug-product-database.md sections 3 and 4).
//!
//! Not here: storing them and keeping their ids, which is done by the server.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use super::rows::{Found, Row, read_rows};
use super::sources::{self, Role, Source};
use super::{Build, Counts, DrugRecord, ImportError, Ingredient, Skipped};
use crate::tables::{Limits, Upload, examine};

/// Builds all drugs of the given files and archives. The order of the files is irrelevant.
pub fn build(sources: &[Source]) -> Result<Build, ImportError> {
    let mut uploads = Vec::new();
    let mut files = Vec::new();
    for source in sources {
        let bytes = Cursor::new(source.bytes.as_slice());
        let upload = Upload::open(&source.file, bytes, Limits::default())?;
        for entry in upload.entries() {
            if let Some(role) = sources::role_of(&entry.file) {
                files.push((role, entry.clone(), uploads.len()));
            }
        }
        uploads.push(upload);
    }
    // Products first, then by name, so that the outcome does not depend on the upload order.
    files.sort_by(|(role, entry, _), (other_role, other, _)| {
        (role, &entry.file).cmp(&(other_role, &other.file))
    });
    let mut builder = Builder::default();
    for (role, entry, at) in files {
        let upload = &mut uploads[at];
        let examined = examine(&entry.file, &mut upload.read(&entry)?)?;
        let input = upload.read(&entry)?;
        read_rows(&entry.file, role, input, examined.encoding, &mut |found| {
            match found {
                Found::Row(row) => builder.add(role, &entry.file, row),
                Found::Skipped(line, reason) => builder.skip(&entry.file, line, reason),
            }
            Ok(())
        })?;
    }
    builder.finish()
}

/// A drug while its rows are added.
#[derive(Default)]
struct Draft {
    record: DrugRecord,
    /// A company was found that owns the DIN.
    has_owner: bool,
    /// A status row flagged as current was found.
    has_current_status: bool,
}

/// Drugs while the rows of all files are added, products first.
#[derive(Default)]
pub struct Builder {
    drafts: BTreeMap<i64, Draft>,
    skipped: Vec<Skipped>,
    rows: usize,
}

impl Builder {
    /// Adds a row.
    pub fn add(&mut self, role: Role, file: &str, row: Row) {
        self.rows += 1;
        let line = row.line;
        if role == Role::Product {
            if let Entry::Vacant(place) = self.drafts.entry(row.code) {
                place.insert(product(row));
            } else {
                self.skip(file, line, "the drug code was given before");
            }
            return;
        }
        match self.drafts.get_mut(&row.code) {
            Some(draft) => draft.add(role, row.cells),
            None => self.skip(file, line, "no product has this drug code"),
        }
    }

    /// Records a rejected row.
    pub fn skip(&mut self, file: &str, line: u64, reason: &'static str) {
        self.skipped.push(Skipped {
            file: file.to_owned(),
            line,
            reason,
        });
    }

    /// The drugs, by drug code.
    pub fn finish(self) -> Result<Build, ImportError> {
        if self.drafts.is_empty() {
            return Err(ImportError::NoProducts);
        }
        let drugs: Vec<DrugRecord> = self
            .drafts
            .into_values()
            .map(|draft| draft.record)
            .collect();
        let counts = count(&drugs, self.rows);
        Ok(Build {
            drugs,
            skipped: self.skipped,
            counts,
        })
    }
}

fn product(row: Row) -> Draft {
    let mut cells = row.cells.into_iter();
    let mut next = || cells.next().unwrap_or_default();
    let mut record = DrugRecord {
        drug_code: row.code,
        class_name: next(),
        drug_identification_number: din(&next()),
        name: next(),
        descriptor: next(),
        number_of_ais: next(),
        ai_group_no: next(),
        ..DrugRecord::default()
    };
    record.company_name = next();
    Draft {
        // The web API has the company in the product.
        has_owner: !record.company_name.is_empty(),
        record,
        has_current_status: false,
    }
}

impl Draft {
    fn add(&mut self, role: Role, cells: Vec<String>) {
        let mut cells = cells.into_iter();
        let mut next = || cells.next().unwrap_or_default();
        let record = &mut self.record;
        match role {
            // Products are added separately, before.
            Role::Product => {}
            Role::Ingredient => {
                let one = Ingredient {
                    ingredient_name: next(),
                    strength: next(),
                    strength_unit: next(),
                    dosage_value: next(),
                    dosage_unit: next(),
                };
                if !one.ingredient_name.is_empty() && !record.ingredients.contains(&one) {
                    record.ingredients.push(one);
                }
            }
            Role::Form => push_new(&mut record.formulations, next()),
            Role::Route => push_new(&mut record.administrations, next()),
            Role::Class => {
                push_new(&mut record.atc_numbers, next());
                push_new(&mut record.tc_ahfs_numbers, next());
            }
            Role::Status => {
                let is_current = !next().eq_ignore_ascii_case("n");
                if is_current && !self.has_current_status {
                    record.status = next();
                    record.history_date = iso_date(&next());
                    self.has_current_status = true;
                }
            }
            Role::Company => {
                let (name, kind) = (next(), next());
                let is_owner = kind.eq_ignore_ascii_case("DIN OWNER");
                if record.company_name.is_empty() || (is_owner && !self.has_owner) {
                    record.company_name = name;
                }
                self.has_owner |= is_owner;
            }
            Role::Schedule => push_new(&mut record.schedules, next()),
        }
    }
}

/// Keeps the order and drops values that differ only in case.
fn push_new(list: &mut Vec<String>, value: String) {
    let lower = value.to_lowercase();
    if !value.is_empty() && !list.iter().any(|one| one.to_lowercase() == lower) {
        list.push(value);
    }
}

/// Eight digits, with the leading zeros that spreadsheets drop; other texts are unchanged.
fn din(text: &str) -> String {
    if !text.is_empty() && text.len() < 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("{text:0>8}")
    } else {
        text.to_owned()
    }
}

/// `02-JUL-2021` and `02-Sept-2021` as `2021-07-02` and `2021-09-02`; other texts are unchanged.
fn iso_date(text: &str) -> String {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let parts: Vec<&str> = text.split('-').collect();
    if let [day, month, year] = parts[..] {
        let month = month.to_lowercase();
        let number = MONTHS.iter().position(|name| month.starts_with(name));
        if let (Some(number), Ok(day), 4) = (number, day.parse::<u8>(), year.len()) {
            return format!("{year}-{:02}-{day:02}", number + 1);
        }
    }
    text.to_owned()
}

fn count(drugs: &[DrugRecord], rows: usize) -> Counts {
    let with_ahfs = |drug: &&DrugRecord| !drug.tc_ahfs_numbers.is_empty();
    let humans = || drugs.iter().filter(|drug| drug.is_human());
    let distinct: BTreeSet<&str> = drugs
        .iter()
        .flat_map(|drug| drug.tc_ahfs_numbers.iter().map(String::as_str))
        .collect();
    Counts {
        rows,
        drugs: drugs.len(),
        drugs_with_ahfs: drugs.iter().filter(with_ahfs).count(),
        human: humans().count(),
        human_with_ahfs: humans().filter(with_ahfs).count(),
        ahfs_numbers: distinct.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_numbers_are_written_one_way() {
        assert_eq!(iso_date("02-JUL-2021"), "2021-07-02");
        assert_eq!(iso_date("2-Sept-2021"), "2021-09-02");
        assert_eq!(iso_date("2021-07-02"), "2021-07-02");
        assert_eq!(iso_date(""), "");
        assert_eq!(din("15741"), "00015741");
        assert_eq!(din("00015741"), "00015741");
        assert_eq!(
            din("Not Applicable/non applicable"),
            "Not Applicable/non applicable"
        );
        assert_eq!(din(""), "");
    }
}
