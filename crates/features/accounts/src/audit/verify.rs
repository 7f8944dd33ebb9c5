// SPDX-License-Identifier: AGPL-3.0-or-later

//! Verifies the whole audit log and reports tampering: `salal audit verify`, and each start before it signs anything.
//! It changes nothing. Every line and position is hashed again, every statement compared with the chain, and what is
//! in the configured places outside with what the database has.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use futures_util::future::try_join;
use salal_db::{Connection, Engine, Form, changed_guards, count_other_forms, unlike_indexes};
use salal_domain::days::vancouver_day;
use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QueryTrait, Statement,
};

use super::able;
use super::chain::Writer;
use super::entity::{TABLES, audit, audit_head, audit_statement};
use super::keys;
use super::keys::Known;
use super::outside::{self, Outside};
use super::statement::{FIRST, Signed};
use super::walk::{Faults, Walk};
use crate::context::Context;
use crate::error::{Error, Result};

/// A line that is not in the chain after this time was inserted beside it, or nobody seals.
const SEALED_WITHIN: TimeDelta = TimeDelta::minutes(10);
/// How long after the first line of a day the head of the day before may be missing: the signer verifies the whole log
/// before it signs.
const HEAD_WITHIN: TimeDelta = TimeDelta::minutes(15);
/// Where lines are looked for first that have no position yet.
const LATELY: TimeDelta = TimeDelta::days(2);

/// The result of a verification.
#[derive(Debug, Default)]
pub struct Report {
    /// Lines in the chain.
    pub lines: i64,
    /// Signed heads of days.
    pub heads: usize,
    /// Signed anchors.
    pub anchors: usize,
    /// Statements from outside: of the configured places, and those that were given.
    pub outside: usize,
    /// Lines too recent to be in the chain.
    pub fresh: usize,
    /// What is wrong, and where; empty when the log is intact.
    pub faults: Vec<String>,
    /// How many faults there are, of which the first are told.
    pub fault_count: usize,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verdict = match self.faults.len() {
            0 => "intact",
            _ => "NOT intact",
        };
        writeln!(
            f,
            "The audit log is {verdict}: {} lines in the chain, {} not yet; {} signed heads and {} anchors, compared \
             with {} outside the database.",
            self.lines, self.fresh, self.heads, self.anchors, self.outside
        )?;
        for fault in &self.faults {
            writeln!(f, "{fault}")?;
        }
        match self.fault_count - self.faults.len() {
            0 => Ok(()),
            more => writeln!(f, "And {more} more."),
        }
    }
}

/// Verifies everything: with what the configured places have, and with further statements that were kept elsewhere.
pub async fn verify(ctx: &Context, db: &Connection, kept: &[Signed]) -> Result<Report> {
    let outside = outside::read(ctx, db).await?;
    let mut report = verify_with(ctx, db, &outside, kept).await?;
    for why in outside.unreadable() {
        let told =
            format!("A place outside cannot be read, so nothing was compared with it: {why}");
        report.faults.insert(0, told);
        report.fault_count += 1;
    }
    Ok(report)
}

/// Verifies everything with these statements: of the configured places, and from elsewhere.
pub(super) async fn verify_with(
    ctx: &Context,
    db: &Connection,
    outside: &Outside,
    kept: &[Signed],
) -> Result<Report> {
    let whole = Whole::read(ctx, db, (outside, kept), Ages::ByTheClock).await?;
    let mut report = whole.report;
    let mut faults = whole.faults;
    for day in whole.unsigned.iter().filter(|day| day.is_overdue) {
        faults.add(format!("{} has lines and no signed head.", day.day));
    }
    report.fault_count = faults.count;
    report.faults = faults.told;
    Ok(report)
}

/// A day without a head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsigned {
    pub(super) day: NaiveDate,
    /// Whether the signer has had the time.
    pub(super) is_overdue: bool,
}

/// How the age of a line is counted that is not in the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ages {
    /// Since it was written.
    ByTheClock,
    /// Only while this process, which seals, could seal.
    WhileAble,
}

/// The whole log, verified.
pub(super) struct Whole {
    report: Report,
    /// What is wrong, apart from heads that are missing at the end.
    pub(super) faults: Faults,
    /// The days that have no head, in order.
    pub(super) unsigned: Vec<Unsigned>,
    /// Where the walk ended.
    pub(super) walk: Walk,
    /// What the database has signed, in order.
    pub(super) signed: Vec<Signed>,
    /// What the next statement follows.
    pub(super) follows: String,
}

impl Whole {
    /// Verifies the log. `places` is what the configured places had before: what is signed in the meantime is in the
    /// database before it is there.
    pub(super) async fn read(
        ctx: &Context,
        db: &Connection,
        (places, kept): (&Outside, &[Signed]),
        ages: Ages,
    ) -> Result<Self> {
        let mut faults = Faults::default();
        for fault in &places.faults {
            faults.add(fault.clone());
        }
        let known = Arc::new(Known::read(ctx, db).await?);
        for fault in &known.faults {
            faults.add(fault.clone());
        }
        let (heads, signed) = (
            earlier(db, &mut faults).await?,
            statements(db, None, &mut faults).await?,
        );
        let follows = check_order(&heads, &signed, &known, &mut faults);
        let own: HashMap<i64, &Signed> = signed
            .iter()
            .filter_map(|one| Some((one.number?, one)))
            .collect();
        let outside: Vec<Signed> = places.statements.iter().chain(kept).cloned().collect();
        let others = compare(&outside, &own, &mut faults);
        let all: Vec<&Signed> = heads.iter().chain(&signed).chain(others).collect();
        for one in &all {
            if let Err(wrong) = known.judge(one) {
                faults.add(format!("{} {wrong}.", one.name()));
            }
        }
        let mut at: BTreeMap<i64, Vec<&Signed>> = BTreeMap::new();
        for one in &all {
            at.entry(one.seq).or_default().push(one);
        }
        let places: Vec<i64> = at.keys().copied().collect();
        let walk = Walk::new(Arc::clone(&known)).go_on(db, places, &mut faults);
        // Both take long, and neither waits for the other.
        let unlike = async { Ok(unlike_indexes(db, TABLES).await?) };
        let ((walk, found), unlike) = try_join(walk, unlike).await?;
        let found: HashMap<i64, String> = found.into_iter().map(|at| (at.seq, at.hash)).collect();
        for one in at.values().flatten() {
            check_place(one, found.get(&one.seq), walk.end.seq, &mut faults);
        }
        if !walk.is_keyed() {
            faults.add("No line is sealed with the key of this installation: the program was never started with it, or the chain was \
                 taken away.".to_owned());
        }
        check_replaced(&known, &signed, &walk, &mut faults);
        let aside = look_aside(ctx, db, (&walk, ages), &mut faults).await?;
        // Of a page that is right as a whole each value is in its form.
        let since = aside.since.filter(|_| !walk.is_odd);
        check_forms(db, since, &mut faults).await?;
        check_guards(db, &mut faults).await?;
        for wrong in unlike {
            faults.add(wrong);
        }
        let is_head = |one: &&Signed| one.day.is_some();
        let heads_kept = signed.iter().filter(is_head).count();
        let report = Report {
            lines: walk.end.seq,
            heads: heads.len() + heads_kept,
            anchors: signed.len() - heads_kept,
            outside: outside.len(),
            fresh: aside.waiting,
            ..Report::default()
        };
        let unsigned = unsigned_days(&walk, heads.iter().chain(&signed), ctx.now());
        Ok(Self {
            report,
            faults,
            unsigned,
            walk,
            signed,
            follows,
        })
    }
}

/// The heads of earlier versions.
async fn earlier(db: &Connection, faults: &mut Faults) -> Result<Vec<Signed>> {
    let heads = audit_head::Entity::find().order_by_asc(audit_head::Column::Day);
    let heads = Engine::from_connection(db).readable(heads);
    let rows = db.query_all(&heads.into_query()).await?;
    let rows = rows
        .iter()
        .map(|row| audit_head::Model::from_query_result(row, ""));
    let read = rows.map(|row| row.ok().as_ref().map(Signed::from));
    Ok(readable(read, faults))
}

/// What is signed, from a number on.
pub(super) async fn statements(
    db: &Connection,
    from: Option<i64>,
    faults: &mut Faults,
) -> Result<Vec<Signed>> {
    let mut all = audit_statement::Entity::find().order_by_asc(audit_statement::Column::Number);
    if let Some(from) = from {
        all = all.filter(audit_statement::Column::Number.gte(from));
    }
    let all = Engine::from_connection(db).readable(all);
    let rows = db.query_all(&all.into_query()).await?;
    let rows = rows
        .iter()
        .map(|row| audit_statement::Model::from_query_result(row, ""));
    let read = rows.map(|row| row.ok().as_ref().map(Signed::from));
    Ok(readable(read, faults))
}

fn readable(rows: impl Iterator<Item = Option<Signed>>, faults: &mut Faults) -> Vec<Signed> {
    let mut found = Vec::new();
    for row in rows {
        match row {
            Some(one) => found.push(one),
            None => faults.add("A signed head or anchor cannot be read.".to_owned()),
        }
    }
    found
}

/// The numbers go on without gaps, and each statement follows the one before. Returns what the next one follows.
/// No key that was replaced signs after the one that replaced it.
fn check_order(heads: &[Signed], signed: &[Signed], known: &Known, faults: &mut Faults) -> String {
    let mut newest = i64::MIN;
    let mut follows = heads
        .last()
        .map_or(FIRST.to_owned(), |last| last.signature.clone());
    for (number, one) in (1_i64..).zip(signed) {
        if one.number != Some(number) || one.follows.as_ref() != Some(&follows) {
            faults.add(format!(
                "{} does not follow the head or anchor before it: one is missing or was put there.",
                one.name()
            ));
        }
        match one.key_id.as_ref().and_then(|id| known.find(id)) {
            None => faults.add(format!("{} is of another key.", one.name())),
            Some(keys) if keys.rank() < newest => faults.add(format!(
                "{} is of a key that had been replaced before.",
                one.name()
            )),
            Some(keys) => newest = keys.rank(),
        }
        follows.clone_from(&one.signature);
    }
    follows
}

/// What is kept of replaced keys says up to where the log was whole, and that it went on.
fn check_replaced(known: &Known, signed: &[Signed], walk: &Walk, faults: &mut Faults) {
    for keys in known.all() {
        let Some(until) = &keys.until else { continue };
        if until.seq >= walk.end.seq {
            faults.add(format!(
                "The key {} was replaced after line {}, and the chain ends at line {}: it was cut off.",
                keys.id, until.seq, walk.end.seq
            ));
        }
        let Some((number, signature)) = &until.signed else {
            continue;
        };
        let mut signed = signed.iter();
        if !signed.any(|one| one.number == Some(*number) && one.signature == *signature) {
            faults.add(format!(
                "When the key {} was replaced, number {number} was signed: it is missing, or another one.",
                keys.id
            ));
        }
    }
}

/// What is outside must be in the database as well. Returns what has no counterpart.
fn compare<'a>(
    outside: &'a [Signed],
    own: &HashMap<i64, &Signed>,
    faults: &mut Faults,
) -> Vec<&'a Signed> {
    let mut others = Vec::new();
    for one in outside {
        match one.number.map(|number| own.get(&number)) {
            Some(Some(same)) if *same == one => continue,
            Some(Some(_)) => faults.add(format!(
                "{} is outside another one than in the database.",
                one.name()
            )),
            Some(None) => faults.add(format!(
                "{} is outside and not in the database: it was removed there, or an older database took its place.",
                one.name()
            )),
            None => {}
        }
        others.push(one);
    }
    others
}

fn check_place(one: &Signed, found: Option<&String>, end: i64, faults: &mut Faults) {
    match found {
        Some(hash) if *hash == one.hash => {}
        Some(_) => faults.add(format!(
            "{} was signed at line {}, where the chain is another one: it was rewritten.",
            one.name(),
            one.seq
        )),
        None => faults.add(format!(
            "{} was signed at line {}, which is missing; the chain ends at line {end}: it was cut off.",
            one.name(),
            one.seq
        )),
    }
}

/// Triggers that are missing, and such as somebody planted.
pub(super) async fn check_guards(db: &Connection, faults: &mut Faults) -> Result<()> {
    for wrong in changed_guards(db, TABLES).await? {
        faults.add(wrong);
    }
    Ok(())
}

/// Values that read as they were written, and that no search finds: in all rows, or in those alone that are not in the
/// chain since a time.
async fn check_forms(
    db: &Connection,
    since: Option<DateTime<Utc>>,
    faults: &mut Faults,
) -> Result<()> {
    let lines = [
        ("id", Form::Id),
        ("at", Form::Time),
        ("actor", Form::Id),
        ("actor_role", Form::Text),
        ("patient", Form::Id),
        ("action", Form::Text),
        ("object_kind", Form::Text),
        ("object_id", Form::Text),
    ];
    let seals = [("seq", Form::Number), ("audit_id", Form::Id)];
    for (table, columns) in [("audit", &lines[..]), ("audit_seal", &seals[..])] {
        let only = match since {
            Some(_) if table == "audit_seal" => continue,
            Some(since) => Some((
                "at >= $1 AND NOT EXISTS (SELECT 1 FROM audit_seal s WHERE s.audit_id = audit.id)",
                vec![since.into()],
            )),
            None => None,
        };
        let wrong = count_other_forms(db, table, columns, only).await?;
        if wrong > 0 {
            faults.add(format!(
                "{wrong} rows of {table} were written past the program: searches do not find them."
            ));
        }
    }
    Ok(())
}

/// The days of the chain without a head: all but the last, which may be today.
fn unsigned_days<'a>(
    walk: &Walk,
    signed: impl Iterator<Item = &'a Signed>,
    now: DateTime<Utc>,
) -> Vec<Unsigned> {
    let heads: std::collections::HashSet<NaiveDate> = signed.filter_map(|one| one.day).collect();
    let today = vancouver_day(now);
    let days = walk.days.iter().enumerate();
    let open = days.filter(|(_, day)| day.date < today && !heads.contains(&day.date));
    open.map(|(place, day)| Unsigned {
        day: day.date,
        is_overdue: walk
            .days
            .get(place + 1)
            .is_some_and(|next| now - next.began_at > HEAD_WITHIN),
    })
    .collect()
}

/// The lines that are not in the chain.
struct Aside {
    /// How many wait for their position.
    waiting: usize,
    /// All of them are of this time or later; `None` where that is not known.
    since: Option<DateTime<Utc>>,
}

/// Lines outside the chain: recent ones wait for their position, old ones were inserted beside it.
async fn look_aside(
    ctx: &Context,
    db: &Connection,
    (walk, ages): (&Walk, Ages),
    faults: &mut Faults,
) -> Result<Aside> {
    let (now, own) = (ctx.now(), keys::own(ctx));
    let mut since = Some(now - LATELY);
    let mut aside = unsealed(db, since).await?;
    if Counts::read(db, walk, Some(now - LATELY))
        .await?
        .differ(walk)
    {
        since = None;
        aside = unsealed(db, None).await?;
        let counts = Counts::read(db, walk, None).await?;
        if counts.differ(walk) {
            faults.add(format!(
                "The log has {} records, of which {} are in the chain and {} are not: some are in neither, or were \
                 counted twice.",
                counts.records,
                i64::try_from(walk.lines).unwrap_or(i64::MAX).saturating_add(counts.later),
                counts.aside
            ));
        }
    }
    let able_since = match ages {
        Ages::ByTheClock => Some(DateTime::<Utc>::MIN_UTC),
        Ages::WhileAble => able::since(ctx),
    };
    let mut waiting = 0;
    let mut old = 0;
    for row in &aside {
        let Ok(line) = audit::Model::from_query_result(row, "") else {
            faults.add("A record that is not in the chain cannot be read.".to_owned());
            continue;
        };
        if able_since.is_some_and(|since| now - line.at.max(since) > SEALED_WITHIN) {
            old += 1;
        } else {
            waiting += 1;
        }
        let is_ours = own.iter().any(|keys| keys.writer(&line) == Writer::Us);
        if !is_ours && walk.is_keyed() {
            faults.add(format!(
                "The record {} ({}) was not written by this installation.",
                line.id,
                line.at.format("%Y-%m-%d %H:%M:%S UTC")
            ));
        }
    }
    if old > 0 {
        faults.add(format!(
            "{old} records have not been in the chain for more than {} minutes: no worker seals, or they were inserted \
             later.",
            SEALED_WITHIN.num_minutes()
        ));
    }
    Ok(Aside { waiting, since })
}

/// How many records there are, all counted at one moment: lines are written and sealed meanwhile.
#[derive(FromQueryResult)]
struct Counts {
    records: i64,
    /// In the chain after the end of the walk.
    later: i64,
    /// Without a position.
    aside: i64,
}

impl Counts {
    /// Those aside only since a time, if there is one: the rest takes long.
    async fn read(db: &Connection, walk: &Walk, since: Option<DateTime<Utc>>) -> Result<Self> {
        let bound = since.map_or("", |_| "AND a.at >= $2");
        let sql = format!(
            "SELECT (SELECT COUNT(*) FROM audit) AS records, (SELECT COUNT(*) FROM audit_seal s JOIN audit a ON a.id = \
             s.audit_id WHERE s.seq > $1) AS later, (SELECT COUNT(*) FROM audit a LEFT JOIN audit_seal s ON \
             s.audit_id = a.id WHERE s.audit_id IS NULL {bound}) AS aside"
        );
        let mut values = vec![walk.end.seq.into()];
        values.extend(since.map(Into::into));
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
        let counts = Self::find_by_statement(statement).one(db).await?;
        counts.ok_or_else(|| Error::broken("a count has one row"))
    }

    fn differ(&self, walk: &Walk) -> bool {
        i64::try_from(walk.lines).ok() != Some(self.records - self.later - self.aside)
    }
}

/// The columns of a line, of `audit a`. A time that is none, such as infinity, is a line that cannot be read.
pub(super) fn line_columns(db: &Connection) -> String {
    let at = Engine::from_connection(db).readable_time("a.at");
    format!(
        "a.id, {at} AS at, a.actor, a.actor_role, a.patient, a.action, a.object_kind, a.object_id, a.ip, \
         a.request_id, a.mac"
    )
}

/// The records without a position, since a time or of all time.
async fn unsealed(
    db: &Connection,
    since: Option<DateTime<Utc>>,
) -> Result<Vec<sea_orm::QueryResult>> {
    let bound = since.map_or("", |_| "AND a.at >= $1");
    let sql = format!(
        "SELECT {} FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id WHERE s.audit_id IS NULL {bound} ORDER BY \
         a.at, a.id",
        line_columns(db)
    );
    let values: Vec<sea_orm::Value> = since.map(Into::into).into_iter().collect();
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    db.query_all_raw(statement).await.map_err(Error::from)
}
