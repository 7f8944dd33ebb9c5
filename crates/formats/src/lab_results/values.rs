// SPDX-License-Identifier: AGPL-3.0-or-later

//! Formats values of HL7 fields: numbers, texts, codes, ranges, days and times.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};

use super::hl7::Segment;
use crate::days::{vancouver_moment, vancouver_time};

/// The value of a result by the type named in the segment (OBX-2); `None` without one.
pub(super) fn value(segment: &Segment, kind: &str, field: usize) -> Option<String> {
    let texts: Vec<String> = segment
        .repetitions(field)
        .iter()
        .map(|part| match kind {
            "NM" | "ST" | "TX" | "FT" | "IS" | "ID" => part.plain(),
            "SN" => structured(
                &part.component(1),
                &part.component(2),
                &part.component(3),
                &part.component(4),
            ),
            "CE" | "CWE" | "CNE" | "CF" => name_of(
                &part.component(1),
                &part.component(2),
                &part.component(5),
                &part.component(9),
            ),
            "DT" | "TS" | "DTM" => moment_text(&part.component(1)),
            "TM" => clock_text(&part.component(1)),
            // A document is stored with the report as received, and not shown.
            "ED" | "RP" => "A document, which is not shown here".to_owned(),
            _ => part.whole(),
        })
        .filter(|text| !text.is_empty())
        .collect();
    let between = if matches!(kind, "TX" | "FT") {
        "\n"
    } else {
        "; "
    };
    (!texts.is_empty()).then(|| texts.join(between))
}

/// `>100`, `1:128`, `3-5`, `2+`: comparator, number, separator or sign, number.
fn structured(comparator: &str, first: &str, separator: &str, second: &str) -> String {
    format!("{comparator}{first}{separator}{second}")
}

/// A coded value by its text; otherwise by the original text or the code.
fn name_of(code: &str, text: &str, other: &str, original: &str) -> String {
    [text, original, other, code]
        .into_iter()
        .find(|one| !one.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// The name of a coded field: a test, a panel.
pub(super) fn coded_name(segment: &Segment, field: usize) -> String {
    let part = segment.first(field);
    name_of(
        &part.component(1),
        &part.component(2),
        &part.component(5),
        &part.component(9),
    )
}

/// Parses `YYYYMMDD[HH[MM[SS[.S]]]][±ZZZZ]`; without a zone it is Vancouver time.
pub(super) fn moment(text: &str) -> Option<DateTime<Utc>> {
    let (digits, zone) = split_zone(text.trim())?;
    let (digits, _fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let day = day(digits.get(..8)?)?;
    let clock = match digits.get(8..)? {
        "" => NaiveTime::MIN,
        rest => clock(rest)?,
    };
    let local = NaiveDateTime::new(day, clock);
    match zone {
        Some(zone) => zone
            .from_local_datetime(&local)
            .single()
            .map(|at| at.to_utc()),
        None => vancouver_moment(local),
    }
}

/// Parses the day of `YYYYMMDD…`.
pub(super) fn day(text: &str) -> Option<NaiveDate> {
    let digits = text.trim().get(..8)?;
    let is_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    let day = NaiveDate::parse_from_str(digits, "%Y%m%d").ok()?;
    let first = NaiveDate::from_ymd_opt(1850, 1, 1)?;
    (is_digits && day >= first).then_some(day)
}

fn clock(digits: &str) -> Option<NaiveTime> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = |at: usize| match digits.get(at..at + 2) {
        Some(two) => two.parse::<u32>().ok(),
        None => (digits.len() == at).then_some(0),
    };
    let (hour, minute) = (part(0)?, part(2).or((digits.len() == 2).then_some(0))?);
    let second = match digits.len() {
        2 | 4 => 0,
        6 => part(4)?,
        _ => return None,
    };
    NaiveTime::from_hms_opt(hour, minute, second)
}

fn split_zone(text: &str) -> Option<(&str, Option<FixedOffset>)> {
    let Some(at) = text.rfind(['+', '-']) else {
        return Some((text, None));
    };
    let digits = text
        .get(at + 1..)
        .filter(|digits| digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let (hours, minutes) = (
        digits[..2].parse::<i32>().ok()?,
        digits[2..].parse::<i32>().ok()?,
    );
    let seconds = (hours * 60 + minutes) * 60;
    let zone = if text[at..].starts_with('-') {
        FixedOffset::west_opt(seconds)
    } else {
        FixedOffset::east_opt(seconds)
    };
    Some((&text[..at], Some(zone?)))
}

/// `2026-11-20` or `2026-11-20 18:12`; unparsable values are unchanged.
fn moment_text(text: &str) -> String {
    let with_clock = text.len() > 8;
    match moment(text) {
        Some(at) if with_clock => vancouver_time(at).format("%Y-%m-%d %H:%M").to_string(),
        Some(at) => vancouver_time(at).format("%Y-%m-%d").to_string(),
        None => text.to_owned(),
    }
}

fn clock_text(text: &str) -> String {
    match clock(text) {
        Some(at) => at.format("%H:%M").to_string(),
        None => text.to_owned(),
    }
}
