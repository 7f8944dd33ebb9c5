// SPDX-License-Identifier: AGPL-3.0-or-later

//! Every email: it renders, has its one link, contains no health information, and escapes its values.

use super::*;

fn sender() -> Sender {
    Sender {
        product: "Salal".into(),
        clinic: "Harbour Lane Medical".into(),
        support_email: "help@example.com".into(),
    }
}

fn all(link: &str) -> Vec<Mail> {
    let link = || link.to_owned();
    vec![
        Mail::ActivationCode {
            code: "482915".into(),
            link: link(),
        },
        Mail::Welcome { link: link() },
        Mail::RequestCreated { link: link() },
        Mail::RequestDecided { link: link() },
        Mail::RequestFaxed {
            link: link(),
            not_received: link(),
            resend: link(),
        },
        Mail::DoctorMessage { link: link() },
        Mail::OfficeMessage { link: link() },
        Mail::StaffMessage { link: link() },
        Mail::RequestVoided { link: link() },
        Mail::RequestDelayed { link: link() },
        Mail::RequestRefunded { link: link() },
        Mail::OrderRefunded { link: link() },
        Mail::OrderReceived { link: link() },
        Mail::OrderSent { link: link() },
        Mail::FaxFailed { link: link() },
        Mail::PasswordReset { link: link() },
        Mail::PasswordChanged { link: link() },
        Mail::SecondStepReset { link: link() },
        Mail::EmailChangeCode {
            code: "482915".into(),
            link: link(),
        },
        Mail::EmailChanged { link: link() },
        Mail::OfficeInvitation { link: link() },
        Mail::ManyRecordsOpened {
            records: 300,
            link: link(),
        },
        Mail::LockedForTheDay { link: link() },
        Mail::RequestNeedsChoice { link: link() },
        Mail::Alert {
            subject: "2 problems at renew.example".into(),
            lines: vec!["New: Backups: 3 MB free.".into(), "Over: Email.".into()],
            link: link(),
        },
        Mail::AuditHead {
            day: "2026-11-20".into(),
            head: "{}".into(),
            link: link(),
        },
    ]
}

/// A mail's place in `all`: a new kind of mail does not compile until it has one, and the test below asks for it.
const fn place(mail: &Mail) -> usize {
    match mail {
        Mail::ActivationCode { .. } => 0,
        Mail::Welcome { .. } => 1,
        Mail::RequestCreated { .. } => 2,
        Mail::RequestDecided { .. } => 3,
        Mail::RequestFaxed { .. } => 4,
        Mail::DoctorMessage { .. } => 5,
        Mail::OfficeMessage { .. } => 6,
        Mail::StaffMessage { .. } => 7,
        Mail::RequestVoided { .. } => 8,
        Mail::RequestDelayed { .. } => 9,
        Mail::RequestRefunded { .. } => 10,
        Mail::OrderRefunded { .. } => 11,
        Mail::OrderReceived { .. } => 12,
        Mail::OrderSent { .. } => 13,
        Mail::FaxFailed { .. } => 14,
        Mail::PasswordReset { .. } => 15,
        Mail::PasswordChanged { .. } => 16,
        Mail::SecondStepReset { .. } => 17,
        Mail::EmailChangeCode { .. } => 18,
        Mail::EmailChanged { .. } => 19,
        Mail::OfficeInvitation { .. } => 20,
        Mail::ManyRecordsOpened { .. } => 21,
        Mail::LockedForTheDay { .. } => 22,
        Mail::RequestNeedsChoice { .. } => 23,
        Mail::Alert { .. } => 24,
        Mail::AuditHead { .. } => MAILS - 1,
    }
}

/// The kinds of mail: one more than the last place.
const MAILS: usize = 26;

#[test]
fn every_kind_of_mail_is_tested() {
    let places: Vec<usize> = all("https://salal.example/").iter().map(place).collect();
    assert_eq!(places, (0..MAILS).collect::<Vec<_>>());
}

#[test]
fn every_letter_carries_its_link_in_both_parts() {
    let link = "https://salal.example/prescriptions/0193-a";
    for mail in all(link) {
        let letter = render(&sender(), &mail);
        assert!(
            letter.text.lines().any(|line| line == link),
            "{mail:?}\n{}",
            letter.text
        );
        assert!(
            letter
                .html
                .contains("href=\"https:&#x2f;&#x2f;salal.example"),
            "{}",
            letter.html
        );
        assert!(
            letter.text.contains("help@example.com") && letter.html.contains("help@example.com")
        );
    }
}

#[test]
fn no_letter_tells_anything_about_health() {
    let telling = [
        "medication",
        "drug",
        "pharmac",
        "prescri",
        "tablet",
        "approved",
        "rejected",
        "dear",
    ];
    for mail in all("https://salal.example/x") {
        let letter = render(&sender(), &mail);
        let words = format!("{} {}", letter.subject, letter.text).to_lowercase();
        for word in telling {
            assert!(!words.contains(word), "{word} in {mail:?}");
        }
        assert!(!letter.subject.contains(['\n', '\r']));
    }
}

#[test]
fn the_code_stands_on_a_line_of_its_own() {
    let letter = render(&sender(), &all("https://salal.example/confirm")[0]);
    assert!(
        letter.text.lines().any(|line| line.trim() == "482915"),
        "{}",
        letter.text
    );
    assert!(letter.html.contains(">482915<"));
    assert!(!letter.subject.contains("482915"));
}

#[test]
fn values_are_escaped_in_html_and_untouched_in_text() {
    let sender = Sender {
        clinic: "<b>Lane</b> & {{ link }}".into(),
        ..sender()
    };
    let letter = render(
        &sender,
        &Mail::Welcome {
            link: "https://salal.example/?a=1&b=\"2\"".into(),
        },
    );
    assert!(
        letter
            .html
            .contains("&lt;b&gt;Lane&lt;&#x2f;b&gt; &amp; {{ link }}"),
        "{}",
        letter.html
    );
    assert!(!letter.html.contains("b=\"2\""));
    assert!(letter.text.contains("<b>Lane</b> & {{ link }}"));
    assert!(letter.text.contains("https://salal.example/?a=1&b=\"2\""));
}

#[test]
fn further_ways_to_act_stand_in_both_parts() {
    let letter = render(
        &sender(),
        &Mail::RequestFaxed {
            link: "https://salal.example/p".into(),
            not_received: "https://salal.example/reply/a1".into(),
            resend: "https://salal.example/fax/b2/resend".into(),
        },
    );
    for address in [
        "https://salal.example/reply/a1",
        "https://salal.example/fax/b2/resend",
    ] {
        assert!(
            letter.text.lines().any(|line| line == address),
            "{}",
            letter.text
        );
    }
    assert!(letter.html.contains("fax&#x2f;b2&#x2f;resend\""));
}
