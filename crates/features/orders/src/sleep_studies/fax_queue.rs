// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sleep studies in the fax queue: whether another copy of the request may be sent, and a clinic's question
//! in the doctors' inbox.

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::sleep::status;
use uuid::Uuid;

use super::sleep_order::SleepOrder;
use super::{KIND, fax_hooks};
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
        may_leave: fax::always_leaves,
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

fn ask_doctor<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    question: Question<'a>,
) -> BoxFuture<'a, Result<()>> {
    let what = "Sleep clinic question";
    Box::pin(orders::ask_doctors(tx, ctx, KIND, what, question))
}
