// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a pharmacy must be able to read on every page, and what must never appear on one.

// cspell:ignoreRegExp rust-string

mod sheets;

use super::*;
use crate::engine::page_texts;
use crate::testing::{self, at};

fn pages(document: &PrescriptionDocument) -> Vec<String> {
    let (data, _) = sheet(document).unwrap();
    page_texts(Template::Prescription, &data)
}

/// Where a line breaks, a space may be gone.
fn spaceless(text: &str) -> String {
    text.split_whitespace().collect()
}

#[track_caller]
fn assert_reads(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "{part:?} is missing in:\n{page}");
    }
}

#[test]
fn a_signed_prescription_carries_everything_a_pharmacy_must_receive() {
    let pages = pages(&testing::prescription());
    assert_eq!(pages.len(), 1);
    assert_reads(
        &pages[0],
        &[
            "Harbour Lane Medical",
            "410 Harbour Lane, Vancouver, BC V6B 0A1",
            "P-20418",
            "Date written: Nov 21, 2026",
            "TREMBLAY, Marguerite",
            "14-JUN-1968",
            "9000 012 345",
            "301 – 4417 Larkspur Street",
            "604-555-0142",
            "Tidewater Pharmacy",
            "118 Hastings Walk",
            "604-555-0176",
            "Fax 604-555-0177",
            "Metformin 500 mg tablet, oral",
            "Take one tablet by mouth twice a day.",
            "Dispense 180 (one hundred eighty) tablets",
            NO_REPEATS,
            "End of prescription: 2 medications",
            "Dr. Helen Varga",
            "College number 00417",
            "Phone 604-555-0112",
            "Fax 604-555-0113",
            "Signed by hand on screen, Nov 21, 2026, 10:52 AM",
            "valid only at Tidewater Pharmacy",
            "P-20418 · TREMBLAY, Marguerite · Dr. Helen Varga · 2 medications",
            "Page 2 of 2",
        ],
    );
    assert!(!pages[0].contains("PREVIEW"));
    // Said in one wording alone.
    assert!(!pages[0].contains("No refills"));
}

#[test]
fn refills_are_printed_line_by_line_and_leave_the_phrase_out() {
    let mut document = testing::prescription();
    document.lines[1].repeats = 2;
    document.lines[1].refills = "2 refills, every 3 months".into();
    let page = pages(&document).concat();
    assert_reads(&page, &["No refills", "2 refills, every 3 months"]);
    assert!(!page.contains(NO_REPEATS));
}

#[test]
fn an_unsigned_page_says_so_and_a_sheet_for_ink_leaves_the_room() {
    let mut document = testing::prescription();
    document.signature = Signature::Unsigned;
    let page = pages(&document).concat();
    assert_reads(&page, &["PREVIEW – NOT SIGNED", "Not signed"]);
    assert!(!page.contains("Signed by hand"));

    document.signature = Signature::Ink {
        at: document.written_at,
    };
    let page = pages(&document).concat();
    assert_reads(
        &page,
        &["Sign in ink", "Date and time signed:", "Page 1 of 1"],
    );
    assert!(!page.contains("PREVIEW") && !page.contains("Signed by hand"));
}

#[test]
fn twelve_lines_fill_several_pages_each_with_name_reference_and_number() {
    let document = testing::long_prescription();
    let pages = pages(&document);
    assert!(pages.len() > 1);
    for (index, page) in pages.iter().enumerate() {
        let number = format!("Page {} of {}", index + 2, pages.len() + 1);
        assert_reads(
            page,
            &[
                "P-20418 · TREMBLAY, Marguerite · Dr. Helen Varga · 12 medications",
                &number,
                "Harbour Lane Medical",
            ],
        );
        assert_eq!(page.contains("Signed by hand"), index + 1 == pages.len());
    }
    let all = pages.concat();
    for number in 1..=33 {
        assert_reads(&all, &[&format!("Ingredient {number} {number}.5 mcg")]);
    }
    assert_reads(&all, &["End of prescription: 12 medications"]);
}

#[test]
fn a_day_s_five_lines_fit_one_page_and_a_signature_never_stands_alone() {
    let mut document = testing::prescription();
    for count in 1..=9 {
        document.lines = vec![document.lines[0].clone(); count];
        let pages = pages(&document);
        assert!(count > 5 || pages.len() == 1, "{count} lines");
        let last = pages.last().unwrap();
        // The signature stands on a page that holds a medication.
        assert_reads(
            last,
            &[
                "Dispense",
                "Metformin",
                "End of prescription:",
                "Signed by hand",
            ],
        );
    }
}

#[test]
fn a_text_of_ten_thousand_characters_is_printed_whole() {
    let pages = pages(&testing::endless_directions());
    let all = pages.concat();
    assert_eq!(all.matches("slowly").count(), 160);
    assert_eq!(all.matches('q').count(), 5_040);
    assert_reads(
        pages.last().unwrap(),
        &[
            "Levothyroxine sodium 100 mcg",
            "End of prescription: 3 medications",
        ],
    );
}

#[test]
fn data_is_never_read_as_markup_and_every_script_is_printed() {
    let page = pages(&testing::every_script()).concat();
    assert_reads(
        &page,
        &[
            "#[X] *Y* \"_Z_\" $A$ \\B",
            "陈大文",
            "Ελληνική Кириллица",
            "ไทย",
            "한국어",
            "😀",
            "[U+10FFFD]",
            "#panic() @ref <label> // note",
        ],
    );
}

#[test]
fn the_same_data_gives_the_same_bytes_and_any_change_gives_others() {
    let document = testing::prescription();
    let first = prescription(&document).unwrap();
    assert_eq!(first, prescription(&document).unwrap());
    assert!(first.bytes.starts_with(b"%PDF-"));
    assert_eq!(first.sha256.len(), 64);

    let mut changed = document.clone();
    changed.lines[0].directions.push('!');
    assert_ne!(first.sha256, prescription(&changed).unwrap().sha256);
    let mut later = document;
    later.signature = Signature::Drawn {
        strokes: testing::strokes(),
        at: at("2026-11-21T17:53:00Z"),
    };
    assert_ne!(first.sha256, prescription(&later).unwrap().sha256);
}

#[test]
fn the_file_is_tagged_and_names_no_patient_outside_its_pages() {
    let pdf = prescription(&testing::prescription()).unwrap();
    let raw = String::from_utf8_lossy(&pdf.bytes).into_owned();
    assert_reads(&raw, &["/StructTreeRoot", "/Marked true", "en-CA"]);
    assert!(!raw.contains("TREMBLAY") && !raw.contains("Marguerite"));
}

#[test]
fn a_pen_a_cartridge_and_a_vial_are_told_apart() {
    let mut document = testing::prescription();
    document.lines.truncate(1);
    let line = &mut document.lines[0];
    line.name = "Lantus".into();
    line.form = "SOLUTION".into();
    line.route = "SUBCUTANEOUS".into();
    line.din = "02251930".into();
    for container in ["Vial", "Cartridge", "Solostar (Prefilled Pen)"] {
        document.lines[0].container = container.into();
        let page = spaceless(&pages(&document).concat());
        assert_reads(&page, &[&spaceless(container), "DIN02251930"]);
    }
    document.lines[0].container = String::new();
    document.lines[0].din = String::new();
    assert!(!pages(&document).concat().contains("DIN "));
}

#[test]
fn a_full_stop_is_not_doubled() {
    let mut document = testing::prescription();
    for (name, sentence) in [
        ("Tidewater Drugs Ltd.", "Tidewater Drugs Ltd. Any copy"),
        ("Tidewater Drugs", "Tidewater Drugs. Any copy"),
    ] {
        document.pharmacy.name = name.into();
        let page = spaceless(&pages(&document).concat());
        assert!(!page.contains(".."), "{page}");
        assert_reads(&page, &[&spaceless(sentence)]);
    }
}

#[test]
fn nothing_to_sign_is_refused() {
    let mut document = testing::prescription();
    document.signature = Signature::Drawn {
        strokes: vec![vec![]],
        at: document.written_at,
    };
    assert_eq!(prescription(&document), Err(DocumentError::Signature));
    document.lines.clear();
    assert_eq!(prescription(&document), Err(DocumentError::NoLines));
}

#[test]
fn a_decision_that_was_taken_over_is_said_at_the_signature() {
    let mut document = testing::prescription();
    assert!(!pages(&document).concat().contains("taken over"));
    document.taken_over = "Decision taken over by the signer: lines 1, 2 by Dr. Ada #Moss*.".into();
    let page = pages(&document).concat();
    assert_reads(
        &page,
        &[document.taken_over.as_str(), "Signed by hand on screen"],
    );
}
