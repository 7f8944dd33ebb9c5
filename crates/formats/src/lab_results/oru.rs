// SPDX-License-Identifier: AGPL-3.0-or-later

//! Converts HL7 result messages (ORU^R01) into reports: a patient (PID), the patient's orders (OBR) with
//! their results (OBX) and comments (NTE). Orders with the same laboratory number are one report.

use chrono::{DateTime, Utc};

use super::hl7::{Message, Parts, Segment};
use super::results::{LabItem, ResultStatus};
use super::values::{coded_name, day, moment, value};
use super::{LabFault, LabPatient, LabReport};
use crate::health_numbers::{parse_bc_number, parse_card_number};

/// Segments of a result message without content that we store.
const SILENT: [&str; 20] = [
    "SFT", "UAC", "PD1", "NK1", "PV1", "PV2", "TQ1", "TQ2", "CTD", "CTI", "FT1", "ROL", "PRT",
    "ARV", "DG1", "AL1", "IN1", "GT1", "BLG", "PDA",
];
/// Fields with health numbers, the usual one first.
const NUMBERS: [usize; 4] = [3, 2, 4, 19];
/// Orders known to have no results.
const WITHOUT_RESULTS: [&str; 5] = ["X", "I", "S", "O", "Y"];

/// The reports of a message; errors are added to the list.
pub(super) fn reports(message: &Message, faults: &mut Vec<LabFault>) -> Vec<LabReport> {
    let Some((header, rest)) = message.split_first() else {
        return Vec::new();
    };
    let before = faults.len();
    check_header(header, faults);
    if faults.len() > before {
        return Vec::new();
    }
    let mut reader = Reader {
        header,
        faults,
        reports: Vec::new(),
        first_of_patient: 0,
        patient: None,
        remarks: Vec::new(),
        order: None,
        ordered: String::new(),
        about: About::Patient,
    };
    for segment in rest {
        reader.segment(segment);
    }
    reader.end_order();
    if reader.reports.is_empty() && reader.faults.len() == before {
        let fault = "The message has no results: is the file incomplete?";
        reader.faults.push(LabFault::at(header.line, fault));
    }
    reader.reports
}

fn check_header(header: &Segment, faults: &mut Vec<LabFault>) {
    let kind = header.first(9);
    let (what, event) = (kind.component(1), kind.component(2));
    let mut wrong = |message: &str| faults.push(LabFault::at(header.line, message));
    if what != "ORU" || !(event.is_empty() || event == "R01") {
        wrong("The message is not one of laboratory results (ORU^R01).");
    } else if matches!(header.text(11).as_str(), "T" | "D") {
        wrong("The message is marked as a test or an exercise (MSH-11), not as real.");
    } else if header.raw(12).is_empty() {
        wrong("The header ends before its version (MSH-12): is the file incomplete?");
    }
}

/// The subject of a comment.
enum About {
    Patient,
    Order,
    Item,
}

struct Order {
    line: usize,
    number: String,
    group: String,
    collected_at: Option<DateTime<Utc>>,
    reported_at: Option<DateTime<Utc>>,
    comments: Vec<String>,
    items: Vec<LabItem>,
    may_be_empty: bool,
    source: Vec<String>,
}

struct Reader<'a> {
    header: &'a Segment,
    faults: &'a mut Vec<LabFault>,
    reports: Vec<LabReport>,
    /// Where this patient's reports start.
    first_of_patient: usize,
    patient: Option<(LabPatient, String)>,
    remarks: Vec<String>,
    order: Option<Order>,
    /// The laboratory's number of the next order (ORC-3).
    ordered: String,
    about: About,
}

impl Reader<'_> {
    fn fault(&mut self, segment: &Segment, message: impl Into<String>) {
        self.faults.push(LabFault::at(segment.line, message));
    }

    fn segment(&mut self, segment: &Segment) {
        match segment.name.as_str() {
            "PID" => {
                self.end_order();
                self.first_of_patient = self.reports.len();
                self.patient = Some((patient(segment), segment.text.clone()));
                self.remarks = Vec::new();
                self.about = About::Patient;
            }
            "ORC" => {
                self.end_order();
                self.ordered = segment.text(3);
            }
            "OBR" => {
                self.end_order();
                self.begin_order(segment);
            }
            "OBX" => self.result(segment),
            "NTE" => self.remark(segment),
            "SPM" => {
                if let Some(order) = &mut self.order {
                    order.source.push(segment.text.clone());
                    order.collected_at = order.collected_at.or_else(|| moment(&segment.text(17)));
                }
            }
            "DSC" if !segment.raw(1).is_empty() => {
                self.fault(
                    segment,
                    "The message goes on in another one, which is not read.",
                );
            }
            "DSC" => {}
            name if name.starts_with('Z') || SILENT.contains(&name) => {}
            name => {
                let fault = format!("{name} is not a segment of a message of results.");
                self.fault(segment, fault);
            }
        }
    }

    fn begin_order(&mut self, segment: &Segment) {
        if self.patient.is_none() {
            self.fault(segment, "An order (OBR) comes before any patient (PID).");
            return;
        }
        let group = coded_name(segment, 4);
        if group.is_empty() {
            self.fault(segment, "The order does not say what was tested (OBR-4).");
        }
        let mut time = |field: usize| {
            let text = segment.text(field);
            let at = moment(&text);
            if at.is_none() && !text.is_empty() {
                let fault = format!("The time in OBR-{field} cannot be read.");
                self.faults.push(LabFault::at(segment.line, fault));
            }
            at
        };
        let (collected_at, reported_at) = (time(7), time(22));
        let index = self.reports.len() + 1;
        let number = [
            segment.text(3),
            std::mem::take(&mut self.ordered),
            segment.text(2),
        ]
        .into_iter()
        .find(|number| !number.is_empty())
        .unwrap_or_else(|| format!("{}#{index}", self.header.text(10)));
        self.order = Some(Order {
            line: segment.line,
            number,
            group,
            collected_at,
            reported_at: reported_at.or_else(|| moment(&self.header.text(7))),
            comments: Vec::new(),
            items: Vec::new(),
            may_be_empty: WITHOUT_RESULTS.contains(&segment.text(25).as_str()),
            source: vec![segment.text.clone()],
        });
        self.about = About::Order;
    }

    fn result(&mut self, segment: &Segment) {
        let kind = segment.text(2);
        let Some(status) = ResultStatus::from_letter(&segment.text(11)) else {
            let fault = if segment.raw(11).is_empty() {
                "The result ends before its status (OBX-11): is the file incomplete?"
            } else {
                "The status of the result (OBX-11) is not one of the table."
            };
            self.fault(segment, fault);
            return;
        };
        let name = coded_name(segment, 3);
        let value = value(segment, &kind, 5);
        let sub = segment.text(4);
        let Some(order) = &mut self.order else {
            self.fault(segment, "A result (OBX) comes before any order (OBR).");
            return;
        };
        if name.is_empty() {
            let fault = "The result does not say what was tested (OBX-3).";
            self.faults.push(LabFault::at(segment.line, fault));
            return;
        }
        order.source.push(segment.text.clone());
        self.about = About::Item;
        let code = segment.text(3);
        let flags: Vec<String> = segment
            .repetitions(8)
            .iter()
            .map(|flag| flag.component(1))
            .filter(|flag| !flag.is_empty())
            .collect();
        let item = LabItem {
            group: order.group.clone(),
            code,
            sub,
            name,
            value,
            unit: unit(segment),
            range: segment.first(7).plain(),
            flag: flags.join(", "),
            status,
            comments: Vec::new(),
        };
        // A longer text comes line by line, each a result with the same name.
        if matches!(kind.as_str(), "TX" | "FT")
            && let Some(last) = order.items.last_mut()
            && goes_on(last, &item)
        {
            let more = item.value.unwrap_or_default();
            let text = last.value.get_or_insert_default();
            text.push('\n');
            text.push_str(&more);
            return;
        }
        order.items.push(item);
    }

    fn remark(&mut self, segment: &Segment) {
        let lines: Vec<String> = segment.repetitions(3).iter().map(Parts::plain).collect();
        let text = lines.join("\n");
        if text.trim().is_empty() {
            return;
        }
        let Some(order) = &mut self.order else {
            self.remarks.push(text);
            return;
        };
        order.source.push(segment.text.clone());
        match (&self.about, order.items.last_mut()) {
            (About::Item, Some(item)) => item.comments.push(text),
            _ => order.comments.push(text),
        }
    }

    fn end_order(&mut self) {
        let Some(order) = self.order.take() else {
            return;
        };
        if order.items.is_empty() && order.comments.is_empty() && !order.may_be_empty {
            let fault = "The order (OBR) has no results: is the file incomplete?";
            self.faults.push(LabFault::at(order.line, fault));
            return;
        }
        let Some((patient, named)) = &self.patient else {
            return;
        };
        let same = self.reports[self.first_of_patient..]
            .iter_mut()
            .find(|report| report.order == order.number);
        if let Some(report) = same {
            report.items.extend(order.items);
            report.comments.extend(order.comments);
            report.collected_at = report.collected_at.or(order.collected_at);
            report.reported_at = report.reported_at.max(order.reported_at);
            report.source.push('\n');
            report.source.push_str(&order.source.join("\n"));
            return;
        }
        let mut comments = self.remarks.clone();
        comments.extend(order.comments);
        let mut source = vec![self.header.text.clone(), named.clone()];
        source.extend(order.source);
        self.reports.push(LabReport {
            line: order.line,
            lab: lab(self.header),
            order: order.number,
            patient: patient.clone(),
            collected_at: order.collected_at,
            reported_at: order.reported_at,
            comments,
            items: order.items,
            source: source.join("\n"),
        });
    }
}

fn goes_on(last: &LabItem, next: &LabItem) -> bool {
    let same = (&last.code, &last.name, &last.flag, last.status)
        == (&next.code, &next.name, &next.flag, next.status);
    same && last.comments.is_empty() && next.unit.is_empty() && next.range.is_empty()
}

fn lab(header: &Segment) -> String {
    [header.text(4), header.text(3)]
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "Laboratory".into())
}

fn unit(segment: &Segment) -> String {
    let unit = segment.first(6);
    let (code, text) = (unit.component(1), unit.component(2));
    if code.is_empty() { text } else { code }
}

fn patient(segment: &Segment) -> LabPatient {
    let mut health_numbers: Vec<String> = Vec::new();
    for field in NUMBERS {
        for number in segment.repetitions(field) {
            let (text, kind) = (number.component(1), number.component(5));
            let is_card = matches!(kind.as_str(), "JHN" | "PHN" | "HC");
            let found =
                parse_bc_number(&text).or_else(|| parse_card_number(&text).filter(|_| is_card));
            if let Some(found) = found.filter(|found| !health_numbers.contains(found)) {
                health_numbers.push(found);
            }
        }
        if !health_numbers.is_empty() {
            break;
        }
    }
    let name = segment.first(5);
    LabPatient {
        health_numbers,
        date_of_birth: day(&segment.text(7)),
        first_name: name.component(2),
        last_name: name.component(1),
    }
}
