// SPDX-License-Identifier: AGPL-3.0-or-later

//! PDF documents: stored unchanged, so checked before: no scripts, no embedded files, no password, not too
//! many pages, nothing that decompresses to far more than its size. The whole file is searched, including
//! places that no ordinary reader uses, and the compressed objects. Not here: parsing a document's structure,
//! which hostile files make endless.

use std::io::Read;

use flate2::read::ZlibDecoder;

use super::examine::Refused;

/// Maximum number of pages.
pub(super) const MOST_PAGES: usize = 50;
/// Maximum total size of all compressed parts when decompressed, bytes.
const MOST_UNPACKED: u64 = 100 * 1024 * 1024;
/// Maximum total size of all object streams when decompressed, bytes: these are searched.
const MOST_OBJECTS: usize = 16 * 1024 * 1024;

/// Names that mean scripts, programs, other files and self-submitting forms.
pub(super) const ACTIVE: [&[u8]; 8] = [
    b"/JavaScript",
    b"/Launch",
    b"/EmbeddedFile",
    b"/RichMedia",
    b"/GoToE",
    b"/SubmitForm",
    b"/ImportData",
    b"/Rendition",
];

/// Refuses a document that may not be stored.
pub(super) fn check(bytes: &[u8]) -> Result<(), Refused> {
    if !is_whole(bytes) || is_also_something_else(bytes) {
        return Err(Refused::BrokenPdf);
    }
    let plain = without_escapes(bytes);
    let objects = unpack(&plain, bytes)?;
    let mut pages = 0;
    for part in [plain.as_slice(), &objects] {
        if ACTIVE.iter().any(|name| contains(part, name)) {
            return Err(Refused::Active);
        }
        if contains(part, b"/Encrypt") {
            return Err(Refused::Locked);
        }
        pages += count_pages(part);
    }
    match pages {
        0 => Err(Refused::BrokenPdf),
        pages if pages > MOST_PAGES => Err(Refused::TooManyPages),
        _ => Ok(()),
    }
}

/// A complete document states the position of its object table at its end, and has an end marker.
fn is_whole(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(2048)..];
    let Some(mark) = last(tail, b"%%EOF") else {
        return false;
    };
    let ends = tail[mark + 5..].iter().all(u8::is_ascii_whitespace);
    ends && last(tail, b"startxref").is_some() && contains(bytes, b" obj")
}

/// HTML at the beginning, or a ZIP directory at the end: a file with two formats is meant to deceive one of
/// its readers.
fn is_also_something_else(bytes: &[u8]) -> bool {
    let head = bytes[..bytes.len().min(1024)].to_ascii_lowercase();
    let html = [
        b"<html".as_slice(),
        b"<script",
        b"<!doctype",
        b"<svg",
        b"<?php",
    ];
    let tail = &bytes[bytes.len().saturating_sub(65_557)..];
    html.iter().any(|mark| contains(&head, mark)) || contains(tail, b"PK\x05\x06")
}

/// The file with every `#4a` in a name decoded. Everything else is unchanged, so lengths of compressed parts
/// are no longer valid; those are decompressed from the original.
fn without_escapes(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let letter = (bytes[at] == b'#')
            .then(|| bytes.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        plain.push(letter.unwrap_or(bytes[at]));
        at += if letter.is_some() { 3 } else { 1 };
    }
    plain
}

/// Decompresses every part up to the limits; returns the object streams.
fn unpack(plain: &[u8], bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    // Nested compression multiplies the ratio of each.
    if doubly_packed(plain) {
        return Err(Refused::Bomb);
    }
    let mut left = MOST_UNPACKED;
    let mut objects = Vec::new();
    let mut from = 0;
    while let Some(found) = find(&bytes[from..], b"stream") {
        let start = from + found + b"stream".len();
        from = start;
        if bytes[..start].ends_with(b"endstream") {
            continue;
        }
        let data = match bytes.get(start..start + 2) {
            Some(b"\r\n") => &bytes[start + 2..],
            Some([b'\n' | b'\r', _]) => &bytes[start + 1..],
            _ => continue,
        };
        let dictionary = without_escapes(&bytes[start.saturating_sub(4096)..start]);
        let dictionary = &dictionary[last(&dictionary, b" obj").unwrap_or_default()..];
        if contains(dictionary, b"/ObjStm") {
            let mut unpacked = Vec::new();
            let room = u64::try_from(MOST_OBJECTS.saturating_sub(objects.len()) + 1).unwrap_or(0);
            // Content after a decompression error is read by no one; the part before it is checked.
            let _ = ZlibDecoder::new(data).take(room).read_to_end(&mut unpacked);
            objects.extend_from_slice(&without_escapes(&unpacked));
            objects.push(b'\n');
            if objects.len() > MOST_OBJECTS {
                return Err(Refused::Bomb);
            }
        } else {
            let mut sink = std::io::sink();
            let mut packed = ZlibDecoder::new(data).take(left + 1);
            let _ = std::io::copy(&mut packed, &mut sink);
            let unpacked = left + 1 - packed.limit();
            left = left.checked_sub(unpacked).ok_or(Refused::Bomb)?;
        }
    }
    Ok(objects)
}

/// Whether any list of filters names the compression twice.
fn doubly_packed(plain: &[u8]) -> bool {
    let packing = |list: &[u8]| {
        [
            b"/FlateDecode".as_slice(),
            b"/LZWDecode",
            b"/Fl ",
            b"/Fl/",
            b"/Fl]",
        ]
        .iter()
        .map(|name| count(list, name))
        .sum::<usize>()
    };
    let mut from = 0;
    while let Some(found) = find(&plain[from..], b"/Filter") {
        from += found + b"/Filter".len();
        let rest = &plain[from..plain.len().min(from + 256)];
        let open = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        if let Some(open) = open.filter(|open| rest[*open] == b'[') {
            let list = &rest[open..];
            let end = list.iter().position(|byte| *byte == b']');
            if packing(&list[..end.map_or(list.len(), |end| end + 1)]) > 1 {
                return true;
            }
        }
    }
    false
}

/// The number of page objects.
fn count_pages(part: &[u8]) -> usize {
    let mut pages = 0;
    let mut from = 0;
    while let Some(found) = find(&part[from..], b"/Type") {
        from += found + b"/Type".len();
        let rest = &part[from..];
        let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
        let rest = &rest[blank.count()..];
        if rest.starts_with(b"/Page") && !rest.get(5).is_some_and(u8::is_ascii_alphanumeric) {
            pages += 1;
        }
    }
    pages
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    // The first byte is searched separately, which is fast; names are rare.
    let first = *wanted.first()?;
    let mut from = 0;
    while let Some(found) = bytes[from..].iter().position(|byte| *byte == first) {
        from += found;
        if bytes[from..].starts_with(wanted) {
            return Some(from);
        }
        from += 1;
    }
    None
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    find(bytes, wanted).is_some()
}

fn last(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .rposition(|window| window == wanted)
}

fn count(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes
        .windows(wanted.len())
        .filter(|window| *window == wanted)
        .count()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A document of some pages, with more objects in its middle.
    fn document(pages: usize, more: &[u8]) -> Vec<u8> {
        let mut bytes = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n".to_vec();
        for page in 0..pages {
            let object = format!(
                "{} 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n",
                page + 10
            );
            bytes.extend_from_slice(object.as_bytes());
        }
        bytes.extend_from_slice(more);
        bytes.extend_from_slice(b"trailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n");
        bytes
    }

    fn packed(dictionary: &str, content: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(content).unwrap();
        let body = packer.finish().unwrap();
        let mut bytes = format!(
            "7 0 obj\n<< {dictionary} /Length {} >>\nstream\n",
            body.len()
        )
        .into_bytes();
        bytes.extend_from_slice(&body);
        bytes.extend_from_slice(b"\nendstream\nendobj\n");
        bytes
    }

    #[test]
    fn a_document_of_pages_is_taken() {
        assert_eq!(check(&document(1, b"")), Ok(()));
        assert_eq!(check(&document(50, b"")), Ok(()));
        let content = packed(
            "/Filter /FlateDecode",
            b"BT (take /JavaScript lessons) Tj ET",
        );
        assert_eq!(check(&document(1, &content)), Ok(()));
        let pages = packed("/Type /ObjStm /Filter /FlateDecode", b"10 0 <</Type/Page>>");
        assert_eq!(check(&document(0, &pages)), Ok(()));
    }

    #[test]
    fn what_acts_by_itself_is_refused() {
        for act in [
            "/S /JavaScript /JS (app.alert(1))",
            "/S /Java#53cript",
            "/S /Launch /F (x.exe)",
            "/Type /EmbeddedFile",
            "/S /SubmitForm",
        ] {
            let plain = format!("5 0 obj\n<< {act} >>\nendobj\n");
            assert_eq!(
                check(&document(1, plain.as_bytes())),
                Err(Refused::Active),
                "{act}"
            );
            let hidden = packed("/Type /ObjStm /Filter /FlateDecode", plain.as_bytes());
            assert_eq!(
                check(&document(1, &hidden)),
                Err(Refused::Active),
                "packed {act}"
            );
            let hidden = packed("/Type /Obj#53tm /Filter /FlateDecode", plain.as_bytes());
            assert_eq!(
                check(&document(1, &hidden)),
                Err(Refused::Active),
                "packed, escaped {act}"
            );
        }
    }

    #[test]
    fn a_password_too_many_pages_and_half_a_file() {
        assert_eq!(
            check(&document(1, b"8 0 obj << /Encrypt 9 0 R >> endobj\n")),
            Err(Refused::Locked)
        );
        assert_eq!(check(&document(51, b"")), Err(Refused::TooManyPages));
        assert_eq!(check(&document(0, b"")), Err(Refused::BrokenPdf));
        let whole = document(3, b"");
        for part in [5, 60, whole.len() / 2, whole.len() - 3] {
            assert_eq!(
                check(&whole[..part]),
                Err(Refused::BrokenPdf),
                "{part} bytes"
            );
        }
        assert_eq!(check(b"%PDF-1.4 <<<<[[[[(((("), Err(Refused::BrokenPdf));
    }

    #[test]
    fn a_file_that_is_two_things_is_refused() {
        assert_eq!(
            check(&document(1, b"% <script>alert(1)</script>\n")),
            Err(Refused::BrokenPdf)
        );
        let mut both = document(1, b"");
        both.extend_from_slice(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        assert_eq!(check(&both), Err(Refused::BrokenPdf));
        let inside = document(1, b"9 0 obj << >> stream\nPK\x05\x06\nendstream endobj\n");
        assert_eq!(check(&inside), Err(Refused::BrokenPdf));
    }

    #[test]
    fn bombs_are_refused() {
        let objects = packed(
            "/Type /ObjStm /Filter /FlateDecode",
            &vec![b' '; MOST_OBJECTS + 9],
        );
        assert_eq!(check(&document(1, &objects)), Err(Refused::Bomb));
        let twice = packed("/Filter [/FlateDecode /FlateDecode]", b"x");
        assert_eq!(check(&document(1, &twice)), Err(Refused::Bomb));
        let hidden = packed("/Filter [ /FlateDecode /Flate#44ecode ]", b"x");
        assert_eq!(check(&document(1, &hidden)), Err(Refused::Bomb));
    }
}
