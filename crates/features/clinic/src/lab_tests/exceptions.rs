// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reports without a patient: listing them, filing one to the patient that a doctor identified, and setting
//! one aside with a reason. Nothing is deleted.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::Connection;
use salal_formats::lab_results::LabReport;
use uuid::Uuid;

use super::dto::{
    ExceptionsAsked, FileLabException, LabCandidate, LabExceptionPage, LabExceptionView,
    LabTestView, SetAsideLabException,
};
use super::entity::lab_exception;
use super::filing::{self, Filing, Outcome};
use super::matching::{self, Known};
use super::repo::{self, Settled};
use super::{KIND, import, view};
use crate::api::{Json, NoBody, NoContent, Request};
use crate::error::{Error, Result};
use salal_people::people::{self, PersonRef};

/// Reports per page.
const PAGE: usize = 20;
/// Maximum length of a reason.
const LONGEST_NOTE: usize = 500;

/// GET /lab-test/exceptions
pub(super) async fn list_exceptions(
    request: Request<NoBody, (), ExceptionsAsked>,
) -> Result<Json<LabExceptionPage>> {
    let db = request.ctx.db.read();
    let after = request.query.cursor.as_deref().map(place).transpose()?;
    let (mut rows, total) = repo::exceptions(db, after, PAGE as u64 + 1).await?;
    let more = rows.len() > PAGE;
    rows.truncate(PAGE);
    let next_cursor = rows
        .last()
        .filter(|_| more)
        .map(|row| format!("{}_{}", row.created_at.to_rfc3339(), row.id));
    let reports: Vec<LabReport> = rows
        .iter()
        .map(|row| view::content(&row.content))
        .collect::<Result<_>>()?;
    let holders = matching::find_patients(db, &reports).await?;
    let items: Vec<LabExceptionView> = rows
        .iter()
        .zip(reports)
        .map(|(row, report)| shown(row, report, &holders))
        .collect();
    // The patient is not known yet; possible patients are named beside the results, so they are audited.
    let candidates = items.iter().flat_map(|item| &item.candidates);
    request.audit_list(candidates.map(|one| one.person.id));
    Ok(Json(LabExceptionPage {
        items,
        next_cursor,
        total,
    }))
}

fn place(cursor: &str) -> Result<(DateTime<Utc>, Uuid)> {
    cursor
        .split_once('_')
        .and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)))
        .ok_or_else(|| Error::field("cursor", "This is not the place of a page."))
}

fn shown(
    row: &lab_exception::Model,
    report: LabReport,
    holders: &HashMap<String, Vec<Known>>,
) -> LabExceptionView {
    let candidates = report
        .patient
        .health_numbers
        .iter()
        .filter_map(|number| holders.get(number))
        .flatten()
        .map(|one| LabCandidate {
            person: PersonRef {
                id: one.person,
                first_name: one.first_name.clone(),
                last_name: one.last_name.clone(),
            },
            date_of_birth: one.date_of_birth,
        })
        .collect();
    LabExceptionView {
        id: row.id,
        created_at: row.created_at,
        title: report.title(),
        reason: row.reason.sentence().to_owned(),
        reported_name: view::reported_name(&report),
        lab: report.lab,
        order: report.order,
        date_of_birth: report.patient.date_of_birth,
        health_numbers: report.patient.health_numbers,
        collected_at: report.collected_at,
        reported_at: report.reported_at,
        items: view::items(&report.items),
        comments: report.comments,
        candidates,
    }
}

/// PUT /lab-test/exceptions/file
pub(super) async fn file(request: Request<Json<FileLabException>>) -> Result<Json<LabTestView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let tx = request.begin().await?;
    let row = open_exception(&tx, sent.exception_id, me).await?;
    let person = people::load_facts(ctx, &tx, &request.scope, sent.person_id).await?;
    request.audit_access(person.id);
    let report = import::whole(&row)?;
    let key = (report.lab.clone(), report.order.clone());
    let before = repo::find_existing_reports(&tx, std::slice::from_ref(&report.order))
        .await?
        .remove(&key);
    if let Some((test, _)) = &before
        && test.person_id != person.id
    {
        return Err(Error::conflict(
            "OTHER_PATIENT",
            "Earlier results of this order belong to another patient. Please ask the laboratory.",
        ));
    }
    let filing = Filing {
        file: row.file_id,
        person: person.id,
        name_differs: matching::name_differs(
            &report.patient,
            &person.first_name,
            &person.last_name,
        ),
        print: row.print.clone(),
    };
    let test = match filing::file(&tx, ctx, filing, report, before.as_ref()).await? {
        Outcome::Filed(filed, message) => {
            request.publish_after_commit("message", message, person.id);
            filed.0
        }
        Outcome::Nothing => before
            .map(|(test, _)| test)
            .ok_or_else(|| Error::broken("nothing new without anything before"))?,
    };
    let to = Settled {
        by: me,
        at: request.now(),
        test: Some(test.id),
        note: None,
    };
    settle(&tx, &row, to).await?;
    let answer = view::load_view(&tx, &request.scope, person.id, &test).await?;
    request.publish_after_commit(KIND.code(), test.id, person.id);
    request.commit(tx, answer).await
}

/// PUT /lab-test/exceptions/set-aside
pub(super) async fn set_aside(request: Request<Json<SetAsideLabException>>) -> Result<NoContent> {
    let (sent, me) = (&request.body.0, request.me()?.person_id);
    let note = sent.note.trim();
    if note.is_empty() || note.chars().count() > LONGEST_NOTE {
        return Err(Error::field(
            "note",
            "Please say why this result belongs to no patient, in at most 500 characters.",
        ));
    }
    let tx = request.begin().await?;
    let row = open_exception(&tx, sent.exception_id, me).await?;
    let to = Settled {
        by: me,
        at: request.now(),
        test: None,
        note: Some(note.to_owned()),
    };
    settle(&tx, &row, to).await?;
    request.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}

/// An exception that nobody settled. Before anything else is asked of it: whoever settled it themselves, and had no answer,
/// is told so, and not what came of their own filing.
async fn open_exception(tx: &Connection, id: Uuid, me: Uuid) -> Result<lab_exception::Model> {
    let row = repo::exception(tx, id).await?;
    if row.settled_at.is_none() {
        return Ok(row);
    }
    Err(settled(
        match (row.settled_by == Some(me), row.lab_test_id) {
            (false, _) => SETTLED_MEANWHILE,
            (true, Some(_)) => {
                "You filed this report already. It is with the patient whom you chose first; nothing more was filed."
            }
            (true, None) => "You set this report aside already.",
        },
    ))
}

const SETTLED_MEANWHILE: &str = "Someone settled this report in the meantime.";

fn settled(said: &'static str) -> Error {
    Error::conflict("SETTLED", said)
}

async fn settle(tx: &Connection, row: &lab_exception::Model, to: Settled) -> Result<()> {
    if repo::settle(tx, row.id, to).await? {
        return Ok(());
    }
    Err(settled(SETTLED_MEANWHILE))
}
