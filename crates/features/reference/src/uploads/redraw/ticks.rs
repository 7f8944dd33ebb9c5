// SPDX-License-Identifier: AGPL-3.0-or-later

//! Ticks in boxes and marks in round buttons. Such a field has a drawing for each of its states and names the one that is
//! seen; the library that draws pages draws fields with one drawing alone. So the document gets an appendix in which each
//! field that is ticked has just the drawing of its state. Where that cannot be done, nothing is lost: the document stays as
//! it is, and is refused as a form.

use std::collections::BTreeMap;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, MaybeRef, Name, ObjectIdentifier, Rect, Stream};

use super::UNSEEN;

/// The drawing that is seen of a field with several: its name, if it is none of an empty one.
pub(super) fn state(note: &Dict<'_>) -> Option<Vec<u8>> {
    if let Some(named) = note.get::<Name<'_>>(b"AS") {
        return is_on(&named);
    }
    // Some programs keep the value alone, and readers show it.
    let looks = looks(note)?;
    let parent = note.get::<Dict<'_>>(b"Parent");
    let own = note.get::<Name<'_>>(b"V");
    let value = own.or_else(|| parent.and_then(|one| one.get::<Name<'_>>(b"V")));
    is_on(&value?).filter(|value| looks.contains_key(value))
}

fn is_on(name: &[u8]) -> Option<Vec<u8>> {
    (name != b"Off").then(|| name.to_vec())
}

/// The drawings of a field, by state.
fn looks<'a>(note: &Dict<'a>) -> Option<Dict<'a>> {
    note.get::<Dict<'_>>(b"AP")?.get::<Dict<'_>>(b"N")
}

/// The document with the drawings of its ticks; nothing where there is none.
pub(super) fn shown(pdf: &Pdf) -> Option<Vec<u8>> {
    let before: &[u8] = pdf.data().as_ref();
    // What is encrypted is written in another way.
    if before.windows(8).any(|part| part == b"/Encrypt") {
        return None;
    }
    let mut fields = BTreeMap::new();
    for page in pdf.pages().iter() {
        let notes = page.raw().get::<Array<'_>>(b"Annots");
        for note in notes.iter().flat_map(Array::raw_iter) {
            let MaybeRef::Ref(place) = note else { continue };
            let id = ObjectIdentifier::from(place);
            let note = pdf.xref().get::<Dict<'_>>(id);
            if let Some(field) = note.and_then(|note| as_ticked(&note)) {
                fields.insert((id.obj_number, id.gen_number), field);
            }
        }
    }
    (!fields.is_empty()).then(|| append(pdf, before, &fields))
}

/// A field with the drawing of its state alone.
fn as_ticked(note: &Dict<'_>) -> Option<String> {
    let flags = note.get::<i32>(b"F").unwrap_or(0);
    if flags & UNSEEN != 0 {
        return None;
    }
    let (looks, state) = (looks(note)?, state(note)?);
    looks.get::<Stream<'_>>(&state)?;
    let look = looks.get_ref(&state)?;
    let Rect { x0, y0, x1, y1 } = note.get::<Rect>(b"Rect")?;
    Some(format!(
        "<< /Type /Annot /Subtype /Widget /F {flags} /Rect [{x0} {y0} {x1} {y1}] /AP << /N {} {} R >> >>",
        look.obj_number, look.gen_number
    ))
}

fn append(pdf: &Pdf, before: &[u8], fields: &BTreeMap<(i32, i32), String>) -> Vec<u8> {
    let mut all = before.to_vec();
    let mut table = String::from("xref\n");
    for ((number, generation), field) in fields {
        all.push(b'\n');
        let row = format!("{number} 1\n{:010} {generation:05} n \n", all.len());
        table.push_str(&row);
        all.extend(format!("{number} {generation} obj\n{field}\nendobj\n").bytes());
    }
    let (root, size) = (pdf.xref().root_id(), pdf.len() + fields.len() + 1);
    let begins = all.len();
    let earlier = last_table(before).map_or(String::new(), |at| format!("/Prev {at} "));
    let end = format!(
        "{table}trailer\n<< /Size {size} /Root {} {} R {earlier}>>\nstartxref\n{begins}\n%%EOF\n",
        root.obj_number, root.gen_number
    );
    all.extend(end.bytes());
    all
}

/// Where the last table of objects begins, as the document says.
fn last_table(bytes: &[u8]) -> Option<u64> {
    const WORD: &[u8] = b"startxref";
    let at = bytes.windows(WORD.len()).rposition(|part| part == WORD)?;
    let rest = bytes.get(at + WORD.len()..)?.trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
    let text: String = digits.map(|byte| char::from(*byte)).collect();
    text.parse().ok()
}
