// SPDX-License-Identifier: AGPL-3.0-or-later

//! The lists: how a row of each is parsed, and how its feature imports the whole.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use salal_db::Connection;
use salal_domain::lists::{
    LabDefinition, ListChanges, ListedPharmacy, ListedSleepClinic, PHONE, POSTAL_CODE,
    lab_definition, pharmacy, sleep_clinic,
};
use salal_formats::tables::Named;
use salal_formats::teleplan::lists::{
    CodeText, Diagnosis, FeeItem, code_text, diagnosis, fee_item,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::resources::List;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_clinic::billing::{self, CodeKind};
use salal_clinic::lab_tests;
use salal_drugs::drugs;
use salal_orders::sleep_studies;
use salal_reference::pharmacies;

/// A parsed row, with its unique key in the list.
pub(super) type Listed = (String, Value);

/// A file must have a column of each group.
pub(super) const fn needed(list: List) -> &'static [&'static [&'static str]] {
    match list {
        List::Filters => &[&["tc_ahfs_number"], &["status"]],
        List::Pharmacies => &[&["name"], &["address"], &["city"], &["fax", "fax_number"]],
        List::Diagnoses => &[&["code"], &["long_description", "description"]],
        List::Fees => &[&["service_code"], &["fee", "msp_fee"]],
        List::ExplanatoryCodes | List::AdjustmentCodes => &[&["code"], &["text"]],
        List::SleepClinics => &[
            &["company"],
            &["name"],
            &["address"],
            &["fax", "fax_number"],
        ],
        List::LabDefinitions => &[&["code", "loinc"], &["name"]],
    }
}

/// The maximum number of rows of a list.
pub(super) const fn most_rows(list: List) -> u64 {
    match list {
        List::Filters => 5_000,
        List::SleepClinics => 10_000,
        _ => 200_000,
    }
}

/// A missing rule would let medications through: such a list is imported completely or not at all.
pub(super) const fn is_all_or_none(list: List) -> bool {
    matches!(list, List::Filters)
}

/// Optional fields of a list, with the columns that provide them.
const fn optional(list: List) -> &'static [(&'static str, &'static [&'static str])] {
    match list {
        List::Pharmacies => &[
            ("province", &["province"]),
            ("postal_code", POSTAL_CODE),
            ("phone", PHONE),
            ("phone_extension", PHONE),
        ],
        List::SleepClinics => &[("phone", &["phone", "phone_number"])],
        List::LabDefinitions => &[("group", &["group", "panel"]), ("unit", &["unit", "units"])],
        _ => &[],
    }
}

/// Whether entries of the list have a fax number, to which patients' documents are sent.
pub(super) const fn has_fax(list: List) -> bool {
    matches!(list, List::Pharmacies | List::SleepClinics)
}

/// Parses a row; `Err` gives the reason for rejection. Fields without a column are noted, so that an existing
/// entry keeps its own.
pub(super) fn row_of(list: List, row: &Named<'_>) -> Result<Listed, String> {
    let (key, mut value) = whole_row_of(list, row)?;
    let lacking = optional(list)
        .iter()
        .filter(|(_, columns)| !columns.iter().any(|column| row.has(column)));
    let lacking: Vec<&str> = lacking.map(|(field, _)| *field).collect();
    if !lacking.is_empty() {
        value[LACKING] = lacking.into();
    }
    Ok((key, value))
}

/// The property of a stored row that names the fields missing in the file.
const LACKING: &str = "notBrought";

/// Fills fields without a column from existing entries.
fn fill_in(list: List, rows: &mut [Value], present: &[Value]) {
    let key = |one: &Value| -> String {
        let text = |field: &str| one[field].as_str().unwrap_or_default();
        match list {
            List::Pharmacies => serde_json::from_value::<ListedPharmacy>(one.clone())
                .map_or_else(|_| String::new(), |one| pharmacies::list_key(&one)),
            List::SleepClinics => format!("{} {}", text("company"), text("name")),
            _ => text("code").to_owned(),
        }
    };
    if rows.iter().all(|row| row.get(LACKING).is_none()) {
        return;
    }
    let present: HashMap<String, &Value> = present.iter().map(|one| (key(one), one)).collect();
    for row in rows {
        let Some(lacking) = row.as_object_mut().and_then(|row| row.remove(LACKING)) else {
            continue;
        };
        let Some(there) = present.get(&key(row)) else {
            continue;
        };
        for field in lacking.as_array().into_iter().flatten() {
            if let Some(field) = field.as_str() {
                row[field] = there[field].clone();
            }
        }
    }
}

fn whole_row_of(list: List, row: &Named<'_>) -> Result<Listed, String> {
    match list {
        List::Filters => {
            let rule = drugs::filter_of(row)?;
            Ok((rule["tc_ahfs_number"].to_string(), rule))
        }
        List::Pharmacies => kept(&pharmacy(row)?, pharmacies::list_key),
        List::Diagnoses => kept(&diagnosis(row)?, |one: &Diagnosis| {
            format!("{} {}", one.code, one.description)
        }),
        List::Fees => kept(&fee_item(row)?, |one: &FeeItem| {
            format!("{} {:?}", one.code, one.effective)
        }),
        List::ExplanatoryCodes | List::AdjustmentCodes => {
            kept(&code_text(row)?, |one: &CodeText| one.code.clone())
        }
        List::SleepClinics => kept(&sleep_clinic(row)?, |one: &ListedSleepClinic| {
            format!("{} {}", one.company, one.name)
        }),
        List::LabDefinitions => kept(&lab_definition(row)?, |one: &LabDefinition| {
            one.code.clone()
        }),
    }
}

fn kept<T: Serialize>(one: &T, key: impl Fn(&T) -> String) -> Result<Listed, String> {
    let value = serde_json::to_value(one).map_err(|error| error.to_string())?;
    Ok((key(one), value))
}

fn values<T: Serialize>(rows: Vec<T>) -> Result<Vec<Value>> {
    Ok(rows
        .into_iter()
        .map(serde_json::to_value)
        .collect::<Result<_, _>>()?)
}

fn typed<T: DeserializeOwned>(rows: Vec<Value>) -> Result<Vec<T>> {
    Ok(rows
        .into_iter()
        .map(serde_json::from_value)
        .collect::<Result<_, _>>()?)
}

/// The current list.
pub(super) async fn list_in_force(db: &Connection, list: List) -> Result<Vec<Value>> {
    match list {
        List::Filters => drugs::filters_now(db).await,
        List::Pharmacies => values(pharmacies::list_now(db).await?),
        List::Diagnoses => values(billing::diagnoses_now(db).await?),
        List::Fees => values(billing::fees_now(db).await?),
        List::ExplanatoryCodes => values(billing::codes_now(db, CodeKind::Explanatory).await?),
        List::AdjustmentCodes => values(billing::codes_now(db, CodeKind::Adjustment).await?),
        List::SleepClinics => values(sleep_studies::list_now(db).await?),
        List::LabDefinitions => values(lab_tests::definitions_now(db).await?),
    }
}

/// The imported rows of a list.
pub(super) struct Taken<'a> {
    pub(super) file: &'a str,
    pub(super) rows: Vec<Value>,
    /// No row was rejected. A rejected row could be any entry, so then nothing is removed.
    pub(super) is_whole: bool,
    pub(super) by: Option<Uuid>,
}

/// Activates these rows, effective with the caller's commit; returns the changes.
pub(super) async fn take_in(
    tx: &Connection,
    ctx: &Context,
    list: List,
    taken: Taken<'_>,
) -> Result<String> {
    let Taken {
        file,
        mut rows,
        is_whole,
        by,
    } = taken;
    let count = rows.len();
    if !optional(list).is_empty() {
        fill_in(list, &mut rows, &list_in_force(tx, list).await?);
    }
    if !is_whole {
        rows.extend(kept_of_codes(tx, list, file, &rows).await?);
    }
    let changes = match list {
        List::Filters => drugs::take_in_filters(tx, ctx, rows, person(by)?).await?,
        List::Pharmacies => {
            pharmacies::take_in_list(tx, ctx, typed::<ListedPharmacy>(rows)?, is_whole).await?
        }
        List::SleepClinics => {
            sleep_studies::take_in_list(tx, ctx, typed::<ListedSleepClinic>(rows)?, is_whole)
                .await?
        }
        List::LabDefinitions => {
            lab_tests::take_in_definitions(tx, ctx, typed::<LabDefinition>(rows)?, is_whole).await?
        }
        List::Diagnoses => {
            let name = stem(file);
            let kept = billing::take_in_diagnoses(tx, ctx, &name, &typed(rows)?).await?;
            return Ok(format!("{kept} diagnosis codes in the list {name}."));
        }
        List::Fees => {
            billing::take_in_fees(tx, ctx, &typed(rows)?).await?;
            return Ok(format!("{count} fee items."));
        }
        List::ExplanatoryCodes | List::AdjustmentCodes => {
            let kind = if list == List::ExplanatoryCodes {
                CodeKind::Explanatory
            } else {
                CodeKind::Adjustment
            };
            billing::take_in_codes(tx, ctx, kind, &typed(rows)?).await?;
            return Ok(format!("{count} codes."));
        }
    };
    let ListChanges {
        new,
        changed,
        unchanged,
        gone,
    } = changes;
    Ok(format!(
        "{new} new, {changed} changed, {unchanged} unchanged, {gone} no longer in the list."
    ))
}

/// For an incomplete list of codes or diagnoses: existing entries that the file does not name.
async fn kept_of_codes(
    tx: &Connection,
    list: List,
    file: &str,
    rows: &[Value],
) -> Result<Vec<Value>> {
    let mut before = match list {
        List::ExplanatoryCodes | List::AdjustmentCodes | List::Diagnoses => {
            list_in_force(tx, list).await?
        }
        _ => return Ok(Vec::new()),
    };
    if list == List::Diagnoses {
        let name = stem(file);
        before.retain(|one| one["list"] == name.as_str());
    }
    let codes: HashSet<&str> = rows.iter().filter_map(|one| one["code"].as_str()).collect();
    before.retain(|one| {
        one["code"]
            .as_str()
            .is_some_and(|code| !codes.contains(code))
    });
    Ok(before)
}

/// Restores the earlier list.
pub(super) async fn put_back(
    tx: &Connection,
    ctx: &Context,
    list: List,
    before: Vec<Value>,
    by: Uuid,
) -> Result<()> {
    match list {
        List::Filters => drugs::put_back_filters(tx, ctx, before, by).await,
        List::Pharmacies => {
            pharmacies::put_back_list(tx, ctx, typed::<pharmacies::ListEntry>(before)?).await
        }
        List::SleepClinics => {
            sleep_studies::put_back_list(tx, typed::<sleep_studies::ListEntry>(before)?).await
        }
        List::LabDefinitions => {
            lab_tests::put_back_definitions(tx, ctx, typed::<LabDefinition>(before)?).await
        }
        List::Diagnoses => {
            let before = typed::<billing::ListedDiagnosis>(before)?;
            billing::put_back_diagnoses(tx, ctx, before).await
        }
        List::Fees => billing::put_back_fees(tx, ctx, &typed(before)?).await,
        List::ExplanatoryCodes => {
            billing::take_in_codes(tx, ctx, CodeKind::Explanatory, &typed(before)?).await
        }
        List::AdjustmentCodes => {
            billing::take_in_codes(tx, ctx, CodeKind::Adjustment, &typed(before)?).await
        }
    }
}

fn person(by: Option<Uuid>) -> Result<Uuid> {
    by.ok_or_else(|| Error::broken("the rules on medications come in through the page"))
}

/// The name of a list of diagnoses: the file name without extension.
pub(super) fn stem(file: &str) -> String {
    let name = salal_formats::tables::base_name(file);
    let stem = Path::new(name).file_stem();
    stem.map_or_else(
        || name.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_file_does_not_bring_stays_of_an_entry_that_is_there() {
        let row = |name: &str, phone: &str| {
            json!({"name": name, "address": "1 Main St", "city": "Vancouver", "province": "BC", "postal_code": "",
                "phone": phone, "phone_extension": "", "fax": "6045550142"})
        };
        let brought = |name: &str| {
            let mut row = row(name, "");
            row[LACKING] = json!(["phone", "phone_extension"]);
            row
        };
        let mut rows = vec![brought("SALAL drugs"), brought("New"), row("Arbutus", "")];
        let present = [
            row("Salal Drugs", "6045550100"),
            row("Arbutus", "6045550101"),
        ];
        fill_in(List::Pharmacies, &mut rows, &present);
        let phones: Vec<&Value> = rows.iter().map(|row| &row["phone"]).collect();
        assert_eq!(phones, ["6045550100", "", ""], "an empty cell empties");
        assert!(rows.iter().all(|row| row.get(LACKING).is_none()));
    }
}
