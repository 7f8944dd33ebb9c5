// SPDX-License-Identifier: AGPL-3.0-or-later

//! The cover: one page, everything section 7 of the standards asks for, nothing about the patient.

use super::*;
use crate::engine::page_texts;
use crate::testing::{self, at};

fn text(of: &FaxCover) -> String {
    let pages = page_texts(Template::Cover, &sheet(of));
    assert_eq!(pages.len(), 1);
    pages.concat()
}

#[test]
fn the_cover_names_both_ends_the_time_and_the_pages() {
    let page = text(&testing::cover());
    for part in [
        "Tidewater Pharmacy",
        "604-555-0177",
        "Dr. Helen Varga",
        "Harbour Lane Medical",
        "College number 00417",
        "604-555-0112",
        "604-555-0113",
        "Nov 21, 2026, 10:55 AM",
        "2, including this cover",
        "Prescription P-20418",
        "valid only at Tidewater Pharmacy",
        "Confidential health information",
        "destroy every page",
        "Call 604-555-0110",
        "Page 1 of 2",
    ] {
        assert!(page.contains(part), "{part:?} is missing in:\n{page}");
    }
    assert!(!page.contains("RE-SENT"));
}

#[test]
fn the_cover_says_who_chose_the_pharmacy() {
    assert!(text(&testing::cover()).contains("Pharmacy chosen by the patient"));
    let by_doctor = text(&FaxCover {
        chosen_by: Chooser::Doctor,
        ..testing::cover()
    });
    assert!(
        by_doctor.contains("The prescriber chose your pharmacy"),
        "{by_doctor}"
    );
    assert!(!by_doctor.contains("chosen by the patient"), "{by_doctor}");
}

#[test]
fn a_copy_says_that_it_is_one() {
    let again = FaxCover {
        resent_of: Some(at("2026-11-20T17:55:00Z")),
        ..testing::cover()
    };
    assert!(
        text(&again).contains(
            "RE-SENT COPY of prescription faxed Nov 20, 2026, 10:55 AM; do not fill twice"
        )
    );
}

#[test]
fn long_names_keep_it_on_one_page() {
    let mut long = testing::cover();
    long.pharmacy.name = "Pharmacy at the long road ".repeat(6);
    long.prescriber.name = "Dr. Name ".repeat(12);
    long.resent_of = Some(long.sent_at);
    assert!(text(&long).contains("Page 1 of 2"));
}

#[test]
fn the_same_data_gives_the_same_bytes() {
    assert_eq!(
        cover(&testing::cover()).unwrap(),
        cover(&testing::cover()).unwrap()
    );
}
