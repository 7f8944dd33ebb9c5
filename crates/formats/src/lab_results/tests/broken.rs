// SPDX-License-Identifier: AGPL-3.0-or-later

//! Truncated, mixed up or foreign files: refused as a whole, with the line and without any content.

use proptest::prelude::*;

use super::*;

#[test]
fn every_fault_is_told_by_its_line() {
    let cut = "OBX|2|NM|HDL^HDL chol";
    for (segments, wanted) in [
        (
            vec![OBR, OBX, cut],
            "line 5: The result ends before its status (OBX-11): is the file incomplete?",
        ),
        (
            vec![OBR],
            "line 3: The order (OBR) has no results: is the file incomplete?",
        ),
        (
            vec![OBR, OBX, OBR],
            "line 5: The order (OBR) has no results: is the file incomplete?",
        ),
        (
            vec![],
            "line 1: The message has no results: is the file incomplete?",
        ),
        (
            vec![OBX],
            "line 3: A result (OBX) comes before any order (OBR).",
        ),
        (
            vec![OBR, OBX, "hello there"],
            "line 5: This is not a segment of an HL7 message.",
        ),
        (
            vec![OBR, OBX, "OBXX|1"],
            "line 5: This is not a segment of an HL7 message.",
        ),
        (
            vec![OBR, OBX, "RXA|1"],
            "line 5: RXA is not a segment of a message of results.",
        ),
        (
            vec![OBR, OBX, "DSC|more"],
            "line 5: The message goes on in another one, which is not read.",
        ),
        (
            vec![OBR, "OBX|1|NM|T||1||||||?"],
            "line 4: The status of the result (OBX-11) is not one of the table.",
        ),
        (
            vec![OBR, "OBX|1|NM|||1||||||F"],
            "line 4: The result does not say what was tested (OBX-3).",
        ),
        (
            vec!["OBR|1||C-1", OBX],
            "line 3: The order does not say what was tested (OBR-4).",
        ),
        (
            vec!["OBR|1||C-1|L|||2026-11", OBX],
            "line 3: The time in OBR-7 cannot be read.",
        ),
        (
            vec!["OBR|1||C-1|L|||20261340", OBX],
            "line 3: The time in OBR-7 cannot be read.",
        ),
        (
            vec![OBR, "OBX|1|NM|T||\u{7}||||||F"],
            "line 4: There is a control character, which a text file does not have.",
        ),
    ] {
        let told = faults(message(&segments).as_bytes());
        assert!(told.contains(&wanted.to_owned()), "{segments:?}: {told:#?}");
    }
}

#[test]
fn whole_files_that_are_not_what_they_should_be() {
    let good = message(&[OBR, OBX]);
    let lines: Vec<&str> = good.split('\r').collect();
    for (text, wanted) in [
        (String::new(), "The file is empty."),
        (" \n\n".into(), "The file is empty."),
        (
            "PID|1\n".into(),
            "line 1: The file does not begin with a message (MSH).",
        ),
        (
            "%PDF-1.7\n".into(),
            "line 1: This is not a segment of an HL7 message.",
        ),
        (
            "MSH|\r".into(),
            "line 1: MSH does not name separators that can be used.",
        ),
        (
            good.replace("MSH|^~\\&", "MSH|^^\\&"),
            "line 1: MSH does not name separators that can be used.",
        ),
        (
            good.replace("ORU^R01", "ADT^A08"),
            "line 1: The message is not one of laboratory results (ORU^R01).",
        ),
        (
            good.replace("|P|2.3", "|T|2.3"),
            "line 1: The message is marked as a test or an exercise (MSH-11), not as real.",
        ),
        (
            lines[0].rsplit_once("|P").unwrap().0.to_owned(),
            "line 1: The header ends before its version (MSH-12): is the file incomplete?",
        ),
        (
            format!("\u{b}{good}"),
            "line 1: A message begins here and the sign of its end is missing: the file is incomplete.",
        ),
        (
            format!("\u{b}{good}\u{b}{good}\u{1c}"),
            "line 1: The message that begins here does not end before the next one.",
        ),
        (
            format!("{good}\u{1c}\r"),
            "line 5: A message ends here that never began.",
        ),
        (
            format!("BHS|^~\\&|A\r{good}"),
            "line 1: A batch begins here and its end is missing: the file is incomplete.",
        ),
        (
            format!("BHS|^~\\&|A\r{good}BTS|2\r"),
            "line 6: The batch does not have as many messages as it says.",
        ),
        (
            format!("{}\r{OBR}\r{OBX}\r", lines[0]),
            "line 2: An order (OBR) comes before any patient (PID).",
        ),
    ] {
        let told = faults(text.as_bytes());
        assert!(told.contains(&wanted.to_owned()), "{text:?}: {told:#?}");
    }
}

#[test]
fn one_bad_message_refuses_the_good_ones_too() {
    let text = message(&[OBR, OBX]) + &message(&[OBR]);
    assert_eq!(
        faults(text.as_bytes()),
        ["line 7: The order (OBR) has no results: is the file incomplete?"]
    );
}

#[test]
fn an_order_that_was_cancelled_may_be_without_results() {
    let cancelled = format!("OBR|1||C-1001|LIP^Lipids^L{}X", "|".repeat(21));
    assert!(only(&message(&[&cancelled])).items.is_empty());
}

#[test]
fn a_fault_says_nothing_of_a_patient() {
    let text = message(&["OBX|1|ST|Quillfeather"]);
    let told = faults(text.as_bytes()).join("\n");
    for secret in ["Quillfeather", "EXAMPLE", "ADA", PHN, "19800131"] {
        assert!(!told.contains(secret), "{told}");
    }
}

proptest! {
    /// A file truncated anywhere is refused, or was complete up to there: never parsed as less than it says.
    #[test]
    fn a_framed_file_that_is_cut_is_refused(share in 0.0f64..1.0) {
        let text = format!("\u{b}{}\u{1c}\r", message(&[OBR, OBX, OBX]));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a share of a short text")]
        let cut = (text.len() as f64 * share) as usize;
        if cut < text.len() - 1 {
            prop_assert!(read_lab_file(&text.as_bytes()[..cut]).is_err());
        }
    }

    #[test]
    fn nothing_that_is_sent_makes_it_stumble(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_lab_file(&bytes);
    }

    #[test]
    fn nothing_that_looks_like_it_makes_it_stumble(text in "(MSH\\|\\^~\\\\&\\|||ORU\\^R01\\|1\\|P\\|2\\|?\r|PID\\|[|^0-9A-Z]{0,30}\r|OBR\\|[|^0-9A-Z+.-]{0,40}\r|OBX\\|[|^&~\\\\0-9A-ZX]{0,40}\r|NTE\\|.{0,9}\r){0,8}") {
        let _ = read_lab_file(text.as_bytes());
    }
}
