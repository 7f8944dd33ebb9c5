// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fax queue: every fax with its subject, attempts and proof. Failed faxes come first until someone acts
//! on them.

use std::collections::HashMap;

use salal_domain::fax::AttemptOutcome;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::dto::{
    FaxAttempt, FaxCopies, FaxCopy, FaxDetail, FaxFilter, FaxList, FaxProof, FaxRow, FaxSubject,
    FaxesQuery, PaperPart, PaperQuery,
};
use super::entity::{fax, fax_attempt};
use super::undo::ById;
use super::{again, clarifications, documents, numbers, repo, subjects};
use crate::api::{Json, NoBody, Pdf, Request, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::people::{self, PersonRef};

/// A shorter search would match nearly everything.
const SHORTEST_SEARCH: usize = 3;

/// GET /fax
pub(super) async fn list_faxes(request: Request<NoBody, (), FaxesQuery>) -> Result<Json<FaxList>> {
    let query = &request.query;
    let limit = usize::try_from(query.limit.unwrap_or(20).clamp(1, 100)).unwrap_or(20);
    let wanted = repo::Wanted {
        which: filter(query.state.as_deref())?,
        text: search(query.q.as_deref())?,
        cursor: query
            .cursor
            .as_deref()
            .map(str::parse::<Uuid>)
            .transpose()
            .map_err(|_| Error::malformed("The cursor cannot be read."))?,
    };
    let db = request.ctx.db.read();
    let (mut rows, trouble) = tokio::try_join!(
        repo::page(db, &request.scope, &wanted, limit + 1),
        repo::count_trouble(db, &request.scope)
    )?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    request.audit_list(rows.iter().map(|row| row.person_id));
    Ok(Json(FaxList {
        items: views(db, &request.ctx, rows).await?,
        next_cursor,
        trouble,
    }))
}

fn filter(state: Option<&str>) -> Result<FaxFilter> {
    let wrong = "Choose trouble, moving, failed, unknown, sent or delivered.";
    let state = state.map(str::parse).transpose();
    let state = state.map_err(|_| Error::field("state", wrong))?;
    Ok(state.unwrap_or(FaxFilter::All))
}

fn search(text: Option<&str>) -> Result<Option<String>> {
    let text = text.unwrap_or_default().trim();
    match text.chars().count() {
        0 => Ok(None),
        n if n < SHORTEST_SEARCH => Err(Error::field("q", "Type at least 3 characters.")),
        _ => Ok(Some(text.to_owned())),
    }
}

/// Rows for a page, in four queries whatever their number.
async fn views(
    db: &impl ConnectionTrait,
    ctx: &Context,
    rows: Vec<fax::Model>,
) -> Result<Vec<FaxRow>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut kinds: Vec<String> = rows.iter().map(|row| row.subject_kind.clone()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let subjects: Vec<Uuid> = rows.iter().map(|row| row.subject_id).collect();
    let subjects = (kinds.as_slice(), subjects.as_slice());
    let people: Vec<Uuid> = rows
        .iter()
        .flat_map(|row| [Some(row.person_id), row.queued_by, row.confirmed_by])
        .flatten()
        .collect();
    let (names, tries, copies, entries) = tokio::try_join!(
        people::names(db, &people),
        repo::count_attempts(db, &ids),
        repo::count_copies(db, subjects),
        repo::count_clarifications(db, subjects),
    )?;
    let known = Known {
        names,
        tries,
        copies,
        entries,
    };
    rows.into_iter().map(|row| view(ctx, row, &known)).collect()
}

/// The data for a page of faxes.
struct Known {
    names: HashMap<Uuid, PersonRef>,
    tries: HashMap<Uuid, i64>,
    /// By subject: sent through the patient's link, and in total.
    copies: HashMap<Uuid, (i64, i64)>,
    entries: HashMap<Uuid, i64>,
}

fn view(ctx: &Context, row: fax::Model, known: &Known) -> Result<FaxRow> {
    let name = |id: Uuid| known.names.get(&id).cloned();
    let (by_link, all) = known
        .copies
        .get(&row.subject_id)
        .copied()
        .unwrap_or_default();
    let subject = subjects::find_subject(ctx, &row.subject_kind)?;
    Ok(FaxRow {
        id: row.id,
        person: name(row.person_id).unwrap_or_default(),
        by: row.queued_by.and_then(name),
        confirmed_by: row.confirmed_by.and_then(name),
        attempts: known.tries.get(&row.id).copied().unwrap_or_default(),
        copies: FaxCopies {
            by_staff: all - by_link,
            by_link,
            by_link_most: subject.by_link,
        },
        clarifications: known
            .entries
            .get(&row.subject_id)
            .copied()
            .unwrap_or_default(),
        subject: FaxSubject {
            id: row.subject_id,
            kind: row.subject_kind,
            label: row.label,
        },
        recipient_name: row.recipient_name,
        to_number: row.to_number,
        state: *row.state,
        trouble: row.trouble,
        reason: row.reason,
        pages: row.pages,
        copy: row.copy_number,
        by_link: row.is_resend,
        queued_at: row.queued_at,
        sent_at: row.sent_at,
        delivered_at: row.delivered_at,
        version: row.version,
    })
}

/// GET /fax/{id}
pub(super) async fn get_fax_detail(request: Request<NoBody, ById>) -> Result<Json<FaxDetail>> {
    let db = request.ctx.db.read();
    let detail = detail(db, &request.ctx, &request.scope, request.path.id).await?;
    request.audit_access(detail.fax.person.id);
    Ok(Json(detail))
}

/// A fax with all its details.
pub(super) async fn detail(
    db: &impl ConnectionTrait,
    ctx: &Context,
    scope: &Scope,
    id: Uuid,
) -> Result<FaxDetail> {
    let row = repo::within(db, scope, id).await?;
    let subjects = [row.subject_id];
    let (attempts, copies, entries, document, is_stopped) = tokio::try_join!(
        repo::attempts(db, std::slice::from_ref(&row.id)),
        async {
            let faxes = repo::faxes_of(&row.subject_kind, &subjects).all(db);
            faxes.await.map_err(Error::from)
        },
        clarifications::list_of_subject(db, scope, &row.subject_kind, row.subject_id),
        documents::sha256_of(db, row.document_id),
        repo::is_stopped(db, row.document_id),
    )?;
    let newest = copies.iter().map(|copy| copy.copy_number).max();
    let can_send_again = again::why_not(&row, newest, is_stopped).map(str::to_owned);
    let can_confirm = again::why_no_confirmation(&row, newest, is_stopped).map(str::to_owned);
    let last = attempts.last();
    let proof = FaxProof {
        remote_id: row.remote_id.clone(),
        machine: numbers::machine(&row),
        transmitted_at: row.transmitted_at,
        document_sha256: document,
        sent_sha256: last.map(|attempt| attempt.sha256.clone()),
        has_cover: last.is_some_and(|attempt| attempt.cover_id.is_some()),
    };
    let fax = views(db, ctx, vec![row]).await?;
    Ok(FaxDetail {
        fax: fax.into_iter().next().ok_or_else(Error::not_found)?,
        attempt_list: attempts.into_iter().map(attempt).collect(),
        copy_list: copies.iter().rev().map(copy).collect(),
        clarification_list: entries,
        proof,
        can_send_again,
        can_confirm,
    })
}

fn attempt(row: fax_attempt::Model) -> FaxAttempt {
    FaxAttempt {
        number: row.number,
        started_at: row.started_at,
        ended_at: row.ended_at,
        outcome: row.outcome.map_or(AttemptOutcome::Open, |outcome| *outcome),
        reason: row.reason,
        provider_id: row.provider_id,
    }
}

fn copy(row: &fax::Model) -> FaxCopy {
    FaxCopy {
        id: row.id,
        copy: row.copy_number,
        state: *row.state,
        by_link: row.is_resend,
        queued_at: row.queued_at,
    }
}

/// GET /fax/{id}/paper: the pages that were sent, or their cover; exactly the same bytes.
pub(super) async fn paper(request: Request<NoBody, ById, PaperQuery>) -> Result<Pdf> {
    let db = request.ctx.db.read();
    let row = repo::within(db, &request.scope, request.path.id).await?;
    let part = request.query.part.as_deref().map(str::parse).transpose();
    let part = part.map_err(|_| Error::field("part", "Ask for the pages or the cover."))?;
    let part = part.unwrap_or(PaperPart::Pages);
    let document = match part {
        PaperPart::Pages => row.document_id,
        PaperPart::Cover => {
            let attempts = repo::attempts(db, &[row.id]).await?;
            let cover = attempts.iter().rev().find_map(|attempt| attempt.cover_id);
            cover.ok_or_else(Error::not_found)?
        }
    };
    request.audit_access(row.person_id);
    Ok(Pdf {
        name: format!("{}-{part}.pdf", row.label),
        bytes: documents::read(db, &request.scope, document).await?,
    })
}
