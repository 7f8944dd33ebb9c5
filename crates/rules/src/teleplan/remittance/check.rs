//! Whether a file may be taken: all of it there, ours, and its sums right. A file with any such fault is
//! kept and told line by line, and changes nothing.

use super::{Line, Record};

/// A fault of a file and the line it stands in; 0 for the file as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub line: usize,
    pub text: String,
}

fn told(line: usize, text: impl Into<String>) -> Told {
    Told {
        line,
        text: text.into(),
    }
}

/// What speaks against taking a file that is for this data centre and payee.
pub fn checks(lines: &[Line], data_centre: &str, payee: &str) -> Vec<Told> {
    let mut faults = Vec::new();
    faults.extend(
        lines
            .iter()
            .filter_map(|line| belongs(line, data_centre, payee)),
    );
    faults.extend(whole(lines));
    faults.extend(sums(lines));
    faults
}

/// Whose line it is: data centre and payee.
fn owner(record: &Record) -> Option<(Option<&str>, &str)> {
    match record {
        Record::Claim(line) => Some((Some(&line.data_centre), &line.payee)),
        Record::Refused(line) => Some((Some(&line.data_centre), &line.payee)),
        Record::Payee(line) => Some((Some(&line.data_centre), &line.payee)),
        Record::Practitioner(line) => Some((None, &line.payee)),
        Record::Adjustment(line) => Some((None, &line.payee)),
        Record::Message(line) => Some((None, &line.payee)),
        Record::Broadcast(_)
        | Record::Control(_)
        | Record::Eligibility(_)
        | Record::Other
        | Record::Broken(_) => None,
    }
}

fn belongs(line: &Line, data_centre: &str, payee: &str) -> Option<Told> {
    let (centre, to) = owner(&line.record)?;
    if centre.is_some_and(|centre| centre != data_centre) {
        return Some(told(line.number, "The line is for another data centre."));
    }
    (to != payee).then(|| told(line.number, "The line is for another payee."))
}

/// Whether anything is missing, by the control records.
fn whole(lines: &[Line]) -> Vec<Told> {
    let mut faults = Vec::new();
    // Of each letter: since the file began, and since the last control record of a remittance.
    let mut all: Vec<(char, u32)> = Vec::new();
    let mut of_remittance = 0_u32;
    let mut open = None;
    for line in lines {
        let letter = line.raw.chars().next().unwrap_or(' ');
        if let Record::Control(control) = &line.record {
            let counted = |letter: char| {
                let found = all.iter().find(|(known, _)| *known == letter);
                found.map_or(0, |(_, count)| *count)
            };
            for (letter, wanted) in &control.counts {
                let there = match control.kind {
                    "VRC" if *letter == 'S' => of_remittance,
                    "VRC" => continue,
                    _ if "SCBMXV".contains(*letter) => counted(*letter),
                    _ => continue,
                };
                if there != *wanted {
                    let text = format!(
                        "The control record says {wanted} records beginning with {letter}; there are {there}."
                    );
                    faults.push(told(line.number, text));
                }
            }
            if control.kind == "VRC" {
                of_remittance = 0;
            }
            open = None;
        } else if letter == 'S' {
            of_remittance += 1;
            open = Some(line.number);
        }
        match all.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, count)) => *count += 1,
            None => all.push((letter, 1)),
        }
    }
    if let Some(last) = open {
        faults.push(told(
            last,
            "No control record follows the last line: the file is cut off.",
        ));
    }
    faults
}

/// Whether what the payee is paid is the sum of the lines, remittance by remittance.
fn sums(lines: &[Line]) -> Vec<Told> {
    let mut faults = Vec::new();
    let mut stated: Option<(usize, i64)> = None;
    let mut sum = 0_i64;
    let mut close = |stated: Option<(usize, i64)>, sum: i64| {
        if let Some((line, paid)) = stated
            && paid != sum
        {
            let text = format!(
                "The payment of {} is not the sum of its lines, {}.",
                dollars(paid),
                dollars(sum)
            );
            faults.push(told(line, text));
        }
    };
    for line in lines {
        match &line.record {
            Record::Payee(payee) => {
                close(stated, sum);
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

fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}${}.{:02}", cents / 100, cents % 100)
}
