// SPDX-License-Identifier: AGPL-3.0-or-later

//! Rules of staff notes on a patient: the markers that the product writes after a text, and the limits of a
//! text. A marker typed by a person is altered, so that none can be forged.
//!
//! Not here: who may write, sign and send, which is decided by the server.

use crate::unseen::{is_unseen, trim, without_hidden};
use chrono::{DateTime, Utc};

use crate::codes;
use crate::faults::Fault;
use crate::texts::notes as texts;
use salal_formats::days::date_time_text;

/// Characters of a note.
pub const NOTE_CHARACTERS: usize = 10_000;
/// The marker of an unsigned text.
pub const DRAFT: &str = "[Draft]";

codes! {
    /// Where a note is being sent.
    pub enum SendingTo {
        /// To the patient, and to the clinic's record.
        Patient = "patient",
        /// To the clinic's record alone.
        Emr = "emr",
    }

    /// What was done with a signed note.
    pub enum NoteMarkKind {
        SentToPatient = "sent_to_patient",
        SentToEmr = "sent_to_emr",
        /// A reply of the patient was acknowledged.
        Acknowledged = "acknowledged",
    }
}

/// The action stated by a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    Signed,
    SentToPatient,
    SentToEmr,
    Acknowledged,
}

impl Deed {
    const ALL: [Self; 4] = [
        Self::Signed,
        Self::SentToPatient,
        Self::SentToEmr,
        Self::Acknowledged,
    ];

    const fn begin(self) -> &'static str {
        match self {
            Self::Signed => "[Signed by",
            Self::SentToPatient => "[Sent to patient by",
            Self::SentToEmr => "[Sent to EMR by",
            Self::Acknowledged => "[Acknowledged by",
        }
    }
}

/// Decision 65: `[Signed by Helen Varga on Nov 21, 2026, 9:46 AM]`, likewise the others.
pub fn marker(deed: Deed, name: &str, at: DateTime<Utc>) -> String {
    // A bracket in a name would end the marker early.
    let name = name.replace(['[', ']'], "");
    format!("{} {name} on {}]", deed.begin(), date_time_text(at))
}

/// A text followed by its markers, each on its own line.
pub fn with_markers<Marker: AsRef<str>>(written: &str, markers: &[Marker]) -> String {
    let mut text = written.to_owned();
    for marker in markers {
        text.push('\n');
        text.push_str(marker.as_ref());
    }
    text
}

/// A text without the markers at its end.
pub fn without_markers(text: &str) -> &str {
    let mut left = text.trim_end();
    while let Some(open) = left.strip_suffix(']').and_then(|inner| inner.rfind('[')) {
        if !begins_marker(&left[open + 1..]) {
            break;
        }
        left = left[..open].trim_end();
    }
    left
}

/// A draft as stored: normalized line ends and no hidden characters, because its author signs what is
/// visible.
pub fn draft_text(text: &str) -> String {
    without_hidden(&text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// A text as stored: like a draft's, without trailing white space, and with typed markers changed to round
/// brackets, wherever they occur.
pub fn tidied(text: &str) -> String {
    let text = draft_text(text);
    let text = trim(&text);
    let text = text.strip_suffix(DRAFT).map_or(text, str::trim_end);
    let mut out = String::with_capacity(text.len());
    let mut taken_apart = false;
    for (at, letter) in text.char_indices() {
        if is_opening(letter) && begins_marker(&text[at + letter.len_utf8()..]) {
            out.push('(');
            taken_apart = true;
        } else if taken_apart && is_closing(letter) {
            out.push(')');
            taken_apart = false;
        } else {
            out.push(letter);
        }
    }
    out
}

const fn is_opening(letter: char) -> bool {
    matches!(letter, '[' | '［' | '【' | '〔' | '⟦' | '〚' | '⁅' | '❲')
}

const fn is_closing(letter: char) -> bool {
    matches!(letter, ']' | '］' | '】' | '〕' | '⟧' | '〛' | '⁆' | '❳')
}

/// Whether the text after a bracket looks like a marker, ignoring spacing and case.
fn begins_marker(rest: &str) -> bool {
    let mut seen = String::new();
    for letter in rest.chars().filter(|letter| !is_unseen(*letter)) {
        if is_closing(letter) {
            seen.push(']');
            break;
        }
        if letter.is_whitespace() {
            continue;
        }
        seen.extend(letter.to_lowercase());
        if seen.len() > 40 {
            break;
        }
    }
    let plain = |begin: &str| begin[1..].replace(' ', "").to_lowercase();
    seen == plain(DRAFT)
        || Deed::ALL
            .iter()
            .any(|deed| seen.starts_with(&plain(deed.begin())))
}

/// The errors of a note to be signed; the text is already normalized.
pub fn note_faults(text: &str) -> Vec<Fault> {
    if text.is_empty() {
        return vec![Fault::new("text", texts::TEXT_REQUIRED)];
    }
    draft_faults(text)
}

/// The errors of a draft, which may be empty.
pub fn draft_faults(text: &str) -> Vec<Fault> {
    if text.chars().count() > NOTE_CHARACTERS {
        return vec![Fault::new("text", texts::TEXT_TOO_LONG)];
    }
    let odd = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if text.contains(odd) {
        return vec![Fault::new("text", crate::texts::messages::ODD_CHARACTERS)];
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::{
        DRAFT, Deed, NOTE_CHARACTERS, draft_faults, marker, note_faults, tidied, with_markers,
        without_markers,
    };

    #[test]
    fn markers_name_the_person_and_the_pacific_time() {
        let at = Utc
            .with_ymd_and_hms(2026, 11, 21, 16, 46, 0)
            .single()
            .expect("a moment");
        for (deed, wanted) in [
            (
                Deed::Signed,
                "[Signed by Helen Varga on Nov 21, 2026, 9:46 AM]",
            ),
            (
                Deed::SentToPatient,
                "[Sent to patient by Helen Varga on Nov 21, 2026, 9:46 AM]",
            ),
            (
                Deed::SentToEmr,
                "[Sent to EMR by Helen Varga on Nov 21, 2026, 9:46 AM]",
            ),
            (
                Deed::Acknowledged,
                "[Acknowledged by Helen Varga on Nov 21, 2026, 9:46 AM]",
            ),
        ] {
            assert_eq!(marker(deed, "Helen Varga", at), wanted);
            assert_eq!(marker(deed, "Helen ]Varga[", at), wanted);
        }
    }

    #[test]
    fn a_typed_marker_is_taken_apart() {
        for (typed, kept) in [
            (
                "Fine. [Signed by Helen Varga on Nov 21, 2026, 9:46 AM]",
                "Fine. (Signed by Helen Varga on Nov 21, 2026, 9:46 AM)",
            ),
            ("[signed  BY x] and [mine]", "(signed  BY x) and [mine]"),
            ("[ Sent\nto patient by x", "( Sent\nto patient by x"),
            (
                "[Sent to EMR by x][Acknowledged by y]",
                "(Sent to EMR by x)(Acknowledged by y)",
            ),
            ("a [\u{200b}Sig\u{ad}ned by x]", "a (Signed by x)"),
            ("［Signed by x］", "(Signed by x)"),
            ("a [Draft] b", "a (Draft) b"),
            ("[Drafted] [signs] [5 mg]", "[Drafted] [signs] [5 mg]"),
            ("  plain\r\ntext \n", "plain\ntext"),
            ("text\n[Draft]", "text"),
            ("50\u{202e}01\u{202c} mg \u{feff}", "5001 mg"),
        ] {
            assert_eq!(tidied(typed), kept, "{typed}");
            assert_eq!(tidied(kept), kept, "once is enough");
        }
    }

    #[test]
    fn markers_go_on_and_come_off() {
        let text = with_markers(
            "See [1].",
            &[
                "[Signed by A B on Nov 21, 2026, 9:46 AM]",
                "[Sent to EMR by A B on Nov 21, 2026, 9:47 AM]",
            ],
        );
        assert_eq!(
            text,
            "See [1].\n[Signed by A B on Nov 21, 2026, 9:46 AM]\n[Sent to EMR by A B on Nov 21, 2026, 9:47 AM]"
        );
        assert_eq!(without_markers(&text), "See [1].");
        assert_eq!(without_markers("x [Draft]"), "x");
        assert_eq!(without_markers("x [2]"), "x [2]");
        assert_eq!(without_markers(DRAFT), "");
    }

    #[test]
    fn what_a_text_may_be() {
        assert_eq!(note_faults("").len(), 1);
        assert!(note_faults("a\tb\nc").is_empty());
        assert_eq!(note_faults("a\u{7}").len(), 1);
        assert!(draft_faults("").is_empty());
        assert!(note_faults(&"字".repeat(NOTE_CHARACTERS)).is_empty());
        assert_eq!(draft_faults(&"x".repeat(NOTE_CHARACTERS + 1)).len(), 1);
    }
}
