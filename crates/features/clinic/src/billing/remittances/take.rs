// SPDX-License-Identifier: AGPL-3.0-or-later

//! Imports a file: all of its new lines in one transaction, or none. A file with missing lines is stored with
//! a report and has no effect until it is imported again (decision 164): the cause may have been on our side,
//! or a person may accept it.

use std::collections::{HashMap, HashSet};

use salal_db::Connection;
use salal_domain::billing::counted::{Counted, Said, doubt};
use salal_domain::fees::Cents;
use salal_formats::teleplan::remittance::Outcome;
use salal_formats::teleplan::remittance::{Gravity, Line, Record, Told, checks, read};
use serde_json::json;
use uuid::Uuid;

use super::entity::{remittance_file, remittance_line};
use super::matching::{Candidates, Found};
use super::repo::{self};
use super::{FaultKind, FileState};
use crate::api::Scope;
use crate::billing::EVENT;
use crate::billing::claim::{Claim, LineEffect};
use crate::billing::sealed::{self, PlanFile};
use crate::context::{ChangeEvent, Context, sha256_hex};
use crate::crash;
use crate::error::{Error, Result};

/// The maximum number of faults in a report.
const MOST_FAULTS: usize = 500;

/// The outcome of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    pub(super) lines: i64,
    pub(super) matched: i64,
    pub(super) exceptions: i64,
    pub(super) known: i64,
}

/// A parsed file; nothing is stored yet.
pub(super) struct Judged {
    bytes: Vec<u8>,
    sha256: String,
    lines: Vec<Line>,
    /// Most severe first.
    faults: Vec<Told>,
    keys: Vec<String>,
    /// The numbers of lines that are equal to an earlier one.
    repeats: HashSet<usize>,
}

impl Judged {
    /// Whether it needs a person's approval.
    pub(super) fn is_set_aside(&self) -> bool {
        self.faults.iter().any(|fault| fault.gravity.sets_aside())
    }

    /// Whether it cannot be approved.
    pub(super) fn is_no_remittance(&self) -> bool {
        let mut faults = self.faults.iter();
        faults.any(|fault| fault.gravity == Gravity::NoRemittance)
    }

    fn count(&self) -> i64 {
        i64::try_from(self.lines.len()).unwrap_or(i64::MAX)
    }

    /// The faults as stored, most severe first.
    pub(super) fn report(&self) -> serde_json::Value {
        let told = self.faults.iter().take(MOST_FAULTS);
        told.map(
            |fault| json!({"kind": kind_of(fault.gravity), "line": fault.line, "text": fault.text}),
        )
        .collect()
    }
}

/// The stored kind of a fault.
const fn kind_of(gravity: Gravity) -> FaultKind {
    match gravity {
        Gravity::NoRemittance | Gravity::Incomplete => FaultKind::Incomplete,
        Gravity::OtherCentre => FaultKind::OtherCentre,
        Gravity::Sum => FaultKind::Sum,
        Gravity::OtherPayee => FaultKind::OtherPayee,
    }
}

/// Parses and checks a file, off the async threads.
pub(super) async fn examine_file(ctx: &Context, bytes: Vec<u8>) -> Result<Judged> {
    let (centre, payee) = (
        ctx.settings.billing.data_centre.clone(),
        ctx.settings.billing.payee.clone(),
    );
    tokio::task::spawn_blocking(move || {
        let lines = read(&bytes).map_err(Error::broken)?;
        let faults = checks(&lines, &centre, &payee);
        let (keys, repeats) = keys(&lines);
        Ok::<_, Error>(Judged {
            sha256: sha256_hex(&bytes),
            bytes,
            lines,
            faults,
            keys,
            repeats,
        })
    })
    .await
    .map_err(Error::broken)?
}

/// The result of an import: the figures, and the affected bills with their patients.
pub(super) struct Done {
    pub(super) taken: Taken,
    pub(super) bills: Vec<(Uuid, Uuid)>,
}

/// Imports a fetched file once, or sets it aside when lines seem to be missing. A file that was set aside
/// before is checked again.
pub(super) async fn take_remittance(
    ctx: &Context,
    scope: &Scope,
    pull: Uuid,
    name: &str,
    bytes: Vec<u8>,
) -> Result<Taken> {
    let judged = examine_file(ctx, bytes).await?;
    let aside = judged.is_set_aside();
    let tx = ctx.db.begin().await?;
    repo::one_at_a_time(&tx, &ctx.settings.billing.data_centre).await?;
    let file = match repo::file_with(&tx, &judged.sha256).await? {
        Some(known) if *known.state == FileState::Taken => {
            return Ok(Taken {
                known: judged.count(),
                ..Taken::default()
            });
        }
        Some(known) => {
            repo::judged_again(&tx, known.id, pull, judged.report()).await?;
            known.id
        }
        None => {
            let id = ctx.new_id();
            let file = remittance_file::Model {
                id,
                pull_id: pull,
                name: name.to_owned(),
                state: FileState::SetAside.into(),
                sealed: sealed::seal(ctx, PlanFile::Remittance(id), &judged.bytes),
                sha256: judged.sha256.clone(),
                lines: judged.count(),
                report: judged.report(),
                fetched_at: ctx.now(),
                taken_at: None,
                agreed_by: None,
            };
            repo::insert_file(&tx, file).await?;
            id
        }
    };
    if aside {
        tx.commit().await?;
        return Ok(Taken::default());
    }
    let done = take_in(&tx, ctx, scope, file, None, &judged).await?;
    crash::point("pull.before_commit");
    tx.commit().await?;
    crash::point("pull.after_commit");
    tell(ctx, &done);
    Ok(done.taken)
}

/// Notifies open pages of changed bills.
pub(super) fn tell(ctx: &Context, done: &Done) {
    for (id, person) in &done.bills {
        ctx.publish(ChangeEvent {
            kind: EVENT,
            id: *id,
            person: *person,
        });
    }
}

/// Imports the lines of a stored file that was not imported yet, in the caller's transaction. A line received
/// before, in any file, is not counted again.
pub(super) async fn take_in(
    tx: &Connection,
    ctx: &Context,
    scope: &Scope,
    file: Uuid,
    agreed_by: Option<Uuid>,
    judged: &Judged,
) -> Result<Done> {
    if !repo::mark_taken(tx, file, agreed_by, judged.report(), ctx.now()).await? {
        return Err(Error::conflict(
            "ALREADY_TAKEN",
            "Someone already recorded this file.",
        ));
    }
    let known = repo::known_keys(tx, &judged.keys).await?;
    let fresh: Vec<(&Line, &String)> = judged
        .lines
        .iter()
        .zip(&judged.keys)
        .filter(|(_, key)| !known.contains(*key))
        .collect();
    let numbers: Vec<(i64, i64)> = fresh
        .iter()
        .filter_map(|(line, _)| facts(line))
        .map(|facts| (facts.sequence, facts.folio))
        .collect();
    let centre = &ctx.settings.billing.data_centre;
    let candidates = Candidates::load(tx, scope, centre, &numbers).await?;
    let told = by_line(&judged.faults);
    let wanted: Vec<Uuid> = fresh
        .iter()
        .filter(|(line, _)| !is_foreign(told.get(&line.number)))
        .filter_map(|(line, _)| facts(line))
        .filter_map(
            |facts| match candidates.find_claim(facts.sequence, facts.folio) {
                Found::Bill(id) => Some(id),
                Found::Nobody(_) => None,
            },
        )
        .collect();
    let claims = Claim::lock_all(tx, scope, &wanted).await?;
    let mut work = Work {
        ctx,
        file,
        ordinal: repo::last_ordinal(tx).await?,
        rows: Vec::with_capacity(fresh.len()),
        claims: claims
            .into_iter()
            .map(|claim| (claim.id(), claim))
            .collect(),
        told,
        repeats: &judged.repeats,
        taken: Taken {
            known: i64::try_from(known.len()).unwrap_or(i64::MAX),
            lines: i64::try_from(fresh.len()).unwrap_or(i64::MAX),
            ..Taken::default()
        },
    };
    for (line, key) in fresh {
        work.line(line, key, &candidates);
    }
    let Work {
        rows,
        claims,
        taken,
        ..
    } = work;
    repo::insert_lines(tx, rows).await?;
    let changed: Vec<&Claim> = claims.values().filter(|claim| claim.has_news()).collect();
    Claim::save_all(tx, ctx, &changed).await?;
    Ok(Done {
        taken,
        bills: changed
            .iter()
            .map(|claim| (claim.id(), claim.person()))
            .collect(),
    })
}

/// Whether a line is another payee's.
fn is_foreign(told: Option<&Told>) -> bool {
    told.is_some_and(|told| told.gravity.is_foreign())
}

/// The faults of single lines, by line; the most severe of each.
fn by_line(faults: &[Told]) -> HashMap<usize, Told> {
    let mut found = HashMap::new();
    for fault in faults.iter().filter(|fault| fault.line > 0) {
        found.entry(fault.line).or_insert_with(|| fault.clone());
    }
    found
}

/// The identity of each line: its content, and its number among equal lines of a file. And the lines that are
/// not the first of their equals.
fn keys(lines: &[Line]) -> (Vec<String>, HashSet<usize>) {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let mut repeats = HashSet::new();
    let keys = lines
        .iter()
        .map(|line| {
            let turn = seen.entry(&line.raw).or_insert(0);
            *turn += 1;
            if *turn > 1 {
                repeats.insert(line.number);
            }
            sha256_hex(format!("{turn} {}", line.raw))
        })
        .collect();
    (keys, repeats)
}

/// The content of a line about one claim.
pub(super) struct Facts {
    sequence: i64,
    folio: i64,
    outcome: Outcome,
    paid: Cents,
    codes: Vec<String>,
}

impl From<Facts> for LineEffect {
    fn from(facts: Facts) -> Self {
        Self {
            sequence: facts.sequence,
            outcome: facts.outcome,
            paid: facts.paid,
            codes: facts.codes,
        }
    }
}

fn facts(line: &Line) -> Option<Facts> {
    match &line.record {
        Record::Claim(claim) => Some(Facts {
            sequence: claim.sequence.into(),
            folio: claim.folio.into(),
            outcome: claim.outcome(),
            paid: Cents(claim.cents_paid()),
            codes: claim.explanatory.clone(),
        }),
        Record::Refused(claim) => Some(Facts {
            sequence: claim.sequence.into(),
            folio: claim.folio.into(),
            outcome: Outcome::Refused,
            paid: Cents::ZERO,
            codes: claim.explanatory.clone(),
        }),
        _ => None,
    }
}

struct Work<'a> {
    ctx: &'a Context,
    file: Uuid,
    ordinal: i64,
    rows: Vec<remittance_line::Model>,
    /// Those that the lines are about, locked.
    claims: HashMap<Uuid, Claim>,
    /// The faults of single lines.
    told: HashMap<usize, Told>,
    repeats: &'a HashSet<usize>,
    taken: Taken,
}

impl Work<'_> {
    fn line(&mut self, line: &Line, key: &str, candidates: &Candidates) {
        self.ordinal += 1;
        let mut row = remittance_line::Model {
            id: self.ctx.new_id(),
            remittance_file_id: self.file,
            ordinal: self.ordinal,
            line: i64::try_from(line.number).unwrap_or(i64::MAX),
            key: key.to_owned(),
            kind: line
                .raw
                .chars()
                .take(3)
                .filter(|c| !c.is_control())
                .collect(),
            is_claim: false,
            sequence: 0,
            folio: 0,
            payment_date: None,
            service_date: None,
            fee_code: None,
            health_number: None,
            bill_cents: None,
            paid_cents: None,
            codes: json!([]),
            words: None,
            person_id: None,
            bill_id: None,
            exception: None,
            settled_at: None,
            settled_by: None,
            is_ours: true,
            counted_paid_cents: 0,
            counted_refused_cents: 0,
            overpaid_cents: 0,
        };
        describe(&mut row, line);
        let told = self.told.remove(&line.number);
        row.is_ours = !is_foreign(told.as_ref());
        row.exception = told.map(|one| one.text);
        match (&line.record, facts(line)) {
            // Another payee's: it affects none of our bills, and none of their numbers is stored readably.
            (_, said) if !row.is_ours => {
                row.health_number = None;
                row.words = None;
                if let Some(facts) = said {
                    row.is_claim = true;
                    row.sequence = facts.sequence;
                    row.folio = facts.folio;
                    row.codes = json!(facts.codes);
                    if let (Found::Bill(_), Some(text)) = (
                        candidates.find_claim(facts.sequence, facts.folio),
                        row.exception.as_mut(),
                    ) {
                        text.push_str(
                            " Its numbers are those of a claim of ours: please ask the plan.",
                        );
                    }
                }
            }
            (_, Some(facts)) => {
                row.is_claim = true;
                row.sequence = facts.sequence;
                row.folio = facts.folio;
                row.codes = json!(facts.codes);
                if self.repeats.contains(&line.number) {
                    repeat(&mut row);
                } else {
                    self.claim_line(&mut row, facts, candidates);
                }
            }
            (Record::Broken(why), None) => {
                row.exception = Some(format!("The line cannot be read: {why}."));
            }
            (Record::Other, None) => {
                row.exception = Some("A record that this version does not know.".into());
            }
            _ => {}
        }
        if row.exception.is_some() {
            self.taken.exceptions += 1;
        }
        self.rows.push(row);
    }

    /// A line about a claim of ours: it counts for its bill; without one, what it pays stands apart until it is reviewed.
    fn claim_line(
        &mut self,
        row: &mut remittance_line::Model,
        facts: Facts,
        candidates: &Candidates,
    ) {
        let nobody = match candidates.find_claim(facts.sequence, facts.folio) {
            Found::Bill(id) => match self.claims.get_mut(&id) {
                Some(claim) => {
                    join(row, claim);
                    row.exception = doubt(said(row), claim.before()).or(row.exception.take());
                    count(row, Some(&*claim));
                    claim.take_line(self.ctx, facts.into());
                    self.taken.matched += 1;
                    return;
                }
                None => "The bill of this claim is gone.".into(),
            },
            Found::Nobody(why) => why,
        };
        row.exception = Some(nobody);
        count(row, None);
    }
}

/// The second of two equal lines of a file may be a copy by mistake: it counts for nothing until a person assigns
/// it.
fn repeat(row: &mut remittance_line::Model) {
    row.exception = Some(
        "The same line is already in this file. It is counted once; assign it if the plan meant both."
            .into(),
    );
    store(row, Counted::apart(Cents(row.paid_cents.unwrap_or(0))));
}

/// Stores what a line counts for: its bill is as it was before the line.
pub(super) fn count(row: &mut remittance_line::Model, claim: Option<&Claim>) {
    let counted = Counted::of(said(row), claim.map(Claim::before));
    store(row, counted);
}

fn store(row: &mut remittance_line::Model, counted: Counted) {
    row.counted_paid_cents = counted.paid.0;
    row.counted_refused_cents = counted.refused.0;
    row.overpaid_cents = counted.overpaid.0;
}

/// What a stored line says of its claim.
fn said(row: &remittance_line::Model) -> Said {
    Said {
        outcome: outcome_of(&row.kind),
        billed: row.bill_cents.map(Cents),
        paid: Cents(row.paid_cents.unwrap_or(0)),
    }
}

/// Stores the line's own content.
fn describe(row: &mut remittance_line::Model, line: &Line) {
    match &line.record {
        Record::Claim(claim) => {
            row.payment_date = claim.payment_date;
            row.service_date = claim.service_date;
            row.bill_cents = claim.billed.as_ref().map(|billed| billed.cents);
            row.paid_cents = claim.paid.as_ref().map(|paid| paid.cents);
            let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            row.health_number = filled(&claim.health_number);
            row.fee_code = [claim.paid.as_ref(), claim.billed.as_ref()]
                .into_iter()
                .flatten()
                .find_map(|share| filled(&share.fee_item));
        }
        Record::Message(message) => {
            row.payment_date = message.payment_date;
            row.words = Some(message.text.clone());
        }
        Record::Broadcast(broadcast) => row.words = Some(broadcast.text.clone()),
        Record::Payee(payee) => {
            row.payment_date = payee.payment_date;
            row.bill_cents = payee.billed;
            row.paid_cents = payee.paid;
        }
        Record::Adjustment(adjustment) => {
            row.payment_date = adjustment.payment_date;
            row.paid_cents = adjustment.made;
        }
        Record::Practitioner(practitioner) => {
            row.payment_date = practitioner.payment_date;
            row.bill_cents = practitioner.billed;
            row.paid_cents = practitioner.paid;
        }
        _ => {}
    }
}

/// Values missing in the line are taken from the bill.
fn join(row: &mut remittance_line::Model, claim: &Claim) {
    let bill = claim.row();
    row.bill_id = Some(bill.id);
    row.person_id = Some(bill.person_id);
    row.service_date = row.service_date.or(Some(bill.service_date));
    row.bill_cents = row.bill_cents.or(Some(bill.amount_cents));
    row.fee_code = row
        .fee_code
        .take()
        .or_else(|| Some(bill.service_code.clone()));
}

/// What a stored line says, which a person assigned to a bill: it counts for that bill from now on.
pub(super) fn effect_of(row: &remittance_line::Model) -> LineEffect {
    LineEffect {
        sequence: row.sequence,
        outcome: outcome_of(&row.kind),
        paid: Cents(row.paid_cents.unwrap_or(0)),
        codes: serde_json::from_value(row.codes.clone()).unwrap_or_default(),
    }
}

fn outcome_of(kind: &str) -> Outcome {
    match kind {
        "S00" => Outcome::Changed,
        "S01" => Outcome::Paid,
        "S02" => Outcome::Explained,
        "S03" => Outcome::Rejected,
        "S04" => Outcome::Held,
        _ => Outcome::Refused,
    }
}
