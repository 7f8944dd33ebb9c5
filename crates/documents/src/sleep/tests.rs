// SPDX-License-Identifier: AGPL-3.0-or-later

//! The sheet with and without a name, and its cover.

use super::*;
use crate::engine::page_texts;
use crate::testing;

fn pages(of: &SleepRequest) -> Vec<String> {
    page_texts(Template::Sleep, &sheet(of).unwrap())
}

fn text(of: &SleepRequest) -> String {
    let pages = pages(of);
    assert_eq!(pages.len(), 1, "a usual request fits one page");
    pages.concat()
}

#[test]
fn the_request_names_the_patient_and_says_everything() {
    let page = text(&testing::sleep_request());
    for part in [
        "Harbour Lane Medical",
        "Level III sleep apnea test request",
        "S-30001",
        "Nov 21, 2026",
        "Coastal Sleep, Burnaby",
        "778-555-0121",
        "TREMBLAY, Marguerite",
        "14-JUN-1968",
        "9000 012 345",
        "604-555-0142",
        "171.5 cm",
        "88 kg",
        "I snore.",
        "Yes",
        "128/82 mmHg",
        "Nov 20, 2025, 6:12 PM",
        "Page 2 of 2",
    ] {
        assert!(page.contains(part), "{part:?} is missing in:\n{page}");
    }
    assert!(!page.contains("PRELIMINARY"), "{page}");
}

#[test]
fn the_preliminary_sheet_has_no_name_and_no_number() {
    let named = testing::sleep_request();
    let page = text(&testing::sleep_preliminary());
    for part in [
        "Level III sleep apnea test request",
        "PRELIMINARY",
        "58 years",
        "Female",
        "Coastal Sleep, Burnaby",
        "I snore.",
        "Page 1 of 1",
    ] {
        assert!(page.contains(part), "{part:?} is missing in:\n{page}");
    }
    let About::Named {
        patient,
        label,
        practitioner,
    } = named.about
    else {
        panic!("the sample is named");
    };
    for part in [
        patient.last_name.as_str(),
        &patient.last_name.to_uppercase(),
        &patient.first_name,
        &patient.phone,
        "9000 012 345",
        "1968",
        &patient.address[0],
        &label,
        &practitioner.name,
        &practitioner.college_number,
        "standing order",
    ] {
        assert!(!page.contains(part), "{part:?} stands in:\n{page}");
    }
}

#[test]
fn the_request_says_who_asks_for_the_test() {
    let mut request = testing::sleep_request();
    let page = text(&request);
    for part in [
        "Requesting practitioner",
        "Dr. Helen Varga",
        "CPSBC number 00417",
        "MSP practitioner number 70417",
        "Signed under a standing order of Nov 03, 2026.",
    ] {
        assert!(page.contains(part), "{part:?} is missing in:\n{page}");
    }
    if let About::Named { practitioner, .. } = &mut request.about {
        practitioner.billing_number = None;
    }
    let page = text(&request);
    assert!(page.contains("CPSBC number 00417"), "{page}");
    assert!(!page.contains("MSP practitioner"), "{page}");
}

#[test]
fn without_a_drawing_there_is_no_request() {
    let mut request = testing::sleep_request();
    if let About::Named { practitioner, .. } = &mut request.about {
        practitioner.strokes = vec![];
    }
    assert_eq!(sleep_request(&request), Err(DocumentError::Signature));
}

#[test]
fn nothing_known_of_the_person_is_still_a_sheet() {
    let nobody = SleepRequest {
        about: About::Anonymous {
            date_of_birth: None,
            sex: None,
        },
        ..testing::sleep_preliminary()
    };
    assert!(text(&nobody).contains("PRELIMINARY"));
}

#[test]
fn three_readings_and_a_long_clinic_lose_nothing() {
    let mut long = testing::sleep_request();
    let one = long.readings[0].clone();
    long.readings = vec![one; 3];
    long.to.name = "Sleep clinic at the long road ".repeat(5);
    long.to.address = "1 very long address, ".repeat(10);
    let pages = pages(&long);
    assert_eq!(pages.concat().matches("128/82 mmHg").count(), 3);
    assert!(pages.len() <= 2, "{} pages", pages.len());
}

#[test]
fn names_in_every_script_are_set() {
    let mut odd = testing::sleep_request();
    if let About::Named { patient, .. } = &mut odd.about {
        patient.last_name = "#[x] *y* \"_z_\" $a$ \\b".into();
        patient.first_name = "ਮਨਪ੍ਰੀਤ 陈大文 \u{202E}".into();
    }
    assert!(text(&odd).contains("#[X] *Y*"));
}

#[test]
fn the_cover_names_both_ends_and_not_the_patient() {
    let cover = testing::sleep_cover();
    let pages = page_texts(Template::SleepCover, &super::cover::sheet(&cover));
    assert_eq!(pages.len(), 1);
    let page = pages.concat();
    for part in [
        "Fax",
        "Coastal Sleep, Burnaby",
        "778-555-0122",
        "Harbour Lane Medical",
        "Nov 21, 2026, 10:55 AM",
        "2, including this cover",
        "Sleep apnea test request S-30001",
        "Confidential health information",
        "Page 1 of 2",
    ] {
        assert!(page.contains(part), "{part:?} is missing in:\n{page}");
    }
    assert!(
        !page.contains("RE-SENT") && !page.contains("prescription"),
        "{page}"
    );
    let again = SleepFaxCover {
        resent_of: Some(cover.sent_at),
        ..cover
    };
    let page = page_texts(Template::SleepCover, &super::cover::sheet(&again)).concat();
    assert!(page.contains("RE-SENT COPY of the request faxed Nov 21, 2026, 10:55 AM"));
}

#[test]
fn the_same_data_gives_the_same_bytes() {
    let one = testing::sleep_request();
    assert_eq!(sleep_request(&one).unwrap(), sleep_request(&one).unwrap());
    assert!(sleep_cover(&testing::sleep_cover()).is_ok());
}
