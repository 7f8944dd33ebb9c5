// SPDX-License-Identifier: AGPL-3.0-or-later

//! Claims, written and parsed again: the bytes are identical, whatever the content.

use super::{
    Batch, Claim, Claimed, Header, LAST_SEQUENCE, Note, Site, after, batch, name_verify, probe,
};
use crate::teleplan::columns::{Field, Pad};
use chrono::NaiveDate;
use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;

fn date(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day")
}

fn site() -> Site<'static> {
    Site {
        data_centre: "X0001",
        payee: "P0001",
        software: "Salal",
        version: "1.0",
        installed: date(2026, 11, 1),
        company: "Example Clinic",
        phone: "604-555-0100",
        contact: "Billing Office",
        location: "V",
        facility: "",
        sub_facility: "",
    }
}

fn claimed() -> Claimed {
    Claimed {
        folio: 42,
        practitioner: "D0001".into(),
        health_number: "9698658215".into(),
        first_name: "John".into(),
        last_name: "Smith".into(),
        born: date(1980, 1, 2),
        fee_item: "13437".into(),
        cents: 3162,
        service_date: date(2026, 11, 20),
        start: (9, 30),
        finish: (9, 42),
        diagnosis: "401".into(),
        submission: '0',
        note: None,
    }
}

fn lines(file: &Batch) -> Vec<String> {
    let text = String::from_utf8(file.bytes.clone()).expect("claims are ASCII");
    text.split_terminator("\r\n").map(str::to_owned).collect()
}

/// The worked example of the reference, column for column.
#[test]
fn the_example_is_written_as_the_reference_has_it() {
    let file = batch(&site(), 1233, &[claimed()]).expect("it fits");
    assert_eq!((file.first, file.last, file.records), (1234, 1235, 2));
    assert_eq!(file.claims, [(42, 1235)]);
    assert_eq!(file.bytes.len(), 202 + 426);
    let lines = lines(&file);
    let spaced = |text: &str| text.replace('·', " ");
    assert_eq!(
        lines[0],
        format!(
            "{:<200}",
            spaced(
                "VS1X00010001234X0001SALAL····················1.0·······20261101EXAMPLE·CLINIC··························6045550100·····BILLING·OFFICE···········"
            )
        )
    );
    let claim = &lines[1];
    assert_eq!(claim.len(), 424);
    assert_eq!(
        &claim[..75],
        spaced("C02X00010001235P0001D00019698658215J·SM000010000000134370003162020261120000")
    );
    assert_eq!(
        &claim[75..147],
        spaced("·401···························V0000000000000000093009421980010200000420")
    );
    assert_eq!(
        &claim[147..206],
        spaced("····················N00000000······························")
    );
    assert_eq!(claim[206..264].trim(), "");
    assert_eq!(&claim[264..278], "  000000000000");
    assert_eq!(claim[278..].trim(), "");
}

#[test]
fn a_note_follows_its_claim_and_takes_a_number_of_its_own() {
    let with_note = Claimed {
        submission: 'X',
        note: Some("Seen by téléphone,\r\nline two".into()),
        ..claimed()
    };
    let file = batch(&site(), LAST_SEQUENCE - 1, &[with_note, claimed()]).expect("it fits");
    // The last number, then from 1.
    assert_eq!((file.first, file.last, file.records), (LAST_SEQUENCE, 3, 4));
    assert_eq!(file.claims, [(42, 1), (42, 3)]);
    let lines = lines(&file);
    assert_eq!((&lines[1][146..147], &lines[1][74..75]), ("N", "X"));
    assert_eq!(lines[2].len(), 426);
    assert!(lines[2].starts_with("N01X00010000002P0001D0001ASEEN BY TELEPHONE, LINE TWO   "));
    assert_eq!(&lines[3][146..147], "0");
}

#[test]
fn what_does_not_fit_is_refused_and_never_shifts_a_column() {
    for (one, field) in [
        (
            Claimed {
                practitioner: "D00012".into(),
                ..claimed()
            },
            "practitioner",
        ),
        (
            Claimed {
                health_number: "96986582150".into(),
                ..claimed()
            },
            "health_number",
        ),
        (
            Claimed {
                health_number: "96986O8215".into(),
                ..claimed()
            },
            "health_number",
        ),
        (
            Claimed {
                cents: -1,
                ..claimed()
            },
            "amount",
        ),
        (
            Claimed {
                cents: 10_000_000,
                ..claimed()
            },
            "amount",
        ),
        (
            Claimed {
                folio: 10_000_000,
                ..claimed()
            },
            "folio",
        ),
        (
            Claimed {
                diagnosis: "40é".into(),
                ..claimed()
            },
            "diagnosis_1",
        ),
    ] {
        let misfit = batch(&site(), 0, &[one]).expect_err(field);
        assert_eq!((misfit.record, misfit.field), ("C02", field));
    }
}

#[test]
fn names_of_any_length_and_script_take_four_columns() {
    for (first, last, wanted) in [
        ("John", "Smith", "J SM"),
        ("Élodie", "Ng", "E NG"),
        ("A", "O", "A O "),
        ("", "Madonna", "  MA"),
        ("小龍", "李", "    "),
        ("Jean-Luc", "d'Arcy", "J DA"),
    ] {
        assert_eq!(name_verify(first, last), wanted, "{first} {last}");
    }
}

#[test]
fn the_counter_is_asked_for_with_the_last_number() {
    let line = probe(&site()).expect("it fits");
    assert_eq!(line.len(), 202);
    assert!(line.starts_with(b"VS1X00019999999X0001"));
    assert_eq!(after(LAST_SEQUENCE), 1);
    assert_eq!(after(0), 1);
}

fn value(field: &Field) -> BoxedStrategy<String> {
    let length = field.last - field.first + 1;
    let text = format!("[ -~]{{0,{length}}}");
    let digits = format!("[0-9]{{0,{length}}}");
    let made = |form: &str| {
        proptest::string::string_regex(form)
            .expect("a form")
            .boxed()
    };
    match field.pad {
        Pad::Left | Pad::Right => made(&text),
        Pad::Exact => made(&format!("([ -~]{{{length}}})?")),
        Pad::Digits | Pad::DigitsOrSpaces => made(&digits),
        Pad::DigitsOrText => prop_oneof![made(&digits), made(&text)].boxed(),
    }
}

fn values(fields: &'static [Field]) -> impl Strategy<Value = Vec<String>> {
    fields.iter().map(value).collect::<Vec<_>>()
}

/// A record that is written, parsed and written again has identical bytes and the full length.
macro_rules! comes_back {
    ($name:ident, $record:ident) => {
        proptest! {
            #[test]
            fn $name(values in values($record::FIELDS)) {
                let written = $record::of(&values).write().expect("the values fit");
                prop_assert_eq!(written.len(), $record::LENGTH);
                let read = $record::read(&written).expect("what was written is read");
                prop_assert_eq!(&read.write().expect("what was read fits"), &written);
                // Trimmed on the right, as by some transports.
                let end = written.iter().rposition(|byte| *byte != b' ').map_or(0, |at| at + 1);
                prop_assert_eq!($record::read(&written[..end]).expect("it is read"), read);
            }
        }
    };
}

comes_back!(headers_come_back, Header);
comes_back!(claims_come_back, Claim);
comes_back!(notes_come_back, Note);

#[test]
fn fields_stand_in_order_and_do_not_overlap() {
    for (fields, length) in [
        (Header::FIELDS, Header::LENGTH),
        (Claim::FIELDS, Claim::LENGTH),
        (Note::FIELDS, Note::LENGTH),
    ] {
        let mut last = 3;
        for field in fields {
            assert!(
                field.first > last && field.last >= field.first,
                "{}",
                field.name
            );
            last = field.last;
        }
        assert!(last <= length);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        for code in ["VS1", "C02", "N01"] {
            let line = [code.as_bytes(), &bytes].concat();
            let _ = (Header::read(&line), Claim::read(&line), Note::read(&line));
        }
    }
}

#[test]
fn a_note_goes_whole_or_is_refused_with_a_sentence() {
    use super::note_fault;
    for good in [
        "Coverage was confirmed",
        "Échographie – déjà vue “hier”…",
        "two\nlines",
        &"a".repeat(400),
    ] {
        assert_eq!(note_fault(good), None, "{good}");
    }
    assert!(note_fault("Seen \u{1F600}").is_some_and(|text| text.contains('\u{1F600}')));
    assert!(note_fault(&"ß".repeat(201)).is_some_and(|text| text.contains("this one has 402")));
}
