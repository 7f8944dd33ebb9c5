// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files of claims as shown to administrators, and sending unsent bills.

use salal_db::{ConstraintName, is_unique_violation};
use salal_platform::totals::Total;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::ClaimFileState;
use super::file::ClaimFile;
use super::{repo, send};
use crate::api::{Created, Json, NoBody, Request};
use crate::billing::bills;
use crate::billing::claim::Claim;
use crate::billing::dto::BillView;
use crate::billing::{EVENT, on};
use crate::error::{Error, Result};
use chrono::{DateTime, Utc};

/// A file of claims.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct ClaimNumber {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub number: String,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    pub status: ClaimFileState,
    /// Sent, or why it is not.
    #[serde(rename = "statusText")]
    pub status_text: String,
    #[serde(rename = "sentAt")]
    pub sent_at: Option<DateTime<Utc>>,
    pub bills: i64,
    pub records: i64,
    pub amount: f64,
    #[serde(rename = "firstSequence")]
    pub first_sequence: Option<String>,
    #[serde(rename = "lastSequence")]
    pub last_sequence: Option<String>,
    /// The message of the service, or what is being done.
    pub told: Option<String>,
}

/// Bills that are in no file yet.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct UnsentBills {
    pub bills: i64,
    pub amount: f64,
    /// Bills left out of the last file, with the reasons.
    pub waiting: Vec<BillView>,
}

/// A page of files of claims, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct ClaimNumbers {
    pub items: Vec<ClaimNumber>,
    /// For the next page; null on the last one.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    #[serde(flatten)]
    pub total: Total,
    pub unsent: UnsentBills,
}

/// The page of files to show.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::billing) struct Page {
    /// Files a page: 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    /// `nextCursor` of the previous page; the newest files when absent.
    pub cursor: Option<String>,
}

impl From<&ClaimFile> for ClaimNumber {
    fn from(file: &ClaimFile) -> Self {
        let row = file.row();
        let text = match file.state() {
            ClaimFileState::Accepted => "Sent",
            ClaimFileState::Refused => "Not sent",
            ClaimFileState::Unknown => "Not confirmed yet",
            ClaimFileState::Queued | ClaimFileState::Built | ClaimFileState::Sending => {
                "On its way"
            }
        };
        let sequence = |number: Option<i64>| number.map(|number| format!("{number:07}"));
        Self {
            id: row.id,
            number: format!("{:04}", row.number),
            created_at: row.created_at,
            status_text: text.to_owned(),
            status: file.state(),
            sent_at: row.sent_at,
            bills: row.bills,
            records: row.records,
            amount: file.amount().dollars(),
            first_sequence: sequence(row.first_sequence),
            last_sequence: sequence(row.last_sequence),
            told: row.told.clone(),
        }
    }
}

/// GET /tele-plan/claim-numbers
pub(in crate::billing) async fn list(
    request: Request<NoBody, (), Page>,
) -> Result<Json<ClaimNumbers>> {
    on(&request.ctx)?;
    let db = request.ctx.db.read();
    let limit = u64::from(request.query.limit.unwrap_or(10).clamp(1, 100));
    let before = request.query.cursor.as_deref().map(str::parse).transpose();
    let before = before.map_err(|_| Error::malformed("The cursor cannot be read."))?;
    let (mut files, total) = repo::files(db, limit + 1, before).await?;
    let more = files.len() as u64 > limit;
    files.truncate(usize::try_from(limit).unwrap_or_default());
    let (number, amount) = repo::unsent_sum(db).await?;
    let mut waiting = repo::unsent(db, &request.scope, 100).await?;
    waiting.retain(|claim| claim.row().waits_for.is_some());
    request.audit_list(waiting.iter().map(Claim::person));
    let items: Vec<_> = files.iter().map(ClaimNumber::from).collect();
    Ok(Json(ClaimNumbers {
        next_cursor: items
            .last()
            .filter(|_| more)
            .map(|file| file.number.clone()),
        items,
        total,
        unsent: UnsentBills {
            bills: number,
            amount: amount.dollars(),
            waiting: bills::views(&request.ctx, db, &request.scope, &waiting).await?,
        },
    }))
}

/// POST /tele-plan/send-unsent-bills: a new file, or the one in progress.
pub(in crate::billing) async fn send_unsent(
    request: Request<NoBody>,
) -> Result<Created<ClaimNumber>> {
    on(&request.ctx)?;
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let centre = &ctx.settings.billing.data_centre;
    let tx = request.begin().await?;
    if let Some(open) = repo::open_file(&tx, centre).await? {
        // A failed job is queued again under another key; an active one is only run soon.
        let answer = ClaimNumber::from(&open);
        let mut writes = ctx.db.batch();
        let key = format!("{}:{}", open.id(), ctx.now().timestamp() / 60);
        send::queue_with(&mut writes, ctx, open.id(), key)?;
        request.commit_with(tx, writes, 201, &answer).await?;
        send::send_soon(ctx, open.id()).await?;
        return Ok(Created(answer));
    }
    let (number, _) = repo::unsent_sum(&tx).await?;
    if number == 0 {
        return Err(Error::conflict(
            "NOTHING_TO_SEND",
            "No bills are waiting to be sent.",
        ));
    }
    let file = ClaimFile::queue(ctx, repo::next_number(&tx).await?, number, me);
    let mut writes = ctx.db.batch();
    file.save_with(&mut writes);
    send::queue_with(&mut writes, ctx, file.id(), file.id())?;
    if let Err(error) = writes.run(&tx).await {
        if is_unique_violation(&error) == Some(ConstraintName::ClaimFileOpen) {
            return Err(Error::conflict(
                "ON_ITS_WAY",
                "A file is already on its way.",
            ));
        }
        return Err(error.into());
    }
    request.publish_after_commit(EVENT, file.id(), me);
    let answer = ClaimNumber::from(&file);
    request.commit_as(tx, 201, &answer).await?;
    Ok(Created(answer))
}
