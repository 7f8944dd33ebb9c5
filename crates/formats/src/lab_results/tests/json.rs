// SPDX-License-Identifier: AGPL-3.0-or-later

//! Our own JSON format.

use super::*;

fn file(test: &str) -> String {
    format!("{{\"format\": \"salal-labs-1\", \"lab\": \"Cedar\", \"tests\": [{test}]}}")
}

const ITEM: &str =
    r#"{"group": "Lipids", "name": "LDL", "value": 3.90, "flag": "H", "status": "corrected"}"#;

fn test(items: &str) -> String {
    format!(
        r#"{{"order": "C-1", "patient": {{"healthNumber": "9000 000 018", "dateOfBirth": "1980-01-31", "firstName": "Ada", "lastName": "Example"}},
        "reportedAt": "2026-11-18T15:00:00-08:00", "comments": ["Fasting."], "items": [{items}]}}"#
    )
}

#[test]
fn a_test_is_read() {
    let report = only(&file(&test(ITEM)));
    assert_eq!(report.patient.health_numbers, [PHN]);
    assert_eq!((report.lab.as_str(), report.comments.len()), ("Cedar", 1));
    let item = &report.items[0];
    assert_eq!(
        (item.value.as_deref(), item.status),
        (Some("3.9"), ResultStatus::Corrected)
    );
    assert_eq!(item.status.label(), Some("Corrected by the lab"));
}

#[test]
fn what_is_wrong_is_told_without_what_stands_there() {
    let misspelt = ITEM.replace("value", "valeu");
    for (text, wanted) in [
        (file(""), "The file has no tests."),
        (
            file(&test(ITEM)).replace("-1\"", "-9\""),
            "The format is not salal-labs-1.",
        ),
        (
            file(&test("")).replace("\"Fasting.\"", ""),
            "tests[0]: there are no results.",
        ),
        (
            file(&test(&misspelt)),
            "tests[0]: a field is missing, misspelt or of another kind.",
        ),
        (
            file(&test(&ITEM.replace("LDL", " "))),
            "tests[0]: items[0] needs group and name.",
        ),
        (
            file(&test(ITEM)).replace("C-1", ""),
            "tests[0]: the order has no number.",
        ),
        (
            "{\n\"format\":\n".into(),
            "line 3: The file ends too early: is it cut?",
        ),
        ("{\n\"format\": salal}".into(), "line 2: This is not JSON."),
        (
            "{\"lab\": \"Quillfeather\"}".into(),
            "line 1: The file needs format, lab and tests, and nothing else.",
        ),
    ] {
        let told = faults(text.as_bytes());
        assert!(told.iter().any(|one| one == wanted), "{text}: {told:?}");
        assert!(!told.join(" ").contains("Quillfeather"));
    }
}

#[test]
fn a_file_that_is_cut_anywhere_is_refused() {
    let whole = file(&test(ITEM));
    for cut in 0..whole.len() {
        assert!(read_lab_file(&whole.as_bytes()[..cut]).is_err(), "{cut}");
    }
}
