// SPDX-License-Identifier: AGPL-3.0-or-later

//! Bills as shown to administrators, with a fixed number of queries.

use std::collections::HashMap;

use salal_domain::billing::services;
use salal_domain::fees::Cents;
use uuid::Uuid;

use super::repo::{self, ConnectionTrait};
use crate::api::Scope;
use crate::error::{Error, Result};
use crate::features::billing::dto::{BillEventView, BillView, BilledPrescription, CodeView};
use crate::features::billing::entity::{bill, bill_event};
use crate::features::billing::repo as lists;
use crate::features::people::{self, PersonRef};
use crate::features::prescriptions;

/// One bill within scope.
pub(in crate::features::billing) async fn one(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<BillView> {
    let row = repo::get(db, scope, id).await?;
    views(db, scope, vec![row])
        .await?
        .pop()
        .ok_or_else(Error::not_found)
}

/// Bills in the order given.
pub(in crate::features::billing) async fn views(
    db: &impl ConnectionTrait,
    scope: &Scope,
    rows: Vec<bill::Model>,
) -> Result<Vec<BillView>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let prescribed: Vec<Uuid> = rows.iter().map(|row| row.prescription_id).collect();
    let diagnosed: Vec<&str> = rows.iter().map(|row| row.diagnosis_code.as_str()).collect();
    let (events, labels, words) = tokio::try_join!(
        repo::events(db, &ids),
        prescriptions::labels(db, scope, &prescribed),
        lists::diagnosis_words(db, &diagnosed),
    )?;
    let persons: Vec<Uuid> = rows
        .iter()
        .flat_map(|row| [row.person_id, row.practitioner_id])
        .chain(events.iter().filter_map(|event| event.by_person))
        .collect();
    let codes: Vec<String> = events.iter().flat_map(code_list).collect();
    let (names, codes) =
        tokio::try_join!(people::names(db, &persons), lists::code_views(db, &codes))?;
    let mut history: HashMap<Uuid, Vec<BillEventView>> = HashMap::new();
    for event in &events {
        let shown = event_view(event, &names, &codes);
        history.entry(event.bill_id).or_default().push(shown);
    }
    let named = |id: Uuid| names.get(&id).cloned().unwrap_or_default();
    let view = |row: bill::Model| {
        let state = *row.state;
        BillView {
            id: row.id,
            folio: format!("{:07}", row.folio),
            person: named(row.person_id),
            prescription: BilledPrescription {
                id: row.prescription_id,
                label: labels
                    .get(&row.prescription_id)
                    .cloned()
                    .unwrap_or_default(),
            },
            practitioner: named(row.practitioner_id),
            bill_way: *row.way,
            diagnosis: words.get(&row.diagnosis_code).cloned(),
            diagnosis_code: row.diagnosis_code,
            service: services::by_code(&row.service_code)
                .map_or_else(|| row.service_code.clone(), services::Service::label),
            service_code: row.service_code,
            service_date: row.service_date,
            service_start_time: row.started_at,
            service_end_time: row.ended_at,
            amount: Cents(row.amount_cents).dollars(),
            paid: Cents(row.paid_cents).dollars(),
            status: state,
            status_text: state.label().to_owned(),
            waits_for: row.waits_for,
            note: row.note,
            can_edit: state.can_edit(),
            history: history.remove(&row.id).unwrap_or_default(),
            created_at: row.created_at,
            version: row.version,
        }
    };
    Ok(rows.into_iter().map(view).collect())
}

/// The explanatory codes of a history entry.
fn code_list(event: &bill_event::Model) -> Vec<String> {
    serde_json::from_value(event.codes.clone()).unwrap_or_default()
}

fn event_view(
    event: &bill_event::Model,
    names: &HashMap<Uuid, PersonRef>,
    codes: &HashMap<String, CodeView>,
) -> BillEventView {
    BillEventView {
        text: event.kind.label().to_owned(),
        kind: *event.kind,
        at: event.at,
        by: event.by_person.and_then(|id| names.get(&id).cloned()),
        codes: code_list(event)
            .iter()
            .filter_map(|code| codes.get(code).cloned())
            .collect(),
        amount: event.amount_cents.map(|cents| Cents(cents).dollars()),
        detail: event.detail.clone(),
    }
}
