// SPDX-License-Identifier: AGPL-3.0-or-later

//! Parses Teleplan's responses: optionally a file, then one closing line (reference teleplan 1.3 and 1.4).
//! Without that line the outcome is unknown, and nothing is ever treated as a success.

/// A parsed response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<'a> {
    /// The part before the closing line.
    pub file: &'a str,
    /// The transaction number; empty without a session.
    pub tid: &'a str,
    pub result: &'a str,
    /// `None` when the service names none.
    pub file_name: Option<&'a str>,
    pub messages: &'a str,
}

/// Parses a response; `None` when it has no closing line.
pub fn read(body: &str) -> Option<Answer<'_>> {
    let at = body.rfind("#TID=")?;
    let (file, closing) = body.split_at(at);
    let closing = closing["#TID=".len()..].trim_end();
    let closing = closing.strip_suffix(';').unwrap_or(closing);
    let (tid, rest) = closing.split_once(";Result=")?;
    let (result, rest) = rest.split_once(";Filename=").unwrap_or((rest, ""));
    let (name, messages) = rest.split_once(";Msgs=").unwrap_or((rest, ""));
    let named = |text: &'static str, given: &str| given.eq_ignore_ascii_case(text);
    Some(Answer {
        file,
        tid: if named("null", tid) { "" } else { tid.trim() },
        result: result.trim(),
        file_name: Some(name.trim()).filter(|name| !name.is_empty() && !named("null", name)),
        messages: messages.trim(),
    })
}

impl Answer<'_> {
    /// Any other value is a failure.
    pub fn is_success(&self) -> bool {
        self.result == "SUCCESS"
    }

    /// The error code among the messages: `TETA-022`.
    pub fn code(&self) -> Option<&str> {
        let letters = ["TETA-", "TETB-", "TETZ-"];
        let start = letters
            .iter()
            .filter_map(|form| self.messages.find(form))
            .min()?;
        self.messages.get(start..start + "TETA-000".len())
    }

    /// The last sequence number committed by the service, if stated.
    pub fn last_committed(&self) -> Option<u32> {
        number_after(self.messages, "COMMITTED:")
    }

    /// The sequence number expected by the service, if stated.
    pub fn expected(&self) -> Option<u32> {
        number_after(self.messages, "EXPECTED:")
    }
}

fn number_after(text: &str, word: &str) -> Option<u32> {
    let rest = text.split_once(word)?.1.trim_start();
    let digits: &str = rest.split(|sign: char| !sign.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|number| *number <= 9_999_999)
}

#[cfg(test)]
mod tests {
    use super::read;
    use proptest::prelude::*;

    #[test]
    fn the_last_closing_line_counts_and_messages_may_hold_anything() {
        let body = "text with #TID=1;Result=FAILURE;\r\n#TID=0042;Result=FAILURE;Filename=null;Msgs=TETA-022 SEQUENCE; EXPECTED: 0001236, LAST COMMITTED: 0001235=x;\r\n";
        let answer = read(body).expect("it has a closing line");
        assert_eq!(
            (answer.tid, answer.result, answer.file_name),
            ("0042", "FAILURE", None)
        );
        assert_eq!(answer.code(), Some("TETA-022"));
        assert_eq!(
            (answer.expected(), answer.last_committed()),
            (Some(1236), Some(1235))
        );
        assert!(answer.file.starts_with("text"));
        assert!(!answer.is_success());
    }

    #[test]
    fn an_answer_without_its_line_is_none() {
        assert_eq!(
            read("User is not logged in or the session has expired."),
            None
        );
        assert_eq!(read(""), None);
        assert_eq!(read("#TID=1;"), None);
        let wrapped = read("VTCX0001 #TID=7;Result=SUCCESS;Filename=remit201502.txt;Msgs=;")
            .expect("it has one");
        assert!(wrapped.is_success());
        assert_eq!(wrapped.file_name, Some("remit201502.txt"));
        assert_eq!((wrapped.file, wrapped.messages), ("VTCX0001 ", ""));
        assert_eq!(wrapped.last_committed(), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,80}", messages in "[ -~éß]{0,60}") {
            let _ = read(&text);
            let body = format!("{text}#TID=1;Result=FAILURE;Filename=;Msgs={messages};");
            if let Some(answer) = read(&body) {
                let _ = (answer.code(), answer.expected(), answer.last_committed());
            }
        }
    }
}
