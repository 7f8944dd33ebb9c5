// SPDX-License-Identifier: AGPL-3.0-or-later

//! The records of a pick-up file, each parsed by its layout.

use super::parts::{Broken, Cut};
use super::shapes::{
    Adjustment, Broadcast, ClaimLine, Control, EligibilityAnswer, Message, PayeeLine, Practitioner,
    Record, RefusedClaim, Share,
};

const SEQUENCE: Broken = "the sequence number is no number";
const FOLIO: Broken = "the office folio is no number";
const PAID: Broken = "the amount paid is no amount";
const BILLED: Broken = "the amount billed is no amount";
const UNITS: Broken = "the units are no number";

/// Parses a line by the layout of its code.
pub(super) fn read(line: &str) -> Record {
    let letters: Vec<char> = line.chars().collect();
    let cut = Cut(&letters);
    let code = cut.text(0, 3);
    let read = match code.as_str() {
        "S00" => detail(cut, "S00"),
        "S02" => detail(cut, "S02"),
        "S03" => detail(cut, "S03"),
        "S01" => paid_as_billed(cut),
        "S04" => held(cut),
        "C12" => refused(cut),
        "S21" => Ok(payee(cut)),
        "S22" => Ok(practitioner(cut)),
        "S23" => Ok(adjustment(cut, "S23")),
        "S24" => Ok(adjustment(cut, "S24")),
        "S25" => Ok(message(cut)),
        "M01" => Ok(Record::Broadcast(Broadcast {
            text: cut.text(12, letters.len()),
        })),
        "VRC" => control(cut, "VRC", 16),
        "VTC" => control(cut, "VTC", 8),
        "B14" => eligibility(cut),
        _ => Ok(Record::Other),
    };
    read.unwrap_or_else(Record::Broken)
}

/// The common beginning of all S records of a claim.
fn prefix(cut: Cut<'_>, kind: &'static str) -> Result<ClaimLine, Broken> {
    Ok(ClaimLine {
        kind,
        data_centre: cut.text(3, 8),
        sequence: cut.number(8, 15, SEQUENCE)?,
        payment_date: cut.day(15, 23),
        line_code: cut.text(23, 24),
        payee: cut.text(24, 29),
        control: cut.text(29, 35),
        practitioner: cut.text(35, 40),
        received: None,
        initials: String::new(),
        surname: String::new(),
        health_number: String::new(),
        dependent: String::new(),
        service_date: None,
        service_to: String::new(),
        billed: None,
        paid: None,
        paid_rate: String::new(),
        folio: 0,
        explanatory: Vec::new(),
        adjustments: Vec::new(),
        plan_reference: String::new(),
        source: String::new(),
        previous_paid: None,
        insurer: String::new(),
        icbc: String::new(),
    })
}

fn paid_as_billed(cut: Cut<'_>) -> Result<Record, Broken> {
    let mut line = prefix(cut, "S01")?;
    line.adjustments = cut.adjustments(40)?;
    line.folio = cut.number(103, 110, FOLIO)?;
    line.paid = Some(Share {
        cents: cut.signed(110, 117, PAID)?,
        ..Share::default()
    });
    line.received = cut.day(117, 125);
    line.paid_rate = cut.text(125, 127);
    line.icbc = cut.text(127, 135);
    line.insurer = cut.text(135, 137);
    Ok(Record::Claim(Box::new(line)))
}

fn detail(cut: Cut<'_>, kind: &'static str) -> Result<Record, Broken> {
    let mut line = prefix(cut, kind)?;
    line.received = cut.day(40, 48);
    line.initials = cut.text(48, 50);
    line.surname = cut.text(50, 68);
    line.health_number = cut.text(68, 78);
    line.dependent = cut.text(78, 80);
    line.service_date = cut.day(80, 88);
    line.service_to = cut.text(88, 90);
    line.billed = Some(Share {
        units: cut.signed(90, 93, UNITS)?,
        clarification: cut.text(93, 95),
        fee_item: cut.text(95, 100),
        cents: cut.signed(100, 107, BILLED)?,
    });
    line.paid = Some(Share {
        units: cut.signed(107, 110, UNITS)?,
        clarification: cut.text(110, 112),
        fee_item: cut.text(112, 117),
        cents: cut.signed(117, 124, PAID)?,
    });
    line.folio = cut.number(124, 131, FOLIO)?;
    line.explanatory = cut.codes(131, 7);
    line.adjustments = cut.adjustments(145)?;
    line.plan_reference = cut.text(208, 218);
    line.source = cut.text(218, 219);
    line.previous_paid = cut.day(219, 227);
    line.insurer = cut.text(227, 229);
    line.icbc = cut.text(229, 237);
    Ok(Record::Claim(Box::new(line)))
}

fn held(cut: Cut<'_>) -> Result<Record, Broken> {
    let mut line = prefix(cut, "S04")?;
    line.received = cut.day(40, 48);
    line.folio = cut.number(48, 55, FOLIO)?;
    line.explanatory = cut.codes(55, 7);
    line.icbc = cut.text(69, 77);
    line.insurer = cut.text(77, 79);
    Ok(Record::Claim(Box::new(line)))
}

fn refused(cut: Cut<'_>) -> Result<Record, Broken> {
    Ok(Record::Refused(RefusedClaim {
        data_centre: cut.text(3, 8),
        sequence: cut.number(8, 15, SEQUENCE)?,
        payee: cut.text(15, 20),
        practitioner: cut.text(20, 25),
        explanatory: cut.codes(25, 7),
        folio: cut.number(39, 46, FOLIO)?,
    }))
}

fn payee(cut: Cut<'_>) -> Record {
    Record::Payee(PayeeLine {
        data_centre: cut.text(3, 8),
        payment_date: cut.day(15, 23),
        payee: cut.text(24, 29),
        name: cut.text(35, 60),
        billed: cut.amount(60, 69),
        paid: cut.amount(69, 78),
        balance_forward: cut.amount(78, 87),
        cheque: cut.text(87, 96),
        new_balance: cut.amount(96, 105),
    })
}

fn practitioner(cut: Cut<'_>) -> Record {
    Record::Practitioner(Practitioner {
        payment_date: cut.day(15, 23),
        payee: cut.text(24, 29),
        practitioner: cut.text(35, 40),
        name: cut.text(40, 65),
        billed: cut.amount(65, 74),
        paid: cut.amount(74, 83),
    })
}

fn adjustment(cut: Cut<'_>, kind: &'static str) -> Record {
    Record::Adjustment(Adjustment {
        kind,
        payment_date: cut.day(15, 23),
        payee: cut.text(24, 29),
        code: cut.text(35, 37),
        identifier: cut.text(37, 49),
        message: cut.text(49, 69),
        method: cut.text(69, 70),
        r_percent: cut.text(70, 75),
        o_percent: cut.text(75, 80),
        gross: cut.amount(80, 89),
        r_amount: cut.amount(89, 98),
        o_amount: cut.amount(98, 107),
        balance_forward: cut.amount(107, 116),
        made: cut.amount(116, 125),
        outstanding: cut.amount(125, 134),
    })
}

fn message(cut: Cut<'_>) -> Record {
    Record::Message(Message {
        payment_date: cut.day(15, 23),
        payee: cut.text(24, 29),
        practitioner: cut.text(35, 40),
        text: cut.text(40, 120),
    })
}

/// The letters counted by control records.
const COUNTED: [char; 6] = ['S', 'C', 'B', 'M', 'X', 'V'];
/// The digits of a count.
const COUNT_DIGITS: usize = 7;

/// Letters with the seven digits after them; other content (a time stamp) is not a count. A VTC ends with the
/// total number of records.
fn control(cut: Cut<'_>, kind: &'static str, from: usize) -> Result<Record, Broken> {
    let rest: String = cut.0.get(from..).unwrap_or_default().iter().collect();
    let signs: Vec<char> = rest.trim_end().chars().collect();
    let number = |at: usize| -> Option<u32> {
        let digits: String = signs.get(at..at + COUNT_DIGITS)?.iter().collect();
        digits
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| digits.parse().ok())?
    };
    let (mut counts, mut total) = (Vec::new(), None);
    let mut at = 0;
    while at < signs.len() {
        match number(at + 1) {
            Some(count) if COUNTED.contains(&signs[at]) => {
                counts.push((signs[at], count));
                at += 1 + COUNT_DIGITS;
                let last = (kind == "VTC").then(|| total_at(&signs, at)).flatten();
                total = last.and_then(number);
            }
            _ => at += 1,
        }
    }
    if counts.is_empty() {
        return Err("the control record has no count");
    }
    Ok(Record::Control(Control {
        kind,
        data_centre: cut.text(3, 8),
        counts,
        total,
    }))
}

/// The start of the total number of records: seven digits at the end, after a letter T, a space or nothing.
fn total_at(signs: &[char], after: usize) -> Option<usize> {
    let skipped = signs.get(after..)?;
    let skipped = skipped
        .iter()
        .take_while(|sign| matches!(**sign, 'T' | ' '))
        .count();
    let at = after + skipped;
    (at + COUNT_DIGITS == signs.len()).then_some(at)
}

fn eligibility(cut: Cut<'_>) -> Result<Record, Broken> {
    Ok(Record::Eligibility(EligibilityAnswer {
        data_centre: cut.text(3, 8),
        sequence: cut.number(8, 15, SEQUENCE)?,
        text: cut.text(38, 103),
    }))
}
