// SPDX-License-Identifier: AGPL-3.0-or-later

//! Loads the parts of the page side by side.

use futures_util::future::BoxFuture;
use salal_db::Connection;
use uuid::Uuid;

use super::dto::{Chart, PatientPageView};
use crate::api::{Role, Scope, SignedIn};
use crate::context::Context;
use crate::error::Result;
use salal_clinic::lab_tests::{self, LabTestView};
use salal_clinic::notes::{self, NoteDraft, NotePage};
use salal_orders::sleep_studies;
use salal_people::medical_info;
use salal_people::people::{self, PersonView};
use salal_people::presence;
use salal_prescriptions::prescriptions::{self, ClaimView};

/// The number of notes on the page; older ones are loaded on scrolling.
const NOTES: u64 = 20;

/// The page of a patient within scope.
pub(super) async fn load_page(
    ctx: &Context,
    scope: &Scope,
    id: Uuid,
    me: &SignedIn,
) -> Result<PatientPageView> {
    let reads = ctx.db.side_by_side();
    let db: &Connection = &reads;
    let parts: BoxFuture<'_, Result<PatientPageView>> = Box::pin(async move {
        let (
            person,
            prescriptions,
            claim,
            (medical_info, medical_info_count),
            (notes, drafts),
            sleep_assessments,
            sleep_info,
            lab_tests,
            presence,
        ) = tokio::try_join!(
            people::view(ctx, db, scope, id),
            prescriptions::pending(db, ctx, scope, id),
            claim(db, ctx, scope, id, me),
            medical_info::newest_of_all(db, scope, id),
            notes_of(db, scope, id, me),
            sleep_studies::pending(db, ctx, scope, id),
            sleep_studies::newest_info(db, scope, id),
            lab_tests_of(db, scope, id, me),
            presence::others(db, ctx, id, me.person_id),
        )?;
        Ok(PatientPageView {
            chart: chart(ctx, &person),
            person,
            prescriptions,
            claim,
            medical_info,
            medical_info_count,
            notes,
            drafts,
            sleep_assessments,
            sleep_info,
            lab_tests,
            presence,
        })
    });
    reads.run(parts).await
}

/// The chart by the number that staff use for the patient: the provincial one first.
fn chart(ctx: &Context, person: &PersonView) -> Option<Chart> {
    let cards = &person.health_documents;
    let card = cards
        .iter()
        .find(|card| card.province == "BC")
        .or(cards.first())?;
    Some(Chart {
        address: ctx.settings.portal.chart(&card.number)?,
        number: card.number.clone(),
    })
}

/// Only doctors use claims of the review queue.
async fn claim(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    id: Uuid,
    me: &SignedIn,
) -> Result<Option<ClaimView>> {
    if me.role != Role::Doctor {
        return Ok(None);
    }
    prescriptions::claim_of(db, ctx, scope, id, me.person_id).await
}

/// Doctors and the office write and read notes.
async fn notes_of(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
    me: &SignedIn,
) -> Result<(Option<NotePage>, Vec<NoteDraft>)> {
    if !matches!(me.role, Role::Doctor | Role::Office) {
        return Ok((None, Vec::new()));
    }
    let (page, drafts) = tokio::try_join!(
        notes::list_notes(db, scope, id, NOTES),
        notes::drafts(db, scope, id, me.person_id),
    )?;
    Ok((Some(page), drafts))
}

/// Lab tests are for doctors (decision 19).
async fn lab_tests_of(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
    me: &SignedIn,
) -> Result<Option<Vec<LabTestView>>> {
    if me.role != Role::Doctor {
        return Ok(None);
    }
    lab_tests::list_for_patient_page(db, scope, id)
        .await
        .map(Some)
}
