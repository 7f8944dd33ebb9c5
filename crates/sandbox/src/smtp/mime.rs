// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reading a mail as far as a person would: subject, text, links, attached files. mail-parser
//! undoes encodings and finds the parts; which is text and which a file is decided here. East
//! Asian charsets are not understood.

use mail_parser::{ContentType, MessageParser, MessagePart, MimeHeaders as _};

use crate::ledger;

/// A mail as read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Mail {
    pub(super) message_id: Option<String>,
    pub(super) subject: String,
    pub(super) text: String,
    /// The same as its reader sees it.
    pub(super) html: String,
    pub(super) links: Vec<String>,
    /// Name, media type, content.
    pub(super) files: Vec<(String, String, Vec<u8>)>,
}

/// Reads a whole mail; one without a single header is empty.
pub(super) fn read(data: &[u8]) -> Mail {
    let Some(message) = MessageParser::default().parse(data) else {
        return Mail::default();
    };
    let mut mail = Mail {
        message_id: message.message_id().map(str::to_owned),
        subject: message.subject().unwrap_or_default().to_owned(),
        ..Mail::default()
    };
    let mut html = String::new();
    for part in message.parts.iter().filter(|part| !part.is_multipart()) {
        add(part, &mut mail, &mut html);
    }
    mail.links = ledger::links(&mail.text);
    for link in html_links(&html) {
        if !mail.links.contains(&link) {
            mail.links.push(link);
        }
    }
    if mail.text.is_empty() {
        mail.text = without_tags(&html);
    }
    mail.html = html;
    mail
}

/// Adds one part: text, or a file.
fn add(part: &MessagePart<'_>, mail: &mut Mail, html: &mut String) {
    let kind = part.content_type().map_or_else(
        || "text/plain".to_owned(),
        |kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default()),
    );
    let name = part.attachment_name();
    let attached = part
        .content_disposition()
        .is_some_and(ContentType::is_attachment);
    if attached || name.is_some() || !kind.starts_with("text/") {
        let name = name.unwrap_or("file").to_owned();
        mail.files.push((name, kind, part.contents().to_vec()));
        return;
    }
    let into = if kind == "text/html" {
        html
    } else {
        &mut mail.text
    };
    let text = part.text_contents().unwrap_or_default();
    into.push_str(text.replace("\r\n", "\n").trim_end());
}

/// The addresses that `href` attributes name.
fn html_links(html: &str) -> Vec<String> {
    html.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(plain)
        .filter(|link| link.starts_with("http"))
        .collect()
}

/// The signs that an attribute's references stand for: `&amp;` and numbers such as `&#x2f;`.
fn plain(written: &str) -> String {
    let mut text = String::new();
    let mut rest = written;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let reference = after.split_once(';').and_then(|(name, after)| {
            let sign = match name {
                "amp" => '&',
                "quot" => '"',
                "apos" => '\'',
                "lt" => '<',
                "gt" => '>',
                _ => {
                    let number = name.strip_prefix('#')?;
                    let code = match number.strip_prefix(['x', 'X']) {
                        Some(digits) => u32::from_str_radix(digits, 16),
                        None => number.parse(),
                    };
                    char::from_u32(code.ok()?)?
                }
            };
            Some((sign, after))
        });
        match reference {
            Some((sign, after)) => {
                text.push(sign);
                rest = after;
            }
            None => {
                text.push('&');
                rest = after;
            }
        }
    }
    text + rest
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
    use super::read;

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
    fn an_address_written_with_references_is_the_same_link() {
        let mail = read(
            b"Content-Type: multipart/alternative; boundary=in\r\n\r\n--in\r\n\r\nhttps://example.org/a?b&c\r\n\
            --in\r\nContent-Type: text/html\r\n\r\n<a href=\"https:&#x2f;&#47;example.org&#x2f;a?b&amp;c\">a</a>\r\n--in--\r\n",
        );
        assert_eq!(mail.links, ["https://example.org/a?b&c"]);
        assert!(mail.html.starts_with("<a href"));
        assert_eq!(super::plain("a & b &nothing; &#x27;"), "a & b &nothing; '");
    }

    #[test]
    fn a_text_that_only_looks_encoded_stays_as_it_is() {
        assert_eq!(read(b"Subject: a =? b\r\n\r\n").subject, "a =? b");
        assert_eq!(read(b"Subject: plain\r\n\r\n").subject, "plain");
    }

    #[test]
    fn a_mail_in_html_alone_still_has_a_text() {
        let mail = read(b"Content-Type: text/html\r\n\r\n<p>Hello <b>there</b></p>\r\n");
        assert_eq!(mail.text, "Hello there");
    }
}
