// SPDX-License-Identifier: AGPL-3.0-or-later

//! Bills as shown to administrators, with a fixed number of queries.

use std::collections::HashMap;

use salal_db::{Connection, JointRead};
use salal_domain::billing::services;
use salal_domain::fees::Cents;
use uuid::Uuid;

use crate::api::Scope;
use crate::billing::claim::{Claim, codes_of};
use crate::billing::dto::{BillEventView, BillView, BilledPrescription, CodeView};
use crate::billing::entity::bill_event;
use crate::billing::repo::{Words, WordsPart};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people::{Labels, NamesPart, PersonRef, Visits};

/// What is shown of bills besides themselves.
struct Shown {
    /// Of prescriptions.
    labels: Labels,
    names: HashMap<Uuid, PersonRef>,
    words: Words,
}

/// A bill as it is in memory.
pub(in crate::billing) async fn view(
    ctx: &Context,
    db: &Connection,
    scope: &Scope,
    claim: &Claim,
) -> Result<BillView> {
    views(ctx, db, scope, std::slice::from_ref(claim))
        .await?
        .pop()
        .ok_or_else(Error::not_found)
}

/// Bills in the order given.
pub(in crate::billing) async fn views(
    ctx: &Context,
    db: &Connection,
    scope: &Scope,
    claims: &[Claim],
) -> Result<Vec<BillView>> {
    if claims.is_empty() {
        return Ok(Vec::new());
    }
    let rows = || claims.iter().map(Claim::row);
    let events = || claims.iter().flat_map(Claim::history);
    let persons: Vec<Uuid> = rows()
        .flat_map(|row| [row.person_id, row.practitioner_id])
        .chain(events().filter_map(|event| event.by_person))
        .collect();
    let diagnoses: Vec<&str> = rows().map(|row| row.diagnosis_code.as_str()).collect();
    let codes: Vec<String> = events().flat_map(codes_of).collect();
    let mut read = JointRead::for_connection(db);
    let names = NamesPart::add(&mut read, &persons);
    let words = WordsPart::add(&mut read, &diagnoses, &codes);
    let mut found = read.run(db).await?;
    let prescribed: Vec<Uuid> = rows().map(|row| row.prescription_id).collect();
    let shown = Shown {
        labels: (ctx.hooks.get::<Visits>().labels)(db, scope, &prescribed).await?,
        names: names.take(&mut found)?,
        words: words.take(&mut found)?,
    };
    Ok(claims.iter().map(|claim| shown.view(claim)).collect())
}

impl Shown {
    fn view(&self, claim: &Claim) -> BillView {
        let (row, state) = (claim.row(), claim.state());
        let named = |id: Uuid| self.names.get(&id).cloned().unwrap_or_default();
        let label = self.labels.get(&row.prescription_id);
        BillView {
            id: row.id,
            folio: format!("{:07}", row.folio),
            person: named(row.person_id),
            prescription: BilledPrescription {
                id: row.prescription_id,
                label: label.cloned().unwrap_or_default(),
            },
            practitioner: named(row.practitioner_id),
            bill_way: *row.way,
            diagnosis: self.words.diagnoses.get(&row.diagnosis_code).cloned(),
            diagnosis_code: row.diagnosis_code.clone(),
            service: services::by_code(&row.service_code)
                .map_or_else(|| row.service_code.clone(), services::Service::label),
            service_code: row.service_code.clone(),
            service_date: row.service_date,
            service_start_time: row.started_at,
            service_end_time: row.ended_at,
            amount: claim.amount().dollars(),
            paid: claim.paid().dollars(),
            status: state,
            status_text: state.label().to_owned(),
            waits_for: row.waits_for.clone(),
            note: row.note.clone(),
            can_edit: state.can_edit(),
            history: claim
                .history()
                .iter()
                .map(|event| self.event(event))
                .collect(),
            created_at: row.created_at,
            version: row.version,
        }
    }

    fn event(&self, event: &bill_event::Model) -> BillEventView {
        let code = |code: &String| -> Option<CodeView> { self.words.codes.get(code).cloned() };
        BillEventView {
            text: event.kind.label().to_owned(),
            kind: *event.kind,
            at: event.at,
            by: event.by_person.and_then(|id| self.names.get(&id).cloned()),
            codes: codes_of(event).iter().filter_map(code).collect(),
            amount: event.amount_cents.map(|cents| Cents(cents).dollars()),
            detail: event.detail.clone(),
        }
    }
}
