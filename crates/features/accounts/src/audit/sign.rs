// SPDX-License-Identifier: AGPL-3.0-or-later

//! Signs the head of each day that is over, and an anchor of the chain's end every few minutes. First it looks at what
//! it signs: the whole log after a start and once a day, otherwise what came since, and that everything it has seen
//! still stands where it stood. If something is wrong it signs nothing, tells the staff once, and looks again soon, so
//! that it goes on when that is over; lines are sealed in the meantime. Not here: what is wrong (`verify`, `walk`).

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use salal_db::Connection;
use salal_domain::days::vancouver_day;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use super::entity::audit_watch::Watched;
use super::entity::{audit_seal, audit_statement};
use super::keys::{self, Known as KnownKeys};
use super::outside::{self, Outside, Site};
use super::statement::{Place, Signed};
use super::verify::{Ages, Whole, check_guards, statements};
use super::walk::{Faults, Walk};
use super::{able, publish, seal, watch};
use crate::context::Context;
use crate::error::Result;
use salal_platform::lasting::Lasting;

/// The time between two looks at what is due.
const PAUSE: Duration = Duration::from_secs(2);
/// The time between two anchors: with the pass that signs and a second try it stays below five minutes.
const ANCHOR_EVERY: TimeDelta = TimeDelta::minutes(4);
/// How often the whole log is verified while the program runs.
const WHOLE_EVERY: Duration = Duration::from_hours(20);
/// How long the signer waits at least after it found something wrong, and at most.
const REFUSED_FOR: TimeDelta = TimeDelta::minutes(1);
const REFUSED_AT_MOST: TimeDelta = TimeDelta::hours(1);
/// In between, so many times as long as the look at the whole log took: of a long log it is work for the database.
const REFUSED_TIMES: u32 = 10;
/// How long it waits before it tries a place outside again.
const OUTSIDE_AGAIN: Duration = Duration::from_secs(20);
/// Statements that are brought to a place in one pass.
const BROUGHT: u64 = 200;

/// What the signer of a process remembers.
#[derive(Default)]
struct Signing(Mutex<Memory>);

/// Whether something strange was seen since the last look.
#[derive(Default)]
struct Strange(std::sync::atomic::AtomicBool);

#[derive(Default)]
struct Memory {
    /// `None` until the whole log was verified.
    known: Option<Known>,
    /// When the signer found something wrong.
    refused: Option<DateTime<Utc>>,
    /// How long the last look at the whole log took.
    took: Duration,
    /// When each place was tried last that could not be read or written then.
    failed: HashMap<Site, Instant>,
}

impl Memory {
    /// Notes which places could be read.
    fn note_read(&mut self, outside: &Outside) {
        for place in &outside.places {
            self.failed.remove(&place.site);
        }
        for (site, _) in &outside.unread {
            self.failed.insert(*site, Instant::now());
        }
    }
}

/// Whether it is too early to look again after something wrong was found.
fn still_refuses(memory: &Memory, now: DateTime<Utc>) -> bool {
    let wait = TimeDelta::from_std(memory.took * REFUSED_TIMES).unwrap_or(REFUSED_AT_MOST);
    let wait = wait.clamp(REFUSED_FOR, REFUSED_AT_MOST);
    memory.refused.is_some_and(|at| (now - at).abs() < wait)
}

fn is_within(at: Option<Instant>, wait: Duration) -> bool {
    at.is_some_and(|at| at.elapsed() < wait)
}

struct Known {
    /// As far as the chain was verified.
    walk: Walk,
    whole_at: Instant,
    /// The last statement.
    last: Option<Signed>,
    /// What the next statement follows.
    follows: String,
    /// The last day with a head.
    last_head: Option<NaiveDate>,
    /// When the last anchor was signed, and where.
    anchored: Option<(DateTime<Utc>, i64)>,
    /// The clinic's day on which the heads were signed last.
    heads_on: Option<NaiveDate>,
    /// The highest number that is in each place that it was compared with.
    brought: HashMap<Site, i64>,
    /// Whether nothing was brought outside yet.
    is_fresh: bool,
    /// When the last anchor was emailed.
    emailed_at: Option<DateTime<Utc>>,
}

/// Has the next pass verify the whole log, because a line is of somebody else.
pub(super) fn look_again(ctx: &Context) {
    let strange = ctx.get_or_init(Strange::default);
    strange.0.store(true, std::sync::atomic::Ordering::Relaxed);
}

/// What the log says when it cannot be signed.
pub(super) const UNSIGNED: &str = "the audit couldn't be signed";

/// Signs until stopped.
pub(super) async fn keep_signed(ctx: &Context, stop: &CancellationToken) {
    let mut pause = tokio::time::interval(PAUSE);
    let mut signing = Lasting::new(UNSIGNED);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = pause.tick() => {}
        }
        able::beat(ctx);
        // To look at the whole log can take minutes, and changes nothing.
        let looked = tokio::select! {
            () = stop.cancelled() => return,
            looked = look(ctx) => looked,
        };
        let signed = match looked {
            Ok(looked) => sign_known(ctx, looked, false).await,
            Err(error) => Err(error),
        };
        signing.note(ctx, &signed);
    }
}

/// Signs what is due, and brings what was signed outside.
pub async fn sign(ctx: &Context) -> Result<()> {
    let looked = look(ctx).await?;
    sign_known(ctx, looked, false).await
}

/// When the process ends, the end of the chain is due. What was not looked at yet is not signed.
pub(super) async fn sign_last(ctx: &Context) -> Result<()> {
    sign_known(ctx, Looked::Fine, true).await
}

/// What the look at the whole log found.
enum Looked {
    /// Nothing is wrong, or it was not the time to look.
    Fine,
    Wrong(Faults),
}

/// Looks at the whole log where that is due.
async fn look(ctx: &Context) -> Result<Looked> {
    // A break is noted also where this pass fails.
    able::since(ctx);
    let signing = ctx.get_or_init(Signing::default);
    let mut memory = signing.0.lock().await;
    let strange = ctx.get_or_init(Strange::default);
    if strange.0.swap(false, std::sync::atomic::Ordering::Relaxed) {
        memory.known = None;
    }
    // Where a place was not compared yet, it is tried again.
    let is_tried = |site: Site| is_within(memory.failed.get(&site).copied(), OUTSIDE_AGAIN);
    let is_known = |known: &Known| {
        let mut places = Site::all(&ctx.settings);
        known.is_recent() && places.all(|site| known.brought.contains_key(&site) || is_tried(site))
    };
    if memory.known.as_ref().is_some_and(is_known)
        || still_refuses(&memory, ctx.now())
        || is_empty(ctx.db.read()).await?
    {
        return Ok(Looked::Fine);
    }
    // The database and the other places get their anchors all the same; as soon as a place can be read all of it is
    // compared.
    let outside = outside::read(ctx, ctx.db.read()).await?;
    memory.note_read(&outside);
    if !outside.unread.is_empty() {
        watch::tell_unwritten(ctx, outside.unreadable().collect()).await?;
        let is_as_before = |known: &Known| known.is_recent() && known.has_all_of(&outside);
        if memory.known.as_ref().is_some_and(is_as_before) {
            return Ok(Looked::Fine);
        }
    }
    memory.known = None;
    let begun = Instant::now();
    let looked = look_at_all(ctx, outside).await?;
    memory.took = begun.elapsed();
    match looked {
        Ok(known) => memory.known = Some(known),
        Err(faults) => return Ok(Looked::Wrong(faults)),
    }
    memory.refused = None;
    Ok(Looked::Fine)
}

/// Whether there is neither a chain nor anything signed of one.
async fn is_empty(db: &Connection) -> Result<bool> {
    Ok(seal::newest(db).await?.is_none() && !seal::is_signed(db).await?)
}

/// Signs what is due of a log that was looked at.
async fn sign_known(ctx: &Context, looked: Looked, is_last: bool) -> Result<()> {
    let signing = ctx.get_or_init(Signing::default);
    let mut memory = signing.0.lock().await;
    let wrong = match looked {
        Looked::Fine => None,
        Looked::Wrong(faults) => Some(faults),
    };
    let now = ctx.now();
    let wrong = match memory.known.take() {
        Some(known) if wrong.is_none() && (is_last || known.is_due(now)) => {
            match known.go_on(ctx).await? {
                Ok(known) => {
                    watch::clear(ctx, Watched::Refused).await?;
                    sign_due(ctx, memory.known.insert(known), is_last).await?;
                    None
                }
                Err(faults) => Some(faults),
            }
        }
        known => {
            memory.known = known.filter(|_| wrong.is_none());
            wrong
        }
    };
    if let Some(faults) = wrong {
        memory.refused = Some(now);
        return watch::refuse(ctx, &faults).await;
    }
    let Memory { known, failed, .. } = &mut *memory;
    match known {
        Some(known) => bring_outside(ctx, known, failed).await,
        None => Ok(()),
    }
}

/// What was found: nothing, or what is wrong.
type Found<T> = std::result::Result<T, Faults>;

fn found<T>(value: T, faults: Faults) -> Found<T> {
    if faults.count == 0 {
        Ok(value)
    } else {
        Err(faults)
    }
}

/// Verifies the whole log.
async fn look_at_all(ctx: &Context, outside: Outside) -> Result<Found<Known>> {
    let db = ctx.db.read();
    let whole = Whole::read(ctx, db, (&outside, &[]), Ages::WhileAble).await?;
    let last_of = |is: fn(&&Signed) -> bool| whole.signed.iter().rev().find(is);
    let anchor = last_of(|one| one.day.is_none());
    let known = Known {
        last_head: last_of(|one| one.day.is_some()).and_then(|one| one.day),
        anchored: anchor.and_then(|one| Some((one.signed_at?, one.seq))),
        last: whole.signed.last().cloned(),
        walk: whole.walk,
        whole_at: Instant::now(),
        follows: whole.follows,
        heads_on: None,
        brought: outside::progress(&outside.places),
        is_fresh: true,
        emailed_at: watch::outside_at(db).await?,
    };
    Ok(found(known, whole.faults))
}

impl Known {
    /// Whether the whole log was verified lately.
    fn is_recent(&self) -> bool {
        self.whole_at.elapsed() < WHOLE_EVERY
    }

    /// Whether it was compared with every place that was read now.
    fn has_all_of(&self, outside: &Outside) -> bool {
        let mut places = outside.places.iter();
        places.all(|place| self.brought.contains_key(&place.site))
    }

    fn is_due(&self, now: DateTime<Utc>) -> bool {
        self.is_anchor_due(now) || self.heads_on != Some(vancouver_day(now))
    }

    fn is_anchor_due(&self, now: DateTime<Utc>) -> bool {
        let is_late = |(at, _): (DateTime<Utc>, i64)| (now - at).abs() >= ANCHOR_EVERY;
        self.anchored.is_none_or(is_late)
    }

    /// Everything that was seen still stands where it stood, and what came since is right.
    async fn go_on(mut self, ctx: &Context) -> Result<Found<Self>> {
        let (db, mut faults) = (ctx.db.read(), Faults::default());
        let keys = Arc::new(KnownKeys::read(ctx, db).await?);
        for fault in &keys.faults {
            faults.add(fault.clone());
        }
        let mut newest = match &self.last {
            Some(last) => keys.judge(last).unwrap_or(i64::MIN),
            None => i64::MIN,
        };
        let from = self.last.as_ref().and_then(|last| last.number).unwrap_or(0);
        let mut rows = statements(db, Some(from), &mut faults).await?;
        if let Some(last) = &self.last {
            if rows.first() != Some(last) {
                faults.add(format!(
                    "{} is no longer in the database as it was signed.",
                    last.name()
                ));
                return Ok(Err(faults));
            }
            rows.remove(0);
        }
        let stood = [
            Some(self.walk.end.clone()),
            self.last.as_ref().map(|last| Place {
                seq: last.seq,
                hash: last.hash.clone(),
            }),
        ];
        let stood: Vec<Place> = stood
            .into_iter()
            .flatten()
            .filter(|at| at.seq > 0)
            .collect();
        check_guards(db, &mut faults).await?;
        check_places(db, &stood, &mut faults).await?;
        let walk = self.walk.with_keys(Arc::clone(&keys));
        (self.walk, _) = walk.go_on(db, Vec::new(), &mut faults).await?;
        let mut new = Vec::new();
        for (number, one) in (from + 1..).zip(rows) {
            let is_next = one.number == Some(number) && one.follows.as_ref() == Some(&self.follows);
            let signer = keys.judge(&one).ok().filter(|rank| *rank >= newest);
            newest = signer.unwrap_or(newest);
            if !is_next || signer.is_none() {
                faults.add(format!(
                    "{} is not signed by this installation, or does not follow the one before.",
                    one.name()
                ));
            }
            new.push(Place {
                seq: one.seq,
                hash: one.hash.clone(),
            });
            self.note(one);
        }
        check_places(db, &new, &mut faults).await?;
        Ok(found(self, faults))
    }

    fn note(&mut self, one: Signed) {
        self.follows.clone_from(&one.signature);
        match (one.day, one.signed_at) {
            (Some(day), _) => self.last_head = Some(day),
            (None, Some(at)) => self.anchored = Some((at, one.seq)),
            (None, None) => {}
        }
        self.last = Some(one);
    }
}

/// Each place is still in the chain.
async fn check_places(db: &Connection, places: &[Place], faults: &mut Faults) -> Result<()> {
    let numbers = places.iter().map(|at| at.seq);
    let seals = audit_seal::Entity::find()
        .filter(audit_seal::Column::Seq.is_in(numbers))
        .all(db)
        .await?;
    for place in places {
        let found = seals.iter().find(|seal| seal.seq == place.seq);
        if found.is_none_or(|seal| seal.hash != place.hash) {
            faults.add(format!(
                "Line {} is no longer in the chain as it was: it was rewritten or cut off.",
                place.seq
            ));
        }
    }
    Ok(())
}

/// Signs the heads of the days that are over, and an anchor if it is due and the end has moved. Where another process was
/// first, what it signed is looked at in the next pass.
async fn sign_due(ctx: &Context, known: &mut Known, is_last: bool) -> Result<()> {
    let now = ctx.now();
    // With the key of the chain's end, also where another process went on with one before this one has it first.
    let own = keys::own(ctx);
    let end = known.walk.key.as_ref().map(|keys| keys.id.as_str());
    let signing = own.iter().find(|keys| Some(keys.id.as_str()) == end);
    let Some((key_id, signer)) = signing.and_then(|keys| Some((&keys.id, keys.signer.as_ref()?)))
    else {
        return Ok(());
    };
    let today = vancouver_day(now);
    let signed_until = known.last_head;
    let is_moved = known
        .anchored
        .is_none_or(|(_, seq)| seq < known.walk.end.seq);
    let heads: Vec<_> = known
        .walk
        .days
        .iter()
        .filter(|day| day.date < today && signed_until.is_none_or(|until| day.date > until))
        .map(|day| (Some(day.date), day.last.clone()))
        .collect();
    let is_due = is_last || known.is_anchor_due(now);
    let anchor = (is_moved && is_due).then(|| (None, known.walk.end.clone()));
    for (day, place) in heads.into_iter().chain(anchor) {
        let number = known
            .last
            .as_ref()
            .and_then(|last| last.number)
            .unwrap_or(0)
            + 1;
        let row = signer.sign(key_id, number, &known.follows, day, &place, now);
        let one = Signed::from(&row);
        let tx = ctx.db.begin().await?;
        if publish::queue(&tx, ctx, &one, known.emailed_at).await? {
            known.emailed_at = Some(now);
        }
        let insert = audit_statement::Entity::insert(row.into_active_model());
        match insert.exec_without_returning(&tx).await {
            Ok(_) => tx.commit().await?,
            Err(error) if salal_db::is_unique_violation(&error).is_some() => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        known.note(one);
        ctx.notify_worker();
    }
    if is_due {
        // Where nothing moved, the next look is as far away.
        known.anchored = Some((now, known.walk.end.seq));
    }
    known.heads_on = Some(today);
    Ok(())
}

/// Adds to each place that was compared what it does not have yet. One that fails waits; the others do not.
async fn bring_outside(
    ctx: &Context,
    known: &mut Known,
    failed: &mut HashMap<Site, Instant>,
) -> Result<()> {
    let newest = known.last.as_ref().and_then(|last| last.number);
    let (mut is_added, mut wrong) = (false, Vec::new());
    for site in Site::all(&ctx.settings) {
        if is_within(failed.get(&site).copied(), OUTSIDE_AGAIN) {
            continue;
        }
        let Some(brought) = known.brought.get_mut(&site) else {
            continue;
        };
        match bring(ctx, site, *brought, newest.unwrap_or(0)).await? {
            Ok(number) => {
                is_added |= number > *brought;
                *brought = number;
                failed.remove(&site);
            }
            Err(why) => {
                failed.insert(site, Instant::now());
                wrong.push(why);
            }
        }
    }
    if !wrong.is_empty() {
        watch::tell_unwritten(ctx, wrong).await?;
    } else if failed.is_empty() && (is_added || known.is_fresh) {
        known.is_fresh = false;
        watch::clear(ctx, Watched::Unwritten).await?;
    }
    Ok(())
}

/// Adds statements after a number to a place. Returns up to which number it has them; otherwise what went wrong.
async fn bring(
    ctx: &Context,
    site: Site,
    after: i64,
    newest: i64,
) -> Result<std::result::Result<i64, String>> {
    let rows = audit_statement::Entity::find()
        .filter(audit_statement::Column::Number.gt(after))
        .filter(audit_statement::Column::Number.lte(newest))
        .order_by_asc(audit_statement::Column::Number)
        .limit(BROUGHT)
        .all(ctx.db.read())
        .await?;
    let Some(last) = rows.last() else {
        return Ok(Ok(after));
    };
    let (number, signed_at) = (last.number, last.signed_at);
    let statements = rows.iter().map(Signed::from).collect();
    let added = outside::add(ctx, site, statements).await?;
    if added.is_ok() {
        outside::note(ctx, site, number, signed_at).await?;
    }
    Ok(added.map(|()| number))
}
