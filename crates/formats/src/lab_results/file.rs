// SPDX-License-Identifier: AGPL-3.0-or-later

//! A file of results: detects its encoding and format, and parses it completely or not at all.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::{LabFault, LabReport, hl7, json, oru};

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabForm {
    Hl7,
    Json,
}

impl LabForm {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hl7 => "HL7",
            Self::Json => "JSON",
        }
    }
}

/// A parsed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabFile {
    pub form: LabForm,
    pub reports: Vec<LabReport>,
}

/// Parses a file of results, or returns all errors, by line.
pub fn read_lab_file(bytes: &[u8]) -> Result<LabFile, Vec<LabFault>> {
    let text = decode(bytes).map_err(|fault| vec![fault])?;
    let (form, reports, mut faults) = if text.trim_start().starts_with('{') {
        let (reports, faults) = json::reports(&text);
        (LabForm::Json, reports, faults)
    } else {
        let (messages, mut faults) = hl7::messages(&text);
        let mut reports = Vec::new();
        for message in &messages {
            reports.extend(oru::reports(message, &mut faults));
        }
        (LabForm::Hl7, reports, faults)
    };
    if reports.is_empty() && faults.is_empty() {
        faults.push(LabFault::at(0, "The file is empty."));
    }
    if faults.is_empty() {
        Ok(LabFile { form, reports })
    } else {
        faults.sort();
        faults.dedup();
        Err(faults)
    }
}

/// Decodes a file: by its byte-order mark, otherwise as UTF-8 if valid, otherwise by the encoding named in
/// the first message (MSH-18), otherwise as Windows-1252.
fn decode(bytes: &[u8]) -> Result<String, LabFault> {
    if let Some((marked, length)) = Encoding::for_bom(bytes) {
        return text(marked, &bytes[length..]);
    }
    if let Ok(found) = std::str::from_utf8(bytes) {
        return Ok(found.to_owned());
    }
    match named(bytes) {
        Some(named) => text(named, bytes),
        None => text(WINDOWS_1252, bytes),
    }
}

fn text(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, LabFault> {
    match encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => Ok(text.into_owned()),
        None => Err(LabFault::at(
            bad_line(bytes),
            format!("There are letters that are not {}.", encoding.name()),
        )),
    }
}

/// The line of the first byte that is not UTF-8.
fn bad_line(bytes: &[u8]) -> usize {
    let sound = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let before = &bytes[..sound];
    let ends = |at: usize| {
        before[at] == b'\n' || (before[at] == b'\r' && before.get(at + 1) != Some(&b'\n'))
    };
    1 + (0..before.len()).filter(|at| ends(*at)).count()
}

/// The encoding that the first message names.
fn named(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.windows(3).position(|three| three == b"MSH")?;
    let line = bytes[start..]
        .split(|byte| matches!(byte, b'\r' | b'\n'))
        .next()?;
    let separator = *line.get(3)?;
    // The separator is the header's first field, so MSH-18 is the 18th piece.
    let name = line.split(|byte| *byte == separator).nth(17)?;
    let name = String::from_utf8_lossy(name).to_ascii_uppercase();
    match name.trim() {
        "UNICODE UTF-8" | "UTF-8" => Some(UTF_8),
        name => {
            let part = name.strip_prefix("8859/")?;
            Encoding::for_label(format!("iso-8859-{part}").as_bytes())
        }
    }
}
