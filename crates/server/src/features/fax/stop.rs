// SPDX-License-Identifier: AGPL-3.0-or-later

//! Stops the faxing of a voided document: nothing of it is sent any more, by a click, through the patient's
//! link, or by a job queued before.

use salal_domain::fax::FaxState;
use salal_domain::prescriptions::copies::FaxFact;
use sea_orm::{ConnectionTrait, Set};
use uuid::Uuid;

use super::entity::{fax, fax_attempt};
use super::{repo, send};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs;

/// The state of a fax.
pub(super) fn fact(fax: &fax::Model, attempts: &[fax_attempt::Model]) -> FaxFact {
    let is_open = attempts
        .iter()
        .any(|attempt| attempt.fax_id == fax.id && attempt.outcome.is_none());
    match *fax.state {
        FaxState::Delivered => FaxFact::Delivered,
        FaxState::Failed => FaxFact::Failed,
        FaxState::Unknown => FaxFact::Unknown,
        FaxState::Sent => FaxFact::OnItsWay,
        // An attempt without a response may have been sent.
        FaxState::Sending if is_open => FaxFact::OnItsWay,
        FaxState::Sending | FaxState::Queued => FaxFact::NotLeft,
    }
}

async fn of_document(
    db: &impl ConnectionTrait,
    kind: &str,
    id: Uuid,
    document: Uuid,
) -> Result<Vec<(fax::Model, FaxFact)>> {
    let mut faxes = repo::faxes_of(kind, &[id]).all(db).await?;
    faxes.retain(|fax| fax.document_id == document);
    let ids: Vec<Uuid> = faxes.iter().map(|fax| fax.id).collect();
    let attempts = repo::attempts(db, &ids).await?;
    let with_fact = |fax: fax::Model| {
        let fact = fact(&fax, &attempts);
        (fax, fact)
    };
    Ok(faxes.into_iter().map(with_fact).collect())
}

/// The state of each transmission of a document, oldest first, by the fax's id.
pub(crate) async fn transmissions(
    db: &impl ConnectionTrait,
    kind: &str,
    id: Uuid,
    document: Uuid,
) -> Result<Vec<(Uuid, FaxFact)>> {
    let all = of_document(db, kind, id, document).await?;
    Ok(all.into_iter().map(|(fax, fact)| (fax.id, fact)).collect())
}

/// Stops a document in the caller's transaction: unsent faxes are never sent, and none can be queued. Faxes
/// in transit are still polled.
pub(crate) async fn stop(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    kind: &str,
    id: Uuid,
    document: Uuid,
) -> Result<()> {
    repo::stop(tx, document, ctx.now()).await?;
    for (fax, fact) in of_document(tx, kind, id, document).await? {
        if fact != FaxFact::NotLeft {
            continue;
        }
        let to = fax::ActiveModel {
            state: Set(FaxState::Failed.into()),
            reason: Set(Some("It was voided before it left.".into())),
            reason_permanent: Set(Some(true)),
            trouble: Set(false),
            ..Default::default()
        };
        // The job started it at this moment: the caller must check again.
        if !repo::step(tx, &fax, to).await? {
            return Err(Error::conflict(
                "LEAVING",
                "The fax is leaving at this moment. Please try again.",
            ));
        }
        jobs::cancel(tx, send::SEND, fax.id).await?;
    }
    let mut writes = ctx.db.batch();
    repo::untroubled(&mut writes, kind, id);
    Ok(writes.run(tx).await?)
}
