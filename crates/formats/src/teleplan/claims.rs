// SPDX-License-Identifier: AGPL-3.0-or-later

//! The records of a claim file (reference teleplan 2): vendor header, claim and note, with their exact
//! columns, and the whole file of a submission with its sequence numbers.

use chrono::{Datelike, NaiveDate};
use unicode_normalization::char::is_combining_mark;

use super::columns::{Misfit, letters, plain, record};

record! {
    /// VS1, the vendor header.
    Header = "VS1", 200 {
        data_centre: 4..=8 Right,
        sequence: 9..=15 Digits,
        vendor_data_centre: 16..=20 Right,
        software: 21..=45 Left,
        version: 46..=55 Left,
        /// YYYYMMDD
        installed: 56..=63 Exact,
        company: 64..=103 Left,
        phone: 104..=118 Left,
        contact: 119..=143 Left,
    }
}

record! {
    /// C02, a claim.
    Claim = "C02", 424 {
        data_centre: 4..=8 Right,
        sequence: 9..=15 Digits,
        payee: 16..=20 Right,
        practitioner: 21..=25 Right,
        health_number: 26..=35 Digits,
        name_verify: 36..=39 Exact,
        dependent: 40..=41 Exact,
        units: 42..=44 Digits,
        clarification: 45..=46 Digits,
        anatomical_area: 47..=48 Right,
        after_hours: 49..=49 Exact,
        new_program: 50..=51 Digits,
        fee_item: 52..=56 Digits,
        /// Cents.
        amount: 57..=63 Digits,
        payment_mode: 64..=64 Exact,
        /// YYYYMMDD
        service_date: 65..=72 Exact,
        service_to: 73..=74 Digits,
        submission: 75..=75 Exact,
        extended_submission: 76..=76 Exact,
        diagnosis_1: 77..=81 Left,
        diagnosis_2: 82..=86 Left,
        diagnosis_3: 87..=91 Left,
        expansion: 92..=106 Left,
        location: 107..=107 Exact,
        referral_1_kind: 108..=108 Exact,
        referral_1: 109..=113 Digits,
        referral_2_kind: 114..=114 Exact,
        referral_2: 115..=119 Digits,
        called: 120..=123 Digits,
        /// HHMM
        start: 124..=127 Digits,
        /// HHMM
        finish: 128..=131 Digits,
        /// YYYYMMDD
        born: 132..=139 Digits,
        folio: 140..=146 Digits,
        correspondence: 147..=147 Exact,
        comment: 148..=167 Left,
        motor_vehicle: 168..=168 Exact,
        icbc_claim: 169..=176 Digits,
        original_file: 177..=196 DigitsOrSpaces,
        facility: 197..=201 DigitsOrSpaces,
        sub_facility: 202..=206 DigitsOrSpaces,
        insurer: 265..=266 Left,
        registration: 267..=278 DigitsOrText,
        other_born: 279..=286 Left,
        other_first_name: 287..=298 Left,
        other_initial: 299..=299 Exact,
        other_surname: 300..=317 Left,
        other_sex: 318..=318 Exact,
        address_1: 319..=343 Left,
        address_2: 344..=368 Left,
        address_3: 369..=393 Left,
        address_4: 394..=418 Left,
        postal_code: 419..=424 Left,
    }
}

record! {
    /// N01, a note to the claim before it.
    Note = "N01", 426 {
        data_centre: 4..=8 Right,
        sequence: 9..=15 Digits,
        payee: 16..=20 Right,
        practitioner: 21..=25 Right,
        /// A ordinary, W WorkSafe, P population funding.
        kind: 26..=26 Exact,
        text: 27..=426 Left,
    }
}

/// Maximum length of a note to the plan, in characters: one record.
pub const LONGEST_NOTE: usize = 400;

/// The highest sequence number; it is followed by 1.
pub const LAST_SEQUENCE: u32 = 9_999_999;

/// The next sequence number.
pub const fn after(sequence: u32) -> u32 {
    if sequence >= LAST_SEQUENCE {
        1
    } else {
        sequence + 1
    }
}

/// The site details on every file; from the settings.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    pub data_centre: &'a str,
    pub payee: &'a str,
    pub software: &'a str,
    pub version: &'a str,
    pub installed: NaiveDate,
    pub company: &'a str,
    pub phone: &'a str,
    pub contact: &'a str,
    pub location: &'a str,
    pub facility: &'a str,
    pub sub_facility: &'a str,
}

/// A visit to claim.
#[derive(Clone, Debug)]
pub struct Claimed {
    pub folio: u32,
    pub practitioner: String,
    pub health_number: String,
    pub first_name: String,
    pub last_name: String,
    pub born: NaiveDate,
    pub fee_item: String,
    pub cents: i64,
    pub service_date: NaiveDate,
    /// Hour and minute in Vancouver.
    pub start: (u32, u32),
    pub finish: (u32, u32),
    pub diagnosis: String,
    /// The submission code.
    pub submission: char,
    pub note: Option<String>,
}

/// A file ready to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub bytes: Vec<u8>,
    pub first: u32,
    pub last: u32,
    pub records: usize,
    /// Folio and sequence number of each claim.
    pub claims: Vec<(u32, u32)>,
}

/// Writes a file of claims, numbered after the last committed sequence number.
pub fn batch(site: &Site<'_>, last_committed: u32, claims: &[Claimed]) -> Result<Batch, Misfit> {
    let mut sequence = after(last_committed);
    let mut file = Batch {
        bytes: Vec::new(),
        first: sequence,
        last: sequence,
        records: 0,
        claims: Vec::with_capacity(claims.len()),
    };
    file.put(header(site, sequence).write()?, sequence);
    for one in claims {
        sequence = after(sequence);
        file.put(claim(site, one, sequence).write()?, sequence);
        file.claims.push((one.folio, sequence));
        if let Some(text) = note_text(one) {
            sequence = after(sequence);
            file.put(note(site, one, sequence, &text).write()?, sequence);
        }
    }
    Ok(file)
}

impl Batch {
    fn put(&mut self, line: Vec<u8>, sequence: u32) {
        self.bytes.extend(line);
        self.bytes.extend(b"\r\n");
        self.last = sequence;
        self.records += 1;
    }
}

/// A file that queries the counter: the service refuses it and reports the last committed number.
pub fn probe(site: &Site<'_>) -> Result<Vec<u8>, Misfit> {
    let mut line = header(site, LAST_SEQUENCE).write()?;
    line.extend(b"\r\n");
    Ok(line)
}

fn cut(text: &str, length: usize) -> String {
    plain(text).chars().take(length).collect()
}

fn day(day: NaiveDate) -> String {
    format!("{:04}{:02}{:02}", day.year(), day.month(), day.day())
}

fn header(site: &Site<'_>, sequence: u32) -> Header {
    Header {
        data_centre: site.data_centre.to_owned(),
        sequence: sequence.to_string(),
        vendor_data_centre: site.data_centre.to_owned(),
        software: cut(site.software, 25),
        version: cut(site.version, 10),
        installed: day(site.installed),
        company: cut(site.company, 40),
        phone: site
            .phone
            .chars()
            .filter(char::is_ascii_digit)
            .take(15)
            .collect(),
        contact: cut(site.contact, 25),
    }
}

fn claim(site: &Site<'_>, one: &Claimed, sequence: u32) -> Claim {
    let of = str::to_owned;
    let correspondence = if note_text(one).is_some() { "N" } else { "0" };
    Claim {
        data_centre: of(site.data_centre),
        sequence: sequence.to_string(),
        payee: of(site.payee),
        practitioner: one.practitioner.clone(),
        health_number: one.health_number.clone(),
        name_verify: name_verify(&one.first_name, &one.last_name),
        dependent: of("00"),
        units: of("1"),
        anatomical_area: of("00"),
        after_hours: of("0"),
        fee_item: one.fee_item.clone(),
        amount: one.cents.to_string(),
        payment_mode: of("0"),
        service_date: day(one.service_date),
        submission: one.submission.to_string(),
        diagnosis_1: one.diagnosis.clone(),
        location: of(site.location),
        referral_1_kind: of("0"),
        referral_2_kind: of("0"),
        start: format!("{:02}{:02}", one.start.0, one.start.1),
        finish: format!("{:02}{:02}", one.finish.0, one.finish.1),
        born: day(one.born),
        folio: one.folio.to_string(),
        correspondence: of(correspondence),
        motor_vehicle: of("N"),
        facility: of(site.facility),
        sub_facility: of(site.sub_facility),
        ..Claim::default()
    }
}

fn note(site: &Site<'_>, one: &Claimed, sequence: u32, text: &str) -> Note {
    Note {
        data_centre: site.data_centre.to_owned(),
        sequence: sequence.to_string(),
        payee: site.payee.to_owned(),
        practitioner: one.practitioner.clone(),
        kind: "A".to_owned(),
        text: text.to_owned(),
    }
}

/// The note as in the record; `None` when there is none.
fn note_text(one: &Claimed) -> Option<String> {
    let text = cut(one.note.as_deref().unwrap_or_default(), LONGEST_NOTE);
    (!text.is_empty()).then_some(text)
}

/// Why a note cannot be sent as typed; nothing is ever dropped silently.
pub fn note_fault(typed: &str) -> Option<String> {
    let text = plain(typed);
    let lost: String = typed
        .chars()
        .filter(|sign| !sign.is_whitespace() && plain(&sign.to_string()).is_empty())
        .filter(|sign| !is_combining_mark(*sign))
        .take(5)
        .collect();
    if !lost.is_empty() {
        return Some(format!(
            "The plan cannot read these signs of the note: {lost} Please write it without them."
        ));
    }
    let length = text.chars().count();
    (length > LONGEST_NOTE).then(|| {
        format!("A note has at most {LONGEST_NOTE} characters; as the plan writes it this one has {length}.")
    })
}

/// First initial, space, first two letters of the surname; missing letters are spaces.
pub fn name_verify(first_name: &str, last_name: &str) -> String {
    let initial: String = letters(first_name).chars().take(1).collect();
    let surname: String = letters(last_name).chars().take(2).collect();
    format!("{initial:<1} {surname:<2}")
}

#[cfg(test)]
mod tests;
