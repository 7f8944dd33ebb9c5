// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lab tests as shown to a doctor: the current versions, each with the earlier ones.

use std::collections::HashMap;

use salal_db::Connection;
use salal_formats::lab_results::LabReport;
use salal_formats::lab_results::results::LabItem;
use uuid::Uuid;

use super::dto::{EarlierLabTest, LabItemView, LabTestView};
use super::entity::lab_test;
use super::repo::{self, Filed};
use crate::api::Scope;
use crate::error::{Error, Result};
use salal_people::people::{self, PersonRef};

/// The stored report.
pub(super) fn content(kept: &serde_json::Value) -> Result<LabReport> {
    Ok(serde_json::from_value(kept.clone())?)
}

/// Results in the order of the report.
pub(super) fn items(items: &[LabItem]) -> Vec<LabItemView> {
    items.iter().map(item).collect()
}

fn item(item: &LabItem) -> LabItemView {
    LabItemView {
        group: item.group.clone(),
        name: item.name.clone(),
        value: item.value.clone(),
        unit: item.unit.clone(),
        range: item.range.clone(),
        flag: item.flag.clone(),
        flag_words: item.flag_words(),
        is_marked: item.is_marked(),
        status: item.status.label().map(ToOwned::to_owned),
        comments: item.comments.clone(),
    }
}

/// The name on a report.
pub(super) fn reported_name(report: &LabReport) -> String {
    let patient = &report.patient;
    format!("{} {}", patient.first_name, patient.last_name)
        .trim()
        .to_owned()
}

/// A person's tests, newest first.
pub(super) async fn list_patient_lab_tests(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<LabTestView>> {
    let rows = repo::list_of_person(db, scope, person).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let doctors: Vec<Uuid> = rows
        .iter()
        .filter_map(|(test, _)| test.acknowledged_by)
        .collect();
    let names = people::names(db, &doctors).await?;
    let mut earlier: HashMap<(String, String), Vec<EarlierLabTest>> = HashMap::new();
    let mut standing = Vec::new();
    for row in &rows {
        if row.0.replaced_at.is_none() {
            standing.push(row);
            continue;
        }
        earlier
            .entry(key(&row.0))
            .or_default()
            .push(before(row, &names)?);
    }
    standing
        .into_iter()
        .map(|row| {
            view(
                row,
                &names,
                earlier.remove(&key(&row.0)).unwrap_or_default(),
            )
        })
        .collect()
}

/// One of a person's current tests.
pub(super) async fn load_view(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    order: &lab_test::Model,
) -> Result<LabTestView> {
    list_patient_lab_tests(db, scope, person)
        .await?
        .into_iter()
        .find(|test| test.lab == order.lab && test.order == order.order_number)
        .ok_or_else(Error::not_found)
}

fn key(test: &lab_test::Model) -> (String, String) {
    (test.lab.clone(), test.order_number.clone())
}

fn name(id: Option<Uuid>, names: &HashMap<Uuid, PersonRef>) -> Option<PersonRef> {
    id.and_then(|id| names.get(&id).cloned())
}

fn before(row: &Filed, names: &HashMap<Uuid, PersonRef>) -> Result<EarlierLabTest> {
    let (test, result) = row;
    let report = content(&result.content)?;
    Ok(EarlierLabTest {
        id: test.id,
        version: test.version,
        created_at: test.created_at,
        reported_at: report.reported_at,
        items: items(&report.items),
        comments: report.comments,
        acknowledged_at: test.acknowledged_at,
        acknowledged_by: name(test.acknowledged_by, names),
    })
}

fn view(
    row: &Filed,
    names: &HashMap<Uuid, PersonRef>,
    mut earlier: Vec<EarlierLabTest>,
) -> Result<LabTestView> {
    let (test, result) = row;
    let report = content(&result.content)?;
    earlier.sort_by_key(|one| std::cmp::Reverse(one.version));
    Ok(LabTestView {
        id: test.id,
        created_at: test.created_at,
        title: report.title(),
        lab: test.lab.clone(),
        order: test.order_number.clone(),
        version: test.version,
        collected_at: report.collected_at,
        reported_at: report.reported_at,
        name_differs: result.name_differs,
        reported_name: reported_name(&report),
        items: items(&report.items),
        comments: report.comments,
        acknowledged_at: test.acknowledged_at,
        acknowledged_by: name(test.acknowledged_by, names),
        earlier,
    })
}
