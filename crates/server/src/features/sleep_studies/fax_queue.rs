// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sleep studies in the fax queue: whether another copy of the request may be sent, and a clinic's question
//! in the doctors' inbox.

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::sleep::status;
use uuid::Uuid;

use super::orders::refused;
use super::{KIND, fax_hooks, faxing, repo};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::fax::{self, Cover, FaxSubject, Newest, Question};
use crate::features::messages::{self, MessageGroup, NewMessage, To};

/// The fax hooks of sleep studies.
pub fn fax_subject() -> FaxSubject {
    FaxSubject {
        kind: KIND,
        changed: fax_hooks::fax_changed,
        again,
        taken_back: fax::nothing_kept,
        ask_doctor,
        by_link: None,
    }
}

fn again<'a>(
    tx: &'a Transaction,
    _ctx: &'a Context,
    scope: &'a Scope,
    id: Uuid,
    newest: &'a Newest,
) -> BoxFuture<'a, Result<Cover>> {
    Box::pin(async move {
        let row = repo::lock_for_update(tx, scope, id).await?;
        status::can_fax(*row.status).map_err(refused)?;
        if row.request_id != Some(newest.document_id) {
            return Err(Error::conflict(
                "CHANGED",
                "The request was made again after this fax. Fax it from the order itself.",
            ));
        }
        let first = fax::latest(tx, KIND, &[row.id]).await?.remove(&row.id);
        let bytes = fax::document(tx, scope, newest.document_id).await?;
        let pages = fax::pages_of(&bytes);
        faxing::cover(&row, pages, first.and_then(|fax| fax.first_sent_at))
    })
}

fn ask_doctor<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    question: Question<'a>,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let new = NewMessage {
            subject: format!("Sleep clinic question: {}", question.label),
            body: format!("{}. {}", question.how, question.text),
            from: Some(question.by),
            to: To::Group(MessageGroup::Doctor),
            about: Some(question.person),
            subject_kind: Some(KIND),
            subject_id: Some(question.subject_id),
            tells_of: None,
        };
        messages::post(tx, ctx, new).await?;
        Ok(())
    })
}
