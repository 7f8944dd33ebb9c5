// SPDX-License-Identifier: AGPL-3.0-or-later

//! Work waiting for a review besides prescriptions: sleep orders that have not reached the sleep clinic and,
//! for doctors, lab results that no one acknowledged (decision 19). Each feature reports its own; here they
//! are combined by age, for the end of the review queue.

use super::dto::{OtherWork, OtherWorkKind};
use crate::api::{Json, Request, Role};
use crate::error::Result;
use salal_clinic::lab_tests;
use salal_orders::sleep_studies;
use salal_people::people;

/// More than a clinic should ever have waiting.
const MOST: u64 = 100;

/// GET /other-work
pub(super) async fn list_other_work(request: Request) -> Result<Json<Vec<OtherWork>>> {
    let db = request.ctx.db.read();
    let orders = sleep_studies::waiting(db, MOST).await?;
    let results = if request.me()?.role == Role::Doctor {
        lab_tests::waiting(db, MOST).await?
    } else {
        Vec::new()
    };
    let ids: Vec<_> = orders
        .iter()
        .map(|one| one.person)
        .chain(results.iter().map(|one| one.person))
        .collect();
    let names = people::names(db, &ids).await?;
    let orders = orders
        .into_iter()
        .map(|one| (OtherWorkKind::Sleep, one.id, one.person, one.since));
    let results = results
        .into_iter()
        .map(|one| (OtherWorkKind::LabTest, one.id, one.person, one.since));
    let mut rows: Vec<OtherWork> = orders
        .chain(results)
        .filter_map(|(kind, id, person, since)| {
            let person = names.get(&person).cloned()?;
            Some(OtherWork {
                id,
                kind,
                person,
                since,
            })
        })
        .collect();
    rows.sort_by_key(|row| (row.since, row.id));
    request.audit_list(rows.iter().map(|row| row.person.id));
    Ok(Json(rows))
}
