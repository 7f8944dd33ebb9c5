// SPDX-License-Identifier: AGPL-3.0-or-later

//! Parsing HL7 messages.

use super::super::LabForm;
use super::*;

/// The value of one result of this type and text.
fn value(kind: &str, text: &str) -> Option<String> {
    let obx = format!("OBX|1|{kind}|T^Test^L||{text}||||||F");
    only(&message(&[OBR, &obx])).items.remove(0).value
}

#[test]
fn a_report_is_read_with_all_that_the_laboratory_said() {
    let text = message(&[
        "NTE|1|L|Fasting.",
        "ORC|RE||C-1001",
        OBR,
        "NTE|1|L|Slightly hemolysed.~Second line.",
        OBX,
        "NTE|1|L|Repeated.",
        "OBX|2|NM|HDL^HDL cholesterol^L||1.2|mmol/L|>1.0|N|||F",
    ]);
    let report = only(&text);
    assert_eq!(read(&text).form, LabForm::Hl7);
    assert_eq!(
        (report.lab.as_str(), report.order.as_str()),
        ("CEDAR LAB", "C-1001")
    );
    assert_eq!(report.patient.health_numbers, [PHN]);
    assert_eq!(report.patient.date_of_birth, "1980-01-31".parse().ok());
    assert_eq!(
        (
            report.patient.first_name.as_str(),
            report.patient.last_name.as_str()
        ),
        ("ADA", "EXAMPLE")
    );
    let time = |at: Option<chrono::DateTime<chrono::Utc>>| at.map(|at| at.to_rfc3339());
    assert_eq!(
        time(report.collected_at).as_deref(),
        Some("2026-11-18T15:10:00+00:00")
    );
    assert_eq!(
        time(report.reported_at).as_deref(),
        Some("2026-11-18T23:00:00+00:00")
    );
    assert_eq!(
        report.comments,
        ["Fasting.", "Slightly hemolysed.\nSecond line."]
    );
    assert_eq!(report.title(), "Lipids");
    let ldl = &report.items[0];
    assert_eq!(
        (
            ldl.group.as_str(),
            ldl.code.as_str(),
            ldl.name.as_str(),
            ldl.value.as_deref()
        ),
        ("Lipids", "LDL", "LDL cholesterol", Some("3.9"))
    );
    assert_eq!(
        (ldl.unit.as_str(), ldl.range.as_str(), ldl.flag.as_str()),
        ("mmol/L", "<3.5", "H")
    );
    assert_eq!(
        (ldl.flag_words().as_deref(), ldl.is_marked()),
        (Some("High"), true)
    );
    assert_eq!(
        (ldl.status, ldl.comments.as_slice()),
        (ResultStatus::Final, ["Repeated.".to_owned()].as_slice())
    );
    assert!(!report.items[1].is_marked());
    assert!(report.source.contains(OBX));
}

#[test]
fn line_ends_frames_and_envelopes_are_taken_as_they_come() {
    let plain = message(&[OBR, OBX]);
    let wanted = read(&plain).reports;
    let lines: Vec<&str> = plain.trim_end().split('\r').collect();
    let batch = format!(
        "FHS|^~\\&|A\nBHS|^~\\&|A\n{}\nBTS|1\nFTS|1\n",
        lines.join("\n")
    );
    for text in [
        lines.join("\n"),
        lines.join("\r\n") + "\r\n",
        format!("\n\n{}\n\n", lines.join("\r\n")),
        format!("\u{b}{plain}\u{1c}\r"),
        format!("\u{feff}{plain}"),
    ] {
        let lines_may_differ = read(&text).reports;
        assert_eq!(lines_may_differ[0].items, wanted[0].items, "{text:?}");
    }
    assert_eq!(read(&batch).reports[0].items, wanted[0].items);
    let two = format!("\u{b}{plain}\u{1c}\r\u{b}{plain}\u{1c}\r");
    assert_eq!(read(&two).reports.len(), 2);
}

#[test]
fn every_message_names_its_own_separators() {
    let odd = "MSH#*!$%#LIS#CEDAR LAB#EMR#CLINIC#20261118##ORU*R01#M-1#P#2.3\r\
        PID#1##9000000018***BC*JHN##EXAMPLE*ADA##19800131\r\
        OBR#1##C-1*L#LIP*Lipids$T$fasting\r\
        OBX#1#ST#A*Odd^name##5 $F$ 6 | 7###\r";
    let odd = odd.replace(
        "OBX#1#ST#A*Odd^name##5 $F$ 6 | 7###",
        "OBX#1#ST#A*Odd^name##5 $F$ 6 | 7######F",
    );
    let report = only(&odd);
    assert_eq!(report.title(), "Lipids%fasting");
    assert_eq!(report.items[0].name, "Odd^name");
    assert_eq!(report.items[0].value.as_deref(), Some("5 # 6 | 7"));
    // Two messages with different separators in one file.
    assert_eq!(read(&(odd + &message(&[OBR, OBX]))).reports.len(), 2);
}

#[test]
fn escape_sequences_are_read() {
    for (text, wanted) in [
        ("a\\F\\b\\S\\c\\T\\d\\R\\e\\E\\f", "a|b^c&d~e\\f"),
        ("one\\.br\\two", "one\ntwo"),
        ("\\H\\LOUD\\N\\ quiet", "LOUD quiet"),
        ("5 \\XC2B5\\g", "5 µg"),
        ("5 \\XB5\\g", "5 µg"),
        // Unknown or incomplete sequences are unchanged.
        ("\\Zodd\\ \\XQ\\ \\", "\\Zodd\\ \\XQ\\ \\"),
        ("\\X00\\", "\\X00\\"),
    ] {
        assert_eq!(value("ST", text).as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn values_of_every_type() {
    for (kind, text, wanted) in [
        ("NM", "3.90", Some("3.90")),
        ("NM", "", None),
        ("ST", "\"\"", None),
        ("ST", "A & B", Some("A & B")),
        ("ST", "one~two", Some("one; two")),
        ("TX", "one~two", Some("one\ntwo")),
        ("SN", ">^100", Some(">100")),
        ("SN", "^1^:^128", Some("1:128")),
        ("SN", "^3^-^5", Some("3-5")),
        ("SN", "^2^+", Some("2+")),
        ("CE", "NEG^Negative^L", Some("Negative")),
        ("CE", "NEG", Some("NEG")),
        ("CWE", "1^^^^^^^^Not seen", Some("Not seen")),
        ("DT", "20261118", Some("2026-11-18")),
        ("TS", "202611181810", Some("2026-11-18 18:10")),
        ("TM", "1810", Some("18:10")),
        ("XPN", "EXAMPLE^ADA", Some("EXAMPLE ADA")),
        (
            "ED",
            "LIS^Application^PDF^Base64^JVBERi0=",
            Some("A document, which is not shown here"),
        ),
    ] {
        assert_eq!(value(kind, text).as_deref(), wanted, "{kind} {text}");
    }
}

#[test]
fn a_long_text_comes_line_by_line() {
    let report = only(&message(&[
        OBR,
        "OBX|1|TX|MIC^Microscopy^L|1|No growth.||||||F",
        "OBX|2|TX|MIC^Microscopy^L|2|||||||F",
        "OBX|3|TX|MIC^Microscopy^L|3|Seen by two.||||||F",
        "OBX|4|TX|GRAM^Gram stain^L||None seen.||||||F",
    ]));
    let texts: Vec<_> = report
        .items
        .iter()
        .map(|item| item.value.as_deref())
        .collect();
    assert_eq!(
        texts,
        [Some("No growth.\n\nSeen by two."), Some("None seen.")]
    );
}

#[test]
fn orders_of_one_number_are_one_report_and_others_are_others() {
    let reports = read(&message(&[
        OBR,
        OBX,
        "OBR|2||C-1001|TSH^Thyroid^L|||20261118",
        "OBX|1|NM|TSH^TSH^L||2.0|mU/L|||||F",
        "OBX|2|NM|T4^Free T4^L||14|pmol/L|||||F",
        "OBR|3||C-1002|URIN^Urine^L",
        "OBX|1|ST|UC^Colour^L||Straw||||||F",
        "OBR|4|P-9||HCG^Pregnancy test^L",
        "OBX|1|ST|H^HCG^L||Negative||||||F",
        "OBR|5|||B12^B12^L",
        "OBX|1|NM|B^B12^L||300||||||F",
    ]))
    .reports;
    let orders: Vec<(&str, String, usize)> = reports
        .iter()
        .map(|one| (one.order.as_str(), one.title(), one.items.len()))
        .collect();
    assert_eq!(
        orders,
        [
            ("C-1001", "Lipids, Thyroid".to_owned(), 3),
            ("C-1002", "Urine".to_owned(), 1),
            ("P-9", "Pregnancy test".to_owned(), 1),
            // Without a number, the message's own is used.
            ("M-1#4", "B12".to_owned(), 1),
        ]
    );
}

#[test]
fn each_patient_has_the_own_orders() {
    let mut text = message(&[OBR, OBX]);
    text.push_str("PID|2||9000000025^^^BC^JHN||EXAMPLE^BEA||19900228\r");
    text.push_str(&format!("{OBR}\r{OBX}\r"));
    let reports = read(&text).reports;
    let names: Vec<&str> = reports
        .iter()
        .map(|one| one.patient.first_name.as_str())
        .collect();
    assert_eq!(names, ["ADA", "BEA"]);
}

#[test]
fn health_numbers_are_found_where_laboratories_put_them() {
    for (patient, wanted) in [
        (
            "PID|1||A-77^^^LAB^PI~9000 000 018^^^BC^JHN||E^A||19800131",
            vec!["9000000018"],
        ),
        ("PID|1|9000000018|A-77||E^A||19800131", vec!["9000000018"]),
        (
            "PID|1||A-77||E^A||19800131||||||||||||9000000018",
            vec!["9000000018"],
        ),
        (
            "PID|1||9000000018~9000000025||E^A||19800131",
            vec!["9000000018", "9000000025"],
        ),
        // Not a BC number, but stated to be a health card's.
        (
            "PID|1||1234567890AB^^^ON^JHN||E^A||19800131",
            vec!["1234567890AB"],
        ),
        ("PID|1||9000000019||E^A||19800131", vec![]),
    ] {
        let header = message(&[]);
        let header = header.split('\r').next().unwrap();
        let text = format!("{header}\r{patient}\r{OBR}\r{OBX}\r");
        assert_eq!(only(&text).patient.health_numbers, wanted, "{patient}");
    }
}

#[test]
fn encodings_are_told_by_mark_by_name_or_by_being_read() {
    let text = message(&[OBR, "OBX|1|ST|T^Test^L||µ é||||||F"]);
    let latin = |text: &str| encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
    let named = text.replace("|P|2.3", "|P|2.3||||||8859/1");
    let wide: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    for bytes in [text.clone().into_bytes(), latin(&text), latin(&named), wide] {
        let file = read_lab_file(&bytes).unwrap();
        assert_eq!(file.reports[0].items[0].value.as_deref(), Some("µ é"));
    }
    let lied = latin(&text.replace("|P|2.3", "|P|2.3||||||UNICODE UTF-8"));
    assert_eq!(
        faults(&lied),
        ["line 4: There are letters that are not UTF-8."]
    );
}
