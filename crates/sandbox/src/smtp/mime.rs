// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reading a mail as far as a person would: subject, text, links, attached files.
//! Encoded words, quoted-printable, base64 and nested multiparts are understood; charsets
//! beyond UTF-8 and Latin-1 are not.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::ledger;

/// A mail as read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Mail {
    pub(super) message_id: Option<String>,
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) links: Vec<String>,
    /// Name, media type, content.
    pub(super) files: Vec<(String, String, Vec<u8>)>,
}

/// Reads a whole mail.
pub(super) fn read(data: &[u8]) -> Mail {
    let (headers, body) = split(data);
    let message_id =
        header(&headers, "message-id").map(|id| id.trim_matches(['<', '>']).to_owned());
    let subject = header(&headers, "subject")
        .map(decode_words)
        .unwrap_or_default();
    let mut mail = Mail {
        message_id,
        subject,
        ..Mail::default()
    };
    let mut html = String::new();
    part(&headers, body, &mut mail, &mut html, 0);
    mail.links = ledger::links(&mail.text);
    for link in html_links(&html) {
        if !mail.links.contains(&link) {
            mail.links.push(link);
        }
    }
    if mail.text.is_empty() {
        mail.text = without_tags(&html);
    }
    mail
}

type Headers = Vec<(String, String)>;

/// Headers with folded lines joined, and the body after the blank line.
fn split(data: &[u8]) -> (Headers, &[u8]) {
    let mut headers = Headers::new();
    let mut rest = data;
    while !rest.is_empty() {
        let end = rest
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(rest.len(), |at| at + 1);
        let line = String::from_utf8_lossy(&rest[..end]).trim_end().to_owned();
        rest = &rest[end..];
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = headers.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_lowercase(), value.trim().to_owned()));
        }
    }
    (headers, rest)
}

fn header<'h>(headers: &'h Headers, name: &str) -> Option<&'h str> {
    headers
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.as_str())
}

/// A parameter of a header such as `boundary` or `filename`.
fn parameter(value: &str, name: &str) -> Option<String> {
    value.split(';').skip(1).find_map(|piece| {
        let (known, value) = piece.split_once('=')?;
        let same = known
            .trim()
            .trim_end_matches('*')
            .eq_ignore_ascii_case(name);
        same.then(|| value.trim().trim_matches('"').to_owned())
    })
}

/// Reads one part: text, a file, or the parts within.
fn part(headers: &Headers, body: &[u8], mail: &mut Mail, html: &mut String, depth: u8) {
    let full = header(headers, "content-type").unwrap_or("text/plain");
    let kind = full
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_lowercase();
    if let Some(boundary) = parameter(full, "boundary").filter(|_| kind.starts_with("multipart/")) {
        if depth < 8 {
            for inner in parts(body, &boundary) {
                let (headers, body) = split(inner);
                part(&headers, body, mail, html, depth + 1);
            }
        }
        return;
    }
    let content = decode_body(header(headers, "content-transfer-encoding"), body);
    let disposition = header(headers, "content-disposition").unwrap_or_default();
    let name = parameter(disposition, "filename").or_else(|| parameter(full, "name"));
    let attached = disposition.to_lowercase().starts_with("attachment");
    if attached || name.is_some() || !kind.starts_with("text/") {
        let name = name.map_or_else(|| "file".to_owned(), |name| decode_words(&name));
        mail.files.push((name, kind, content));
        return;
    }
    let latin = full.to_lowercase().contains("iso-8859-1");
    let text = if latin {
        latin_1(&content)
    } else {
        String::from_utf8_lossy(&content).into()
    };
    let into = if kind == "text/html" {
        html
    } else {
        &mut mail.text
    };
    into.push_str(text.replace("\r\n", "\n").trim_end());
}

/// The parts between boundary lines.
fn parts<'b>(body: &'b [u8], boundary: &str) -> Vec<&'b [u8]> {
    let delimiter = format!("--{boundary}").into_bytes();
    let mut marks = Vec::new();
    let mut at = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(&delimiter) {
            marks.push((at, at + line.len()));
        }
        at += line.len();
    }
    marks
        .windows(2)
        .map(|pair| &body[pair[0].1..pair[1].0])
        .collect()
}

fn decode_body(encoding: Option<&str>, body: &[u8]) -> Vec<u8> {
    match encoding.map(|text| text.trim().to_lowercase()).as_deref() {
        Some("base64") => {
            let packed: Vec<u8> = body
                .iter()
                .copied()
                .filter(|byte| !byte.is_ascii_whitespace())
                .collect();
            STANDARD.decode(packed).unwrap_or_else(|_| body.to_vec())
        }
        Some("quoted-printable") => quoted_printable(body, false),
        _ => body.to_vec(),
    }
}

/// Undoes quoted-printable; `word` reads underscores as spaces, as subjects write them.
fn quoted_printable(body: &[u8], word: bool) -> Vec<u8> {
    let mut plain = Vec::with_capacity(body.len());
    let mut at = 0;
    while at < body.len() {
        let rest = &body[at..];
        if let Some(after) = rest.strip_prefix(b"=") {
            let break_length = match after {
                [b'\r', b'\n', ..] => Some(2),
                [b'\n', ..] => Some(1),
                _ => None,
            };
            if let Some(length) = break_length {
                at += 1 + length;
                continue;
            }
            let byte = after
                .get(..2)
                .and_then(|pair| std::str::from_utf8(pair).ok())
                .and_then(|pair| u8::from_str_radix(pair, 16).ok());
            if let Some(byte) = byte {
                plain.push(byte);
                at += 3;
                continue;
            }
        }
        plain.push(if word && rest[0] == b'_' {
            b' '
        } else {
            rest[0]
        });
        at += 1;
    }
    plain
}

fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// Undoes encoded words (`=?utf-8?b?…?=`); blanks between two of them vanish.
fn decode_words(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    let mut after_word = false;
    while let Some(at) = rest.find("=?") {
        let before = &rest[..at];
        if !(after_word && before.trim().is_empty()) {
            plain.push_str(before);
        }
        let word = rest[at + 2..].splitn(4, '?').collect::<Vec<_>>();
        let decoded = match word.as_slice() {
            [charset, encoding, content, tail] if tail.starts_with('=') => {
                let bytes = if encoding.eq_ignore_ascii_case("b") {
                    STANDARD.decode(content).unwrap_or_default()
                } else {
                    quoted_printable(content.as_bytes(), true)
                };
                let latin = charset.eq_ignore_ascii_case("iso-8859-1");
                let plain = if latin {
                    latin_1(&bytes)
                } else {
                    String::from_utf8_lossy(&bytes).into()
                };
                Some((plain, &tail[1..]))
            }
            _ => None,
        };
        let Some((word, tail)) = decoded else {
            plain.push_str("=?");
            rest = &rest[at + 2..];
            after_word = false;
            continue;
        };
        plain.push_str(&word);
        rest = tail;
        after_word = true;
    }
    plain.push_str(rest);
    plain
}

/// The addresses that `href` attributes name.
fn html_links(html: &str) -> Vec<String> {
    html.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(|link| link.replace("&amp;", "&"))
        .filter(|link| link.starts_with("http"))
        .collect()
}

fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for sign in html.chars() {
        match sign {
            '<' => inside = true,
            '>' if inside => inside = false,
            _ if !inside => text.push(sign),
            _ => {}
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{decode_words, read};

    #[test]
    fn a_mail_in_two_forms_with_a_file_is_read_whole() {
        let mail = "Message-ID: <42@example.org>\r\nSubject: =?utf-8?b?UmVuZXdhbCDigJM=?=\r\n\
            \x20=?utf-8?Q?_caf=C3=A9?=\r\nContent-Type: multipart/mixed;\r\n boundary=\"out\"\r\n\r\n\
            --out\r\nContent-Type: multipart/alternative; boundary=in\r\n\r\n\
            --in\r\nContent-Type: text/plain; charset=utf-8\r\n\
            Content-Transfer-Encoding: quoted-printable\r\n\r\n\
            Go to https://example.org/confirm?=\r\ntoken=3Dabc=E2=80=A6\r\n\
            --in\r\nContent-Type: text/html\r\n\r\n\
            <a href=\"https://example.org/help?a=1&amp;b=2\">Help</a>\r\n--in--\r\n\
            --out\r\nContent-Type: application/pdf; name=a.pdf\r\n\
            Content-Disposition: attachment; filename=\"a.pdf\"\r\n\
            Content-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--out--\r\n";
        let mail = read(mail.as_bytes());
        assert_eq!(mail.message_id.as_deref(), Some("42@example.org"));
        assert_eq!(mail.subject, "Renewal – café");
        assert_eq!(mail.text, "Go to https://example.org/confirm?token=abc…");
        assert_eq!(
            mail.links,
            [
                "https://example.org/confirm?token=abc…",
                "https://example.org/help?a=1&b=2"
            ]
        );
        let file = (
            "a.pdf".to_owned(),
            "application/pdf".to_owned(),
            b"%PDF-".to_vec(),
        );
        assert_eq!(mail.files, [file]);
    }

    #[test]
    fn a_text_that_only_looks_encoded_stays_as_it_is() {
        assert_eq!(decode_words("a =? b"), "a =? b");
        assert_eq!(decode_words("plain"), "plain");
    }

    #[test]
    fn a_mail_in_html_alone_still_has_a_text() {
        let mail = read(b"Content-Type: text/html\r\n\r\n<p>Hello <b>there</b></p>\r\n");
        assert_eq!(mail.text, "Hello there");
    }
}
