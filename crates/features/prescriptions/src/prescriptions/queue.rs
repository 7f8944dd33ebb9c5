// SPDX-License-Identifier: AGPL-3.0-or-later

//! The review queue: all pending work of the clinic in one list, the least time left of its promise first, and
//! which doctor has claimed which patient. A claim is on a patient, because a doctor works on one
//! patient at a time; it informs colleagues and forbids nothing.

mod dto;

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use salal_db::{Coded, Connection, Transaction};
use salal_domain::prescriptions::status::Work;
use uuid::Uuid;

use dto::{
    ClaimPatient, ClaimedView, NextPatient, Patient, QueueDrug, QueueFilter, QueueList, QueueQuery,
    ReleasePatient,
};
pub use dto::{ClaimView, QueueCounts, QueueRow};

use super::entity::{prescription, queue_claim};
use super::repo::{self, After, Counted, Cutoffs, Living, Part, Whose};
use super::{KIND, view};
use crate::api::{Json, NoBody, Request, Role, Scope, SignedIn};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::{fax, payments};
use salal_people::people::{self, PersonRef};
use salal_reference::pharmacies;

/// The event kind published when a claim changes.
pub const EVENT: &str = "queue";
/// How often a lost race for the next patient is retried.
const RACES: usize = 20;

fn living(ctx: &Context) -> Living {
    Living(ctx.now() - TimeDelta::minutes(ctx.settings.prescriptions.claim_minutes))
}

/// The promised time for a kind of work; `None` where nothing is promised.
fn promise(ctx: &Context, work: Work) -> Option<TimeDelta> {
    let hours = match work {
        work if repo::FROM_PAYMENT.contains(&work) => return Some(review_promise(ctx)),
        Work::Fax => ctx.settings.prescriptions.fax_promise_hours,
        _ => return None,
    };
    Some(TimeDelta::hours(hours))
}

/// Within which time a request is to be decided.
pub fn review_promise(ctx: &Context) -> TimeDelta {
    TimeDelta::hours(ctx.settings.prescriptions.promise_hours)
}

/// The promised time of a row's work; `None` where nothing is promised.
pub(super) fn promised_by(
    ctx: &Context,
    row: &prescription::Model,
    work: Work,
) -> Option<DateTime<Utc>> {
    Some(waits_since(row, work) + promise(ctx, work)?)
}

/// Since when a row has been waiting: for the patient's request, or since something went wrong.
fn waits_since(row: &prescription::Model, work: Work) -> DateTime<Utc> {
    let failed = row.work_since.filter(|_| work == Work::Fax);
    failed.or(row.pending_at).unwrap_or(row.created_at)
}

/// The times before which work is late now.
pub(super) fn late(ctx: &Context) -> Cutoffs {
    cutoffs(ctx, |promised| promised)
}

/// The times before which work is at risk now. The web app says the same of a row (`queue/deadline.ts`).
fn risk(ctx: &Context) -> Cutoffs {
    cutoffs(ctx, |promised| promised - left_at_risk(promised))
}

/// From a quarter of a promise on it is at risk.
fn left_at_risk(promised: TimeDelta) -> TimeDelta {
    promised / 4
}

fn cutoffs(ctx: &Context, age: impl Fn(TimeDelta) -> TimeDelta) -> Cutoffs {
    let before = |work| {
        let promised = promise(ctx, work);
        promised.map_or(DateTime::<Utc>::MIN_UTC, |promised| {
            ctx.now() - age(promised)
        })
    };
    Cutoffs {
        paid: before(Work::Review),
        fax: before(Work::Fax),
    }
}

/// What somebody may begin with: doctors leave alone whom a colleague has claimed.
fn open_to(ctx: &Context, me: &SignedIn) -> Whose {
    match me.role {
        Role::Doctor => Whose::Open(me.person_id, living(ctx)),
        _ => Whose::All,
    }
}

/// What somebody may begin with.
#[derive(Debug)]
pub struct OpenWork {
    /// The first of it: what runs out first.
    pub items: Vec<QueueRow>,
    /// What has waited longest of it. A fax waits since it failed and is promised sooner, so that this need not be the
    /// first.
    pub oldest: Option<QueueRow>,
    /// Of the whole queue.
    pub counts: QueueCounts,
}

/// The first rows of what somebody may begin with, and the one that has waited longest.
pub async fn list_open(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    me: &SignedIn,
    limit: usize,
) -> Result<OpenWork> {
    let part = Part {
        whose: open_to(ctx, me),
        ..Part::ALL
    };
    let (mut rows, claims, (kinds, persons)) = tokio::try_join!(
        by_time_left(db, ctx, scope, &part, None, None, limit),
        repo::claims(db, living(ctx)),
        repo::counts(db, scope, late(ctx), risk(ctx), living(ctx)),
    )?;
    let since = |row: &prescription::Model| Some(waits_since(row, *row.work?));
    let oldest = rows.iter().min_by_key(|row| since(row)).cloned();
    rows.truncate(limit);
    let listed = rows.len();
    let id = oldest.as_ref().map(|row| row.id);
    rows.extend(oldest.filter(|oldest| rows.iter().all(|row| row.id != oldest.id)));
    let mut items = items(db, ctx, scope, me.person_id, rows, &claims).await?;
    let oldest = items.iter().find(|item| Some(item.id) == id).cloned();
    items.truncate(listed);
    Ok(OpenWork {
        items,
        oldest,
        counts: reckoned(&kinds, &persons, &claims, me),
    })
}

/// The place of a row in the queue: by the time left of its promise, and after all of them, where nothing is promised, by
/// its payment. One order for the queue, the first page and the next patient.
type Place = (bool, DateTime<Utc>, Uuid);

fn place(ctx: &Context, row: &prescription::Model) -> Place {
    let promised = row.work.and_then(|work| promised_by(ctx, row, *work));
    let paid = row.pending_at.unwrap_or(row.created_at);
    (promised.is_none(), promised.unwrap_or(paid), row.id)
}

fn after(ctx: &Context, (is_unpromised, at, id): Place) -> After {
    let since = |work| at - promise(ctx, work).unwrap_or_default();
    if is_unpromised {
        After::Unpromised { at, id }
    } else {
        After::Promised {
            paid: since(Work::Review),
            fax: since(Work::Fax),
            id,
        }
    }
}

/// The first rows of a part in their order, or those after a place.
async fn by_time_left(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    part: &Part,
    without: Option<Uuid>,
    since: Option<Place>,
    limit: usize,
) -> Result<Vec<prescription::Model>> {
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    let since = since.map(|place| after(ctx, place));
    let mut rows = repo::first_of_each(db, scope, part, without, since, most).await?;
    rows.sort_by_key(|row| place(ctx, row));
    Ok(rows)
}

/// Rows of the queue, the claims in force, and the counts of the whole queue, in one read.
async fn read(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    me: &SignedIn,
    part: &Part,
    limit: usize,
    cursor: Option<Place>,
) -> Result<(
    Vec<prescription::Model>,
    Vec<queue_claim::Model>,
    QueueCounts,
)> {
    let (rows, claims, (kinds, persons)) = tokio::try_join!(
        by_time_left(db, ctx, scope, part, None, cursor, limit),
        repo::claims(db, living(ctx)),
        repo::counts(db, scope, late(ctx), risk(ctx), living(ctx)),
    )?;
    let counts = reckoned(&kinds, &persons, &claims, me);
    Ok((rows, claims, counts))
}

/// GET /prescription/queue
pub(super) async fn list_queue(
    request: Request<NoBody, (), QueueQuery>,
) -> Result<Json<QueueList>> {
    let (ctx, scope, query) = (&request.ctx, &request.scope, &request.query);
    let me = request.me()?;
    let part = part(query, ctx, me)?;
    let limit = usize::try_from(query.limit.unwrap_or(50).clamp(1, 200)).unwrap_or(50);
    let cursor = query.cursor.as_deref().map(cursor_of).transpose()?;
    let reads = ctx.db.side_by_side();
    let db: &Connection = &reads;
    let list: BoxFuture<'_, Result<QueueList>> = Box::pin(async move {
        let (mut rows, claims, counts) = read(db, ctx, scope, me, &part, limit + 1, cursor).await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| more);
        let next_cursor = last.map(|row| cursor_text(place(ctx, row)));
        Ok(QueueList {
            items: items(db, ctx, scope, me.person_id, rows, &claims).await?,
            next_cursor,
            counts,
        })
    });
    let list = reads.run(list).await?;
    request.audit_list(list.items.iter().map(|row| row.person.id));
    Ok(Json(list))
}

/// What the time of a cursor is of.
const PROMISED: &str = "promised";
const PAID: &str = "paid";

fn cursor_text((is_unpromised, at, id): Place) -> String {
    let of = if is_unpromised { PAID } else { PROMISED };
    format!("{of}_{}_{id}", at.to_rfc3339())
}

fn cursor_of(text: &str) -> Result<Place> {
    let unreadable = || Error::malformed("The cursor cannot be read.");
    let (of, rest) = text.split_once('_').ok_or_else(unreadable)?;
    let (at, id) = rest.split_once('_').ok_or_else(unreadable)?;
    let at = DateTime::parse_from_rfc3339(at).map_err(|_| unreadable())?;
    if of != PAID && of != PROMISED {
        return Err(unreadable());
    }
    let id = id.parse().map_err(|_| unreadable())?;
    Ok((of == PAID, at.to_utc(), id))
}

fn part(query: &QueueQuery, ctx: &Context, me: &SignedIn) -> Result<Part> {
    let work = match query.work.as_deref() {
        None => None,
        Some(asked) => Some(
            Work::from_code(asked)
                .ok_or_else(|| Error::field("work", "review, fax, send, pharmacy or refund."))?,
        ),
    };
    let filter = match query.filter.as_deref() {
        None => QueueFilter::All,
        Some(asked) => QueueFilter::from_code(asked)
            .ok_or_else(|| Error::field("filter", "all, mine, unclaimed, open or risk."))?,
    };
    let whose = match filter {
        QueueFilter::All => Whose::All,
        QueueFilter::Mine => Whose::Mine(me.person_id, living(ctx)),
        QueueFilter::Unclaimed => Whose::Unclaimed(living(ctx)),
        QueueFilter::Open | QueueFilter::Risk => open_to(ctx, me),
    };
    Ok(Part {
        work,
        whose,
        before: (filter == QueueFilter::Risk).then(|| risk(ctx)),
    })
}

fn reckoned(
    kinds: &[Counted<Coded<Work>>],
    persons: &[Counted<Uuid>],
    claims: &[queue_claim::Model],
    me: &SignedIn,
) -> QueueCounts {
    let of = |work: Work| {
        let found = kinds.iter().find(|kind| *kind.of == work);
        found.map_or(0, |kind| kind.count)
    };
    let sum = |of: fn(&Counted<Coded<Work>>) -> i64| kinds.iter().map(of).sum::<i64>();
    let (all, at_risk) = (sum(|kind| kind.count), sum(|kind| kind.risk));
    let is_mine = |person: Uuid| {
        let mut claims = claims.iter();
        claims.any(|claim| claim.person_id == person && claim.claimed_by == me.person_id)
    };
    let (mut mine, mut others, mut others_risk) = (0, 0, 0);
    for person in persons {
        if is_mine(person.of) {
            mine += person.count;
        } else {
            others += person.count;
            others_risk += person.risk;
        }
    }
    // As `open_to` lists it.
    let (not_open, not_open_risk) = match me.role {
        Role::Doctor => (others, others_risk),
        _ => (0, 0),
    };
    QueueCounts {
        all,
        mine,
        unclaimed: all - mine - others,
        review: of(Work::Review),
        fax: of(Work::Fax),
        send: of(Work::Send),
        pharmacy: of(Work::Pharmacy),
        refund: of(Work::Refund),
        overdue: sum(|kind| kind.late),
        open: all - not_open,
        risk: at_risk - not_open_risk,
    }
}

/// Builds the list items with eight reads side by side, whatever their number.
async fn items(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    me: Uuid,
    rows: Vec<prescription::Model>,
    claims: &[queue_claim::Model],
) -> Result<Vec<QueueRow>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let persons: Vec<Uuid> = rows.iter().map(|row| row.person_id).collect();
    let mut doctors: Vec<Uuid> = claims.iter().map(|claim| claim.claimed_by).collect();
    doctors.sort_unstable();
    doctors.dedup();
    let named = rows.iter().map(view::pharmacy_of);
    let named = named.collect::<Result<Vec<_>>>()?;
    let asked: Vec<Uuid> = named.iter().map(|pharmacy| pharmacy.id).collect();
    let (cards, flags, lines, firsts, faxes, money, names, places) = tokio::try_join!(
        people::cards(db, scope, &persons),
        people::flags_of(db, scope, &persons),
        repo::medications(db, &ids),
        repo::first_drugs(db, &ids),
        fax::latest(db, KIND, &ids),
        payments::payment_summaries(db, KIND, &ids),
        people::names(db, &doctors),
        pharmacies::destinations(db, &asked),
    )?;
    let lines = repo::grouped(lines, |line| line.prescription_id);
    let mut drugs = HashMap::new();
    for first in firsts {
        let ingredients = view::read(&first.ingredients)?;
        let name = first.name;
        drugs.insert(first.prescription_id, QueueDrug { name, ingredients });
    }
    let claims: HashMap<Uuid, &queue_claim::Model> = claims
        .iter()
        .map(|claim| (claim.person_id, claim))
        .collect();
    Ok(rows
        .into_iter()
        .zip(named)
        .filter_map(|(row, pharmacy)| Some((*row.work?, row, pharmacy)))
        .map(|(work, row, pharmacy)| {
            // What is left of the others is money.
            let is_refused = work != Work::Refund && places.standing_of(&pharmacy).allow().is_err();
            let lines = lines.get(&row.id).map(Vec::as_slice).unwrap_or_default();
            let since = waits_since(&row, work);
            let promised_by = promised_by(ctx, &row, work);
            QueueRow {
                id: row.id,
                label: view::label(row.number),
                person: cards
                    .get(&row.person_id)
                    .map(|card| card.person.clone())
                    .unwrap_or_default(),
                date_of_birth: cards
                    .get(&row.person_id)
                    .and_then(|card| card.date_of_birth),
                status: *row.status,
                work,
                since,
                promised_by,
                lines: lines.len(),
                undecided: lines.iter().filter(|line| line.status.is_none()).count(),
                drug: drugs.remove(&row.id),
                pharmacy_refused: is_refused,
                flags: flags.get(&row.person_id).cloned().unwrap_or_default(),
                fax: faxes.get(&row.id).map(|fax| fax.state),
                refund: money.get(&row.id).and_then(|money| money.refund),
                claim: claims.get(&row.person_id).map(|claim| {
                    let by = names.get(&claim.claimed_by).cloned();
                    claim_view(claim, by.unwrap_or_default(), me)
                }),
            }
        })
        .collect())
}

fn claim_view(claim: &queue_claim::Model, by: PersonRef, me: Uuid) -> ClaimView {
    ClaimView {
        by,
        at: claim.claimed_at,
        mine: claim.claimed_by == me,
    }
}

/// Who has claimed a patient's work.
pub async fn claim_of(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
    me: Uuid,
) -> Result<Option<ClaimView>> {
    let claim = repo::claim_of(db, scope, person, living(ctx)).await?;
    Ok(claim.map(|(claim, by)| claim_view(&claim, by, me)))
}

fn new_claim<B>(request: &Request<B>, person: Uuid) -> Result<queue_claim::Model> {
    let me = request.me()?;
    Ok(queue_claim::Model {
        person_id: person,
        claimed_by: me.person_id,
        session_id: me.session_id,
        claimed_at: request.now(),
        active_at: request.now(),
    })
}

async fn claimed<B>(request: &Request<B>, tx: &Transaction, person: Uuid) -> Result<ClaimedView> {
    let me = request.me()?.person_id;
    Ok(ClaimedView {
        person_id: Some(person),
        claim: claim_of(tx, &request.ctx, &request.scope, person, me).await?,
    })
}

/// PUT /prescription/claim
pub(super) async fn claim(request: Request<Json<ClaimPatient>>) -> Result<Json<ClaimedView>> {
    let sent = &request.body.0;
    let tx = request.begin().await?;
    // Returns 404 if the patient is out of scope.
    people::load_facts(&request.ctx, &tx, &request.scope, sent.person_id).await?;
    let new = new_claim(&request, sent.person_id)?;
    let won = repo::claim(&tx, new, living(&request.ctx), sent.take_over).await?;
    let answer = claimed(&request, &tx, sent.person_id).await?;
    if !won {
        let who = answer
            .claim
            .as_ref()
            .map_or_else(String::new, |claim| format!("Dr. {}", claim.by.name()));
        let mut error = Error::conflict("CLAIMED", format!("{who} has this patient."));
        error.current = Some(serde_json::to_value(&answer)?);
        return Err(error);
    }
    request.audit_access(sent.person_id);
    request.publish_after_commit(EVENT, sent.person_id, sent.person_id);
    request.commit(tx, answer).await
}

/// GET /prescription/claim/{personId}
pub(super) async fn whose(request: Request<NoBody, Patient>) -> Result<Json<ClaimedView>> {
    let (person, me) = (request.path.person_id, request.me()?.person_id);
    let db = request.ctx.db.read();
    people::load_facts(&request.ctx, db, &request.scope, person).await?;
    request.audit_access(person);
    Ok(Json(ClaimedView {
        person_id: Some(person),
        claim: claim_of(db, &request.ctx, &request.scope, person, me).await?,
    }))
}

/// PUT /prescription/release
pub(super) async fn release(request: Request<Json<ReleasePatient>>) -> Result<Json<ClaimedView>> {
    let person = request.body.0.person_id;
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    people::load_facts(&request.ctx, &tx, &request.scope, person).await?;
    // Releasing a claim that one does not have changes nothing.
    if repo::release(&tx, person, me).await? {
        request.publish_after_commit(EVENT, person, person);
    }
    request.audit_access(person);
    let answer = claimed(&request, &tx, person).await?;
    request.commit(tx, answer).await
}

/// PUT /prescription/claim-next: the patient without a claim whose time runs out first. The caller's claim on the
/// current patient is kept while work is left there.
pub(super) async fn claim_next(request: Request<Json<NextPatient>>) -> Result<Json<ClaimedView>> {
    let leaving = request.body.0.after;
    let (ctx, scope, me) = (&request.ctx, &request.scope, request.me()?.person_id);
    let tx = request.begin().await?;
    if let Some(person) = leaving
        && !repo::has_work(&tx, scope, person).await?
        && repo::release(&tx, person, me).await?
    {
        request.publish_after_commit(EVENT, person, person);
    }
    let unclaimed = Part {
        whose: Whose::Unclaimed(living(ctx)),
        ..Part::ALL
    };
    for _ in 0..RACES {
        let waiting = by_time_left(&tx, ctx, scope, &unclaimed, leaving, None, 1).await?;
        let Some(person) = waiting.first().map(|row| row.person_id) else {
            break;
        };
        if repo::claim(&tx, new_claim(&request, person)?, living(ctx), false).await? {
            request.audit_access(person);
            request.publish_after_commit(EVENT, person, person);
            let answer = claimed(&request, &tx, person).await?;
            return request.commit(tx, answer).await;
        }
    }
    // No patient is waiting: no record was opened.
    if let Some(person) = leaving {
        request.audit_access(person);
    } else {
        request.audit_access(me);
    }
    let answer = ClaimedView {
        person_id: None,
        claim: None,
    };
    request.commit(tx, answer).await
}
