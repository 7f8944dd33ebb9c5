// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validates a drug typed by an administrator, field by field, determines which fields differ from Health
//! Canada's, and applies them to the next import.
//!
//! Not here: whether a code is free, and what happens to a drug that was removed from the register.

use std::collections::HashSet;

use chrono::NaiveDate;
use serde_json::{Map, Value};

use crate::faults::Fault;
use crate::people::names::one_line;
use crate::search::fold;
use salal_formats::drug_database::{DrugRecord, Ingredient, is_class_number};

/// The classes of the register. Only drugs for people are offered to patients.
pub const CLASSES: [&str; 4] = ["Human", "Veterinary", "Disinfectant", "Radiopharmaceutical"];

/// Rows of one list: the largest products of the register have fewer.
const MOST_ROWS: usize = 100;
const LONGEST_NAME: usize = 300;
const LONGEST_TEXT: usize = 500;
const LONGEST_ROW: usize = 300;
/// The largest code that can be typed; the demo's own medications begin above.
const LAST_CODE: i64 = 9_899_999;

const ONE_LINE: &str = "Please use one shorter line.";

/// A drug code that was typed; none when the field was left empty.
///
/// # Errors
/// When it is no whole number of the register's kind.
pub fn typed_code(text: &str) -> Result<Option<i64>, Fault> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<i64>() {
        Ok(code) if (1..=LAST_CODE).contains(&code) && !text.starts_with('+') => Ok(Some(code)),
        _ => Err(Fault::new(
            "drug_code",
            "The drug code is a whole number, such as 69291.",
        )),
    }
}

/// The drug as it is stored, from what was typed. A value unchanged from `kept` is never an error: the register
/// has values that a person may not type.
///
/// # Errors
/// Every fault with its field; rows of lists as `ingredients.0.strength`.
pub fn typed_drug(
    sent: &DrugRecord,
    kept: Option<&DrugRecord>,
    today: NaiveDate,
) -> Result<DrugRecord, Vec<Fault>> {
    let mut form = Form {
        faults: Vec::new(),
        kept,
    };
    let record = DrugRecord {
        drug_code: sent.drug_code,
        name: form.name(&sent.name),
        drug_identification_number: form.din(&sent.drug_identification_number),
        class_name: form.class(&sent.class_name),
        descriptor: form.text("descriptor", &sent.descriptor, |one| &one.descriptor),
        status: form.text("status", &sent.status, |one| &one.status),
        history_date: form.date(&sent.history_date, today),
        number_of_ais: form.figures("number_of_ais", &sent.number_of_ais, 3, |one| {
            &one.number_of_ais
        }),
        ai_group_no: form.figures("ai_group_no", &sent.ai_group_no, 10, |one| &one.ai_group_no),
        company_name: form.text("company_name", &sent.company_name, |one| &one.company_name),
        administrations: form.rows("administrations", &sent.administrations, |one| {
            &one.administrations
        }),
        formulations: form.rows("formulations", &sent.formulations, |one| &one.formulations),
        tc_ahfs_numbers: form.class_numbers(&sent.tc_ahfs_numbers),
        atc_numbers: form.atc_numbers(&sent.atc_numbers),
        schedules: form.rows("schedules", &sent.schedules, |one| &one.schedules),
        ingredients: form.ingredients(&sent.ingredients),
    };
    if form.faults.is_empty() {
        Ok(record)
    } else {
        Err(form.faults)
    }
}

struct Form<'a> {
    faults: Vec<Fault>,
    kept: Option<&'a DrugRecord>,
}

impl Form<'_> {
    fn fault(&mut self, field: impl Into<String>, message: &str) {
        self.faults.push(Fault::new(field, message));
    }

    /// Whether this value is already stored.
    fn stands(&self, text: &str, of: impl Fn(&DrugRecord) -> &String) -> bool {
        self.kept.is_some_and(|kept| of(kept) == text)
    }

    fn text(&mut self, field: &str, sent: &str, of: impl Fn(&DrugRecord) -> &String) -> String {
        if sent.trim().is_empty() || self.stands(sent, of) {
            return sent.trim().to_owned();
        }
        one_line(sent, LONGEST_TEXT).unwrap_or_else(|| {
            self.fault(field, ONE_LINE);
            String::new()
        })
    }

    fn name(&mut self, sent: &str) -> String {
        if sent.trim().is_empty() {
            self.fault("name", "Name is required.");
        }
        match one_line(sent, LONGEST_NAME) {
            Some(name) => name,
            None if sent.trim().is_empty() => String::new(),
            None => {
                self.fault("name", ONE_LINE);
                String::new()
            }
        }
    }

    /// Eight digits; leading zeros are easily lost in transit.
    fn din(&mut self, sent: &str) -> String {
        let din = sent.trim();
        let figures = din.bytes().all(|byte| byte.is_ascii_digit());
        if din.is_empty() || self.stands(sent, |one| &one.drug_identification_number) {
            din.to_owned()
        } else if figures && din.len() <= 8 {
            format!("{din:0>8}")
        } else {
            self.fault("drug_identification_number", "A DIN has eight digits.");
            String::new()
        }
    }

    fn class(&mut self, sent: &str) -> String {
        let class = sent.trim();
        let known = CLASSES.iter().find(|one| one.eq_ignore_ascii_case(class));
        match known {
            Some(known) => (*known).to_owned(),
            None if self.stands(sent, |one| &one.class_name) => class.to_owned(),
            None => {
                self.fault("class_name", "Please choose a class.");
                String::new()
            }
        }
    }

    fn date(&mut self, sent: &str, today: NaiveDate) -> String {
        let text = sent.trim();
        if text.is_empty() || self.stands(sent, |one| &one.history_date) {
            return text.to_owned();
        }
        let first = NaiveDate::from_ymd_opt(1900, 1, 1).unwrap_or_default();
        match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
            Ok(day) if day < first || day > today => {
                self.fault(
                    "history_date",
                    "The history date must be between 1900 and today.",
                );
            }
            Ok(day) => return day.format("%Y-%m-%d").to_string(),
            Err(_) => self.fault("history_date", "Please enter a date, such as 2021-07-02."),
        }
        String::new()
    }

    fn figures(
        &mut self,
        field: &str,
        sent: &str,
        most: usize,
        of: impl Fn(&DrugRecord) -> &String,
    ) -> String {
        let text = sent.trim();
        let good = text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
        if !good && !self.stands(sent, of) {
            self.fault(field, &format!("Please enter at most {most} digits."));
        }
        text.to_owned()
    }

    /// Blank and duplicate rows are dropped.
    fn checked_rows(
        &mut self,
        field: &str,
        sent: &[String],
        kept: &[String],
        read: impl Fn(&str) -> Result<String, &'static str>,
    ) -> Vec<String> {
        if sent.len() > MOST_ROWS {
            self.fault(field, "There are too many rows.");
            return Vec::new();
        }
        let mut seen = HashSet::new();
        let mut rows = Vec::new();
        for (at, text) in sent.iter().enumerate() {
            if text.trim().is_empty() {
                continue;
            }
            let row = if kept.contains(text) {
                text.clone()
            } else {
                match read(text) {
                    Ok(row) => row,
                    Err(message) => {
                        self.fault(format!("{field}.{at}"), message);
                        continue;
                    }
                }
            };
            if seen.insert(fold(&row)) {
                rows.push(row);
            }
        }
        rows
    }

    fn rows(
        &mut self,
        field: &str,
        sent: &[String],
        of: impl Fn(&DrugRecord) -> &Vec<String>,
    ) -> Vec<String> {
        let kept = self.kept.map(of).cloned().unwrap_or_default();
        self.checked_rows(field, sent, &kept, |text| {
            one_line(text, LONGEST_ROW).ok_or(ONE_LINE)
        })
    }

    fn class_numbers(&mut self, sent: &[String]) -> Vec<String> {
        let kept = self.kept.map(|one| one.tc_ahfs_numbers.clone());
        self.checked_rows("tc_ahfs_numbers", sent, &kept.unwrap_or_default(), |text| {
            let text = text.trim();
            if is_class_number(text) && text.find(':') == Some(2) {
                Ok(text.to_owned())
            } else {
                Err("A tc_ahfs_number has a form such as 24:08.16.")
            }
        })
    }

    fn atc_numbers(&mut self, sent: &[String]) -> Vec<String> {
        let kept = self.kept.map(|one| one.atc_numbers.clone());
        self.checked_rows("atc_numbers", sent, &kept.unwrap_or_default(), |text| {
            let text = text.trim().to_uppercase();
            if is_atc(&text) {
                Ok(text)
            } else {
                Err("An ATC number has a form such as C09AA05.")
            }
        })
    }

    /// An ingredient needs name, strength and unit; an incomplete one is reported rather than dropped
    /// silently.
    fn ingredients(&mut self, sent: &[Ingredient]) -> Vec<Ingredient> {
        if sent.len() > MOST_ROWS {
            self.fault("ingredients", "There are too many rows.");
            return Vec::new();
        }
        let kept = self.kept.map_or(&[][..], |one| &one.ingredients);
        let mut rows: Vec<Ingredient> = Vec::new();
        for (at, row) in sent.iter().enumerate() {
            let cells = [
                ("ingredient_name", "name", &row.ingredient_name),
                ("strength", "strength", &row.strength),
                ("strength_unit", "strength unit", &row.strength_unit),
            ];
            if cells.iter().all(|(_, _, text)| text.trim().is_empty()) {
                continue;
            }
            if kept.contains(row) {
                rows.push(row.clone());
                continue;
            }
            let before = self.faults.len();
            for (field, words, text) in cells {
                let place = format!("ingredients.{at}.{field}");
                if text.trim().is_empty() {
                    let message = format!(
                        "Please fill in the {words} of ingredient {}, or clear the row.",
                        at + 1
                    );
                    self.fault(place, &message);
                } else if one_line(text, LONGEST_ROW).is_none() {
                    self.fault(place, ONE_LINE);
                }
            }
            let line = |text: &str| one_line(text, LONGEST_ROW).unwrap_or_default();
            let row = Ingredient {
                ingredient_name: line(&row.ingredient_name),
                strength: line(&row.strength),
                strength_unit: line(&row.strength_unit),
                dosage_value: line(&row.dosage_value),
                dosage_unit: line(&row.dosage_unit),
            };
            if self.faults.len() == before && !rows.contains(&row) {
                rows.push(row);
            }
        }
        rows
    }
}

/// `C`, `C09`, `C09A`, `C09AA`, `C09AA05`.
fn is_atc(text: &str) -> bool {
    const SHAPE: &[u8] = b"A00AA00";
    matches!(text.len(), 1 | 3 | 4 | 5 | 7)
        && text.bytes().zip(SHAPE).all(|(byte, shape)| {
            if *shape == b'A' {
                byte.is_ascii_uppercase()
            } else {
                byte.is_ascii_digit()
            }
        })
}

/// The fields of `typed` that differ from the register's, by name.
pub fn changed_fields(register: &DrugRecord, typed: &DrugRecord) -> Map<String, Value> {
    let before = fields_of(register);
    fields_of(typed)
        .into_iter()
        .filter(|(name, value)| before.get(name) != Some(value))
        .collect()
}

/// All fields of a drug, by name.
pub fn fields_of(record: &DrugRecord) -> Map<String, Value> {
    match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// The register's drug with the changed fields in their places.
///
/// # Errors
/// When the fields are not a drug's.
pub fn laid_over(
    register: &DrugRecord,
    changed: &Map<String, Value>,
) -> Result<DrugRecord, serde_json::Error> {
    let mut fields = fields_of(register);
    fields.extend(changed.clone());
    // The key is always the register's.
    fields.insert("drug_code".to_owned(), register.drug_code.into());
    serde_json::from_value(Value::Object(fields))
}

#[cfg(test)]
mod tests;
