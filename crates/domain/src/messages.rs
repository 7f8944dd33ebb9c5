// SPDX-License-Identifier: AGPL-3.0-or-later

//! Rules of messages between patients and staff: when one is unread, who may reply, the limits of a text, and
//! what a list row shows.
//!
//! Not here: receivers and storage, which belong to the server.

mod templates;

use chrono::{DateTime, Utc};

use crate::codes;
use crate::eligibility::{DocumentOther, DocumentStatus};
use crate::faults::Fault;
use crate::texts::{PRODUCT, messages as texts};
use salal_formats::days::date_text;

pub use templates::{MOST_TEMPLATES, PLACEHOLDERS, template_faults};

/// Length of the preview in a list (constant message.preview.max).
pub const PREVIEW_CHARACTERS: usize = 80;
/// Maximum length of a reply (constant reply.text.max).
pub const REPLY_CHARACTERS: usize = 500;
/// Maximum length of a message that begins a thread.
pub const MESSAGE_CHARACTERS: usize = 10_000;
/// Maximum length of a subject.
pub const SUBJECT_CHARACTERS: usize = 200;

codes! {
    /// A group of staff that shares an inbox.
    pub enum MessageGroup {
        Doctor = "doctor",
        CustomerService = "customerservice",
        Office = "office",
    }

    /// The work of the review queue that a message announces.
    pub enum TellsOf {
        /// A request to be reviewed.
        Review = "review",
        /// A failed fax.
        Fax = "fax",
    }

    /// A red tag of a row, by the status of the patient's health document (spelling as given).
    pub enum MessageTag {
        NotEligible = "Not Eligible",
        EligibilityPending = "Eligibility Pending",
        NameMismatch = "Name MisMatch",
        InvalidBirthdate = "Invalid Birthdate",
    }
}

impl MessageGroup {
    /// Display name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Doctor => "Doctor",
            Self::CustomerService => texts::CUSTOMER_SERVICE,
            Self::Office => "Office",
        }
    }
}

/// The beginning of a text on one line; an ellipsis shows that there is more.
pub fn preview(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = line.chars();
    let begin: String = letters.by_ref().take(PREVIEW_CHARACTERS).collect();
    if letters.next().is_none() {
        begin
    } else {
        format!("{}…", begin.trim_end())
    }
}

/// Whether a text asks something: a question mark at the end of a word that is no address.
pub fn asks(text: &str) -> bool {
    text.split_whitespace()
        .filter(|word| !word.contains("://") && !word.to_lowercase().contains("www."))
        .any(|word| word.trim_end_matches(AFTER_A_QUESTION).ends_with('?'))
}

/// What may stand behind a question mark in its own word.
const AFTER_A_QUESTION: [char; 10] = ['!', '.', ',', ')', ']', '"', '\'', '”', '’', '…'];

/// Decision 60: not read, and there is no reply or the last one is not the viewer's.
pub fn is_unread<Person: PartialEq>(
    is_read: bool,
    last_reply_by: Option<&Person>,
    viewer: &Person,
) -> bool {
    !is_read && last_reply_by != Some(viewer)
}

/// Why the reply box is hidden (specification 000 section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoReply {
    /// The viewer wrote the last reply.
    AlreadyReplied,
    /// The viewer wrote the message, and no one has replied yet.
    OwnMessage,
    /// The product wrote it: no one would read a reply.
    NobodyThere,
}

/// Whether the viewer may reply now: the two sides take turns.
pub fn may_reply<Person: PartialEq>(
    from: Option<&Person>,
    last_reply_by: Option<&Person>,
    viewer: &Person,
) -> Result<(), NoReply> {
    match (from, last_reply_by) {
        (_, Some(last)) if last == viewer => Err(NoReply::AlreadyReplied),
        (None, None) => Err(NoReply::NobodyThere),
        (Some(from), None) if from == viewer => Err(NoReply::OwnMessage),
        (_, Some(_)) | (Some(_), None) => Ok(()),
    }
}

/// A text as stored: Windows line ends are normalized, surrounding white space is removed.
pub fn tidied(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .trim()
        .to_owned()
}

/// The errors of a new message; both texts are already normalized.
pub fn compose_faults(subject: &str, message: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    if subject.is_empty() {
        faults.push(Fault::new("subject", texts::SUBJECT_REQUIRED));
    } else if subject.chars().count() > SUBJECT_CHARACTERS || subject.contains(char::is_control) {
        faults.push(Fault::new("subject", texts::SUBJECT_TOO_LONG));
    }
    faults.extend(text_fault(
        message,
        MESSAGE_CHARACTERS,
        texts::MESSAGE_TOO_LONG,
    ));
    faults
}

/// The errors of a reply; the text is already normalized.
pub fn reply_faults(message: &str) -> Vec<Fault> {
    text_fault(message, REPLY_CHARACTERS, texts::REPLY_TOO_LONG)
        .into_iter()
        .collect()
}

fn text_fault(text: &str, most: usize, too_long: &str) -> Option<Fault> {
    if text.is_empty() {
        return Some(Fault::new("message", texts::MESSAGE_REQUIRED));
    }
    if text.chars().count() > most {
        return Some(Fault::new("message", too_long));
    }
    let odd = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    text.contains(odd)
        .then(|| Fault::new("message", texts::ODD_CHARACTERS))
}

/// Adds a footer to a reply sent through an emailed link, with the date in Pacific time.
pub fn with_footer(message: &str, at: DateTime<Utc>) -> String {
    format!(
        "{message}\n\nReceived through {PRODUCT} on {}.",
        date_text(at)
    )
}

/// The red tags of a row.
pub fn tags(status: Option<DocumentStatus>, other: Option<DocumentOther>) -> Vec<MessageTag> {
    let mut tags = Vec::new();
    match status {
        Some(DocumentStatus::Invalid) => tags.push(MessageTag::NotEligible),
        Some(DocumentStatus::Pending) => tags.push(MessageTag::EligibilityPending),
        Some(DocumentStatus::Valid | DocumentStatus::Unknown) | None => {}
    }
    match other {
        Some(DocumentOther::Mismatch) => tags.push(MessageTag::NameMismatch),
        Some(DocumentOther::InvalidBirthdate) => tags.push(MessageTag::InvalidBirthdate),
        None => {}
    }
    tags
}

/// Whether the subject is struck through: the sender's eligibility is invalid or pending.
pub fn is_struck(status: Option<DocumentStatus>) -> bool {
    match status {
        Some(DocumentStatus::Invalid | DocumentStatus::Pending) => true,
        Some(DocumentStatus::Valid | DocumentStatus::Unknown) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unread_is_not_read_and_not_answered_by_the_viewer() {
        for (is_read, last, viewer, unread) in [
            (false, None, 1, true),
            (false, Some(2), 1, true),
            (false, Some(1), 1, false),
            (true, None, 1, false),
            (true, Some(2), 1, false),
            (true, Some(1), 1, false),
        ] {
            assert_eq!(
                is_unread(is_read, last.as_ref(), &viewer),
                unread,
                "{is_read} {last:?}"
            );
        }
    }

    #[test]
    fn people_take_turns() {
        for (from, last, viewer, may) in [
            (Some(2), None, 1, Ok(())),
            (Some(1), None, 1, Err(NoReply::OwnMessage)),
            (Some(1), Some(2), 1, Ok(())),
            (Some(1), Some(1), 1, Err(NoReply::AlreadyReplied)),
            (Some(2), Some(1), 1, Err(NoReply::AlreadyReplied)),
            (Some(2), Some(3), 1, Ok(())),
            (None, None, 1, Err(NoReply::NobodyThere)),
        ] {
            assert_eq!(
                may_reply(from.as_ref(), last.as_ref(), &viewer),
                may,
                "{from:?} {last:?}"
            );
        }
    }

    #[test]
    fn a_preview_is_one_line_of_80_characters() {
        assert_eq!(preview("Two\n\n  lines"), "Two lines");
        let eighty = "é".repeat(80);
        assert_eq!(preview(&eighty), eighty);
        assert_eq!(preview(&format!("{eighty}!")), format!("{eighty}…"));
        assert_eq!(preview(&"👩‍⚕️".repeat(100)).chars().count(), 81);
    }

    #[test]
    fn a_question_is_a_mark_at_the_end_of_a_word() {
        for text in [
            "Have you had one since?",
            "How are you? Please tell us.",
            "(Was it the blue one?)",
            "“Really?!” she said",
            &format!("{} Is that right?", "word ".repeat(100)),
        ] {
            assert!(asks(text), "{text}");
        }
        for text in [
            "All is well.",
            "See https://example.com/a?b=c",
            "See https://example.com/?",
            "See (www.example.com/a?).",
            "See WWW.example.com?",
            "what?ever",
            "",
        ] {
            assert!(!asks(text), "{text}");
        }
    }

    #[test]
    fn texts_have_limits_and_no_control_characters() {
        assert!(compose_faults("A", "b").is_empty());
        assert!(reply_faults(&"字".repeat(500)).is_empty());
        let field = |faults: Vec<Fault>| {
            faults
                .into_iter()
                .map(|fault| fault.field)
                .collect::<Vec<_>>()
        };
        assert_eq!(field(compose_faults("", "")), ["subject", "message"]);
        assert_eq!(field(compose_faults(&"a".repeat(201), "b")), ["subject"]);
        assert_eq!(field(compose_faults("a\nb", "b")), ["subject"]);
        assert!(compose_faults("a", &"b".repeat(10_000)).is_empty());
        assert_eq!(field(compose_faults("a", &"b".repeat(10_001))), ["message"]);
        assert_eq!(field(reply_faults(&"a".repeat(501))), ["message"]);
        assert_eq!(field(reply_faults("bell \u{7}")), ["message"]);
        // Direction marks and joined emoji are text.
        assert!(reply_faults("\u{202e}שלום\u{200f} 👩‍👩‍👧\n\tyes").is_empty());
    }

    #[test]
    fn texts_are_kept_without_blank_ends() {
        assert_eq!(tidied("  a\r\nb\rc \n"), "a\nb\nc");
    }

    #[test]
    fn the_footer_names_the_day_in_vancouver() {
        let at = DateTime::from_timestamp(1_793_674_800, 0).expect("a time");
        assert_eq!(
            with_footer("Yes.", at),
            format!("Yes.\n\nReceived through Salal on {}.", date_text(at))
        );
    }

    #[test]
    fn tags_and_the_struck_subject() {
        use DocumentStatus as Status;

        assert_eq!(
            tags(Some(Status::Invalid), Some(DocumentOther::InvalidBirthdate)),
            [MessageTag::NotEligible, MessageTag::InvalidBirthdate]
        );
        assert_eq!(
            tags(Some(Status::Pending), None),
            [MessageTag::EligibilityPending]
        );
        assert_eq!(
            tags(Some(Status::Valid), Some(DocumentOther::Mismatch)),
            [MessageTag::NameMismatch]
        );
        assert_eq!(
            MessageTag::ALL.map(MessageTag::code),
            [
                texts::NOT_ELIGIBLE,
                texts::ELIGIBILITY_PENDING,
                texts::NAME_MISMATCH,
                texts::INVALID_BIRTHDATE
            ]
        );
        assert!(tags(None, None).is_empty());
        assert!(is_struck(Some(Status::Invalid)) && is_struck(Some(Status::Pending)));
        assert!(!is_struck(Some(Status::Valid)) && !is_struck(None));
    }
}
