// SPDX-License-Identifier: AGPL-3.0-or-later

//! A claim to the plan as one thing: the bill of a visit with its history, loaded once, asked to do, saved
//! once, shown from memory. When a claim may be changed, sent and sent again, and what a line of a remittance
//! does to it, is decided here. Many are loaded, locked and saved with a few statements for all of them.
//! Deliberately not here: in which file and under which number it was sent (`claims`).

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Timelike, Utc};
use salal_db::{Coded, Connection, StatementBatch, Transaction};
use salal_domain::billing::counted::{Before, paid_after};
use salal_domain::billing::preflight::waits_for;
use salal_domain::billing::state::{BillEventKind, BillState};
use salal_domain::days::{date_time_text, vancouver_time};
use salal_domain::fees::{Cents, Payer};
use salal_formats::teleplan::claims::Claimed;
use salal_formats::teleplan::remittance::Outcome;
use serde_json::json;
use uuid::Uuid;

use super::bills::repo::{self, DbErr, Moved};
use super::dto::BillWay;
use super::entity::{bill, bill_event};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people::Insured;

/// Claims per statement.
const BATCH: usize = 300;

/// The bill of a visit and its history.
pub(super) struct Claim {
    row: bill::Model,
    /// Oldest first.
    history: Vec<bill_event::Model>,
    /// As it was loaded or locked; none if it is new.
    stored: Option<bill::Model>,
    /// How much of the history is stored.
    stored_events: usize,
}

/// A visit to bill, as found on record.
pub(super) struct BilledVisit {
    pub(super) folio: i64,
    pub(super) person: Uuid,
    pub(super) prescription: Uuid,
    /// The doctor who saw the patient, and the number with the plan.
    pub(super) practitioner: (Uuid, String),
    pub(super) way: BillWay,
    pub(super) diagnosis_code: String,
    pub(super) service_code: String,
    /// The day in Vancouver.
    pub(super) day: NaiveDate,
    pub(super) started_at: DateTime<Utc>,
    pub(super) ended_at: DateTime<Utc>,
    pub(super) amount: Cents,
}

/// What may be changed of a claim.
pub(super) struct Edit {
    pub(super) diagnosis_code: String,
    pub(super) service_code: String,
    pub(super) day: NaiveDate,
    pub(super) started_at: DateTime<Utc>,
    pub(super) ended_at: DateTime<Utc>,
    /// The amount of another service or day; none leaves it.
    pub(super) amount: Option<Cents>,
    pub(super) note: Option<String>,
}

/// What a line of a remittance says of a claim.
pub(super) struct LineEffect {
    pub(super) sequence: i64,
    pub(super) outcome: Outcome,
    pub(super) paid: Cents,
    pub(super) codes: Vec<String>,
}

/// What an entry of the history tells besides its kind.
#[derive(Default)]
struct Told {
    by: Option<Uuid>,
    codes: Vec<String>,
    amount: Option<Cents>,
    detail: Option<String>,
}

impl Claim {
    /// Bills a visit.
    pub(super) fn bill(ctx: &Context, visit: BilledVisit, by: Uuid) -> Self {
        let (practitioner, number) = visit.practitioner;
        let row = bill::Model {
            id: ctx.new_id(),
            folio: visit.folio,
            person_id: visit.person,
            prescription_id: visit.prescription,
            practitioner_id: practitioner,
            practitioner_number: number,
            way: Coded(visit.way),
            diagnosis_code: visit.diagnosis_code,
            service_code: visit.service_code,
            service_date: visit.day,
            started_at: visit.started_at,
            ended_at: visit.ended_at,
            amount_cents: visit.amount.0,
            paid_cents: 0,
            state: Coded(BillState::Unsent),
            submission: "0".to_owned(),
            note: None,
            waits_for: None,
            created_at: ctx.now(),
            created_by: by,
            version: 1,
        };
        let mut claim = Self {
            row,
            history: Vec::new(),
            stored: None,
            stored_events: 0,
        };
        claim.note_act(ctx, BillEventKind::Made, by, None);
        claim
    }

    /// As it was read.
    pub(super) fn of_rows(row: bill::Model, history: Vec<bill_event::Model>) -> Self {
        Self {
            stored: Some(row.clone()),
            row,
            stored_events: history.len(),
            history,
        }
    }

    /// A claim within scope.
    pub(super) async fn load(db: &Connection, scope: &Scope, id: Uuid) -> Result<Self> {
        let found = repo::load(db, &repo::by_id(scope, id)).await?;
        found.into_iter().next().ok_or_else(Error::not_found)
    }

    /// Locks a loaded claim for the rest of the transaction and increments its version; false if it is not as
    /// the caller saw it.
    pub(super) async fn lock(
        &mut self,
        tx: &Transaction,
        scope: &Scope,
        seen: i64,
    ) -> Result<bool> {
        if self.row.version != seen {
            return Ok(false);
        }
        let Some(row) = repo::lock_version(tx, scope, self.row.id, seen).await? else {
            return Ok(false);
        };
        self.row = row.clone();
        self.stored = Some(row);
        Ok(true)
    }

    /// Locks and loads claims, in any order: within scope, each once.
    pub(super) async fn lock_all(
        tx: &Connection,
        scope: &Scope,
        ids: &[Uuid],
    ) -> Result<Vec<Self>> {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        let mut claims = Vec::with_capacity(ids.len());
        for part in ids.chunks(BATCH) {
            let rows = repo::lock_rows(tx, scope, part).await?;
            claims.extend(repo::with_histories(tx, rows).await?);
        }
        Ok(claims)
    }

    /// Locks and loads the claim with our own number.
    pub(super) async fn lock_by_folio(
        tx: &Connection,
        scope: &Scope,
        folio: i64,
    ) -> Result<Option<Self>> {
        let rows = repo::lock_folio(tx, scope, folio).await?;
        Ok(repo::with_histories(tx, rows).await?.pop())
    }

    /// Locks loaded claims; false if one of them changed since.
    pub(super) async fn lock_loaded(
        tx: &Connection,
        scope: &Scope,
        claims: &mut [Self],
    ) -> Result<bool> {
        for part in claims.chunks_mut(BATCH) {
            let ids: Vec<Uuid> = part.iter().map(Self::id).collect();
            let rows = repo::lock_rows(tx, scope, &ids).await?;
            let mut rows: BTreeMap<Uuid, bill::Model> =
                rows.into_iter().map(|row| (row.id, row)).collect();
            for claim in part {
                match rows.remove(&claim.row.id) {
                    Some(row) if row.version == claim.row.version + 1 => {
                        claim.row = row.clone();
                        claim.stored = Some(row);
                    }
                    Some(_) | None => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    pub(super) const fn id(&self) -> Uuid {
        self.row.id
    }

    /// The patient.
    pub(super) const fn person(&self) -> Uuid {
        self.row.person_id
    }

    pub(super) fn state(&self) -> BillState {
        *self.row.state
    }

    pub(super) const fn amount(&self) -> Cents {
        Cents(self.row.amount_cents)
    }

    pub(super) const fn paid(&self) -> Cents {
        Cents(self.row.paid_cents)
    }

    /// As it is before a line of a remittance.
    pub(super) fn before(&self) -> Before {
        Before {
            amount: self.amount(),
            paid: self.paid(),
            state: self.state(),
        }
    }

    pub(super) const fn row(&self) -> &bill::Model {
        &self.row
    }

    /// Oldest first.
    pub(super) fn history(&self) -> &[bill_event::Model] {
        &self.history
    }

    /// When it came back, and the plan's codes for that.
    pub(super) fn refusal(&self) -> Option<(DateTime<Utc>, Vec<String>)> {
        let last = |is_wanted: &dyn Fn(BillState) -> bool| {
            self.history.iter().rfind(|event| {
                let state = BillState::from_code(event.kind.code());
                state.is_some_and(is_wanted)
            })
        };
        // What brought its state: money taken back of a refused claim is no new refusal.
        let state = self.state();
        let refusal = last(&|one| one == state && one.is_problematic())
            .or_else(|| last(&BillState::is_problematic))?;
        Some((refusal.at, codes_of(refusal)))
    }

    /// Whether the visit is billed for this service on this day, so that its amount stands.
    pub(super) fn is_for(&self, service_code: &str, day: NaiveDate) -> bool {
        self.row.service_code == service_code && self.row.service_date == day
    }

    /// Changes it, before it is sent or after it came back.
    pub(super) fn edit(&mut self, ctx: &Context, to: Edit, by: Uuid) -> Result<()> {
        if !self.state().can_edit() {
            return Err(Error::conflict(
                "NOT_EDITABLE",
                "The plan has this claim. It can be edited when it comes back.",
            ));
        }
        let detail = self.differences(&to);
        let row = &mut self.row;
        row.diagnosis_code = to.diagnosis_code;
        row.service_code = to.service_code;
        row.service_date = to.day;
        row.started_at = to.started_at;
        row.ended_at = to.ended_at;
        row.note = to.note;
        if let Some(Cents(amount)) = to.amount {
            row.amount_cents = amount;
        }
        self.note_act(ctx, BillEventKind::Edited, by, detail);
        Ok(())
    }

    /// The differences, for the history; `None` if there are none.
    fn differences(&self, to: &Edit) -> Option<String> {
        let before = &self.row;
        let mut told = Vec::new();
        let mut tell = |what: &str, old: &str, new: &str| {
            if old != new {
                told.push(format!("{what} {old} to {new}"));
            }
        };
        tell("Diagnosis", &before.diagnosis_code, &to.diagnosis_code);
        tell("Service code", &before.service_code, &to.service_code);
        let times = |start: DateTime<Utc>, end: DateTime<Utc>| {
            format!("{} until {}", date_time_text(start), date_time_text(end))
        };
        tell(
            "Visit",
            &times(before.started_at, before.ended_at),
            &times(to.started_at, to.ended_at),
        );
        if before.note != to.note {
            told.push("Note changed".to_owned());
        }
        (!told.is_empty()).then(|| told.join(". "))
    }

    /// Makes a claim that came back ready to be sent again: one that was never processed as an ordinary one, a
    /// rejected one with a note.
    pub(super) fn resubmit(&mut self, ctx: &Context, by: Uuid) -> Result<()> {
        let submission = match self.state() {
            BillState::Refused => '0',
            BillState::Rejected if self.row.note.is_none() => {
                return Err(Error::field(
                    "note",
                    "The plan wants a note with a claim that is sent again. Please edit the invoice and write one.",
                ));
            }
            BillState::Rejected => 'X',
            BillState::Unsent
            | BillState::Sending
            | BillState::Sent
            | BillState::Paid
            | BillState::Explained
            | BillState::Changed
            | BillState::Held
            | BillState::Debited => {
                return Err(Error::conflict(
                    "NOT_REJECTED",
                    "Only a rejected claim can be sent again.",
                ));
            }
        };
        self.row.state = Coded(BillState::Unsent);
        self.row.submission = submission.to_string();
        self.row.waits_for = None;
        self.note_act(ctx, BillEventKind::Resubmitted, by, None);
        Ok(())
    }

    /// As it would be written into a file today, or why the plan would certainly refuse it.
    pub(super) fn ready(
        &self,
        person: Option<&Insured>,
        today: NaiveDate,
    ) -> Result<Claimed, String> {
        let person = person.ok_or_else(|| "Patient not found.".to_owned())?;
        let why = match person.payer {
            Payer::PrivatePay => Some("The patient pays privately."),
            Payer::NoValidCard => Some("The patient has no valid BC card."),
            // A patient with a pending card may proceed, but the plan pays for confirmed cards only.
            Payer::ValidCard if person.is_pending => {
                Some("The plan has not confirmed the patient’s card yet.")
            }
            Payer::ValidCard => None,
        };
        if let Some(why) = why {
            return Err(why.to_owned());
        }
        let (Some(health_number), Some(born)) = (person.health_number.clone(), person.born) else {
            return Err("The health number or the date of birth is not on file.".to_owned());
        };
        let clock = |at| {
            let shown = vancouver_time(at);
            (shown.hour(), shown.minute())
        };
        let row = &self.row;
        let claimed = Claimed {
            folio: u32::try_from(row.folio).unwrap_or(0),
            practitioner: row.practitioner_number.clone(),
            health_number,
            first_name: person.first_name.clone(),
            last_name: person.last_name.clone(),
            born,
            fee_item: row.service_code.clone(),
            cents: row.amount_cents,
            service_date: row.service_date,
            start: clock(row.started_at),
            finish: clock(row.ended_at),
            diagnosis: row.diagnosis_code.clone(),
            submission: row.submission.chars().next().unwrap_or('0'),
            // A typed note is sent with the claim, whatever its submission code.
            note: row.note.clone(),
        };
        match waits_for(&claimed, today) {
            Some(why) => Err(why),
            None => Ok(claimed),
        }
    }

    /// It is in a file that is about to be sent. False if it does not wait to be sent.
    pub(super) fn put_into_file(&mut self) -> bool {
        self.step(BillState::Unsent, BillState::Sending)
    }

    /// The plan accepted the file, in which it has this sequence number and amount.
    pub(super) fn sent(&mut self, ctx: &Context, sequence: i64, amount: Cents) {
        self.step(BillState::Sending, BillState::Sent);
        let told = Told {
            amount: Some(amount),
            detail: Some(sequence_text(sequence)),
            ..Told::default()
        };
        self.note(ctx, BillEventKind::Sent, told);
    }

    /// The plan took nothing of the file: it waits to be sent.
    pub(super) fn give_back(&mut self, ctx: &Context, why: &str) {
        self.step(BillState::Sending, BillState::Unsent);
        let told = Told {
            detail: Some(why.to_owned()),
            ..Told::default()
        };
        self.note(ctx, BillEventKind::Unsent, told);
    }

    fn step(&mut self, from: BillState, to: BillState) -> bool {
        let is_from = self.state() == from;
        if is_from {
            self.row.state = Coded(to);
            self.row.waits_for = None;
        }
        is_from
    }

    /// A person assigned a line to it.
    pub(super) fn link(&mut self, ctx: &Context, by: Uuid) {
        self.note_act(ctx, BillEventKind::Linked, by, None);
    }

    /// A line of a remittance.
    pub(super) fn take_line(&mut self, ctx: &Context, line: LineEffect) {
        let before = self.paid();
        let after = paid_after(before, line.paid);
        self.row.paid_cents = after.0;
        let state = self.state();
        // What is taken back of a claim that was never paid decides nothing.
        let is_of_nothing = line.paid < Cents::ZERO && before <= Cents::ZERO;
        let next = if is_of_nothing {
            state
        } else {
            state.after(line.outcome, before, after)
        };
        self.row.state = Coded(next);
        // The history entry says what the line said, whether or not the bill changed.
        let said = if line.paid < Cents::ZERO {
            BillState::Debited
        } else if matches!(line.outcome, Outcome::Paid) {
            BillState::Paid
        } else {
            BillState::Sent.after(line.outcome, Cents::ZERO, after)
        };
        let told = Told {
            by: None,
            codes: line.codes,
            amount: Some(line.paid),
            detail: Some(sequence_text(line.sequence)),
        };
        self.note(ctx, said.into(), told);
    }

    fn note_act(&mut self, ctx: &Context, kind: BillEventKind, by: Uuid, detail: Option<String>) {
        let told = Told {
            by: Some(by),
            detail,
            ..Told::default()
        };
        self.note(ctx, kind, told);
    }

    /// Adds an entry to the history.
    fn note(&mut self, ctx: &Context, kind: BillEventKind, told: Told) {
        let last = self.history.last().map_or(0, |event| event.seq);
        self.history.push(bill_event::Model {
            id: ctx.new_id(),
            bill_id: self.row.id,
            seq: last + 1,
            kind: Coded(kind),
            at: ctx.now(),
            by_person: told.by,
            codes: json!(told.codes),
            amount_cents: told.amount.map(|amount| amount.0),
            detail: told.detail,
        });
    }

    /// Adds what is to be written of a new claim, or of one locked in this transaction.
    pub(super) fn save_with(&self, writes: &mut StatementBatch) {
        match &self.stored {
            None => repo::insert(writes, self.row.clone()),
            Some(stored) if self.row != *stored => repo::update(writes, self.row.clone()),
            Some(_) => {}
        }
        repo::insert_events(writes, self.new_events());
    }

    /// Writes a new claim, or one locked in this transaction.
    pub(super) async fn save(&self, tx: &Connection, ctx: &Context) -> Result<(), DbErr> {
        let mut writes = ctx.db.batch();
        self.save_with(&mut writes);
        writes.run(tx).await
    }

    /// Writes what files and lines changed of claims locked in this transaction: those that are now alike with
    /// one statement.
    pub(super) async fn save_all(tx: &Connection, ctx: &Context, claims: &[&Self]) -> Result<()> {
        for part in claims.chunks(BATCH) {
            let mut writes = ctx.db.batch();
            let mut alike: BTreeMap<Moved, Vec<Uuid>> = BTreeMap::new();
            for claim in part {
                if claim.stored.as_ref() != Some(&claim.row) {
                    let to = Moved::of(&claim.row);
                    alike.entry(to).or_default().push(claim.row.id);
                }
            }
            for (to, ids) in alike {
                repo::move_rows(&mut writes, to, ids);
            }
            let events = part.iter().flat_map(|claim| claim.new_events());
            repo::insert_events(&mut writes, events);
            writes.run(tx).await?;
        }
        Ok(())
    }

    fn new_events(&self) -> impl Iterator<Item = bill_event::Model> {
        self.history.iter().skip(self.stored_events).cloned()
    }

    /// Whether something happened to it since it was loaded.
    pub(super) fn has_news(&self) -> bool {
        self.history.len() > self.stored_events
    }
}

/// The explanatory codes of a history entry.
pub(super) fn codes_of(event: &bill_event::Model) -> Vec<String> {
    serde_json::from_value(event.codes.clone()).unwrap_or_default()
}

fn sequence_text(sequence: i64) -> String {
    format!("Sequence {sequence:07}")
}
