// SPDX-License-Identifier: AGPL-3.0-or-later

//! How much the pages of a document draw. A drawing that is named ten times, in one that is named ten times, and so on
//! for thirty steps, is a few kilobytes long and keeps a reader busy for ever. Not here: fonts whose letters are drawings,
//! which readers keep once they were drawn.

use std::collections::HashMap;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::content::UntypedIter;
use hayro::hayro_syntax::object::{Dict, Name, Object, ObjectIdentifier, Stream};
use hayro::hayro_syntax::page::Resources;

use super::DEEPEST;

/// Drawings of one page, counted as often as they are drawn. A map of a city has some thousands.
const MOST: u64 = 100_000;

/// Whether each page is drawn in a bounded time.
pub(super) fn are_bounded(pdf: &Pdf) -> bool {
    let mut drawings = Drawings::default();
    pdf.pages().iter().all(|page| {
        let content = page.page_stream().unwrap_or_default();
        drawings.within(content, page.resources(), DEEPEST) <= MOST
    })
}

/// How many each drawing is, with those in it.
#[derive(Default)]
struct Drawings(HashMap<ObjectIdentifier, u64>);

impl Drawings {
    /// How many a content draws; one more than the most where they are more.
    fn within(&mut self, content: &[u8], resources: &Resources<'_>, deep: usize) -> u64 {
        let mut count = 1;
        let mut acts = UntypedIter::new(content);
        while count <= MOST
            && let Some(act) = acts.next()
        {
            let Some(Object::Name(name)) = act.operands().last() else {
                continue;
            };
            let drawn = match &**act.operator {
                b"Do" => resources.get_x_object(name),
                b"scn" | b"SCN" => pattern(resources, name),
                _ => None,
            };
            if let Some(drawn) = drawn {
                count += self.of(&drawn, resources, deep);
            }
        }
        count.min(MOST + 1)
    }

    fn of(&mut self, drawn: &Stream<'_>, around: &Resources<'_>, deep: usize) -> u64 {
        let dict = drawn.dict();
        if dict.get::<Name<'_>>(b"Subtype").as_deref() == Some(b"Image") {
            return 1;
        }
        let id = drawn.obj_id();
        if let Some(count) = self.0.get(&id) {
            return *count;
        }
        let Some(deep) = deep.checked_sub(1) else {
            return MOST + 1;
        };
        // One that draws itself has no end.
        self.0.insert(id, MOST + 1);
        let Ok(content) = drawn.decoded() else {
            return MOST + 1;
        };
        let count = match dict.get::<Dict<'_>>(b"Resources") {
            Some(own) => {
                let own = Resources::from_parent(own, around.clone());
                self.within(&content, &own, deep)
            }
            None => self.within(&content, around, deep),
        };
        self.0.insert(id, count);
        count
    }
}

/// The content of a pattern that is tiled.
fn pattern<'a>(resources: &Resources<'a>, name: &Name<'_>) -> Option<Stream<'a>> {
    match resources.get_pattern(name) {
        Some(Object::Stream(tile)) => Some(tile),
        _ => None,
    }
}
