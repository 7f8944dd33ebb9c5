// SPDX-License-Identifier: AGPL-3.0-or-later

//! Photos in a document that was written anew: what a camera and its programs say of them (where, when, by what) is
//! blanked where it stands, so that nothing moves. A photo that is not a plain JPEG is not looked into. Not here:
//! pictures that are sent by themselves, which are made anew.

use std::ops::Range;

use hayro::hayro_syntax::object::{Name, Object, Stream};
use hayro::hayro_syntax::{Filter, Pdf};

/// What the marks of a JPEG say (ITU-T T.81, table B.1).
const START: [u8; 2] = [0xFF, 0xD8];
const END: u8 = 0xD9;
const SCAN: u8 = 0xDA;
const COMMENT: u8 = 0xFE;
/// Of the first application's segment: its name and what stands before a small picture.
const JFIF: (&[u8], usize) = (b"JFIF\0", 12);

/// Blanks what is said beside the photos of a document; false where that cannot be told of one of them.
pub(super) fn blank(document: &mut [u8]) -> bool {
    let Ok(pdf) = Pdf::new(document.to_vec()) else {
        return false;
    };
    let whole: &[u8] = pdf.data().as_ref();
    let mut said = Vec::new();
    for object in pdf.objects() {
        let Object::Stream(stream) = object else {
            continue;
        };
        match look(&stream) {
            Kind::Other => {}
            Kind::Unclear => return false,
            Kind::Photo => {
                let data = stream.raw_data();
                // The stream is a part of the document.
                let at = data.as_ptr().addr().wrapping_sub(whole.as_ptr().addr());
                if whole.get(at..at.saturating_add(data.len())) != Some(&*data) {
                    return false;
                }
                let Some(parts) = said_beside(&data) else {
                    return false;
                };
                said.extend(parts.into_iter().map(|part| at + part.start..at + part.end));
            }
        }
    }
    for part in said {
        document[part].fill(0);
    }
    true
}

enum Kind {
    /// No photo.
    Other,
    /// A JPEG as it is.
    Photo,
    /// May have a photo within.
    Unclear,
}

fn look(stream: &Stream<'_>) -> Kind {
    let filters = stream.filters();
    let is = |wanted: fn(&Filter) -> bool| filters.iter().any(wanted);
    match filters.as_slice() {
        [Filter::DctDecode] => Kind::Photo,
        _ if is(|one| matches!(one, Filter::DctDecode)) => Kind::Unclear,
        [Filter::JpxDecode] => {
            let data = stream.raw_data();
            let has = |kind: &[u8]| data.windows(kind.len()).any(|part| part == kind);
            if has(b"uuid") || has(b"xml ") {
                Kind::Unclear
            } else {
                Kind::Other
            }
        }
        _ if is(|one| matches!(one, Filter::JpxDecode)) => Kind::Unclear,
        _ if stream.dict().get::<Name<'_>>(b"Subtype").as_deref() == Some(b"Image") => Kind::Other,
        // A photo within what is drawn.
        _ => match stream.decoded() {
            Ok(content) if content.windows(4).any(|part| part == b"/DCT") => Kind::Unclear,
            _ => Kind::Other,
        },
    }
}

/// The parts of a JPEG that no one sees; `None` for one that is not built as it should be.
fn said_beside(jpeg: &[u8]) -> Option<Vec<Range<usize>>> {
    let mut said = Vec::new();
    let mut at = jpeg.strip_prefix(&START).map(|_| START.len())?;
    loop {
        while jpeg.get(at) == Some(&0xFF) && jpeg.get(at + 1) == Some(&0xFF) {
            at += 1;
        }
        let [0xFF, mark] = *jpeg.get(at..at + 2)? else {
            return None;
        };
        at += 2;
        if mark == END {
            said.push(at..jpeg.len());
            return Some(said);
        }
        let length = jpeg.get(at..at + 2)?;
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        let end = at + length;
        let content = at.checked_add(2)?..end;
        let text = jpeg.get(content.clone())?;
        match mark {
            0xE0 if text.starts_with(JFIF.0) && text.len() >= JFIF.1 + 2 => {
                said.push(content.start + JFIF.1..end);
            }
            // Colours as they were measured, and how they are stored.
            0xE2 if text.starts_with(b"ICC_PROFILE\0") => {}
            0xEE if text.starts_with(b"Adobe") => {}
            0xE0..=0xEF | COMMENT => said.push(content),
            _ => {}
        }
        at = end;
        if mark == SCAN {
            at += jpeg.get(at..)?.windows(2).position(|pair| {
                pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xFF | 0xD0..=0xD7)
            })?;
        }
    }
}
