// SPDX-License-Identifier: AGPL-3.0-or-later

//! Feeds the readers of Teleplan's records with damaged and invented bytes for so many seconds and stops
//! at the first panic: `cargo run --release -p salal-domain --example fuzz_teleplan -- 600`. What made it
//! panic is written beside the program's output, so that it can become a test.

use std::io::Write;
use std::panic;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use salal_formats::teleplan::claims::{Claim, Header, Note};
use salal_formats::teleplan::lists::{code_text, diagnosis, fee_item, read_all};
use salal_formats::teleplan::{answer, remittance};

/// Files to begin from: all of the same invented remittance and claims.
const SEEDS: [&[u8]; 3] = [
    include_bytes!("../tests/teleplan/remittance.txt"),
    b"VS1X00010001234X0001SALAL\r\nC02X00010001235P0001D00019698658215J SM00001\r\nN01X00010001236P0001D0001ASEEN\r\n",
    b"code,description,text,service_code,fee,effective_date\n401,Hypertension,BH,13437,31.62,2020-06-01\n\"a \"\"b\"\"\",\"c\nd\",,,,\n",
];

/// Numbers without order; the same seed gives the same ones (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(1);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    fn byte(&mut self) -> u8 {
        // Mostly what such files hold, so that damage gets past the first column.
        const USUAL: &[u8] = b"0123456789 {}JKLMNOPQRABCDEFGHISCVB\r\n;=,\"#T";
        if self.below(4) == 0 {
            self.next().to_le_bytes()[0]
        } else {
            USUAL[self.below(USUAL.len())]
        }
    }
}

fn damaged(chance: &mut Chance) -> Vec<u8> {
    let mut bytes = SEEDS[chance.below(SEEDS.len())].to_vec();
    for _ in 0..=chance.below(12) {
        let at = chance.below(bytes.len());
        match chance.below(6) {
            0 if at < bytes.len() => bytes[at] = chance.byte(),
            1 => bytes.insert(at.min(bytes.len()), chance.byte()),
            2 if at < bytes.len() => {
                bytes.remove(at);
            }
            3 => bytes.truncate(at),
            4 => {
                let length = chance.below(300);
                let part: Vec<u8> = bytes.iter().skip(at).take(length).copied().collect();
                let to = chance.below(bytes.len());
                bytes.splice(to..to, part);
            }
            _ => {
                let many = vec![chance.byte(); chance.below(2_000)];
                bytes.splice(at..at, many);
            }
        }
    }
    bytes
}

fn all_readers(bytes: &[u8]) {
    if let Ok(lines) = remittance::read(bytes) {
        let _ = remittance::checks(&lines, "X0001", "P0001");
        for line in &lines {
            let _ = line.to_string();
        }
    }
    for line in bytes.split(|byte| *byte == b'\n') {
        if let Ok(record) = Header::read(line) {
            again(&record.write(), line, |bytes| {
                Header::read(bytes).map(|one| one.write())
            });
        }
        if let Ok(record) = Claim::read(line) {
            again(&record.write(), line, |bytes| {
                Claim::read(bytes).map(|one| one.write())
            });
        }
        if let Ok(record) = Note::read(line) {
            again(&record.write(), line, |bytes| {
                Note::read(bytes).map(|one| one.write())
            });
        }
    }
    let text = String::from_utf8_lossy(bytes);
    if let Some(answer) = answer::read(&text) {
        let _ = (answer.code(), answer.expected(), answer.last_committed());
    }
    // Uploads of every kind are told apart, unpacked, decoded and read on this way.
    let _ = read_all(bytes, diagnosis);
    let _ = read_all(bytes, fee_item);
    let _ = read_all(bytes, code_text);
}

type Written<E> = Result<Vec<u8>, E>;

/// What was read and written comes back as the same bytes.
fn again<E: PartialEq + std::fmt::Debug>(
    written: &Written<E>,
    line: &[u8],
    read: impl Fn(&[u8]) -> Result<Written<E>, E>,
) {
    if let Ok(bytes) = written {
        assert_eq!(
            read(bytes).as_ref(),
            Ok(written),
            "{}",
            String::from_utf8_lossy(line)
        );
    }
}

fn main() -> ExitCode {
    let seconds = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(10);
    let start = Instant::now();
    let limit = Duration::from_secs(seconds);
    let mut chance = Chance(0x5a1a1);
    let mut runs = 0_u64;
    let mut out = std::io::stdout();
    while start.elapsed() < limit {
        let bytes = damaged(&mut chance);
        if panic::catch_unwind(|| all_readers(&bytes)).is_err() {
            let _ = std::fs::write("fuzz_teleplan.bytes", &bytes);
            let _ = writeln!(
                out,
                "a reader panicked; the bytes are in fuzz_teleplan.bytes"
            );
            return ExitCode::FAILURE;
        }
        runs += 1;
    }
    let _ = writeln!(out, "{runs} files in {seconds} s, no panic");
    ExitCode::SUCCESS
}
