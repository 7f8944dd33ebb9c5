// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files of claims and remittances, as the broker takes and gives them (reference teleplan 2 to 4). The
//! counter of sequence numbers moves only when a whole file is taken. A claim is decided when it is
//! picked up, by its first diagnosis:
//!
//! `780` paid in part with BG, `784` refused after it was looked at (EE), `787` held (BH) and paid at the
//! next pick-up, `789` refused before it is looked at (FG); any other is paid as billed.
//!
//! A file that somebody laid down (`POST /replay/teleplan`) is given to the next pick-up instead, byte for
//! byte, whatever it says.

// cspell:ignore jklmnopqr

use serde::{Deserialize, Serialize};

use super::{failure, reply};
use crate::answer::Answer;
use crate::chance;
use crate::faults::{self, Mode, Service};
use crate::fields::Fields;
use crate::state::{Operation, SandboxState};
use crate::store::Store;

const COUNTERS: &str = "teleplan_counter";
const CLAIMS: &str = "teleplan_claim";
const LOGS: &str = "teleplan_log";
const REPLAYS: &str = "teleplan_replay";

/// A claim that was taken, as far as it is needed to answer it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Taken {
    data_centre: String,
    sequence: String,
    payee: String,
    practitioner: String,
    health_number: String,
    fee_item: String,
    cents: i64,
    service_date: String,
    diagnosis: String,
    folio: String,
    /// Held once already.
    held: bool,
}

/// A file that was picked up, for those who lost it.
#[derive(Serialize, Deserialize)]
struct Log {
    name: String,
    text: String,
}

/// The part of a multipart body with this name, as it was sent.
pub(super) fn part<'b>(content_type: &str, body: &'b [u8], name: &str) -> Option<&'b [u8]> {
    let boundary = content_type.split("boundary=").nth(1)?.trim_matches('"');
    let mark = format!("--{boundary}").into_bytes();
    let mut rest = body;
    while let Some(at) = find(rest, &mark) {
        rest = &rest[at + mark.len()..];
        let head = find(rest, b"\r\n\r\n")?;
        let end = find(&rest[head..], &mark)? + head;
        let names = String::from_utf8_lossy(&rest[..head]);
        if names.contains(&format!("name=\"{name}\"")) {
            let inside = &rest[head + 4..end];
            return Some(inside.strip_suffix(b"\r\n").unwrap_or(inside));
        }
    }
    None
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|part| part == wanted)
}

fn operation(name: &'static str, telling: bool) -> Operation<'static> {
    Operation {
        service: Service::Teleplan,
        name,
        telling,
        key: None,
        fingerprint: String::new(),
        broken: || failure("TETB-005 THE SYSTEM IS NOT AVAILABLE"),
        mismatch: || failure("TETB-005 THE SYSTEM IS NOT AVAILABLE"),
    }
}

/// Columns from 1, both ends included.
fn columns(line: &str, first: usize, last: usize) -> String {
    let end = line.len().min(last);
    line.get(first - 1..end)
        .unwrap_or_default()
        .trim()
        .to_owned()
}

/// AputRemit
pub(super) fn put(state: &SandboxState, file: &[u8]) -> Answer {
    let file = String::from_utf8_lossy(file).into_owned();
    state.perform(&operation("claims", true), |store, declined| {
        if declined {
            return failure("TETA-020 INVALID DATA CENTRE VALUE");
        }
        take_file(store, &file)
    })
}

fn take_file(store: &mut Store, file: &str) -> Answer {
    let lines: Vec<&str> = file
        .split("\r\n")
        .map(|line| line.trim_matches(['\r', '\n']))
        .filter(|line| !line.is_empty())
        .collect();
    let lengths = |line: &&str| match line.get(..3) {
        Some("VS1") => line.len() == 200,
        Some("C02") => line.len() == 424,
        Some("N01") => line.len() == 426,
        _ => false,
    };
    if lines.is_empty() || !lines[0].starts_with("VS1") || !lines.iter().all(lengths) {
        return failure("TETA-005 INVALID RECORD LENGTH OR TYPE");
    }
    let data_centre = columns(lines[0], 4, 8);
    if lines.iter().any(|line| columns(line, 4, 8) != data_centre) {
        return failure("TETA-020 INVALID DATA CENTRE VALUE");
    }
    let committed = store.get::<u64>(COUNTERS, &data_centre).unwrap_or(0);
    // Somebody else's program sent a file under this data centre.
    let others = faults::take_operation(store, Service::Teleplan, "sequence", false, true);
    let committed = if others == Some(Mode::Decline) {
        store.put(COUNTERS, &data_centre, &(committed + 7));
        committed + 7
    } else {
        committed
    };
    let mut last = committed;
    for line in &lines {
        let next = if last >= 9_999_999 { 1 } else { last + 1 };
        if columns(line, 9, 15).parse() != Ok(next) {
            let expected = if committed >= 9_999_999 {
                1
            } else {
                committed + 1
            };
            return failure(&format!(
                "TETA-022 SEQUENCE NUMBER ERROR. EXPECTED: {expected:07}, LAST COMMITTED: {committed:07}"
            ));
        }
        last = next;
    }
    for line in lines.iter().filter(|line| line.starts_with("C02")) {
        let claim = Taken {
            data_centre: data_centre.clone(),
            sequence: columns(line, 9, 15),
            payee: columns(line, 16, 20),
            practitioner: columns(line, 21, 25),
            health_number: columns(line, 26, 35),
            fee_item: columns(line, 52, 56),
            cents: columns(line, 57, 63).parse().unwrap_or(0),
            service_date: columns(line, 65, 72),
            diagnosis: columns(line, 77, 81),
            folio: columns(line, 140, 146),
            held: false,
        };
        let name = store.next_name(CLAIMS);
        store.put(CLAIMS, &name, &(name.clone(), claim));
    }
    store.put(COUNTERS, &data_centre, &last);
    reply(
        "",
        "SUCCESS",
        None,
        &format!(
            "FILE ACCEPTED. {} RECORDS. LAST COMMITTED: {last:07}",
            lines.len()
        ),
    )
}

/// Lays a file down for the next pick-up of payments: what it says is nobody's business here. One letter a
/// byte, as the plan's files are.
pub(crate) fn lay_down(store: &mut Store, name: Option<&str>, file: &[u8]) {
    let key = store.next_name(REPLAYS);
    let text: String = file.iter().map(|byte| char::from(*byte)).collect();
    let log = Log {
        name: name.unwrap_or_default().to_owned(),
        text,
    };
    store.put(REPLAYS, &key, &(key.clone(), log));
}

/// The file that was laid down first, and not given yet.
fn laid_down(store: &mut Store) -> Option<Log> {
    let (key, log) = store.all::<(String, Log)>(REPLAYS).into_iter().next()?;
    store.remove(REPLAYS, &key);
    Some(log)
}

/// AgetRemit
pub(super) fn pick_up(state: &SandboxState, fields: &Fields) -> Answer {
    let payments = fields.get("remittance") == Some("true");
    let name = if payments { "remittance" } else { "refusals" };
    state.perform(&operation(name, false), |store, _| {
        let replayed = payments.then(|| laid_down(store)).flatten();
        let (named, text) = match replayed {
            Some(log) => (log.name, log.text),
            None if payments => (String::new(), payment_file(store)),
            None => (String::new(), refusal_file(store)),
        };
        if text.is_empty() {
            return reply("", "SUCCESS", None, "NO FILES TO RETRIEVE");
        }
        let number = store.next(LOGS);
        let file = if named.is_empty() {
            format!("remit{number:06}.txt")
        } else {
            named
        };
        let log = Log {
            name: file.clone(),
            text: text.clone(),
        };
        store.put(LOGS, &file, &log);
        reply(&text, "SUCCESS", Some(&file), "")
    })
}

/// AgetLogList and AgetLog
pub(super) fn logs(state: &SandboxState, fields: &Fields) -> Answer {
    let store = state.store();
    let Some(wanted) = fields.get("LOGNAME") else {
        let names: Vec<String> = store
            .all::<Log>(LOGS)
            .into_iter()
            .map(|log| log.name)
            .collect();
        let list = names.join("\r\n");
        return reply(&format!("{list}\r\n"), "SUCCESS", Some("LogList.dat"), "");
    };
    match store.get::<Log>(LOGS, wanted) {
        Some(log) => reply(&log.text, "SUCCESS", Some(wanted), ""),
        None => failure("THE LOG DOES NOT EXIST"),
    }
}

/// The last digit carries the sign.
fn overpunched(cents: i64, width: usize) -> String {
    let mut text = format!("{:0width$}", cents.abs());
    if cents < 0 {
        let last = text.pop().and_then(|digit| digit.to_digit(10)).unwrap_or(0);
        text.push(char::from(b"}JKLMNOPQR"[last as usize]));
    }
    text
}

/// What an S record begins with, to column 40.
fn prefix(kind: &str, claim: &Taken, day: &str) -> String {
    format!(
        "{kind}{}{:0>7}{day}A{:>5}{:0>6}{:>5}",
        claim.data_centre,
        claim.sequence,
        claim.payee,
        &claim.sequence[claim.sequence.len().saturating_sub(6)..],
        claim.practitioner,
    )
}

fn no_adjustments() -> String {
    "  0000000".repeat(7)
}

fn detail(kind: &str, claim: &Taken, paid: i64, code: &str, day: &str) -> String {
    let units = if paid == 0 { "000" } else { "001" };
    format!(
        "{}{day}X SAMPLE            {:0>10}00{}0000100{}{}{units}00{}{}{:0>7}{code:<14}{}PLANREF001T          00000000",
        prefix(kind, claim, day),
        claim.health_number,
        claim.service_date,
        claim.fee_item,
        overpunched(claim.cents, 7),
        claim.fee_item,
        overpunched(paid, 7),
        claim.folio,
        no_adjustments(),
    )
}

fn payment_file(store: &mut Store) -> String {
    let day = chance::now().format("%Y%m%d").to_string();
    let mut lines = Vec::new();
    let (mut billed, mut total) = (0, 0);
    let mut first: Option<Taken> = None;
    for (name, mut claim) in store.all::<(String, Taken)>(CLAIMS) {
        let (line, paid) = match claim.diagnosis.as_str() {
            // Refused before it is looked at: in the other file.
            "789" => continue,
            "787" if !claim.held => {
                claim.held = true;
                store.put(CLAIMS, &name, &(name.clone(), claim.clone()));
                let held = format!(
                    "{}{day}{:0>7}BH            00000000  ",
                    prefix("S04", &claim, &day),
                    claim.folio
                );
                first.get_or_insert(claim);
                lines.push(held);
                continue;
            }
            "780" => (
                detail("S02", &claim, claim.cents - 500, "BG", &day),
                claim.cents - 500,
            ),
            "784" => (detail("S03", &claim, 0, "EE", &day), 0),
            _ => {
                let line = format!(
                    "{}{}{:0>7}{}{day}0000000000  ",
                    prefix("S01", &claim, &day),
                    no_adjustments(),
                    claim.folio,
                    overpunched(claim.cents, 7),
                );
                (line, claim.cents)
            }
        };
        store.remove(CLAIMS, &name);
        billed += claim.cents;
        total += paid;
        lines.push(line);
        first.get_or_insert(claim);
    }
    let Some(first) = first else {
        return String::new();
    };
    let head = format!(
        "S21{}0000000{day}Z{:>5}000001{:<25}{}{}{}000000001{}",
        first.data_centre,
        first.payee,
        "EXAMPLE CLINIC",
        overpunched(billed, 9),
        overpunched(total, 9),
        "0".repeat(9),
        "0".repeat(9),
    );
    let stamp = chance::now().format("%Y-%m-%d %H:%M:%S").to_string();
    let of_practitioner = format!(
        "S22{}0000000{day}Y{:>5}000900{:>5}{:<25}{}{}",
        first.data_centre,
        first.payee,
        first.practitioner,
        "DR. EXAMPLE PERSON",
        overpunched(billed, 9),
        overpunched(total, 9),
    );
    let mut records = vec![format!("{head:<166}")];
    // Detail lines are longer than the others (reference teleplan 4.2 and 4.3).
    records.extend(lines.iter().map(|line| match line.get(..3) {
        Some("S00" | "S02" | "S03") => format!("{line:<268}"),
        _ => format!("{line:<166}"),
    }));
    records.push(format!("{of_practitioner:<166}"));
    let vrc = format!("VRC{}{day}S{:07}{stamp}", first.data_centre, records.len());
    records.push(format!("{vrc:<166}"));
    whole(&first.data_centre, records)
}

/// The records of a pick-up with its control record, which counts all of them and itself (reference
/// teleplan 4.6).
fn whole(data_centre: &str, mut records: Vec<String>) -> String {
    let stamp = chance::now().format("%Y-%m-%d %H:%M:%S");
    let itself = |letter: char| usize::from(letter == 'V');
    let counts: String = ['S', 'C', 'B', 'M', 'X', 'V']
        .map(|letter| {
            let count = records
                .iter()
                .filter(|line| line.starts_with(letter))
                .count();
            format!("{letter}{:07}", count + itself(letter))
        })
        .concat();
    let vtc = format!("VTC{data_centre}{stamp}{counts}{:07}", records.len() + 1);
    records.push(format!("{vtc:<166}"));
    records.push(String::new());
    records.join("\r\n")
}

fn refusal_file(store: &mut Store) -> String {
    let mut records = Vec::new();
    let mut centre = String::new();
    for (name, claim) in store.all::<(String, Taken)>(CLAIMS) {
        if claim.diagnosis != "789" {
            continue;
        }
        store.remove(CLAIMS, &name);
        let line = format!(
            "C12{}{:0>7}{:>5}{:>5}FG            {:0>7}",
            claim.data_centre, claim.sequence, claim.payee, claim.practitioner, claim.folio
        );
        records.push(format!("{line:<70}"));
        centre = claim.data_centre;
    }
    if records.is_empty() {
        return String::new();
    }
    whole(&centre, records)
}

#[cfg(test)]
mod tests {
    use super::{overpunched, part, take_file, whole};
    use crate::store::Store;

    fn header(sequence: u32) -> String {
        format!("{:<200}", format!("VS1X0001{sequence:07}X0001SALAL"))
    }

    #[test]
    fn the_counter_moves_with_a_whole_file_only() {
        let mut store = Store::default();
        let text =
            |answer: &crate::answer::Answer| String::from_utf8_lossy(&answer.body).into_owned();
        let probe = take_file(&mut store, &format!("{}\r\n", header(9_999_999)));
        assert!(text(&probe).contains("LAST COMMITTED: 0000000"));
        let good = take_file(&mut store, &format!("{}\r\n", header(1)));
        assert!(text(&good).contains("Result=SUCCESS"));
        let again = take_file(&mut store, &format!("{}\r\n", header(1)));
        assert!(text(&again).contains("EXPECTED: 0000002, LAST COMMITTED: 0000001"));
        let short = take_file(&mut store, "VS1X00010000002\r\n");
        assert!(text(&short).contains("TETA-005"));
    }

    #[test]
    fn a_part_is_found_by_its_name() {
        let body = b"--b\r\nContent-Disposition: form-data; name=\"ExternalAction\"\r\n\r\nAputRemit\r\n--b\r\nContent-Disposition: form-data; name=\"submitFile\"; filename=\"c\"\r\n\r\nVS1\r\n\r\n--b--\r\n";
        let of = |name| part("multipart/form-data; boundary=b", body, name);
        assert_eq!(of("ExternalAction"), Some(b"AputRemit".as_slice()));
        assert_eq!(of("submitFile"), Some(b"VS1\r\n".as_slice()));
        assert_eq!(of("other"), None);
    }

    /// As the reference says, a file with two VRC and its VTC says V 3.
    #[test]
    fn the_trailer_counts_itself() {
        let records = ["S21", "VRC", "S21", "S01", "VRC", "C12"].map(String::from);
        let text = whole("X0001", records.to_vec());
        let last = text
            .trim_end()
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned();
        assert!(
            last.trim_end()
                .ends_with("S0000003C0000001B0000000M0000000X0000000V00000030000007"),
            "{last}"
        );
    }

    #[test]
    fn the_last_digit_carries_the_sign() {
        assert_eq!(overpunched(-3162, 7), "000316K");
        assert_eq!(overpunched(3162, 7), "0003162");
    }
}
