// SPDX-License-Identifier: AGPL-3.0-or-later

//! Remittance lines, exceptions for a person to check, and rejected bills.

use chrono::{DateTime, NaiveDate, Utc};
use salal_db::Connection;
use salal_domain::fees::Cents;
use salal_platform::totals::Total;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::amounts::month_days;
use super::entity::remittance_line;
use super::{repo, take};
use crate::api::{Json, NoBody, Request};
use crate::billing::bills;
use crate::billing::claim::Claim;
use crate::billing::dto::{BillView, CodeView};
use crate::billing::{EVENT, on, repo as lists};
use crate::error::{Error, Result};

/// The lines to show, and which page of them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::billing) struct Page {
    /// Lines a page: 1 to 100; when absent 1 for remittance lines, 50 for exceptions.
    pub limit: Option<u32>,
    /// Lines before the page; 0 when absent.
    pub skip: Option<u32>,
    /// A whole sequence number, folio, health number, fee code, record code or explanatory code.
    pub q: Option<String>,
    /// The record code, `S02`.
    pub kind: Option<String>,
    /// The month of payment, `2026-11`.
    pub month: Option<String>,
    /// True for lines of our payee, false for those of others.
    pub ours: Option<bool>,
}

impl Page {
    fn wanted(&self) -> Result<repo::Wanted> {
        let filled = |text: &Option<String>| {
            let text = text.as_deref().map(str::trim);
            text.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let month = filled(&self.month);
        let wrong = || Error::malformed("The month is not written like 2026-11.");
        Ok(repo::Wanted {
            text: filled(&self.q),
            kind: filled(&self.kind),
            is_ours: self.ours,
            paid: month
                .map(|month| month_days(&month).ok_or_else(wrong))
                .transpose()?,
        })
    }

    fn limit(&self, default: u32) -> u64 {
        self.limit.unwrap_or(default).clamp(1, 100).into()
    }

    fn skip(&self) -> u64 {
        self.skip.unwrap_or(0).into()
    }
}

/// A line of a remittance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the names are the wire's")]
pub(in crate::billing) struct Remittance {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "seqNumber")]
    pub seq_number: String,
    pub folio: String,
    #[serde(rename = "paymentDate")]
    pub payment_date: Option<NaiveDate>,
    #[serde(rename = "amountBill")]
    pub amount_bill: Option<f64>,
    #[serde(rename = "amountPaid")]
    pub amount_paid: Option<f64>,
    #[serde(rename = "serviceDate")]
    pub service_date: Option<NaiveDate>,
    #[serde(rename = "feeCode")]
    pub fee_code: Option<String>,
    #[serde(rename = "healthNumber")]
    pub health_number: Option<String>,
    #[serde(rename = "remittanceType")]
    pub remittance_type: String,
    pub codes: Vec<CodeView>,
    #[serde(rename = "billId")]
    pub bill_id: Option<Uuid>,
    /// Why a person must check it; null once it is settled.
    pub exception: Option<String>,
    /// Whether it is about one claim, and can be assigned to a bill.
    #[serde(rename = "isClaim")]
    pub is_claim: bool,
    /// Whether it is for our payee.
    #[serde(rename = "isOurs")]
    pub is_ours: bool,
}

/// A page of lines of remittances, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct RemittanceList {
    pub remittances: Vec<Remittance>,
    #[serde(flatten)]
    pub total: Total,
}

/// A rejected bill.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct ProblematicInvoice {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// When it was rejected.
    pub time: DateTime<Utc>,
    /// The day of the visit.
    pub date: NaiveDate,
    pub description: String,
    /// Always Rejected.
    pub status: String,
    pub charges: f64,
    pub credit: f64,
    pub tax: f64,
    pub total: f64,
    pub bill: BillView,
}

/// A page of bills that came back.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct ProblematicInvoices {
    pub items: Vec<ProblematicInvoice>,
    /// For the next page; null on the last one.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    #[serde(flatten)]
    pub total: Total,
}

async fn views(
    db: &Connection,
    scope: &crate::api::Scope,
    rows: Vec<remittance_line::Model>,
) -> Result<Vec<Remittance>> {
    let of = |row: &remittance_line::Model| -> Vec<String> {
        serde_json::from_value(row.codes.clone()).unwrap_or_default()
    };
    let codes: Vec<String> = rows.iter().flat_map(of).collect();
    let codes = lists::code_views(db, &codes).await?;
    // S01, S04 and C12 have no health number: it is in the person's record.
    let persons: Vec<Uuid> = rows.iter().filter_map(|row| row.person_id).collect();
    let insured = salal_people::people::insured(db, scope, &persons).await?;
    let dollars = |cents: Option<i64>| cents.map(|cents| Cents(cents).dollars());
    let view = |row: remittance_line::Model| Remittance {
        id: row.id,
        seq_number: format!("{:07}", row.sequence),
        folio: format!("{:07}", row.folio),
        payment_date: row.payment_date,
        amount_bill: dollars(row.bill_cents),
        amount_paid: dollars(row.paid_cents),
        service_date: row.service_date,
        codes: of(&row)
            .iter()
            .filter_map(|code| codes.get(code).cloned())
            .collect(),
        health_number: row.health_number.or_else(|| {
            let person = row.person_id.and_then(|id| insured.get(&id));
            person.and_then(|person| person.health_number.clone())
        }),
        fee_code: row.fee_code,
        remittance_type: row.kind,
        bill_id: row.bill_id,
        exception: row.exception.filter(|_| row.settled_at.is_none()),
        is_claim: row.is_claim,
        is_ours: row.is_ours,
    };
    Ok(rows.into_iter().map(view).collect())
}

/// GET /tele-plan/remittance
pub(in crate::billing) async fn list(
    request: Request<NoBody, (), Page>,
) -> Result<Json<RemittanceList>> {
    let db = request.ctx.db.read();
    let page = &request.query;
    let (rows, total) = repo::lines(db, &page.wanted()?, page.limit(1), page.skip()).await?;
    answer(&request, rows, total).await
}

async fn answer<P, Q>(
    request: &Request<NoBody, P, Q>,
    rows: Vec<remittance_line::Model>,
    total: Total,
) -> Result<Json<RemittanceList>> {
    request.audit_list(rows.iter().filter_map(|row| row.person_id));
    Ok(Json(RemittanceList {
        remittances: views(request.ctx.db.read(), &request.scope, rows).await?,
        total,
    }))
}

/// GET /tele-plan/remittance-exceptions
pub(in crate::billing) async fn exceptions(
    request: Request<NoBody, (), Page>,
) -> Result<Json<RemittanceList>> {
    on(&request.ctx)?;
    let (db, page) = (request.ctx.db.read(), &request.query);
    let (rows, total) =
        repo::open_exceptions(db, &page.wanted()?, page.limit(50), page.skip()).await?;
    answer(&request, rows, total).await
}

/// A line of a remittance.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::billing) struct ById {
    /// The line's id.
    id: Uuid,
}

/// Assigns a line to a bill, or to none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct Settle {
    /// Our number of the bill it belongs to; null if it belongs to none of ours, or counts for its bill already and
    /// was looked at.
    #[serde(default)]
    pub folio: Option<String>,
}

/// PUT /tele-plan/remittance-exceptions/{id}
pub(in crate::billing) async fn settle(
    request: Request<Json<Settle>, ById>,
) -> Result<Json<Remittance>> {
    on(&request.ctx)?;
    let (ctx, me, id) = (&request.ctx, request.me()?.person_id, request.path.id);
    request.audit_access(me);
    let mut line = repo::line(ctx.db.read(), id).await?;
    let typed = request
        .body
        .0
        .folio
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let tx = request.begin().await?;
    let mut claim = match typed {
        None => None,
        Some(text) => {
            let wrong = || Error::field("folio", "No bill has this folio.");
            let folio: i64 = text.parse().map_err(|_| wrong())?;
            let found = Claim::lock_by_folio(&tx, &request.scope, folio).await?;
            if !line.is_claim {
                return Err(Error::field("folio", "This line is about no claim."));
            }
            Some(found.ok_or_else(wrong)?)
        }
    };
    if line.exception.is_none() || line.settled_at.is_some() {
        return Err(already_settled());
    }
    line.settled_at = Some(ctx.now());
    line.settled_by = Some(me);
    let mut writes = ctx.db.batch();
    if let Some(claim) = &mut claim {
        if line.bill_id.is_some() {
            let why = "This line counts for its bill already, and cannot be assigned to another.";
            return Err(Error::field("folio", why));
        }
        request.audit_access(claim.person());
        line.bill_id = Some(claim.id());
        line.person_id = Some(claim.person());
        // Whatever payee it names: a person assigned it to this bill.
        line.is_ours = true;
        take::count(&mut line, Some(&*claim));
        claim.link(ctx, me);
        claim.take_line(ctx, take::effect_of(&line));
        claim.save_with(&mut writes);
        request.publish_after_commit(EVENT, claim.id(), claim.person());
    } else if line.is_claim && line.bill_id.is_none() {
        line.is_ours = false;
    }
    if !repo::settle(&tx, &line).await? {
        return Err(already_settled());
    }
    request.publish_after_commit(EVENT, id, me);
    let view = views(&tx, &request.scope, vec![line])
        .await?
        .pop()
        .ok_or_else(Error::not_found)?;
    request.commit_with(tx, writes, 200, &view).await?;
    Ok(Json(view))
}

/// The maximum number of lines said to be none of ours in one step.
const MOST_AT_ONCE: usize = 100;

/// Lines that belong to no bill of ours.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct NoneOfOurs {
    /// Their ids: 1 to 100.
    pub ids: Vec<Uuid>,
}

/// How many lines were settled.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct SettledLines {
    pub settled: u64,
    /// Settled by somebody else before.
    pub already: u64,
}

/// PUT /tele-plan/remittance-exceptions
pub(in crate::billing) async fn settle_many(
    request: Request<Json<NoneOfOurs>>,
) -> Result<Json<SettledLines>> {
    on(&request.ctx)?;
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    // Most lines to review are about nobody that we know: the call is traced all the same.
    request.audit_access(me);
    let mut ids = request.body.0.ids.clone();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Err(Error::field("ids", "Please choose at least one line."));
    }
    if ids.len() > MOST_AT_ONCE {
        return Err(Error::field("ids", "Please choose at most 100 lines."));
    }
    let tx = request.begin().await?;
    for person in repo::persons_of(&tx, &ids).await? {
        request.audit_access(person);
    }
    let settled = repo::settle_as_none(&tx, &ids, me, ctx.now()).await?;
    for id in &ids {
        request.publish_after_commit(EVENT, *id, me);
    }
    let answer = SettledLines {
        settled,
        already: (ids.len() as u64).saturating_sub(settled),
    };
    request
        .commit_with(tx, ctx.db.batch(), 200, &answer)
        .await?;
    Ok(Json(answer))
}

fn already_settled() -> Error {
    Error::conflict("SETTLED", "This line is already settled.")
}

/// The page of rejected bills to show.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::billing) struct ProblematicQuery {
    /// Bills a page: 1 to 100; 50 when absent.
    pub limit: Option<u32>,
    /// `nextCursor` of the previous page; the newest bills when absent.
    pub cursor: Option<String>,
}

/// A cursor: the day and the id of the last bill of a page.
fn read_cursor(cursor: &str) -> Option<(NaiveDate, Uuid)> {
    let (day, id) = cursor.split_once('_')?;
    Some((day.parse().ok()?, id.parse().ok()?))
}

/// GET /tele-plan/problematic-invoice-list
pub(in crate::billing) async fn problematic(
    request: Request<NoBody, (), ProblematicQuery>,
) -> Result<Json<ProblematicInvoices>> {
    on(&request.ctx)?;
    let db = request.ctx.db.read();
    let limit = u64::from(request.query.limit.unwrap_or(50).clamp(1, 100));
    let cursor = request.query.cursor.as_deref();
    let after = cursor
        .map(|cursor| {
            read_cursor(cursor).ok_or_else(|| Error::malformed("The cursor cannot be read."))
        })
        .transpose()?;
    let (mut claims, total) = repo::problems(db, &request.scope, limit + 1, after).await?;
    let more = claims.len() as u64 > limit;
    claims.truncate(usize::try_from(limit).unwrap_or_default());
    request.audit_list(claims.iter().map(Claim::person));
    let views = bills::views(&request.ctx, db, &request.scope, &claims).await?;
    let items = claims.iter().zip(views);
    let items: Vec<_> = items.map(|(claim, bill)| problem(claim, bill)).collect();
    let last = items.last().filter(|_| more);
    Ok(Json(ProblematicInvoices {
        next_cursor: last.map(|one| format!("{}_{}", one.date, one.id)),
        items,
        total,
    }))
}

/// A bill that came back, with the plan's words for it.
fn problem(claim: &Claim, bill: BillView) -> ProblematicInvoice {
    let (at, said) = claim.refusal().unzip();
    let shown = || bill.history.iter().flat_map(|event| &event.codes);
    let words: Vec<String> = said
        .unwrap_or_default()
        .into_iter()
        .map(|code| {
            let listed = shown().find(|view| view.code == code);
            listed.and_then(|view| view.text.clone()).unwrap_or(code)
        })
        .collect();
    let words = if words.is_empty() {
        "No reason given".to_owned()
    } else {
        words.join("; ")
    };
    let (charged, paid) = (claim.amount(), claim.paid());
    ProblematicInvoice {
        id: bill.id,
        time: at.unwrap_or(bill.created_at),
        date: bill.service_date,
        description: format!("{} · {words}", bill.service_code),
        status: "Rejected".to_owned(),
        charges: charged.dollars(),
        credit: paid.dollars(),
        tax: 0.0,
        total: (charged - paid).dollars(),
        bill,
    }
}
