// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sleep studies in the fax queue: whether another copy of the request may be sent, and a clinic's question
//! in the doctors' inbox.

use futures_util::future::BoxFuture;
use salal_db::{Connection, Transaction};
use salal_domain::sleep::status;
use uuid::Uuid;

use super::sleep_order::SleepOrder;
use super::{KIND, fax_hooks, repo};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::orders::{self, refused};
use salal_exchange::fax::{self, Cover, FaxSubject, Newest, Question};

/// The fax hooks of sleep studies.
pub fn fax_subject() -> FaxSubject {
    FaxSubject {
        kind: KIND,
        changed: fax_hooks::fax_changed,
        again,
        taken_back: fax::nothing_kept,
        ask_doctor,
        by_link: None,
        may_leave,
    }
}

fn again<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    scope: &'a Scope,
    id: Uuid,
    newest: &'a Newest,
) -> BoxFuture<'a, Result<Cover>> {
    Box::pin(async move {
        let order = SleepOrder::lock(tx, ctx, scope, id, None).await?;
        status::can_fax(*order.row.status).map_err(refused)?;
        order.fax_number().map_err(refused)?;
        if order.row.request_id != Some(newest.document_id) {
            return Err(Error::conflict(
                "CHANGED",
                "The request was made again after this fax. Fax it from the order itself.",
            ));
        }
        let bytes = fax::document(tx, scope, newest.document_id).await?;
        Ok(order.cover(fax::pages_of(&bytes)))
    })
}

/// Why the request of an order may not leave now: its clinic left the list.
fn may_leave(db: &Connection, id: Uuid, _document: Uuid) -> fax::MayLeave<'_> {
    Box::pin(async move {
        let row = repo::get_order(db, &Scope::for_job(), id).await?;
        Ok(repo::standing(db, &row).await?.allow_clinic_fax())
    })
}

fn ask_doctor<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    question: Question<'a>,
) -> BoxFuture<'a, Result<()>> {
    let what = "Sleep clinic question";
    Box::pin(orders::ask_doctors(tx, ctx, KIND, what, question))
}
