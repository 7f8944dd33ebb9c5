// SPDX-License-Identifier: AGPL-3.0-or-later

//! Loads the parts of the first page side by side: two reads, whatever there is.

use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_domain::fees::Cents;
use uuid::Uuid;

use super::dto::{
    AlsoOpen, FailedFax, FailedItem, FailedKind, TodayFailed, TodayQueue, TodayRestored, TodayView,
};
use crate::api::{Json, Request, Role, Scope, SignedIn};
use crate::context::Context;
use crate::error::Result;
use crate::operations;
use salal_clinic::lab_tests;
use salal_exchange::fax::{self, Trouble};
use salal_exchange::payments::{self, Unconfirmed, UnconfirmedKind};
use salal_people::people;
use salal_prescriptions::prescriptions;

/// Rows of the queue on the page.
const ROWS: usize = 5;
/// Faxes on the page; the rest is at the fax desk.
const FAXES: u64 = 5;
/// Payments and refunds without an outcome: more than a clinic should ever have.
const MOST: i64 = 20;

/// GET /today
pub(super) async fn show(request: Request) -> Result<Json<TodayView>> {
    let page = load(&request.ctx, &request.scope, request.me()?).await?;
    let queued = page.queue.items.iter().chain(&page.queue.oldest);
    let queued = queued.map(|row| row.person.id);
    request.audit_list(queued.chain(page.failed.items.iter().map(|item| item.person.id)));
    Ok(Json(page))
}

async fn load(ctx: &Context, scope: &Scope, me: &SignedIn) -> Result<TodayView> {
    let reads = ctx.db.side_by_side();
    let db: &Connection = &reads;
    let now = ctx.now();
    let parts: BoxFuture<'_, Result<TodayView>> = Box::pin(async move {
        let (open, failed, day, clinic_queue, lab_exceptions, restored) = tokio::try_join!(
            prescriptions::list_open(db, ctx, scope, me, ROWS),
            failed(db, ctx, scope),
            prescriptions::clinic_day(db, scope, me.person_id, now),
            operations::count_waiting(db, ctx),
            exceptions(db, me),
            restored(db, ctx),
        )?;
        Ok(TodayView {
            now,
            queue: TodayQueue {
                items: open.items,
                oldest: open.oldest,
                counts: open.counts,
                promise_hours: ctx.settings.prescriptions.promise_hours,
            },
            failed,
            restored,
            day,
            also_open: AlsoOpen {
                clinic_queue,
                lab_exceptions,
            },
        })
    });
    reads.run(parts).await
}

/// What is held after a restore. In ordinary times nothing is asked.
async fn restored(db: &Connection, ctx: &Context) -> Result<Option<TodayRestored>> {
    if !ctx.services.hold.is_held() {
        return Ok(None);
    }
    let open = operations::restore::count_of(db, ctx).await?;
    Ok(open.map(|open| TodayRestored {
        point_at: open.hold.point_at,
        held: open.jobs,
    }))
}

/// Lab tests are for doctors (decision 19).
async fn exceptions(db: &Connection, me: &SignedIn) -> Result<Option<i64>> {
    if me.role != Role::Doctor {
        return Ok(None);
    }
    lab_tests::count_exceptions(db).await.map(Some)
}

async fn failed(db: &Connection, ctx: &Context, scope: &Scope) -> Result<TodayFailed> {
    let before = ctx.now() - operations::health::UNDER_WAY;
    let ((faxes, count), money) = tokio::try_join!(
        fax::list_trouble(db, scope, FAXES),
        payments::unconfirmed(db, before, MOST),
    )?;
    let persons: Vec<Uuid> = faxes
        .iter()
        .map(|fax| fax.person_id)
        .chain(money.iter().map(|one| one.person_id))
        .collect();
    let total = count + i64::try_from(money.len()).unwrap_or(MOST);
    let mut items: Vec<FailedItem> = faxes.into_iter().map(of_fax).collect();
    items.extend(money.iter().map(of_money));
    let names = people::names(db, &persons).await?;
    for (item, person) in items.iter_mut().zip(&persons) {
        item.person = names.get(person).cloned().unwrap_or_default();
    }
    Ok(TodayFailed {
        items,
        total,
        faxes: count,
    })
}

fn of_fax(fax: Trouble) -> FailedItem {
    FailedItem {
        kind: FailedKind::Fax,
        id: fax.id,
        subject_kind: fax.subject_kind,
        subject_id: fax.subject_id,
        person: people::PersonRef::default(),
        since: fax.queued_at,
        fax: Some(FailedFax {
            label: fax.label,
            recipient_name: fax.recipient_name,
            to_number: fax.to_number,
            state: fax.state,
            reason: fax.reason,
        }),
        amount: None,
    }
}

fn of_money(money: &Unconfirmed) -> FailedItem {
    FailedItem {
        kind: match *money.kind {
            UnconfirmedKind::Payment => FailedKind::Payment,
            UnconfirmedKind::Refund => FailedKind::Refund,
        },
        id: money.subject_id,
        subject_kind: *money.subject_kind,
        subject_id: money.subject_id,
        person: people::PersonRef::default(),
        since: money.since,
        fax: None,
        amount: Some(Cents(money.amount_cents).dollars()),
    }
}
