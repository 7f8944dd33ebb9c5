// SPDX-License-Identifier: AGPL-3.0-or-later

//! Checks a pick-up file and returns its faults, most severe first. A file with missing lines, or of another
//! data centre, is set aside until a person approves it; lines for other payees and sums that do not balance
//! occur in real files and are only reported (reference teleplan 4.6).

use crate::cents::Cents;

use super::{Control, Line, Record, records};

/// The kind of a fault, most severe first, which is also the sort order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gravity {
    /// Not a remittance: it cannot be approved.
    NoRemittance,
    /// Lines are missing, or there are too many.
    Incomplete,
    /// A line of another data centre: it cannot be ours.
    OtherCentre,
    /// The paid amount differs from the sum of its lines.
    Sum,
    /// A line for another payee of the same data centre.
    OtherPayee,
}

impl Gravity {
    /// Whether a file with this fault waits for a person's approval. Otherwise the file is imported, and the
    /// lines are shown as exceptions.
    pub const fn sets_aside(self) -> bool {
        matches!(
            self,
            Self::NoRemittance | Self::Incomplete | Self::OtherCentre
        )
    }

    /// Whether the line belongs to another payee: its amount is not ours, and it settles none of our claims.
    pub const fn is_foreign(self) -> bool {
        matches!(self, Self::OtherCentre | Self::OtherPayee)
    }
}

/// A fault of a file and its line; 0 for the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub gravity: Gravity,
    /// From 1; 0 for the whole file.
    pub line: usize,
    pub text: String,
}

fn told(gravity: Gravity, line: usize, text: impl Into<String>) -> Told {
    Told {
        gravity,
        line,
        text: text.into(),
    }
}

/// The faults of a file for this data centre and payee: most severe first, then by line.
pub fn checks(lines: &[Line], data_centre: &str, payee: &str) -> Vec<Told> {
    if is_something_else(lines) {
        // Further faults would only be misleading.
        return vec![told(Gravity::NoRemittance, 0, NO_REMITTANCE)];
    }
    let mut faults = Vec::new();
    faults.extend(
        lines
            .iter()
            .filter_map(|line| belongs(line, data_centre, payee)),
    );
    faults.extend(whole(lines));
    faults.extend(sums(lines, data_centre, payee));
    faults.sort_by_key(|fault| (fault.gravity, fault.line));
    faults
}

/// The message for a file that is not the plan's.
const NO_REMITTANCE: &str = "This is not a remittance file: neither its first line nor any other begins with a \
                             record that the plan sends.";

/// Whether no line is a known record. An unknown first record may still be the plan's, so the other lines are
/// checked as well.
fn is_something_else(lines: &[Line]) -> bool {
    // By the code alone: a known line that cannot be parsed is still the plan's.
    let is_known = |line: &Line| {
        let code = line.record.code(&line.raw);
        records::read(code) != Record::Other
    };
    !lines.is_empty() && !lines.iter().any(is_known)
}

/// The data centre of a line, if its layout has one.
fn centre_of(record: &Record) -> Option<&str> {
    match record {
        Record::Claim(line) => Some(&line.data_centre),
        Record::Refused(line) => Some(&line.data_centre),
        Record::Payee(line) => Some(&line.data_centre),
        Record::Control(line) => Some(&line.data_centre),
        Record::Eligibility(line) => Some(&line.data_centre),
        _ => None,
    }
}

/// The payee of a line, if its layout has one. Control records and broadcasts have none.
fn payee_of(record: &Record) -> Option<&str> {
    match record {
        Record::Claim(line) => Some(&line.payee),
        Record::Refused(line) => Some(&line.payee),
        Record::Payee(line) => Some(&line.payee),
        Record::Practitioner(line) => Some(&line.payee),
        Record::Adjustment(line) => Some(&line.payee),
        Record::Message(line) => Some(&line.payee),
        _ => None,
    }
}

fn belongs(line: &Line, data_centre: &str, payee: &str) -> Option<Told> {
    if let Some(centre) = centre_of(&line.record)
        && centre != data_centre
    {
        let text = format!("The line is for another data centre, {centre}.");
        return Some(told(Gravity::OtherCentre, line.number, text));
    }
    // An empty payee names no one else.
    let to = payee_of(&line.record).filter(|to| !to.is_empty())?;
    (to != payee).then(|| {
        let text = format!("The line is for another payee, {to}.");
        told(Gravity::OtherPayee, line.number, text)
    })
}

/// The number of records of each letter.
#[derive(Default)]
struct Counted(Vec<(char, u32)>);

impl Counted {
    fn add(&mut self, letter: char) {
        match self.0.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, count)) => *count += 1,
            None => self.0.push((letter, 1)),
        }
    }

    fn of(&self, letter: char) -> u32 {
        let found = self.0.iter().find(|(known, _)| *known == letter);
        found.map_or(0, |(_, count)| *count)
    }

    fn all(&self) -> u32 {
        self.0.iter().map(|(_, count)| count).sum()
    }
}

/// Checks completeness with the control records: VRC counts the S records of its remittance, VTC the records
/// of the whole pick-up by letter and in total, including itself.
fn whole(lines: &[Line]) -> Vec<Told> {
    let mut faults = Vec::new();
    let mut pick_up = Counted::default();
    let mut of_remittance = 0_u32;
    // The last line not counted by a control record.
    let (mut no_vrc, mut no_vtc) = (None, None);
    for line in lines {
        let letter = line.raw.chars().next().unwrap_or(' ');
        pick_up.add(letter);
        no_vtc = Some(line.number);
        match &line.record {
            Record::Control(control) if control.kind == "VTC" => {
                faults.extend(trailer(line.number, control, &pick_up));
                pick_up = Counted::default();
                no_vtc = None;
            }
            Record::Control(control) => {
                faults.extend(remittance(line.number, control, of_remittance));
                of_remittance = 0;
                no_vrc = None;
            }
            _ if letter == 'S' => {
                of_remittance += 1;
                no_vrc = Some(line.number);
            }
            _ => {}
        }
    }
    if let Some(last) = no_vrc {
        let text =
            "The control record of the last remittance (VRC) is missing: lines of it may be too.";
        faults.push(told(Gravity::Incomplete, last, text));
    }
    if let Some(last) = no_vtc {
        let text = format!(
            "The control record of the complete pick-up (VTC) is missing after line {last}: the end of the file may be too."
        );
        faults.push(told(Gravity::Incomplete, 0, text));
    }
    faults
}

fn remittance(line: usize, control: &Control, there: u32) -> Option<Told> {
    let wanted = control.count('S')?;
    (wanted != there).then(|| {
        let text = format!(
            "The control record (VRC) says {wanted} records of the remittance; there are {there}."
        );
        told(Gravity::Incomplete, line, text)
    })
}

fn trailer(line: usize, control: &Control, there: &Counted) -> Vec<Told> {
    let mut faults = Vec::new();
    for (letter, wanted) in &control.counts {
        let there = there.of(*letter);
        if there != *wanted {
            let text = format!(
                "The control record (VTC) says {wanted} records beginning with {letter}; there are {there}."
            );
            faults.push(told(Gravity::Incomplete, line, text));
        }
    }
    if let Some(wanted) = control.total
        && wanted != there.all()
    {
        let text = format!(
            "The control record (VTC) says {wanted} records in all; there are {}.",
            there.all()
        );
        faults.push(told(Gravity::Incomplete, line, text));
    }
    faults
}

/// Whether the amount paid to our payee is the sum of its lines, by remittance.
fn sums(lines: &[Line], data_centre: &str, payee: &str) -> Vec<Told> {
    let mut faults = Vec::new();
    let mut stated: Option<(usize, i64)> = None;
    let mut sum = 0_i64;
    let mut close = |stated: Option<(usize, i64)>, sum: i64| {
        if let Some((line, paid)) = stated
            && paid != sum
        {
            let text = format!(
                "The payment of {} is not the sum of its lines, {}.",
                Cents(paid),
                Cents(sum)
            );
            faults.push(told(Gravity::Sum, line, text));
        }
    };
    for line in lines {
        if belongs(line, data_centre, payee).is_some() {
            // Another payee's payment ends ours; another payee's line does not count.
            if matches!(line.record, Record::Payee(_)) {
                close(stated.take(), sum);
            }
            continue;
        }
        match &line.record {
            Record::Payee(payee) => {
                close(stated.take(), sum);
                stated = payee.paid.map(|paid| (line.number, paid));
                sum = 0;
            }
            Record::Claim(claim) => sum += claim.cents_paid(),
            Record::Adjustment(adjustment) => sum += adjustment.made.unwrap_or(0),
            _ => {}
        }
    }
    close(stated, sum);
    faults
}
