// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fax queue: every fax with its subject, attempts and proof. Failed faxes come first until someone acts
//! on them.

use std::collections::HashMap;

use salal_domain::fax::AttemptOutcome;
use uuid::Uuid;

use super::aggregate::Fax;
use super::dto::{
    FaxAttempt, FaxCopies, FaxCopy, FaxDetail, FaxFilter, FaxList, FaxProof, FaxRow, FaxSubject,
    FaxesQuery, PaperPart, PaperQuery,
};
use super::entity::{fax, fax_attempt};
use super::repo::FaxRows;
use super::undo::ById;
use super::{clarifications, documents, numbers, repo, subjects, view};
use crate::api::{Json, NoBody, Pdf, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people::PersonRef;

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
    let mut rows = repo::page(db, &request.scope, &wanted, limit + 1).await?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    request.audit_list(rows.iter().map(|row| row.person_id));
    let mentioned = |row: &fax::Model| [Some(row.person_id), row.queued_by, row.confirmed_by];
    let people: Vec<Uuid> = rows.iter().flat_map(mentioned).flatten().collect();
    let (counts, names) = repo::counts(db, &request.scope, &rows, &people).await?;
    let show = |row| show(&request.ctx, row, &counts, &names);
    Ok(Json(FaxList {
        items: rows.into_iter().map(show).collect::<Result<_>>()?,
        next_cursor,
        trouble: counts.trouble,
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

/// A row of the desk.
fn show(
    ctx: &Context,
    row: fax::Model,
    counts: &repo::Counts,
    names: &HashMap<Uuid, PersonRef>,
) -> Result<FaxRow> {
    let name = |id: Uuid| names.get(&id).cloned();
    let copies = counts.copies.get(&row.subject_id).copied();
    let (by_link, all) = copies.unwrap_or_default();
    let entries = counts.entries.get(&row.subject_id).copied();
    let subject = subjects::find_subject(ctx, *row.subject_kind)?;
    Ok(FaxRow {
        id: row.id,
        person: name(row.person_id).unwrap_or_default(),
        by: row.queued_by.and_then(name),
        confirmed_by: row.confirmed_by.and_then(name),
        attempts: counts.attempts.get(&row.id).copied().unwrap_or_default(),
        copies: FaxCopies {
            by_staff: all - by_link,
            by_link,
            by_link_most: subject.by_link,
        },
        clarifications: entries.unwrap_or_default(),
        subject: FaxSubject {
            id: row.subject_id,
            kind: *row.subject_kind,
            label: row.label,
        },
        recipient_name: row.recipient_name,
        to_number: row.to_number,
        state: *row.state,
        trouble: row.trouble,
        reason: view::shown_reason(ctx, *row.state, row.reason),
        is_void: counts.void.contains(&row.document_id),
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
    let (ctx, scope) = (&request.ctx, &request.scope);
    let fax = Fax::load(ctx.db.read(), ctx, scope, request.path.id, None).await?;
    request.audit_access(fax.row.person_id);
    Ok(Json(fax.show(ctx)?))
}

/// A fax with all its details, and why it cannot be sent again or confirmed.
pub(super) fn detail(
    ctx: &Context,
    row: &fax::Model,
    parts: &FaxRows,
    names: &HashMap<Uuid, PersonRef>,
    can_send_again: Option<&str>,
    can_confirm: Option<&str>,
) -> Result<FaxDetail> {
    let last = parts.attempts.last();
    let proof = FaxProof {
        remote_id: row.remote_id.clone(),
        machine: numbers::machine(row),
        transmitted_at: row.transmitted_at,
        document_sha256: parts.document_sha256.clone(),
        sent_sha256: last.map(|attempt| attempt.sha256.clone()),
        has_cover: last.is_some_and(|attempt| attempt.cover_id.is_some()),
    };
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let by_link = parts.copies.iter().filter(|copy| copy.is_resend).count();
    let copies = (count(by_link), count(parts.copies.len()));
    let counts = repo::Counts {
        attempts: HashMap::from([(row.id, count(parts.attempts.len()))]),
        copies: HashMap::from([(row.subject_id, copies)]),
        entries: HashMap::from([(row.subject_id, count(parts.entries.len()))]),
        void: parts.stopped.iter().copied().collect(),
        trouble: 0,
    };
    let entry = |entry| clarifications::show(entry, names);
    // This one may have changed since its copies were read.
    let current = |copy: &fax::Model| {
        let is_this = copy.id == row.id;
        self::copy(if is_this { row } else { copy })
    };
    Ok(FaxDetail {
        fax: show(ctx, row.clone(), &counts, names)?,
        attempt_list: parts.attempts.iter().cloned().map(attempt).collect(),
        copy_list: parts.copies.iter().rev().map(current).collect(),
        clarification_list: parts.entries.iter().map(entry).collect(),
        proof,
        can_send_again: can_send_again.map(str::to_owned),
        can_confirm: can_confirm.map(str::to_owned),
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
            let attempts = repo::attempts_at(&[row.id]).all(db).await?;
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
