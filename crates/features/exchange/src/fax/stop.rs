// SPDX-License-Identifier: AGPL-3.0-or-later

//! Stops the faxing of a voided document: nothing of it is sent any more, by a click, through the patient's
//! link, or by a job queued before.

use salal_db::{Connection, JointRead};
use salal_domain::fax::FaxState;
use salal_domain::prescriptions::copies::FaxFact;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use super::entity::{fax, fax_attempt};
use super::{Job, repo, send};
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
    db: &Connection,
    kind: SubjectKind,
    id: Uuid,
    document: Uuid,
) -> Result<Vec<(fax::Model, FaxFact)>> {
    let mut read = JointRead::for_connection(db);
    let faxes = read.add(&repo::faxes_of(kind, &[id]));
    let attempts = read.add(&repo::attempts_of(kind, &[id]));
    let mut found = read.run(db).await?;
    let (mut faxes, attempts) = (found.take(&faxes)?, found.take(&attempts)?);
    faxes.retain(|fax| fax.document_id == document);
    let with_fact = |fax: fax::Model| {
        let fact = fact(&fax, &attempts);
        (fax, fact)
    };
    Ok(faxes.into_iter().map(with_fact).collect())
}

/// The state of each transmission of a document, oldest first, by the fax's id.
pub async fn transmissions(
    db: &Connection,
    kind: SubjectKind,
    id: Uuid,
    document: Uuid,
) -> Result<Vec<(Uuid, FaxFact)>> {
    let all = of_document(db, kind, id, document).await?;
    Ok(all.into_iter().map(|(fax, fact)| (fax.id, fact)).collect())
}

fn leaving() -> Error {
    Error::conflict(
        "LEAVING",
        "The fax is leaving at this moment. Please try again.",
    )
}

/// Stops a document in the caller's transaction: unsent faxes are never sent, and none can be queued. Faxes
/// in transit are still polled. `seen` are the transmissions from which the caller decided: were one of them
/// to leave between that read and this one, a copy would be void that a pharmacy is about to receive.
pub async fn stop(
    tx: &Connection,
    ctx: &Context,
    kind: SubjectKind,
    id: Uuid,
    document: Uuid,
    seen: &[(Uuid, FaxFact)],
) -> Result<()> {
    let faxes = of_document(tx, kind, id, document).await?;
    if !faxes
        .iter()
        .map(|(fax, fact)| (fax.id, *fact))
        .eq(seen.iter().copied())
    {
        return Err(leaving());
    }
    for (fax, fact) in faxes {
        if fact != FaxFact::NotLeft {
            continue;
        }
        let stopped = fax::Model {
            state: FaxState::Failed.into(),
            reason: Some(send::VOIDED.into()),
            reason_permanent: Some(true),
            trouble: false,
            version: fax.version + 1,
            ..fax.clone()
        };
        // The job started it at this moment: the caller must check again.
        if !repo::step(tx, &fax, &stopped).await? {
            return Err(leaving());
        }
        jobs::cancel(tx, Job::Send, fax.id).await?;
    }
    let mut writes = ctx.db.batch();
    repo::stop(&mut writes, document, ctx.now());
    repo::untroubled(&mut writes, kind, id);
    Ok(writes.run(tx).await?)
}
