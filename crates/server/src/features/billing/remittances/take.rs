//! Taking a file in: all of its new lines in one transaction, or none of them. A file with a fault is kept
//! with a report, line by line, and changes nothing.

use std::collections::HashMap;

use salal_rules::teleplan::remittance::{Line, Record, checks, read};
use salal_rules::teleplan::state::{BillState, Outcome};
use serde_json::json;
use uuid::Uuid;

use super::matching::{Candidates, Found};
use super::rows::{remittance_file, remittance_line};
use super::store;
use crate::context::{Changed, Context, sha256_hex};
use crate::crash;
use crate::door::Reach;
use crate::error::{Error, Result};
use crate::features::billing::bills;
use crate::features::billing::bills::store::{NewEvent, add_events};
use crate::features::billing::rows::bill;
use crate::features::billing::{EVENT, sealed};

/// Faults of a report; a file of a million wrong lines needs no more to be understood.
const MOST_FAULTS: usize = 500;

/// What became of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    pub(super) lines: i64,
    pub(super) matched: i64,
    pub(super) exceptions: i64,
    pub(super) known: i64,
}

/// Takes a file in, once.
#[expect(
    clippy::too_many_lines,
    reason = "one transaction, told in its order: what the file says, whether it is ours, its lines"
)]
pub(super) async fn take(
    ctx: &Context,
    reach: &Reach,
    pull: Uuid,
    name: &str,
    bytes: Vec<u8>,
) -> Result<Taken> {
    let sha256 = sha256_hex(&bytes);
    let parsed = {
        let bytes = bytes.clone();
        let (centre, payee) = (
            ctx.settings.billing.data_centre.clone(),
            ctx.settings.billing.payee.clone(),
        );
        tokio::task::spawn_blocking(move || {
            let lines = read(&bytes).map_err(Error::broken)?;
            let faults = checks(&lines, &centre, &payee);
            let keys = keys(&lines);
            Ok::<_, Error>((lines, faults, keys))
        })
        .await
        .map_err(Error::broken)??
    };
    let (lines, faults, keys) = parsed;
    let count = i64::try_from(lines.len()).unwrap_or(i64::MAX);
    if store::knows_file(ctx.db.read(), &sha256).await? {
        return Ok(Taken {
            known: count,
            ..Taken::default()
        });
    }
    let report: Vec<_> = faults
        .iter()
        .take(MOST_FAULTS)
        .map(|fault| json!({"line": fault.line, "text": fault.text}))
        .collect();
    let file = remittance_file::Model {
        id: ctx.new_id(),
        pull_id: pull,
        name: name.to_owned(),
        state: if faults.is_empty() {
            "taken"
        } else {
            "set_aside"
        }
        .to_owned(),
        sealed: sealed::seal(ctx, &bytes)?,
        sha256,
        lines: count,
        report: json!(report),
        fetched_at: ctx.now(),
    };
    if !faults.is_empty() {
        store::insert_file(ctx.db.write(), file).await?;
        return Ok(Taken::default());
    }
    let tx = ctx.db.begin().await?;
    let file_id = file.id;
    store::insert_file(&tx, file).await?;
    let known = store::known_keys(&tx, &keys).await?;
    let fresh: Vec<(&Line, &String)> = lines
        .iter()
        .zip(&keys)
        .filter(|(_, key)| !known.contains(*key))
        .collect();
    let numbers: Vec<(i64, i64)> = fresh
        .iter()
        .filter_map(|(line, _)| facts(line))
        .map(|facts| (facts.sequence, facts.folio))
        .collect();
    let centre = &ctx.settings.billing.data_centre;
    let candidates = Candidates::load(&tx, reach, centre, &numbers).await?;
    let mut work = Work {
        ctx,
        file: file_id,
        ordinal: store::last_ordinal(&tx).await?,
        rows: Vec::with_capacity(fresh.len()),
        events: Vec::new(),
        taken: Taken {
            known: i64::try_from(known.len()).unwrap_or(i64::MAX),
            lines: i64::try_from(fresh.len()).unwrap_or(i64::MAX),
            ..Taken::default()
        },
    };
    let wanted: Vec<Uuid> = numbers
        .iter()
        .filter_map(|(sequence, folio)| match candidates.of(*sequence, *folio) {
            Found::Bill(id) => Some(id),
            Found::Nobody(_) => None,
        })
        .collect();
    let mut bills: HashMap<Uuid, bill::Model> = HashMap::new();
    for part in wanted.chunks(300) {
        let found = bills::store::many(&tx, reach, part).await?;
        bills.extend(found.into_iter().map(|row| (row.id, row)));
    }
    for (line, key) in fresh {
        work.line(line, key, &candidates, &mut bills);
    }
    let Work {
        rows,
        events,
        taken,
        ..
    } = work;
    store::insert_lines(&tx, rows).await?;
    for row in bills.values() {
        store::update_bill(&tx, reach, row).await?;
    }
    add_events(&tx, ctx, events).await?;
    crash::point("pull.before_commit");
    tx.commit().await?;
    crash::point("pull.after_commit");
    for row in bills.values() {
        ctx.tell(Changed {
            kind: EVENT,
            id: row.id,
            person: row.person_id,
        });
    }
    Ok(taken)
}

/// What makes a line the same line: all of it, and which one of equal lines of a file it is.
fn keys(lines: &[Line]) -> Vec<String> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    lines
        .iter()
        .map(|line| {
            let turn = seen.entry(&line.raw).or_insert(0);
            *turn += 1;
            sha256_hex(format!("{turn} {}", line.raw))
        })
        .collect()
}

/// What a line says of one claim.
pub(super) struct Facts {
    sequence: i64,
    folio: i64,
    outcome: Outcome,
    cents: i64,
    codes: Vec<String>,
}

fn facts(line: &Line) -> Option<Facts> {
    match &line.record {
        Record::Claim(claim) => Some(Facts {
            sequence: claim.sequence.into(),
            folio: claim.folio.into(),
            outcome: claim.outcome(),
            cents: claim.cents_paid(),
            codes: claim.explanatory.clone(),
        }),
        Record::Refused(claim) => Some(Facts {
            sequence: claim.sequence.into(),
            folio: claim.folio.into(),
            outcome: Outcome::Refused,
            cents: 0,
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
    events: Vec<(Uuid, NewEvent)>,
    taken: Taken,
}

impl Work<'_> {
    fn line(
        &mut self,
        line: &Line,
        key: &str,
        candidates: &Candidates,
        bills: &mut HashMap<Uuid, bill::Model>,
    ) {
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
        };
        describe(&mut row, line);
        match (&line.record, facts(line)) {
            (_, Some(facts)) => {
                row.is_claim = true;
                row.sequence = facts.sequence;
                row.folio = facts.folio;
                row.codes = json!(facts.codes);
                match candidates.of(facts.sequence, facts.folio) {
                    Found::Bill(id) => match bills.get_mut(&id) {
                        Some(bill) => {
                            join(&mut row, bill);
                            self.events.push((id, apply(bill, &facts)));
                            self.taken.matched += 1;
                        }
                        None => row.exception = Some("The bill of this claim is gone.".into()),
                    },
                    Found::Nobody(why) => row.exception = Some(why),
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
}

/// What the line itself says.
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

/// What the line leaves out stands in the bill.
pub(super) fn join(row: &mut remittance_line::Model, bill: &bill::Model) {
    row.bill_id = Some(bill.id);
    row.person_id = Some(bill.person_id);
    row.service_date = row.service_date.or(Some(bill.service_date));
    row.bill_cents = row.bill_cents.or(Some(bill.amount_cents));
    row.fee_code = row
        .fee_code
        .take()
        .or_else(|| Some(bill.service_code.clone()));
}

/// Moves the bill on, and gives the step of its history.
fn apply(bill: &mut bill::Model, facts: &Facts) -> NewEvent {
    let before = bill.paid_cents;
    bill.paid_cents += facts.cents;
    let state = BillState::from_code(&bill.state).unwrap_or(BillState::Sent);
    let after = state.after(facts.outcome, before, bill.paid_cents);
    after.code().clone_into(&mut bill.state);
    // The step says what the line said, whether or not the bill moved.
    let said = if after == BillState::Debited && state != after {
        BillState::Debited
    } else {
        BillState::Sent.after(facts.outcome, 0, 0)
    };
    NewEvent {
        codes: facts.codes.clone(),
        amount_cents: Some(facts.cents),
        detail: Some(format!("Sequence {:07}", facts.sequence)),
        ..NewEvent::of(said.code())
    }
}

/// Assigns a line by hand: what it says counts for this bill from now on.
pub(super) fn apply_by_hand(bill: &mut bill::Model, row: &remittance_line::Model) -> NewEvent {
    let outcome = match row.kind.as_str() {
        "S00" => Outcome::Changed,
        "S01" => Outcome::Paid,
        "S02" => Outcome::Explained,
        "S03" => Outcome::Rejected,
        "S04" => Outcome::Held,
        _ => Outcome::Refused,
    };
    let facts = Facts {
        sequence: row.sequence,
        folio: row.folio,
        outcome,
        cents: row.paid_cents.unwrap_or(0),
        codes: serde_json::from_value(row.codes.clone()).unwrap_or_default(),
    };
    apply(bill, &facts)
}
